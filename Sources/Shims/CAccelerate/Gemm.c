#include "Gemm.h"

// Goto's scheme ("Anatomy of High-Performance Matrix Multiplication", 2008): blocks of A and B are copied into rows of panels
// that stay in the caches, and a small kernel keeps six rows of results in registers. The copies stand on the stack.

#pragma clang fp contract(fast)

typedef float Panel_float __attribute__((vector_size(64)));
typedef float PanelMemory_float __attribute__((vector_size(64), aligned(4), may_alias));
typedef double Panel_double __attribute__((vector_size(64)));
typedef double PanelMemory_double __attribute__((vector_size(64), aligned(8), may_alias));

#define ROWS 6
#define DEPTH 256
#define BLOCK_ROWS 48
#define BLOCK_BYTES 384  // of a row of the block of B

#define SMALL (16 * 16 * 16)  // multiplications: below this, copying costs more than it saves

#define GEMM(T)                                                                                                      \
    enum { WIDTH_##T = 64 / sizeof(T), BLOCK_COLUMNS_##T = BLOCK_BYTES / sizeof(T) };                                \
    INLINE void kernel_##T(                                                                                          \
        S depth, const T *a, const T *b, T alpha, T beta, T *C, S ci, S cj, S rows, S columns) {                     \
        Panel_##T sums[ROWS] = {0};                                                                                  \
        for (S k = 0; k < depth; k++, a += ROWS, b += WIDTH_##T) {                                                   \
            const Panel_##T row = *(const PanelMemory_##T *)b;                                                       \
            _Pragma("clang loop unroll(full)") for (int i = 0; i < ROWS; i++) sums[i] += a[i] * row;                 \
        }                                                                                                            \
        if (rows == ROWS && columns == WIDTH_##T && cj == 1) {                                                       \
            _Pragma("clang loop unroll(full)") for (int i = 0; i < ROWS; i++) {                                      \
                PanelMemory_##T *c = (PanelMemory_##T *)(C + i * ci);                                                \
                *c = beta == 0 ? alpha * sums[i] : alpha * sums[i] + beta * *c;                                      \
            }                                                                                                        \
            return;                                                                                                  \
        }                                                                                                            \
        T rest[ROWS][WIDTH_##T];                                                                                     \
        __builtin_memcpy(rest, sums, sizeof rest);                                                                   \
        for (S i = 0; i < rows; i++)                                                                                 \
            for (S j = 0; j < columns; j++) {                                                                        \
                T *c = C + i * ci + j * cj;                                                                          \
                *c = beta == 0 ? alpha * rest[i][j] : alpha * rest[i][j] + beta * *c;                                \
            }                                                                                                        \
    }                                                                                                                \
    INLINE void small_##T(GEMM_PARAMETERS(T)) {                                                                      \
        for (S i = 0; i < M; i++)                                                                                    \
            for (S j = 0; j < N; j++) {                                                                              \
                T sum = 0;                                                                                           \
                for (S k = 0; k < K; k++) sum += A[i * ai + k * aj] * B[k * bi + j * bj];                            \
                T *c = C + i * ci + j * cj;                                                                          \
                *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;                                              \
            }                                                                                                        \
    }                                                                                                                \
    CLONES void caccelerate_gemm_##T(GEMM_PARAMETERS(T)) {                                                           \
        if (M <= 0 || N <= 0) return;                                                                                \
        if (K <= 0 || (double)M * (double)N * (double)K <= SMALL) {                                                  \
            small_##T(M, N, K, alpha, A, ai, aj, B, bi, bj, beta, C, ci, cj);                                        \
            return;                                                                                                  \
        }                                                                                                            \
        enum { width = WIDTH_##T, block_columns = BLOCK_COLUMNS_##T };                                               \
        _Alignas(64) T b_block[DEPTH * block_columns];                                                               \
        _Alignas(64) T a_block[BLOCK_ROWS * DEPTH];                                                                  \
        for (S j0 = 0; j0 < N; j0 += block_columns)                                                                  \
            for (S k0 = 0; k0 < K; k0 += DEPTH) {                                                                    \
                const S depth = K - k0 < DEPTH ? K - k0 : DEPTH;                                                     \
                const S block_width = N - j0 < block_columns ? N - j0 : block_columns;                               \
                const T factor = k0 == 0 ? beta : 1;                                                                 \
                for (S j = 0; j < block_width; j += width) {                                                         \
                    T *to = b_block + j * depth;                                                                     \
                    const S columns = block_width - j < width ? block_width - j : width;                             \
                    for (S k = 0; k < depth; k++, to += width) {                                                     \
                        const T *from = B + (k0 + k) * bi + (j0 + j) * bj;                                           \
                        if (columns == width && bj == 1)                                                             \
                            for (int x = 0; x < width; x++) to[x] = from[x];                                         \
                        else                                                                                         \
                            for (int x = 0; x < width; x++) to[x] = x < columns ? from[x * bj] : 0;                  \
                    }                                                                                                \
                }                                                                                                    \
                for (S i0 = 0; i0 < M; i0 += BLOCK_ROWS) {                                                           \
                    const S block_height = M - i0 < BLOCK_ROWS ? M - i0 : BLOCK_ROWS;                                \
                    for (S i = 0; i < block_height; i += ROWS) {                                                     \
                        T *to = a_block + i * depth;                                                                 \
                        const S rows = block_height - i < ROWS ? block_height - i : ROWS;                            \
                        for (int x = 0; x < ROWS; x++) {                                                             \
                            const T *from = A + (i0 + i + x) * ai + k0 * aj;                                         \
                            if (x < rows)                                                                            \
                                for (S k = 0; k < depth; k++) to[k * ROWS + x] = from[k * aj];                       \
                            else                                                                                     \
                                for (S k = 0; k < depth; k++) to[k * ROWS + x] = 0;                                  \
                        }                                                                                            \
                    }                                                                                                \
                    for (S j = 0; j < block_width; j += width)                                                       \
                        for (S i = 0; i < block_height; i += ROWS)                                                   \
                            kernel_##T(                                                                              \
                                depth, a_block + i * depth, b_block + j * depth, alpha, factor,                      \
                                C + (i0 + i) * ci + (j0 + j) * cj, ci, cj,                                           \
                                block_height - i < ROWS ? block_height - i : ROWS,                                   \
                                block_width - j < width ? block_width - j : width);                                  \
                }                                                                                                    \
            }                                                                                                        \
    }
GEMM(float)
GEMM(double)
