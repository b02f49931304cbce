// Passes of Stockham's transform for one type of number: included with REAL, its name, and NAMED, the names' endings.
//
// A pass of radix r reads numbers in blocks of `span` that lie `stride` apart, and writes blocks of span / r that lie r
// times as far apart. Its twiddles: r - 1 rows of span / r real parts of w, w^2 ..., w = exp(-2 pi i p / span), then
// the imaginary parts.

// One butterfly of four: numbers a b c d at `from`, `quarter` apart, to places y0 y1 y2 y3.
#define BUTTERFLY(from, quarter, y0, y1, y2, y3, w1r, w1i, w2r, w2i, w3r, w3i)                            \
    {                                                                                                     \
        const REAL ar = xr[from], br = xr[(from) + (quarter)];                                            \
        const REAL cr = xr[(from) + 2 * (quarter)], dr = xr[(from) + 3 * (quarter)];                      \
        const REAL ai = xi[from], bi = xi[(from) + (quarter)];                                            \
        const REAL ci = xi[(from) + 2 * (quarter)], di = xi[(from) + 3 * (quarter)];                      \
        const REAL acr = ar + cr, aci = ai + ci, bdr = br + dr, bdi = bi + di;                            \
        /* (a - c) -+ i (b - d) */                                                                        \
        const REAL ur = (ar - cr) + (bi - di), ui = (ai - ci) - (br - dr);                                \
        const REAL vr = (ar - cr) - (bi - di), vi = (ai - ci) + (br - dr);                                \
        const REAL tr = acr - bdr, ti = aci - bdi;                                                        \
        yr[y0] = acr + bdr;                                                                               \
        yi[y0] = aci + bdi;                                                                               \
        yr[y1] = ur * (w1r) - ui * (w1i);                                                                 \
        yi[y1] = ur * (w1i) + ui * (w1r);                                                                 \
        yr[y2] = tr * (w2r) - ti * (w2i);                                                                 \
        yi[y2] = tr * (w2i) + ti * (w2r);                                                                 \
        yr[y3] = vr * (w3r) - vi * (w3i);                                                                 \
        yi[y3] = vr * (w3i) + vi * (w3r);                                                                 \
    }

INLINE void NAMED(pass4)(
    REAL *restrict yr, REAL *restrict yi, const REAL *restrict xr, const REAL *restrict xi, const REAL *restrict w,
    const size_t span, const size_t stride) {
    const size_t quarter = span / 4;
    const REAL *w1r = w, *w2r = w + quarter, *w3r = w + 2 * quarter;
    const REAL *w1i = w + 3 * quarter, *w2i = w + 4 * quarter, *w3i = w + 5 * quarter;
    for (size_t p = 0; p < quarter; p++)
        for (size_t q = 0; q < stride; q++) {
            const size_t from = q + stride * p, to = q + stride * 4 * p;
            BUTTERFLY(
                from, stride *quarter, to, to + stride, to + 2 * stride, to + 3 * stride, w1r[p], w1i[p], w2r[p],
                w2i[p], w3r[p], w3i[p])
        }
}

// Neighbouring butterflies side by side; their outputs lie four apart.
INLINE void NAMED(first_pass4)(
    REAL *restrict yr, REAL *restrict yi, const REAL *restrict xr, const REAL *restrict xi, const REAL *restrict w,
    const size_t span) {
    const size_t quarter = span / 4;
    const REAL *w1r = w, *w2r = w + quarter, *w3r = w + 2 * quarter;
    const REAL *w1i = w + 3 * quarter, *w2i = w + 4 * quarter, *w3i = w + 5 * quarter;
    for (size_t p = 0; p < quarter; p++)
        BUTTERFLY(p, quarter, 4 * p, 4 * p + 1, 4 * p + 2, 4 * p + 3, w1r[p], w1i[p], w2r[p], w2i[p], w3r[p], w3i[p])
}

// The last pass of four has no twiddles.
INLINE void NAMED(last_pass4)(
    REAL *restrict yr, REAL *restrict yi, const REAL *restrict xr, const REAL *restrict xi, const size_t stride) {
    for (size_t q = 0; q < stride; q++) {
        const REAL ar = xr[q], br = xr[q + stride], cr = xr[q + 2 * stride], dr = xr[q + 3 * stride];
        const REAL ai = xi[q], bi = xi[q + stride], ci = xi[q + 2 * stride], di = xi[q + 3 * stride];
        const REAL acr = ar + cr, aci = ai + ci, bdr = br + dr, bdi = bi + di;
        yr[q] = acr + bdr;
        yi[q] = aci + bdi;
        yr[q + stride] = (ar - cr) + (bi - di);
        yi[q + stride] = (ai - ci) - (br - dr);
        yr[q + 2 * stride] = acr - bdr;
        yi[q + 2 * stride] = aci - bdi;
        yr[q + 3 * stride] = (ar - cr) - (bi - di);
        yi[q + 3 * stride] = (ai - ci) + (br - dr);
    }
}

