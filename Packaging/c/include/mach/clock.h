// The kernel's clocks.
#pragma once

#include "mach.h"

#include <CoreFoundation/CFRunLoop.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef mach_port_t clock_serv_t;
typedef int clock_id_t;

struct mach_timespec {
    unsigned int tv_sec;
    int tv_nsec;
};
typedef struct mach_timespec mach_timespec_t;

#define SYSTEM_CLOCK 0
#define CALENDAR_CLOCK 1
#define REALTIME_CLOCK SYSTEM_CLOCK

/// Finds a clock: the one that only goes forward, or that of the calendar.
static inline kern_return_t host_get_clock_service(host_t host, clock_id_t number, clock_serv_t *clock) {
    (void)host;
    if (clock == NULL || (number != SYSTEM_CLOCK && number != CALENDAR_CLOCK)) return KERN_INVALID_ARGUMENT;
    *clock = (clock_serv_t)number;
    return KERN_SUCCESS;
}

/// Reads a clock.
static inline kern_return_t clock_get_time(clock_serv_t clock, mach_timespec_t *time) {
    if (time == NULL) return KERN_INVALID_ARGUMENT;
    double epoch = 978307200;  // of Core Foundation, in that of Unix
    UInt64 now = clock == CALENDAR_CLOCK ? (UInt64)((CFAbsoluteTimeGetCurrent() + epoch) * 1e9) : mach_absolute_time();
    time->tv_sec = (unsigned int)(now / NSEC_PER_SEC);
    time->tv_nsec = (int)(now % NSEC_PER_SEC);
    return KERN_SUCCESS;
}

#ifdef __cplusplus
}
#endif
