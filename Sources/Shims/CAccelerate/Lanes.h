// Sixteen numbers side by side: registers of any width go through them, in the same order everywhere.
#pragma once

#include "Loops.h"

// No such vector crosses a call: all functions that take one are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float Lanes_float __attribute__((vector_size(64)));
typedef float Memory_float __attribute__((vector_size(64), aligned(4), may_alias));
typedef double Lanes_double __attribute__((vector_size(128)));
typedef double Memory_double __attribute__((vector_size(128), aligned(8), may_alias));
#define LANES 16

#define LOAD(T, pointer) ((Lanes_##T) * (const Memory_##T *)(pointer))
#define STORE(T, pointer, lanes) (*(Memory_##T *)(pointer) = (lanes))
#define WIDENED(lanes) __builtin_convertvector(lanes, Lanes_double)

// The sum of sixteen lanes: halves upon halves.
#define LANE_SUM(T)                                                             \
    INLINE T lane_sum_##T(Lanes_##T lanes) {                                    \
        for (int half = LANES / 2; half > 0; half /= 2)                         \
            for (int k = 0; k < half; k++) lanes[k] = lanes[k] + lanes[k + half]; \
        return lanes[0];                                                        \
    }
LANE_SUM(float)
LANE_SUM(double)
