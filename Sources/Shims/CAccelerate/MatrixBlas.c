#include "Gemm.h"

// Element (i, j) of a matrix is A[i * ai + j * aj]: order and transposition choose the two strides, and all else
// follows.

#define EACH_PRECISION(shape, name, ...) shape(cblas_s##name, float, __VA_ARGS__) shape(cblas_d##name, double, __VA_ARGS__)

#define START(X, N, inc) ((inc) < 0 ? (X) + (S)(1 - (N)) * (inc) : (X))

#define STRIDES(ai, aj, turned, lda)                                              \
    const S ai = ((Order == CblasRowMajor) != (turned)) ? (S)(lda) : 1;           \
    const S aj = ((Order == CblasRowMajor) != (turned)) ? 1 : (S)(lda);

// y = beta * y; where beta is 0, y is not read.
#define SCALED(T, count, y, stride, beta) \
    for (S i_ = 0; i_ < (count); i_++) (y)[i_ * (stride)] = (beta) == 0 ? 0 : (beta) * (y)[i_ * (stride)];

#define GEMV(name, T, ...)                                                                                              \
    CLONES void name(                                                                                                   \
        const CBLAS_ORDER Order, const CBLAS_TRANSPOSE TransA, const int M, const int N, const T alpha, const T *A,     \
        const int lda, const T *X, const int incX, const T beta, T *Y, const int incY) {                                \
        const int turned = TransA != CblasNoTrans;                                                                      \
        STRIDES(ai, aj, turned, lda)                                                                                    \
        const S rows = turned ? N : M, columns = turned ? M : N;                                                        \
        const T *x = START(X, columns, incX);                                                                           \
        T *y = START(Y, rows, incY);                                                                                    \
        SCALED(T, rows, y, incY, beta)                                                                                  \
        if (aj == 1) {                                                                                                  \
            for (S i = 0; i < rows; i++) {                                                                              \
                T sum = 0;                                                                                              \
                _Generic(sum, float: vDSP_dotpr, double: vDSP_dotprD)(                                                  \
                    A + i * ai, 1, x, incX, &sum, columns > 0 ? (L)columns : 0);                                        \
                y[i * incY] += alpha * sum;                                                                             \
            }                                                                                                           \
            return;                                                                                                     \
        }                                                                                                               \
        S j = 0;                                                                                                        \
        for (; incY == 1 && j + 4 <= columns; j += 4) {                                                                 \
            const T *a0 = A + j * aj, *a1 = a0 + aj, *a2 = a1 + aj, *a3 = a2 + aj;                                      \
            const T f0 = alpha * x[j * incX], f1 = alpha * x[(j + 1) * incX];                                           \
            const T f2 = alpha * x[(j + 2) * incX], f3 = alpha * x[(j + 3) * incX];                                     \
            _Pragma("clang loop vectorize(assume_safety)")                                                              \
            for (S i = 0; i < rows; i++) y[i] += (f0 * a0[i] + f1 * a1[i]) + (f2 * a2[i] + f3 * a3[i]);                 \
        }                                                                                                               \
        for (; j < columns; j++) {                                                                                      \
            const T factor = alpha * x[j * incX];                                                                       \
            for (S i = 0; i < rows; i++) y[i * incY] += factor * A[i * ai + j * aj];                                    \
        }                                                                                                               \
    }
EACH_PRECISION(GEMV, gemv, )

#define GER(name, T, ...)                                                                                         \
    CLONES void name(                                                                                             \
        const CBLAS_ORDER Order, const int M, const int N, const T alpha, const T *X, const int incX, const T *Y, \
        const int incY, T *A, const int lda) {                                                                    \
        STRIDES(ai, aj, 0, lda)                                                                                   \
        const T *x = START(X, M, incX), *y = START(Y, N, incY);                                                   \
        for (S i = 0; i < M; i++)                                                                                 \
            for (S j = 0; j < N; j++) A[i * ai + j * aj] += alpha * x[i * incX] * y[j * incY];                    \
    }
EACH_PRECISION(GER, ger, )

// Element (i, j) of a symmetric matrix of which one triangle is stored.
#define SYMMETRIC(i, j) ((Uplo == CblasUpper) == ((i) <= (j)) ? A[(i) * ai + (j) * aj] : A[(j) * ai + (i) * aj])
#define STORED(i, j) (Uplo == CblasUpper ? (i) <= (j) : (i) >= (j))

#define SYMV(name, T, ...)                                                                                            \
    CLONES void name(                                                                                                 \
        const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const int N, const T alpha, const T *A, const int lda,        \
        const T *X, const int incX, const T beta, T *Y, const int incY) {                                             \
        STRIDES(ai, aj, 0, lda)                                                                                       \
        const T *x = START(X, N, incX);                                                                               \
        T *y = START(Y, N, incY);                                                                                     \
        SCALED(T, N, y, incY, beta)                                                                                   \
        for (S i = 0; i < N; i++) {                                                                                   \
            T sum = 0;                                                                                                \
            for (S j = 0; j < N; j++) sum += SYMMETRIC(i, j) * x[j * incX];                                           \
            y[i * incY] += alpha * sum;                                                                               \
        }                                                                                                             \
    }
