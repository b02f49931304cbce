#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

// The ways of reading a recording at another speed besides the cubic one: the nearest sample before, a straight line,
// and sixteen samples under a windowed sine cardinal.

#pragma STDC FP_CONTRACT ON

#define TAPS CKERNELS_NOTE_TAPS

typedef float Eight __attribute__((vector_size(32), aligned(32)));
typedef int16_t EightShorts __attribute__((vector_size(16), aligned(16)));

// By pointers: vectors as arguments would depend on the processor.
INLINE void eight_int16(Eight *out, const int16_t *s) {
    EightShorts v;
    memcpy(&v, s, sizeof v);
    *out = __builtin_convertvector(v, Eight);
}

INLINE void eight_float(Eight *out, const float *s) { memcpy(out, s, sizeof *out); }

INLINE float sum(const Eight *v) {
    const Eight w = *v + __builtin_shufflevector(*v, *v, 4, 5, 6, 7, 0, 1, 2, 3);
    const Eight x = w + __builtin_shufflevector(w, w, 2, 3, 0, 1, 6, 7, 4, 5);
    return x[0] + x[1];
}

#define FRACTION(phase) ((float)((uint32_t)(phase) >> 8) * 0x1p-24f)

#define READ(eight, scale)                                                                                     \
    if (kind == CKERNELS_NOTE_NONE) {                                                                          \
        for (size_t i = 0; i < count; i++, phase += step) out[i] = (float)samples[phase >> 32] * (scale);      \
    } else if (kind == CKERNELS_NOTE_LINEAR) {                                                                 \
        for (size_t i = 0; i < count; i++, phase += step) {                                                    \
            const float b = (float)samples[phase >> 32], c = (float)samples[(phase >> 32) + 1];                \
            out[i] = (b + FRACTION(phase) * (c - b)) * (scale);                                                \
        }                                                                                                      \
    } else {                                                                                                   \
        for (size_t i = 0; i < count; i++, phase += step) {                                                    \
            /* The row of the fraction, and how far it is to the next one. */                                  \
            const uint32_t part = (uint32_t)phase;                                                             \
            const float *row = table + (size_t)(part / (0x80000000u / (CKERNELS_NOTE_PHASES / 2))) * TAPS;     \
            const float t = (float)(part % (0x80000000u / (CKERNELS_NOTE_PHASES / 2)))                         \
                / (float)(0x80000000u / (CKERNELS_NOTE_PHASES / 2));                                           \
            Eight low, high, next_low, next_high, one, other;                                                  \
            eight_float(&low, row), eight_float(&high, row + 8);                                               \
            eight_float(&next_low, row + TAPS), eight_float(&next_high, row + TAPS + 8);                       \
            eight(&one, samples + (phase >> 32) - (TAPS / 2 - 1)), eight(&other, samples + (phase >> 32) + 1); \
            const Eight y = one * (low + t * (next_low - low)) + other * (high + t * (next_high - high));      \
            out[i] = sum(&y) * (scale);                                                                        \
        }                                                                                                      \
    }

CLONES void ckernels_note_other_int16(
    float *out, const int16_t *samples, uint64_t phase, uint64_t step, size_t count, int kind, const float *table) {
    READ(eight_int16, 0x1p-15f)
}

CLONES void ckernels_note_other_float(
    float *out, const float *samples, uint64_t phase, uint64_t step, size_t count, int kind, const float *table) {
    READ(eight_float, 1.0f)
}
