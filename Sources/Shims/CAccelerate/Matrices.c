#include <string.h>

#include "Gemm.h"

#define MATRIX_PRODUCT(name, T, ...)                                                                    \
    void name(const T *A, S IA, const T *B, S IB, T *C, S IC, L M, L N, L P) {                          \
        const S rows = (S)M, columns = (S)N, depth = (S)P;                                              \
        caccelerate_gemm_##T(                                                                           \
            rows, columns, depth, 1, A, depth * IA, IA, B, columns * IB, IB, 0, C, columns * IC, IC);   \
    }
PAIR(MATRIX_PRODUCT, mmul, )

// Squares that fit a cache; a square matrix may be turned in place.
#define TILE 16
#define TRANSPOSE(name, T, ...)                                                                         \
    CLONES void name(const T *A, S IA, T *C, S IC, L M, L N) {                                          \
        const S rows = (S)M, columns = (S)N;                                                            \
        if (A == C && M == N && IA == IC) {                                                             \
            for (S r = 0; r < rows; r++)                                                                \
                for (S c = 0; c < r; c++) {                                                             \
                    const T moved = C[(r * columns + c) * IC];                                          \
                    C[(r * columns + c) * IC] = C[(c * columns + r) * IC];                              \
                    C[(c * columns + r) * IC] = moved;                                                  \
                }                                                                                       \
            return;                                                                                     \
        }                                                                                               \
        for (S r0 = 0; r0 < rows; r0 += TILE)                                                           \
            for (S c0 = 0; c0 < columns; c0 += TILE) {                                                  \
                const S r1 = r0 + TILE < rows ? r0 + TILE : rows;                                       \
                const S c1 = c0 + TILE < columns ? c0 + TILE : columns;                                 \
                for (S r = r0; r < r1; r++)                                                             \
                    for (S c = c0; c < c1; c++) C[(r * columns + c) * IC] = A[(c * rows + r) * IA];     \
            }                                                                                           \
    }
PAIR(TRANSPOSE, mtrans, )

#define MOVE(name, T, ...)                                                                   \
    void name(const T *A, T *C, L M, L N, L TA, L TC) {                                      \
        for (L row = 0; row < N; row++) memmove(C + row * TC, A + row * TA, M * sizeof(T));  \
    }
PAIR(MOVE, mmov, )
