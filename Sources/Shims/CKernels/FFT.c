#include <stddef.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// One butterfly of four: numbers a b c d at `from`, `quarter` apart, to places y0 y1 y2 y3.
#define BUTTERFLY(from, quarter, y0, y1, y2, y3, w1r, w1i, w2r, w2i, w3r, w3i)                            \
    {                                                                                                     \
        const float ar = xr[from], br = xr[(from) + (quarter)];                                           \
        const float cr = xr[(from) + 2 * (quarter)], dr = xr[(from) + 3 * (quarter)];                     \
        const float ai = xi[from], bi = xi[(from) + (quarter)];                                           \
        const float ci = xi[(from) + 2 * (quarter)], di = xi[(from) + 3 * (quarter)];                     \
        const float acr = ar + cr, aci = ai + ci, bdr = br + dr, bdi = bi + di;                           \
        /* (a - c) -+ i (b - d) */                                                                        \
        const float ur = (ar - cr) + (bi - di), ui = (ai - ci) - (br - dr);                               \
        const float vr = (ar - cr) - (bi - di), vi = (ai - ci) + (br - dr);                               \
        const float tr = acr - bdr, ti = aci - bdi;                                                       \
        yr[y0] = acr + bdr;                                                                               \
        yi[y0] = aci + bdi;                                                                               \
        yr[y1] = ur * (w1r) - ui * (w1i);                                                                 \
        yi[y1] = ur * (w1i) + ui * (w1r);                                                                 \
        yr[y2] = tr * (w2r) - ti * (w2i);                                                                 \
        yi[y2] = tr * (w2i) + ti * (w2r);                                                                 \
        yr[y3] = vr * (w3r) - vi * (w3i);                                                                 \
        yi[y3] = vr * (w3i) + vi * (w3r);                                                                 \
    }

INLINE void pass4(
    float *restrict yr, float *restrict yi, const float *restrict xr, const float *restrict xi,
    const float *restrict w, const size_t span, const size_t stride) {
    const size_t quarter = span / 4;
    const float *w1r = w, *w2r = w + quarter, *w3r = w + 2 * quarter;
    const float *w1i = w + 3 * quarter, *w2i = w + 4 * quarter, *w3i = w + 5 * quarter;
    for (size_t p = 0; p < quarter; p++)
        for (size_t q = 0; q < stride; q++) {
            const size_t from = q + stride * p, to = q + stride * 4 * p;
            BUTTERFLY(
                from, stride *quarter, to, to + stride, to + 2 * stride, to + 3 * stride, w1r[p], w1i[p], w2r[p],
                w2i[p], w3r[p], w3i[p])
        }
}

CLONES void ckernels_fft_pass4(
    float *restrict yr, float *restrict yi, const float *restrict xr, const float *restrict xi,
    const float *restrict w, size_t span, size_t stride) {
    if (stride == 1) {
        // Neighbouring butterflies side by side; their outputs lie four apart.
        const size_t quarter = span / 4;
        const float *w1r = w, *w2r = w + quarter, *w3r = w + 2 * quarter;
        const float *w1i = w + 3 * quarter, *w2i = w + 4 * quarter, *w3i = w + 5 * quarter;
        for (size_t p = 0; p < quarter; p++)
            BUTTERFLY(p, quarter, 4 * p, 4 * p + 1, 4 * p + 2, 4 * p + 3, w1r[p], w1i[p], w2r[p], w2i[p], w3r[p], w3i[p])
    } else if (stride == 4) {
        pass4(yr, yi, xr, xi, w, span, 4);
    } else {
        pass4(yr, yi, xr, xi, w, span, stride);
    }
}

CLONES void ckernels_fft_pass2(
    float *restrict yr, float *restrict yi, const float *restrict xr, const float *restrict xi, size_t stride) {
    for (size_t q = 0; q < stride; q++) {
        const float ar = xr[q], ai = xi[q], br = xr[q + stride], bi = xi[q + stride];
        yr[q] = ar + br;
        yi[q] = ai + bi;
        yr[q + stride] = ar - br;
        yi[q + stride] = ai - bi;
    }
}

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
        // Even samples' spectrum: (Z[k] + conj Z[m]) / 2; odd samples': (Z[k] - conj Z[m]) / 2i, turned by -pi k / half.
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
