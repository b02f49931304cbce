#include <stddef.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

CLONES void ckernels_product(float *restrict target, const float *restrict a, const float *restrict b, size_t count) {
    for (size_t i = 0; i < count; i++) target[i] = a[i] * b[i];
}

CLONES void ckernels_add_product(
    float *restrict sum, const float *restrict a, const float *restrict b, size_t count) {
    for (size_t i = 0; i < count; i++) sum[i] += a[i] * b[i];
}

CLONES void ckernels_add_quotient(
    float *restrict sum, const float *restrict a, const float *restrict b, float least, size_t count) {
    for (size_t i = 0; i < count; i++) sum[i] += a[i] / (b[i] > least ? b[i] : least);
}

CLONES void ckernels_turn_between(
    float *restrict turn_real, float *restrict turn_imaginary, const float *restrict to_real,
    const float *restrict to_imaginary, const float *restrict from_real, const float *restrict from_imaginary,
    size_t count) {
    for (size_t k = 0; k < count; k++) {
        turn_real[k] += to_real[k] * from_real[k] + to_imaginary[k] * from_imaginary[k];
        turn_imaginary[k] += to_imaginary[k] * from_real[k] - to_real[k] * from_imaginary[k];
    }
}

CLONES void ckernels_unit_turn(
    float *restrict unit_real, float *restrict unit_imaginary, const float *restrict turn_real,
    const float *restrict turn_imaginary, size_t count) {
    for (size_t k = 1; k <= count; k++) {
        const float r = turn_real[k] + 0.5f * (turn_real[k - 1] + turn_real[k + 1]);
        const float i = turn_imaginary[k] + 0.5f * (turn_imaginary[k - 1] + turn_imaginary[k + 1]);
        const float square = r * r + i * i;
        // Also infinities and NaNs, so that they pass.
        const int is_small = !(square >= 1e-36f && square <= 1e36f);
        const float scale = 1.0f / __builtin_sqrtf(is_small ? 1.0f : square);
        unit_real[k - 1] = is_small ? 1.0f : r * scale;
        unit_imaginary[k - 1] = is_small ? 0.0f : i * scale;
    }
}

CLONES void ckernels_turn(
    float *restrict real, float *restrict imaginary, const float *restrict from_real,
    const float *restrict from_imaginary, const float *restrict unit_real, const float *restrict unit_imaginary,
    size_t count) {
    for (size_t k = 0; k < count; k++) {
        const float xr = from_real[k], xi = from_imaginary[k];
        real[k] = xr * unit_real[k] - xi * unit_imaginary[k];
        imaginary[k] = xr * unit_imaginary[k] + xi * unit_real[k];
    }
}

CLONES void ckernels_add_square_of_steps(float *restrict sum, const float *restrict samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float step = samples[i] - samples[(ptrdiff_t)i - 1];
        sum[i] += step * step;
    }
}

CLONES float ckernels_dot(const float *restrict a, const float *restrict b, size_t count) {
    float lanes[16] = {0};
    size_t i = 0;
    for (; i + 16 <= count; i += 16)
        for (size_t k = 0; k < 16; k++) lanes[k] += a[i + k] * b[i + k];
    for (size_t k = 0; i < count; i++, k++) lanes[k] += a[i] * b[i];
    for (size_t half = 8; half > 0; half /= 2)
        for (size_t k = 0; k < half; k++) lanes[k] += lanes[k + half];
    return lanes[0];
}
