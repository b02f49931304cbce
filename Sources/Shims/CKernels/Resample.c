#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

#define LANES 16

// Sixteen lanes, whatever the machine's registers: the compiler cuts them to size, the order of additions stays.
typedef float Vector __attribute__((vector_size(4 * LANES)));
typedef float UnalignedVector __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

#if defined(__x86_64__) && defined(__clang__)
#define WIDE __attribute__((min_vector_width(512)))
#else
#define WIDE
#endif

// Each merge folds two sets of sums to half their lanes and puts them side by side.
#define MERGE8(a, b)                                                                                \
    (__builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23) +        \
     __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31))
#define MERGE4(a, b)                                                                                \
    (__builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27) +      \
     __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31))
#define MERGE2(a, b)                                                                                \
    (__builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29) +      \
     __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31))
#define MERGE1(a, b)                                                                                \
    (__builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30) +     \
     __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31))

// Folds the sums of sixteen outputs at once: a third of the work of folding each alone.
INLINE void fold_sixteen(float *out, const Vector *s) {
    Vector a = MERGE4(MERGE8(s[0], s[1]), MERGE8(s[2], s[3]));
    Vector b = MERGE4(MERGE8(s[4], s[5]), MERGE8(s[6], s[7]));
    Vector c = MERGE4(MERGE8(s[8], s[9]), MERGE8(s[10], s[11]));
    Vector d = MERGE4(MERGE8(s[12], s[13]), MERGE8(s[14], s[15]));
    Vector e = MERGE2(a, b), f = MERGE2(c, d);
    *(UnalignedVector *)out = MERGE1(e, f);
}

INLINE float fold_one(const Vector *s) {
    float lanes[LANES];
    memcpy(lanes, s, sizeof lanes);
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++) lanes[k] += lanes[k + half];
    return lanes[0];
}

// The sums of one output in each channel. `channels` and `between` are constants after inlining.
INLINE void sums_of_one(
    const int channels, const int between, Vector *s0, Vector *s1, const float *x0, const float *x1, const float *row,
    float fraction, size_t taps) {
    Vector sum0 = {0}, sum1 = {0};
    for (size_t t = 0; t < taps; t += LANES) {
        Vector c = *(const UnalignedVector *)(row + t);
        if (between) {
            Vector next = *(const UnalignedVector *)(row + taps + t);
            c = c + fraction * (next - c);
        }
        sum0 = sum0 + c * *(const UnalignedVector *)(x0 + t);
        if (channels == 2) sum1 = sum1 + c * *(const UnalignedVector *)(x1 + t);
    }
    *s0 = sum0;
    if (channels == 2) *s1 = sum1;
}

INLINE void fir(
    const int channels, const int between, float *restrict out0, float *restrict out1, const float *restrict x0,
    const float *restrict x1, const float *restrict bank, const size_t taps, const int32_t *restrict starts,
    const int32_t *restrict rows, const float *restrict fractions, size_t count) {
    size_t j = 0;
    Vector s0[LANES], s1[LANES];
    for (; j + LANES <= count; j += LANES) {
#pragma clang loop unroll(full)
        for (int k = 0; k < LANES; k++)
            sums_of_one(
                channels, between, &s0[k], &s1[k], x0 + starts[j + k], x1 + starts[j + k],
                bank + (size_t)rows[j + k] * taps, between ? fractions[j + k] : 0, taps);
        fold_sixteen(out0 + j, s0);
        if (channels == 2) fold_sixteen(out1 + j, s1);
    }
    for (; j < count; j++) {
        sums_of_one(
            channels, between, &s0[0], &s1[0], x0 + starts[j], x1 + starts[j], bank + (size_t)rows[j] * taps,
            between ? fractions[j] : 0, taps);
        out0[j] = fold_one(&s0[0]);
        if (channels == 2) out1[j] = fold_one(&s1[0]);
    }
}

// The usual lengths get copies of their own, without a loop over taps.
#define FOR_TAPS(call)               \
    switch (taps) {                  \
        case 16: call(16); break;    \
        case 32: call(32); break;    \
        case 96: call(96); break;    \
        case 112: call(112); break;  \
        default: call(taps); break;  \
    }

CLONES WIDE void ckernels_fir(
    float *out, const float *samples, const float *bank, size_t taps, const int32_t *starts, const int32_t *rows,
    size_t count) {
#define CALL(n) fir(1, 0, out, 0, samples, samples, bank, n, starts, rows, 0, count)
    FOR_TAPS(CALL)
#undef CALL
}

CLONES WIDE void ckernels_fir2(
    float *out0, float *out1, const float *samples0, const float *samples1, const float *bank, size_t taps,
    const int32_t *starts, const int32_t *rows, size_t count) {
#define CALL(n) fir(2, 0, out0, out1, samples0, samples1, bank, n, starts, rows, 0, count)
    FOR_TAPS(CALL)
#undef CALL
}

CLONES WIDE void ckernels_fir_between(
    float *out, const float *samples, const float *bank, size_t taps, const int32_t *starts, const int32_t *rows,
    const float *fractions, size_t count) {
#define CALL(n) fir(1, 1, out, 0, samples, samples, bank, n, starts, rows, fractions, count)
    FOR_TAPS(CALL)
#undef CALL
}

