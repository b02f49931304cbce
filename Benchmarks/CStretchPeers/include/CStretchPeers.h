// Peers of the time stretcher, behind plain C: Rubber Band and SoundTouch.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Processor time of this thread, in nanoseconds.
uint64_t stretchpeers_thread_time(void);

/// Runs Rubber Band over a whole sound in blocks of 512, in its real-time mode or with a study pass first.
///
/// `engine` is 2 or 3. `rate` is input over output, `pitch` a factor. Returns frames written to `output`, at most `capacity`.
int64_t stretchpeers_rubberband(
    const float *_Nonnull const *_Nonnull input, float *_Nonnull const *_Nonnull output, int32_t channels,
    int64_t frames, int64_t capacity, double sample_rate, int32_t engine, int32_t is_realtime, double rate,
    double pitch);

/// The same with SoundTouch at its defaults, or with its quick search.
int64_t stretchpeers_soundtouch(
    const float *_Nonnull const *_Nonnull input, float *_Nonnull const *_Nonnull output, int32_t channels,
    int64_t frames, int64_t capacity, double sample_rate, int32_t is_quick, double rate, double pitch);

#ifdef __cplusplus
}
#endif
