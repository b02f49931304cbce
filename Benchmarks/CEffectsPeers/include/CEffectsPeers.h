// Effects of others, and the clocks to measure them with.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A LADSPA plugin of one or two channels with buffers of its own, filled with noise.
typedef struct EffectsPeer EffectsPeer;

/// Opens a plugin at its initial settings, 48 kHz; NULL when it is not installed or this was built without ladspa.h.
EffectsPeer *effectspeers_open(const char *library, const char *label);
/// Sets every control whose name begins so; returns how many there were.
int effectspeers_set(EffectsPeer *peer, const char *name, float value);
/// Runs a block; mono plugins run twice, one instance for each channel.
void effectspeers_run(EffectsPeer *peer, size_t frame_count);
void effectspeers_close(EffectsPeer *peer);

/// Processor time of this thread in nanoseconds.
int64_t effectspeers_thread_time(void);
/// Keeps this thread on one processor; 0 when that worked.
int effectspeers_pin(int processor);
/// Denormal numbers count as zero from here on, as in every host.
void effectspeers_flush_denormals(void);
/// Processor seconds of a command and its children; below 0 when it failed.
double effectspeers_command(const char *command);
