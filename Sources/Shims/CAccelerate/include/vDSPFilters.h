// A table: filters and windows.
#pragma once

#include "vDSPTypes.h"
#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

#pragma mark - Sums of products

/// C[n] = the sum over p < P of A[n + p] * F[p]: correlation. For convolution pass F's last element and -1 as IF.
/// A has N + P - 1 elements.
VDSP_RT void vDSP_conv(
    const float *A, vDSP_Stride IA, const float *F, vDSP_Stride IF, float *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_convD(
    const double *A, vDSP_Stride IA, const double *F, vDSP_Stride IF, double *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length P);

/// C[n] = the sum over p < P of A[n * DF + p] * F[p]; A has DF * (N - 1) + P elements
VDSP_RT void vDSP_desamp(const float *A, vDSP_Stride DF, const float *F, float *C, vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_desampD(const double *A, vDSP_Stride DF, const double *F, double *C, vDSP_Length N, vDSP_Length P);

/// C[n] = A[n] B[0] + A[n-1] B[1] + A[n-2] B[2] - C[n-1] B[3] - C[n-2] B[4] for n = 2 ... N + 1;
/// A[0], A[1], C[0] and C[1] are the history.
VDSP_RT void vDSP_deq22(const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_deq22D(const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

/// Filters an image of NR rows and NC columns with the 3 x 3 kernel B; one pixel along the edges becomes 0.
VDSP_RT void vDSP_f3x3(const float *A, vDSP_Length NR, vDSP_Length NC, const float *B, float *C);
/// The same in double precision.
VDSP_RT void vDSP_f3x3D(const double *A, vDSP_Length NR, vDSP_Length NC, const double *B, double *C);

/// Filters an image of NR rows and NC columns with the 5 x 5 kernel B; two pixels along the edges become 0.
VDSP_RT void vDSP_f5x5(const float *A, vDSP_Length NR, vDSP_Length NC, const float *B, float *C);
/// The same in double precision.
VDSP_RT void vDSP_f5x5D(const double *A, vDSP_Length NR, vDSP_Length NC, const double *B, double *C);

/// Filters an image of NR rows and NC columns with B of P rows and Q columns; edges become 0.
VDSP_RT void vDSP_imgfir(
    const float *A, vDSP_Length NR, vDSP_Length NC, const float *B, float *C, vDSP_Length P, vDSP_Length Q);
/// The same in double precision.
VDSP_RT void vDSP_imgfirD(
    const double *A, vDSP_Length NR, vDSP_Length NC, const double *B, double *C, vDSP_Length P, vDSP_Length Q);

#pragma mark - Windows

/// C[n] = w (1 - cos(2 pi n / N)), w = 0.5, or sqrt(2/3) with vDSP_HANN_NORM; with vDSP_HALF_WINDOW only (N + 1) / 2
/// values
VDSP_RT void vDSP_hann_window(float *C, vDSP_Length N, int Flag);
/// The same in double precision.
VDSP_RT void vDSP_hann_windowD(double *C, vDSP_Length N, int Flag);

/// C[n] = 0.54 - 0.46 cos(2 pi n / N); with vDSP_HALF_WINDOW only (N + 1) / 2 values
VDSP_RT void vDSP_hamm_window(float *C, vDSP_Length N, int Flag);
/// The same in double precision.
VDSP_RT void vDSP_hamm_windowD(double *C, vDSP_Length N, int Flag);

/// C[n] = 0.42 - 0.5 cos(2 pi n / N) + 0.08 cos(4 pi n / N); with vDSP_HALF_WINDOW only (N + 1) / 2 values
VDSP_RT void vDSP_blkman_window(float *C, vDSP_Length N, int Flag);
/// The same in double precision.
VDSP_RT void vDSP_blkman_windowD(double *C, vDSP_Length N, int Flag);

#pragma clang assume_nonnull end
