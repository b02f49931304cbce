#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

// Notes of a sampler. Each note is read at its own speed; then a table is made with a row for each frame and a column
// for each of sixteen notes, and filters and gains go through the rows, all notes side by side.

#pragma STDC FP_CONTRACT ON

#define LANES CKERNELS_NOTES
#define HALF CKERNELS_NOTE_SUMS
// Frames that are interpolated together.
#define TOGETHER 8

typedef float Eight __attribute__((vector_size(32), aligned(32)));
typedef uint32_t EightNumbers __attribute__((vector_size(32), aligned(32)));
typedef int32_t EightIntegers __attribute__((vector_size(32), aligned(32)));
typedef int16_t EightShorts __attribute__((vector_size(16), aligned(16)));
typedef float Four __attribute__((vector_size(16), aligned(16)));

// The cubic through four samples, at the fractions (0 ... 1) between the second and the third.
#define CUBIC(a, b, c, d, f)                                                                                   \
    ((b) + (f) * (((c) - (a) * (1.0f / 3) - (b) * 0.5f - (d) * (1.0f / 6))                                     \
        + (f) * ((((a) + (c)) * 0.5f - (b)) + (f) * (((d) - (a)) * (1.0f / 6) + ((b) - (c)) * 0.5f))))

// The first, second, third and fourth of the samples at eight places.
typedef struct {
    Eight a, b, c, d;
} Surroundings;

INLINE EightShorts four_shorts(const int16_t *s) {
    EightShorts v = {0};
    memcpy(&v, s - 1, 8);
    return v;
}

#define LOW_SHORTS(x, y) __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11)
#define LOW_PAIRS(x, y) __builtin_shufflevector(x, y, 0, 1, 8, 9, 2, 3, 10, 11)
#define HIGH_PAIRS(x, y) __builtin_shufflevector(x, y, 4, 5, 12, 13, 6, 7, 14, 15)
#define LOW_HALVES(x, y) __builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11)
#define HIGH_HALVES(x, y) __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15)

INLINE Surroundings surroundings_int16(const int16_t *samples, uint64_t place, uint64_t step) {
    EightShorts r[TOGETHER];
#pragma clang loop unroll(full)
    for (int k = 0; k < TOGETHER; k++) {
        r[k] = four_shorts(samples + (size_t)(place >> 32));
        place += step;
    }
    const EightShorts t0 = LOW_SHORTS(r[0], r[1]), t1 = LOW_SHORTS(r[2], r[3]);
    const EightShorts t2 = LOW_SHORTS(r[4], r[5]), t3 = LOW_SHORTS(r[6], r[7]);
    const EightShorts ab0 = LOW_PAIRS(t0, t1), cd0 = HIGH_PAIRS(t0, t1);
    const EightShorts ab1 = LOW_PAIRS(t2, t3), cd1 = HIGH_PAIRS(t2, t3);
    return (Surroundings){
        __builtin_convertvector(LOW_HALVES(ab0, ab1), Eight), __builtin_convertvector(HIGH_HALVES(ab0, ab1), Eight),
        __builtin_convertvector(LOW_HALVES(cd0, cd1), Eight), __builtin_convertvector(HIGH_HALVES(cd0, cd1), Eight),
    };
}

INLINE Four four_floats(const float *s) {
    Four v;
    memcpy(&v, s - 1, 16);
    return v;
}

