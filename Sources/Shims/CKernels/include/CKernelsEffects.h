// Filters and dynamics. Included by CKernels.h, which has the marks.
#pragma once

// ---- Filters ------------------------------------------------------------------------------------------------------

/// Two channels through `group_count` groups of four second-order sections one after the other (transposed direct form
/// II); in place where input and output are the same. All memory begins at a multiple of 64.
///
/// A group's coefficients are five rows of 8: b0, b1, b2, a1, a2, section k in places 2 k and 2 k + 1, one for each
/// channel; its memory is two rows of 8. With `steps` every coefficient grows by its step before each sample, and the
/// last coefficients are written to `after`, which may be `now`.
CKERNELS_RT void ckernels_biquads(
    const double *_Nonnull now, const double *_Nullable steps, double *_Nullable after, double *_Nonnull memory,
    size_t group_count, const float *_Nonnull left, const float *_Nonnull right, float *_Nonnull left_out,
    float *_Nonnull right_out, size_t count);

// ---- Dynamics -----------------------------------------------------------------------------------------------------

/// level[i] = max(level[i], |samples[i]|).
CKERNELS_RT void ckernels_max_level(float *_Nonnull level, const float *_Nonnull samples, size_t count);

/// A curve of a compressor and expander: from level to gain, everything in powers of two (6.02 dB).
typedef struct {
    float threshold;
    /// The greatest level of the output above the threshold; positive.
    float headroom;
    float expansion_threshold;
    /// The ratio less 1.
    float expansion_slope;
    /// The lowest gain that is given.
    float least;
} CKernelsDynamicsCurve;

/// Levels as factors become powers of two, not below -120 dB and not below `floor`.
CKERNELS_RT void ckernels_log_levels(float *_Nonnull level, float floor, size_t count);
/// Levels as powers of two become the factors by which the curve changes them.
CKERNELS_RT void ckernels_dynamics_gains(float *_Nonnull level, CKernelsDynamicsCurve curve, size_t count);
/// Each value draws the state towards it by a part of the way: `rising` if it lies above, else `falling`. Returns the
/// last state.
CKERNELS_RT double ckernels_smooth(
    float *_Nonnull values, double state, double rising, double falling, size_t count);
/// The same for four rows of values, `stride` apart, side by side.
CKERNELS_RT void ckernels_smooth4(
    float *_Nonnull values, size_t stride, double *_Nonnull states, double rising, double falling, size_t count);
/// The greatest of a[i] * b[i], or of a[i] without b; at least 0.
CKERNELS_RT float ckernels_greatest(const float *_Nonnull a, const float *_Nullable b, size_t count);
/// out[i] = samples[i] * gain[i].
CKERNELS_RT void ckernels_scale_each(
    float *_Nonnull out, const float *_Nonnull samples, const float *_Nonnull gain, size_t count);
/// sum[i] += samples[i] * gain[i].
CKERNELS_RT void ckernels_add_scaled_each(
    float *_Nonnull sum, const float *_Nonnull samples, const float *_Nonnull gain, size_t count);
/// out[i] = samples[i] * gain[i], within -1 ... 1.
CKERNELS_RT void ckernels_limit_each(
    float *_Nonnull out, const float *_Nonnull samples, const float *_Nonnull gain, size_t count);
/// values[i] = min(1, 1 / values[i]).
CKERNELS_RT void ckernels_reciprocals(float *_Nonnull values, size_t count);
