#include <math.h>

#include "Loops.h"

// Gauss's elimination, column after column, with the largest of the rest as pivot.

#define EACH_PRECISION(shape, name) shape(s##name, s, float) shape(d##name, d, double)

INLINE int at_least_one(int x) { return x > 1 ? x : 1; }

#define FACTOR(name, letter, T)                                                                                  \
    CLONES int name(int *m, int *n, T *a, int *lda, int *ipiv, int *info) {                                      \
        const S rows = *m, columns = *n, apart = *lda;                                                           \
        *info = rows < 0 ? -1 : columns < 0 ? -2 : apart < at_least_one(*m) ? -4 : 0;                            \
        if (*info != 0) return 0;                                                                                \
        for (S j = 0; j < rows && j < columns; j++) {                                                            \
            T *column = a + j * apart;                                                                           \
            S pivot = j;                                                                                         \
            for (S i = j + 1; i < rows; i++)                                                                     \
                if (ABS(column[i]) > ABS(column[pivot])) pivot = i;                                              \
            ipiv[j] = (int)pivot + 1;                                                                            \
            if (column[pivot] == 0) {                                                                            \
                if (*info == 0) *info = (int)j + 1;                                                              \
                continue;                                                                                        \
            }                                                                                                    \
            if (pivot != j)                                                                                      \
                for (S k = 0; k < columns; k++) {                                                                \
                    const T moved = a[j + k * apart];                                                            \
                    a[j + k * apart] = a[pivot + k * apart];                                                     \
                    a[pivot + k * apart] = moved;                                                                \
                }                                                                                                \
            for (S i = j + 1; i < rows; i++) column[i] /= column[j];                                             \
            for (S k = j + 1; k < columns; k++) {                                                                \
                T *other = a + k * apart;                                                                        \
                const T factor = other[j];                                                                       \
                _Pragma("clang loop vectorize(assume_safety)")                                                   \
                for (S i = j + 1; i < rows; i++) other[i] -= column[i] * factor;                                 \
            }                                                                                                    \
        }                                                                                                        \
        return 0;                                                                                                \
    }
EACH_PRECISION(FACTOR, getrf_)

#define EXCHANGE_ROWS(T, i)                                          \
    for (S k = 0; k < columns; k++) {                                \
        const S other = (S)ipiv[i] - 1;                              \
        const T moved = b[(i) + k * *ldb];                           \
        b[(i) + k * *ldb] = b[other + k * *ldb];                     \
        b[other + k * *ldb] = moved;                                 \
    }

#define SOLVE(name, letter, T)                                                                                          \
    int name(char *trans, int *n, int *nrhs, T *a, int *lda, int *ipiv, T *b, int *ldb, int *info) {                    \
        const int is_plain = *trans == 'N' || *trans == 'n';                                                            \
        const int is_turned = *trans == 'T' || *trans == 't' || *trans == 'C' || *trans == 'c';                         \
        const S rows = *n, columns = *nrhs;                                                                             \
        *info = !is_plain && !is_turned ? -1 : rows < 0 ? -2 : columns < 0 ? -3 : *lda < at_least_one(*n) ? -5          \
                : *ldb < at_least_one(*n) ? -8 : 0;                                                                     \
        if (*info != 0) return 0;                                                                                       \
        if (is_plain) {                                                                                                 \
            for (S i = 0; i < rows; i++) EXCHANGE_ROWS(T, i)                                                            \
            cblas_##letter##trsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, *n, *nrhs, 1, a, *lda, b, *ldb); \
            cblas_##letter##trsm(CblasColMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, *n, *nrhs, 1, a, *lda, b, *ldb); \
        } else {                                                                                                        \
            cblas_##letter##trsm(CblasColMajor, CblasLeft, CblasUpper, CblasTrans, CblasNonUnit, *n, *nrhs, 1, a, *lda, b, *ldb); \
            cblas_##letter##trsm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasUnit, *n, *nrhs, 1, a, *lda, b, *ldb); \
            for (S i = rows - 1; i >= 0; i--) EXCHANGE_ROWS(T, i)                                                       \
        }                                                                                                               \
        return 0;                                                                                                       \
    }
EACH_PRECISION(SOLVE, getrs_)

#define SOLVE_ANEW(name, letter, T)                                                                  \
    int name(int *n, int *nrhs, T *a, int *lda, int *ipiv, T *b, int *ldb, int *info) {              \
        *info = *n < 0 ? -1 : *nrhs < 0 ? -2 : *lda < at_least_one(*n) ? -4 : *ldb < at_least_one(*n) ? -7 : 0; \
        if (*info != 0) return 0;                                                                    \
        letter##getrf_(n, n, a, lda, ipiv, info);                                                    \
        char plain = 'N';                                                                            \
        if (*info == 0) letter##getrs_(&plain, n, nrhs, a, lda, ipiv, b, ldb, info);                 \
        return 0;                                                                                    \
    }
EACH_PRECISION(SOLVE_ANEW, gesv_)

// A = P L U, so A^-1 = U^-1 L^-1 P^T: the inverse of U column after column, then columns of L from the last one on.
#define INVERT(name, letter, T)                                                                              \
    int name(int *n, T *a, int *lda, int *ipiv, T *work, int *lwork, int *info) {                            \
        const S size = *n, apart = *lda;                                                                     \
        *info = size < 0 ? -1 : apart < at_least_one(*n) ? -3                                                \
                : *lwork < at_least_one(*n) && *lwork != -1 ? -6 : 0;                                        \
        if (*info != 0) return 0;                                                                            \
        work[0] = at_least_one(*n);                                                                          \
        if (*lwork == -1) return 0;                                                                          \
        for (S j = 0; j < size; j++)                                                                         \
            if (a[j + j * apart] == 0) {                                                                     \
                *info = (int)j + 1;                                                                          \
                return 0;                                                                                    \
            }                                                                                                \
        for (S j = 0; j < size; j++) {                                                                       \
            T *column = a + j * apart;                                                                       \
            column[j] = 1 / column[j];                                                                       \
            for (S i = 0; i < j; i++) {                                                                      \
                T sum = 0;                                                                                   \
                for (S k = i; k < j; k++) sum += a[i + k * apart] * column[k];                               \
                column[i] = -sum * column[j];                                                                \
            }                                                                                                \
        }                                                                                                    \
        for (S j = size - 2; j >= 0; j--) {                                                                  \
            for (S i = j + 1; i < size; i++) {                                                               \
                work[i] = a[i + j * apart];                                                                  \
                a[i + j * apart] = 0;                                                                        \
            }                                                                                                \
            for (S k = j + 1; k < size; k++)                                                                 \
                for (S i = 0; i < size; i++) a[i + j * apart] -= a[i + k * apart] * work[k];                 \
        }                                                                                                    \
        for (S j = size - 1; j >= 0; j--) {                                                                  \
            const S other = (S)ipiv[j] - 1;                                                                  \
            for (S i = 0; other != j && i < size; i++) {                                                     \
                const T moved = a[i + j * apart];                                                            \
                a[i + j * apart] = a[i + other * apart];                                                     \
                a[i + other * apart] = moved;                                                                \
            }                                                                                                \
        }                                                                                                    \
        work[0] = at_least_one(*n);                                                                          \
        return 0;                                                                                            \
    }
EACH_PRECISION(INVERT, getri_)
