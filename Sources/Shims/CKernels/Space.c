#include <math.h>
#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// Below it a tail has ended; above it nothing is sound.
#define LEAST 1e-10f
#define MOST 1e18f

// Values for which the comparison is false, NaN among them, become 0.
INLINE float kept(float v) {
    const float m = fabsf(v);
    return ((m > LEAST) & (m < MOST)) ? v : 0.0f;
}

typedef float v8 __attribute__((vector_size(32)));
typedef int32_t i8 __attribute__((vector_size(32)));

// The past that a low-pass uses: x, and its sums over two, four and eight frames, eight of each. Of the sums over two
// and four the first few are wrong, but only the last two and four are used.
typedef struct {
    v8 x, two, four, eight;
} Reach;

// b's eight, `back` earlier: the last of a before the first of b.
#define SHIFT(a, b, back)                                                                             \
    __builtin_shufflevector(a, b, 8 - back, 9 - back, 10 - back, 11 - back, 12 - back, 13 - back, 14 - back, 15 - back)

INLINE void go_on(Reach *reach, const v8 *x, const CKernelsPole *pole) {
    const v8 two = *x + SHIFT(reach->x, *x, 1) * pole->p;
    const v8 four = two + SHIFT(reach->two, two, 2) * pole->p2;
    reach->eight = four + SHIFT(reach->four, four, 4) * pole->p4;
    reach->x = *x;
    reach->two = two;
    reach->four = four;
}

INLINE void reach_before(Reach *reach, const float *x, const CKernelsPole *pole) {
    memset(reach, 0, sizeof *reach);
    for (int k = 16; k > 0; k -= 8) {
        v8 past;
        memcpy(&past, x - k, sizeof past);
        go_on(reach, &past, pole);
    }
}

// Eight frames, from those sixteen before.
INLINE void low_pass8(const v8 *x, Reach *reach, v8 *last, const CKernelsPole *pole) {
    const v8 earlier = reach->eight;
    go_on(reach, x, pole);
    const v8 sum = (reach->eight + earlier * pole->p8) * pole->gain + *last * pole->p16;
    i8 bits = (i8)sum;
    const v8 m = (v8)(bits & 0x7fffffff);
    bits &= (m > LEAST) & (m < MOST);
    *last = (v8)bits;
}

// The same for one frame, in the same order.
INLINE float low_pass1(const float *x, float last, const CKernelsPole *pole) {
    float sums[8];
    for (int k = 0; k < 8; k++) sums[k] = *(x - 2 * k) + *(x - 2 * k - 1) * pole->p;
    for (int k = 0; k < 4; k++) sums[k] = sums[2 * k] + sums[2 * k + 1] * pole->p2;
    for (int k = 0; k < 2; k++) sums[k] = sums[2 * k] + sums[2 * k + 1] * pole->p4;
    return kept((sums[0] + sums[1] * pole->p8) * pole->gain + last * pole->p16);
}

// Keeps the last sixteen of x and y for the next call.
INLINE void keep_reach(float *x, float *y, const float *line, size_t count) {
    memmove(x - 16, x + count - 16, 16 * sizeof(float));
    const size_t left = count < 16 ? 16 - count : 0;
    memmove(y, y + 16 - left, left * sizeof(float));
    memcpy(y + left, line + count - (16 - left), (16 - left) * sizeof(float));
}

