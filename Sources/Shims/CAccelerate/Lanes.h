// Sixteen numbers side by side: registers of any width go through them, in the same order everywhere.
#pragma once

#include "Loops.h"

typedef float Lanes_float __attribute__((vector_size(64)));
typedef float Memory_float __attribute__((vector_size(64), aligned(4), may_alias));
typedef double Lanes_double __attribute__((vector_size(128)));
typedef double Memory_double __attribute__((vector_size(128), aligned(8), may_alias));
#define LANES 16

#define LOAD(T, pointer) ((Lanes_##T) * (const Memory_##T *)(pointer))
#define STORE(T, pointer, lanes) (*(Memory_##T *)(pointer) = (lanes))
#define WIDENED(lanes) __builtin_convertvector(lanes, Lanes_double)

// The sum of sixteen lanes: halves upon halves. By a pointer, for no call hands over such a vector alike in all clones.
#define SUM_OF_LANES(T)                                                                \
    INLINE T sum_of_lanes_##T(const Lanes_##T *of) {                                   \
        Lanes_##T lanes = *of;                                                         \
        for (int half = LANES / 2; half > 0; half /= 2)                                \
            for (int k = 0; k < half; k++) lanes[k] = lanes[k] + lanes[k + half];      \
        return lanes[0];                                                               \
    }
SUM_OF_LANES(float)
SUM_OF_LANES(double)
#define LANE_SUM(T, x)                    \
    ({                                    \
        const Lanes_##T lanes_ = (x);     \
        sum_of_lanes_##T(&lanes_);        \
    })
