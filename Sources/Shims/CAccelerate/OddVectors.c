#include "Loops.h"

// Vector functions with operands of an irregular shape.

#define NUMBER_OVER(name, T, E)                                      \
    CLONES void name(const T *A, const T *B, S IB, T *C, S IC, L N) { \
        const T a = *A;                                              \
        if (IB == 1 && IC == 1) EACH {                               \
                const T b = B[n];                                    \
                C[n] = E;                                            \
            }                                                        \
        else                                                         \
            STEP {                                                   \
                const T b = B[n * IB];                               \
                C[n * IC] = E;                                       \
            }                                                        \
    }

#define SCALED_SUM(name, T, E)                                                                                \
    CLONES void name(const T *A, S IA, const T *B, const T *C, S IC, const T *D, T *E_, S IE, L N) {          \
        const T b = *B, d = *D;                                                                               \
        if (IA == 1 && IC == 1 && IE == 1) EACH {                                                             \
                const T a = A[n], c = C[n];                                                                   \
                E_[n] = E;                                                                                    \
            }                                                                                                 \
        else                                                                                                  \
            STEP {                                                                                            \
                const T a = A[n * IA], c = C[n * IC];                                                         \
                E_[n * IE] = E;                                                                               \
            }                                                                                                 \
    }

#define MEAN_UPDATE(name, T, E)                                       \
    CLONES void name(const T *A, S IA, const T *B, T *C, S IC, L N) { \
        const T b = *B;                                               \
        if (IA == 1 && IC == 1) EACH {                                \
                const T a = A[n], c = C[n];                           \
                C[n] = E;                                             \
            }                                                         \
        else                                                          \
            STEP {                                                    \
                const T a = A[n * IA], c = C[n * IC];                 \
                C[n * IC] = E;                                        \
            }                                                         \
    }

#define SUM_AND_DIFFERENCE(name, T, ...)                                              \
    CLONES void name(const T *A, S IA, const T *B, S IB, T *C, S IC, T *D, S ID, L N) { \
        if (IA == 1 && IB == 1 && IC == 1 && ID == 1) EACH {                          \
                const T a = A[n], b = B[n];                                           \
                C[n] = b + a;                                                         \
                D[n] = b - a;                                                         \
            }                                                                         \
        else                                                                          \
            STEP {                                                                    \
                const T a = A[n * IA], b = B[n * IB];                                 \
                C[n * IC] = b + a;                                                    \
                D[n * ID] = b - a;                                                    \
            }                                                                         \
    }

#define EXCHANGE(name, T, ...)                    \
    CLONES void name(T *A, S IA, T *B, S IB, L N) { \
        if (IA == 1 && IB == 1) EACH {            \
                const T a = A[n];                 \
                A[n] = B[n];                      \
                B[n] = a;                         \
            }                                     \
        else                                      \
            STEP {                                \
                const T a = A[n * IA];            \
                A[n * IA] = B[n * IB];            \
                B[n * IB] = a;                    \
            }                                     \
    }

// The place of each element goes into it.
#define TAPER(name, T, ...)                                                          \
    CLONES void name(const T *A, S IA, const T *B, S IB, T *C, S IC, L N) {          \
        const T last = N > 1 ? (T)(N - 1) : 1;                                       \
        EACH {                                                                       \
            const T a = A[n * IA], b = B[n * IB];                                    \
            C[n * IC] = a + (b - a) * (T)n / last;                                   \
        }                                                                            \
    }

#define RAMP(name, T, ...)                                         \
    CLONES void name(const T *A, const T *B, T *C, S IC, L N) {    \
        const T a = *A, b = *B;                                    \
        if (IC == 1) EACH C[n] = a + (T)n * b;                     \
        else STEP C[n * IC] = a + (T)n * b;                        \
    }

#define FROM_TO(name, T, ...)                                      \
    CLONES void name(const T *A, const T *B, T *C, S IC, L N) {    \
        const T a = *A, step = N > 1 ? (*B - a) / (T)(N - 1) : 0;  \
        if (IC == 1) EACH C[n] = a + (T)n * step;                  \
        else STEP C[n * IC] = a + (T)n * step;                     \
        if (N > 1) C[(S)(N - 1) * IC] = *B;                        \
    }

#define CLEAR(name, T, ...)                \
    CLONES void name(T *C, S IC, L N) {    \
        if (IC == 1) EACH C[n] = 0;        \
        else STEP C[n * IC] = 0;           \
    }

#define FILL(name, T, ...)                             \
    CLONES void name(const T *A, T *C, S IC, L N) {    \
        const T a = *A;                                \
        if (IC == 1) EACH C[n] = a;                    \
        else STEP C[n * IC] = a;                       \
    }

#define REVERSE(name, T, ...)                                       \
    CLONES void name(T *C, S IC, L N) {                             \
        if (N < 2) return;                                          \
        T *last = C + (S)(N - 1) * IC;                              \
        _Pragma("clang loop vectorize(assume_safety)")              \
        for (S n = 0; n < (S)(N / 2); n++) {                        \
            const T c = C[n * IC];                                  \
            C[n * IC] = last[-n * IC];                              \
            last[-n * IC] = c;                                      \
        }                                                           \
    }

#define CLIP_COUNTING(name, T, ...)                                                                     \
    CLONES void name(const T *A, S IA, const T *B, const T *C, T *D, S ID, L N, L *NLOW, L *NHIGH) {    \
        const T b = *B, c = *C;                                                                         \
        L low = 0, high = 0;                                                                            \
        STEP {                                                                                          \
            const T a = A[n * IA];                                                                      \
            low += a < b;                                                                               \
            high += a > c;                                                                              \
            D[n * ID] = a < b ? b : (a > c ? c : a);                                                    \
        }                                                                                               \
        *NLOW = low;                                                                                    \
        *NHIGH = high;                                                                                  \
    }

PAIR(NUMBER_OVER, svdiv, a / b)
PAIR(SCALED_SUM, vsmsma, a *b + c * d)
PAIR(MEAN_UPDATE, vavlin, (c * b + a) / (b + 1))
PAIR(SUM_AND_DIFFERENCE, vaddsub, )
PAIR(EXCHANGE, vswap, )
PAIR(TAPER, vtmerg, )
PAIR(RAMP, vramp, )
PAIR(FROM_TO, vgen, )
PAIR(CLEAR, vclr, )
PAIR(FILL, vfill, )
PAIR(REVERSE, vrvrs, )
PAIR(CLIP_COUNTING, vclipc, )
