#include <stddef.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// Several sources a pass: the running sums stay in registers meanwhile, and each sample's additions keep their order.
// Eight streams are as many as the processors' prefetchers follow well.
#define PASS 8

#define PASSES(pass)                                                                                  \
    size_t done = 0;                                                                                  \
    for (; source_count - done >= PASS; done += PASS) pass(PASS);                               \
    switch (source_count - done) {                                                                    \
        case 7: pass(7); break;                                                                 \
        case 6: pass(6); break;                                                                 \
        case 5: pass(5); break;                                                                 \
        case 4: pass(4); break;                                                                 \
        case 3: pass(3); break;                                                                 \
        case 2: pass(2); break;                                                                 \
        case 1: pass(1); break;                                                                 \
        default: break;                                                                               \
    }

// `count` is a constant after inlining: the inner loop disappears.
INLINE void mix_pass(float *restrict sum, const CKernelsSource *sources, const int count, size_t frame_count) {
    const float *s[PASS];
    float g[PASS];
    for (int k = 0; k < count; k++) {
        s[k] = sources[k].samples;
        g[k] = sources[k].gain;
    }
    for (size_t i = 0; i < frame_count; i++) {
        float x = sum[i];
#pragma clang loop unroll(full)
        for (int k = 0; k < count; k++) x += s[k][i] * g[k];
        sum[i] = x;
    }
}

CLONES void ckernels_mix(float *sum, const CKernelsSource *sources, size_t source_count, size_t frame_count) {
#define MIX(count) mix_pass(sum, sources + done, count, frame_count)
    PASSES(MIX)
#undef MIX
}

INLINE void mix_int16_pass(
    float *restrict sum, const CKernelsInt16Source *sources, const int count, size_t frame_count) {
    const int16_t *s[PASS];
    float g[PASS];
    for (int k = 0; k < count; k++) {
        s[k] = sources[k].samples;
        g[k] = sources[k].gain * 0x1p-15f;  // A power of two: the product rounds as (sample / 32768) * gain does.
    }
    for (size_t i = 0; i < frame_count; i++) {
        float x = sum[i];
#pragma clang loop unroll(full)
        for (int k = 0; k < count; k++) x += (float)s[k][i] * g[k];
        sum[i] = x;
    }
}

CLONES void ckernels_mix_int16(
    float *sum, const CKernelsInt16Source *sources, size_t source_count, size_t frame_count) {
#define MIX(count) mix_int16_pass(sum, sources + done, count, frame_count)
    PASSES(MIX)
#undef MIX
}

INLINE void mix_stereo_pass(
    float *restrict left, float *restrict right, const CKernelsStereoSource *sources, const int count,
    size_t frame_count) {
    const float *s[PASS];
    float l[PASS], r[PASS];
    for (int k = 0; k < count; k++) {
        s[k] = sources[k].frames;
        l[k] = sources[k].left_gain;
        r[k] = sources[k].right_gain;
    }
    for (size_t i = 0; i < frame_count; i++) {
        float x = left[i], y = right[i];
#pragma clang loop unroll(full)
        for (int k = 0; k < count; k++) {
            x += s[k][2 * i] * l[k];
            y += s[k][2 * i + 1] * r[k];
        }
        left[i] = x;
        right[i] = y;
    }
}

CLONES void ckernels_mix_stereo(
    float *left, float *right, const CKernelsStereoSource *sources, size_t source_count, size_t frame_count) {
#define MIX(count) mix_stereo_pass(left, right, sources + done, count, frame_count)
    PASSES(MIX)
#undef MIX
}

INLINE void mix_stereo_int16_pass(
    float *restrict left, float *restrict right, const CKernelsInt16StereoSource *sources, const int count,
    size_t frame_count) {
    const int16_t *s[PASS];
    float l[PASS], r[PASS];
    for (int k = 0; k < count; k++) {
        s[k] = sources[k].frames;
        l[k] = sources[k].left_gain * 0x1p-15f;
        r[k] = sources[k].right_gain * 0x1p-15f;
    }
    for (size_t i = 0; i < frame_count; i++) {
        float x = left[i], y = right[i];
#pragma clang loop unroll(full)
        for (int k = 0; k < count; k++) {
            x += (float)s[k][2 * i] * l[k];
            y += (float)s[k][2 * i + 1] * r[k];
        }
        left[i] = x;
        right[i] = y;
    }
}

CLONES void ckernels_mix_stereo_int16(
    float *left, float *right, const CKernelsInt16StereoSource *sources, size_t source_count, size_t frame_count) {
#define MIX(count) mix_stereo_int16_pass(left, right, sources + done, count, frame_count)
    PASSES(MIX)
#undef MIX
}

CLONES void ckernels_mix_ramp(
    float *restrict sum, const float *restrict source, float start, float step, int32_t first_index,
    size_t frame_count) {
    for (size_t i = 0; i < frame_count; i++)
        sum[i] += source[i] * (start + step * (float)(first_index + (int32_t)i));
}

CLONES void ckernels_scale(float *target, const float *source, float gain, size_t frame_count) {
    // In place the compiler's check for overlap would choose the loop without vectors.
    if (target == source) {
        for (size_t i = 0; i < frame_count; i++) target[i] *= gain;
        return;
    }
    for (size_t i = 0; i < frame_count; i++) target[i] = source[i] * gain;
}

CLONES void ckernels_scale_ramp(
    float *target, const float *source, float start, float step, int32_t first_index, size_t frame_count) {
    if (target == source) {
        for (size_t i = 0; i < frame_count; i++) target[i] *= start + step * (float)(first_index + (int32_t)i);
        return;
    }
    for (size_t i = 0; i < frame_count; i++)
        target[i] = source[i] * (start + step * (float)(first_index + (int32_t)i));
}

CLONES void ckernels_add(float *restrict sum, const float *restrict source, size_t frame_count) {
    for (size_t i = 0; i < frame_count; i++) sum[i] += source[i];
}

CLONES void ckernels_multiply(float *restrict target, const float *restrict factors, size_t frame_count) {
    for (size_t i = 0; i < frame_count; i++) target[i] *= factors[i];
}
