#include "CAVCodec.h"

#include <stdio.h>

// Channel layouts as values came with 5.1.
#if defined(SORDINO_FFMPEG) && __has_include(<libavcodec/avcodec.h>)
#include <libavcodec/avcodec.h>
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
#define CAV_BUILT_IN 1
#endif
#endif

#if CAV_BUILT_IN
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <libavutil/channel_layout.h>
#include <libavutil/frame.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/samplefmt.h>

#define AVCODEC_FILE "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR)
#define AVUTIL_FILE "libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR)

const char *sordino_avcodec_file_name(void) { return AVCODEC_FILE; }

// ---- The library --------------------------------------------------------------------------------------------------------

#define CODEC_FUNCTIONS \
    X(avcodec_find_decoder_by_name) \
    X(avcodec_find_encoder_by_name) \
    X(avcodec_alloc_context3) \
    X(avcodec_free_context) \
    X(avcodec_open2) \
    X(avcodec_send_packet) \
    X(avcodec_receive_frame) \
    X(avcodec_send_frame) \
    X(avcodec_receive_packet) \
    X(avcodec_flush_buffers) \
    X(av_packet_alloc) \
    X(av_packet_free) \
    X(av_packet_unref) \
    X(av_new_packet) \
    X(av_packet_get_side_data)

#define UTIL_FUNCTIONS \
    X(av_frame_alloc) \
    X(av_frame_free) \
    X(av_frame_unref) \
    X(av_frame_get_buffer) \
    X(av_frame_make_writable) \
    X(av_strerror) \
    X(av_mallocz) \
    X(av_log_set_level) \
    X(av_dict_set) \
    X(av_dict_free) \
    X(av_channel_layout_default) \
    X(av_channel_layout_from_mask) \
    X(av_channel_layout_copy) \
    X(av_channel_layout_uninit) \
    X(av_get_bytes_per_sample) \
    X(av_sample_fmt_is_planar)

#define X(name) static __typeof__(&name) call_##name;
CODEC_FUNCTIONS
UTIL_FUNCTIONS
#undef X

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // Never closed: threads of the library may outlive any codec.
    void *util = dlopen(AVUTIL_FILE, RTLD_NOW | RTLD_LOCAL);
    void *codec = dlopen(AVCODEC_FILE, RTLD_NOW | RTLD_LOCAL);
    if (util == NULL || codec == NULL) return;
    bool is_complete = true;
#define X(name) \
    call_##name = (__typeof__(&name))dlsym(codec, #name); \
    is_complete = is_complete && call_##name != NULL;
    CODEC_FUNCTIONS
#undef X
#define X(name) \
    call_##name = (__typeof__(&name))dlsym(util, #name); \
    is_complete = is_complete && call_##name != NULL;
    UTIL_FUNCTIONS
#undef X
    // The library's messages about broken files are switched off: errors are reported by this shim's results.
    if (is_complete) call_av_log_set_level(AV_LOG_QUIET);
    is_loaded = is_complete;
}

bool cav_is_available(void) {
    pthread_once(&once, load);
    return is_loaded;
}

bool cav_has_decoder(const char *name) { return cav_is_available() && call_avcodec_find_decoder_by_name(name) != NULL; }
bool cav_has_encoder(const char *name) { return cav_is_available() && call_avcodec_find_encoder_by_name(name) != NULL; }

void cav_describe(int error, char *text, size_t size) {
    if (error == CAV_ABSENT || !cav_is_available()) {
        snprintf(text, size, "the codec is not there");
    } else if (call_av_strerror(error, text, size) < 0) {
        snprintf(text, size, "error %d", error);
    }
}

static int translate(int result) {
    if (result == AVERROR(EAGAIN)) return CAV_AGAIN;
    return result == AVERROR_EOF ? CAV_END : result;
}

/// Makes the parts common to decoders and encoders; false without memory.
static bool make_parts(const AVCodec *codec, AVCodecContext **context, AVPacket **packet, AVFrame **frame) {
    *context = call_avcodec_alloc_context3(codec);
    *packet = call_av_packet_alloc();
    *frame = call_av_frame_alloc();
    return *context != NULL && *packet != NULL && *frame != NULL;
}

