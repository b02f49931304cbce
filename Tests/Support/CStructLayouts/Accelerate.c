// vDSP.h.
#include "Rows.h"

typedef struct {
    float real, imag;
} DSPComplex;

typedef struct {
    double real, imag;
} DSPDoubleComplex;

typedef struct {
    float *realp, *imagp;
} DSPSplitComplex;

typedef struct {
    double *realp, *imagp;
} DSPDoubleSplitComplex;

typedef struct {
    uint8_t bytes[3];
} vDSP_int24;

typedef vDSP_int24 vDSP_uint24;

LAYOUT_TABLE(
    CStructLayoutsOfAccelerate,
    LAYOUT(DSPComplex, real, imag)
    LAYOUT(DSPDoubleComplex, real, imag)
    LAYOUT(DSPSplitComplex, realp, imagp)
    LAYOUT(DSPDoubleSplitComplex, realp, imagp)
    LAYOUT(vDSP_int24, bytes)
    LAYOUT(vDSP_uint24, bytes))