CLONES WIDE void ckernels_fir_between2(
    float *out0, float *out1, const float *samples0, const float *samples1, const float *bank, size_t taps,
    const int32_t *starts, const int32_t *rows, const float *fractions, size_t count) {
#define CALL(n) fir(2, 1, out0, out1, samples0, samples1, bank, n, starts, rows, fractions, count)
    FOR_TAPS(CALL)
#undef CALL
}

CLONES void ckernels_places(
    int32_t *restrict starts, int32_t *restrict rows, float *restrict fractions, uint64_t position, uint64_t step,
    uint32_t row_count, size_t count) {
    for (size_t j = 0; j < count; j++) {
        const uint64_t at = position + step * j;
        // 36 bits of the fraction times at most 4096 rows: 48 bits.
        const uint64_t in_rows = ((at >> 12) & UINT64_C(0xFFFFFFFFF)) * row_count;
        starts[j] = (int32_t)(at >> 48);
        rows[j] = (int32_t)(in_rows >> 36);
        fractions[j] = (float)((int32_t)(in_rows >> 12) & 0xFFFFFF) * 0x1p-24f;
    }
}

INLINE void linear(
    float *restrict out, const float *restrict samples, uint64_t position, uint64_t step, size_t from, size_t count) {
    for (size_t j = from; j < count; j++) {
        const uint64_t at = position + step * j;
        const size_t i = (size_t)(at >> 48);
        const float f = (float)((int32_t)(at >> 24) & 0xFFFFFF) * 0x1p-24f;
        const float a = samples[i], b = samples[i + 1];
        out[j] = a + f * (b - a);
    }
}

CLONES static void linear_anywhere(
    float *restrict out, const float *restrict samples, uint64_t position, uint64_t step, size_t count) {
    linear(out, samples, position, step, 0, count);
}

#if defined(__x86_64__) && !defined(CKERNELS_SANITIZED)

#include <immintrin.h>

// The same numbers by permutation: while the step is below 15/8, sixteen outputs lie within 32 samples, which are two
// registers; a gather from memory would cost four times as much.
__attribute__((target("arch=x86-64-v4"), min_vector_width(512))) static void linear_permuted(
    float *restrict out, const float *restrict samples, uint64_t position, uint64_t step, size_t count) {
    const __m512i sixteen = _mm512_set1_epi64((int64_t)(16 * step));
    const __m512i steps = _mm512_mullo_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64((int64_t)step));
    __m512i low = _mm512_add_epi64(_mm512_set1_epi64((int64_t)position), steps);
    __m512i high = _mm512_add_epi64(low, _mm512_set1_epi64((int64_t)(8 * step)));
    const __m512i mask = _mm512_set1_epi32(0xFFFFFF), one = _mm512_set1_epi32(1);
    size_t j = 0;
    for (; j + 16 <= count; j += 16) {
        const size_t first = (size_t)((position + step * j) >> 48);
        const __m512i whole = _mm512_inserti64x4(
            _mm512_castsi256_si512(_mm512_cvtepi64_epi32(_mm512_srli_epi64(low, 48))),
            _mm512_cvtepi64_epi32(_mm512_srli_epi64(high, 48)), 1);
        const __m512i part = _mm512_inserti64x4(
            _mm512_castsi256_si512(_mm512_cvtepi64_epi32(_mm512_srli_epi64(low, 24))),
            _mm512_cvtepi64_epi32(_mm512_srli_epi64(high, 24)), 1);
        const __m512 f = _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_and_si512(part, mask)), _mm512_set1_ps(0x1p-24f));
        const __m512i index = _mm512_sub_epi32(whole, _mm512_set1_epi32((int32_t)first));
        // Only what lies within the sixteen outputs' reach may be read: the last one's right neighbour is the limit.
        const size_t last = (size_t)((position + step * (j + 15)) >> 48) + 1 - first;
        const __m512 x = _mm512_maskz_loadu_ps(
            (__mmask16)(last < 15 ? (2u << last) - 1 : 0xFFFF), samples + first);
        const __m512 y = _mm512_maskz_loadu_ps((__mmask16)(last < 16 ? 0 : (2u << (last - 16)) - 1), samples + first + 16);
        const __m512 a = _mm512_permutex2var_ps(x, index, y);
        const __m512 b = _mm512_permutex2var_ps(x, _mm512_add_epi32(index, one), y);
        _mm512_storeu_ps(out + j, _mm512_add_ps(a, _mm512_mul_ps(f, _mm512_sub_ps(b, a))));
        low = _mm512_add_epi64(low, sixteen);
        high = _mm512_add_epi64(high, sixteen);
    }
    linear(out, samples, position, step, j, count);
}

void ckernels_linear(float *out, const float *samples, uint64_t position, uint64_t step, size_t count) {
    if (step < (UINT64_C(15) << 45) && __builtin_cpu_supports("x86-64-v4"))
        linear_permuted(out, samples, position, step, count);
    else
        linear_anywhere(out, samples, position, step, count);
}

#else

void ckernels_linear(float *out, const float *samples, uint64_t position, uint64_t step, size_t count) {
    linear_anywhere(out, samples, position, step, count);
}

#endif