INLINE Surroundings surroundings_float(const float *samples, uint64_t place, uint64_t step) {
    Four r[TOGETHER];
#pragma clang loop unroll(full)
    for (int k = 0; k < TOGETHER; k++) {
        r[k] = four_floats(samples + (size_t)(place >> 32));
        place += step;
    }
    // Two halves of four places, side by side.
    Eight h[4];
#pragma clang loop unroll(full)
    for (int k = 0; k < 4; k++) h[k] = __builtin_shufflevector(r[k], r[k + 4], 0, 1, 2, 3, 4, 5, 6, 7);
    const Eight t0 = __builtin_shufflevector(h[0], h[1], 0, 8, 1, 9, 4, 12, 5, 13);
    const Eight t1 = __builtin_shufflevector(h[0], h[1], 2, 10, 3, 11, 6, 14, 7, 15);
    const Eight t2 = __builtin_shufflevector(h[2], h[3], 0, 8, 1, 9, 4, 12, 5, 13);
    const Eight t3 = __builtin_shufflevector(h[2], h[3], 2, 10, 3, 11, 6, 14, 7, 15);
    return (Surroundings){
        __builtin_shufflevector(t0, t2, 0, 1, 8, 9, 4, 5, 12, 13),
        __builtin_shufflevector(t0, t2, 2, 3, 10, 11, 6, 7, 14, 15),
        __builtin_shufflevector(t1, t3, 0, 1, 8, 9, 4, 5, 12, 13),
        __builtin_shufflevector(t1, t3, 2, 3, 10, 11, 6, 7, 14, 15),
    };
}

#define READ(Sample, surroundings, scale)                                                                      \
    const EightNumbers order = {0, 1, 2, 3, 4, 5, 6, 7};                                                       \
    const EightNumbers parts = order * (uint32_t)step;                                                         \
    uint64_t place = phase;                                                                                    \
    size_t i = 0;                                                                                              \
    for (; i + TOGETHER <= count; i += TOGETHER) {                                                             \
        const Surroundings s = surroundings(samples, place, step);                                             \
        const EightIntegers bits = (EightIntegers)((parts + (uint32_t)place) >> 8);                            \
        const Eight f = __builtin_convertvector(bits, Eight) * 0x1p-24f;                                       \
        const Eight y = CUBIC(s.a, s.b, s.c, s.d, f) * (scale);                                                \
        memcpy(out + i, &y, sizeof y);                                                                         \
        place += step * TOGETHER;                                                                              \
    }                                                                                                          \
    for (; i < count; i++) {                                                                                   \
        const Sample *s = samples + (size_t)(place >> 32);                                                     \
        const float a = (float)s[-1], b = (float)s[0], c = (float)s[1], d = (float)s[2];                       \
        const float f = (float)((uint32_t)place >> 8) * 0x1p-24f;                                              \
        out[i] = CUBIC(a, b, c, d, f) * (scale);                                                               \
        place += step;                                                                                         \
    }

CLONES static void note_int16(float *out, const int16_t *samples, uint64_t phase, uint64_t step, size_t count) {
    READ(int16_t, surroundings_int16, 0x1p-15f)
}

CLONES void ckernels_note_float(float *out, const float *samples, uint64_t phase, uint64_t step, size_t count) {
    READ(float, surroundings_float, 1.0f)
}

#if CKERNELS_V4

#include <immintrin.h>

#define V4 __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))
#define V4_INLINE static inline __attribute__((always_inline, target("arch=x86-64-v4"), min_vector_width(512)))

V4_INLINE __m512i shorts_up_to(const int16_t *s, unsigned count) {
    return _mm512_maskz_loadu_epi16(count < 32 ? (1u << count) - 1 : 0xFFFFFFFF, s);
}

V4_INLINE __m512 floats(__m256i shorts) { return _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(shorts)); }

#define LOW(v) _mm512_castsi512_si256(v)
#define HIGH(v) _mm512_extracti64x4_epi64(v, 1)

