// A table: conversions between types of numbers, and vectors of integers. n counts from 0 to N - 1.
#pragma once

#include "vDSPTypes.h"
#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

#pragma mark - Integers to floating point

/// C[n] = A[n], an Int8
VDSP_RT void vDSP_vflt8(const signed char *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vflt8D(const signed char *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n], an UInt8
VDSP_RT void vDSP_vfltu8(const unsigned char *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfltu8D(const unsigned char *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n], an Int16
VDSP_RT void vDSP_vflt16(const short *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vflt16D(const short *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n], an UInt16
VDSP_RT void vDSP_vfltu16(const unsigned short *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfltu16D(const unsigned short *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n], an Int32
VDSP_RT void vDSP_vflt32(const int *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vflt32D(const int *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n], an UInt32
VDSP_RT void vDSP_vfltu32(const unsigned int *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfltu32D(const unsigned int *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n], three bytes
VDSP_RT void vDSP_vflt24(const vDSP_int24 *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n], three bytes
VDSP_RT void vDSP_vfltu24(const vDSP_uint24 *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] * B[0], A[n] being three bytes
VDSP_RT void vDSP_vfltsm24(
    const vDSP_int24 *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] * B[0], A[n] being three bytes
VDSP_RT void vDSP_vfltsmu24(
    const vDSP_uint24 *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N);

#pragma mark - Floating point to integers; what is out of range becomes the nearest integer that is not, NaN becomes 0

/// C[n] = A[n] towards 0, as Int8
VDSP_RT void vDSP_vfix8(const float *A, vDSP_Stride IA, signed char *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfix8D(const double *A, vDSP_Stride IA, signed char *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] towards 0, as UInt8
VDSP_RT void vDSP_vfixu8(const float *A, vDSP_Stride IA, unsigned char *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfixu8D(const double *A, vDSP_Stride IA, unsigned char *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] towards 0, as Int16
VDSP_RT void vDSP_vfix16(const float *A, vDSP_Stride IA, short *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfix16D(const double *A, vDSP_Stride IA, short *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] towards 0, as UInt16
VDSP_RT void vDSP_vfixu16(const float *A, vDSP_Stride IA, unsigned short *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfixu16D(const double *A, vDSP_Stride IA, unsigned short *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] towards 0, as Int32
VDSP_RT void vDSP_vfix32(const float *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfix32D(const double *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] towards 0, as UInt32
VDSP_RT void vDSP_vfixu32(const float *A, vDSP_Stride IA, unsigned int *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfixu32D(const double *A, vDSP_Stride IA, unsigned int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] to nearest, halves to even, as Int8
VDSP_RT void vDSP_vfixr8(const float *A, vDSP_Stride IA, signed char *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfixr8D(const double *A, vDSP_Stride IA, signed char *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] to nearest, halves to even, as UInt8
VDSP_RT void vDSP_vfixru8(const float *A, vDSP_Stride IA, unsigned char *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfixru8D(const double *A, vDSP_Stride IA, unsigned char *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] to nearest, halves to even, as Int16
VDSP_RT void vDSP_vfixr16(const float *A, vDSP_Stride IA, short *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfixr16D(const double *A, vDSP_Stride IA, short *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] to nearest, halves to even, as UInt16
VDSP_RT void vDSP_vfixru16(const float *A, vDSP_Stride IA, unsigned short *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfixru16D(const double *A, vDSP_Stride IA, unsigned short *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] to nearest, halves to even, as Int32
VDSP_RT void vDSP_vfixr32(const float *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfixr32D(const double *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] to nearest, halves to even, as UInt32
VDSP_RT void vDSP_vfixru32(const float *A, vDSP_Stride IA, unsigned int *C, vDSP_Stride IC, vDSP_Length N);
/// The same in double precision.
VDSP_RT void vDSP_vfixru32D(const double *A, vDSP_Stride IA, unsigned int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] * B[0] towards 0, as three bytes
VDSP_RT void vDSP_vsmfix24(
    const float *A, vDSP_Stride IA, const float *B, vDSP_int24 *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] * B[0] towards 0, as three bytes
VDSP_RT void vDSP_vsmfixu24(
    const float *A, vDSP_Stride IA, const float *B, vDSP_uint24 *C, vDSP_Stride IC, vDSP_Length N);

#pragma mark - Single and double precision

/// C[n] = A[n], in double precision
VDSP_RT void vDSP_vspdp(const float *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n], in single precision
VDSP_RT void vDSP_vdpsp(const double *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N);

#pragma mark - Vectors of integers

/// C[n] = A[n] + B[n], wrapping around
VDSP_RT void vDSP_vaddi(
    const int *A, vDSP_Stride IA, const int *B, vDSP_Stride IB, int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] + B[0], wrapping around
VDSP_RT void vDSP_vsaddi(const int *A, vDSP_Stride IA, const int *B, int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] / B[n] towards 0, or 0 where B[n] is 0; B comes first.
VDSP_RT void vDSP_vdivi(
    const int *B, vDSP_Stride IB, const int *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[n] / B[0] towards 0, or 0 when B[0] is 0
VDSP_RT void vDSP_vsdivi(const int *A, vDSP_Stride IA, const int *B, int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = |A[n]|, the absolute value.
VDSP_RT void vDSP_vabsi(const int *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = the bits that are equal in A[n] and B[n]
VDSP_RT void vDSP_veqvi(
    const int *A, vDSP_Stride IA, const int *B, vDSP_Stride IB, int *C, vDSP_Stride IC, vDSP_Length N);

/// C[n] = A[0], in every element.
VDSP_RT void vDSP_vfilli(const int *A, int *C, vDSP_Stride IC, vDSP_Length N);

#pragma clang assume_nonnull end
