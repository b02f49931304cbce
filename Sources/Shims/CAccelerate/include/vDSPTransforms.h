// A table: Fourier and cosine transforms. Directions: FFT_FORWARD is exp(-i ...), FFT_INVERSE is exp(+i ...).
//
// Complex transforms are not scaled, in either direction. Real ones forward give twice the mathematical values, in N /
// 2 complex numbers: the first is the sum, in its real part, and the bin at half the rate, in its imaginary part.
// Inverse they are not scaled: forward and inverse together give 2 N times the input.
//
// Setups are read only while they are used, by any number of threads. Each lends working memory to eight transforms at
// a time; a ninth waits for one of them.
#pragma once

#include "vDSPTypes.h"
#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

#pragma mark - Lengths that are powers of two

/// Makes a setup for lengths of 2^n, with radix 3 and 5 also 3 * 2^n and 5 * 2^n, n being at most Log2n. Returns null
/// when memory is short or the radix is not supported.
FFTSetup _Nullable vDSP_create_fftsetup(vDSP_Length Log2n, FFTRadix Radix);
/// The same in double precision.
FFTSetupD _Nullable vDSP_create_fftsetupD(vDSP_Length Log2n, FFTRadix Radix);
/// Frees a setup; NULL is allowed.
void vDSP_destroy_fftsetup(FFTSetup _Nullable Setup);
/// The same in double precision.
void vDSP_destroy_fftsetupD(FFTSetupD _Nullable Setup);

/// Transforms 2^Log2N complex numbers in place.
VDSP_RT void vDSP_fft_zip(
    FFTSetup Setup, const DSPSplitComplex *C, vDSP_Stride IC, vDSP_Length Log2N, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft_zipD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length Log2N, FFTDirection Direction);

/// Transforms 2^Log2N complex numbers in place. Buffer is not used.
VDSP_RT void vDSP_fft_zipt(
    FFTSetup Setup, const DSPSplitComplex *C, vDSP_Stride IC, const DSPSplitComplex *Buffer, vDSP_Length Log2N,
    FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft_ziptD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *C, vDSP_Stride IC, const DSPDoubleSplitComplex *Buffer,
    vDSP_Length Log2N, FFTDirection Direction);

/// Transforms 2^Log2N complex numbers A into C.
VDSP_RT void vDSP_fft_zop(
    FFTSetup Setup, const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Length Log2N, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft_zopD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *C, vDSP_Stride IC,
    vDSP_Length Log2N, FFTDirection Direction);

/// Transforms 2^Log2N complex numbers A into C. Buffer is not used.
VDSP_RT void vDSP_fft_zopt(
    FFTSetup Setup, const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C, vDSP_Stride IC,
    const DSPSplitComplex *Buffer, vDSP_Length Log2N, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft_zoptD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *C, vDSP_Stride IC,
    const DSPDoubleSplitComplex *Buffer, vDSP_Length Log2N, FFTDirection Direction);

/// Transforms 2^Log2N real samples in place: the even ones are real parts, the odd ones imaginary parts.
VDSP_RT void vDSP_fft_zrip(
    FFTSetup Setup, const DSPSplitComplex *C, vDSP_Stride IC, vDSP_Length Log2N, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft_zripD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length Log2N, FFTDirection Direction);

/// Transforms 2^Log2N real samples in place: the even ones are real parts, the odd ones imaginary parts. Buffer is not
/// used.
VDSP_RT void vDSP_fft_zript(
    FFTSetup Setup, const DSPSplitComplex *C, vDSP_Stride IC, const DSPSplitComplex *Buffer, vDSP_Length Log2N,
    FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft_zriptD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *C, vDSP_Stride IC, const DSPDoubleSplitComplex *Buffer,
    vDSP_Length Log2N, FFTDirection Direction);

/// Transforms 2^Log2N real samples A into C: the even ones are real parts, the odd ones imaginary parts.
VDSP_RT void vDSP_fft_zrop(
    FFTSetup Setup, const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Length Log2N, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft_zropD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *C, vDSP_Stride IC,
    vDSP_Length Log2N, FFTDirection Direction);

/// Transforms 2^Log2N real samples A into C: the even ones are real parts, the odd ones imaginary parts. Buffer is not
/// used.
VDSP_RT void vDSP_fft_zropt(
    FFTSetup Setup, const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C, vDSP_Stride IC,
    const DSPSplitComplex *Buffer, vDSP_Length Log2N, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft_zroptD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *C, vDSP_Stride IC,
    const DSPDoubleSplitComplex *Buffer, vDSP_Length Log2N, FFTDirection Direction);

