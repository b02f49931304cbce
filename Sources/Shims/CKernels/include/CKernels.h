// The inner loops of sound, as C, so that the compiler can make one copy for each width of vector.
//
// No function here allocates, locks, or reads or writes beyond the counts it is given. Pointers need no alignment
// beyond their element's; where the comment has "bytes", none at all. Outputs do not overlap inputs unless the comment
// allows it. Contraction to fused multiply-add is off, and sums have a fixed order: results are equal, bit for bit, on
// every machine, and equal to those of the Swift twins in SordinoSignal. Filters and dynamics (CKernelsEffects.h) are
// the exception: they are contracted where the processor can, a third faster, and equal bit for bit among processors
// that can (x86-64-v3, ARM). `Scripts/arm` compares.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define CKERNELS_RT __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))
#else
#define CKERNELS_RT
#endif

// ---- Mixing -------------------------------------------------------------------------------------------------------

/// One source of one output channel.
typedef struct {
    const float *_Nonnull samples;
    float gain;
} CKernelsSource;

/// One stereo source, interleaved.
typedef struct {
    const float *_Nonnull frames;
    float left_gain, right_gain;
} CKernelsStereoSource;

/// One int16 source of one output channel.
typedef struct {
    const int16_t *_Nonnull samples;
    float gain;
} CKernelsInt16Source;

/// One int16 stereo source, interleaved.
typedef struct {
    const int16_t *_Nonnull frames;
    float left_gain, right_gain;
} CKernelsInt16StereoSource;

/// sum[i] += sources[0][i] * gain0; then source 1, and so on in this order, each step rounded to float32.
CKERNELS_RT void ckernels_mix(
    float *_Nonnull sum, const CKernelsSource *_Nonnull sources, size_t source_count, size_t frame_count);
/// The same for interleaved stereo sources into two planes.
CKERNELS_RT void ckernels_mix_stereo(
    float *_Nonnull left, float *_Nonnull right, const CKernelsStereoSource *_Nonnull sources, size_t source_count,
    size_t frame_count);
/// The same for int16 samples, 32768 being 1.
CKERNELS_RT void ckernels_mix_int16(
    float *_Nonnull sum, const CKernelsInt16Source *_Nonnull sources, size_t source_count, size_t frame_count);
/// The same for interleaved int16 stereo sources into two planes.
CKERNELS_RT void ckernels_mix_stereo_int16(
    float *_Nonnull left, float *_Nonnull right, const CKernelsInt16StereoSource *_Nonnull sources,
    size_t source_count, size_t frame_count);
/// sum[i] += source[i] * (start + step * (first_index + i)).
CKERNELS_RT void ckernels_mix_ramp(
    float *_Nonnull sum, const float *_Nonnull source, float start, float step, int32_t first_index,
    size_t frame_count);

/// target[i] = source[i] * gain. `target` may be `source`.
CKERNELS_RT void ckernels_scale(
    float *_Nonnull target, const float *_Nonnull source, float gain, size_t frame_count);
/// target[i] = source[i] * (start + step * (first_index + i)). `target` may be `source`.
CKERNELS_RT void ckernels_scale_ramp(
    float *_Nonnull target, const float *_Nonnull source, float start, float step, int32_t first_index,
    size_t frame_count);
/// Computes sum[i] += source[i].
CKERNELS_RT void ckernels_add(float *_Nonnull sum, const float *_Nonnull source, size_t frame_count);
/// Computes target[i] *= factors[i].
CKERNELS_RT void ckernels_multiply(float *_Nonnull target, const float *_Nonnull factors, size_t frame_count);

/// One input of one output of a channel matrix.
typedef struct {
    int32_t input;
    float gain;
} CKernelsTerm;

/// Frames of each output that `ckernels_matrix` keeps in its scratch memory.
#define CKERNELS_MATRIX_FRAMES 64

