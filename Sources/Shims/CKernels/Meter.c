#include <stddef.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

#define LANES 16

CLONES float ckernels_peak(const float *samples, size_t frame_count) {
    float lanes[LANES] = {0};
    size_t i = 0;
    for (; i + LANES <= frame_count; i += LANES)
        for (int k = 0; k < LANES; k++) {
            float x = __builtin_fabsf(samples[i + k]);
            lanes[k] = x > lanes[k] ? x : lanes[k];
        }
    float peak = 0;
    for (; i < frame_count; i++) {
        float x = __builtin_fabsf(samples[i]);
        peak = x > peak ? x : peak;
    }
    for (int k = 0; k < LANES; k++) peak = lanes[k] > peak ? lanes[k] : peak;
    return peak;
}

CLONES float ckernels_sum_of_squares(const float *samples, size_t frame_count) {
    float lanes[LANES] = {0};
    size_t i = 0;
    for (; i + LANES <= frame_count; i += LANES)
        for (int k = 0; k < LANES; k++) lanes[k] += samples[i + k] * samples[i + k];
    for (int k = 0; i < frame_count; i++, k++) lanes[k] += samples[i] * samples[i];
    for (int half = LANES / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++) lanes[k] += lanes[k + half];
    return lanes[0];
}