// Sixteen frames at a time: their samples lie within 32 or 64, which are loaded once, and each frame permutes its own
// out of them. Only samples that count are loaded.
V4_INLINE void note_permuted(
    float *out, const int16_t *samples, uint64_t phase, uint64_t step, size_t count, const int is_wide) {
    const __m512i near = _mm512_mullo_epi64(
        _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64((long long)step));
    const __m512i far = _mm512_add_epi64(near, _mm512_set1_epi64((long long)(8 * step)));
    while (count > 0) {
        const size_t n = count < 16 ? count : 16;
        const uint64_t part = phase & 0xFFFFFFFF;
        const int16_t *s = samples + (size_t)(phase >> 32) - 1;
        const unsigned needed = (unsigned)((part + (n - 1) * step) >> 32) + 4;
        const __m512i t0 = shorts_up_to(s, needed);
        const __m512i p0 = _mm512_add_epi64(near, _mm512_set1_epi64((long long)part));
        const __m512i p1 = _mm512_add_epi64(far, _mm512_set1_epi64((long long)part));
        const __m512i low = _mm512_inserti64x4(
            _mm512_castsi256_si512(_mm512_cvtepi64_epi32(p0)), _mm512_cvtepi64_epi32(p1), 1);
        const __m512i high = _mm512_inserti64x4(
            _mm512_castsi256_si512(_mm512_cvtepi64_epi32(_mm512_srli_epi64(p0, 32))),
            _mm512_cvtepi64_epi32(_mm512_srli_epi64(p1, 32)), 1);
        const __m256i first = _mm512_cvtepi32_epi16(high);
        const __m512i ab = _mm512_inserti64x4(
            _mm512_castsi256_si512(first), _mm256_add_epi16(first, _mm256_set1_epi16(1)), 1);
        const __m512i cd = _mm512_add_epi16(ab, _mm512_set1_epi16(2));
        __m512i v, w;
        if (is_wide) {
            const __m512i t1 = needed > 32 ? shorts_up_to(s + 32, needed - 32) : _mm512_setzero_si512();
            v = _mm512_permutex2var_epi16(t0, ab, t1);
            w = _mm512_permutex2var_epi16(t0, cd, t1);
        } else {
            v = _mm512_permutexvar_epi16(ab, t0);
            w = _mm512_permutexvar_epi16(cd, t0);
        }
        const __m512 a = floats(LOW(v)), b = floats(HIGH(v)), c = floats(LOW(w)), d = floats(HIGH(w));
        const __m512 f = _mm512_cvtepi32_ps(_mm512_srli_epi32(low, 8)) * 0x1p-24f;
        const __m512 y = CUBIC(a, b, c, d, f) * 0x1p-15f;
        _mm512_mask_storeu_ps(out, (__mmask16)((1u << n) - 1), y);
        phase += step * n;
        out += n;
        count -= n;
    }
}

V4 static void note_permuted_near(
    float *out, const int16_t *samples, uint64_t phase, uint64_t step, size_t count) {
    note_permuted(out, samples, phase, step, count, 0);
}

V4 static void note_permuted_far(
    float *out, const int16_t *samples, uint64_t phase, uint64_t step, size_t count) {
    note_permuted(out, samples, phase, step, count, 1);
}

#endif

void ckernels_note_int16(float *out, const int16_t *samples, uint64_t phase, uint64_t step, size_t count) {
#if CKERNELS_V4
    // Fifteen steps on, the frame's four samples are still within those that were loaded.
    if (step < (uint64_t)60 * 0x100000000 / 15 && __builtin_cpu_supports("x86-64-v4")) {
        if (step < (uint64_t)28 * 0x100000000 / 15) return note_permuted_near(out, samples, phase, step, count);
        return note_permuted_far(out, samples, phase, step, count);
    }
#endif
    note_int16(out, samples, phase, step, count);
}

// The sample at a place, around the loop; 0 in front of the first.
#define AT(i)                                                                                                  \
    (i < 0 ? 0.0f                                                                                              \
           : (float)samples[i >= end ? start + (i - start) % length : wrapped && i < start ? i + length : i])

