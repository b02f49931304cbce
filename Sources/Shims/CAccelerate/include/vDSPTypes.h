// The types and constants of vDSP.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A number of elements.
typedef unsigned long vDSP_Length;
/// Distance from one element to the next, in elements; negative to walk backwards.
typedef long vDSP_Stride;

/// One complex number in single precision.
typedef struct DSPComplex {
    float real;
    float imag;
} DSPComplex;

/// One complex number in double precision.
typedef struct DSPDoubleComplex {
    double real;
    double imag;
} DSPDoubleComplex;

/// A vector of complex numbers as two planes.
typedef struct DSPSplitComplex {
    float *_Nonnull realp;
    float *_Nonnull imagp;
} DSPSplitComplex;

/// A vector of complex numbers in double precision as two planes.
typedef struct DSPDoubleSplitComplex {
    double *_Nonnull realp;
    double *_Nonnull imagp;
} DSPDoubleSplitComplex;

/// A signed integer of 24 bits, as three bytes in the order of the machine.
typedef struct vDSP_int24 {
    uint8_t bytes[3];
} vDSP_int24;

/// An unsigned integer of 24 bits, as three bytes in the order of the machine.
typedef struct vDSP_uint24 {
    uint8_t bytes[3];
} vDSP_uint24;

/// Tables for transforms of up to a certain length; any number of threads may use one at a time.
typedef struct OpaqueFFTSetup *FFTSetup;
typedef struct OpaqueFFTSetupD *FFTSetupD;
typedef int FFTDirection;
typedef int FFTRadix;

/// Tables for one length, direction and kind of transform; any number of threads may use one at a time.
typedef struct vDSP_DFT_SetupStruct *vDSP_DFT_Setup;
typedef struct vDSP_DFT_SetupStructD *vDSP_DFT_SetupD;
typedef struct vDSP_DFT_Interleaved_SetupStruct *vDSP_DFT_Interleaved_Setup;
typedef struct vDSP_DFT_Interleaved_SetupStructD *vDSP_DFT_Interleaved_SetupD;

/// Coefficients of a cascade of biquads.
typedef struct vDSP_biquad_SetupStruct *vDSP_biquad_Setup;
typedef struct vDSP_biquad_SetupStructD *vDSP_biquad_SetupD;
/// Coefficients and state of cascades of biquads for several channels.
typedef struct vDSP_biquadm_SetupStruct *vDSP_biquadm_Setup;
typedef struct vDSP_biquadm_SetupStructD *vDSP_biquadm_SetupD;

enum { kFFTDirection_Forward = +1, kFFTDirection_Inverse = -1 };
enum { kFFTRadix2 = 0, kFFTRadix3 = 1, kFFTRadix5 = 2 };
enum { FFT_FORWARD = kFFTDirection_Forward, FFT_INVERSE = kFFTDirection_Inverse };
enum { FFT_RADIX2 = kFFTRadix2, FFT_RADIX3 = kFFTRadix3, FFT_RADIX5 = kFFTRadix5 };

/// Flags of the functions that make windows.
enum { vDSP_HALF_WINDOW = 1, vDSP_HANN_DENORM = 0, vDSP_HANN_NORM = 2 };

/// Direction of a discrete Fourier transform.
typedef enum __attribute__((enum_extensibility(open))) vDSP_DFT_Direction : int {
    vDSP_DFT_FORWARD = +1,
    vDSP_DFT_INVERSE = -1
} vDSP_DFT_Direction;

/// Returns whether the numbers of an interleaved transform are real or complex.
typedef enum __attribute__((enum_extensibility(open))) vDSP_DFT_RealtoComplex : int {
    vDSP_DFT_Interleaved_ComplextoComplex = 0,
    vDSP_DFT_Interleaved_RealtoComplex = 1
} vDSP_DFT_RealtoComplex;

/// Kind of a discrete cosine transform.
typedef enum __attribute__((enum_extensibility(open))) vDSP_DCT_Type : int {
    vDSP_DCT_II = 2,
    vDSP_DCT_III = 3,
    vDSP_DCT_IV = 4
} vDSP_DCT_Type;

#define vDSP_Version0 1016
#define vDSP_Version1 0
