#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

#define LANES 16

// Sixteen lanes for registers of any width: the compiler cuts them to size, the order of additions stays.
typedef float Sample;
typedef float Vector __attribute__((vector_size(4 * LANES)));
typedef float UnalignedVector __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

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

// The usual lengths get copies of their own, without a loop over taps.
#define FOR_TAPS(call)               \
    switch (taps) {                  \
        case 16: call(16); break;    \
        case 32: call(32); break;    \
        case 64: call(64); break;    \
        case 80: call(80); break;    \
        case 96: call(96); break;    \
        default: call(taps); break;  \
    }

#define FOLD fold_sixteen
#include "Fir.h"

#if CKERNELS_V4

#include <immintrin.h>

#define V4 __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))
#define V4_INLINE static inline __attribute__((always_inline, target("arch=x86-64-v4"), min_vector_width(512)))

V4_INLINE __m512 samples_up_to(const float *x, size_t at, size_t end) {
    const size_t left = end > at ? end - at : 0;
    return _mm512_maskz_loadu_ps(left < LANES ? (__mmask16)((1u << left) - 1) : (__mmask16)0xFFFF, x + at);
}

// The same numbers with fewer loads. A load of 64 bytes that is not aligned costs two; eight neighbouring outputs see
// nearly the same samples, so these are loaded once, and each output permutes its own out of two registers. The starts
// of the eight lie within 16 samples. How an output gets its samples: the first, third and fifth by loads, which spares
// the unit that permutes.
#define WAY(k) ((k) == 0 ? 0 : (k) == 4 || (k) == 2 ? 1 : 2)

// `follows` is a constant: each output's row lies behind the one before, which needs one register instead of eight.
V4_INLINE void sums_of_rows(
    const int channels, const int follows, __m512 *s0, __m512 *s1, const float *x0, const float *x1, const float *bank,
    const size_t taps, const int32_t *starts, const int32_t *rows) {
    const __m512i lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const size_t end = (size_t)(starts[7] - starts[0]) + taps;
    const float *row[8];
    __m512i index[8];
    size_t offset[8];
    __m512 sum0[8], sum1[8];
    x0 += starts[0];
    x1 += starts[0];
#pragma clang loop unroll(full)
    for (int k = 0; k < 8; k++) {
        row[k] = follows ? bank + (size_t)rows[0] * taps + (size_t)k * taps : bank + (size_t)rows[k] * taps;
        offset[k] = (size_t)(starts[k] - starts[0]);
        index[k] = _mm512_add_epi32(lanes, _mm512_set1_epi32(starts[k] - starts[0]));
        sum0[k] = sum1[k] = _mm512_setzero_ps();
    }
    __m512 a0 = _mm512_loadu_ps(x0), a1 = a0;
    if (channels == 2) a1 = _mm512_loadu_ps(x1);
    for (size_t t = 0; t < taps; t += LANES) {
        const __m512 b0 = samples_up_to(x0, t + LANES, end);
        const __m512 b1 = channels == 2 ? samples_up_to(x1, t + LANES, end) : b0;
#pragma clang loop unroll(full)
        for (int k = 0; k < 8; k++) {
            const __m512 c = _mm512_loadu_ps(row[k] + t);
            const size_t at = t + offset[k];
            const int way = WAY(k);
            const __m512 v0 = way == 0 ? a0 : way == 1 ? _mm512_loadu_ps(x0 + at) : _mm512_permutex2var_ps(a0, index[k], b0);
            sum0[k] = _mm512_add_ps(sum0[k], _mm512_mul_ps(c, v0));
            if (channels != 2) continue;
            const __m512 v1 = way == 0 ? a1 : way == 1 ? _mm512_loadu_ps(x1 + at) : _mm512_permutex2var_ps(a1, index[k], b1);
            sum1[k] = _mm512_add_ps(sum1[k], _mm512_mul_ps(c, v1));
        }
        a0 = b0;
        a1 = b1;
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < 8; k++) {
        s0[k] = sum0[k];
        if (channels == 2) s1[k] = sum1[k];
    }
}

