// speexdsp's echo canceller and preprocessor, for voice-bench.
#pragma once

#include <stdint.h>

/// Nanoseconds that this thread has run.
uint64_t voicepeers_thread_time(void);

/// Takes the echo of `reference` away from `microphone`, in blocks of 160 frames at 16 kHz with a tail of 250 ms, by
/// speexdsp; where asked for with its preprocessor, which suppresses the residue and noise. All hold `count` frames.
void voicepeers_speex(
    const int16_t *_Nonnull microphone, const int16_t *_Nonnull reference, int16_t *_Nonnull output, int64_t count,
    int32_t suppresses_residue);
