#include <stddef.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

CLONES void ckernels_echo_predict(
    float *restrict y_real, float *restrict y_imaginary, float *restrict spread, const float *restrict x_real,
    const float *restrict x_imaginary, const float *restrict w_real, const float *restrict w_imaginary,
    const float *restrict p, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const float xr = x_real[k], xi = x_imaginary[k], wr = w_real[k], wi = w_imaginary[k];
        y_real[k] += xr * wr - xi * wi;
        y_imaginary[k] += xr * wi + xi * wr;
        spread[k] += (xr * xr + xi * xi) * p[k];
    }
}

CLONES void ckernels_echo_learn(
    float *restrict w_real, float *restrict w_imaginary, float *restrict p, const float *restrict x_real,
    const float *restrict x_imaginary, const float *restrict e_real, const float *restrict e_imaginary,
    const float *restrict weight, float keep, float loss, float base, size_t count) {
    for (size_t k = 0; k < count; k++) {
        const float xr = x_real[k], xi = x_imaginary[k], er = e_real[k], ei = e_imaginary[k];
        const float m = p[k] * weight[k];
        const float wr = w_real[k] + m * (xr * er + xi * ei);
        const float wi = w_imaginary[k] + m * (xr * ei - xi * er);
        const float left = p[k] - 0.3f * m * (xr * xr + xi * xi) * p[k];
        w_real[k] = wr;
        w_imaginary[k] = wi;
        p[k] = keep * (left > 0.0f ? left : 0.0f) + loss * (wr * wr + wi * wi) + base;
    }
}

CLONES void ckernels_powers(
    float *restrict power, const float *restrict real, const float *restrict imaginary, size_t count) {
    for (size_t k = 0; k < count; k++) power[k] = real[k] * real[k] + imaginary[k] * imaginary[k];
}
