// The machine's clock, whose ticks are the host time of time stamps.
#pragma once

#include <CoreFoundation/CFBase.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NSEC_PER_SEC 1000000000ull
#define NSEC_PER_MSEC 1000000ull
#define NSEC_PER_USEC 1000ull
#define USEC_PER_SEC 1000000ull

typedef int kern_return_t;
enum {
    KERN_SUCCESS = 0,
};

/// The duration of a tick in nanoseconds, as a fraction.
struct mach_timebase_info {
    UInt32 numer;
    UInt32 denom;
};
typedef struct mach_timebase_info mach_timebase_info_data_t;
typedef struct mach_timebase_info *mach_timebase_info_t;

/// Returns the present time in ticks: nanoseconds of `CLOCK_MONOTONIC`.
UInt64 mach_absolute_time(void);

/// Writes the duration of a tick, 1 / 1.
kern_return_t mach_timebase_info(mach_timebase_info_t info);

#ifdef __cplusplus
}
#endif
