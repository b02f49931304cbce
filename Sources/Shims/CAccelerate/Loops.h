// Loops over strided vectors, and functions in pairs of float and double.
#pragma once

// First: the C library's name, which Clones.h asks for, comes with its headers.
#include "CAccelerate.h"

#include "../CKernels/Clones.h"

#pragma STDC FP_CONTRACT OFF

typedef vDSP_Stride S;
typedef vDSP_Length L;

// Outputs may be inputs: each element is read before it is written, and no step needs another's result.
#define EACH _Pragma("clang loop vectorize(assume_safety)") for (S n = 0; n < (S)N; n++)
#define STEP for (S n = 0; n < (S)N; n++)

// A shape, made for float and for double.
#define PAIR(shape, name, ...) shape(vDSP_##name, float, __VA_ARGS__) shape(vDSP_##name##D, double, __VA_ARGS__)

#define ABS(x) __builtin_elementwise_abs(x)
#define ROOT(x) __builtin_elementwise_sqrt(x)
#define TRUNCATED(x) __builtin_elementwise_trunc(x)
#define ROUNDED(x) __builtin_elementwise_roundeven(x)