#define READ_LOOP(read, scale)                                                                                 \
    const int64_t start = loop->start, end = loop->end, length = end - start;                                  \
    uint64_t phase = loop->phase;                                                                              \
    int wrapped = loop->has_wrapped;                                                                           \
    size_t done = 0;                                                                                           \
    while (done < count) {                                                                                     \
        int64_t place = (int64_t)(phase >> 32);                                                                \
        if (place >= end) {                                                                                    \
            const int64_t whole = (place - start) / length;                                                    \
            phase -= (uint64_t)(whole * length) << 32;                                                         \
            place -= whole * length;                                                                           \
            wrapped = 1;                                                                                       \
        }                                                                                                      \
        if (place > (wrapped ? start : 0) && place + 2 < end) {                                                \
            const uint64_t way = ((uint64_t)(end - 2) << 32) - phase;                                          \
            size_t frames = count - done;                                                                      \
            /* A division takes longer than some frames do. */                                                 \
            if (step * (frames - 1) >= way) frames = (size_t)((way - 1) / step) + 1;                           \
            read(out + done, samples, phase, step, frames);                                                    \
            phase += step * frames;                                                                            \
            done += frames;                                                                                    \
        } else {                                                                                               \
            const int64_t i = place - 1, j = place + 1, k = place + 2;                                         \
            const float a = AT(i), b = (float)samples[place], c = AT(j), d = AT(k);                            \
            const float f = (float)((uint32_t)phase >> 8) * 0x1p-24f;                                          \
            out[done++] = CUBIC(a, b, c, d, f) * (scale);                                                      \
            phase += step;                                                                                     \
        }                                                                                                      \
    }                                                                                                          \
    loop->phase = phase;                                                                                       \
    loop->has_wrapped = wrapped;

CLONES void ckernels_note_loop_int16(
    float *out, const int16_t *samples, CKernelsNoteLoop *loop, uint64_t step, size_t count) {
    READ_LOOP(ckernels_note_int16, 0x1p-15f)
}

CLONES void ckernels_note_loop_float(
    float *out, const float *samples, CKernelsNoteLoop *loop, uint64_t step, size_t count) {
    READ_LOOP(ckernels_note_float, 1.0f)
}

