// FluidSynth, as the benchmark of the sampler needs it.
#pragma once

#include <stdint.h>

/// A synthesizer with a bank; NULL if the bank cannot be loaded. Reverb and chorus are on or off.
void *_Nullable cfluidsynth_peer_make(const char *_Nonnull bank, double rate, int32_t polyphony, int32_t effects);
void cfluidsynth_peer_free(void *_Nonnull peer);
void cfluidsynth_peer_program(void *_Nonnull peer, int32_t channel, int32_t program);
void cfluidsynth_peer_note_on(void *_Nonnull peer, int32_t channel, int32_t key, int32_t velocity);
void cfluidsynth_peer_note_off(void *_Nonnull peer, int32_t channel, int32_t key);
void cfluidsynth_peer_control(void *_Nonnull peer, int32_t channel, int32_t controller, int32_t value);
/// Bends by 0 to 16,383.
void cfluidsynth_peer_bend(void *_Nonnull peer, int32_t channel, int32_t value);
/// Chooses the order of interpolation: 0, 1, 4 or 7.
void cfluidsynth_peer_interpolate(void *_Nonnull peer, int32_t order);
/// Plays a MIDI file from the next block on; false if it cannot.
int32_t cfluidsynth_peer_play(void *_Nonnull peer, const uint8_t *_Nonnull bytes, int64_t count);
/// Returns whether the MIDI file continues.
int32_t cfluidsynth_peer_is_playing(void *_Nonnull peer);
/// Renders a block into two planes and returns the voices that sound.
int32_t cfluidsynth_peer_render(
    void *_Nonnull peer, float *_Nonnull left, float *_Nonnull right, int32_t frame_count);
