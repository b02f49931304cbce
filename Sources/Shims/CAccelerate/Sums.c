#include <math.h>

#include "Lanes.h"

// Sums are made in double precision for both types: N elements of float sum up to their true sum, rounded once.

#define TOTAL(kind, T, E)                                                           \
    INLINE double total_##kind##_##T(const T *A, S IA, L N) {                       \
        double total = 0;                                                           \
        S n = 0;                                                                    \
        if (IA == 1) {                                                              \
            Lanes_double first = {0}, second = {0};                                 \
            for (; n + 2 * LANES <= (S)N; n += 2 * LANES) {                         \
                Lanes_double a = WIDENED(LOAD(T, A + n));                           \
                first += E;                                                         \
                a = WIDENED(LOAD(T, A + n + LANES));                                \
                second += E;                                                        \
            }                                                                       \
            total = LANE_SUM(double, first + second);                                \
        }                                                                           \
        for (; n < (S)N; n++) {                                                     \
            const double a = A[n * IA];                                             \
            total += E;                                                             \
        }                                                                           \
        return total;                                                               \
    }

#define TOTALS(kind, E) TOTAL(kind, float, E) TOTAL(kind, double, E)
TOTALS(plain, a)
TOTALS(magnitude, ABS(a))
TOTALS(square, a *a)
TOTALS(signed_square, a *ABS(a))

#define SUM(name, T, kind, FINISHED)                     \
    CLONES void name(const T *A, S IA, T *C, L N) {      \
        const double total = total_##kind##_##T(A, IA, N); \
        *C = (T)(FINISHED);                              \
    }

PAIR(SUM, sve, plain, total)
PAIR(SUM, svemg, magnitude, total)
PAIR(SUM, svesq, square, total)
PAIR(SUM, svs, signed_square, total)
// 0 / 0 is NaN, as it should be.
PAIR(SUM, meanv, plain, total / (double)N)
PAIR(SUM, meamgv, magnitude, total / (double)N)
PAIR(SUM, measqv, square, total / (double)N)
PAIR(SUM, mvessq, signed_square, total / (double)N)
PAIR(SUM, rmsqv, square, sqrt(total / (double)N))

#define SUM_AND_SQUARES(name, T, ...)                          \
    CLONES void name(const T *A, S IA, T *Sum, T *Squares, L N) { \
        *Sum = (T)total_plain_##T(A, IA, N);                   \
        *Squares = (T)total_square_##T(A, IA, N);              \
    }
PAIR(SUM_AND_SQUARES, sve_svesq, )

#define NORMALIZE(name, T, ...)                                                             \
    CLONES void name(const T *A, S IA, T *C, S IC, T *Mean, T *StandardDeviation, L N) {    \
        const double mean = total_plain_##T(A, IA, N) / (double)N;                          \
        double squares = 0;                                                                 \
        STEP squares += (A[n * IA] - mean) * (A[n * IA] - mean);                            \
        const double deviation = sqrt(squares / (double)N);                                 \
        if (C)                                                                              \
            STEP C[n * IC] = (T)((A[n * IA] - mean) / deviation);                           \
        *Mean = (T)mean;                                                                    \
        *StandardDeviation = (T)deviation;                                                  \
    }
PAIR(NORMALIZE, normalize, )

// Products of two vectors, in their own precision: four times sixteen partial sums.
#define PRODUCT_SUM(kind, T, E)                                                           \
    INLINE T product_##kind##_##T(const T *A, S IA, const T *B, S IB, L N) {              \
        double total = 0;                                                                 \
        S n = 0;                                                                          \
        if (IA == 1 && IB == 1 && N >= 4 * LANES) {                                       \
            Lanes_##T sums[4] = {0};                                                      \
            for (; n + 4 * LANES <= (S)N; n += 4 * LANES)                                 \
                for (int k = 0; k < 4; k++) {                                             \
                    const Lanes_##T a = LOAD(T, A + n + k * LANES), b = LOAD(T, B + n + k * LANES); \
                    sums[k] += E;                                                         \
                }                                                                         \
            total = LANE_SUM(                                                             \
                double,                                                                   \
                (WIDENED(sums[0]) + WIDENED(sums[1])) + (WIDENED(sums[2]) + WIDENED(sums[3]))); \
        }                                                                                 \
        for (; n < (S)N; n++) {                                                           \
            const double a = A[n * IA], b = B[n * IB];                                    \
            total += E;                                                                   \
        }                                                                                 \
        return (T)total;                                                                  \
    }
PRODUCT_SUM(dot, float, a *b)
PRODUCT_SUM(dot, double, a *b)
PRODUCT_SUM(distance, float, (a - b) * (a - b))
PRODUCT_SUM(distance, double, (a - b) * (a - b))

#define PRODUCT(name, T, kind)                                            \
    CLONES void name(const T *A, S IA, const T *B, S IB, T *C, L N) {     \
        *C = product_##kind##_##T(A, IA, B, IB, N);                       \
    }
PAIR(PRODUCT, dotpr, dot)
PAIR(PRODUCT, distancesq, distance)

#define TWO_PRODUCTS(name, T, ...)                                                                \
    CLONES void name(const T *A, S IA, const T *B, S IB, const T *C, S IC, T *D, T *E, L N) {     \
        const T first = product_dot_##T(A, IA, C, IC, N);                                         \
        *E = product_dot_##T(B, IB, C, IC, N);                                                    \
        *D = first;                                                                               \
    }
PAIR(TWO_PRODUCTS, dotpr2, )