/// outputs[o][i] = 0 + inputs[t0][i] * gain0 + inputs[t1][i] * gain1 ..., each step rounded to float32; the terms of
/// output 0 first, `term_counts[0]` of them, then those of output 1. `first` is added to all planes. Outputs may be
/// inputs. `scratch` holds output_count * CKERNELS_MATRIX_FRAMES floats.
CKERNELS_RT void ckernels_matrix(
    float *_Nonnull const *_Nonnull outputs, float *_Nonnull const *_Nonnull inputs, const CKernelsTerm *_Nonnull terms,
    const int32_t *_Nonnull term_counts, size_t output_count, float *_Nonnull scratch, size_t first,
    size_t frame_count);

// ---- Meters -------------------------------------------------------------------------------------------------------

/// The largest absolute value; NaNs do not count.
CKERNELS_RT float ckernels_peak(const float *_Nonnull samples, size_t frame_count);
/// The sum of squares: 16 running sums, lane i taking every 16th sample from i on, then folded in halves.
CKERNELS_RT float ckernels_sum_of_squares(const float *_Nonnull samples, size_t frame_count);

// ---- Artefacts ----------------------------------------------------------------------------------------------------

/// errors[i] = |samples[i] - c|, where c is the cubic through the two neighbours on each side at i; 0 for the first and
/// last two.
void ckernels_cubic_errors(const float *_Nonnull samples, float *_Nonnull errors, size_t frame_count);
/// The first frame from start on whose sample is greater than least; frame_count if there is none.
size_t ckernels_next_above(const float *_Nonnull samples, float least, size_t start, size_t frame_count);
/// The first frame from start on whose sample is 0; frame_count if there is none.
size_t ckernels_next_zero(const float *_Nonnull samples, size_t start, size_t frame_count);
/// The first frame from start on whose sample is not 0; frame_count if there is none.
size_t ckernels_next_sound(const float *_Nonnull samples, size_t start, size_t frame_count);
/// sums[i] = the sum of the samples before i, for frame_count + 1 sums.
void ckernels_running_sums(const float *_Nonnull samples, double *_Nonnull sums, size_t frame_count);
/// The least magnitude above 0; 0 if all samples are 0.
float ckernels_least_magnitude(const float *_Nonnull samples, size_t frame_count);

// ---- Sample conversion --------------------------------------------------------------------------------------------
// `stride` counts samples from one to the next of the same channel on the packed side; `swapped` is 1 when the packed
// side has the other byte order than this machine. Packed sides are bytes: no alignment needed.
// To float: value / 2^(bits - 1). From float: times 2^(bits - 1), clamped, rounded half to even, NaN to 0.

CKERNELS_RT void ckernels_from_uint8(
    float *_Nonnull target, const void *_Nonnull packed, size_t stride, size_t count);
CKERNELS_RT void ckernels_from_int8(
    float *_Nonnull target, const void *_Nonnull packed, size_t stride, size_t count);
CKERNELS_RT void ckernels_from_int16(
    float *_Nonnull target, const void *_Nonnull packed, size_t stride, int32_t swapped, size_t count);
CKERNELS_RT void ckernels_from_int24(
    float *_Nonnull target, const void *_Nonnull packed, size_t stride, int32_t swapped, size_t count);
CKERNELS_RT void ckernels_from_int32(
    float *_Nonnull target, const void *_Nonnull packed, size_t stride, int32_t swapped, size_t count);
CKERNELS_RT void ckernels_from_float32(
    float *_Nonnull target, const void *_Nonnull packed, size_t stride, int32_t swapped, size_t count);
CKERNELS_RT void ckernels_from_float64(
    float *_Nonnull target, const void *_Nonnull packed, size_t stride, int32_t swapped, size_t count);

CKERNELS_RT void ckernels_to_uint8(
    void *_Nonnull packed, size_t stride, const float *_Nonnull source, size_t count);
CKERNELS_RT void ckernels_to_int8(
    void *_Nonnull packed, size_t stride, const float *_Nonnull source, size_t count);
CKERNELS_RT void ckernels_to_int16(
    void *_Nonnull packed, size_t stride, int32_t swapped, const float *_Nonnull source, size_t count);