// A number times the twiddle of its row.
#define TURNED(row, real, imaginary, place)                                                  \
    {                                                                                        \
        const REAL wr = w[(row) * part + p], wi = w[(row + rows) * part + p];                \
        yr[place] = (real) * wr - (imaginary) * wi;                                          \
        yi[place] = (real) * wi + (imaginary) * wr;                                          \
    }

INLINE void NAMED(pass3)(
    REAL *restrict yr, REAL *restrict yi, const REAL *restrict xr, const REAL *restrict xi, const REAL *restrict w,
    const size_t span, const size_t stride) {
    const size_t part = span / 3, rows = 2, apart = stride * part;
    const REAL sine = (REAL)0.86602540378443864676;
    for (size_t p = 0; p < part; p++)
        for (size_t q = 0; q < stride; q++) {
            const size_t from = q + stride * p, to = q + stride * 3 * p;
            const REAL ar = xr[from], br = xr[from + apart], cr = xr[from + 2 * apart];
            const REAL ai = xi[from], bi = xi[from + apart], ci = xi[from + 2 * apart];
            const REAL tr = br + cr, ti = bi + ci, sr = sine * (br - cr), si = sine * (bi - ci);
            const REAL ur = ar - (REAL)0.5 * tr, ui = ai - (REAL)0.5 * ti;
            yr[to] = ar + tr;
            yi[to] = ai + ti;
            TURNED(0, ur + si, ui - sr, to + stride)
            TURNED(1, ur - si, ui + sr, to + 2 * stride)
        }
}

INLINE void NAMED(pass5)(
    REAL *restrict yr, REAL *restrict yi, const REAL *restrict xr, const REAL *restrict xi, const REAL *restrict w,
    const size_t span, const size_t stride) {
    const size_t part = span / 5, rows = 4, apart = stride * part;
    // Cosines and sines of 2 pi / 5 and 4 pi / 5.
    const REAL c1 = (REAL)0.30901699437494742410, c2 = (REAL)-0.80901699437494742410;
    const REAL s1 = (REAL)0.95105651629515357212, s2 = (REAL)0.58778525229247312917;
    for (size_t p = 0; p < part; p++)
        for (size_t q = 0; q < stride; q++) {
            const size_t from = q + stride * p, to = q + stride * 5 * p;
            const REAL ar = xr[from], ai = xi[from];
            const REAL br = xr[from + apart] + xr[from + 4 * apart], bi = xi[from + apart] + xi[from + 4 * apart];
            const REAL er = xr[from + apart] - xr[from + 4 * apart], ei = xi[from + apart] - xi[from + 4 * apart];
            const REAL cr = xr[from + 2 * apart] + xr[from + 3 * apart], ci = xi[from + 2 * apart] + xi[from + 3 * apart];
            const REAL dr = xr[from + 2 * apart] - xr[from + 3 * apart], di = xi[from + 2 * apart] - xi[from + 3 * apart];
            const REAL ur = ar + (c1 * br + c2 * cr), ui = ai + (c1 * bi + c2 * ci);
            const REAL vr = ar + (c2 * br + c1 * cr), vi = ai + (c2 * bi + c1 * ci);
            const REAL fr = s1 * er + s2 * dr, fi = s1 * ei + s2 * di, gr = s2 * er - s1 * dr, gi = s2 * ei - s1 * di;
            yr[to] = ar + (br + cr);
            yi[to] = ai + (bi + ci);
            TURNED(0, ur + fi, ui - fr, to + stride)
            TURNED(1, vr + gi, vi - gr, to + 2 * stride)
            TURNED(2, vr - gi, vi + gr, to + 3 * stride)
            TURNED(3, ur - fi, ui + fr, to + 4 * stride)
        }
}

INLINE void NAMED(last_pass2)(
    REAL *restrict yr, REAL *restrict yi, const REAL *restrict xr, const REAL *restrict xi, size_t stride) {
    for (size_t q = 0; q < stride; q++) {
        const REAL ar = xr[q], ai = xi[q], br = xr[q + stride], bi = xi[q + stride];
        yr[q] = ar + br;
        yi[q] = ai + bi;
        yr[q + stride] = ar - br;
        yi[q + stride] = ai - bi;
    }
}

// One pass, of the radix that `radix_of` gives for this span.
INLINE void NAMED(pass)(
    REAL *restrict yr, REAL *restrict yi, const REAL *restrict xr, const REAL *restrict xi, const REAL *restrict w,
    size_t span, size_t stride, size_t radix) {
    switch (radix) {
    case 2: NAMED(last_pass2)(yr, yi, xr, xi, stride); break;
    case 3: NAMED(pass3)(yr, yi, xr, xi, w, span, stride); break;
    case 5: NAMED(pass5)(yr, yi, xr, xi, w, span, stride); break;
    default:
        if (stride == 1) NAMED(first_pass4)(yr, yi, xr, xi, w, span);
        else if (span == 4) NAMED(last_pass4)(yr, yi, xr, xi, stride);
        else if (stride == 4) NAMED(pass4_of4)(yr, yi, xr, xi, w, span);
        else NAMED(pass4)(yr, yi, xr, xi, w, span, stride);
    }
}

