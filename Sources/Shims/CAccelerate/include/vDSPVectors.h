// A table: arithmetic on vectors of real numbers. n counts from 0 to N - 1; a strided vector's element n is A[n * IA].
#pragma once

#include "vDSPTypes.h"
#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

#pragma mark - Two vectors

/// C[n] = A[n] + B[n]
VDSP_RT void vDSP_vadd(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vaddD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] - B[n]; B comes first.
VDSP_RT void vDSP_vsub(
    const float *B, vDSP_Stride IB, const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsubD(
    const double *B, vDSP_Stride IB, const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] * B[n]
VDSP_RT void vDSP_vmul(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vmulD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] / B[n]; B comes first.
VDSP_RT void vDSP_vdiv(
    const float *B, vDSP_Stride IB, const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vdivD(
    const double *B, vDSP_Stride IB, const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = the larger of A[n] and B[n]
VDSP_RT void vDSP_vmax(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vmaxD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = the smaller of A[n] and B[n]
VDSP_RT void vDSP_vmin(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vminD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = the larger of |A[n]| and |B[n]|
VDSP_RT void vDSP_vmaxmg(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vmaxmgD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = the smaller of |A[n]| and |B[n]|
VDSP_RT void vDSP_vminmg(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vminmgD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = sqrt(A[n]^2 + B[n]^2)
VDSP_RT void vDSP_vdist(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vdistD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] + (B[n] - A[n]) * n / (N - 1)
VDSP_RT void vDSP_vtmerg(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vtmergD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = B[n] + A[n], D[n] = B[n] - A[n]
VDSP_RT void vDSP_vaddsub(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, float *D, vDSP_Stride ID,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vaddsubD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, double *D,
    vDSP_Stride ID, vDSP_Length N);

/// Exchanges A[n] and B[n].
VDSP_RT void vDSP_vswap(float *A, vDSP_Stride IA, float *B, vDSP_Stride IB, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vswapD(double *A, vDSP_Stride IA, double *B, vDSP_Stride IB, vDSP_Length N);

#pragma mark - A vector and a number

/// C[n] = A[n] + B[0]
VDSP_RT void vDSP_vsadd(const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsaddD(const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] * B[0]
VDSP_RT void vDSP_vsmul(const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsmulD(const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] / B[0]
VDSP_RT void vDSP_vsdiv(const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsdivD(const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[0] / B[n]
VDSP_RT void vDSP_svdiv(const float *A, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_svdivD(const double *A, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] if it is at least B[0], else B[0]
VDSP_RT void vDSP_vthr(const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vthrD(const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] if it is at least B[0], else 0
VDSP_RT void vDSP_vthres(const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vthresD(const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

/// D[n] = C[0] if A[n] is at least B[0], else -C[0]
VDSP_RT void vDSP_vthrsc(
    const float *A, vDSP_Stride IA, const float *B, const float *C, float *D, vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vthrscD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, double *D, vDSP_Stride ID, vDSP_Length N);

/// D[n] = C[0] if A[n] is at least B[0], else -C[0]
VDSP_RT void vDSP_vlim(
    const float *A, vDSP_Stride IA, const float *B, const float *C, float *D, vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vlimD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, double *D, vDSP_Stride ID, vDSP_Length N);

/// D[n] = A[n] limited to B[0] ... C[0]
VDSP_RT void vDSP_vclip(
    const float *A, vDSP_Stride IA, const float *B, const float *C, float *D, vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vclipD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, double *D, vDSP_Stride ID, vDSP_Length N);

/// D[n] = A[n] outside B[0] ... C[0]; inside, B[0] for negative and C[0] for other numbers
VDSP_RT void vDSP_viclip(
    const float *A, vDSP_Stride IA, const float *B, const float *C, float *D, vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_viclipD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, double *D, vDSP_Stride ID, vDSP_Length N);

/// D[n] = A[n] limited to B[0] ... C[0]; NLOW[0] and NHIGH[0] count those below and above
VDSP_RT void vDSP_vclipc(
    const float *A, vDSP_Stride IA, const float *B, const float *C, float *D, vDSP_Stride ID, vDSP_Length N,
    vDSP_Length *NLOW, vDSP_Length *NHIGH);
/// The same in double precision.
VDSP_RT void vDSP_vclipcD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, double *D, vDSP_Stride ID, vDSP_Length N,
    vDSP_Length *NLOW, vDSP_Length *NHIGH);

#pragma mark - One vector

/// C[n] = |A[n]|, the absolute value.
VDSP_RT void vDSP_vabs(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vabsD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = -|A[n]|, the negative absolute value.
VDSP_RT void vDSP_vnabs(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vnabsD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = -A[n], the negative.
VDSP_RT void vDSP_vneg(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vnegD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n]^2, the square.
VDSP_RT void vDSP_vsq(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsqD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] * |A[n]|
VDSP_RT void vDSP_vssq(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vssqD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] without its whole part
VDSP_RT void vDSP_vfrac(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfracD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = 0, in every element.
VDSP_RT void vDSP_vclr(float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vclrD(double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[0], in every element.
VDSP_RT void vDSP_vfill(const float *A, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfillD(const double *A, double *C, vDSP_Stride IC, vDSP_Length N);

/// Reverses C in place.
VDSP_RT void vDSP_vrvrs(float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vrvrsD(double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[0] + n * B[0]
VDSP_RT void vDSP_vramp(const float *A, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vrampD(const double *A, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[0] + (B[0] - A[0]) * n / (N - 1)
VDSP_RT void vDSP_vgen(const float *A, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vgenD(const double *A, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

#pragma mark - Three and more operands

/// D[n] = A[n] * B[n] + C[n]
VDSP_RT void vDSP_vma(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, float *D,
    vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vmaD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, double *D,
    vDSP_Stride ID, vDSP_Length N);

/// D[n] = A[n] * B[n] - C[n]
VDSP_RT void vDSP_vmsb(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, float *D,
    vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vmsbD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, double *D,
    vDSP_Stride ID, vDSP_Length N);

/// D[n] = (A[n] + B[n]) * C[n]
VDSP_RT void vDSP_vam(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, float *D,
    vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vamD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, double *D,
    vDSP_Stride ID, vDSP_Length N);

/// D[n] = (A[n] - B[n]) * C[n]
VDSP_RT void vDSP_vsbm(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, float *D,
    vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsbmD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, double *D,
    vDSP_Stride ID, vDSP_Length N);

/// D[n] = A[n] * B[n] + C[0]
VDSP_RT void vDSP_vmsa(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, float *D, vDSP_Stride ID,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vmsaD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, double *D, vDSP_Stride ID,
    vDSP_Length N);

/// D[n] = (A[n] + B[n]) * C[0]
VDSP_RT void vDSP_vasm(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, float *D, vDSP_Stride ID,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vasmD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, double *D, vDSP_Stride ID,
    vDSP_Length N);

/// D[n] = (A[n] - B[n]) * C[0]
VDSP_RT void vDSP_vsbsm(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, float *D, vDSP_Stride ID,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsbsmD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, double *D, vDSP_Stride ID,
    vDSP_Length N);

/// D[n] = A[n] + C[0] * (B[n] - A[n])
VDSP_RT void vDSP_vintb(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, float *D, vDSP_Stride ID,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vintbD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, double *D, vDSP_Stride ID,
    vDSP_Length N);

/// D[n] = A[n] * B[0] + C[n]
VDSP_RT void vDSP_vsma(
    const float *A, vDSP_Stride IA, const float *B, const float *C, vDSP_Stride IC, float *D, vDSP_Stride ID,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsmaD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, vDSP_Stride IC, double *D, vDSP_Stride ID,
    vDSP_Length N);

/// D[n] = A[n] * B[0] - C[n]
VDSP_RT void vDSP_vsmsb(
    const float *A, vDSP_Stride IA, const float *B, const float *C, vDSP_Stride IC, float *D, vDSP_Stride ID,
    vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsmsbD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, vDSP_Stride IC, double *D, vDSP_Stride ID,
    vDSP_Length N);

/// D[n] = A[n] * B[0] + C[0]
VDSP_RT void vDSP_vsmsa(
    const float *A, vDSP_Stride IA, const float *B, const float *C, float *D, vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsmsaD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, double *D, vDSP_Stride ID, vDSP_Length N);

/// E[n] = A[n] * B[0] + C[n] * D[0]
VDSP_RT void vDSP_vsmsma(
    const float *A, vDSP_Stride IA, const float *B, const float *C, vDSP_Stride IC, const float *D, float *E,
    vDSP_Stride IE, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsmsmaD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, vDSP_Stride IC, const double *D, double *E,
    vDSP_Stride IE, vDSP_Length N);

/// E[n] = (A[n] + B[n]) * (C[n] + D[n])
VDSP_RT void vDSP_vaam(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, const float *D,
    vDSP_Stride ID, float *E, vDSP_Stride IE, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vaamD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, const double *D,
    vDSP_Stride ID, double *E, vDSP_Stride IE, vDSP_Length N);

/// E[n] = (A[n] + B[n]) * (C[n] - D[n])
VDSP_RT void vDSP_vasbm(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, const float *D,
    vDSP_Stride ID, float *E, vDSP_Stride IE, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vasbmD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, const double *D,
    vDSP_Stride ID, double *E, vDSP_Stride IE, vDSP_Length N);

/// E[n] = (A[n] - B[n]) * (C[n] - D[n])
VDSP_RT void vDSP_vsbsbm(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, const float *D,
    vDSP_Stride ID, float *E, vDSP_Stride IE, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vsbsbmD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, const double *D,
    vDSP_Stride ID, double *E, vDSP_Stride IE, vDSP_Length N);

/// E[n] = A[n] * B[n] + C[n] * D[n]
VDSP_RT void vDSP_vmma(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, const float *D,
    vDSP_Stride ID, float *E, vDSP_Stride IE, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vmmaD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, const double *D,
    vDSP_Stride ID, double *E, vDSP_Stride IE, vDSP_Length N);

/// E[n] = A[n] * B[n] - C[n] * D[n]
VDSP_RT void vDSP_vmmsb(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, const float *D,
    vDSP_Stride ID, float *E, vDSP_Stride IE, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vmmsbD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, const double *D,
    vDSP_Stride ID, double *E, vDSP_Stride IE, vDSP_Length N);

/// E[n] = sqrt((A[n] - C[n])^2 + (B[n] - D[n])^2)
VDSP_RT void vDSP_vpythg(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, const float *D,
    vDSP_Stride ID, float *E, vDSP_Stride IE, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vpythgD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, const double *D,
    vDSP_Stride ID, double *E, vDSP_Stride IE, vDSP_Length N);

/// D[n] = C[n] if it is above A[n] or below B[n], else 0
VDSP_RT void vDSP_venvlp(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, const float *C, vDSP_Stride IC, float *D,
    vDSP_Stride ID, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_venvlpD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, const double *C, vDSP_Stride IC, double *D,
    vDSP_Stride ID, vDSP_Length N);

/// C[n] = (C[n] * B[0] + A[n]) / (B[0] + 1): one more vector into a mean of B[0]
VDSP_RT void vDSP_vavlin(const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vavlinD(const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N);

#pragma clang assume_nonnull end
