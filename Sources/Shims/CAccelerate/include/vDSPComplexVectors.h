// A table: arithmetic on vectors of complex numbers. n counts from 0 to N - 1; conj is the conjugate.
#pragma once

#include "vDSPTypes.h"
#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

/// Interleaved to split; the stride of the interleaved numbers counts floats: 2 when they lie side by side.
VDSP_RT void vDSP_ctoz(const DSPComplex *C, vDSP_Stride IC, const DSPSplitComplex *Z, vDSP_Stride IZ, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_ctozD(
    const DSPDoubleComplex *C, vDSP_Stride IC, const DSPDoubleSplitComplex *Z, vDSP_Stride IZ, vDSP_Length N);

/// Split to interleaved; the stride of the interleaved numbers counts floats: 2 when they lie side by side.
VDSP_RT void vDSP_ztoc(const DSPSplitComplex *Z, vDSP_Stride IZ, DSPComplex *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_ztocD(
    const DSPDoubleSplitComplex *Z, vDSP_Stride IZ, DSPDoubleComplex *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] + B[n]
VDSP_RT void vDSP_zvadd(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvaddD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] - B[n]; A comes first.
VDSP_RT void vDSP_zvsub(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvsubD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] * B[n] if Conjugate is 1, conj(A[n]) * B[n] if it is -1
VDSP_RT void vDSP_zvmul(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N, int Conjugate);
/// The same in double precision.
VDSP_RT void vDSP_zvmulD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N, int Conjugate);

/// C[n] = conj(A[n]) * B[n]
VDSP_RT void vDSP_zvcmul(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvcmulD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] / B[n]; B comes first.
VDSP_RT void vDSP_zvdiv(
    const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvdivD(
    const DSPDoubleSplitComplex *B, vDSP_Stride IB, const DSPDoubleSplitComplex *A, vDSP_Stride IA,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N);

/// D[n] = A[n] * B[n] + C[n]
VDSP_RT void vDSP_zvma(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, const DSPSplitComplex *D, vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvmaD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, const DSPDoubleSplitComplex *D, vDSP_Stride ID, vDSP_Length N);

/// D[n] = conj(A[n]) * B[n] + C[n]
VDSP_RT void vDSP_zvcma(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, const DSPSplitComplex *D, vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvcmaD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, const DSPDoubleSplitComplex *D, vDSP_Stride ID, vDSP_Length N);

/// D[n] = A[n] * B[0] + C[n]
VDSP_RT void vDSP_zvsma(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, const DSPSplitComplex *C, vDSP_Stride IC,
    const DSPSplitComplex *D, vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvsmaD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, const DSPDoubleSplitComplex *C,
    vDSP_Stride IC, const DSPDoubleSplitComplex *D, vDSP_Stride ID, vDSP_Length N);

/// C[n] = A[n] * B[0]
VDSP_RT void vDSP_zvzsml(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvzsmlD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, const DSPDoubleSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] + B[n], B being real
VDSP_RT void vDSP_zrvadd(
    const DSPSplitComplex *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zrvaddD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const DSPDoubleSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] - B[n], B being real
VDSP_RT void vDSP_zrvsub(
    const DSPSplitComplex *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zrvsubD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const DSPDoubleSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] * B[n], B being real
VDSP_RT void vDSP_zrvmul(
    const DSPSplitComplex *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zrvmulD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const DSPDoubleSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] / B[n], B being real
VDSP_RT void vDSP_zrvdiv(
    const DSPSplitComplex *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const DSPSplitComplex *C, vDSP_Stride IC,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zrvdivD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const DSPDoubleSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N);

/// C[n] = conj(A[n]), the complex conjugate.
VDSP_RT void vDSP_zvconj(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvconjD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = -A[n], of both parts.
VDSP_RT void vDSP_zvneg(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvnegD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n], a copy.
VDSP_RT void vDSP_zvmov(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvmovD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[0], in every element.
VDSP_RT void vDSP_zvfill(const DSPSplitComplex *A, const DSPSplitComplex *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvfillD(
    const DSPDoubleSplitComplex *A, const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = |A[n]|, the magnitude.
VDSP_RT void vDSP_zvabs(const DSPSplitComplex *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvabsD(const DSPDoubleSplitComplex *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = |A[n]|^2, the squared magnitude.
VDSP_RT void vDSP_zvmags(const DSPSplitComplex *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvmagsD(const DSPDoubleSplitComplex *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = |A[n]|^2 + B[n]
VDSP_RT void vDSP_zvmgsa(
    const DSPSplitComplex *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvmgsaD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC,
    vDSP_Length N);

/// C[n] = the angle of A[n], -pi ... pi
VDSP_RT void vDSP_zvphas(const DSPSplitComplex *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zvphasD(const DSPDoubleSplitComplex *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

#pragma mark - Spectra

/// C[n] += |A[n]|^2, the power spectrum.
VDSP_RT void vDSP_zaspec(const DSPSplitComplex *A, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zaspecD(const DSPDoubleSplitComplex *A, double *C, vDSP_Length N);

/// C[n] += conj(A[n]) * B[n]
VDSP_RT void vDSP_zcspec(const DSPSplitComplex *A, const DSPSplitComplex *B, const DSPSplitComplex *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zcspecD(
    const DSPDoubleSplitComplex *A, const DSPDoubleSplitComplex *B, const DSPDoubleSplitComplex *C, vDSP_Length N);

/// D[n] = |C[n]|^2 / (A[n] * B[n]): coherence of power spectra A, B and cross spectrum C
VDSP_RT void vDSP_zcoher(const float *A, const float *B, const DSPSplitComplex *C, float *D, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zcoherD(const double *A, const double *B, const DSPDoubleSplitComplex *C, double *D, vDSP_Length N);

/// C[n] = A[n] * B[n], A being real
VDSP_RT void vDSP_ztrans(const float *A, const DSPSplitComplex *B, const DSPSplitComplex *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_ztransD(
    const double *A, const DSPDoubleSplitComplex *B, const DSPDoubleSplitComplex *C, vDSP_Length N);

#pragma mark - Sums

/// C[0] = the sum of A[n] * B[n]
VDSP_RT void vDSP_zdotpr(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zdotprD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Length N);

/// C[0] = the sum of conj(A[n]) * B[n]
VDSP_RT void vDSP_zidotpr(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zidotprD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Length N);

/// C[0] = the sum of A[n] * B[n], B being real
VDSP_RT void vDSP_zrdotpr(
    const DSPSplitComplex *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const DSPSplitComplex *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_zrdotprD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const DSPDoubleSplitComplex *C,
    vDSP_Length N);

/// C[n] = the sum over p < P of A[n + p] * F[p]; A has N + P - 1 elements
VDSP_RT void vDSP_zconv(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *F, vDSP_Stride IF, const DSPSplitComplex *C,
    vDSP_Stride IC, vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_zconvD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *F, vDSP_Stride IF,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length P);

/// C[n] = the sum over p < P of A[n * DF + p] * F[p], F being real
VDSP_RT void vDSP_zrdesamp(
    const DSPSplitComplex *A, vDSP_Stride DF, const float *F, const DSPSplitComplex *C, vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_zrdesampD(
    const DSPDoubleSplitComplex *A, vDSP_Stride DF, const double *F, const DSPDoubleSplitComplex *C, vDSP_Length N,
    vDSP_Length P);

#pragma mark - Matrices

/// C (M x N) = A (M x P) * B (P x N)
VDSP_RT void vDSP_zmmul(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, vDSP_Length M, vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_zmmulD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, vDSP_Length M, vDSP_Length N, vDSP_Length P);

/// D = A * B + C; shapes as in vDSP_zmmul
VDSP_RT void vDSP_zmma(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, const DSPSplitComplex *D, vDSP_Stride ID, vDSP_Length M, vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_zmmaD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, const DSPDoubleSplitComplex *D, vDSP_Stride ID, vDSP_Length M,
    vDSP_Length N, vDSP_Length P);

/// D = A * B - C; shapes as in vDSP_zmmul
VDSP_RT void vDSP_zmms(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, const DSPSplitComplex *D, vDSP_Stride ID, vDSP_Length M, vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_zmmsD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, const DSPDoubleSplitComplex *D, vDSP_Stride ID, vDSP_Length M,
    vDSP_Length N, vDSP_Length P);

/// D = C - A * B; shapes as in vDSP_zmmul
VDSP_RT void vDSP_zmsm(
    const DSPSplitComplex *A, vDSP_Stride IA, const DSPSplitComplex *B, vDSP_Stride IB, const DSPSplitComplex *C,
    vDSP_Stride IC, const DSPSplitComplex *D, vDSP_Stride ID, vDSP_Length M, vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_zmsmD(
    const DSPDoubleSplitComplex *A, vDSP_Stride IA, const DSPDoubleSplitComplex *B, vDSP_Stride IB,
    const DSPDoubleSplitComplex *C, vDSP_Stride IC, const DSPDoubleSplitComplex *D, vDSP_Stride ID, vDSP_Length M,
    vDSP_Length N, vDSP_Length P);

#pragma clang assume_nonnull end