/// Two channels side by side, in the machine's order of bytes: stores of single samples with gaps are not vectorised.
CKERNELS_RT void ckernels_to_int16_pairs(
    void *_Nonnull packed, const float *_Nonnull left, const float *_Nonnull right, size_t count);
CKERNELS_RT void ckernels_to_int24(
    void *_Nonnull packed, size_t stride, int32_t swapped, const float *_Nonnull source, size_t count);
CKERNELS_RT void ckernels_to_int32(
    void *_Nonnull packed, size_t stride, int32_t swapped, const float *_Nonnull source, size_t count);
CKERNELS_RT void ckernels_to_float32(
    void *_Nonnull packed, size_t stride, int32_t swapped, const float *_Nonnull source, size_t count);
CKERNELS_RT void ckernels_to_float64(
    void *_Nonnull packed, size_t stride, int32_t swapped, const float *_Nonnull source, size_t count);

// ---- Resampling ---------------------------------------------------------------------------------------------------
// A bank holds rows of `taps` coefficients, one row for each fraction of an input frame; `taps` is a multiple of 16.
// out[j] is the dot product of row `rows[j]` with the samples from `starts[j]` on: 16 running sums, lane i taking every
// 16th tap from i on, folded in halves. `starts` never fall. The `2` forms do two channels at the same places.

CKERNELS_RT void ckernels_fir(
    float *_Nonnull out, const float *_Nonnull samples, const float *_Nonnull bank, size_t taps,
    const int32_t *_Nonnull starts, const int32_t *_Nonnull rows, size_t count);
CKERNELS_RT void ckernels_fir2(
    float *_Nonnull out0, float *_Nonnull out1, const float *_Nonnull samples0, const float *_Nonnull samples1,
    const float *_Nonnull bank, size_t taps, const int32_t *_Nonnull starts, const int32_t *_Nonnull rows,
    size_t count);
/// The same between two rows: coefficient = row + fraction * (next row - row).
CKERNELS_RT void ckernels_fir_between(
    float *_Nonnull out, const float *_Nonnull samples, const float *_Nonnull bank, size_t taps,
    const int32_t *_Nonnull starts, const int32_t *_Nonnull rows, const float *_Nonnull fractions, size_t count);
CKERNELS_RT void ckernels_fir_between2(
    float *_Nonnull out0, float *_Nonnull out1, const float *_Nonnull samples0, const float *_Nonnull samples1,
    const float *_Nonnull bank, size_t taps, const int32_t *_Nonnull starts, const int32_t *_Nonnull rows,
    const float *_Nonnull fractions, size_t count);

/// target[i] = source[i], in double precision.
CKERNELS_RT void ckernels_widen(double *_Nonnull target, const float *_Nonnull source, size_t count);
/// target[i] = source[i], rounded to float32.
CKERNELS_RT void ckernels_narrow(float *_Nonnull target, const double *_Nonnull source, size_t count);
/// As `ckernels_fir`, all in double precision: 8 running sums, lane i taking every 8th tap from i on, folded in halves;
/// `taps` is a multiple of 8.
CKERNELS_RT void ckernels_fir_double(
    double *_Nonnull out, const double *_Nonnull samples, const double *_Nonnull bank, size_t taps,
    const int32_t *_Nonnull starts, const int32_t *_Nonnull rows, size_t count);
CKERNELS_RT void ckernels_fir_double2(
    double *_Nonnull out0, double *_Nonnull out1, const double *_Nonnull samples0, const double *_Nonnull samples1,
    const double *_Nonnull bank, size_t taps, const int32_t *_Nonnull starts, const int32_t *_Nonnull rows,
    size_t count);
/// Taps that whole-number upsampling allows for at most.
#define CKERNELS_UPSAMPLE_TAPS 256
/// Returns whether there is upsampling by this number: 2, 3, 4 and 6.
CKERNELS_RT int32_t ckernels_has_upsampling(size_t phases);