EACH_PRECISION(SYMV, symv, )

#define SYR(name, T, ...)                                                                                        \
    CLONES void name(                                                                                            \
        const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const int N, const T alpha, const T *X, const int incX,  \
        T *A, const int lda) {                                                                                   \
        STRIDES(ai, aj, 0, lda)                                                                                  \
        const T *x = START(X, N, incX);                                                                          \
        for (S i = 0; i < N; i++)                                                                                \
            for (S j = 0; j < N; j++)                                                                            \
                if (STORED(i, j)) A[i * ai + j * aj] += alpha * x[i * incX] * x[j * incX];                       \
    }
EACH_PRECISION(SYR, syr, )

#define SYR2(name, T, ...)                                                                                               \
    CLONES void name(                                                                                                    \
        const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const int N, const T alpha, const T *X, const int incX,          \
        const T *Y, const int incY, T *A, const int lda) {                                                               \
        STRIDES(ai, aj, 0, lda)                                                                                          \
        const T *x = START(X, N, incX), *y = START(Y, N, incY);                                                          \
        for (S i = 0; i < N; i++)                                                                                        \
            for (S j = 0; j < N; j++)                                                                                    \
                if (STORED(i, j))                                                                                        \
                    A[i * ai + j * aj] += alpha * (x[i * incX] * y[j * incY] + y[i * incY] * x[j * incX]);               \
    }
EACH_PRECISION(SYR2, syr2, )

// A triangle and one vector. Turned, an upper triangle is a lower one.
#define TRIANGLE(T)                                                                                             \
    INLINE void multiply_triangle_##T(int is_lower, int is_unit, S N, const T *A, S ai, S aj, T *x, S stride) { \
        for (S step = 0; step < N; step++) {                                                                    \
            const S i = is_lower ? N - 1 - step : step;                                                         \
            T sum = is_unit ? x[i * stride] : A[i * ai + i * aj] * x[i * stride];                               \
            const S from = is_lower ? 0 : i + 1, to = is_lower ? i : N;                                         \
            for (S j = from; j < to; j++) sum += A[i * ai + j * aj] * x[j * stride];                            \
            x[i * stride] = sum;                                                                                \
        }                                                                                                       \
    }                                                                                                           \
    INLINE void solve_triangle_##T(int is_lower, int is_unit, S N, const T *A, S ai, S aj, T *x, S stride) {    \
        for (S step = 0; step < N; step++) {                                                                    \
            const S i = is_lower ? step : N - 1 - step;                                                         \
            T rest = x[i * stride];                                                                             \
            const S from = is_lower ? 0 : i + 1, to = is_lower ? i : N;                                         \
            for (S j = from; j < to; j++) rest -= A[i * ai + j * aj] * x[j * stride];                           \
            x[i * stride] = is_unit ? rest : rest / A[i * ai + i * aj];                                         \
        }                                                                                                       \
    }
TRIANGLE(float)
TRIANGLE(double)

#define TRIANGLE_AND_VECTOR(name, T, verb)                                                                      \
    CLONES void name(                                                                                           \
        const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA, const CBLAS_DIAG Diag,    \
        const int N, const T *A, const int lda, T *X, const int incX) {                                         \
        const int turned = TransA != CblasNoTrans;                                                              \
        STRIDES(ai, aj, turned, lda)                                                                            \
        verb##_triangle_##T(                                                                                    \
            (Uplo == CblasLower) != turned, Diag == CblasUnit, N, A, ai, aj, START(X, N, incX), incX);          \
    }
EACH_PRECISION(TRIANGLE_AND_VECTOR, trmv, multiply)
EACH_PRECISION(TRIANGLE_AND_VECTOR, trsv, solve)

// From the right it is the same with everything turned: B * op(A) = transpose(transpose(op(A)) * transpose(B)).
#define TRIANGLE_AND_MATRIX(name, T, verb)                                                                           \
    CLONES void name(                                                                                                \
        const CBLAS_ORDER Order, const CBLAS_SIDE Side, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE TransA,         \
        const CBLAS_DIAG Diag, const int M, const int N, const T alpha, const T *A, const int lda, T *B,             \
        const int ldb) {                                                                                             \
        const int turned = (TransA != CblasNoTrans) != (Side == CblasRight);                                         \
        STRIDES(ai, aj, turned, lda)                                                                                 \
        STRIDES(bi, bj, Side == CblasRight, ldb)                                                                     \
        const S rows = Side == CblasRight ? N : M, columns = Side == CblasRight ? M : N;                             \
        for (S j = 0; j < columns; j++) {                                                                            \
            T *b = B + j * bj;                                                                                       \
            SCALED(T, rows, b, bi, alpha)                                                                            \
            verb##_triangle_##T((Uplo == CblasLower) != turned, Diag == CblasUnit, rows, A, ai, aj, b, bi);          \
        }                                                                                                            \
    }
