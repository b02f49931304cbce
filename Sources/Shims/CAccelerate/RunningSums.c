#include <math.h>

#include "Lanes.h"

#define SCALED_SUMS(name, T, ...)                                        \
    CLONES void name(const T *A, S IA, const T *S0, T *C, S IC, L N) {   \
        const T scale = *S0;                                             \
        double sum = 0;                                                  \
        STEP {                                                           \
            if (n > 0) sum += A[n * IA];                                 \
            C[n * IC] = scale * (T)sum;                                  \
        }                                                                \
    }
PAIR(SCALED_SUMS, vrsum, )

// Outputs may be inputs: values that later steps need are kept.
#define TRAPEZOIDS(name, T, ...)                                         \
    CLONES void name(const T *A, S IA, const T *B, T *C, S IC, L N) {    \
        const double half = 0.5 * *B;                                    \
        double sum = 0, before = 0;                                      \
        STEP {                                                           \
            const double a = A[n * IA];                                  \
            if (n > 0) sum += half * (before + a);                       \
            before = a;                                                  \
            C[n * IC] = (T)sum;                                          \
        }                                                                \
    }
PAIR(TRAPEZOIDS, vtrapz, )

#define SIMPSON(name, T, ...)                                                         \
    CLONES void name(const T *A, S IA, const T *B, T *C, S IC, L N) {                 \
        const double step = *B;                                                       \
        double a2 = 0, a1 = 0, c2 = 0, c1 = 0;                                        \
        STEP {                                                                        \
            const double a = A[n * IA];                                               \
            const double c = n == 0 ? 0 : n == 1 ? step * (a1 + a) / 2 : c2 + step * (a2 + 4 * a1 + a) / 3; \
            (void)(a2 = a1, a1 = a, c2 = c1, c1 = c);                                 \
            C[n * IC] = (T)c;                                                         \
        }                                                                             \
    }
PAIR(SIMPSON, vsimps, )

// The sum is made anew now and then, so that its roundings do not add up.
#define FRESH_AFTER 256
#define SLIDING_SUM(name, T, ...)                                                     \
    CLONES void name(const T *A, S IA, T *C, S IC, L N, L P) {                        \
        double sum = 0;                                                               \
        T leaving = 0;                                                                \
        STEP {                                                                        \
            if (n % FRESH_AFTER == 0) {                                               \
                sum = 0;                                                              \
                for (S p = 0; p < (S)P; p++) sum += A[(n + p) * IA];                  \
            } else if (P > 0) {                                                       \
                sum += (double)A[(n + (S)P - 1) * IA] - leaving;                      \
            }                                                                         \
            if (P > 0) leaving = A[n * IA];                                           \
            C[n * IC] = (T)sum;                                                       \
        }                                                                             \
    }
PAIR(SLIDING_SUM, vswsum, )

#define SLIDING_MAXIMUM(name, T, ...)                                                                  \
    CLONES void name(const T *A, S IA, T *C, S IC, L N, L P) {                                         \
        S n = 0;                                                                                       \
        if (IA == 1)                                                                                   \
            for (; n + LANES <= (S)N; n += LANES) {                                                    \
                Lanes_##T largest;                                                                     \
                for (int k = 0; k < LANES; k++) largest[k] = -INFINITY;                                \
                for (S p = 0; p < (S)P; p++) largest = __builtin_elementwise_max(largest, LOAD(T, A + n + p)); \
                for (int k = 0; k < LANES; k++) C[(n + k) * IC] = largest[k];                          \
            }                                                                                          \
        for (; n < (S)N; n++) {                                                                        \
            T largest = -INFINITY;                                                                     \
            for (S p = 0; p < (S)P; p++) largest = __builtin_elementwise_max(largest, A[(n + p) * IA]); \
            C[n * IC] = largest;                                                                       \
        }                                                                                              \
    }
PAIR(SLIDING_MAXIMUM, vswmax, )