CLONES void NAMED(ckernels_fft)(
    REAL *yr, REAL *yi, const REAL *xr, const REAL *xi, REAL *scratch, const REAL *table, size_t count) {
    REAL *const sr = scratch, *const si = scratch + count;
    size_t passes = 0;
    for (size_t span = count; span > 1; span /= radix_of(span)) passes++;
    // The last pass writes to `y`, those before it in turns; the first may not write to its own input.
    int to_scratch = passes % 2 == 0;
    if (!to_scratch && (xr == yr || xr == yi || xi == yi || xi == yr)) {
        __builtin_memcpy(sr, xr, count * sizeof(REAL));
        __builtin_memcpy(si, xi, count * sizeof(REAL));
        xr = sr;
        xi = si;
    }
    if (passes == 0 && count == 1) {
        const REAL r = xr[0], i = xi[0];
        yr[0] = r;
        yi[0] = i;
        return;
    }
    for (size_t span = count, stride = 1; span > 1;) {
        const size_t radix = radix_of(span);
        REAL *const tr = to_scratch ? sr : yr, *const ti = to_scratch ? si : yi;
        NAMED(pass)(tr, ti, xr, xi, table, span, stride, radix);
        table += 2 * (radix - 1) * (span / radix);
        xr = tr;
        xi = ti;
        to_scratch = !to_scratch;
        span /= radix;
        stride *= radix;
    }
}

void NAMED(ckernels_fft_make_table)(REAL *table, size_t count) {
    for (size_t span = count; span > 1;) {
        const size_t radix = radix_of(span), part = span / radix;
        for (size_t row = 1; row < radix; row++)
            for (size_t p = 0; p < part; p++) {
                double cosine, sine;
                turn_of(row * p, span, &cosine, &sine);
                table[(row - 1) * part + p] = (REAL)cosine;
                table[(row - 1 + radix - 1) * part + p] = (REAL)-sine;
            }
        table += 2 * (radix - 1) * part;
        span = part;
    }
}

void NAMED(ckernels_fft_make_turns)(REAL *turn, size_t half) {
    for (size_t k = 0; k <= half / 2; k++) {
        double cosine, sine;
        turn_of(k, 2 * half, &cosine, &sine);
        turn[k] = (REAL)cosine;
        turn[half / 2 + 1 + k] = (REAL)-sine;
    }
}

CLONES void NAMED(ckernels_fft_pack)(REAL *real, REAL *imaginary, const REAL *restrict turn, size_t half) {
    const REAL *c = turn, *s = turn + half / 2 + 1;
    const REAL first = real[0], second = imaginary[0];
    real[0] = 2 * (first + second);
    imaginary[0] = 2 * (first - second);
    // Even samples' spectrum: Z[k] + conj Z[m]; odd samples': (Z[k] - conj Z[m]) / i, turned by -pi k / half.
#pragma clang loop vectorize(assume_safety)
    for (size_t k = 1; k < (half + 1) / 2; k++) {
        const size_t m = half - k;
        const REAL er = real[k] + real[m], ei = imaginary[k] - imaginary[m];
        const REAL or = imaginary[k] + imaginary[m], oi = real[m] - real[k];
        const REAL tr = or * c[k] - oi * s[k], ti = or * s[k] + oi * c[k];
        real[k] = er + tr;
        imaginary[k] = ei + ti;
        real[m] = er - tr;
        imaginary[m] = ti - ei;
    }
    if (half % 2 == 0) {
        real[half / 2] *= 2;
        imaginary[half / 2] *= -2;
    }
}

CLONES void NAMED(ckernels_fft_unpack)(REAL *real, REAL *imaginary, const REAL *restrict turn, size_t half) {
    const REAL *c = turn, *s = turn + half / 2 + 1;
    const REAL first = real[0], second = imaginary[0];
    real[0] = first + second;
    imaginary[0] = first - second;
#pragma clang loop vectorize(assume_safety)
    for (size_t k = 1; k < (half + 1) / 2; k++) {
        const size_t m = half - k;
        const REAL er = real[k] + real[m], ei = imaginary[k] - imaginary[m];
        const REAL dr = real[k] - real[m], di = imaginary[k] + imaginary[m];
        const REAL or = dr * c[k] + di * s[k], oi = di * c[k] - dr * s[k];
        real[k] = er - oi;
        imaginary[k] = ei + or;
        real[m] = er + oi;
        imaginary[m] = or - ei;
    }
    if (half % 2 == 0) {
        real[half / 2] *= 2;
        imaginary[half / 2] *= -2;
    }
}

#undef BUTTERFLY
#undef TURNED
