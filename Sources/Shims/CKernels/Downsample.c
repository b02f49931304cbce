#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// Whole-number downsampling: every output needs the same coefficients. The samples are laid out by their place within
// an output's frames; then lanes are outputs, and a vector of samples serves all outputs that it lies under.

#define LANES 16
#define TOGETHER 4  // Vectors of outputs made from the same samples, at most.
#define OUTPUTS (LANES * TOGETHER)
#define MAX_SIDE 256

typedef float Vector __attribute__((vector_size(4 * LANES)));
typedef float UnalignedVector __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

#define EACH _Pragma("clang loop unroll(full)") for

// Frames [from, to) of a plane, or downwards (to, from], under the vectors first ... last - 1: frame n lies under
// vector i at its tap n - LANES * i, whose coefficient is c[step * (n - LANES * i)].
INLINE void add_under(
    const int channels, const int first, const int last, const int direction, Vector *sums, const float *x0,
    const float *x1, const float *c, const ptrdiff_t step, ptrdiff_t from, ptrdiff_t to) {
    for (ptrdiff_t n = from; direction > 0 ? n < to : n > to; n += direction) {
        const Vector v0 = *(const UnalignedVector *)(x0 + n);
        const Vector v1 = channels == 2 ? *(const UnalignedVector *)(x1 + n) : v0;
        EACH(int i = first; i < last; i++) {
            const float w = c[step * (n - LANES * i)];
            sums[i] = sums[i] + v0 * w;
            if (channels == 2) sums[TOGETHER + i] = sums[TOGETHER + i] + v1 * w;
        }
    }
}

// One half of a plane's `side` taps: the first one upwards, or the second one downwards. At both ends there are fewer
// vectors.
INLINE void add_half(
    const int channels, const int together, const int direction, Vector *sums, const float *x0, const float *x1,
    const float *c, const ptrdiff_t step, size_t side) {
    const ptrdiff_t half = (ptrdiff_t)side / 2, end = (ptrdiff_t)side - 1;
    EACH(int i = 0; i < 2 * TOGETHER; i++) sums[i] = (Vector){0};
#define ADD(first, last, from, to) add_under(channels, first, last, direction, sums, x0, x1, c, step, from, to)
    if (direction > 0) {
        EACH(int i = 1; i < together; i++) ADD(0, i, (i - 1) * LANES, i * LANES);
        ADD(0, together, (together - 1) * LANES, half);
        EACH(int i = 1; i < together; i++) ADD(i, together, half + (i - 1) * LANES, half + i * LANES);
    } else {
        EACH(int i = together - 1; i > 0; i--) ADD(i, together, end + i * LANES, end + (i - 1) * LANES);
        ADD(0, together, end, half - 1 + (together - 1) * LANES);
        EACH(int i = together - 1; i > 0; i--) ADD(0, i, half - 1 + i * LANES, half - 1 + (i - 1) * LANES);
    }
#undef ADD
}

// planes[r * length + m] = x[m * factor + r].
INLINE void lay_out(float *planes, size_t length, const float *x, size_t factor, size_t count) {
    float *a = planes, *b = planes + length, *c = planes + 2 * length, *d = planes + 3 * length;
    const size_t whole = count / factor;
    if (factor == 2)
        for (size_t m = 0; m < whole; m++) a[m] = x[2 * m], b[m] = x[2 * m + 1];
    else if (factor == 3)
        for (size_t m = 0; m < whole; m++) a[m] = x[3 * m], b[m] = x[3 * m + 1], c[m] = x[3 * m + 2];
    else if (factor == 4)
        for (size_t m = 0; m < whole; m++)
            a[m] = x[4 * m], b[m] = x[4 * m + 1], c[m] = x[4 * m + 2], d[m] = x[4 * m + 3];
    else
        for (size_t r = 0; r < factor; r++)
            for (size_t m = 0; m < whole; m++) planes[r * length + m] = x[m * factor + r];
    for (size_t i = whole * factor; i < count; i++) planes[i % factor * length + i / factor] = x[i];
}

#define MAX_LENGTH (MAX_SIDE + OUTPUTS)
#define MAX_FACTOR 6

