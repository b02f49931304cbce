// A table: the Basic Linear Algebra Subprograms (Lawson, Hanson et al., netlib.org/blas): vectors, matrices and
// vectors, matrices.
//
// A count below 1 does nothing. A vector with a negative increment begins at its far end. `alpha` and `beta` are
// factors; where beta is 0, the output is not read.
#pragma once

#include "vDSPMarks.h"

typedef enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor = 102 } CBLAS_ORDER;
typedef enum CBLAS_TRANSPOSE {
    CblasNoTrans = 111,
    CblasTrans = 112,
    CblasConjTrans = 113
} CBLAS_TRANSPOSE;
typedef enum CBLAS_UPLO { CblasUpper = 121, CblasLower = 122 } CBLAS_UPLO;
typedef enum CBLAS_DIAG { CblasNonUnit = 131, CblasUnit = 132 } CBLAS_DIAG;
typedef enum CBLAS_SIDE { CblasLeft = 141, CblasRight = 142 } CBLAS_SIDE;

#pragma mark - Vectors

/// Returns the sum of X * Y.
VDSP_RT float cblas_sdot(const int N, const float *X, const int incX, const float *Y, const int incY);
/// The same in double precision.
VDSP_RT double cblas_ddot(const int N, const double *X, const int incX, const double *Y, const int incY);

/// Returns the sum of X * Y, made in double precision.
VDSP_RT double cblas_dsdot(const int N, const float *X, const int incX, const float *Y, const int incY);
/// Returns alpha + the sum of X * Y, made in double precision.
VDSP_RT float cblas_sdsdot(
    const int N, const float alpha, const float *X, const int incX, const float *Y, const int incY);

/// Returns the root of the sum of X^2.
VDSP_RT float cblas_snrm2(const int N, const float *X, const int incX);
/// The same in double precision.
VDSP_RT double cblas_dnrm2(const int N, const double *X, const int incX);

/// Returns the sum of |X|.
VDSP_RT float cblas_sasum(const int N, const float *X, const int incX);
/// The same in double precision.
VDSP_RT double cblas_dasum(const int N, const double *X, const int incX);

/// Returns the index of the first of the largest |X|, counted in elements; 0 when N is below 1.
VDSP_RT int cblas_isamax(const int N, const float *X, const int incX);
/// The same in double precision.
VDSP_RT int cblas_idamax(const int N, const double *X, const int incX);

/// Exchanges X and Y.
VDSP_RT void cblas_sswap(const int N, float *X, const int incX, float *Y, const int incY);
/// The same in double precision.
VDSP_RT void cblas_dswap(const int N, double *X, const int incX, double *Y, const int incY);

/// Y = X, element by element.
VDSP_RT void cblas_scopy(const int N, const float *X, const int incX, float *Y, const int incY);
/// The same in double precision.
VDSP_RT void cblas_dcopy(const int N, const double *X, const int incX, double *Y, const int incY);

/// Y = alpha * X + Y
VDSP_RT void cblas_saxpy(const int N, const float alpha, const float *X, const int incX, float *Y, const int incY);
/// The same in double precision.
VDSP_RT void cblas_daxpy(const int N, const double alpha, const double *X, const int incX, double *Y, const int incY);

/// Y = alpha * X + beta * Y
VDSP_RT void catlas_saxpby(
    const int N, const float alpha, const float *X, const int incX, const float beta, float *Y, const int incY);
/// The same in double precision.
VDSP_RT void catlas_daxpby(
    const int N, const double alpha, const double *X, const int incX, const double beta, double *Y, const int incY);

/// X = alpha * X
VDSP_RT void cblas_sscal(const int N, const float alpha, float *X, const int incX);
/// The same in double precision.
VDSP_RT void cblas_dscal(const int N, const double alpha, double *X, const int incX);

