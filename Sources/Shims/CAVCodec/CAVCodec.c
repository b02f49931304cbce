#include "Library.h"

#include <stdio.h>

#if CAV_BUILT_IN
#include <stdlib.h>
#include <string.h>

// ---- The library's differences --------------------------------------------------------------------------------------------

#define library cav_opened
#define CONTEXT(type, object, name) CAV_FIELD(type, object, library.layout->context.name)
#define FRAME(type, object, name) CAV_FIELD(type, object, library.layout->frame.name)

static bool has_layouts(void) { return library.layout->context.ch_layout != 0; }

/// Sets a context's channels: those of a mask, or so many in the usual layout.
static int set_channels(AVCodecContext *context, uint64_t mask, int count) {
    if (has_layouts()) {
        AVChannelLayout *layout = &CONTEXT(AVChannelLayout, context, ch_layout);
        if (mask != 0) return library.av_channel_layout_from_mask(layout, mask);
        library.av_channel_layout_default(layout, count);
        return 0;
    }
    if (mask == 0) mask = (uint64_t)library.av_get_default_channel_layout(count);
    CONTEXT(uint64_t, context, channel_layout) = mask;
    CONTEXT(int, context, channels) = mask != 0 ? library.av_get_channel_layout_nb_channels(mask) : count;
    return 0;
}

static int context_channels(AVCodecContext *context) {
    return has_layouts() ? CONTEXT(AVChannelLayout, context, ch_layout).nb_channels : CONTEXT(int, context, channels);
}

/// Gives a frame its context's channels.
static int copy_channels(AVFrame *frame, AVCodecContext *context) {
    if (has_layouts())
        return library.av_channel_layout_copy(
            &FRAME(AVChannelLayout, frame, ch_layout), &CONTEXT(AVChannelLayout, context, ch_layout));
    FRAME(uint64_t, frame, channel_layout) = CONTEXT(uint64_t, context, channel_layout);
    FRAME(int, frame, channels) = CONTEXT(int, context, channels);
    return 0;
}

static void read_channels(AVFrame *frame, cav_block *block) {
    if (has_layouts()) {
        const AVChannelLayout *layout = &FRAME(AVChannelLayout, frame, ch_layout);
        block->channel_count = layout->nb_channels;
        block->mask = layout->order == AV_CHANNEL_ORDER_NATIVE ? layout->mask : 0;
    } else {
        block->channel_count = FRAME(int, frame, channels);
        block->mask = FRAME(uint64_t, frame, channel_layout);
    }
}

bool cav_has_decoder(const char *name) { return cav_is_available() && library.avcodec_find_decoder_by_name(name) != NULL; }
bool cav_has_encoder(const char *name) { return cav_is_available() && library.avcodec_find_encoder_by_name(name) != NULL; }

void cav_describe(int error, char *text, size_t size) {
    if (error == CAV_ABSENT || !cav_is_available()) {
        cav_say_absence(text, size);
    } else if (library.av_strerror(error, text, size) < 0) {
        snprintf(text, size, "error %d", error);
    }
}

static int translate(int result) {
    if (result == AVERROR(EAGAIN)) return CAV_AGAIN;
    return result == AVERROR_EOF ? CAV_END : result;
}

/// Makes the parts common to decoders and encoders; false without memory.
static bool make_parts(const AVCodec *codec, AVCodecContext **context, AVPacket **packet, AVFrame **frame) {
    *context = library.avcodec_alloc_context3(codec);
    *packet = library.av_packet_alloc();
    *frame = library.av_frame_alloc();
    return *context != NULL && *packet != NULL && *frame != NULL;
}

/// Opens a codec with options.
static int open_context(AVCodecContext *context, const AVCodec *codec, const cav_option *options, size_t option_count) {
    AVDictionary *dictionary = NULL;
    for (size_t i = 0; i < option_count; i++) library.av_dict_set(&dictionary, options[i].key, options[i].value, 0);
    int result = library.avcodec_open2(context, codec, &dictionary);
    library.av_dict_free(&dictionary);
    return result;
}