INLINE void some_outputs(
    const int channels, const int together, float *out0, float *out1, const float *x0, const float *x1,
    const float *bank, size_t taps, size_t factor, size_t made) {
    float planes[2][MAX_LENGTH * MAX_FACTOR];
    const size_t side = taps / factor, length = side + LANES * (size_t)together;
    if (made < LANES * (size_t)together)
        for (int channel = 0; channel < channels; channel++) memset(planes[channel], 0, factor * length * sizeof *x0);
    lay_out(planes[0], length, x0, factor, (made - 1) * factor + taps);
    if (channels == 2) lay_out(planes[1], length, x1, factor, (made - 1) * factor + taps);
    Vector sums[2 * TOGETHER], left[2 * TOGETHER], right[2 * TOGETHER];
    EACH(int i = 0; i < 2 * TOGETHER; i++) sums[i] = (Vector){0};
    for (size_t r = 0; r < factor; r++) {
        const float *p0 = planes[0] + r * length, *p1 = planes[1] + r * length;
        add_half(channels, together, 1, left, p0, p1, bank + r, (ptrdiff_t)factor, side);
        add_half(channels, together, -1, right, p0, p1, bank + r, (ptrdiff_t)factor, side);
        EACH(int i = 0; i < 2 * TOGETHER; i++) sums[i] = sums[i] + (left[i] + right[i]);
    }
    if (made == LANES * (size_t)together) {
        EACH(int i = 0; i < together; i++) {
            *(UnalignedVector *)(out0 + i * LANES) = sums[i];
            if (channels == 2) *(UnalignedVector *)(out1 + i * LANES) = sums[TOGETHER + i];
        }
    } else {
        memcpy(out0, sums, made * sizeof *out0);
        if (channels == 2) memcpy(out1, sums + TOGETHER, made * sizeof *out1);
    }
}

// `most` vectors of outputs at once: as many as fit into the registers, and no more than half of the filter has room
// for.
INLINE void downsample(
    const int channels, const int most, float *out0, float *out1, const float *x0, const float *x1, const float *bank,
    size_t taps, size_t factor, size_t count) {
    const size_t room = taps / factor / 2 / LANES + 1;
    const size_t limit = LANES * (room < (size_t)most ? room : (size_t)most);
    while (count > 0) {
        const size_t made = count < limit ? count : limit;
#define SOME(n) some_outputs(channels, n, out0, out1, x0, x1, bank, taps, factor, made)
        switch ((made + LANES - 1) / LANES) {
            case 1: SOME(1); break;
            case 2: SOME(2); break;
            case 3:
                if (most > 2) SOME(3);
                break;
            default:
                if (most > 2) SOME(4);
                break;
        }
#undef SOME
        out0 += made;
        out1 += made;
        x0 += made * factor;
        x1 += made * factor;
        count -= made;
    }
}

CLONES static void one_narrow(
    float *out, const float *samples, const float *bank, size_t taps, size_t factor, size_t count) {
    downsample(1, 2, out, out, samples, samples, bank, taps, factor, count);
}

CLONES static void two_narrow(
    float *out0, float *out1, const float *samples0, const float *samples1, const float *bank, size_t taps,
    size_t factor, size_t count) {
    downsample(2, 2, out0, out1, samples0, samples1, bank, taps, factor, count);
}

#if CKERNELS_V4

#define V4 __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))

V4 static void one_wide(
    float *out, const float *samples, const float *bank, size_t taps, size_t factor, size_t count) {
    downsample(1, TOGETHER, out, out, samples, samples, bank, taps, factor, count);
}

V4 static void two_wide(
    float *out0, float *out1, const float *samples0, const float *samples1, const float *bank, size_t taps,
    size_t factor, size_t count) {
    downsample(2, TOGETHER, out0, out1, samples0, samples1, bank, taps, factor, count);
}

#endif

int32_t ckernels_has_downsampling(size_t factor, size_t taps) {
    return ((factor >= 2 && factor <= 4) || factor == 6) && taps % factor == 0 &&
           taps / factor % 2 == 0 && taps / factor >= 64 && taps / factor <= MAX_SIDE;
}

void ckernels_downsample(
    float *out, const float *samples, const float *bank, size_t taps, size_t factor, size_t count) {
    if (!ckernels_has_downsampling(factor, taps)) return;
#if CKERNELS_V4
    if (__builtin_cpu_supports("x86-64-v4")) {
        one_wide(out, samples, bank, taps, factor, count);
        return;
    }
#endif
    one_narrow(out, samples, bank, taps, factor, count);
}

void ckernels_downsample2(
    float *out0, float *out1, const float *samples0, const float *samples1, const float *bank, size_t taps,
    size_t factor, size_t count) {
    if (!ckernels_has_downsampling(factor, taps)) return;
#if CKERNELS_V4
    if (__builtin_cpu_supports("x86-64-v4")) {
        two_wide(out0, out1, samples0, samples1, bank, taps, factor, count);
        return;
    }
#endif
    two_narrow(out0, out1, samples0, samples1, bank, taps, factor, count);
}
