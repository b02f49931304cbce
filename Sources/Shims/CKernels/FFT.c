#include <stddef.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// Fours first, while they are the quickest; odd factors come where many numbers lie side by side; a two ends it.
INLINE size_t radix_of(size_t span) { return span % 4 == 0 ? 4 : span % 3 == 0 ? 3 : span % 5 == 0 ? 5 : 2; }

size_t ckernels_fft_table_count(size_t count) {
    size_t table = 0;
    for (size_t span = count; span > 1;) {
        const size_t radix = radix_of(span);
        if (span % radix != 0) return 0;
        table += 2 * (radix - 1) * (span / radix);
        span /= radix;
    }
    return table;
}

// Cosine and sine of 2 pi k / count, of an angle within an eighth of a turn.
static void turn_of(size_t k, size_t count, double *cosine, double *sine) {
    const double n = (double)count;
    double quarters = 4 * (double)(k % count), c_sign = 1, s_sign = 1;  // in units of a quarter turn / count
    if (quarters > 2 * n) quarters = 4 * n - quarters, s_sign = -1;
    if (quarters > n) quarters = 2 * n - quarters, c_sign = -1;
    const int is_steep = 2 * quarters > n;
    const double angle = 1.57079632679489661923 * (is_steep ? n - quarters : quarters) / n;
    const double c = __builtin_cos(angle), s = __builtin_sin(angle);
    *cosine = c_sign * (is_steep ? s : c);
    *sine = s_sign * (is_steep ? c : s);
}

typedef float Eight __attribute__((vector_size(32)));
typedef float EightInMemory __attribute__((vector_size(32), aligned(4), may_alias));
typedef float Four __attribute__((vector_size(16)));
typedef float FourInMemory __attribute__((vector_size(16), aligned(4), may_alias));
typedef float TwoInMemory __attribute__((vector_size(8), aligned(4), may_alias));

// Two blocks of four numbers in one register: each half has its own twiddle and its own place.
INLINE void pass4_of4(
    float *restrict yr, float *restrict yi, const float *restrict xr, const float *restrict xi,
    const float *restrict w, const size_t span) {
    const size_t quarter = span / 4;
    size_t p = 0;
#define EIGHT(x, place) ((Eight) * (const EightInMemory *)((x) + (place)))
#define TWIDDLES(row)                                                                     \
    __builtin_shufflevector(                                                              \
        *(const TwoInMemory *)(w + (row) * quarter + p), *(const TwoInMemory *)(w + (row) * quarter + p), 0, 0, 0, 0, 1, 1, 1, 1)
#define HALVES(y, to, values)                                                                             \
    {                                                                                                     \
        const Eight v_ = values;                                                                          \
        *(FourInMemory *)((y) + (to)) = __builtin_shufflevector(v_, v_, 0, 1, 2, 3);                      \
        *(FourInMemory *)((y) + (to) + 16) = __builtin_shufflevector(v_, v_, 4, 5, 6, 7);                 \
    }
    for (; p + 2 <= quarter; p += 2) {
        const size_t from = 4 * p, to = 16 * p;
        const Eight ar = EIGHT(xr, from), br = EIGHT(xr, from + span), cr = EIGHT(xr, from + 2 * span);
        const Eight dr = EIGHT(xr, from + 3 * span), ai = EIGHT(xi, from), bi = EIGHT(xi, from + span);
        const Eight ci = EIGHT(xi, from + 2 * span), di = EIGHT(xi, from + 3 * span);
        const Eight acr = ar + cr, aci = ai + ci, bdr = br + dr, bdi = bi + di;
        const Eight ur = (ar - cr) + (bi - di), ui = (ai - ci) - (br - dr);
        const Eight vr = (ar - cr) - (bi - di), vi = (ai - ci) + (br - dr);
        const Eight tr = acr - bdr, ti = aci - bdi;
        const Eight w1r = TWIDDLES(0), w2r = TWIDDLES(1), w3r = TWIDDLES(2);
        const Eight w1i = TWIDDLES(3), w2i = TWIDDLES(4), w3i = TWIDDLES(5);
        HALVES(yr, to, acr + bdr)
        HALVES(yi, to, aci + bdi)
        HALVES(yr, to + 4, ur * w1r - ui * w1i)
        HALVES(yi, to + 4, ur * w1i + ui * w1r)
        HALVES(yr, to + 8, tr * w2r - ti * w2i)
        HALVES(yi, to + 8, tr * w2i + ti * w2r)
        HALVES(yr, to + 12, vr * w3r - vi * w3i)
        HALVES(yi, to + 12, vr * w3i + vi * w3r)
    }
    for (; p < quarter; p++)
        for (size_t q = 0; q < 4; q++) {
            const size_t from = q + 4 * p, to = q + 16 * p;
            const float ar = xr[from], br = xr[from + span], cr = xr[from + 2 * span], dr = xr[from + 3 * span];
            const float ai = xi[from], bi = xi[from + span], ci = xi[from + 2 * span], di = xi[from + 3 * span];
            const float acr = ar + cr, aci = ai + ci, bdr = br + dr, bdi = bi + di;
            const float ur = (ar - cr) + (bi - di), ui = (ai - ci) - (br - dr);
            const float vr = (ar - cr) - (bi - di), vi = (ai - ci) + (br - dr);
            const float tr = acr - bdr, ti = aci - bdi;
            const float *t = w + p;
            yr[to] = acr + bdr;
            yi[to] = aci + bdi;
            yr[to + 4] = ur * t[0] - ui * t[3 * quarter];
            yi[to + 4] = ur * t[3 * quarter] + ui * t[0];
            yr[to + 8] = tr * t[quarter] - ti * t[4 * quarter];
            yi[to + 8] = tr * t[4 * quarter] + ti * t[quarter];
            yr[to + 12] = vr * t[2 * quarter] - vi * t[5 * quarter];
            yi[to + 12] = vr * t[5 * quarter] + vi * t[2 * quarter];
        }
}

