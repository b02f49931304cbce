// A table: matrices of real numbers, row after row.
#pragma once

#include "vDSPTypes.h"
#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

/// C (M x N) = A (M x P) * B (P x N)
VDSP_RT void vDSP_mmul(
    const float *A, vDSP_Stride IA, const float *B, vDSP_Stride IB, float *C, vDSP_Stride IC, vDSP_Length M,
    vDSP_Length N, vDSP_Length P);
/// The same in double precision.
VDSP_RT void vDSP_mmulD(
    const double *A, vDSP_Stride IA, const double *B, vDSP_Stride IB, double *C, vDSP_Stride IC, vDSP_Length M,
    vDSP_Length N, vDSP_Length P);

/// C (M rows, N columns) = the transpose of A (N rows, M columns)
VDSP_RT void vDSP_mtrans(const float *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length M, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_mtransD(const double *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length M, vDSP_Length N);

/// Copies a block of N rows and M columns; TA and TC are the row lengths of source and target.
VDSP_RT void vDSP_mmov(const float *A, float *C, vDSP_Length M, vDSP_Length N, vDSP_Length TA, vDSP_Length TC);
/// The same in double precision.
VDSP_RT void vDSP_mmovD(const double *A, double *C, vDSP_Length M, vDSP_Length N, vDSP_Length TA, vDSP_Length TC);

#pragma clang assume_nonnull end
