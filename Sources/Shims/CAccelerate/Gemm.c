#include "Gemm.h"

// Goto's scheme ("Anatomy of High-Performance Matrix Multiplication", 2008): blocks of A and B are copied into rows of
// panels that stay in the caches, and a small kernel keeps six rows of results in registers. The copies stand on the
// stack.

#pragma clang fp contract(fast)

typedef float Panel_float __attribute__((vector_size(64)));
typedef float PanelMemory_float __attribute__((vector_size(64), aligned(4), may_alias));
typedef double Panel_double __attribute__((vector_size(64)));
typedef double PanelMemory_double __attribute__((vector_size(64), aligned(8), may_alias));

#define ROWS 6
#define DEPTH 256
#define BLOCK_ROWS 48
#define BLOCK_BYTES 384  // of a row of the block of B

#define SMALL (16 * 16 * 16)      // multiplications: below this, copying costs more than it saves
#define UNCOPIED (64 * 64 * 64)  // the same for blocks of A, where rows of C lie in one piece

typedef float Half_float __attribute__((vector_size(32)));
typedef float HalfMemory_float __attribute__((vector_size(32), aligned(4), may_alias));
typedef double Half_double __attribute__((vector_size(32)));
typedef double HalfMemory_double __attribute__((vector_size(32), aligned(8), may_alias));

// Some rows of results as wide as one vector, from A and B where they lie.
#define TILE(T, V, R)                                                                                                \
    INLINE void tile_##V##_##T##_##R(                                                                                \
        S K, T alpha, const T *A, S ai, S aj, const T *B, S bi, T beta, T *C, S ci) {                                \
        V##_##T sums[R] = {0};                                                                                       \
        for (S k = 0; k < K; k++) {                                                                                  \
            const V##_##T row = *(const V##Memory_##T *)(B + k * bi);                                                \
            _Pragma("clang loop unroll(full)") for (int i = 0; i < R; i++) sums[i] += A[i * ai + k * aj] * row;      \
        }                                                                                                            \
        _Pragma("clang loop unroll(full)") for (int i = 0; i < R; i++) {                                             \
            V##Memory_##T *c = (V##Memory_##T *)(C + i * ci);                                                        \
            *c = beta == 0 ? alpha * sums[i] : alpha * sums[i] + beta * *c;                                          \
        }                                                                                                            \
    }
#define COLUMN(T, V)                                                                                                 \
    TILE(T, V, 6)                                                                                                    \
    TILE(T, V, 2)                                                                                                    \
    TILE(T, V, 1)                                                                                                    \
    INLINE void column_##V##_##T(                                                                                    \
        S M, S K, T alpha, const T *A, S ai, S aj, const T *B, S bi, T beta, T *C, S ci) {                           \
        S i = 0;                                                                                                     \
        for (; i + 6 <= M; i += 6) tile_##V##_##T##_6(K, alpha, A + i * ai, ai, aj, B, bi, beta, C + i * ci, ci);    \
        for (; i + 2 <= M; i += 2) tile_##V##_##T##_2(K, alpha, A + i * ai, ai, aj, B, bi, beta, C + i * ci, ci);    \
        for (; i < M; i++) tile_##V##_##T##_1(K, alpha, A + i * ai, ai, aj, B, bi, beta, C + i * ci, ci);            \
    }
COLUMN(float, Panel)
COLUMN(float, Half)
COLUMN(double, Panel)
COLUMN(double, Half)

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
    /* Columns of B that are fewer than a vector holds, or do not lie side by side, are copied first. */             \
    INLINE void copied_##T(                                                                                          \
        S M, S columns, S K, T alpha, const T *A, S ai, S aj, const T *B, S bi, S bj, T beta, T *C, S ci) {          \
        enum { width = WIDTH_##T };                                                                                  \
        _Alignas(64) T panel[DEPTH * width];                                                                         \
        _Alignas(64) T rest[ROWS * width];                                                                           \
        for (S k = 0; k < K; k++)                                                                                    \
            for (S x = 0; x < width; x++) panel[k * width + x] = x < columns ? B[k * bi + x * bj] : 0;               \
        for (S i = 0; i < M; i += ROWS) {                                                                            \
            const S rows = M - i < ROWS ? M - i : ROWS;                                                              \
            column_Panel_##T(rows, K, alpha, A + i * ai, ai, aj, panel, width, 0, rest, width);                      \
            for (S r = 0; r < rows; r++) {                                                                           \
                T *c = C + (i + r) * ci;                                                                             \
                for (S x = 0; x < columns; x++) c[x] = beta == 0 ? rest[r * width + x] : rest[r * width + x] + beta * c[x];\
            }                                                                                                        \
        }                                                                                                            \
    }                                                                                                                \
    INLINE void uncopied_##T(                                                                                        \
        S M, S N, S K, T alpha, const T *A, S ai, S aj, const T *B, S bi, S bj, T beta, T *C, S ci) {                \
        enum { width = WIDTH_##T, half = WIDTH_##T / 2 };                                                            \
        S j = 0;                                                                                                     \
        if (bj == 1) {                                                                                               \
            for (; j + width <= N; j += width) column_Panel_##T(M, K, alpha, A, ai, aj, B + j, bi, beta, C + j, ci); \
            if (j + half <= N) {                                                                                     \
                column_Half_##T(M, K, alpha, A, ai, aj, B + j, bi, beta, C + j, ci);                                 \
                j += half;                                                                                           \
            }                                                                                                        \
        }                                                                                                            \
        for (; j < N; j += width)                                                                                    \
            copied_##T(M, N - j < width ? N - j : width, K, alpha, A, ai, aj, B + j * bj, bi, bj, beta, C + j, ci);  \
    }                                                                                                                \
    CLONES void caccelerate_gemm_##T(GEMM_PARAMETERS(T)) {                                                           \
        if (M <= 0 || N <= 0) return;                                                                                \
        if (K > 0 && K <= DEPTH && M * N > 4 && (double)M * (double)N * (double)K <= UNCOPIED) {                     \
            if (cj == 1) {                                                                                           \
                uncopied_##T(M, N, K, alpha, A, ai, aj, B, bi, bj, beta, C, ci);                                     \
                return;                                                                                              \
            }                                                                                                        \
            if (ci == 1) { /* The transposes' product. */                                                            \
                uncopied_##T(N, M, K, alpha, B, bj, bi, A, aj, ai, beta, C, cj);                                     \
                return;                                                                                              \
            }                                                                                                        \
        }                                                                                                            \
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