static cav_sample sample_of(int format) {
    switch (format) {
    case AV_SAMPLE_FMT_U8: case AV_SAMPLE_FMT_U8P: return CAV_UINT8;
    case AV_SAMPLE_FMT_S16: case AV_SAMPLE_FMT_S16P: return CAV_INT16;
    case AV_SAMPLE_FMT_S32: case AV_SAMPLE_FMT_S32P: return CAV_INT32;
    case AV_SAMPLE_FMT_DBL: case AV_SAMPLE_FMT_DBLP: return CAV_FLOAT64;
    default: return CAV_FLOAT32;
    }
}

// ---- Decoding -----------------------------------------------------------------------------------------------------------

struct cav_decoder {
    AVCodecContext *context;
    AVPacket *packet;
    /// The block received last, and the one before it.
    AVFrame *frame;
    AVFrame *before;
};

int cav_decoder_open(
    cav_decoder **decoder, const char *name, const cav_source *source, const cav_option *options, size_t option_count) {
    if (!cav_is_available()) return CAV_ABSENT;
    const AVCodec *codec = library.avcodec_find_decoder_by_name(name);
    if (codec == NULL) return CAV_ABSENT;
    cav_decoder *made = calloc(1, sizeof *made);
    if (made == NULL) return AVERROR(ENOMEM);
    int result = AVERROR(ENOMEM);
    made->before = library.av_frame_alloc();
    if (!make_parts(codec, &made->context, &made->packet, &made->frame) || made->before == NULL) goto failed;
    CONTEXT(int, made->context, sample_rate) = source->sample_rate;
    if (source->channel_count > 0) set_channels(made->context, 0, source->channel_count);
    CONTEXT(int, made->context, bits_per_coded_sample) = source->bits_per_sample;
    CONTEXT(int, made->context, block_align) = source->block_bytes;
    // A codec that can deliver planes or woven frames (FLAC) delivers planes.
    CONTEXT(int, made->context, request_sample_fmt) = AV_SAMPLE_FMT_S16P;
    // One thread, so that a packet's frames come out before the next packet goes in.
    CONTEXT(int, made->context, thread_count) = 1;
    // Priming is dropped by the reader of the whole stream; a decoder that did so too would drop it after each jump.
    CONTEXT(int, made->context, flags2) |= AV_CODEC_FLAG2_SKIP_MANUAL;
    if (source->cookie != NULL && source->cookie_size > 0 && source->cookie_size <= 1 << 24) {
        uint8_t *cookie = library.av_mallocz(source->cookie_size + AV_INPUT_BUFFER_PADDING_SIZE);
        if (cookie == NULL) goto failed;
        memcpy(cookie, source->cookie, source->cookie_size);
        // The context's from here on.
        CONTEXT(uint8_t *, made->context, extradata) = cookie;
        CONTEXT(int, made->context, extradata_size) = (int)source->cookie_size;
    }
    result = open_context(made->context, codec, options, option_count);
    if (result < 0) goto failed;
    *decoder = made;
    return 0;
failed:
    cav_decoder_close(made);
    return result;
}

int cav_decoder_send(cav_decoder *decoder, const uint8_t *bytes, size_t size) {
    if (bytes == NULL) return translate(library.avcodec_send_packet(decoder->context, NULL));
    if (size == 0 || size > 1 << 26) return AVERROR_INVALIDDATA;
    int result = library.av_new_packet(decoder->packet, (int)size);
    if (result < 0) return result;
    memcpy(decoder->packet->data, bytes, size);
    result = library.avcodec_send_packet(decoder->context, decoder->packet);
    library.av_packet_unref(decoder->packet);
    return translate(result);
}

