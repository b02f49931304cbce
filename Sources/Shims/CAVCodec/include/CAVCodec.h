// libavcodec for Swift: packets in, samples out, and back. Opened with dlopen at first use, the newest that is installed
// of versions 58 to 63 (FFmpeg 4 to 9); a program that never asks never loads it. Built in when the trait FFmpeg is on,
// without its headers; otherwise nothing can be opened.
//
// A decoder or encoder belongs to one thread at a time. Functions that return int: 0 or more is success, below is an
// error that `cav_describe` puts into words; `CAV_AGAIN` and `CAV_END` are no failures.

#ifndef SORDINO_CAVCODEC_H
#define SORDINO_CAVCODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The file name of the libavcodec that is used ("libavcodec.so.59"), or NULL when there is none; loads the library. Lives
/// as long as the program. Any thread.
const char *_Nullable sordino_avcodec_file_name(void);

/// Loads the library if it is not loaded yet. Any thread.
bool cav_is_available(void);
/// Returns whether a decoder or encoder of this libavcodec name is there ("aac", "libopus"); loads the library. Any
/// thread.
bool cav_has_decoder(const char *_Nonnull name);
bool cav_has_encoder(const char *_Nonnull name);
/// The value of SORDINO_CODECS; empty when it is not set. Any thread.
const char *_Nonnull cav_choice(void);
/// Says why a codec is absent: which library is missing, and the package that has it. Any thread.
void cav_say_absence(char *_Nonnull text, size_t size);
/// Puts an error into words. Any thread.
void cav_describe(int error, char *_Nonnull text, size_t size);

enum {
    /// Receiving: more input is needed first. Sending: output must be taken first.
    CAV_AGAIN = -1000000,
    /// Nothing will come any more.
    CAV_END = -1000001,
    /// The library or the codec is not there.
    CAV_ABSENT = -1000002,
};

/// The storage of samples in memory.
typedef enum { CAV_UINT8, CAV_INT16, CAV_INT32, CAV_FLOAT32, CAV_FLOAT64 } cav_sample;

/// An option of libavcodec's, such as "compression_level".
typedef struct {
    const char *_Nonnull key;
    const char *_Nonnull value;
} cav_option;

// ---- Decoding -----------------------------------------------------------------------------------------------------------

typedef struct cav_decoder cav_decoder;

/// The facts that a decoder gets before the first packet; 0 where one is unknown.
typedef struct {
    int32_t sample_rate;
    int32_t channel_count;
    int32_t bits_per_sample;
    /// Bytes of a packet, for codecs that need it.
    int32_t block_bytes;
    /// The codec's own header ("extradata").
    const uint8_t *_Nullable cookie;
    size_t cookie_size;
} cav_source;

/// Decoded samples; they live until two more blocks have been received, or the decoder is closed.
typedef struct {
    int32_t frame_count;
    int32_t channel_count;
    int32_t sample_rate;
    cav_sample sample;
    bool is_planar;
    /// Bits of each sample that carry signal, in the high bits of an integer; 0 if all do.
    int32_t bits;
    /// The loudspeakers as WAVE mask bits, 0 if they are not known.
    uint64_t mask;
    /// One pointer, or one for each channel if planar.
    const uint8_t *_Nullable const *_Nonnull planes;
} cav_block;

int cav_decoder_open(
    cav_decoder *_Nullable *_Nonnull decoder, const char *_Nonnull name, const cav_source *_Nonnull source,
    const cav_option *_Nullable options, size_t option_count);
/// Takes one packet; NULL marks the end.
int cav_decoder_send(cav_decoder *_Nonnull decoder, const uint8_t *_Nullable bytes, size_t size);
int cav_decoder_receive(cav_decoder *_Nonnull decoder, cav_block *_Nonnull block);
/// Forgets earlier packets, as after a jump.
void cav_decoder_flush(cav_decoder *_Nonnull decoder);
void cav_decoder_close(cav_decoder *_Nonnull decoder);

// ---- Encoding -----------------------------------------------------------------------------------------------------------

typedef struct cav_encoder cav_encoder;

typedef struct {
    int32_t sample_rate;
    int32_t channel_count;
    /// WAVE mask bits; 0 for the usual layout.
    uint64_t mask;
    /// Bits a second, 0 for the codec's own choice.
    int64_t bit_rate;
    /// Bits of a sample that count, for lossless codecs; 0 for all.
    int32_t bits_per_sample;
    /// The samples that are sent; the encoder may want others, see `cav_encoder_shape`.
    cav_sample sample;
} cav_target;

/// The properties of an opened encoder.
typedef struct {
    /// Frames of each block that is sent, but the last; 0 if any number will do.
    int32_t frame_size;
    /// Frames that decoding gives before the first that was sent.
    int32_t priming;
    cav_sample sample;
    bool is_planar;
    const uint8_t *_Nullable cookie;
    size_t cookie_size;
} cav_shape;

/// An encoded packet; it lives until the next call on the encoder.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t size;
    /// Frames in it, 0 if the codec does not state them.
    int64_t duration;
    /// A codec's header that changed at the end (FLAC's digest), NULL mostly.
    const uint8_t *_Nullable new_cookie;
    size_t new_cookie_size;
} cav_packet;

int cav_encoder_open(
    cav_encoder *_Nullable *_Nonnull encoder, const char *_Nonnull name, const cav_target *_Nonnull target,
    const cav_option *_Nullable options, size_t option_count);
void cav_encoder_shape(cav_encoder *_Nonnull encoder, cav_shape *_Nonnull shape);
/// Takes samples in the encoder's shape, one pointer or one for each channel; NULL marks the end.
int cav_encoder_send(
    cav_encoder *_Nonnull encoder, const void *_Nullable const *_Nullable planes, int32_t frame_count);
int cav_encoder_receive(cav_encoder *_Nonnull encoder, cav_packet *_Nonnull packet);
void cav_encoder_close(cav_encoder *_Nonnull encoder);

#endif
