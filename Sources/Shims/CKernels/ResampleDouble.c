#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

#define LANES 8

typedef double Vector __attribute__((vector_size(8 * LANES)));
typedef double UnalignedVector __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

#if defined(__x86_64__) && defined(__clang__)
#define WIDE __attribute__((min_vector_width(512)))
#else
#define WIDE
#endif

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

// The sums of one output in each channel. `channels` is a constant after inlining.
INLINE void sums_of_one(
    const int channels, Vector *s0, Vector *s1, const double *x0, const double *x1, const double *row, size_t taps) {
    Vector sum0 = {0}, sum1 = {0};
    for (size_t t = 0; t < taps; t += LANES) {
        const Vector c = *(const UnalignedVector *)(row + t);
        sum0 = sum0 + c * *(const UnalignedVector *)(x0 + t);
        if (channels == 2) sum1 = sum1 + c * *(const UnalignedVector *)(x1 + t);
    }
    *s0 = sum0;
    if (channels == 2) *s1 = sum1;
}

INLINE void fir(
    const int channels, double *restrict out0, double *restrict out1, const double *restrict x0,
    const double *restrict x1, const double *restrict bank, const size_t taps, const int32_t *restrict starts,
    const int32_t *restrict rows, size_t count) {
    Vector s0[LANES], s1[LANES];
    double last0[LANES], last1[LANES];
    for (size_t j = 0; j < count; j += LANES) {
        const size_t made = count - j < LANES ? count - j : LANES;
        // What is left fills up a group with its last output.
#pragma clang loop unroll(full)
        for (size_t k = 0; k < LANES; k++) {
            const size_t at = j + (k < made ? k : made - 1);
            sums_of_one(
                channels, &s0[k], &s1[k], x0 + starts[at], x1 + starts[at], bank + (size_t)rows[at] * taps, taps);
        }
        fold_eight(made == LANES ? out0 + j : last0, s0);
        if (channels == 2) fold_eight(made == LANES ? out1 + j : last1, s1);
        if (made == LANES) continue;
        memcpy(out0 + j, last0, made * sizeof *out0);
        if (channels == 2) memcpy(out1 + j, last1, made * sizeof *out1);
    }
}

// The usual lengths get copies of their own, without a loop over taps.
#define FOR_TAPS(call)              \
    switch (taps) {                 \
        case 16: call(16); break;   \
        case 24: call(24); break;   \
        default: call(taps); break; \
    }

// Declared apart: clones and a wide minimum do not go together on a first declaration.
static void fir_one(
    double *out, const double *samples, const double *bank, size_t taps, const int32_t *starts, const int32_t *rows,
    size_t count);
static void fir_two(
    double *out0, double *out1, const double *samples0, const double *samples1, const double *bank, size_t taps,
    const int32_t *starts, const int32_t *rows, size_t count);

CLONES WIDE void fir_one(
    double *out, const double *samples, const double *bank, size_t taps, const int32_t *starts, const int32_t *rows,
    size_t count) {
#define CALL(n) fir(1, out, 0, samples, samples, bank, n, starts, rows, count)
    FOR_TAPS(CALL)
#undef CALL
}

CLONES WIDE void fir_two(
    double *out0, double *out1, const double *samples0, const double *samples1, const double *bank, size_t taps,
    const int32_t *starts, const int32_t *rows, size_t count) {
#define CALL(n) fir(2, out0, out1, samples0, samples1, bank, n, starts, rows, count)
    FOR_TAPS(CALL)
#undef CALL
}

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
