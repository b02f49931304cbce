// libavcodec and libavutil as they are found at run time. No header of theirs is needed: their functions keep their form from
// version to version, and of their structures a table holds what is read and written.

#ifndef SORDINO_CAVCODEC_LIBRARY_H
#define SORDINO_CAVCODEC_LIBRARY_H

#include "CAVCodec.h"

// The layouts are those of machines with pointers of 64 bits.
#if defined(SORDINO_FFMPEG) && defined(__LP64__)
#define CAV_BUILT_IN 1

#include <errno.h>

// ---- What is the same in every version --------------------------------------------------------------------------------------

typedef struct AVCodec AVCodec;
typedef struct AVCodecContext AVCodecContext;
typedef struct AVDictionary AVDictionary;

/// The first fields of a packet; the library allocates it.
typedef struct {
    void *buffer;
    int64_t pts;
    int64_t dts;
    uint8_t *data;
    int size;
    int stream_index;
    int flags;
    void *side_data;
    int side_data_elems;
    int64_t duration;
} AVPacket;

/// The first fields of a frame; the library allocates it.
typedef struct {
    uint8_t *data[8];
    int linesize[8];
    uint8_t **extended_data;
    int width, height;
    int nb_samples;
    int format;
} AVFrame;

typedef struct {
    int numerator, denominator;
} cav_ratio;

/// A layout of channels from version 59.24 on.
typedef struct {
    int order;
    int nb_channels;
    uint64_t mask;
    void *opaque;
} AVChannelLayout;

enum {
    AV_SAMPLE_FMT_NONE = -1,
    AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_DBL,
    AV_SAMPLE_FMT_U8P, AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_DBLP,
    AV_CHANNEL_ORDER_NATIVE = 1,
    AV_CODEC_FLAG_GLOBAL_HEADER = 1 << 22,
    AV_CODEC_FLAG2_SKIP_MANUAL = 1 << 29,
    AV_CODEC_CONFIG_SAMPLE_FORMAT = 3,
    AV_PKT_DATA_NEW_EXTRADATA = 1,
    AV_INPUT_BUFFER_PADDING_SIZE = 64,
    AV_LOG_QUIET = -8,
};

#define AVERROR(number) (-(number))
#define CAV_TAG(a, b, c, d) (-(int)((unsigned)(a) | (unsigned)(b) << 8 | (unsigned)(c) << 16 | (unsigned)(d) << 24))
#define AVERROR_EOF CAV_TAG('E', 'O', 'F', ' ')
#define AVERROR_INVALIDDATA CAV_TAG('I', 'N', 'D', 'A')

// ---- What differs -------------------------------------------------------------------------------------------------------------

/// Where the fields are that are used, in bytes; 0 where a version has no such field.
typedef struct {
    int major;
    /// Offsets of fields of AVCodecContext.
    struct {
        uint16_t bit_rate, flags, flags2, extradata, extradata_size, time_base, sample_rate, sample_fmt, frame_size;
        uint16_t block_align, request_sample_fmt, initial_padding, bits_per_coded_sample, bits_per_raw_sample;
        uint16_t thread_count, ch_layout, channels, channel_layout;
    } context;
    /// Offsets of fields of AVFrame.
    struct {
        uint16_t pts, sample_rate, ch_layout, channels, channel_layout;
    } frame;
    /// Of AVCodec, where no function returns it.
    uint16_t sample_fmts;
} cav_layout;

/// A field of a structure that the library has made.
#define CAV_FIELD(type, object, offset) (*(type *)((char *)(object) + (offset)))

#define CAV_CODEC_FUNCTIONS \
    X(unsigned, avcodec_version, (void)) \
    X(const void *, avcodec_get_class, (void)) \
    X(const AVCodec *, avcodec_find_decoder_by_name, (const char *)) \
    X(const AVCodec *, avcodec_find_encoder_by_name, (const char *)) \
    X(AVCodecContext *, avcodec_alloc_context3, (const AVCodec *)) \
    X(void, avcodec_free_context, (AVCodecContext **)) \
    X(int, avcodec_open2, (AVCodecContext *, const AVCodec *, AVDictionary **)) \
    X(int, avcodec_send_packet, (AVCodecContext *, const AVPacket *)) \
    X(int, avcodec_receive_frame, (AVCodecContext *, AVFrame *)) \
    X(int, avcodec_send_frame, (AVCodecContext *, const AVFrame *)) \
    X(int, avcodec_receive_packet, (AVCodecContext *, AVPacket *)) \
    X(void, avcodec_flush_buffers, (AVCodecContext *)) \
    X(AVPacket *, av_packet_alloc, (void)) \
    X(void, av_packet_free, (AVPacket **)) \
    X(void, av_packet_unref, (AVPacket *)) \
    X(int, av_new_packet, (AVPacket *, int)) \
    X(uint8_t *, av_packet_get_side_data, (const AVPacket *, int, size_t *))

#define CAV_UTIL_FUNCTIONS \
    X(AVFrame *, av_frame_alloc, (void)) \
    X(void, av_frame_free, (AVFrame **)) \
    X(void, av_frame_unref, (AVFrame *)) \
    X(int, av_frame_get_buffer, (AVFrame *, int)) \
    X(int, av_strerror, (int, char *, size_t)) \
    X(void *, av_mallocz, (size_t)) \
    X(void, av_log_set_level, (int)) \
    X(int, av_dict_set, (AVDictionary **, const char *, const char *, int)) \
    X(void, av_dict_free, (AVDictionary **)) \
    X(int, av_opt_set_int, (void *, const char *, int64_t, int)) \
    X(int, av_get_bytes_per_sample, (int)) \
    X(int, av_sample_fmt_is_planar, (int))

/// Functions that not every version has.
#define CAV_LAYOUT_FUNCTIONS \
    X(void, av_channel_layout_default, (AVChannelLayout *, int)) \
    X(int, av_channel_layout_from_mask, (AVChannelLayout *, uint64_t)) \
    X(int, av_channel_layout_copy, (AVChannelLayout *, const AVChannelLayout *))
#define CAV_OLD_LAYOUT_FUNCTIONS \
    X(int64_t, av_get_default_channel_layout, (int)) \
    X(int, av_get_channel_layout_nb_channels, (uint64_t))

/// The opened library; filled by `cav_is_available`, never changed after it.
typedef struct {
    const cav_layout *layout;
#define X(result, name, arguments) result(*name) arguments;
    CAV_CODEC_FUNCTIONS
    CAV_UTIL_FUNCTIONS
    CAV_LAYOUT_FUNCTIONS
    CAV_OLD_LAYOUT_FUNCTIONS
    X(int, avcodec_get_supported_config, (const AVCodecContext *, const AVCodec *, int, unsigned, const void **, int *))
#undef X
} cav_library;

extern cav_library cav_opened;

/// The known layouts, ascending, and their number; for tests.
const cav_layout *cav_layouts(size_t *count);

#endif
#endif
