// Sound through each encoder and decoder of whichever libavcodec is found: what goes in comes out, bit for bit where the codec is
// lossless. Built and run by Scripts/codecs, also where no Swift is.
//
//   round-trip              every codec; the last line says which library and how many
//   round-trip --layout N   the table's row of version N, as Layouts.c prints what the headers say

#include "CAVCodec.h"
#include "Library.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { frame_count = 48000, packet_limit = 2000 };

static int16_t sound[frame_count][2];

static void make_sound(void) {
    unsigned noise = 1;
    for (int i = 0; i < frame_count; i++) {
        noise = noise * 1664525 + 1013904223;
        sound[i][0] = (int16_t)(10000 * sin(i * 0.0576) + (double)(noise >> 28));
        sound[i][1] = (int16_t)(8000 * sin(i * 0.1111));
    }
}

static void write_sample(void *memory, cav_sample kind, int index, int16_t value) {
    switch (kind) {
    case CAV_INT16: ((int16_t *)memory)[index] = value; break;
    case CAV_INT32: ((int32_t *)memory)[index] = (int32_t)value * 65536; break;
    case CAV_FLOAT32: ((float *)memory)[index] = (float)value / 32768; break;
    default: break;
    }
}

static double read_sample(const void *memory, cav_sample kind, int index) {
    switch (kind) {
    case CAV_INT16: return ((const int16_t *)memory)[index];
    case CAV_INT32: return ((const int32_t *)memory)[index] / 65536.0;
    case CAV_FLOAT32: return ((const float *)memory)[index] * 32768.0;
    default: return 0;
    }
}

static struct {
    uint8_t *bytes[packet_limit];
    size_t size[packet_limit];
    int count;
    uint8_t cookie[4096];
    size_t cookie_size;
} packets;

static int encode(cav_encoder *encoder, const cav_shape *shape, int channels) {
    static uint8_t memory[2][1 << 17];
    const void *planes[2] = {memory[0], memory[1]};
    int step = shape->frame_size > 0 ? shape->frame_size : 4096;
    for (int at = 0;; at += step) {
        int count = at + step <= frame_count ? step : frame_count - at;
        for (int i = 0; i < count; i++)
            for (int channel = 0; channel < channels; channel++)
                write_sample(
                    memory[shape->is_planar ? channel : 0], shape->sample, shape->is_planar ? i : i * channels + channel,
                    sound[at + i][channel]);
        int result = count > 0 ? cav_encoder_send(encoder, planes, count) : cav_encoder_send(encoder, NULL, 0);
        if (result < 0) return result;
        cav_packet packet;
        while (cav_encoder_receive(encoder, &packet) == 0 && packets.count < packet_limit) {
            if (packet.new_cookie_size > 0 && packet.new_cookie_size <= sizeof packets.cookie) {
                memcpy(packets.cookie, packet.new_cookie, packet.new_cookie_size);
                packets.cookie_size = packet.new_cookie_size;
            }
            if (packet.size == 0) continue;
            packets.bytes[packets.count] = malloc(packet.size);
            memcpy(packets.bytes[packets.count], packet.bytes, packet.size);
            packets.size[packets.count++] = packet.size;
        }
        if (count <= 0) return 0;
    }
}

