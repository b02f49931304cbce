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

CLONES void ckernels_cubic_errors(const float *samples, float *errors, size_t frame_count) {
    for (size_t i = 0; i < frame_count && i < 2; i++) errors[i] = 0;
    for (size_t i = 2; i + 2 < frame_count; i++) {
        float neighbours = samples[i - 1] + samples[i + 1];
        float further = samples[i - 2] + samples[i + 2];
        errors[i] = __builtin_fabsf(samples[i] - (4 * neighbours - further) / 6);
    }
    for (size_t i = frame_count < 2 ? frame_count : frame_count - 2; i < frame_count; i++) errors[i] = 0;
}

size_t ckernels_next_above(const float *samples, float least, size_t start, size_t frame_count) {
    while (start < frame_count && !(samples[start] > least)) start++;
    return start;
}

size_t ckernels_next_zero(const float *samples, size_t start, size_t frame_count) {
    while (start < frame_count && samples[start] != 0) start++;
    return start;
}

size_t ckernels_next_sound(const float *samples, size_t start, size_t frame_count) {
    while (start < frame_count && samples[start] == 0) start++;
    return start;
}

void ckernels_running_sums(const float *samples, double *sums, size_t frame_count) {
    sums[0] = 0;
    for (size_t i = 0; i < frame_count; i++) sums[i + 1] = sums[i] + (double)samples[i];
}

float ckernels_least_magnitude(const float *samples, size_t frame_count) {
    float least = 0;
    for (size_t i = 0; i < frame_count; i++) {
        float x = __builtin_fabsf(samples[i]);
        if (x > 0 && (least == 0 || x < least)) least = x;
    }
    return least;
}