// One call's course: whole sixteens as vectors, in two chains of results, and the rest frame by frame.
#define LOW_PASS(vector, frame)                                                                       \
    Reach reach;                                                                                      \
    reach_before(&reach, x, pole);                                                                    \
    v8 last[2], now;                                                                                  \
    i8 any = {0};                                                                                     \
    memcpy(last, y, sizeof last);                                                                     \
    size_t i = 0;                                                                                     \
    for (; i + 16 <= count; i += 16) {                                                                \
        _Pragma("clang loop unroll(full)") for (int half = 0; half < 2; half++) {                     \
            const size_t at = i + 8 * half;                                                           \
            vector;                                                                                   \
            low_pass8(&now, &reach, &last[half], pole);                                               \
            memcpy(line + at, &last[half], sizeof now);                                               \
            any |= (i8)last[half];                                                                    \
        }                                                                                             \
    }                                                                                                 \
    float rest = 0.0f;                                                                                \
    for (size_t at = i; at < count; at++) {                                                           \
        frame;                                                                                        \
        line[at] = low_pass1(x + at, at < 16 ? y[at] : *(line + at - 16), pole);                      \
        rest += fabsf(line[at]);                                                                      \
    }                                                                                                 \
    int32_t bits = rest > 0.0f;                                                                       \
    for (int k = 0; k < 8; k++) bits |= any[k];                                                       \
    keep_reach(x, y, line, count);                                                                    \
    return bits != 0;

CLONES int32_t ckernels_low_pass(float *line, float *x, float *y, const CKernelsPole *pole, size_t count) {
    LOW_PASS(memcpy(&now, x + at, sizeof now), (void)0)
}

INLINE void echo8(
    v8 *now, float *out, const float *in, const float *past, float *x, float feedback, float dry, float wet) {
    v8 direct, echo, sum;
    memcpy(&direct, in, sizeof direct);
    memcpy(&echo, past, sizeof echo);
    *now = direct + echo * feedback;
    sum = direct * dry + echo * wet;
    memcpy(out, &sum, sizeof sum);
    memcpy(x, now, sizeof *now);
}

INLINE void echo1(
    float *out, const float *in, const float *past, float *x, float feedback, float dry, float wet) {
    const float direct = *in, echo = *past;
    *x = direct + echo * feedback;
    *out = direct * dry + echo * wet;
}

CLONES int32_t ckernels_echo(
    float *out, const float *in, const float *past, float *line, float *x, float *y, const CKernelsPole *pole,
    float feedback, float dry, float wet, size_t count) {
    LOW_PASS(
        echo8(&now, out + at, in + at, past + at, x + at, feedback, dry, wet),
        echo1(out + at, in + at, past + at, x + at, feedback, dry, wet))
}

CLONES void ckernels_damp(float *restrict out, const float *restrict x, float a, float b, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = a * x[i] + b * *(x + i - 1);
}

INLINE void hadamard_at(float *planes, size_t stride) {
    v8 v[16];
#pragma clang loop unroll(full)
    for (int k = 0; k < 16; k++) memcpy(&v[k], planes + k * stride, sizeof v[k]);
#pragma clang loop unroll(full)
    for (int span = 1; span < 16; span *= 2) {
#pragma clang loop unroll(full)
        for (int k = 0; k < 16; k++) {
            if (k & span) continue;
            const v8 sum = v[k] + v[k + span], difference = v[k] - v[k + span];
            v[k] = sum;
            v[k + span] = difference;
        }
    }
#pragma clang loop unroll(full)
    for (int k = 0; k < 16; k++) memcpy(planes + k * stride, &v[k], sizeof v[k]);
}

CLONES void ckernels_hadamard16(float *planes, size_t stride, size_t count) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) hadamard_at(planes + i, stride);
    for (; i < count; i++) {
        for (int span = 1; span < 16; span *= 2) {
            for (int k = 0; k < 16; k++) {
                if (k & span) continue;
                const float a = planes[k * stride + i], b = planes[(k + span) * stride + i];
                planes[k * stride + i] = a + b;
                planes[(k + span) * stride + i] = a - b;
            }
        }
    }
}

CLONES void ckernels_rotate(
    float *restrict a, float *restrict b, float c, float c_step, float s, float s_step, int32_t first, size_t count) {
    for (int32_t i = 0; i < (int32_t)count; i++) {
        const float at = (float)(first + i), cosine = c + c_step * at, sine = s + s_step * at;
        const float left = a[i], right = b[i];
        a[i] = cosine * left - sine * right;
        b[i] = sine * left + cosine * right;
    }
}