/// Upsampling by a whole number: `phases` outputs for each frame, `count` of them from phase `first` of the first frame
/// on. The coefficients of a tap lie side by side: that of a phase is bank[tap * phases + phase]. The first half of the
/// taps is summed upwards, the other half from the last one downwards, then both sums are added: large coefficients
/// come last. `taps` is a multiple of 4.
CKERNELS_RT void ckernels_upsample(
    float *_Nonnull out, const float *_Nonnull samples, const float *_Nonnull bank, size_t taps, size_t phases,
    size_t first, size_t count);
/// Returns whether there is downsampling by this number with so many taps: by 2, 3, 4 and 6, with 64 to 256 times as
/// many taps.
CKERNELS_RT int32_t ckernels_has_downsampling(size_t factor, size_t taps);
/// Downsampling by a whole number: out[j] is the sum of samples[j * factor + t] * bank[t]. The t that are multiples of
/// `factor` are summed as in upsampling, then those one further, and so on; these sums are added in their order.
CKERNELS_RT void ckernels_downsample(
    float *_Nonnull out, const float *_Nonnull samples, const float *_Nonnull bank, size_t taps, size_t factor,
    size_t count);
CKERNELS_RT void ckernels_downsample2(
    float *_Nonnull out0, float *_Nonnull out1, const float *_Nonnull samples0, const float *_Nonnull samples1,
    const float *_Nonnull bank, size_t taps, size_t factor, size_t count);
/// The dot product of two: 8 running sums, lane i taking every 8th tap from i on, folded in halves.
CKERNELS_RT float ckernels_dot_double(const double *_Nonnull samples, const double *_Nonnull row, size_t taps);
/// The row at `fraction` of the way from the second of four rows to the third, by the cubic through all four.
CKERNELS_RT void ckernels_row_between(
    double *_Nonnull row, const double *_Nonnull bank, size_t taps, double fraction);

/// Where outputs lie between rows: output j at position + j * step, in units of 2^-48 frames, `row_count` rows to a
/// frame, at most 4096. starts[j]: whole frames; rows[j]: the row before; fractions[j]: how far to the next, in 24
/// bits.
CKERNELS_RT void ckernels_places(
    int32_t *_Nonnull starts, int32_t *_Nonnull rows, float *_Nonnull fractions, uint64_t position, uint64_t step,
    uint32_t row_count, size_t count);

/// out[j] = a + f * (b - a), a and b being the samples around position + j * step, in units of 2^-48 frames; f has 24
/// bits.
CKERNELS_RT void ckernels_linear(
    float *_Nonnull out, const float *_Nonnull samples, uint64_t position, uint64_t step, size_t count);

// ---- Fourier transform --------------------------------------------------------------------------------------------

/// From the transform Z of even and odd samples as real and imaginary parts to the `half + 1` bins of the real signal.
/// `turn` holds half/2 + 1 cosines and then as many sines of -pi k / half.
CKERNELS_RT void ckernels_fft_split(
    float *_Nonnull real, float *_Nonnull imaginary, const float *_Nonnull z_real, const float *_Nonnull z_imaginary,
    const float *_Nonnull turn, size_t half);
/// The way back: from the bins to Z, times `scale`.
CKERNELS_RT void ckernels_fft_join(
    float *_Nonnull z_real, float *_Nonnull z_imaginary, const float *_Nonnull real, const float *_Nonnull imaginary,
    const float *_Nonnull turn, float scale, size_t half);
/// even[i] = samples[2 i], odd[i] = samples[2 i + 1], and back.
CKERNELS_RT void ckernels_unzip(
    float *_Nonnull even, float *_Nonnull odd, const float *_Nonnull samples, size_t pair_count);
CKERNELS_RT void ckernels_zip(
    float *_Nonnull samples, const float *_Nonnull even, const float *_Nonnull odd, size_t pair_count);

// The transform of `count` complex numbers in double precision, in place; `count` is a power of four, 64 or more. The
// order of the spectrum is the machinery's own, the same for all spectra of this length; backward multiplies by
// `count`. `table`, for spans s = count, count/4, ... 64: with w = exp(-2 pi i (j / 4) / (s / 4)), j / 4 being whole,
// the real parts of w, w^2, w^3 for j = 0 ..< s/4, then their imaginary parts. Then for each 16 numbers 16 real and 16
// imaginary parts of exp(-2 pi i l k / count), l = 0 ..< 4 for each k, the k being 0 ..< count/4 with their digits to
// the base of four reversed.

