#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

// Notes of a sampler. Each note is read at its own speed; then a table is made with a row for each frame and a column for each of
// sixteen notes, and filters and gains go through the rows, all notes side by side.

#pragma STDC FP_CONTRACT ON

#define LANES CKERNELS_NOTES
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

CLONES void ckernels_note_int16(float *out, const int16_t *samples, uint64_t phase, uint64_t step, size_t count) {
    READ(int16_t, surroundings_int16, 0x1p-15f)
}

CLONES void ckernels_note_float(float *out, const float *samples, uint64_t phase, uint64_t step, size_t count) {
    READ(float, surroundings_float, 1.0f)
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

// Each note into four sums, by gains on straight ways.
CLONES void ckernels_note_gains(
    float *restrict left, float *restrict right, float *restrict reverb, float *restrict chorus,
    const float *restrict rows, CKernelsNoteGains *restrict gains,
    size_t count) {
    // Half of the notes at a time: so many gains and steps stay in registers.
    for (size_t first = 0; first < LANES; first += 8) {
        Eight l, r, v, c, l_step, r_step, v_step, c_step;
        memcpy(&l, gains->left + first, sizeof l), memcpy(&l_step, gains->left_step + first, sizeof l);
        memcpy(&r, gains->right + first, sizeof r), memcpy(&r_step, gains->right_step + first, sizeof r);
        memcpy(&v, gains->reverb + first, sizeof v), memcpy(&v_step, gains->reverb_step + first, sizeof v);
        memcpy(&c, gains->chorus + first, sizeof c), memcpy(&c_step, gains->chorus_step + first, sizeof c);
        for (size_t at = first; at < count * LANES; at += LANES) {
            Eight x, sum;
            memcpy(&x, rows + at, sizeof x);
            memcpy(&sum, left + at, sizeof sum), sum += x * l, memcpy(left + at, &sum, sizeof sum);
            memcpy(&sum, right + at, sizeof sum), sum += x * r, memcpy(right + at, &sum, sizeof sum);
            memcpy(&sum, reverb + at, sizeof sum), sum += x * v, memcpy(reverb + at, &sum, sizeof sum);
            memcpy(&sum, chorus + at, sizeof sum), sum += x * c, memcpy(chorus + at, &sum, sizeof sum);
            l += l_step, r += r_step, v += v_step, c += c_step;
        }
        memcpy(gains->left + first, &l, sizeof l), memcpy(gains->right + first, &r, sizeof r);
        memcpy(gains->reverb + first, &v, sizeof v), memcpy(gains->chorus + first, &c, sizeof c);
    }
}

// The sum of each row is added to out; the rows become zeros.
CLONES void ckernels_note_sums(float *out, float *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float *row = rows + i * LANES;
        float sum[LANES / 2];
        for (int k = 0; k < LANES / 2; k++) sum[k] = row[k] + row[k + LANES / 2];
        for (int half = LANES / 4; half > 0; half /= 2)
            for (int k = 0; k < half; k++) sum[k] += sum[k + half];
        out[i] += sum[0];
        memset(row, 0, LANES * sizeof(float));
    }
}
