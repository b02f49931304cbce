// Sums of products, for samples of one width: included with
//   Sample    the number
//   LANES     how many of them are added side by side; Vector and UnalignedVector hold so many
//   FOLD      makes the sums of as many outputs out of their vectors
//   FOR_TAPS  calls with the usual lengths as constants
#include "Clones.h"

#if defined(__x86_64__) && defined(__clang__)
#define WIDE __attribute__((min_vector_width(512)))
#else
#define WIDE
#endif

// The sums of one output in each channel. `channels` and `between` are constants after inlining.
INLINE void sums_of_one(
    const int channels, const int between, Vector *s0, Vector *s1, const Sample *x0, const Sample *x1, const Sample *row,
    Sample fraction, size_t taps) {
    Vector sum0 = {0}, sum1 = {0};
    for (size_t t = 0; t < taps; t += LANES) {
        Vector c = *(const UnalignedVector *)(row + t);
        if (between) {
            Vector next = *(const UnalignedVector *)(row + taps + t);
            c = c + fraction * (next - c);
        }
        sum0 = sum0 + c * *(const UnalignedVector *)(x0 + t);
        if (channels == 2) sum1 = sum1 + c * *(const UnalignedVector *)(x1 + t);
    }
    *s0 = sum0;
    if (channels == 2) *s1 = sum1;
}

INLINE void fir(
    const int channels, const int between, Sample *restrict out0, Sample *restrict out1, const Sample *restrict x0,
    const Sample *restrict x1, const Sample *restrict bank, const size_t taps, const int32_t *restrict starts,
    const int32_t *restrict rows, const Sample *restrict fractions, size_t count) {
    size_t j = 0;
    Vector s0[LANES], s1[LANES];
    for (; j + LANES <= count; j += LANES) {
#pragma clang loop unroll(full)
        for (int k = 0; k < LANES; k++)
            sums_of_one(
                channels, between, &s0[k], &s1[k], x0 + starts[j + k], x1 + starts[j + k],
                bank + (size_t)rows[j + k] * taps, between ? fractions[j + k] : 0, taps);
        FOLD(out0 + j, s0);
        if (channels == 2) FOLD(out1 + j, s1);
    }
    if (j == count) return;
    // The rest is filled up to a group with its last output: cheaper than folding each alone.
    Sample last0[LANES], last1[LANES];
#pragma clang loop unroll(full)
    for (int k = 0; k < LANES; k++) {
        const size_t at = j + k < count ? j + k : count - 1;
        sums_of_one(
            channels, between, &s0[k], &s1[k], x0 + starts[at], x1 + starts[at], bank + (size_t)rows[at] * taps,
            between ? fractions[at] : 0, taps);
    }
    FOLD(last0, s0);
    memcpy(out0 + j, last0, (count - j) * sizeof *out0);
    if (channels != 2) return;
    FOLD(last1, s1);
    memcpy(out1 + j, last1, (count - j) * sizeof *out1);
}

// Declared apart: clones and a wide minimum do not go together on a first declaration.
static void fir_one(
    Sample *out, const Sample *samples, const Sample *bank, size_t taps, const int32_t *starts, const int32_t *rows,
    size_t count);
static void fir_two(
    Sample *out0, Sample *out1, const Sample *samples0, const Sample *samples1, const Sample *bank, size_t taps,
    const int32_t *starts, const int32_t *rows, size_t count);

CLONES WIDE void fir_one(
    Sample *out, const Sample *samples, const Sample *bank, size_t taps, const int32_t *starts, const int32_t *rows,
    size_t count) {
#define CALL(n) fir(1, 0, out, 0, samples, samples, bank, n, starts, rows, 0, count)
    FOR_TAPS(CALL)
#undef CALL
}

CLONES WIDE void fir_two(
    Sample *out0, Sample *out1, const Sample *samples0, const Sample *samples1, const Sample *bank, size_t taps,
    const int32_t *starts, const int32_t *rows, size_t count) {
#define CALL(n) fir(2, 0, out0, out1, samples0, samples1, bank, n, starts, rows, 0, count)
    FOR_TAPS(CALL)
#undef CALL
}
