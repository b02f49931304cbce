// The peers of the mixing benchmark: OpenAL Soft's loopback device, soxr, and a bare loop.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Keeps the calling thread on one processor. 0 or an errno value.
int32_t mixpeers_pin(int32_t processor);
/// Processor time of the calling thread in nanoseconds.
uint64_t mixpeers_thread_time(void);

/// Bytes of the heap in use, pages of their own included.
uint64_t mixpeers_heap_bytes(void);

typedef struct MixPeersOpenAL MixPeersOpenAL;

/// A loopback device at 48 kHz, float32 stereo, no sends, no HRTF, with `voices` looping stereo sources.
/// `pool` holds `pool_count` interleaved stereo buffers of `frames` frames, float32 or int16; voice v plays buffer
/// v % pool_count from `offsets[v]` on. `resampler` is looked up by the beginning of its name; null takes the default.
/// Null when the device or one of its parts is not to be had.
MixPeersOpenAL *_Nullable mixpeers_openal_make(
    int32_t voices, const void *_Nonnull const *_Nonnull pool, int32_t pool_count, int32_t is_float, int32_t frames,
    int32_t rate, const int32_t *_Nonnull offsets, float gain, const char *_Nullable resampler);
/// Renders `frames` interleaved stereo frames.
void mixpeers_openal_render(MixPeersOpenAL *_Nonnull device, float *_Nonnull out, int32_t frames);
void mixpeers_openal_free(MixPeersOpenAL *_Nonnull device);
/// The version that is linked.
const char *_Nonnull mixpeers_openal_version(void);

/// out += in * gain for interleaved stereo, one source at a time: what a plain program would write.
void mixpeers_bare_loop(
    float *_Nonnull out, const float *_Nonnull frames, float left_gain, float right_gain, size_t frame_count);

typedef struct MixPeersSoxr MixPeersSoxr;

/// soxr, stereo float32 interleaved, one thread. `recipe`: 0 quick, 1 low, 2 medium, 4 high, 6 very high.
MixPeersSoxr *_Nullable mixpeers_soxr_make(double input_rate, double output_rate, int32_t recipe);
/// Takes `input_frames`; returns frames produced.
size_t mixpeers_soxr_process(
    MixPeersSoxr *_Nonnull soxr, const float *_Nonnull in, size_t input_frames, float *_Nonnull out, size_t room);
void mixpeers_soxr_free(MixPeersSoxr *_Nonnull soxr);

/// 44.1 to 48 kHz in two planes by `taps` taps (16 or 32), a row of coefficients for each of 160 places: the shortest loop with
/// 256-bit registers. `inputs` hold `count` * 147 / 160 + `taps` frames, `bank` 160 rows.
void mixpeers_bare_polyphase(
    float *_Nonnull left, float *_Nonnull right, const float *_Nonnull left_input, const float *_Nonnull right_input,
    const float *_Nonnull bank, int32_t taps, size_t count);
/// The same by straight lines.
void mixpeers_bare_lines(
    float *_Nonnull left, float *_Nonnull right, const float *_Nonnull left_input, const float *_Nonnull right_input,
    size_t count);
