// The machine's clock under the names that programs for Apple's systems use.
#pragma once

#include <stdint.h>
#include <time.h>

// The ticks of host time: nanoseconds of CLOCK_MONOTONIC. Any thread, the audio thread included.
__attribute__((swift_attr("@_noAllocation"), swift_attr("@_noLocks")))
static inline uint64_t mach_absolute_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// How many nanoseconds a tick lasts, as a fraction.
struct mach_timebase_info {
    uint32_t numer;
    uint32_t denom;
};
typedef struct mach_timebase_info mach_timebase_info_data_t;
typedef struct mach_timebase_info *mach_timebase_info_t;

// Fills in 1 / 1 and returns 0 for success.
static inline int mach_timebase_info(mach_timebase_info_data_t *_Nonnull info) {
    info->numer = 1;
    info->denom = 1;
    return 0;
}
