// speexdsp's echo canceller and preprocessor, for voice-bench.
#pragma once

#include <stdint.h>

/// Nanoseconds that this thread has run.
uint64_t voicepeers_thread_time(void);

/// Runs speexdsp over `microphone` in blocks of 160 frames at 16 kHz. All hold `count` frames. `parts` is a sum: 1 takes the
/// echo of `reference` away with a tail of 250 ms, 2 suppresses what is left of it, 4 the noise, 8 controls the level.
void voicepeers_speex(
    const int16_t *_Nonnull microphone, const int16_t *_Nonnull reference, int16_t *_Nonnull output, int64_t count,
    int32_t parts);