int cav_decoder_receive(cav_decoder *decoder, cav_block *block) {
    AVFrame *frame = decoder->before;
    int result = library.avcodec_receive_frame(decoder->context, frame);
    if (result < 0) return translate(result);
    decoder->before = decoder->frame;
    decoder->frame = frame;
    block->frame_count = frame->nb_samples;
    read_channels(frame, block);
    block->sample_rate = FRAME(int, frame, sample_rate);
    block->sample = sample_of(frame->format);
    block->is_planar = library.av_sample_fmt_is_planar(frame->format);
    block->bits = CONTEXT(int, decoder->context, bits_per_raw_sample);
    block->planes = (const uint8_t *const *)frame->extended_data;
    return 0;
}

void cav_decoder_flush(cav_decoder *decoder) { library.avcodec_flush_buffers(decoder->context); }

void cav_decoder_close(cav_decoder *decoder) {
    library.avcodec_free_context(&decoder->context);
    library.av_packet_free(&decoder->packet);
    library.av_frame_free(&decoder->frame);
    library.av_frame_free(&decoder->before);
    free(decoder);
}

// ---- Encoding -----------------------------------------------------------------------------------------------------------

struct cav_encoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    int64_t next_frame;
};

/// The codec's own sample format that loses least of `wanted`.
static int pick_format(const AVCodec *codec, cav_sample wanted) {
    const void *configurations = NULL;
    if (library.avcodec_get_supported_config == NULL) {
        configurations = CAV_FIELD(const void *, codec, library.layout->sample_fmts);
    } else if (library.avcodec_get_supported_config(
                   NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &configurations, NULL) < 0) {
        configurations = NULL;
    }
    const int *formats = configurations;
    if (formats == NULL) return AV_SAMPLE_FMT_FLT;
    for (const int *format = formats; *format != AV_SAMPLE_FMT_NONE; format++) {
        if (sample_of(*format) == wanted) return *format;
    }
    return formats[0];
}

int cav_encoder_open(
    cav_encoder **encoder, const char *name, const cav_target *target, const cav_option *options, size_t option_count) {
    if (!cav_is_available()) return CAV_ABSENT;
    const AVCodec *codec = library.avcodec_find_encoder_by_name(name);
    if (codec == NULL) return CAV_ABSENT;
    cav_encoder *made = calloc(1, sizeof *made);
    if (made == NULL) return AVERROR(ENOMEM);
    int result = AVERROR(ENOMEM);
    if (!make_parts(codec, &made->context, &made->packet, &made->frame)) goto failed;
    AVCodecContext *context = made->context;
    CONTEXT(int, context, sample_fmt) = pick_format(codec, target->sample);
    CONTEXT(int, context, sample_rate) = target->sample_rate;
    CONTEXT(cav_ratio, context, time_base) = (cav_ratio){1, target->sample_rate};
    result = set_channels(context, target->mask, target->channel_count);
    if (result < 0) goto failed;
    if (context_channels(context) != target->channel_count) {
        result = AVERROR(EINVAL);
        goto failed;
    }
    if (target->bit_rate > 0) CONTEXT(int64_t, context, bit_rate) = target->bit_rate;
    if (target->bits_per_sample > 0) CONTEXT(int, context, bits_per_raw_sample) = target->bits_per_sample;
    CONTEXT(int, context, thread_count) = 1;
    CONTEXT(int, context, flags) |= AV_CODEC_FLAG_GLOBAL_HEADER;
    result = open_context(context, codec, options, option_count);
    if (result < 0) goto failed;
    *encoder = made;
    return 0;
failed:
    cav_encoder_close(made);
    return result;
}

void cav_encoder_shape(cav_encoder *encoder, cav_shape *shape) {
    AVCodecContext *context = encoder->context;
    int format = CONTEXT(int, context, sample_fmt);
    shape->frame_size = CONTEXT(int, context, frame_size);
    shape->priming = CONTEXT(int, context, initial_padding);
    shape->sample = sample_of(format);
    shape->is_planar = library.av_sample_fmt_is_planar(format);
    shape->cookie = CONTEXT(const uint8_t *, context, extradata);
    shape->cookie_size = (size_t)CONTEXT(int, context, extradata_size);
}

