// A table: numbers made of vectors of real numbers. n counts from 0 to N - 1; a strided vector's element n is A[n *
// IA].
#pragma once

#include "vDSPTypes.h"
#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

#pragma mark - Sums and means

/// C[0] = the sum of A[n]
VDSP_RT void vDSP_sve(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_sveD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the sum of |A[n]|
VDSP_RT void vDSP_svemg(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_svemgD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the sum of A[n]^2
VDSP_RT void vDSP_svesq(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_svesqD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the sum of A[n] * |A[n]|
VDSP_RT void vDSP_svs(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_svsD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// Sum[0] = the sum of A[n], SumOfSquares[0] = the sum of A[n]^2
VDSP_RT void vDSP_sve_svesq(const float *A, vDSP_Stride IA, float *Sum, float *SumOfSquares, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_sve_svesqD(const double *A, vDSP_Stride IA, double *Sum, double *SumOfSquares, vDSP_Length N);

/// C[0] = the mean of A[n]; NaN when N is 0
VDSP_RT void vDSP_meanv(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_meanvD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the mean of |A[n]|; NaN when N is 0
VDSP_RT void vDSP_meamgv(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_meamgvD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the mean of A[n]^2; NaN when N is 0
VDSP_RT void vDSP_measqv(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_measqvD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the mean of A[n] * |A[n]|; NaN when N is 0
VDSP_RT void vDSP_mvessq(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_mvessqD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the root of the mean of A[n]^2; NaN when N is 0
VDSP_RT void vDSP_rmsqv(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_rmsqvD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[n] = (A[n] - mean) / standard deviation; C may be null
VDSP_RT void vDSP_normalize(
    const float *A, vDSP_Stride IA, float *_Nullable C, vDSP_Stride IC, float *Mean, float *StandardDeviation,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_normalizeD(
    const double *A, vDSP_Stride IA, double *_Nullable C, vDSP_Stride IC, double *Mean, double *StandardDeviation,
    vDSP_Length N);

/// C[0] = the sum of A[n] * B[n]
VDSP_RT void vDSP_dotpr(const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_dotprD(const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Length N);

/// D[0] = the sum of A[n] * C[n], E[0] = the sum of B[n] * C[n]
VDSP_RT void vDSP_dotpr2(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, float *D, float *E,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_dotpr2D(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, double *D,
    double *E, vDSP_Length N);

/// C[0] = the sum of (A[n] - B[n])^2
VDSP_RT void vDSP_distancesq(const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_distancesqD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Length N);

#pragma mark - Extremes

/// C[0] = the largest A[n]; -infinity when N is 0
VDSP_RT void vDSP_maxv(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_maxvD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the largest |A[n]|; 0 when N is 0
VDSP_RT void vDSP_maxmgv(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_maxmgvD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the smallest A[n]; infinity when N is 0
VDSP_RT void vDSP_minv(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_minvD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the smallest |A[n]|; infinity when N is 0
VDSP_RT void vDSP_minmgv(const float *A, vDSP_Stride IA, float *C, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_minmgvD(const double *A, vDSP_Stride IA, double *C, vDSP_Length N);

/// C[0] = the largest A[n], I[0] = its first n times IA
VDSP_RT void vDSP_maxvi(const float *A, vDSP_Stride IA, float *C, vDSP_Length *I, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_maxviD(const double *A, vDSP_Stride IA, double *C, vDSP_Length *I, vDSP_Length N);

/// C[0] = the largest |A[n]|, I[0] = its first n times IA
VDSP_RT void vDSP_maxmgvi(const float *A, vDSP_Stride IA, float *C, vDSP_Length *I, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_maxmgviD(const double *A, vDSP_Stride IA, double *C, vDSP_Length *I, vDSP_Length N);

/// C[0] = the smallest A[n], I[0] = its first n times IA
VDSP_RT void vDSP_minvi(const float *A, vDSP_Stride IA, float *C, vDSP_Length *I, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_minviD(const double *A, vDSP_Stride IA, double *C, vDSP_Length *I, vDSP_Length N);

/// C[0] = the smallest |A[n]|, I[0] = its first n times IA
VDSP_RT void vDSP_minmgvi(const float *A, vDSP_Stride IA, float *C, vDSP_Length *I, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_minmgviD(const double *A, vDSP_Stride IA, double *C, vDSP_Length *I, vDSP_Length N);

/// Counts changes of sign up to B: D[0] = their number, C[0] = the index of the B-th times IA, or 0
VDSP_RT void vDSP_nzcros(const float *A, vDSP_Stride IA, vDSP_Length B, vDSP_Length *C, vDSP_Length *D, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_nzcrosD(
    const double *A, vDSP_Stride IA, vDSP_Length B, vDSP_Length *C, vDSP_Length *D, vDSP_Length N);

#pragma mark - Running sums

/// C[n] = S[0] * (A[1] + ... + A[n]); C[0] = 0
VDSP_RT void vDSP_vrsum(const float *A, vDSP_Stride IA, const float *S, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vrsumD(const double *A, vDSP_Stride IA, const double *S, double *C, vDSP_Stride IC, vDSP_Length N);

/// Integrates by trapezoids B[0] wide: C[n] = C[n - 1] + B[0] * (A[n - 1] + A[n]) / 2; C[0] = 0
VDSP_RT void vDSP_vtrapz(const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vtrapzD(const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

/// Integrates by Simpson's rule with steps of B[0]: C[0] = 0, C[1] = B[0] * (A[0] + A[1]) / 2,
/// C[n] = C[n - 2] + B[0] * (A[n - 2] + 4 A[n - 1] + A[n]) / 3
VDSP_RT void vDSP_vsimps(const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsimpsD(const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] + ... + A[n + P - 1]; A has N + P - 1 elements
VDSP_RT void vDSP_vswsum(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_vswsumD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length P);

/// C[n] = the largest of A[n] ... A[n + P - 1]; A has N + P - 1 elements
VDSP_RT void vDSP_vswmax(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_vswmaxD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length P);

#pragma clang assume_nonnull end
