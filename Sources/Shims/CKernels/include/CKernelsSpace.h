// Inner loops of echoes, reverberation and distortion; rules as in CKernels.h, which includes this.
#pragma once

// Limits of values kept in delay lines: below 1e-10 (-200 dB) they become 0, so that tails end; NaN and values above
// 1e18 become 0 too, so that they do not circulate for ever.

/// A pole p: its powers, and 1 - p.
///
/// It is made of sixteen independent ones, y[i] = p^16 y[i - 16] + (1 - p) (x[i] + p x[i - 1] + ... + p^15 x[i - 15]),
/// so that two vectors of frames are computed at once; the sum over sixteen is that over eight, twice, and so on.
typedef struct {
    float p, p2, p4, p8, p16, gain;
} CKernelsPole;

/// The low-pass into `line`, limited as above. Sixteen frames of the past of x stand before it, sixteen of y's in `y`;
/// both are moved on. Returns whether anything but zeros came out.
CKERNELS_RT int32_t ckernels_low_pass(
    float *_Nonnull line, float *_Nonnull x, float *_Nonnull y, const CKernelsPole *_Nonnull pole, size_t count);
/// x = in + feedback * past, and as above; out = dry * in + wet * past, which may be `in`.
CKERNELS_RT int32_t ckernels_echo(
    float *_Nonnull out, const float *_Nonnull in, const float *_Nonnull past, float *_Nonnull line, float *_Nonnull x,
    float *_Nonnull y, const CKernelsPole *_Nonnull pole, float feedback, float dry, float wet, size_t count);
/// out[i] = a * x[i] + b * x[i - 1]; reads x[-1] and on.
CKERNELS_RT void ckernels_damp(float *_Nonnull out, const float *_Nonnull x, float a, float b, size_t count);
/// Sixteen planes, `stride` floats from one to the next, become their Hadamard transform (Sylvester's order, no
/// factor).
CKERNELS_RT void ckernels_hadamard16(float *_Nonnull planes, size_t stride, size_t count);
/// a, b = c a - s b, s a + c b, with c and s on straight lines: c + c_step * i, s + s_step * i for i from `first` on.
CKERNELS_RT void ckernels_rotate(
    float *_Nonnull a, float *_Nonnull b, float c, float c_step, float s, float s_step, int32_t first, size_t count);
/// line[i] = plane[i] + gain * x[i], limited as above.
CKERNELS_RT void ckernels_feed(
    float *_Nonnull line, const float *_Nonnull plane, const float *_Nonnull x, float gain, size_t count);
/// line[i] = x[i], limited as above.
CKERNELS_RT void ckernels_keep(float *_Nonnull line, const float *_Nonnull x, size_t count);
/// v = x[i] + g * past[i], kept; x[i] = past[i] - g * v; line[i] = v.
CKERNELS_RT void ckernels_all_pass(
    float *_Nonnull x, float *_Nonnull line, const float *_Nonnull past, float g, size_t count);
/// out[i] = past; the ring gets x[i] + feedback * past, kept, one after the other through a
/// ring of mask + 1 floats: for delays too short for whole vectors.
CKERNELS_RT void ckernels_short_echo(
    float *_Nonnull out, const float *_Nonnull x, float *_Nonnull ring, uint32_t mask, uint32_t write, uint32_t delay,
    float feedback, size_t count);

/// out[i] = sin(2 pi (phase + increment * i) / 2^32), to 2e-7.
CKERNELS_RT void ckernels_sine(float *_Nonnull out, uint32_t phase, uint32_t increment, size_t count);
/// x[i] = ((c * x + b) * x + a) * x with each of a, b, c at start + step * (first + i): {a, a_step, b, b_step, c,
/// c_step}.
CKERNELS_RT void ckernels_polynomial(
    float *_Nonnull x, const float *_Nonnull terms, int32_t first, size_t count);
/// x[i] = t (27 + t^2) / (27 + 9 t^2) with t = x[i] clamped to -3...3: straight at 0, flat at the ends; NaN becomes 3.
CKERNELS_RT void ckernels_soft_clip(float *_Nonnull x, size_t count);
/// x[i] = the nearest multiple of `step`, halves to even.
CKERNELS_RT void ckernels_round_to(float *_Nonnull x, float step, float inverse, size_t count);
/// x[i] = the last sample taken; one is taken whenever phase + increment * (i + 1) passes 2^32.
CKERNELS_RT void ckernels_hold(
    float *_Nonnull x, float *_Nonnull held, uint32_t phase, uint32_t increment, size_t count);
/// x[i] *= 1 + mix (o - 1) with o = share1 * one[i] + share2 * two[i]; all three at start + step * (first + i):
/// {mix, mix_step, share1, step, share2, step}.
CKERNELS_RT void ckernels_ring(
    float *_Nonnull x, const float *_Nonnull one, const float *_Nonnull two, const float *_Nonnull shares,
    int32_t first, size_t count);

// ---- Filters of two ears --------------------------------------------------------------------------------------------
// Contracted where the processor can, as the filters of CKernelsEffects.h.

/// sum[i] += taps[0] * x[i] + taps[1] * x[i - 1] + ...; reads tap_count - 1 samples before x.
CKERNELS_RT void ckernels_ear_add(
    float *_Nonnull sum, const float *_Nonnull x, const float *_Nonnull taps, size_t tap_count, size_t count);
/// Weights of an ear's delay between two frames, and one for a step of a whole frame.
#define CKERNELS_EAR_WEIGHTS 9
/// row[i] = weights[0] * x[i] + ... + weights[8] * x[i - 8].
CKERNELS_RT void ckernels_ear_row(
    float *_Nonnull row, const float *_Nonnull x, const float *_Nonnull weights, size_t count);
/// The same, cross-faded from one place to another: the new one's share in frame i is step * (first + i). `grown` is
/// the row times that share.
CKERNELS_RT void ckernels_ear_rows(
    float *_Nonnull row, float *_Nonnull grown, const float *_Nonnull x_old, const float *_Nonnull old_weights,
    const float *_Nonnull x_new, const float *_Nonnull new_weights, int32_t first, float step, size_t count);
/// A matrix product, added: sum[r][c] += a[0][r] * b[0][c] + a[1][r] * b[1][c] + ... over `term_count` terms, in this
/// order. Rows of sum and b are their strides apart; a[t][r] is at t * a_stride + r * a_step.
CKERNELS_RT void ckernels_products_add(
    float *_Nonnull sum, size_t sum_stride, const float *_Nonnull a, size_t a_stride, size_t a_step,
    const float *_Nonnull b, size_t b_stride, size_t term_count, size_t row_count, size_t column_count);
/// out[k] = weights[0] * a[k] + ... + weights[3] * d[k].
CKERNELS_RT void ckernels_taps_between(
    float *_Nonnull out, const float *_Nonnull a, const float *_Nonnull b, const float *_Nonnull c,
    const float *_Nonnull d, const float *_Nonnull weights, size_t count);
