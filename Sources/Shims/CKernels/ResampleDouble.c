#include <stddef.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

#define LANES 8
#define FLOAT_LANES 16

typedef double Vector __attribute__((vector_size(8 * LANES)));
typedef double UnalignedVector __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef float FloatVector __attribute__((vector_size(4 * FLOAT_LANES)));
typedef float UnalignedFloatVector __attribute__((vector_size(4 * FLOAT_LANES), aligned(4), may_alias));
typedef float HalfVector __attribute__((vector_size(4 * LANES)));

#if defined(__x86_64__) && defined(__clang__)
#define WIDE __attribute__((min_vector_width(512)))
#else
#define WIDE
#endif

CLONES void ckernels_widen(double *restrict target, const float *restrict source, size_t count) {
    for (size_t i = 0; i < count; i++) target[i] = (double)source[i];
}

INLINE double folded(const Vector *sums) {
    const Vector s = *sums;
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

// One channel of one output.
INLINE float one_output(
    const CKernelsMiddleDoubleBank *bank, const float *x, const double *wide, size_t start, size_t row) {
    const float *left = bank->left + row * bank->outer, *right = bank->right + row * bank->outer;
    const float *x0 = x + start, *x1 = x + start + bank->outer + bank->middle;
    FloatVector outer = {0};
    for (size_t t = 0; t < bank->outer; t += FLOAT_LANES)
        outer = outer + *(const UnalignedFloatVector *)(left + t) * *(const UnalignedFloatVector *)(x0 + t);
    for (size_t t = 0; t < bank->outer; t += FLOAT_LANES)
        outer = outer + *(const UnalignedFloatVector *)(right + t) * *(const UnalignedFloatVector *)(x1 + t);
    const HalfVector low = __builtin_shufflevector(outer, outer, 0, 1, 2, 3, 4, 5, 6, 7);
    const HalfVector high = __builtin_shufflevector(outer, outer, 8, 9, 10, 11, 12, 13, 14, 15);
    Vector sum = __builtin_convertvector(low, Vector) + __builtin_convertvector(high, Vector);
    const double *row_middle = bank->middles + row * bank->middle;
    for (size_t t = 0; t < bank->middle; t += LANES)
        sum = sum + *(const UnalignedVector *)(row_middle + t) * *(const UnalignedVector *)(wide + start + t);
    return (float)folded(&sum);
}

// Declared apart: clones and a wide minimum do not go together on a first declaration.
static void fir_anywhere(
    float *out, const float *samples, const double *wide, const CKernelsMiddleDoubleBank *bank, const int32_t *starts,
    const int32_t *rows, size_t count);

CLONES WIDE void fir_anywhere(
    float *out, const float *samples, const double *wide, const CKernelsMiddleDoubleBank *bank, const int32_t *starts,
    const int32_t *rows, size_t count) {
    for (size_t j = 0; j < count; j++)
        out[j] = one_output(bank, samples, wide, (size_t)starts[j], (size_t)rows[j]);
}

#if CKERNELS_V4

#include <immintrin.h>

#define V4 __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))
#define V4_INLINE static inline __attribute__((always_inline, target("arch=x86-64-v4"), min_vector_width(512)))

V4_INLINE __m512 floats_up_to(const float *x, size_t at, size_t end) {
    const size_t left = end > at ? end - at : 0;
    return _mm512_maskz_loadu_ps(left < FLOAT_LANES ? (__mmask16)((1u << left) - 1) : (__mmask16)0xFFFF, x + at);
}

V4_INLINE __m512d doubles_up_to(const double *x, size_t at, size_t end) {
    const size_t left = end > at ? end - at : 0;
    return _mm512_maskz_loadu_pd(left < LANES ? (__mmask8)((1u << left) - 1) : (__mmask8)0xFF, x + at);
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

V4_INLINE void fold_near(const int together, float *out, const __m512d *s) {
    const Vector a = MERGE2(MERGE4(s[0], s[1]), MERGE4(s[2], s[3]));
    const Vector b = together == 8 ? MERGE2(MERGE4(s[4], s[5]), MERGE4(s[6], s[7])) : a;
    _mm256_mask_storeu_ps(out, together == 8 ? 0xFF : 0x0F, _mm512_cvtpd_ps((__m512d)MERGE1(a, b)));
}

// One side of the filter, in float32.
V4_INLINE void add_side(
    const int channels, const int together, __m512 *sum0, __m512 *sum1, const float *x0, const float *x1,
    const float *const *row, const size_t *offset, size_t taps) {
    const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const size_t end = offset[together - 1] + taps;
    __m512i index[8];
#pragma clang loop unroll(full)
    for (int k = 0; k < together; k++) index[k] = _mm512_add_epi32(lanes, _mm512_set1_epi32((int32_t)offset[k]));
    __m512 a0 = floats_up_to(x0, 0, end), a1 = channels == 2 ? floats_up_to(x1, 0, end) : a0;
    for (size_t t = 0; t < taps; t += FLOAT_LANES) {
        const __m512 b0 = floats_up_to(x0, t + FLOAT_LANES, end);
        const __m512 b1 = channels == 2 ? floats_up_to(x1, t + FLOAT_LANES, end) : b0;
#pragma clang loop unroll(full)
        for (int k = 0; k < together; k++) {
            const __m512 c = _mm512_loadu_ps(row[k] + t);
            const __m512 v0 = k == 0 ? a0 : _mm512_permutex2var_ps(a0, index[k], b0);
            sum0[k] = _mm512_add_ps(sum0[k], _mm512_mul_ps(c, v0));
            if (channels != 2) continue;
            const __m512 v1 = k == 0 ? a1 : _mm512_permutex2var_ps(a1, index[k], b1);
            sum1[k] = _mm512_add_ps(sum1[k], _mm512_mul_ps(c, v1));
        }
        a0 = b0;
        a1 = b1;
    }
}

V4_INLINE __m512d widened(__m512 x) {
    return _mm512_add_pd(
        _mm512_cvtps_pd(_mm512_castps512_ps256(x)), _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1)));
}