/// X = alpha, in every element.
VDSP_RT void catlas_sset(const int N, const float alpha, float *X, const int incX);
/// The same in double precision.
VDSP_RT void catlas_dset(const int N, const double alpha, double *X, const int incX);

/// Turns the points (X, Y): X = c X + s Y, Y = c Y - s X.
VDSP_RT void cblas_srot(const int N, float *X, const int incX, float *Y, const int incY, const float c, const float s);
/// The same in double precision.
VDSP_RT void cblas_drot(
    const int N, double *X, const int incX, double *Y, const int incY, const double c, const double s);

/// Makes the rotation that turns (a, b) to (r, 0): a becomes r, b the number that c and s can be made of again.
VDSP_RT void cblas_srotg(float *a, float *b, float *c, float *s);
/// The same in double precision.
VDSP_RT void cblas_drotg(double *a, double *b, double *c, double *s);

#pragma mark - Matrices and vectors

/// Y = alpha * op(A) * X + beta * Y, A being M x N, op(A) A or its transpose
VDSP_RT void cblas_sgemv(
    const CBLAS_ORDER Order, const CBLAS_TRANSPOSE TransA, const int M, const int N, const float alpha, const float *A,
    const int lda, const float *X, const int incX, const float beta, float *Y, const int incY);
/// The same in double precision.
VDSP_RT void cblas_dgemv(
    const CBLAS_ORDER Order, const CBLAS_TRANSPOSE TransA, const int M, const int N, const double alpha,
    const double *A, const int lda, const double *X, const int incX, const double beta, double *Y, const int incY);

/// A = alpha * X * transpose(Y) + A, A being M x N
VDSP_RT void cblas_sger(
    const CBLAS_ORDER Order, const int M, const int N, const float alpha, const float *X, const int incX,
    const float *Y, const int incY, float *A, const int lda);
/// The same in double precision.
VDSP_RT void cblas_dger(
    const CBLAS_ORDER Order, const int M, const int N, const double alpha, const double *X, const int incX,
    const double *Y, const int incY, double *A, const int lda);

/// Y = alpha * A * X + beta * Y, A being symmetric: one of its triangles is read
VDSP_RT void cblas_ssymv(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const int N, const float alpha, const float *A, const int lda,
    const float *X, const int incX, const float beta, float *Y, const int incY);
/// The same in double precision.
VDSP_RT void cblas_dsymv(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const int N, const double alpha, const double *A, const int lda,
    const double *X, const int incX, const double beta, double *Y, const int incY);

/// A = alpha * X * transpose(X) + A, one triangle of it
VDSP_RT void cblas_ssyr(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const int N, const float alpha, const float *X, const int incX,
    float *A, const int lda);
/// The same in double precision.
VDSP_RT void cblas_dsyr(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const int N, const double alpha, const double *X, const int incX,
    double *A, const int lda);

/// A = alpha * (X * transpose(Y) + Y * transpose(X)) + A, one triangle of it
VDSP_RT void cblas_ssyr2(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const int N, const float alpha, const float *X, const int incX,
    const float *Y, const int incY, float *A, const int lda);
/// The same in double precision.
VDSP_RT void cblas_dsyr2(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const int N, const double alpha, const double *X, const int incX,
    const double *Y, const int incY, double *A, const int lda);

/// X = op(A) * X, A being triangular
VDSP_RT void cblas_strmv(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA, const CBLAS_DIAG Diag, const int N,
    const float *A, const int lda, float *X, const int incX);
/// The same in double precision.
VDSP_RT void cblas_dtrmv(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA, const CBLAS_DIAG Diag, const int N,
    const double *A, const int lda, double *X, const int incX);

/// Solves op(A) * x = X, A being triangular; X becomes x.
VDSP_RT void cblas_strsv(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA, const CBLAS_DIAG Diag, const int N,
    const float *A, const int lda, float *X, const int incX);
/// The same in double precision.
VDSP_RT void cblas_dtrsv(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA, const CBLAS_DIAG Diag, const int N,
    const double *A, const int lda, double *X, const int incX);