/// Opens a codec with options.
static int open_context(AVCodecContext *context, const AVCodec *codec, const cav_option *options, size_t option_count) {
    AVDictionary *dictionary = NULL;
    for (size_t i = 0; i < option_count; i++) call_av_dict_set(&dictionary, options[i].key, options[i].value, 0);
    int result = call_avcodec_open2(context, codec, &dictionary);
    call_av_dict_free(&dictionary);
    return result;
}

static cav_sample sample_of(enum AVSampleFormat format) {
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
    const AVCodec *codec = call_avcodec_find_decoder_by_name(name);
    if (codec == NULL) return CAV_ABSENT;
    cav_decoder *made = calloc(1, sizeof *made);
    if (made == NULL) return AVERROR(ENOMEM);
    int result = AVERROR(ENOMEM);
    made->before = call_av_frame_alloc();
    if (!make_parts(codec, &made->context, &made->packet, &made->frame) || made->before == NULL) goto failed;
    made->context->sample_rate = source->sample_rate;
    if (source->channel_count > 0) call_av_channel_layout_default(&made->context->ch_layout, source->channel_count);
    made->context->bits_per_coded_sample = source->bits_per_sample;
    made->context->block_align = source->block_bytes;
    // A codec that can deliver planes or woven frames (FLAC) delivers planes.
    made->context->request_sample_fmt = AV_SAMPLE_FMT_S16P;
    // One thread, so that a packet's frames come out before the next packet goes in.
    made->context->thread_count = 1;
    // Priming is dropped by the reader of the whole stream; a decoder that did so too would drop it after each jump.
    made->context->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
    if (source->cookie != NULL && source->cookie_size > 0 && source->cookie_size <= 1 << 24) {
        made->context->extradata = call_av_mallocz(source->cookie_size + AV_INPUT_BUFFER_PADDING_SIZE);
        if (made->context->extradata == NULL) goto failed;
        memcpy(made->context->extradata, source->cookie, source->cookie_size);
        made->context->extradata_size = (int)source->cookie_size;
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
    if (bytes == NULL) return translate(call_avcodec_send_packet(decoder->context, NULL));
    if (size == 0 || size > 1 << 26) return AVERROR_INVALIDDATA;
    int result = call_av_new_packet(decoder->packet, (int)size);
    if (result < 0) return result;
    memcpy(decoder->packet->data, bytes, size);
    result = call_avcodec_send_packet(decoder->context, decoder->packet);
    call_av_packet_unref(decoder->packet);
    return translate(result);
}

int cav_decoder_receive(cav_decoder *decoder, cav_block *block) {
    AVFrame *frame = decoder->before;
    int result = call_avcodec_receive_frame(decoder->context, frame);
    if (result < 0) return translate(result);
    decoder->before = decoder->frame;
    decoder->frame = frame;
    enum AVSampleFormat format = frame->format;
    block->frame_count = frame->nb_samples;
    block->channel_count = frame->ch_layout.nb_channels;
    block->sample_rate = frame->sample_rate;
    block->sample = sample_of(format);
    block->is_planar = call_av_sample_fmt_is_planar(format);
    block->bits = decoder->context->bits_per_raw_sample;
    block->mask = frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame->ch_layout.u.mask : 0;
    block->planes = (const uint8_t *const *)frame->extended_data;
    return 0;
}

void cav_decoder_flush(cav_decoder *decoder) { call_avcodec_flush_buffers(decoder->context); }

void cav_decoder_close(cav_decoder *decoder) {
    call_avcodec_free_context(&decoder->context);
    call_av_packet_free(&decoder->packet);
    call_av_frame_free(&decoder->frame);
    call_av_frame_free(&decoder->before);
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
static enum AVSampleFormat pick_format(const AVCodec *codec, cav_sample wanted) {
    if (codec->sample_fmts == NULL) return AV_SAMPLE_FMT_FLT;
    for (const enum AVSampleFormat *format = codec->sample_fmts; *format != AV_SAMPLE_FMT_NONE; format++) {
        if (sample_of(*format) == wanted) return *format;
    }
    return codec->sample_fmts[0];
}

int cav_encoder_open(
    cav_encoder **encoder, const char *name, const cav_target *target, const cav_option *options, size_t option_count) {
    if (!cav_is_available()) return CAV_ABSENT;
    const AVCodec *codec = call_avcodec_find_encoder_by_name(name);
    if (codec == NULL) return CAV_ABSENT;
    cav_encoder *made = calloc(1, sizeof *made);
    if (made == NULL) return AVERROR(ENOMEM);
    int result = AVERROR(ENOMEM);
    if (!make_parts(codec, &made->context, &made->packet, &made->frame)) goto failed;
    AVCodecContext *context = made->context;
    context->sample_fmt = pick_format(codec, target->sample);
    context->sample_rate = target->sample_rate;
    context->time_base = (AVRational){1, target->sample_rate};
    if (target->mask != 0) {
        result = call_av_channel_layout_from_mask(&context->ch_layout, target->mask);
        if (result < 0) goto failed;
    } else {
        call_av_channel_layout_default(&context->ch_layout, target->channel_count);
    }
    if (context->ch_layout.nb_channels != target->channel_count) {
        result = AVERROR(EINVAL);
        goto failed;
    }
    if (target->bit_rate > 0) context->bit_rate = target->bit_rate;
    if (target->bits_per_sample > 0) context->bits_per_raw_sample = target->bits_per_sample;
    context->thread_count = 1;
    context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
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
    shape->frame_size = context->frame_size;
    shape->priming = context->initial_padding;
    shape->sample = sample_of(context->sample_fmt);
    shape->is_planar = call_av_sample_fmt_is_planar(context->sample_fmt);
    shape->cookie = context->extradata;
    shape->cookie_size = (size_t)context->extradata_size;
}

int cav_encoder_send(cav_encoder *encoder, const void *const *planes, int32_t frame_count) {
    AVCodecContext *context = encoder->context;
    if (planes == NULL) return translate(call_avcodec_send_frame(context, NULL));
    if (frame_count <= 0) return AVERROR(EINVAL);
    AVFrame *frame = encoder->frame;
    call_av_frame_unref(frame);
    frame->nb_samples = frame_count;
    frame->format = context->sample_fmt;
    frame->sample_rate = context->sample_rate;
    int result = call_av_channel_layout_copy(&frame->ch_layout, &context->ch_layout);
    if (result < 0) return result;
    if ((result = call_av_frame_get_buffer(frame, 0)) < 0) return result;
    int channels = context->ch_layout.nb_channels;
    bool is_planar = call_av_sample_fmt_is_planar(context->sample_fmt);
    size_t size = (size_t)frame_count * (size_t)call_av_get_bytes_per_sample(context->sample_fmt);
    int plane_count = is_planar ? channels : 1;
    if (!is_planar) size *= (size_t)channels;
    for (int plane = 0; plane < plane_count; plane++) memcpy(frame->extended_data[plane], planes[plane], size);
    frame->pts = encoder->next_frame;
    encoder->next_frame += frame_count;
    return translate(call_avcodec_send_frame(context, frame));
}

int cav_encoder_receive(cav_encoder *encoder, cav_packet *packet) {
    call_av_packet_unref(encoder->packet);
    int result = call_avcodec_receive_packet(encoder->context, encoder->packet);
    if (result < 0) return translate(result);
    packet->bytes = encoder->packet->data;
    packet->size = (size_t)encoder->packet->size;
    packet->duration = encoder->packet->duration;
    size_t size = 0;
    packet->new_cookie = call_av_packet_get_side_data(encoder->packet, AV_PKT_DATA_NEW_EXTRADATA, &size);
    packet->new_cookie_size = size;
    return 0;
}

void cav_encoder_close(cav_encoder *encoder) {
    call_avcodec_free_context(&encoder->context);
    call_av_packet_free(&encoder->packet);
    call_av_frame_free(&encoder->frame);
    free(encoder);
}

#else
// Without the library nothing can be opened, so none of the functions that need a codec is ever reached.

const char *sordino_avcodec_file_name(void) { return NULL; }
bool cav_is_available(void) { return false; }
bool cav_has_decoder(const char *name) { return (void)name, false; }
bool cav_has_encoder(const char *name) { return (void)name, false; }
void cav_describe(int error, char *text, size_t size) {
    (void)error;
    snprintf(text, size, "the codec is not there");
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
