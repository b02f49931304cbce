#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// Whole-number upsampling: neighbouring frames need the same coefficients, so lanes are frames, and no sum has to be folded.

#define LANES 16
#define FRAMES 32  // Made at once: two vectors of frames for each of up to four phases fill the registers.
#define UNROLL 2  // Taps; halves of rows are multiples of 8.
#define MAX_TAPS CKERNELS_UPSAMPLE_TAPS
#define MAX_PHASES 6

typedef float Vector __attribute__((vector_size(4 * LANES)));
typedef float UnalignedVector __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef double DoubleVector __attribute__((vector_size(4 * LANES)));
typedef float HalfVector __attribute__((vector_size(2 * LANES)));
typedef float UnalignedHalfVector __attribute__((vector_size(2 * LANES), aligned(4), may_alias));

#if defined(__x86_64__) && defined(__clang__)
#define WIDE __attribute__((min_vector_width(512)))
#else
#define WIDE
#endif

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

INLINE void some_phases_middle_double(
    const int together, const int vectors, float *y, const float *x, const CKernelsMiddleDoubleBank *bank,
    size_t phases, size_t phase) {
    const size_t outer = bank->outer, middle = bank->middle;
    Vector left[8], right[8];
    add_side(together, vectors, left, x, bank->left, phases, phase, 0, 1, outer);
    add_side(together, vectors, right, x + outer + middle, bank->right, phases, phase, (ptrdiff_t)outer - 1, -1, outer);
    EACH(int i = 0; i < vectors; i++) {
        DoubleVector low[4], high[4];
        EACH(int p = 0; p < together; p++) {
            const Vector a = left[p * vectors + i], b = right[p * vectors + i];
            low[p] = __builtin_convertvector(__builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7), DoubleVector) +
                     __builtin_convertvector(__builtin_shufflevector(b, b, 0, 1, 2, 3, 4, 5, 6, 7), DoubleVector);
            high[p] = __builtin_convertvector(__builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15), DoubleVector) +
                      __builtin_convertvector(__builtin_shufflevector(b, b, 8, 9, 10, 11, 12, 13, 14, 15), DoubleVector);
        }
        const double *c = bank->middles + phase;
        const float *at = x + outer + i * LANES;
        for (size_t t = 0; t < middle; t += UNROLL) {
            EACH(size_t u = 0; u < UNROLL; u++) {
                const DoubleVector v0 = __builtin_convertvector(*(const UnalignedHalfVector *)(at + u), DoubleVector);
                const DoubleVector v1 = __builtin_convertvector(*(const UnalignedHalfVector *)(at + u + 8), DoubleVector);
                EACH(int p = 0; p < together; p++) {
                    low[p] = low[p] + v0 * c[u * phases + (size_t)p];
                    high[p] = high[p] + v1 * c[u * phases + (size_t)p];
                }
            }
            at += UNROLL;
            c += UNROLL * phases;
        }
        EACH(int p = 0; p < together; p++)
            left[p * vectors + i] = __builtin_shufflevector(
                __builtin_convertvector(low[p], HalfVector), __builtin_convertvector(high[p], HalfVector), 0, 1, 2, 3, 4,
                5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    }
    store(together, vectors, y, phases, phase, left);
}

// All phases of the frames of `vectors` vectors, `bank` or `doubles` being null.
INLINE void all_phases(
    const int vectors, float *y, const float *x, const float *bank, size_t taps,
    const CKernelsMiddleDoubleBank *doubles, size_t phases) {
#define SOME(n, of, phase)                                               \
    doubles ? some_phases_middle_double(n, vectors, y, x, doubles, of, phase) \
            : some_phases(n, vectors, y, x, bank, taps, of, phase)
    switch (phases) {
        case 2: SOME(2, 2, 0); break;
        case 3: SOME(3, 3, 0); break;
        case 4: SOME(4, 4, 0); break;
        default:
#pragma clang loop unroll(disable)
            for (size_t phase = 0; phase < 6; phase += 3) SOME(3, 6, phase);
            break;
    }
#undef SOME
}

INLINE void upsample(
    float *out, const float *x, const float *bank, size_t taps, const CKernelsMiddleDoubleBank *doubles, size_t phases,
    size_t first, size_t count) {
    float y[FRAMES * MAX_PHASES];
    float padded[MAX_TAPS + FRAMES];
    // Frames that are begun, the first one `first` phases ago.
    size_t frames = (first + count + phases - 1) / phases;
    while (count > 0) {
        const size_t now = frames < FRAMES ? frames : FRAMES;
        const float *from = x;
        if (now < FRAMES) {
            // What lies behind the last frame's taps may not be read.
            memcpy(padded, x, (now + taps - 1) * sizeof *x);
            memset(padded + now + taps - 1, 0, (FRAMES - now) * sizeof *x);
            from = padded;
        }
        const int is_direct = first == 0 && now == FRAMES && count >= FRAMES * phases;
        float *to = is_direct ? out : y;
        if (doubles || now > LANES)
            all_phases(2, to, from, bank, taps, doubles, phases);
        else
            all_phases(1, to, from, bank, taps, doubles, phases);
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

// Declared apart: clones and a wide minimum do not go together on a first declaration.
static void upsample_single(
    float *out, const float *samples, const float *bank, size_t taps, size_t phases, size_t first, size_t count);
static void upsample_middle_double(
    float *out, const float *samples, const CKernelsMiddleDoubleBank *bank, size_t phases, size_t first, size_t count);

CLONES WIDE void upsample_single(
    float *out, const float *samples, const float *bank, size_t taps, size_t phases, size_t first, size_t count) {
    upsample(out, samples, bank, taps, 0, phases, first, count);
}

CLONES WIDE void upsample_middle_double(
    float *out, const float *samples, const CKernelsMiddleDoubleBank *bank, size_t phases, size_t first, size_t count) {
    upsample(out, samples, 0, 2 * bank->outer + bank->middle, bank, phases, first, count);
}

int32_t ckernels_has_upsampling(size_t phases) { return (phases >= 2 && phases <= 4) || phases == 6; }

void ckernels_upsample(
    float *out, const float *samples, const float *bank, size_t taps, size_t phases, size_t first, size_t count) {
    if (taps > MAX_TAPS || !ckernels_has_upsampling(phases)) return;
    upsample_single(out, samples, bank, taps, phases, first, count);
}

void ckernels_upsample_middle_double(
    float *out, const float *samples, const CKernelsMiddleDoubleBank *bank, size_t phases, size_t first, size_t count) {
    if (2 * bank->outer + bank->middle > MAX_TAPS || !ckernels_has_upsampling(phases)) return;
    upsample_middle_double(out, samples, bank, phases, first, count);
}