/// M signals, IM apart. Transforms 2^Log2N complex numbers in place.
VDSP_RT void vDSP_fftm_zip(
    FFTSetup Setup, const DSPSplitComplex *C, vDSP_Stride IC, vDSP_Stride IM, vDSP_Length Log2N, vDSP_Length M,
    FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fftm_zipD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Stride IM, vDSP_Length Log2N, vDSP_Length M,
    FFTDirection Direction);

/// M signals, IMA and IMC apart. Transforms 2^Log2N complex numbers A into C.
VDSP_RT void vDSP_fftm_zop(
    FFTSetup Setup, const DSPSplitComplex *A, vDSP_Stride IA, vDSP_Stride IMA, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Stride IMC, vDSP_Length Log2N, vDSP_Length M, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fftm_zopD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *A, vDSP_Stride IA, vDSP_Stride IMA, const DSPDoubleSplitComplex *C,
    vDSP_Stride IC, vDSP_Stride IMC, vDSP_Length Log2N, vDSP_Length M, FFTDirection Direction);

/// M signals, IM apart. Transforms 2^Log2N real samples in place: the even ones are real parts, the odd ones imaginary
/// parts.
VDSP_RT void vDSP_fftm_zrip(
    FFTSetup Setup, const DSPSplitComplex *C, vDSP_Stride IC, vDSP_Stride IM, vDSP_Length Log2N, vDSP_Length M,
    FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fftm_zripD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Stride IM, vDSP_Length Log2N, vDSP_Length M,
    FFTDirection Direction);

/// M signals, IMA and IMC apart. Transforms 2^Log2N real samples A into C: the even ones are real parts, the odd ones
/// imaginary parts.
VDSP_RT void vDSP_fftm_zrop(
    FFTSetup Setup, const DSPSplitComplex *A, vDSP_Stride IA, vDSP_Stride IMA, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Stride IMC, vDSP_Length Log2N, vDSP_Length M, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fftm_zropD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *A, vDSP_Stride IA, vDSP_Stride IMA, const DSPDoubleSplitComplex *C,
    vDSP_Stride IC, vDSP_Stride IMC, vDSP_Length Log2N, vDSP_Length M, FFTDirection Direction);

/// Transforms 2^Log2N1 rows of 2^Log2N0 complex numbers in place, along both axes: numbers lie IC0 apart, rows IC1, or
/// side by side if it is 0.
VDSP_RT void vDSP_fft2d_zip(
    FFTSetup Setup, const DSPSplitComplex *C, vDSP_Stride IC0, vDSP_Stride IC1, vDSP_Length Log2N0, vDSP_Length Log2N1,
    FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft2d_zipD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *C, vDSP_Stride IC0, vDSP_Stride IC1, vDSP_Length Log2N0,
    vDSP_Length Log2N1, FFTDirection Direction);

/// Transforms 2^Log2N1 rows of 2^Log2N0 complex numbers A into C, along both axes.
VDSP_RT void vDSP_fft2d_zop(
    FFTSetup Setup, const DSPSplitComplex *A, vDSP_Stride IA0, vDSP_Stride IA1, const DSPSplitComplex *C,
    vDSP_Stride IC0, vDSP_Stride IC1, vDSP_Length Log2N0, vDSP_Length Log2N1, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft2d_zopD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *A, vDSP_Stride IA0, vDSP_Stride IA1, const DSPDoubleSplitComplex *C,
    vDSP_Stride IC0, vDSP_Stride IC1, vDSP_Length Log2N0, vDSP_Length Log2N1, FFTDirection Direction);

/// Transforms 3 * 2^Log2N complex numbers A into C, with a setup of radix 3.
VDSP_RT void vDSP_fft3_zop(
    FFTSetup Setup, const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Length Log2N, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft3_zopD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *C, vDSP_Stride IC,
    vDSP_Length Log2N, FFTDirection Direction);

/// Transforms 5 * 2^Log2N complex numbers A into C, with a setup of radix 5.
VDSP_RT void vDSP_fft5_zop(
    FFTSetup Setup, const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Length Log2N, FFTDirection Direction);
/// The same in double precision.
VDSP_RT void vDSP_fft5_zopD(
    FFTSetupD Setup, const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *C, vDSP_Stride IC,
    vDSP_Length Log2N, FFTDirection Direction);
#pragma mark - Other lengths

