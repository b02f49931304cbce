#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

#define LANES 8

typedef double Sample;
typedef double Vector __attribute__((vector_size(8 * LANES)));
typedef double UnalignedVector __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

CLONES void ckernels_widen(double *restrict target, const float *restrict source, size_t count) {
    for (size_t i = 0; i < count; i++) target[i] = (double)source[i];
}

CLONES void ckernels_narrow(float *restrict target, const double *restrict source, size_t count) {
    for (size_t i = 0; i < count; i++) target[i] = (float)source[i];
}

// Each merge folds two sets of sums to half their lanes and puts them side by side.
#define MERGE4(a, b)                                           \
    (__builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11) + \
     __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15))
#define MERGE2(a, b)                                           \
    (__builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13) + \
     __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15))
#define MERGE1(a, b)                                            \
    (__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14) + \
     __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15))

INLINE void fold_eight(double *out, const Vector *s) {
    const Vector a = MERGE2(MERGE4(s[0], s[1]), MERGE4(s[2], s[3]));
    const Vector b = MERGE2(MERGE4(s[4], s[5]), MERGE4(s[6], s[7]));
    *(UnalignedVector *)out = MERGE1(a, b);
}

// The usual lengths get copies of their own, without a loop over taps.
#define FOR_TAPS(call)              \
    switch (taps) {                 \
        case 16: call(16); break;   \
        case 24: call(24); break;   \
        default: call(taps); break; \
    }

#define FOLD fold_eight
#include "Fir.h"

void ckernels_fir_double(
    double *out, const double *samples, const double *bank, size_t taps, const int32_t *starts, const int32_t *rows,
    size_t count) {
    fir_one(out, samples, bank, taps, starts, rows, count);
}

void ckernels_fir_double2(
    double *out0, double *out1, const double *samples0, const double *samples1, const double *bank, size_t taps,
    const int32_t *starts, const int32_t *rows, size_t count) {
    fir_two(out0, out1, samples0, samples1, bank, taps, starts, rows, count);
}

CLONES float ckernels_dot_double(const double *samples, const double *row, size_t taps) {
    Vector s = {0};
    for (size_t t = 0; t < taps; t += LANES)
        s = s + *(const UnalignedVector *)(row + t) * *(const UnalignedVector *)(samples + t);
    return (float)(((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7])));
}

CLONES void ckernels_row_between(double *restrict row, const double *restrict bank, size_t taps, double fraction) {
    const double f = fraction;
    const double w0 = f * (f - 1) * (f - 2) * (-1.0 / 6), w1 = (f + 1) * (f - 1) * (f - 2) * 0.5;
    const double w2 = (f + 1) * f * (f - 2) * -0.5, w3 = (f + 1) * f * (f - 1) * (1.0 / 6);
    for (size_t t = 0; t < taps; t++)
        row[t] = (bank[t] * w0 + bank[taps + t] * w1) + (bank[2 * taps + t] * w2 + bank[3 * taps + t] * w3);
}