CLONES void ckernels_feed(
    float *restrict line, const float *restrict plane, const float *restrict x, float gain, size_t count) {
    for (size_t i = 0; i < count; i++) line[i] = kept(plane[i] + gain * x[i]);
}

CLONES void ckernels_keep(float *restrict line, const float *restrict x, size_t count) {
    for (size_t i = 0; i < count; i++) line[i] = kept(x[i]);
}

CLONES void ckernels_all_pass(
    float *restrict x, float *restrict line, const float *restrict past, float g, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float v = kept(x[i] + g * past[i]);
        x[i] = past[i] - g * v;
        line[i] = v;
    }
}

void ckernels_short_echo(
    float *out, const float *x, float *ring, uint32_t mask, uint32_t write, uint32_t delay, float feedback,
    size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float past = ring[(write - delay) & mask], in = x[i];
        ring[write & mask] = kept(in + feedback * past);
        out[i] = past;
        write++;
    }
}

CLONES void ckernels_sine(float *restrict out, uint32_t phase, uint32_t increment, size_t count) {
    for (uint32_t i = 0; i < (uint32_t)count; i++) {
        const float t = (float)(int32_t)(phase + increment * i) * 0x1p-31f;
        // Beyond a quarter turn the sine goes back.
        const float u = t > 0.5f ? 1.0f - t : t < -0.5f ? -1.0f - t : t;
        const float q = u * u;
        float p = -0.0073704309f;
        p = p * q + 0.0821458866f;
        p = p * q - 0.599264529f;
        p = p * q + 2.55016404f;
        p = p * q - 5.16771278f;
        p = p * q + 3.14159265f;
        out[i] = p * u;
    }
}

CLONES void ckernels_polynomial(float *restrict x, const float *restrict terms, int32_t first, size_t count) {
    const float a = terms[0], ai = terms[1], b = terms[2], bi = terms[3], c = terms[4], ci = terms[5];
    for (int32_t i = 0; i < (int32_t)count; i++) {
        const float at = (float)(first + i), v = x[i];
        x[i] = (((c + ci * at) * v + (b + bi * at)) * v + (a + ai * at)) * v;
    }
}

CLONES void ckernels_soft_clip(float *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float t = x[i] < 3.0f ? x[i] : 3.0f;
        t = t > -3.0f ? t : -3.0f;
        const float q = t * t;
        x[i] = t * (27.0f + q) / (27.0f + 9.0f * q);
    }
}

CLONES void ckernels_round_to(float *x, float step, float inverse, size_t count) {
    for (size_t i = 0; i < count; i++) {
        // Adding and subtracting 1.5 * 2^23 rounds values below 2^22; greater ones have no audible fraction.
        const float scaled = x[i] * inverse;
        const float rounded = (scaled + 12582912.0f) - 12582912.0f;
        x[i] = (fabsf(scaled) < 4194304.0f ? rounded : scaled) * step;
    }
}

void ckernels_hold(float *x, float *held, uint32_t phase, uint32_t increment, size_t count) {
    float value = *held;
    for (size_t i = 0; i < count; i++) {
        const uint32_t next = phase + increment;
        value = next < phase ? x[i] : value;
        x[i] = value;
        phase = next;
    }
    *held = value;
}

CLONES void ckernels_ring(
    float *restrict x, const float *restrict one, const float *restrict two, const float *restrict shares,
    int32_t first, size_t count) {
    const float m = shares[0], mi = shares[1], p = shares[2], pi = shares[3], q = shares[4], qi = shares[5];
    for (int32_t i = 0; i < (int32_t)count; i++) {
        const float at = (float)(first + i);
        const float o = (p + pi * at) * one[i] + (q + qi * at) * two[i];
        x[i] *= 1.0f + (m + mi * at) * (o - 1.0f);
    }
}