// Eight rows of eight become eight columns.
INLINE void transpose(float *out, size_t out_stride, const float *in, size_t in_stride) {
    Eight r[8], s[8], t[8];
#pragma clang loop unroll(full)
    for (int k = 0; k < 8; k++) memcpy(&r[k], in + k * in_stride, sizeof r[k]);
#pragma clang loop unroll(full)
    for (int k = 0; k < 4; k++) {
        s[2 * k] = __builtin_shufflevector(r[2 * k], r[2 * k + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        s[2 * k + 1] = __builtin_shufflevector(r[2 * k], r[2 * k + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < 2; k++) {
        const Eight *u = s + 4 * k;
        t[4 * k] = __builtin_shufflevector(u[0], u[2], 0, 1, 8, 9, 4, 5, 12, 13);
        t[4 * k + 1] = __builtin_shufflevector(u[0], u[2], 2, 3, 10, 11, 6, 7, 14, 15);
        t[4 * k + 2] = __builtin_shufflevector(u[1], u[3], 0, 1, 8, 9, 4, 5, 12, 13);
        t[4 * k + 3] = __builtin_shufflevector(u[1], u[3], 2, 3, 10, 11, 6, 7, 14, 15);
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < 4; k++) {
        const Eight low = __builtin_shufflevector(t[k], t[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        const Eight high = __builtin_shufflevector(t[k], t[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
        memcpy(out + k * out_stride, &low, sizeof low);
        memcpy(out + (k + 4) * out_stride, &high, sizeof high);
    }
}

CLONES void ckernels_note_rows(float *rows, const float *notes, size_t stride, size_t count) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (size_t k = 0; k < LANES; k += 8) transpose(rows + i * LANES + k, LANES, notes + k * stride + i, stride);
    }
    for (; i < count; i++) {
        for (size_t k = 0; k < LANES; k++) rows[i * LANES + k] = notes[k * stride + i];
    }
}

// A state variable filter for each note, its coefficients on straight ways.
CLONES void ckernels_note_filters(float *rows, CKernelsNoteFilters *filters, size_t count) {
    CKernelsNoteFilters f = *filters;
    for (size_t i = 0; i < count; i++) {
        float *row = rows + i * LANES;
        for (int k = 0; k < LANES; k++) {
            const float v3 = row[k] - f.second[k];
            const float v1 = f.a1[k] * f.first[k] + f.a2[k] * v3;
            const float v2 = f.second[k] + f.a2[k] * f.first[k] + f.a3[k] * v3;
            f.first[k] = 2 * v1 - f.first[k];
            f.second[k] = 2 * v2 - f.second[k];
            row[k] = v2 + f.dry[k] * (row[k] - v2);
            f.dry[k] += f.dry_step[k];
            f.a1[k] += f.a1_step[k];
            f.a2[k] += f.a2_step[k];
            f.a3[k] += f.a3_step[k];
        }
    }
    *filters = f;
}

INLINE void two_sums(
    float *restrict one, float *restrict other, const float *restrict rows, float *restrict gains,
    float *restrict other_gains, const float *restrict steps, const float *restrict other_steps, size_t count) {
    // The sixteen notes are summed in pairs: half as much to load and to store.
    Eight l0, l1, r0, r1, l0_step, l1_step, r0_step, r1_step;
    memcpy(&l0, gains, sizeof l0), memcpy(&l1, gains + 8, sizeof l1);
    memcpy(&r0, other_gains, sizeof r0), memcpy(&r1, other_gains + 8, sizeof r1);
    memcpy(&l0_step, steps, sizeof l0), memcpy(&l1_step, steps + 8, sizeof l1);
    memcpy(&r0_step, other_steps, sizeof r0), memcpy(&r1_step, other_steps + 8, sizeof r1);
    for (size_t i = 0; i < count; i++) {
        Eight x, y, sum;
        memcpy(&x, rows + i * LANES, sizeof x), memcpy(&y, rows + i * LANES + 8, sizeof y);
        memcpy(&sum, one + i * HALF, sizeof sum), sum += x * l0, sum += y * l1, memcpy(one + i * HALF, &sum, sizeof sum);
        memcpy(&sum, other + i * HALF, sizeof sum), sum += x * r0, sum += y * r1;
        memcpy(other + i * HALF, &sum, sizeof sum);
        l0 += l0_step, l1 += l1_step, r0 += r0_step, r1 += r1_step;
    }
    memcpy(gains, &l0, sizeof l0), memcpy(gains + 8, &l1, sizeof l1);
    memcpy(other_gains, &r0, sizeof r0), memcpy(other_gains + 8, &r1, sizeof r1);
}

// Whether no note is sent anywhere by these gains.
INLINE int are_zero(const float *gains, const float *steps) {
    float sum = 0;
    for (int k = 0; k < LANES; k++) sum += __builtin_fabsf(gains[k]) + __builtin_fabsf(steps[k]);
    return sum == 0;
}

// Each note into four sums, by gains on straight ways.
CLONES void ckernels_note_gains(
    float *restrict left, float *restrict right, float *restrict reverb, float *restrict chorus,
    const float *restrict rows, CKernelsNoteGains *restrict gains, size_t count) {
    two_sums(left, right, rows, gains->left, gains->right, gains->left_step, gains->right_step, count);
    if (are_zero(gains->reverb, gains->reverb_step) && are_zero(gains->chorus, gains->chorus_step)) return;
    two_sums(reverb, chorus, rows, gains->reverb, gains->chorus, gains->reverb_step, gains->chorus_step, count);
}

// The sum of each row is added to out; the rows become zeros.
CLONES void ckernels_note_sums(float *out, float *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float *row = rows + i * HALF;
        float sum[HALF / 2];
        for (int k = 0; k < HALF / 2; k++) sum[k] = row[k] + row[k + HALF / 2];
        for (int half = HALF / 4; half > 0; half /= 2)
            for (int k = 0; k < half; k++) sum[k] += sum[k + half];
        out[i] += sum[0];
        memset(row, 0, HALF * sizeof(float));
    }
}