#define REAL float
#define NAMED(name) name
#include "FFTPasses.h"
#undef REAL
#undef NAMED

// In double precision four numbers fill a register.
#define REAL double
#define NAMED(name) name##_double
#define pass4_of4_double(yr, yi, xr, xi, w, span) pass4_double(yr, yi, xr, xi, w, span, 4)
#include "FFTPasses.h"
#undef REAL
#undef NAMED

CLONES void ckernels_fft_split(
    float *restrict real, float *restrict imaginary, const float *restrict zr, const float *restrict zi,
    const float *restrict turn, size_t half) {
    const float *c = turn, *s = turn + half / 2 + 1;
    real[0] = zr[0] + zi[0];
    imaginary[0] = 0;
    real[half] = zr[0] - zi[0];
    imaginary[half] = 0;
    for (size_t k = 1; k <= half / 2; k++) {
        const size_t m = half - k;
        // Even samples' spectrum: (Z[k] + conj Z[m]) / 2; odd samples': (Z[k] - conj Z[m]) / 2i, turned by -pi k /
        // half.
        const float er = 0.5f * (zr[k] + zr[m]), ei = 0.5f * (zi[k] - zi[m]);
        const float or = 0.5f * (zi[k] + zi[m]), oi = 0.5f * (zr[m] - zr[k]);
        const float tr = or * c[k] - oi * s[k], ti = or * s[k] + oi * c[k];
        real[k] = er + tr;
        imaginary[k] = ei + ti;
        real[m] = er - tr;
        imaginary[m] = ti - ei;
    }
}

CLONES void ckernels_fft_join(
    float *restrict zr, float *restrict zi, const float *restrict real, const float *restrict imaginary,
    const float *restrict turn, float scale, size_t half) {
    const float *c = turn, *s = turn + half / 2 + 1;
    zr[0] = scale * (real[0] + real[half]);
    zi[0] = scale * (real[0] - real[half]);
    for (size_t k = 1; k <= half / 2; k++) {
        const size_t m = half - k;
        const float er = scale * (real[k] + real[m]), ei = scale * (imaginary[k] - imaginary[m]);
        const float dr = scale * (real[k] - real[m]), di = scale * (imaginary[k] + imaginary[m]);
        const float or = dr * c[k] + di * s[k], oi = di * c[k] - dr * s[k];
        zr[k] = er - oi;
        zi[k] = ei + or;
        zr[m] = er + oi;
        zi[m] = or - ei;
    }
}

CLONES void ckernels_unzip(
    float *restrict even, float *restrict odd, const float *restrict samples, size_t pair_count) {
    for (size_t i = 0; i < pair_count; i++) {
        even[i] = samples[2 * i];
        odd[i] = samples[2 * i + 1];
    }
}

CLONES void ckernels_zip(
    float *restrict samples, const float *restrict even, const float *restrict odd, size_t pair_count) {
    for (size_t i = 0; i < pair_count; i++) {
        samples[2 * i] = even[i];
        samples[2 * i + 1] = odd[i];
    }
}
