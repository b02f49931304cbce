#include <stddef.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// A Fourier transform of complex numbers in double precision, in place. The numbers n = 4 m + l with the same l go
// through a transform of their own, decimated in frequency by fours; these four lie side by side, so that whole
// registers go through it; a transform of four across them ends it. The spectrum stays in the order in which that
// leaves it: products of spectra do not mind, and the way back begins there.

typedef double Vector4 __attribute__((vector_size(32)));
typedef double Unaligned4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef double Vector8 __attribute__((vector_size(64)));
typedef double Unaligned8 __attribute__((vector_size(64), aligned(8), may_alias));

// One pass over all blocks of `span` numbers; `w` holds the real parts of three twiddles for each number of a quarter,
// then their imaginary parts. The same for registers of any width.
#define PASS(name, Vector, Unaligned, lanes)                                                                       \
    INLINE void name##_forward(double *re, double *im, const double *w, size_t count, size_t span) {               \
        const size_t q = span / 4;                                                                                 \
        for (size_t block = 0; block < count; block += span) {                                                     \
            double *xr = re + block, *xi = im + block;                                                             \
            for (size_t j = 0; j < q; j += lanes) {                                                                \
                const Vector ar = *(Unaligned *)(xr + j), ai = *(Unaligned *)(xi + j);                             \
                const Vector br = *(Unaligned *)(xr + q + j), bi = *(Unaligned *)(xi + q + j);                     \
                const Vector cr = *(Unaligned *)(xr + 2 * q + j), ci = *(Unaligned *)(xi + 2 * q + j);             \
                const Vector dr = *(Unaligned *)(xr + 3 * q + j), di = *(Unaligned *)(xi + 3 * q + j);             \
                const Vector sr = ar + cr, si = ai + ci, tr = br + dr, ti = bi + di;                               \
                const Vector ur = ar - cr, ui = ai - ci, vr = br - dr, vi = bi - di;                               \
                *(Unaligned *)(xr + j) = sr + tr;                                                                  \
                *(Unaligned *)(xi + j) = si + ti;                                                                  \
                const Vector y1r = ur + vi, y1i = ui - vr, y2r = sr - tr, y2i = si - ti;                           \
                const Vector y3r = ur - vi, y3i = ui + vr;                                                         \
                const Vector w1r = *(const Unaligned *)(w + j), w1i = *(const Unaligned *)(w + 3 * q + j);         \
                const Vector w2r = *(const Unaligned *)(w + q + j), w2i = *(const Unaligned *)(w + 4 * q + j);     \
                const Vector w3r = *(const Unaligned *)(w + 2 * q + j), w3i = *(const Unaligned *)(w + 5 * q + j); \
                *(Unaligned *)(xr + q + j) = y1r * w1r - y1i * w1i;                                                \
                *(Unaligned *)(xi + q + j) = y1r * w1i + y1i * w1r;                                                \
                *(Unaligned *)(xr + 2 * q + j) = y2r * w2r - y2i * w2i;                                            \
                *(Unaligned *)(xi + 2 * q + j) = y2r * w2i + y2i * w2r;                                            \
                *(Unaligned *)(xr + 3 * q + j) = y3r * w3r - y3i * w3i;                                            \
                *(Unaligned *)(xi + 3 * q + j) = y3r * w3i + y3i * w3r;                                            \
            }                                                                                                      \
        }                                                                                                          \
    }                                                                                                              \
    INLINE void name##_backward(double *re, double *im, const double *w, size_t count, size_t span) {              \
        const size_t q = span / 4;                                                                                 \
        for (size_t block = 0; block < count; block += span) {                                                     \
            double *xr = re + block, *xi = im + block;                                                             \
            for (size_t j = 0; j < q; j += lanes) {                                                                \
                const Vector w1r = *(const Unaligned *)(w + j), w1i = *(const Unaligned *)(w + 3 * q + j);         \
                const Vector w2r = *(const Unaligned *)(w + q + j), w2i = *(const Unaligned *)(w + 4 * q + j);     \
                const Vector w3r = *(const Unaligned *)(w + 2 * q + j), w3i = *(const Unaligned *)(w + 5 * q + j); \
                const Vector b1r = *(Unaligned *)(xr + q + j), b1i = *(Unaligned *)(xi + q + j);                   \
                const Vector b2r = *(Unaligned *)(xr + 2 * q + j), b2i = *(Unaligned *)(xi + 2 * q + j);           \
                const Vector b3r = *(Unaligned *)(xr + 3 * q + j), b3i = *(Unaligned *)(xi + 3 * q + j);           \
                const Vector y0r = *(Unaligned *)(xr + j), y0i = *(Unaligned *)(xi + j);                           \
                const Vector y1r = b1r * w1r + b1i * w1i, y1i = b1i * w1r - b1r * w1i;                             \
                const Vector y2r = b2r * w2r + b2i * w2i, y2i = b2i * w2r - b2r * w2i;                             \
                const Vector y3r = b3r * w3r + b3i * w3i, y3i = b3i * w3r - b3r * w3i;                             \
                const Vector sr = y0r + y2r, si = y0i + y2i, tr = y1r + y3r, ti = y1i + y3i;                       \
                const Vector ur = y0r - y2r, ui = y0i - y2i, vr = y1r - y3r, vi = y1i - y3i;                       \
                *(Unaligned *)(xr + j) = sr + tr;                                                                  \
                *(Unaligned *)(xi + j) = si + ti;                                                                  \
                *(Unaligned *)(xr + q + j) = ur - vi;                                                              \
                *(Unaligned *)(xi + q + j) = ui + vr;                                                              \
                *(Unaligned *)(xr + 2 * q + j) = sr - tr;                                                          \
                *(Unaligned *)(xi + 2 * q + j) = si - ti;                                                          \
                *(Unaligned *)(xr + 3 * q + j) = ur + vi;                                                          \
                *(Unaligned *)(xi + 3 * q + j) = ui - vr;                                                          \
            }                                                                                                      \
        }                                                                                                          \
    }