int cav_encoder_send(cav_encoder *encoder, const void *const *planes, int32_t frame_count) {
    AVCodecContext *context = encoder->context;
    if (planes == NULL) return translate(library.avcodec_send_frame(context, NULL));
    if (frame_count <= 0) return AVERROR(EINVAL);
    AVFrame *frame = encoder->frame;
    library.av_frame_unref(frame);
    int format = CONTEXT(int, context, sample_fmt);
    frame->nb_samples = frame_count;
    frame->format = format;
    FRAME(int, frame, sample_rate) = CONTEXT(int, context, sample_rate);
    int result = copy_channels(frame, context);
    if (result < 0) return result;
    if ((result = library.av_frame_get_buffer(frame, 0)) < 0) return result;
    int channels = context_channels(context);
    bool is_planar = library.av_sample_fmt_is_planar(format);
    size_t size = (size_t)frame_count * (size_t)library.av_get_bytes_per_sample(format);
    int plane_count = is_planar ? channels : 1;
    if (!is_planar) size *= (size_t)channels;
    for (int plane = 0; plane < plane_count; plane++) memcpy(frame->extended_data[plane], planes[plane], size);
    FRAME(int64_t, frame, pts) = encoder->next_frame;
    encoder->next_frame += frame_count;
    return translate(library.avcodec_send_frame(context, frame));
}

int cav_encoder_receive(cav_encoder *encoder, cav_packet *packet) {
    library.av_packet_unref(encoder->packet);
    int result = library.avcodec_receive_packet(encoder->context, encoder->packet);
    if (result < 0) return translate(result);
    packet->bytes = encoder->packet->data;
    packet->size = (size_t)encoder->packet->size;
    packet->duration = encoder->packet->duration;
    size_t size = 0;
    packet->new_cookie = library.av_packet_get_side_data(encoder->packet, AV_PKT_DATA_NEW_EXTRADATA, &size);
    packet->new_cookie_size = size;
    return 0;
}

void cav_encoder_close(cav_encoder *encoder) {
    library.avcodec_free_context(&encoder->context);
    library.av_packet_free(&encoder->packet);
    library.av_frame_free(&encoder->frame);
    free(encoder);
}

#else
// Without the library nothing can be opened, so none of the functions that need a codec is ever reached.

bool cav_has_decoder(const char *name) { return (void)name, false; }
bool cav_has_encoder(const char *name) { return (void)name, false; }
void cav_describe(int error, char *text, size_t size) {
    (void)error;
    cav_say_absence(text, size);
}
int cav_decoder_open(cav_decoder **d, const char *n, const cav_source *s, const cav_option *o, size_t c) {
    return (void)d, (void)n, (void)s, (void)o, (void)c, CAV_ABSENT;
}
int cav_decoder_send(cav_decoder *d, const uint8_t *b, size_t s) { return (void)d, (void)b, (void)s, CAV_ABSENT; }
int cav_decoder_receive(cav_decoder *d, cav_block *b) { return (void)d, (void)b, CAV_ABSENT; }
void cav_decoder_flush(cav_decoder *d) { (void)d; }
void cav_decoder_close(cav_decoder *d) { (void)d; }
int cav_encoder_open(cav_encoder **e, const char *n, const cav_target *t, const cav_option *o, size_t c) {
    return (void)e, (void)n, (void)t, (void)o, (void)c, CAV_ABSENT;
}
void cav_encoder_shape(cav_encoder *e, cav_shape *s) { (void)e, (void)s; }
int cav_encoder_send(cav_encoder *e, const void *const *p, int32_t c) { return (void)e, (void)p, (void)c, CAV_ABSENT; }
int cav_encoder_receive(cav_encoder *e, cav_packet *p) { return (void)e, (void)p, CAV_ABSENT; }
void cav_encoder_close(cav_encoder *e) { (void)e; }
#endif