/// Makes a setup for complex transforms of f * 2^n numbers, f being 1, 3, 5 or 15, n at least 3. Returns null for other
/// lengths.
vDSP_DFT_Setup _Nullable vDSP_DFT_zop_CreateSetup(
    vDSP_DFT_Setup _Nullable Previous, vDSP_Length Length, vDSP_DFT_Direction Direction);
/// The same in double precision.
vDSP_DFT_SetupD _Nullable vDSP_DFT_zop_CreateSetupD(
    vDSP_DFT_SetupD _Nullable Previous, vDSP_Length Length, vDSP_DFT_Direction Direction);
/// Makes a setup for real transforms of f * 2^n samples, f being 1, 3, 5 or 15, n at least 4. Returns null for other
/// lengths.
vDSP_DFT_Setup _Nullable vDSP_DFT_zrop_CreateSetup(
    vDSP_DFT_Setup _Nullable Previous, vDSP_Length Length, vDSP_DFT_Direction Direction);
/// The same in double precision.
vDSP_DFT_SetupD _Nullable vDSP_DFT_zrop_CreateSetupD(
    vDSP_DFT_SetupD _Nullable Previous, vDSP_Length Length, vDSP_DFT_Direction Direction);
/// Transforms the numbers Ir + i Ii into Or + i Oi; of a real setup, Ir are the even samples and Ii the odd ones.
VDSP_RT void vDSP_DFT_Execute(
    const struct vDSP_DFT_SetupStruct *Setup, const float *Ir, const float *Ii, float *Or, float *Oi);
/// The same in double precision.
VDSP_RT void vDSP_DFT_ExecuteD(
    const struct vDSP_DFT_SetupStructD *Setup, const double *Ir, const double *Ii, double *Or, double *Oi);
/// Frees a setup of any of these transforms.
void vDSP_DFT_DestroySetup(vDSP_DFT_Setup _Nullable Setup);
/// The same in double precision.
void vDSP_DFT_DestroySetupD(vDSP_DFT_SetupD _Nullable Setup);

/// Makes a setup for cosine transforms of f * 2^n numbers, f being 1, 3, 5 or 15, n at least 4. Returns null for other
/// lengths.
vDSP_DFT_Setup _Nullable vDSP_DCT_CreateSetup(
    vDSP_DFT_Setup _Nullable Previous, vDSP_Length Length, vDSP_DCT_Type Type);
/// Output[k] = the sum over n of Input[n] cos(pi / N ...): of k (n + 1/2) in type II, of (k + 1/2) n with half of
/// Input[0] in type III, of (k + 1/2) (n + 1/2) in type IV.
VDSP_RT void vDSP_DCT_Execute(const struct vDSP_DFT_SetupStruct *Setup, const float *Input, float *Output);

/// Makes a setup for interleaved numbers: complex ones of the lengths of vDSP_DFT_zop_CreateSetup, or real ones of
/// those of vDSP_DFT_zrop_CreateSetup.
vDSP_DFT_Interleaved_Setup _Nullable vDSP_DFT_Interleaved_CreateSetup(
    vDSP_DFT_Interleaved_Setup _Nullable Previous, vDSP_Length Length, vDSP_DFT_Direction Direction,
    vDSP_DFT_RealtoComplex RealtoComplex);
/// The same in double precision.
vDSP_DFT_Interleaved_SetupD _Nullable vDSP_DFT_Interleaved_CreateSetupD(
    vDSP_DFT_Interleaved_SetupD _Nullable Previous, vDSP_Length Length, vDSP_DFT_Direction Direction,
    vDSP_DFT_RealtoComplex RealtoComplex);
/// Transforms I into O, which may be the same.
VDSP_RT void vDSP_DFT_Interleaved_Execute(
    const struct vDSP_DFT_Interleaved_SetupStruct *Setup, const DSPComplex *I, DSPComplex *O);
/// The same in double precision.
VDSP_RT void vDSP_DFT_Interleaved_ExecuteD(
    const struct vDSP_DFT_Interleaved_SetupStructD *Setup, const DSPDoubleComplex *I, DSPDoubleComplex *O);
/// Frees a setup; NULL is allowed.
void vDSP_DFT_Interleaved_DestroySetup(vDSP_DFT_Interleaved_Setup _Nullable Setup);
/// The same in double precision.
void vDSP_DFT_Interleaved_DestroySetupD(vDSP_DFT_Interleaved_SetupD _Nullable Setup);

#pragma clang assume_nonnull end
