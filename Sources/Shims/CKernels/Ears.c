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

// Declared apart: clones and a wide minimum do not go together on a first declaration.
void ckernels_ear_add(float *sum, const float *x, const float *taps, size_t tap_count, size_t count);
void ckernels_ear_fade(
    float *sum, const float *x_old, const float *old, const float *x_new, const float *new, size_t tap_count,
    int32_t first, float step, size_t count);

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

INLINE void line(v16 *out, int32_t first, float step) {
    const v16 lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    *out = (lanes + (float)first) * step;
}

CLONES WIDE void ckernels_ear_fade(
    float *sum, const float *x_old, const float *old, const float *x_new, const float *new, size_t tap_count,
    int32_t first, float step, size_t count) {
    size_t i = 0;
    for (; i + GROUP <= count; i += GROUP) {
        v16 a[4], b[4];
        filter64(a, x_old + i, old, tap_count);
        filter64(b, x_new + i, new, tap_count);
        for (int j = 0; j < 4; j++) {
            v16 share;
            line(&share, first + (int32_t)i + 16 * j, step);
            *(u16 *)(sum + i + 16 * j) += a[j] + share * (b[j] - a[j]);
        }
    }
    for (; i + 16 <= count; i += 16) {
        v16 a, b, share;
        filter16(&a, x_old + i, old, tap_count);
        filter16(&b, x_new + i, new, tap_count);
        line(&share, first + (int32_t)i, step);
        *(u16 *)(sum + i) += a + share * (b - a);
    }
    for (; i < count; i++) {
        const float a = filter1(x_old + i, old, tap_count), b = filter1(x_new + i, new, tap_count);
        sum[i] += a + (float)(first + (int32_t)i) * step * (b - a);
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