/// Returns the largest difference of a sample, in steps of 16 bits; below 0 for an error.
static double try_codec(const char *encoder_name, const char *decoder_name, cav_target target) {
    cav_encoder *encoder = NULL;
    char words[200];
    int result = cav_encoder_open(&encoder, encoder_name, &target, NULL, 0);
    if (result < 0) {
        cav_describe(result, words, sizeof words);
        printf("%s: %s\n", encoder_name, words);
        return result == CAV_ABSENT ? -2 : -1;
    }
    cav_shape shape;
    cav_encoder_shape(encoder, &shape);
    packets.count = 0;
    packets.cookie_size = shape.cookie_size <= sizeof packets.cookie ? shape.cookie_size : 0;
    memcpy(packets.cookie, shape.cookie, packets.cookie_size);
    result = encode(encoder, &shape, target.channel_count);
    int priming = shape.priming;
    cav_encoder_close(encoder);
    cav_source source = {
        target.sample_rate, target.channel_count, target.bits_per_sample, 0, packets.cookie, packets.cookie_size};
    cav_decoder *decoder = NULL;
    if (result >= 0) result = cav_decoder_open(&decoder, decoder_name, &source, NULL, 0);
    if (result < 0) {
        cav_describe(result, words, sizeof words);
        printf("%s: %s\n", decoder_name, words);
        return -1;
    }
    static double heard[2][frame_count + 8192];
    int total = 0;
    bool is_odd = false;
    for (int i = 0; i <= packets.count; i++) {
        cav_decoder_send(decoder, i < packets.count ? packets.bytes[i] : NULL, i < packets.count ? packets.size[i] : 0);
        cav_block block;
        while (cav_decoder_receive(decoder, &block) == 0) {
            is_odd = is_odd || block.channel_count != target.channel_count || block.sample_rate != target.sample_rate
                || block.mask != (target.channel_count == 2 ? 3u : 4u);
            for (int j = 0; j < block.frame_count && total < frame_count + 8192; j++, total++)
                for (int channel = 0; channel < target.channel_count && !is_odd; channel++)
                    heard[channel][total] = read_sample(
                        block.planes[block.is_planar ? channel : 0], block.sample,
                        block.is_planar ? j : j * block.channel_count + channel);
        }
    }
    cav_decoder_close(decoder);
    double worst = 0;
    // The first frames of a lossy codec are its beginning.
    int begin = priming > 0 ? 4800 : 0;
    for (int channel = 0; channel < target.channel_count; channel++)
        for (int i = begin; i < frame_count - begin; i++)
            worst = fmax(worst, fabs(heard[channel][i + priming] - sound[i][channel]));
    printf("%s: %d packets, %d frames, largest difference %g\n", encoder_name, packets.count, total, worst);
    while (packets.count > 0) free(packets.bytes[--packets.count]);
    return is_odd ? -1 : worst;
}

#if CAV_BUILT_IN
static int print_layout(int major) {
    size_t count;
    const cav_layout *layouts = cav_layouts(&count);
    for (size_t i = 0; i < count; i++) {
        if (layouts[i].major != major) continue;
        const cav_layout *l = &layouts[i];
        printf(
            "%d context %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d frame %d %d %d %d %d codec %d\n", l->major,
            l->context.bit_rate, l->context.flags, l->context.flags2, l->context.extradata, l->context.extradata_size,
            l->context.time_base, l->context.sample_rate, l->context.sample_fmt, l->context.frame_size,
            l->context.block_align, l->context.request_sample_fmt, l->context.initial_padding,
            l->context.bits_per_coded_sample, l->context.bits_per_raw_sample, l->context.thread_count,
            l->context.ch_layout, l->context.channels, l->context.channel_layout, l->frame.pts, l->frame.sample_rate,
            l->frame.ch_layout, l->frame.channels, l->frame.channel_layout, l->sample_fmts);
        return 0;
    }
    return 1;
}
#endif

int main(int argc, char **argv) {
#if CAV_BUILT_IN
    if (argc == 3 && strcmp(argv[1], "--layout") == 0) return print_layout(atoi(argv[2]));
#endif
    const char *name = sordino_avcodec_file_name();
    if (name == NULL) {
        char words[200];
        cav_say_absence(words, sizeof words);
        printf("%s\n", words);
        return 1;
    }
    make_sound();
    const struct {
        const char *encoder, *decoder;
        cav_target target;
        double limit;
    } rows[] = {
        {"flac", "flac", {48000, 2, 0, 0, 16, CAV_INT16}, 0},
        {"flac", "flac", {44100, 1, 0, 0, 16, CAV_INT16}, 0},
        {"alac", "alac", {48000, 2, 0, 0, 16, CAV_INT16}, 0},
        {"alac", "alac", {48000, 1, 0, 0, 24, CAV_INT32}, 0},
        {"aac", "aac", {48000, 2, 3, 256000, 0, CAV_FLOAT32}, 700},
        {"libopus", "libopus", {48000, 2, 0, 192000, 0, CAV_FLOAT32}, 700},
    };
    int good = 0, absent = 0, count = sizeof rows / sizeof *rows;
    for (int i = 0; i < count; i++) {
        double worst = try_codec(rows[i].encoder, rows[i].decoder, rows[i].target);
        good += worst >= 0 && worst <= rows[i].limit;
        absent += worst == -2;
    }
    printf("%s: %d of %d%s\n", name, good, count, absent > 0 ? ", others are not in this build" : "");
    return good + absent == count && good > 0 ? 0 : 1;
}