PASS(pass4, Vector4, Unaligned4, 4)

// Four numbers turned into their transform: `sign` is 1 forward, -1 backward.
#define FOUR(sign, r, i)                                                                            \
    do {                                                                                            \
        const Vector4 sr = r[0] + r[2], si = i[0] + i[2], tr = r[1] + r[3], ti = i[1] + i[3];       \
        const Vector4 ur = r[0] - r[2], ui = i[0] - i[2], vr = r[1] - r[3], vi = i[1] - i[3];       \
        r[0] = sr + tr;                                                                             \
        i[0] = si + ti;                                                                             \
        r[1] = sign > 0 ? ur + vi : ur - vi;                                                        \
        i[1] = sign > 0 ? ui - vr : ui + vr;                                                        \
        r[2] = sr - tr;                                                                             \
        i[2] = si - ti;                                                                             \
        r[3] = sign > 0 ? ur - vi : ur + vi;                                                        \
        i[3] = sign > 0 ? ui + vr : ui - vr;                                                        \
    } while (0)

INLINE void transpose(Vector4 *v) {
    const Vector4 a = __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6), b = __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
    const Vector4 c = __builtin_shufflevector(v[2], v[3], 0, 4, 2, 6), d = __builtin_shufflevector(v[2], v[3], 1, 5, 3, 7);
    v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    v[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

// The last pass of the four transforms, which has no twiddles, and the one across them.
INLINE void ends_forward(double *re, double *im, const double *w, size_t count) {
    for (size_t j = 0; j < count; j += 16, w += 32) {
        Vector4 r[4], i[4];
#pragma clang loop unroll(full)
        for (int k = 0; k < 4; k++) {
            r[k] = *(Unaligned4 *)(re + j + 4 * k);
            i[k] = *(Unaligned4 *)(im + j + 4 * k);
        }
        FOUR(1, r, i);
#pragma clang loop unroll(full)
        for (int k = 0; k < 4; k++) {
            const Vector4 wr = *(const Unaligned4 *)(w + 4 * k), wi = *(const Unaligned4 *)(w + 16 + 4 * k);
            const Vector4 xr = r[k], xi = i[k];
            r[k] = xr * wr - xi * wi;
            i[k] = xr * wi + xi * wr;
        }
        transpose(r);
        transpose(i);
        FOUR(1, r, i);
#pragma clang loop unroll(full)
        for (int k = 0; k < 4; k++) {
            *(Unaligned4 *)(re + j + 4 * k) = r[k];
            *(Unaligned4 *)(im + j + 4 * k) = i[k];
        }
    }
}

INLINE void ends_backward(double *re, double *im, const double *w, size_t count) {
    for (size_t j = 0; j < count; j += 16, w += 32) {
        Vector4 r[4], i[4];
#pragma clang loop unroll(full)
        for (int k = 0; k < 4; k++) {
            r[k] = *(Unaligned4 *)(re + j + 4 * k);
            i[k] = *(Unaligned4 *)(im + j + 4 * k);
        }
        FOUR(-1, r, i);
        transpose(r);
        transpose(i);
#pragma clang loop unroll(full)
        for (int k = 0; k < 4; k++) {
            const Vector4 wr = *(const Unaligned4 *)(w + 4 * k), wi = *(const Unaligned4 *)(w + 16 + 4 * k);
            const Vector4 xr = r[k], xi = i[k];
            r[k] = xr * wr + xi * wi;
            i[k] = xi * wr - xr * wi;
        }
        FOUR(-1, r, i);
#pragma clang loop unroll(full)
        for (int k = 0; k < 4; k++) {
            *(Unaligned4 *)(re + j + 4 * k) = r[k];
            *(Unaligned4 *)(im + j + 4 * k) = i[k];
        }
    }
}

// Every pass but the ends; twiddles lie in the order of spans from the longest.
CLONES static void passes_forward(double *re, double *im, const double *w, size_t count) {
    for (size_t span = count; span > 16; span /= 4, w += 6 * span) pass4_forward(re, im, w, count, span);
}

CLONES static void passes_backward(double *re, double *im, const double *end, size_t count) {
    for (size_t span = 64; span <= count; span *= 4) {
        end -= 6 * (span / 4);
        pass4_backward(re, im, end, count, span);
    }
}

CLONES static void all_ends_forward(double *re, double *im, const double *w, size_t count) {
    ends_forward(re, im, w, count);
}

CLONES static void all_ends_backward(double *re, double *im, const double *w, size_t count) {
    ends_backward(re, im, w, count);
}

#if CKERNELS_V4

#define V4 __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))
#undef INLINE
#define INLINE static inline __attribute__((always_inline, target("arch=x86-64-v4"), min_vector_width(512)))

PASS(pass8, Vector8, Unaligned8, 8)

V4 static void wide_forward(double *re, double *im, const double *w, size_t count) {
    for (size_t span = count; span > 16; span /= 4, w += 6 * span) pass8_forward(re, im, w, count, span);
}

V4 static void wide_backward(double *re, double *im, const double *end, size_t count) {
    for (size_t span = 64; span <= count; span *= 4) {
        end -= 6 * (span / 4);
        pass8_backward(re, im, end, count, span);
    }
}

#endif

static size_t twiddle_count(size_t count) {
    size_t numbers = 0;
    for (size_t span = count; span > 16; span /= 4) numbers += 6 * (span / 4);
    return numbers;
}

size_t ckernels_fourier_table_count(size_t count) { return twiddle_count(count) + 2 * count; }

void ckernels_fourier_forward(double *re, double *im, const double *table, size_t count) {
#if CKERNELS_V4
    if (__builtin_cpu_supports("x86-64-v4"))
        wide_forward(re, im, table, count);
    else
#endif
        passes_forward(re, im, table, count);
    all_ends_forward(re, im, table + twiddle_count(count), count);
}

void ckernels_fourier_backward(double *re, double *im, const double *table, size_t count) {
    const double *ends = table + twiddle_count(count);
    all_ends_backward(re, im, ends, count);
#if CKERNELS_V4
    if (__builtin_cpu_supports("x86-64-v4")) {
        wide_backward(re, im, ends, count);
        return;
    }
#endif
    passes_backward(re, im, ends, count);
}

CLONES void ckernels_spectrum_product(
    double *restrict out_re, double *restrict out_im, const double *restrict re, const double *restrict im,
    const double *restrict filter_re, const double *restrict filter_im, size_t count) {
    for (size_t k = 0; k < count; k++) {
        out_re[k] = re[k] * filter_re[k] - im[k] * filter_im[k];
        out_im[k] = re[k] * filter_im[k] + im[k] * filter_re[k];
    }
}

CLONES void ckernels_spectrum_add_product(
    double *restrict out_re, double *restrict out_im, const double *restrict re, const double *restrict im,
    const double *restrict filter_re, const double *restrict filter_im, size_t count) {
    for (size_t k = 0; k < count; k++) {
        out_re[k] = out_re[k] + (re[k] * filter_re[k] - im[k] * filter_im[k]);
        out_im[k] = out_im[k] + (re[k] * filter_im[k] + im[k] * filter_re[k]);
    }
}

CLONES void ckernels_gather_double(double *restrict target, const double *restrict source, size_t stride, size_t count) {
    if (stride == 1)
        for (size_t i = 0; i < count; i++) target[i] = source[i];
    else if (stride == 2)
        for (size_t i = 0; i < count; i++) target[i] = source[2 * i];
    else if (stride == 3)
        for (size_t i = 0; i < count; i++) target[i] = source[3 * i];
    else
        for (size_t i = 0; i < count; i++) target[i] = source[stride * i];
}

// Two or three streams at once, so that whole registers are stored; others one by one.
CLONES void ckernels_interleave_double(
    double *restrict target, const double *restrict source, size_t distance, size_t streams, size_t count) {
    const double *a = source, *b = source + distance, *c = source + 2 * distance;
    if (streams == 2)
        for (size_t i = 0; i < count; i++) {
            target[2 * i] = a[i];
            target[2 * i + 1] = b[i];
        }
    else if (streams == 3)
        for (size_t i = 0; i < count; i++) {
            target[3 * i] = a[i];
            target[3 * i + 1] = b[i];
            target[3 * i + 2] = c[i];
        }
    else
        for (size_t s = 0; s < streams; s++)
            for (size_t i = 0; i < count; i++) target[streams * i + s] = source[s * distance + i];
}
