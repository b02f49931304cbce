#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

// A filter's taps are summed in their order, with fused multiply-adds where the processor has them.
#pragma STDC FP_CONTRACT ON

#if defined(__x86_64__) && defined(__clang__)
#define WIDE __attribute__((min_vector_width(512)))
#else
#define WIDE
#endif

typedef float v16 __attribute__((vector_size(64)));
typedef float u16 __attribute__((vector_size(64), aligned(4)));

// Four vectors of outputs at a time: enough sums under way to hide the latency of each.
#define GROUP 64

INLINE void filter64(v16 out[4], const float *x, const float *taps, size_t tap_count) {
    v16 a = {0}, b = {0}, c = {0}, d = {0};
    for (size_t k = 0; k < tap_count; k++) {
        const float t = taps[k];
        const float *at = x - k;
        a += t * *(const u16 *)at;
        b += t * *(const u16 *)(at + 16);
        c += t * *(const u16 *)(at + 32);
        d += t * *(const u16 *)(at + 48);
    }
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
}

INLINE void filter16(v16 *out, const float *x, const float *taps, size_t tap_count) {
    v16 a = {0};
    for (size_t k = 0; k < tap_count; k++) a += taps[k] * *(const u16 *)(x - k);
    *out = a;
}

INLINE float filter1(const float *x, const float *taps, size_t tap_count) {
    float a = 0;
    // As vectors the products would be rounded before they are added.
#pragma clang loop vectorize(disable)
    for (size_t k = 0; k < tap_count; k++) a += taps[k] * x[-(ptrdiff_t)k];
    return a;
}

INLINE void line(v16 *out, int32_t first, float step) {
    const v16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    *out = (lanes + (float)first) * step;
}

// Declared apart: clones and a wide minimum do not go together on a first declaration.
void ckernels_ear_add(float *sum, const float *x, const float *taps, size_t tap_count, size_t count);
void ckernels_ear_row(float *row, const float *x, const float *weights, size_t count);
void ckernels_ear_rows(
    float *row, float *grown, const float *x_old, const float *old, const float *x_new, const float *new,
    int32_t first, float step, size_t count);
void ckernels_products_add(
    float *sum, size_t sum_stride, const float *a, size_t a_stride, size_t a_step, const float *b, size_t b_stride,
    size_t term_count, size_t row_count, size_t column_count);

CLONES WIDE void ckernels_ear_add(float *sum, const float *x, const float *taps, size_t tap_count, size_t count) {
    size_t i = 0;
    for (; i + GROUP <= count; i += GROUP) {
        v16 y[4];
        filter64(y, x + i, taps, tap_count);
        for (int j = 0; j < 4; j++) *(u16 *)(sum + i + 16 * j) += y[j];
    }
    for (; i + 16 <= count; i += 16) {
        v16 y;
        filter16(&y, x + i, taps, tap_count);
        *(u16 *)(sum + i) += y;
    }
    for (; i < count; i++) sum[i] += filter1(x + i, taps, tap_count);
}

CLONES WIDE void ckernels_ear_row(float *row, const float *x, const float *weights, size_t count) {
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        v16 y;
        filter16(&y, x + i, weights, CKERNELS_EAR_WEIGHTS);
        *(u16 *)(row + i) = y;
    }
    for (; i < count; i++) row[i] = filter1(x + i, weights, CKERNELS_EAR_WEIGHTS);
}

// Inlined once for each of the two cases: with one place the samples are read once.
INLINE void rows(
    float *row, float *grown, const float *x_old, const float *old, const float *x_new, const float *new,
    int32_t first, float step, size_t count) {
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        v16 a = {0}, b = {0}, share;
#pragma clang loop unroll(full)
        for (size_t k = 0; k < CKERNELS_EAR_WEIGHTS; k++) {
            a += old[k] * *(const u16 *)(x_old + i - k);
            b += new[k] * *(const u16 *)(x_new + i - k);
        }
        line(&share, first + (int32_t)i, step);
        const v16 y = a + share * (b - a);
        *(u16 *)(row + i) = y;
        *(u16 *)(grown + i) = share * y;
    }
    for (; i < count; i++) {
        const float a = filter1(x_old + i, old, CKERNELS_EAR_WEIGHTS), b = filter1(x_new + i, new, CKERNELS_EAR_WEIGHTS);
        const float share = (float)(first + (int32_t)i) * step, y = a + share * (b - a);
        row[i] = y;
        grown[i] = share * y;
    }
}

CLONES WIDE void ckernels_ear_rows(
    float *row, float *grown, const float *x_old, const float *old, const float *x_new, const float *new,
    int32_t first, float step, size_t count) {
    if (x_old == x_new)
        rows(row, grown, x_old, old, x_old, new, first, step, count);
    else
        rows(row, grown, x_old, old, x_new, new, first, step, count);
}

CLONES WIDE void ckernels_products_add(
    float *sum, size_t sum_stride, const float *a, size_t a_stride, size_t a_step, const float *b, size_t b_stride,
    size_t term_count, size_t row_count, size_t column_count) {
    size_t row = 0;
    for (; row + 4 <= row_count; row += 4) {
        float *out0 = sum + row * sum_stride, *out1 = out0 + sum_stride, *out2 = out1 + sum_stride, *out3 = out2 + sum_stride;
        const float *factors = a + row * a_step;
        size_t i = 0;
        for (; i + 16 <= column_count; i += 16) {
            v16 s0 = *(const u16 *)(out0 + i), s1 = *(const u16 *)(out1 + i);
            v16 s2 = *(const u16 *)(out2 + i), s3 = *(const u16 *)(out3 + i);
            const float *x = b + i, *f = factors;
            for (size_t term = 0; term < term_count; term++, x += b_stride, f += a_stride) {
                const v16 v = *(const u16 *)x;
                s0 += f[0] * v;
                s1 += f[a_step] * v;
                s2 += f[2 * a_step] * v;
                s3 += f[3 * a_step] * v;
            }
            *(u16 *)(out0 + i) = s0;
            *(u16 *)(out1 + i) = s1;
            *(u16 *)(out2 + i) = s2;
            *(u16 *)(out3 + i) = s3;
        }
        for (; i < column_count; i++) {
            float s0 = out0[i], s1 = out1[i], s2 = out2[i], s3 = out3[i];
#pragma clang loop vectorize(disable)
            for (size_t term = 0; term < term_count; term++) {
                const float v = b[term * b_stride + i], *f = factors + term * a_stride;
                s0 += f[0] * v;
                s1 += f[a_step] * v;
                s2 += f[2 * a_step] * v;
                s3 += f[3 * a_step] * v;
            }
            out0[i] = s0;
            out1[i] = s1;
            out2[i] = s2;
            out3[i] = s3;
        }
    }
    for (; row < row_count; row++) {
        for (size_t i = 0; i < column_count; i++) {
            float s = sum[row * sum_stride + i];
#pragma clang loop vectorize(disable)
            for (size_t term = 0; term < term_count; term++)
                s += a[term * a_stride + row * a_step] * b[term * b_stride + i];
            sum[row * sum_stride + i] = s;
        }
    }
}

// Declared apart, as above.
void ckernels_taps_between(
    float *out, const float *a, const float *b, const float *c, const float *d, const float *weights, size_t count);

CLONES WIDE void ckernels_taps_between(
    float *out, const float *a, const float *b, const float *c, const float *d, const float *weights, size_t count) {
    for (size_t k = 0; k < count; k++)
        out[k] = weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k] + weights[3] * d[k];
}
