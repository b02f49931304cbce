// A table: vectors looked up, interpolated, sorted, ramped, measured in decibels. n counts from 0 to N - 1.
#pragma once

#include "vDSPTypes.h"
#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

#pragma mark - Looking up

/// C[n] = A[B[n] - 1]: indices begin at 1
VDSP_RT void vDSP_vgathr(const float *A, const vDSP_Length *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vgathrD(
    const double *A, const vDSP_Length *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[the whole part of B[n]]: indices begin at 0
VDSP_RT void vDSP_vindex(const float *A, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vindexD(const double *A, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// Moves those A[n] for which B[n] is not 0 to the front of C.
VDSP_RT void vDSP_vcmprs(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vcmprsD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = table A of M values at place B[n], on a straight line between neighbours; held outside
VDSP_RT void vDSP_vlint(
    const float *A, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length M);
/// The same in double precision.
VDSP_RT void vDSP_vlintD(
    const double *A, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length M);

/// C[n] = table A of M values at place B[n], on a parabola through three neighbours
VDSP_RT void vDSP_vqint(
    const float *A, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length M);
/// The same in double precision.
VDSP_RT void vDSP_vqintD(
    const double *A, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length M);

/// C[n] = the value at n of M points: values A at increasing places B, straight lines between; held outside
VDSP_RT void vDSP_vgenp(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length M);
/// The same in double precision.
VDSP_RT void vDSP_vgenpD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length M);

/// E[n] = table D of M values at place B[0] * A[n] + C[0], on a straight line between neighbours; held outside
VDSP_RT void vDSP_vtabi(
    const float *A, vDSP_Stride IA, const float *B, const float *C, const float *D, vDSP_Length M, float *E,
    vDSP_Stride IE, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vtabiD(
    const double *A, vDSP_Stride IA, const double *B, const double *C, const double *D, vDSP_Length M, double *E,
    vDSP_Stride IE, vDSP_Length N);

/// C[n] = the polynomial of degree P at B[n]; A holds P + 1 coefficients, that of the highest power first
VDSP_RT void vDSP_vpoly(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_vpolyD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length P);

#pragma mark - Sorting

/// Sorts C, ascending if Order is 1, descending if it is -1.
VDSP_RT void vDSP_vsort(float *C, vDSP_Length N, int Order);
/// The same in double precision.
VDSP_RT void vDSP_vsortD(double *C, vDSP_Length N, int Order);

/// Sorts the indices I of elements of C; Temporary is not used.
VDSP_RT void vDSP_vsorti(const float *C, vDSP_Length *I, vDSP_Length *_Nullable Temporary, vDSP_Length N, int Order);
/// The same in double precision.
VDSP_RT void vDSP_vsortiD(const double *C, vDSP_Length *I, vDSP_Length *_Nullable Temporary, vDSP_Length N, int Order);

#pragma mark - Ramps

/// C[n] = A[n] * (Start[0] + n * Step[0]); then Start[0] advances by N * Step[0].
VDSP_RT void vDSP_vrampmul(
    const float *A, vDSP_Stride IA, float *Start, const float *Step, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vrampmulD(
    const double *A, vDSP_Stride IA, double *Start, const double *Step, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] += A[n] * (Start[0] + n * Step[0]); then Start[0] advances by N * Step[0].
VDSP_RT void vDSP_vrampmuladd(
    const float *A, vDSP_Stride IA, float *Start, const float *Step, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vrampmuladdD(
    const double *A, vDSP_Stride IA, double *Start, const double *Step, double *C, vDSP_Stride IC, vDSP_Length N);

/// The same ramp on two channels: C0[n] = A0[n] * ramp, C1[n] = A1[n] * ramp.
VDSP_RT void vDSP_vrampmul2(
    const float *A0, const float *A1, vDSP_Stride IA, float *Start, const float *Step, float *C0, float *C1,
    vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vrampmul2D(
    const double *A0, const double *A1, vDSP_Stride IA, double *Start, const double *Step, double *C0, double *C1,
    vDSP_Stride IC, vDSP_Length N);

/// The same ramp on two channels: C0[n] += A0[n] * ramp, C1[n] += A1[n] * ramp.
VDSP_RT void vDSP_vrampmuladd2(
    const float *A0, const float *A1, vDSP_Stride IA, float *Start, const float *Step, float *C0, float *C1,
    vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vrampmuladd2D(
    const double *A0, const double *A1, vDSP_Stride IA, double *Start, const double *Step, double *C0, double *C1,
    vDSP_Stride IC, vDSP_Length N);

#pragma mark - Decibels and angles

/// C[n] = 20 log10(A[n] / B[0]) if F is 1 (amplitudes), 10 log10(A[n] / B[0]) if it is 0 (powers)
VDSP_RT void vDSP_vdbcon(
    const float *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N, unsigned int F);
/// The same in double precision.
VDSP_RT void vDSP_vdbconD(
    const double *A, vDSP_Stride IA, const double *B, double *C, vDSP_Stride IC, vDSP_Length N, unsigned int F);

/// Pairs x, y to pairs radius, angle; strides count numbers, 2 when pairs lie side by side.
VDSP_RT void vDSP_polar(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_polarD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// Pairs radius, angle to pairs x, y; strides count numbers, 2 when pairs lie side by side.
VDSP_RT void vDSP_rect(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_rectD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

#pragma clang assume_nonnull end
