// The peers of Accelerate: plain loops as anyone writes them, FFTW, and OpenBLAS, which is opened while the program runs,
// because its functions have the same names.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// c[i] = a[i] + b[i]
void cpeer_add(const float *_Nonnull a, const float *_Nonnull b, float *_Nonnull c, size_t n);
/// c[i] = a[i] * b[i] + c[i]
void cpeer_multiply_add(const float *_Nonnull a, const float *_Nonnull b, float *_Nonnull c, size_t n);
/// c[i] = a[i] * s
void cpeer_scale(const float *_Nonnull a, float s, float *_Nonnull c, size_t n);
/// c[i] = a[i] limited to low ... high
void cpeer_clip(const float *_Nonnull a, float low, float high, float *_Nonnull c, size_t n);
/// Returns the sum of squares.
float cpeer_sum_of_squares(const float *_Nonnull a, size_t n);
/// Returns the largest magnitude.
float cpeer_peak(const float *_Nonnull a, size_t n);
/// c[i] = a[i]
void cpeer_from_int16(const int16_t *_Nonnull a, float *_Nonnull c, size_t n);
/// c[i] = a[i], cut off
void cpeer_to_int16(const float *_Nonnull a, int16_t *_Nonnull c, size_t n);
/// c[i] = the squares of the absolute values of a complex vector
void cpeer_magnitudes(const float *_Nonnull re, const float *_Nonnull im, float *_Nonnull c, size_t n);
/// c[i] = the sum of a[i + p] f[p]
void cpeer_convolve(const float *_Nonnull a, const float *_Nonnull f, float *_Nonnull c, size_t n, size_t taps);
/// c[i] = the sum of a[factor i + p] f[p]
void cpeer_decimate(
    const float *_Nonnull a, const float *_Nonnull f, float *_Nonnull c, size_t n, size_t factor, size_t taps);
/// A cascade of biquads, one after the other; state of four numbers each.
void cpeer_biquads(
    const float *_Nonnull coefficients, float *_Nonnull state, size_t sections, const float *_Nonnull x,
    float *_Nonnull y, size_t n);
/// c[i] = expf(a[i])
void cpeer_exp(const float *_Nonnull a, float *_Nonnull c, size_t n);
/// c[i] = 20 log10f(a[i])
void cpeer_decibels(const float *_Nonnull a, float *_Nonnull c, size_t n);
/// Sorts by qsort.
void cpeer_sort(float *_Nonnull a, size_t n);

/// A transform of n complex numbers by FFTW, in two planes or interleaved, or of n real samples.
typedef struct CPeerTransform CPeerTransform;
enum { cpeer_split, cpeer_interleaved, cpeer_real };
CPeerTransform *_Nullable cpeer_fft_make(size_t n, int kind);
void cpeer_fft_run(const CPeerTransform *_Nonnull transform, size_t times);

/// Opens OpenBLAS, on one thread. Returns 0 when it is not there.
int cpeer_blas_open(void);
float cpeer_blas_dot(const float *_Nonnull a, const float *_Nonnull b, int n);
void cpeer_blas_axpy(float s, const float *_Nonnull a, float *_Nonnull c, int n);
void cpeer_blas_gemv(const float *_Nonnull a, const float *_Nonnull x, float *_Nonnull y, int n);
void cpeer_blas_gemm(const float *_Nonnull a, const float *_Nonnull b, float *_Nonnull c, int n);
