#include <stddef.h>
#include <stdint.h>

#include "CKernels.h"
#include "Clones.h"

// Fused multiply-adds are welcome here: without them filters and curves take a third longer.
#pragma STDC FP_CONTRACT ON

// Second-order sections one after the other, as a wave front: while section k filters sample t, section k + 1 filters
// sample t - 1. Eight lanes of a vector are four sections of two channels, so sections that wait for the one before in
// a plain loop is computed side by side. At both ends of a piece the lanes that have no sample are left alone; each
// lane does the same arithmetic in the same order however the samples are cut into pieces.

typedef double f64x8 __attribute__((vector_size(64)));
typedef int64_t i64x8 __attribute__((vector_size(64)));

typedef struct {
    double b0[8], b1[8], b2[8], a1[8], a2[8];
} Biquads;

typedef struct {
    double s1[8], s2[8];
} Memory;

#define SELECT(mask, a, b) ((f64x8)(((mask) & (i64x8)(a)) | (~(mask) & (i64x8)(b))))
#define LOAD(p) (*(const f64x8 *)(p))
#define STORE(p, v) (*(f64x8 *)(p) = (v))

// One step of all groups; `KEEP(new, old)` selects the value that the lanes keep. Moving coefficients move before they
// are used.
#define WAVE(KEEP)                                                                                           \
    {                                                                                                        \
        _Pragma("clang loop unroll(full)") for (int g = groups - 1; g >= 0; g--) {                           \
            const f64x8 x = g > 0 ? __builtin_shufflevector(y[g > 0 ? g - 1 : 0], y[g], 6, 7, 8, 9, 10, 11, 12, 13) \
                                  : __builtin_shufflevector(in, y[0], 0, 1, 8, 9, 10, 11, 12, 13);           \
            if (moving) {                                                                                    \
                b0[g] = KEEP(b0[g] + LOAD(steps[g].b0), b0[g]);                                              \
                b1[g] = KEEP(b1[g] + LOAD(steps[g].b1), b1[g]);                                              \
                b2[g] = KEEP(b2[g] + LOAD(steps[g].b2), b2[g]);                                              \
                a1[g] = KEEP(a1[g] + LOAD(steps[g].a1), a1[g]);                                              \
                a2[g] = KEEP(a2[g] + LOAD(steps[g].a2), a2[g]);                                              \
            }                                                                                                \
            y[g] = b0[g] * x + s1[g];                                                                        \
            const f64x8 p = b1[g] * x + s2[g];                                                               \
            const f64x8 q = b2[g] * x;                                                                       \
            s1[g] = KEEP(p - a1[g] * y[g], s1[g]);                                                           \
            s2[g] = KEEP(q - a2[g] * y[g], s2[g]);                                                           \
        }                                                                                                    \
    }
#define ALWAYS(new, old) (new)
#define MASKED(new, old) SELECT(active[g], new, old)

// `groups` and `moving` are constants after inlining.
INLINE void biquads_pass(
    const int groups, const int moving, const Biquads *now, const Biquads *steps,
    Biquads *after, Memory *memory, const float *left, const float *right, float *left_out, float *right_out,
    ptrdiff_t count) {
    f64x8 b0[4], b1[4], b2[4], a1[4], a2[4], s1[4], s2[4], y[4];
    const i64x8 lane = {0, 0, 1, 1, 2, 2, 3, 3};
    const f64x8 zero = {0};
    const ptrdiff_t lag = 4 * groups - 1;
#pragma clang loop unroll(full)
    for (int g = 0; g < groups; g++) {
        b0[g] = LOAD(now[g].b0);
        b1[g] = LOAD(now[g].b1);
        b2[g] = LOAD(now[g].b2);
        a1[g] = LOAD(now[g].a1);
        a2[g] = LOAD(now[g].a2);
        s1[g] = LOAD(memory[g].s1);
        s2[g] = LOAD(memory[g].s2);
        y[g] = zero;
    }
    ptrdiff_t t = 0;
    while (t < count + lag) {
        if (!moving && t >= lag && t < count) {
            for (; t < count; t++) {
                const double l = left[t], r = right[t];
                const f64x8 in = {l, r, 0, 0, 0, 0, 0, 0};
                WAVE(ALWAYS)
                left_out[t - lag] = (float)y[groups - 1][6];
                right_out[t - lag] = (float)y[groups - 1][7];
            }
            continue;
        }
        i64x8 active[4];
#pragma clang loop unroll(full)
        for (int g = 0; g < groups; g++) {
            const i64x8 index = t - 4 * g - lane;
            active[g] = (index >= 0) & (index < count);
        }
        const double l = t < count ? left[t] : 0, r = t < count ? right[t] : 0;
        const f64x8 in = {l, r, 0, 0, 0, 0, 0, 0};
        WAVE(MASKED)
        if (t >= lag) {
            left_out[t - lag] = (float)y[groups - 1][6];
            right_out[t - lag] = (float)y[groups - 1][7];
        }
        t++;
    }
#pragma clang loop unroll(full)
    for (int g = 0; g < groups; g++) {
        STORE(memory[g].s1, s1[g]);
        STORE(memory[g].s2, s2[g]);
        if (moving && after) {
            STORE(after[g].b0, b0[g]);
            STORE(after[g].b1, b1[g]);
            STORE(after[g].b2, b2[g]);
            STORE(after[g].a1, a1[g]);
            STORE(after[g].a2, a2[g]);
        }
    }
}

CLONES void ckernels_biquads(
    const double *now_rows, const double *step_rows, double *after_rows, double *memory_rows, size_t group_count,
    const float *left, const float *right, float *left_out, float *right_out, size_t count) {
    const Biquads *now = (const Biquads *)now_rows, *steps = (const Biquads *)step_rows;
    Biquads *after = (Biquads *)after_rows;
    Memory *memory = (Memory *)memory_rows;
    size_t done = 0;
    while (done < group_count) {
        const size_t groups = group_count - done < 4 ? group_count - done : 4;
#define PASS(n)                                                                                              \
    if (steps)                                                                                               \
        biquads_pass(                                                                                        \
            n, 1, now + done, steps + done, after ? after + done : 0, memory + done, left, right, left_out,  \
            right_out, (ptrdiff_t)count);                                                                    \
    else                                                                                                     \
        biquads_pass(n, 0, now + done, 0, 0, memory + done, left, right, left_out, right_out, (ptrdiff_t)count);
        switch (groups) {
            case 1: PASS(1) break;
            case 2: PASS(2) break;
            case 3: PASS(3) break;
            default: PASS(4) break;
        }
#undef PASS
        left = left_out;
        right = right_out;
        done += groups;
    }
}
