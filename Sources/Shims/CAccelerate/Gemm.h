// Matrix products of any layout: row and column strides give the place of an element, so that a transpose is an
// exchange of both.
#pragma once

#include "Loops.h"

// C (M x N) = alpha * A (M x K) * B (K x N) + beta * C; element (i, j) of A is A[i * ai + j * aj].
#define GEMM_PARAMETERS(T)                                                                                          \
    S M, S N, S K, T alpha, const T *A, S ai, S aj, const T *B, S bi, S bj, T beta, T *C, S ci, S cj
void caccelerate_gemm_float(GEMM_PARAMETERS(float));
void caccelerate_gemm_double(GEMM_PARAMETERS(double));
