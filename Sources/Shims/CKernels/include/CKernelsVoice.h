// Inner loops of echo cancellation; rules as in CKernels.h, which includes this.
#pragma once

// ---- Echo cancellation --------------------------------------------------------------------------------------------

/// One piece of an echo's spectrum and of its uncertainty: y += x w, spread += |x|^2 p, by bins.
CKERNELS_RT void ckernels_echo_predict(
    float *_Nonnull y_real, float *_Nonnull y_imaginary, float *_Nonnull spread, const float *_Nonnull x_real,
    const float *_Nonnull x_imaginary, const float *_Nonnull w_real, const float *_Nonnull w_imaginary,
    const float *_Nonnull p, size_t count);
/// One piece of a filter learns from the error e: w += m conj(x) e with m = p weight; then
/// p = keep (p - m |x|^2 p / 2) + loss |w|^2 + base, by bins.
CKERNELS_RT void ckernels_echo_learn(
    float *_Nonnull w_real, float *_Nonnull w_imaginary, float *_Nonnull p, const float *_Nonnull x_real,
    const float *_Nonnull x_imaginary, const float *_Nonnull e_real, const float *_Nonnull e_imaginary,
    const float *_Nonnull weight, float keep, float loss, float base, size_t count);
/// power[k] = real[k]^2 + imaginary[k]^2.
CKERNELS_RT void ckernels_powers(
    float *_Nonnull power, const float *_Nonnull real, const float *_Nonnull imaginary, size_t count);