#pragma mark - Matrices

/// C (M x N) = alpha * op(A) (M x K) * op(B) (K x N) + beta * C
VDSP_RT void cblas_sgemm(
    const CBLAS_ORDER Order, const CBLAS_TRANSPOSE TransA, const CBLAS_TRANSPOSE TransB, const int M, const int N,
    const int K, const float alpha, const float *A, const int lda, const float *B, const int ldb, const float beta,
    float *C, const int ldc);
/// The same in double precision.
VDSP_RT void cblas_dgemm(
    const CBLAS_ORDER Order, const CBLAS_TRANSPOSE TransA, const CBLAS_TRANSPOSE TransB, const int M, const int N,
    const int K, const double alpha, const double *A, const int lda, const double *B, const int ldb, const double beta,
    double *C, const int ldc);

/// C = alpha * A * B + beta * C, or B * A with Side right; A is symmetric, one of its triangles is read
VDSP_RT void cblas_ssymm(
    const CBLAS_ORDER Order, const CBLAS_SIDE Side, const CBLAS_UPLO Uplo, const int M, const int N, const float alpha,
    const float *A, const int lda, const float *B, const int ldb, const float beta, float *C, const int ldc);
/// The same in double precision.
VDSP_RT void cblas_dsymm(
    const CBLAS_ORDER Order, const CBLAS_SIDE Side, const CBLAS_UPLO Uplo, const int M, const int N, const double alpha,
    const double *A, const int lda, const double *B, const int ldb, const double beta, double *C, const int ldc);

/// C = alpha * A * transpose(A) + beta * C, or transpose(A) * A with Trans; one triangle of C
VDSP_RT void cblas_ssyrk(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE Trans, const int N, const int K,
    const float alpha, const float *A, const int lda, const float beta, float *C, const int ldc);
/// The same in double precision.
VDSP_RT void cblas_dsyrk(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE Trans, const int N, const int K,
    const double alpha, const double *A, const int lda, const double beta, double *C, const int ldc);

/// C = alpha * (A * transpose(B) + B * transpose(A)) + beta * C, or with A and B transposed; one triangle of C
VDSP_RT void cblas_ssyr2k(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE Trans, const int N, const int K,
    const float alpha, const float *A, const int lda, const float *B, const int ldb, const float beta, float *C,
    const int ldc);
/// The same in double precision.
VDSP_RT void cblas_dsyr2k(
    const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE Trans, const int N, const int K,
    const double alpha, const double *A, const int lda, const double *B, const int ldb, const double beta, double *C,
    const int ldc);

/// B = alpha * op(A) * B, or B * op(A) with Side right; A is triangular
VDSP_RT void cblas_strmm(
    const CBLAS_ORDER Order, const CBLAS_SIDE Side, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA,
    const CBLAS_DIAG Diag, const int M, const int N, const float alpha, const float *A, const int lda, float *B,
    const int ldb);
/// The same in double precision.
VDSP_RT void cblas_dtrmm(
    const CBLAS_ORDER Order, const CBLAS_SIDE Side, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA,
    const CBLAS_DIAG Diag, const int M, const int N, const double alpha, const double *A, const int lda, double *B,
    const int ldb);

/// Solves op(A) * x = alpha * B, or x * op(A) with Side right; A is triangular, B becomes x.
VDSP_RT void cblas_strsm(
    const CBLAS_ORDER Order, const CBLAS_SIDE Side, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA,
    const CBLAS_DIAG Diag, const int M, const int N, const float alpha, const float *A, const int lda, float *B,
    const int ldb);
/// The same in double precision.
VDSP_RT void cblas_dtrsm(
    const CBLAS_ORDER Order, const CBLAS_SIDE Side, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA,
    const CBLAS_DIAG Diag, const int M, const int N, const double alpha, const double *A, const int lda, double *B,
    const int ldb);
