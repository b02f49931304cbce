// FluidSynth, as the benchmark of the sampler needs it.
#pragma once

#include <stdint.h>

/// A synthesizer with a bank, reverb and chorus off; NULL if the bank cannot be loaded.
void *_Nullable cfluidsynth_peer_make(const char *_Nonnull bank, double rate, int32_t polyphony);
void cfluidsynth_peer_free(void *_Nonnull peer);
void cfluidsynth_peer_program(void *_Nonnull peer, int32_t channel, int32_t program);
void cfluidsynth_peer_note_on(void *_Nonnull peer, int32_t channel, int32_t key, int32_t velocity);
/// Renders a block into two planes and returns the voices that sound.
int32_t cfluidsynth_peer_render(
    void *_Nonnull peer, float *_Nonnull left, float *_Nonnull right, int32_t frame_count);