V4_INLINE void sums_of_eight(
    const int channels, __m512 *s0, __m512 *s1, const float *x0, const float *x1, const float *bank, const size_t taps,
    const int32_t *starts, const int32_t *rows) {
    // At the end of a round rows begin anew.
    const __m256i following = _mm256_add_epi32(_mm256_set1_epi32(rows[0]), _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
    if (_mm256_cmpneq_epi32_mask(_mm256_loadu_si256((const __m256i_u *)rows), following) == 0)
        sums_of_rows(channels, 1, s0, s1, x0, x1, bank, taps, starts, rows);
    else
        sums_of_rows(channels, 0, s0, s1, x0, x1, bank, taps, starts, rows);
}

// As many outputs, in groups of sixteen, as lie close enough together; returns how many were made.
V4_INLINE size_t fir_permuted(
    const int channels, float *out0, float *out1, const float *x0, const float *x1, const float *bank,
    const size_t taps, const int32_t *starts, const int32_t *rows, size_t count) {
    size_t j = 0;
    __m512 s0[LANES], s1[LANES];
    for (; j + LANES <= count; j += LANES) {
        if (starts[j + 7] - starts[j] > LANES || starts[j + 15] - starts[j + 8] > LANES) break;
        sums_of_eight(channels, s0, s1, x0, x1, bank, taps, starts + j, rows + j);
        sums_of_eight(channels, s0 + 8, s1 + 8, x0, x1, bank, taps, starts + j + 8, rows + j + 8);
        fold_sixteen(out0 + j, (const Vector *)s0);
        if (channels == 2) fold_sixteen(out1 + j, (const Vector *)s1);
    }
    if (j + LANES <= count || j == count) return j;
    int32_t last_starts[LANES], last_rows[LANES];
    for (size_t k = 0; k < LANES; k++) {
        const size_t at = j + k < count ? j + k : count - 1;
        last_starts[k] = starts[at];
        last_rows[k] = rows[at];
    }
    if (last_starts[7] - last_starts[0] > LANES || last_starts[15] - last_starts[8] > LANES) return j;
    float last0[LANES], last1[LANES];
    sums_of_eight(channels, s0, s1, x0, x1, bank, taps, last_starts, last_rows);
    // Nothing is needed of the second half: any sums will do there.
    for (int k = 8; k < LANES; k++) {
        s0[k] = s0[k - 8];
        if (channels == 2) s1[k] = s1[k - 8];
    }
    if (j + 8 < count)
        sums_of_eight(channels, s0 + 8, s1 + 8, x0, x1, bank, taps, last_starts + 8, last_rows + 8);
    fold_sixteen(last0, (const Vector *)s0);
    memcpy(out0 + j, last0, (count - j) * sizeof *out0);
    if (channels == 2) {
        fold_sixteen(last1, (const Vector *)s1);
        memcpy(out1 + j, last1, (count - j) * sizeof *out1);
    }
    return count;
}

// 44.1 to 48 kHz and back, 96 to 44.1 kHz.
#define FOR_LONG_TAPS(call)    \
    switch (taps) {            \
        case 64: call(64);     \
        case 80: call(80);     \
        case 160: call(160);   \
        default: call(taps);   \
    }

V4 static size_t fir_permuted_one(
    float *out, const float *samples, const float *bank, size_t taps, const int32_t *starts, const int32_t *rows,
    size_t count) {
#define CALL(n) return fir_permuted(1, out, out, samples, samples, bank, n, starts, rows, count)
    FOR_LONG_TAPS(CALL)
#undef CALL
}

V4 static size_t fir_permuted_two(
    float *out0, float *out1, const float *samples0, const float *samples1, const float *bank, size_t taps,
    const int32_t *starts, const int32_t *rows, size_t count) {
#define CALL(n) return fir_permuted(2, out0, out1, samples0, samples1, bank, n, starts, rows, count)
    FOR_LONG_TAPS(CALL)
#undef CALL
}

// Short rows are over before the permutations pay.
static int is_worth_permuting(size_t taps) { return taps >= 48 && __builtin_cpu_supports("x86-64-v4"); }

#endif

void ckernels_fir(
    float *out, const float *samples, const float *bank, size_t taps, const int32_t *starts, const int32_t *rows,
    size_t count) {
    size_t done = 0;
#if CKERNELS_V4
    if (is_worth_permuting(taps)) done = fir_permuted_one(out, samples, bank, taps, starts, rows, count);
#endif
    if (done < count) fir_one(out + done, samples, bank, taps, starts + done, rows + done, count - done);
}

void ckernels_fir2(
    float *out0, float *out1, const float *samples0, const float *samples1, const float *bank, size_t taps,
    const int32_t *starts, const int32_t *rows, size_t count) {
    size_t done = 0;
#if CKERNELS_V4
    if (is_worth_permuting(taps))
        done = fir_permuted_two(out0, out1, samples0, samples1, bank, taps, starts, rows, count);
#endif
    if (done < count)
        fir_two(out0 + done, out1 + done, samples0, samples1, bank, taps, starts + done, rows + done, count - done);
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

#if CKERNELS_V4

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
        // Only samples within the sixteen outputs' reach may be read: the last one's right neighbour is the limit.
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