// As in Resample.c: outputs whose starts lie within eight samples share the loads of these. `together` is a constant.
V4_INLINE void fir_near(
    const int channels, const int together, float *out0, float *out1, const float *x0, const float *x1,
    const double *wide0, const double *wide1, const CKernelsMiddleDoubleBank *bank, const int32_t *starts,
    const int32_t *rows) {
    const float *left[8], *right[8];
    const double *middle[8];
    size_t offset[8];
    __m512 outer0[8], outer1[8];
    const size_t first = (size_t)starts[0];
#pragma clang loop unroll(full)
    for (int k = 0; k < together; k++) {
        offset[k] = (size_t)starts[k] - first;
        left[k] = bank->left + (size_t)rows[k] * bank->outer;
        right[k] = bank->right + (size_t)rows[k] * bank->outer;
        middle[k] = bank->middles + (size_t)rows[k] * bank->middle;
        outer0[k] = outer1[k] = _mm512_setzero_ps();
    }
    add_side(channels, together, outer0, outer1, x0 + first, x1 + first, left, offset, bank->outer);
    const size_t behind = first + bank->outer + bank->middle;
    add_side(channels, together, outer0, outer1, x0 + behind, x1 + behind, right, offset, bank->outer);
    __m512d sum0[8], sum1[8];
    __m512i index[8];
    const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
#pragma clang loop unroll(full)
    for (int k = 0; k < together; k++) {
        sum0[k] = widened(outer0[k]);
        if (channels == 2) sum1[k] = widened(outer1[k]);
        index[k] = _mm512_add_epi64(lanes, _mm512_set1_epi64((int64_t)offset[k]));
    }
    const size_t end = offset[together - 1] + bank->middle;
    wide0 += first;
    wide1 += first;
    __m512d a0 = _mm512_loadu_pd(wide0), a1 = _mm512_loadu_pd(wide1);
    for (size_t t = 0; t < bank->middle; t += LANES) {
        const __m512d b0 = doubles_up_to(wide0, t + LANES, end);
        const __m512d b1 = channels == 2 ? doubles_up_to(wide1, t + LANES, end) : b0;
#pragma clang loop unroll(full)
        for (int k = 0; k < together; k++) {
            const __m512d c = _mm512_loadu_pd(middle[k] + t);
            const __m512d v0 = k == 0 ? a0 : _mm512_permutex2var_pd(a0, index[k], b0);
            sum0[k] = _mm512_add_pd(sum0[k], _mm512_mul_pd(c, v0));
            if (channels != 2) continue;
            const __m512d v1 = k == 0 ? a1 : _mm512_permutex2var_pd(a1, index[k], b1);
            sum1[k] = _mm512_add_pd(sum1[k], _mm512_mul_pd(c, v1));
        }
        a0 = b0;
        a1 = b1;
    }
    fold_near(together, out0, sum0);
    if (channels == 2) fold_near(together, out1, sum1);
}

