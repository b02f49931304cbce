// The discrete Fourier transform of complex numbers in two planes, in single and double precision; CKernels.h includes
// this.
#pragma once

/// Reals in the table of a transform of `count` numbers; 0 when a prime other than 2, 3 and 5 divides it, and for 1.
CKERNELS_RT size_t ckernels_fft_table_count(size_t count);
/// Fills that table: the twiddles of each pass, one pass after the other.
void ckernels_fft_make_table(float *_Nonnull table, size_t count);
void ckernels_fft_make_table_double(double *_Nonnull table, size_t count);
/// Fills half/2 + 1 cosines and then as many sines of -pi k / half.
void ckernels_fft_make_turns(float *_Nonnull turn, size_t half);
void ckernels_fft_make_turns_double(double *_Nonnull turn, size_t half);

/// out[k] = the sum of in[n] exp(-2 pi i k n / count), by Stockham's passes of radix 4, 3, 5 and 2. `scratch` holds 2 *
/// count reals; outputs may be inputs, also exchanged.
CKERNELS_RT void ckernels_fft(
    float *_Nonnull out_real, float *_Nonnull out_imaginary, const float *_Nonnull in_real,
    const float *_Nonnull in_imaginary, float *_Nonnull scratch, const float *_Nonnull table, size_t count);
CKERNELS_RT void ckernels_fft_double(
    double *_Nonnull out_real, double *_Nonnull out_imaginary, const double *_Nonnull in_real,
    const double *_Nonnull in_imaginary, double *_Nonnull scratch, const double *_Nonnull table, size_t count);
/// In place, from the transform of even and odd samples as real and imaginary parts to twice the bins of the real
/// signal; the last bin, which is real, becomes the imaginary part of the first.
CKERNELS_RT void ckernels_fft_pack(
    float *_Nonnull real, float *_Nonnull imaginary, const float *_Nonnull turn, size_t half);
CKERNELS_RT void ckernels_fft_pack_double(
    double *_Nonnull real, double *_Nonnull imaginary, const double *_Nonnull turn, size_t half);
/// The way back, with the factor 2: a transform of its result, backwards, gives 2 * half times the samples of these
/// bins.
CKERNELS_RT void ckernels_fft_unpack(
    float *_Nonnull real, float *_Nonnull imaginary, const float *_Nonnull turn, size_t half);
CKERNELS_RT void ckernels_fft_unpack_double(
    double *_Nonnull real, double *_Nonnull imaginary, const double *_Nonnull turn, size_t half);
