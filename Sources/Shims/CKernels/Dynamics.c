#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

// Fused multiply-adds are welcome here: without them filters and curves take a third longer.
#pragma STDC FP_CONTRACT ON

// Parts of compressors and limiters: levels, curves in decibels, gains. Loops without a memory of their own are written
// so that the compiler makes vectors of them; the smoother, which has one, is as short as it can be.

CLONES void ckernels_max_level(float *level, const float *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float x = __builtin_fabsf(samples[i]);
        level[i] = x > level[i] ? x : level[i];
    }
}

// log2 of a positive number: exponent, and a polynomial in the mantissa that is exact at 1 (error below 2e-6 octaves).
INLINE float fast_log2(float x) {
    int32_t bits;
    memcpy(&bits, &x, 4);
    // The mantissa goes to sqrt(1/2) ... sqrt(2).
    const int32_t shifted = bits - 0x3f3504f3;
    const int32_t exponent = shifted >> 23;
    const int32_t mantissa_bits = bits - exponent * (1 << 23);
    float m;
    memcpy(&m, &mantissa_bits, 4);
    const float t = (m - 1.0f) / (m + 1.0f), s = t * t;
    // 2 / ln 2 * atanh(t)
    const float p = 2.8853900817779268f + s * (0.9617966939259756f + s * (0.57707801635558534f + s * 0.45f));
    return (float)exponent + t * p;
}

// 2 to the power of x, -126 ... 126 (error below 2e-7 of the result).
INLINE float fast_exp2(float x) {
    const float clipped = x < -126.0f ? -126.0f : x > 126.0f ? 126.0f : x;
    // 1.5 * 2^23: adding it rounds to a whole number.
    const float whole = (clipped + 12582912.0f) - 12582912.0f, f = clipped - whole;
    const float high = 0.05550411f + f * (0.00961813f + f * (0.00133336f + f * 0.000154035f));
    const float p = 1.0f + f * (0.69314718f + f * (0.24022651f + f * high));
    const int32_t bits = (int32_t)whole * (1 << 23);
    int32_t result;
    memcpy(&result, &p, 4);
    result += bits;
    float r;
    memcpy(&r, &result, 4);
    return r;
}

// A level below which everything counts as silence: -120 dB.
#define LEAST 1e-6f

CLONES void ckernels_log_levels(float *level, float floor, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float x = fast_log2(level[i] > LEAST ? level[i] : LEAST);
        level[i] = x > floor ? x : floor;
    }
}

INLINE float curve_at(float x, const CKernelsDynamicsCurve *curve) {
    const float over = x - curve->threshold, above = over > 0 ? over : 0;
    // threshold + headroom * over / (over + headroom): slope 1 at the threshold, never above threshold + headroom.
    const float less = above * above / (above + curve->headroom);
    const float under = curve->expansion_threshold - x;
    const float lost = under > 0 ? under * curve->expansion_slope : 0;
    const float all = -less - lost;
    return all < curve->least ? curve->least : all;
}

CLONES void ckernels_dynamics_gains(float *level, CKernelsDynamicsCurve curve, size_t count) {
    // Without the word the compiler leaves this loop as it is where vectors have four floats.
#pragma clang loop vectorize(enable)
    for (size_t i = 0; i < count; i++) level[i] = fast_exp2(curve_at(level[i], &curve));
}

// state + c * (value - state), with one c where the value is above the state and another below: of the two ways the one
// that is above (or below) is the right one everywhere, so that nothing is decided within the loop's chain of results.
#define SMOOTH(better)                                                             \
    for (size_t i = 0; i < count; i++) {                                           \
        const double v = values[i];                                                \
        const double a = state * keep_rising + v * rising;                         \
        const double b = state * keep_falling + v * falling;                       \
        state = a better b ? a : b;                                                \
        values[i] = (float)state;                                                  \
    }

CLONES double ckernels_smooth(float *values, double state, double rising, double falling, size_t count) {
    const double keep_rising = 1 - rising, keep_falling = 1 - falling;
    if (rising >= falling) {
        SMOOTH(>)
    } else {
        SMOOTH(<)
    }
    return state;
}

#define SMOOTH4(better)                                                            \
    for (size_t i = 0; i < count; i++) {                                           \
        _Pragma("clang loop unroll(full)") for (int k = 0; k < 4; k++) {           \
            const double v = values[i + k * stride];                               \
            const double a = state[k] * keep_rising + v * rising;                  \
            const double b = state[k] * keep_falling + v * falling;                \
            state[k] = a better b ? a : b;                                         \
            values[i + k * stride] = (float)state[k];                              \
        }                                                                          \
    }

CLONES void ckernels_smooth4(
    float *values, size_t stride, double *states, double rising, double falling, size_t count) {
    const double keep_rising = 1 - rising, keep_falling = 1 - falling;
    double state[4] = {states[0], states[1], states[2], states[3]};
    if (rising >= falling) {
        SMOOTH4(>)
    } else {
        SMOOTH4(<)
    }
    for (int k = 0; k < 4; k++) states[k] = state[k];
}

typedef float f32x16 __attribute__((vector_size(64)));
typedef int32_t i32x16 __attribute__((vector_size(64)));

CLONES float ckernels_greatest(const float *a, const float *b, size_t count) {
    f32x16 lanes = {0};
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        f32x16 x, y;
        memcpy(&x, a + i, sizeof x);
        if (b) {
            memcpy(&y, b + i, sizeof y);
            x *= y;
        }
        const i32x16 above = x > lanes;
        lanes = (f32x16)((above & (i32x16)x) | (~above & (i32x16)lanes));
    }
    float greatest = 0;
    for (int k = 0; k < 16; k++) greatest = lanes[k] > greatest ? lanes[k] : greatest;
    for (; i < count; i++) {
        const float x = b ? a[i] * b[i] : a[i];
        greatest = x > greatest ? x : greatest;
    }
    return greatest;
}

CLONES void ckernels_scale_each(float *out, const float *samples, const float *gain, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = samples[i] * gain[i];
}

CLONES void ckernels_add_scaled_each(float *sum, const float *samples, const float *gain, size_t count) {
    for (size_t i = 0; i < count; i++) sum[i] += samples[i] * gain[i];
}

CLONES void ckernels_limit_each(float *out, const float *samples, const float *gain, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float x = samples[i] * gain[i];
        out[i] = x > 1.0f ? 1.0f : x < -1.0f ? -1.0f : x;
    }
}

CLONES void ckernels_reciprocals(float *values, size_t count) {
    for (size_t i = 0; i < count; i++) values[i] = values[i] > 1.0f ? 1.0f / values[i] : 1.0f;
}