// As many outputs as lie close enough together; returns how many were made.
V4_INLINE size_t fir_permuted(
    const int channels, float *out0, float *out1, const float *x0, const float *x1, const double *wide0,
    const double *wide1, const CKernelsMiddleDoubleBank *bank, const int32_t *starts, const int32_t *rows,
    size_t count) {
    size_t j = 0;
    while (j + 4 <= count) {
        if (j + 8 <= count && starts[j + 7] - starts[j] <= LANES) {
            fir_near(channels, 8, out0 + j, out1 + j, x0, x1, wide0, wide1, bank, starts + j, rows + j);
            j += 8;
        } else if (starts[j + 3] - starts[j] <= LANES) {
            fir_near(channels, 4, out0 + j, out1 + j, x0, x1, wide0, wide1, bank, starts + j, rows + j);
            j += 4;
        } else {
            break;
        }
    }
    return j;
}

V4 static size_t fir_permuted_one(
    float *out, const float *samples, const double *wide, const CKernelsMiddleDoubleBank *bank, const int32_t *starts,
    const int32_t *rows, size_t count) {
    return fir_permuted(1, out, out, samples, samples, wide, wide, bank, starts, rows, count);
}

V4 static size_t fir_permuted_two(
    float *out0, float *out1, const float *samples0, const float *samples1, const double *wide0, const double *wide1,
    const CKernelsMiddleDoubleBank *bank, const int32_t *starts, const int32_t *rows, size_t count) {
    return fir_permuted(2, out0, out1, samples0, samples1, wide0, wide1, bank, starts, rows, count);
}

#endif

void ckernels_fir_middle_double(
    float *out, const float *samples, const double *wide, const CKernelsMiddleDoubleBank *bank, const int32_t *starts,
    const int32_t *rows, size_t count) {
    size_t done = 0;
#if CKERNELS_V4
    if (__builtin_cpu_supports("x86-64-v4")) done = fir_permuted_one(out, samples, wide, bank, starts, rows, count);
#endif
    if (done < count) fir_anywhere(out + done, samples, wide, bank, starts + done, rows + done, count - done);
}

void ckernels_fir_middle_double2(
    float *out0, float *out1, const float *samples0, const float *samples1, const double *wide0, const double *wide1,
    const CKernelsMiddleDoubleBank *bank, const int32_t *starts, const int32_t *rows, size_t count) {
    size_t done = 0;
#if CKERNELS_V4
    if (__builtin_cpu_supports("x86-64-v4"))
        done = fir_permuted_two(out0, out1, samples0, samples1, wide0, wide1, bank, starts, rows, count);
#endif
    if (done == count) return;
    fir_anywhere(out0 + done, samples0, wide0, bank, starts + done, rows + done, count - done);
    fir_anywhere(out1 + done, samples1, wide1, bank, starts + done, rows + done, count - done);
}

CLONES float ckernels_dot_double(const double *samples, const double *row, size_t taps) {
    Vector sum = {0};
    for (size_t t = 0; t < taps; t += LANES)
        sum = sum + *(const UnalignedVector *)(row + t) * *(const UnalignedVector *)(samples + t);
    return (float)folded(&sum);
}

CLONES void ckernels_row_between(double *restrict row, const double *restrict bank, size_t taps, double fraction) {
    const double f = fraction;
    const double w0 = f * (f - 1) * (f - 2) * (-1.0 / 6), w1 = (f + 1) * (f - 1) * (f - 2) * 0.5;
    const double w2 = (f + 1) * f * (f - 2) * -0.5, w3 = (f + 1) * f * (f - 1) * (1.0 / 6);
    for (size_t t = 0; t < taps; t++)
        row[t] = (bank[t] * w0 + bank[taps + t] * w1) + (bank[2 * taps + t] * w2 + bank[3 * taps + t] * w3);
}
