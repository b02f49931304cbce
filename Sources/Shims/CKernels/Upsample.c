#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// Whole-number upsampling: neighbouring frames need the same coefficients, so lanes are frames, and no sum has to be
// folded.

#define LANES 16
#define FRAMES 32
#define UNROLL 2  // Taps; halves of rows are multiples of 4.
#define MAX_TAPS CKERNELS_UPSAMPLE_TAPS
#define MAX_PHASES 6

typedef float Vector __attribute__((vector_size(4 * LANES)));
typedef float UnalignedVector __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

#define EACH _Pragma("clang loop unroll(full)") for

// One side of the filter for `together` phases from `phase` on: `count` taps from `tap` on, upwards or downwards.
INLINE void add_side(
    const int together, const int vectors, Vector *sums, const float *x, const float *bank, size_t phases, size_t phase,
    ptrdiff_t tap, const ptrdiff_t direction, size_t count) {
    EACH(int k = 0; k < together * vectors; k++) sums[k] = (Vector){0};
    const float *c = bank + (size_t)tap * phases + phase;
    const ptrdiff_t next = direction * (ptrdiff_t)phases;
    x += tap;
    for (size_t t = 0; t < count; t += UNROLL) {
        EACH(int u = 0; u < UNROLL; u++) {
            Vector v[2];
            EACH(int i = 0; i < vectors; i++) v[i] = *(const UnalignedVector *)(x + direction * u + i * LANES);
            EACH(int p = 0; p < together; p++) {
                EACH(int i = 0; i < vectors; i++) sums[p * vectors + i] = sums[p * vectors + i] + v[i] * c[next * u + p];
            }
        }
        x += UNROLL * direction;
        c += UNROLL * next;
    }
}

#define SIXTEEN(at, f)                                                                                         \
    f(at), f(at + 1), f(at + 2), f(at + 3), f(at + 4), f(at + 5), f(at + 6), f(at + 7), f(at + 8), f(at + 9),  \
        f(at + 10), f(at + 11), f(at + 12), f(at + 13), f(at + 14), f(at + 15)
// Where element o of interleaved phases comes from: of two; the first two of three; the third, when they are in place.
#define OF_TWO(o) ((o) % 2 * LANES + (o) / 2)
#define OF_THREE(o) ((o) % 3 == 2 ? 0 : (o) % 3 * LANES + (o) / 3)
#define THIRD(o) ((o) % 3 == 2 ? LANES + (o) / 3 : (o) % LANES)
#define STORE_THREE(at)                                                                         \
    do {                                                                                        \
        const Vector two = __builtin_shufflevector(a, b, SIXTEEN(at, OF_THREE));                \
        *(UnalignedVector *)(y + at) = __builtin_shufflevector(two, c, SIXTEEN(at, THIRD));     \
    } while (0)

// Interleaves the phases of `vectors` vectors of frames.
INLINE void store(const int together, const int vectors, float *y, size_t phases, size_t phase, const Vector *sums) {
    EACH(int i = 0; i < vectors; i++, y += LANES * phases) {
        const Vector a = sums[i], b = sums[(together > 1) * vectors + i], c = sums[(together > 2) * 2 * vectors + i];
        const Vector d = sums[(together > 3) * 3 * vectors + i];
        if (together == 2 && phases == 2) {
            *(UnalignedVector *)y = __builtin_shufflevector(a, b, SIXTEEN(0, OF_TWO));
            *(UnalignedVector *)(y + 16) = __builtin_shufflevector(a, b, SIXTEEN(16, OF_TWO));
        } else if (together == 3 && phases == 3) {
            STORE_THREE(0);
            STORE_THREE(16);
            STORE_THREE(32);
        } else if (together == 4 && phases == 4) {
            const Vector ac0 = __builtin_shufflevector(a, c, SIXTEEN(0, OF_TWO));
            const Vector ac1 = __builtin_shufflevector(a, c, SIXTEEN(16, OF_TWO));
            const Vector bd0 = __builtin_shufflevector(b, d, SIXTEEN(0, OF_TWO));
            const Vector bd1 = __builtin_shufflevector(b, d, SIXTEEN(16, OF_TWO));
            *(UnalignedVector *)y = __builtin_shufflevector(ac0, bd0, SIXTEEN(0, OF_TWO));
            *(UnalignedVector *)(y + 16) = __builtin_shufflevector(ac0, bd0, SIXTEEN(16, OF_TWO));
            *(UnalignedVector *)(y + 32) = __builtin_shufflevector(ac1, bd1, SIXTEEN(0, OF_TWO));
            *(UnalignedVector *)(y + 48) = __builtin_shufflevector(ac1, bd1, SIXTEEN(16, OF_TWO));
        } else if (together == 3) {
            // Half of six phases.
            float three[3 * LANES];
            float *whole = y;
            y = three;
            STORE_THREE(0);
            STORE_THREE(16);
            STORE_THREE(32);
            y = whole;
#pragma clang loop unroll(disable) vectorize(disable)
            for (size_t lane = 0; lane < LANES; lane++)
                memcpy(y + lane * phases + phase, three + 3 * lane, 3 * sizeof *y);
        }
    }
}

