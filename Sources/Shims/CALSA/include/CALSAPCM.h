// PCM devices of ALSA for Swift: one device, one direction, interleaved frames. The library is opened at first use.
// Built in when its headers are installed; otherwise no library can be opened.
//
// Functions that return int or long follow ALSA: 0 or more is success, below is a negated errno. Calls for one device run
// on one thread at a time.

#ifndef SORDINO_CALSA_PCM_H
#define SORDINO_CALSA_PCM_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct calsa_library calsa_library;
typedef struct calsa_pcm calsa_pcm;

/// Opens a library, or returns the one that was opened before; NULL when it is not there, or is not ALSA's.
const calsa_library *_Nullable calsa_library_open(const char *_Nonnull path);
/// The same from functions that `find` knows by their names in ALSA. The library is kept for ever.
const calsa_library *_Nullable calsa_library_from(void *_Nullable (*_Nonnull find)(const char *_Nonnull name));

/// The storage of samples, in the byte order of this machine.
typedef enum calsa_format {
    calsa_float32 = 0,
    calsa_int32 = 1,
    calsa_int24_in_3 = 2,
    calsa_int24_in_4 = 3,
    calsa_int16 = 4,
} calsa_format;

/// The setting that is asked for.
typedef struct calsa_wish {
    uint32_t rate;
    bool is_rate_exact;  // another rate is a refusal
    uint32_t channels;
    uint32_t block;  // frames
} calsa_wish;

enum { calsa_rate_count = 13 };

/// The setting that the device has taken, and what else it could do.
typedef struct calsa_grant {
    uint32_t rate;
    uint32_t channels;
    uint32_t period;  // frames
    uint32_t buffer;
    calsa_format format;
    uint32_t least_period;
    uint32_t most_period;
    uint32_t rates[calsa_rate_count];  // ascending
    uint32_t rate_count;
    int32_t card;  // -1: no card, or unknown
    char card_name[80];
    char name[80];  // the device's
} calsa_grant;

/// Opens and sets up a device; it does not run. The device's own formats and rates come first, those that ALSA converts second.
/// `step` receives the name of the function that refused.
int calsa_pcm_open(
    const calsa_library *_Nonnull library, const char *_Nonnull device, bool is_input, calsa_wish wish,
    calsa_grant *_Nonnull grant, calsa_pcm *_Nullable *_Nonnull pcm, const char *_Nullable *_Nonnull step);
void calsa_pcm_close(calsa_pcm *_Nonnull pcm);
/// Has the device wake its poller when this many frames can be written or read, and begin when `start` frames were written.
int calsa_pcm_wake_at(calsa_pcm *_Nonnull pcm, uint32_t frames, uint32_t start);

int calsa_pcm_prepare(calsa_pcm *_Nonnull pcm);
int calsa_pcm_start(calsa_pcm *_Nonnull pcm);
/// Stops the device at once.
int calsa_pcm_drop(calsa_pcm *_Nonnull pcm);
/// Goes on after the machine slept. -EAGAIN: not yet.
int calsa_pcm_resume(calsa_pcm *_Nonnull pcm);
/// Indicates whether the device was taken away.
bool calsa_pcm_is_gone(calsa_pcm *_Nonnull pcm);
/// Frames that can be written or read now.
long calsa_pcm_available(calsa_pcm *_Nonnull pcm);
/// Frames from a frame that would be written now to the air; 0 when the device does not tell.
long calsa_pcm_delay(calsa_pcm *_Nonnull pcm);
/// Writes or reads interleaved frames; never waits. Returns their number.
long calsa_pcm_write(calsa_pcm *_Nonnull pcm, const void *_Nonnull frames, size_t count);
long calsa_pcm_read(calsa_pcm *_Nonnull pcm, void *_Nonnull frames, size_t count);

/// The descriptors to poll until the device is ready. Returns their number, 0 when there are more than `room`.
int calsa_pcm_descriptors(calsa_pcm *_Nonnull pcm, struct pollfd *_Nonnull descriptors, int room);
/// The result of the poll, in the terms of this device.
int calsa_pcm_events(calsa_pcm *_Nonnull pcm, struct pollfd *_Nonnull descriptors, int count);

/// Makes a descriptor that `calsa_ring` wakes a sleeper at; below 0 when the system refuses.
int calsa_make_bell(void);
void calsa_ring(int bell);
/// Sleeps until the bell in the first place rings, another is ready, or so many nanoseconds went by; -1 is for ever.
void calsa_sleep(struct pollfd *_Nonnull descriptors, int count, int64_t nanoseconds);

/// A sentence of ALSA's about an error.
const char *_Nonnull calsa_error(const calsa_library *_Nonnull library, int error);

#endif