EACH_PRECISION(TRIANGLE_AND_MATRIX, trmm, multiply)
EACH_PRECISION(TRIANGLE_AND_MATRIX, trsm, solve)

#define GEMM(name, T, ...)                                                                                              \
    void name(                                                                                                          \
        const CBLAS_ORDER Order, const CBLAS_TRANSPOSE TransA, const CBLAS_TRANSPOSE TransB, const int M, const int N,  \
        const int K, const T alpha, const T *A, const int lda, const T *B, const int ldb, const T beta, T *C,           \
        const int ldc) {                                                                                                \
        STRIDES(ai, aj, TransA != CblasNoTrans, lda)                                                                    \
        STRIDES(bi, bj, TransB != CblasNoTrans, ldb)                                                                    \
        STRIDES(ci, cj, 0, ldc)                                                                                         \
        caccelerate_gemm_##T(M, N, K, alpha, A, ai, aj, B, bi, bj, beta, C, ci, cj);                                    \
    }
EACH_PRECISION(GEMM, gemm, )

#define SYMM(name, T, ...)                                                                                              \
    CLONES void name(                                                                                                   \
        const CBLAS_ORDER Order, const CBLAS_SIDE Side, const CBLAS_UPLO Uplo, const int M, const int N, const T alpha, \
        const T *A, const int lda, const T *B, const int ldb, const T beta, T *C, const int ldc) {                      \
        STRIDES(ai, aj, 0, lda)                                                                                         \
        STRIDES(bi, bj, 0, ldb)                                                                                         \
        STRIDES(ci, cj, 0, ldc)                                                                                         \
        for (S i = 0; i < M; i++)                                                                                       \
            for (S j = 0; j < N; j++) {                                                                                 \
                T sum = 0;                                                                                              \
                if (Side == CblasLeft)                                                                                  \
                    for (S k = 0; k < M; k++) sum += SYMMETRIC(i, k) * B[k * bi + j * bj];                              \
                else                                                                                                    \
                    for (S k = 0; k < N; k++) sum += B[i * bi + k * bj] * SYMMETRIC(k, j);                              \
                T *c = C + i * ci + j * cj;                                                                             \
                *c = alpha * sum + (beta == 0 ? 0 : beta * *c);                                                         \
            }                                                                                                           \
    }
EACH_PRECISION(SYMM, symm, )

#define SYRK(name, T, ...)                                                                                              \
    CLONES void name(                                                                                                   \
        const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE Trans, const int N, const int K,          \
        const T alpha, const T *A, const int lda, const T beta, T *C, const int ldc) {                                  \
        STRIDES(ai, aj, Trans != CblasNoTrans, lda)                                                                     \
        STRIDES(ci, cj, 0, ldc)                                                                                         \
        for (S i = 0; i < N; i++)                                                                                       \
            for (S j = 0; j < N; j++) {                                                                                 \
                if (!STORED(i, j)) continue;                                                                            \
                T sum = 0;                                                                                              \
                for (S k = 0; k < K; k++) sum += A[i * ai + k * aj] * A[j * ai + k * aj];                               \
                T *c = C + i * ci + j * cj;                                                                             \
                *c = alpha * sum + (beta == 0 ? 0 : beta * *c);                                                         \
            }                                                                                                           \
    }
EACH_PRECISION(SYRK, syrk, )

#define SYR2K(name, T, ...)                                                                                             \
    CLONES void name(                                                                                                   \
        const CBLAS_ORDER Order, const CBLAS_UPLO Uplo, const CBLAS_TRANSPOSE Trans, const int N, const int K,          \
        const T alpha, const T *A, const int lda, const T *B, const int ldb, const T beta, T *C, const int ldc) {       \
        STRIDES(ai, aj, Trans != CblasNoTrans, lda)                                                                     \
        STRIDES(bi, bj, Trans != CblasNoTrans, ldb)                                                                     \
        STRIDES(ci, cj, 0, ldc)                                                                                         \
        for (S i = 0; i < N; i++)                                                                                       \
            for (S j = 0; j < N; j++) {                                                                                 \
                if (!STORED(i, j)) continue;                                                                            \
                T sum = 0;                                                                                              \
                for (S k = 0; k < K; k++)                                                                               \
                    sum += A[i * ai + k * aj] * B[j * bi + k * bj] + B[i * bi + k * bj] * A[j * ai + k * aj];           \
                T *c = C + i * ci + j * cj;                                                                             \
                *c = alpha * sum + (beta == 0 ? 0 : beta * *c);                                                         \
            }                                                                                                           \
    }
EACH_PRECISION(SYR2K, syr2k, )