INLINE void some_phases(
    const int together, const int vectors, float *y, const float *x, const float *bank, size_t taps, size_t phases,
    size_t phase) {
    Vector left[8], right[8];
    add_side(together, vectors, left, x, bank, phases, phase, 0, 1, taps / 2);
    add_side(together, vectors, right, x, bank, phases, phase, (ptrdiff_t)taps - 1, -1, taps / 2);
    EACH(int k = 0; k < together * vectors; k++) left[k] = left[k] + right[k];
    store(together, vectors, y, phases, phase, left);
}

// All phases of the frames of `vectors` vectors.
INLINE void all_phases(const int vectors, float *y, const float *x, const float *bank, size_t taps, size_t phases) {
    switch (phases) {
        case 2: some_phases(2, vectors, y, x, bank, taps, 2, 0); break;
        case 3: some_phases(3, vectors, y, x, bank, taps, 3, 0); break;
        case 4: some_phases(4, vectors, y, x, bank, taps, 4, 0); break;
        default:
#pragma clang loop unroll(disable)
            for (size_t phase = 0; phase < 6; phase += 3) some_phases(3, vectors, y, x, bank, taps, 6, phase);
            break;
    }
}

// `together` vectors of frames are made at once, 1 or 2: the sums of all phases must fit into the registers.
INLINE void upsample(
    const int together, float *out, const float *x, const float *bank, size_t taps, size_t phases, size_t first,
    size_t count) {
    float y[FRAMES * MAX_PHASES];
    float padded[MAX_TAPS + FRAMES];
    // Frames that are begun, the first one `first` phases ago.
    size_t frames = (first + count + phases - 1) / phases;
    while (count > 0) {
        const size_t now = frames < FRAMES ? frames : FRAMES;
        const float *from = x;
        if (now < FRAMES) {
            // Memory behind the taps of the last frame may not be read.
            memcpy(padded, x, (now + taps - 1) * sizeof *x);
            memset(padded + now + taps - 1, 0, (FRAMES - now) * sizeof *x);
            from = padded;
        }
        const int is_direct = first == 0 && now == FRAMES && count >= FRAMES * phases;
        float *to = is_direct ? out : y;
        if (now > LANES && together == 2) {
            all_phases(2, to, from, bank, taps, phases);
        } else {
            all_phases(1, to, from, bank, taps, phases);
            if (now > LANES) all_phases(1, to + LANES * phases, from + LANES, bank, taps, phases);
        }
        size_t made = now * phases - first;
        if (made > count) made = count;
        if (!is_direct) memcpy(out, y + first, made * sizeof *out);
        out += made;
        count -= made;
        x += now;
        frames -= now;
        first = 0;
    }
}

CLONES static void upsample_narrow(
    float *out, const float *samples, const float *bank, size_t taps, size_t phases, size_t first, size_t count) {
    upsample(1, out, samples, bank, taps, phases, first, count);
}

#if CKERNELS_V4

__attribute__((target("arch=x86-64-v4"), min_vector_width(512))) static void upsample_wide(
    float *out, const float *samples, const float *bank, size_t taps, size_t phases, size_t first, size_t count) {
    upsample(2, out, samples, bank, taps, phases, first, count);
}

#endif

int32_t ckernels_has_upsampling(size_t phases) { return (phases >= 2 && phases <= 4) || phases == 6; }

void ckernels_upsample(
    float *out, const float *samples, const float *bank, size_t taps, size_t phases, size_t first, size_t count) {
    if (taps > MAX_TAPS || !ckernels_has_upsampling(phases)) return;
#if CKERNELS_V4
    if (__builtin_cpu_supports("x86-64-v4")) {
        upsample_wide(out, samples, bank, taps, phases, first, count);
        return;
    }
#endif
    upsample_narrow(out, samples, bank, taps, phases, first, count);
}