CKERNELS_RT size_t ckernels_fourier_table_count(size_t count);
CKERNELS_RT void ckernels_fourier_forward(
    double *_Nonnull real, double *_Nonnull imaginary, const double *_Nonnull table, size_t count);
CKERNELS_RT void ckernels_fourier_backward(
    double *_Nonnull real, double *_Nonnull imaginary, const double *_Nonnull table, size_t count);
/// out = x * filter, as complex numbers.
CKERNELS_RT void ckernels_spectrum_product(
    double *_Nonnull out_real, double *_Nonnull out_imaginary, const double *_Nonnull real,
    const double *_Nonnull imaginary, const double *_Nonnull filter_real, const double *_Nonnull filter_imaginary,
    size_t count);
/// out += x * filter, as complex numbers.
CKERNELS_RT void ckernels_spectrum_add_product(
    double *_Nonnull out_real, double *_Nonnull out_imaginary, const double *_Nonnull real,
    const double *_Nonnull imaginary, const double *_Nonnull filter_real, const double *_Nonnull filter_imaginary,
    size_t count);
/// target[i] = source[i * stride].
CKERNELS_RT void ckernels_gather_double(
    double *_Nonnull target, const double *_Nonnull source, size_t stride, size_t count);
/// target[i * streams + s] = source[s * distance + i].
CKERNELS_RT void ckernels_interleave_double(
    double *_Nonnull target, const double *_Nonnull source, size_t distance, size_t streams, size_t count);

// ---- Time stretching ----------------------------------------------------------------------------------------------

/// target[i] = a[i] * b[i].
CKERNELS_RT void ckernels_product(
    float *_Nonnull target, const float *_Nonnull a, const float *_Nonnull b, size_t count);
/// sum[i] += a[i] * b[i].
CKERNELS_RT void ckernels_add_product(
    float *_Nonnull sum, const float *_Nonnull a, const float *_Nonnull b, size_t count);
/// sum[i] += a[i] / max(b[i], least).
CKERNELS_RT void ckernels_add_quotient(
    float *_Nonnull sum, const float *_Nonnull a, const float *_Nonnull b, float least, size_t count);
/// turn[k] += to[k] * conj(from[k]): the angle from one spectrum to the other, weighted by the energy of both.
CKERNELS_RT void ckernels_turn_between(
    float *_Nonnull turn_real, float *_Nonnull turn_imaginary, const float *_Nonnull to_real,
    const float *_Nonnull to_imaginary, const float *_Nonnull from_real, const float *_Nonnull from_imaginary,
    size_t count);
/// unit[k] = turn[k + 1] with half of either neighbour, brought to length 1; 1 where there is no energy. `turn` holds
/// count + 2 values.
CKERNELS_RT void ckernels_unit_turn(
    float *_Nonnull unit_real, float *_Nonnull unit_imaginary, const float *_Nonnull turn_real,
    const float *_Nonnull turn_imaginary, size_t count);
/// The spectrum turned: from[k] * unit[k].
CKERNELS_RT void ckernels_turn(
    float *_Nonnull real, float *_Nonnull imaginary, const float *_Nonnull from_real,
    const float *_Nonnull from_imaginary, const float *_Nonnull unit_real, const float *_Nonnull unit_imaginary,
    size_t count);
/// The sum of a[i] * b[i]: 16 running sums, lane i taking every 16th from i on, then folded in halves.
CKERNELS_RT float ckernels_dot(const float *_Nonnull a, const float *_Nonnull b, size_t count);
/// sum[i] += (samples[i] - samples[i - 1])^2; reads from samples[-1] on.
CKERNELS_RT void ckernels_add_square_of_steps(float *_Nonnull sum, const float *_Nonnull samples, size_t count);

#include "CKernelsEffects.h"
#include "CKernelsFFT.h"
#include "CKernelsSpace.h"
#include "CKernelsVoice.h"
#include "CKernelsNotes.h"
