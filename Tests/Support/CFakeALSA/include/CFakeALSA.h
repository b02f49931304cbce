// An ALSA library that is none: one output and one input that run by the clock, and fail as a test asks. For one thread that sets
// it up, before and between the calls of others.

#ifndef SORDINO_CFAKEALSA_H
#define SORDINO_CFAKEALSA_H

#include <stdbool.h>
#include <stdint.h>

/// Finds a function by its name in ALSA.
void *_Nullable fake_alsa_find(const char *_Nonnull name);

/// The functions that can fail.
int fake_alsa_function_count(void);
const char *_Nonnull fake_alsa_function_name(int function);

/// Forgets all faults, what was written and the counts.
void fake_alsa_reset(void);
/// Has a function return an error from its call of this number (from 0) on, so many times; function -1 is none.
void fake_alsa_fail(int function, int error, int after, int times);
/// How often a function was called since the last of these two calls that named it.
int fake_alsa_calls(int function);
/// Whether a direction's device is there: without it every call for it returns -ENODEV.
void fake_alsa_plug(bool is_input, bool is_there);
/// Lets the output run out of frames; the machine sleep and wake.
void fake_alsa_underrun(void);
void fake_alsa_suspend(void);
void fake_alsa_wake(void);
/// Whether the output takes no frames although it runs.
void fake_alsa_stall(bool stalls);
/// The only rate that the devices have, in hertz; 0 is any.
void fake_alsa_set_rate(uint32_t rate);
/// The number of frames that were written, how often a device was opened, and how many are open.
long fake_alsa_written(void);
int fake_alsa_opened(void);
int fake_alsa_open_count(void);

#endif
