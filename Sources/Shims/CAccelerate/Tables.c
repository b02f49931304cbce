#include <math.h>

#include "Lanes.h"

#define GATHER(name, T, ...)                                             \
    CLONES void name(const T *A, const L *B, S IB, T *C, S IC, L N) {    \
        STEP C[n * IC] = A[B[n * IB] - 1];                               \
    }
PAIR(GATHER, vgathr, )

#define INDEX(name, T, ...)                                              \
    CLONES void name(const T *A, const T *B, S IB, T *C, S IC, L N) {    \
        STEP C[n * IC] = A[(S)B[n * IB]];                                \
    }
PAIR(INDEX, vindex, )

#define COMPRESS(name, T, ...)                                                 \
    CLONES void name(const T *A, S IA, const T *B, S IB, T *C, S IC, L N) {    \
        S made = 0;                                                            \
        STEP if (B[n * IB] != 0) C[made++ * IC] = A[n * IA];                   \
    }
PAIR(COMPRESS, vcmprs, )

// The value of a table at a place that may lie outside, or be no number at all.
#define TABLE(T)                                                              \
    INLINE T table_##T(const T *A, S count, T place) {                        \
        if (count < 1) return 0;                                              \
        if (!(place > 0)) return A[0];                                        \
        if (place >= (T)(count - 1)) return A[count - 1];                     \
        const S whole = (S)place;                                             \
        return A[whole] + (place - (T)whole) * (A[whole + 1] - A[whole]);     \
    }
TABLE(float)
TABLE(double)

#define LINEAR(name, T, ...)                                                  \
    CLONES void name(const T *A, const T *B, S IB, T *C, S IC, L N, L M) {    \
        STEP C[n * IC] = table_##T(A, (S)M, B[n * IB]);                       \
    }
PAIR(LINEAR, vlint, )

#define TABLE_LOOKUP(name, T, ...)                                                                              \
    CLONES void name(const T *A, S IA, const T *B, const T *C, const T *D, L M, T *E, S IE, L N) {              \
        const T scale = *B, offset = *C;                                                                        \
        STEP E[n * IE] = table_##T(D, (S)M, scale * A[n * IA] + offset);                                        \
    }
PAIR(TABLE_LOOKUP, vtabi, )

#define QUADRATIC(name, T, ...)                                                                                 \
    CLONES void name(const T *A, const T *B, S IB, T *C, S IC, L N, L M) {                                      \
        const S count = (S)M;                                                                                   \
        STEP {                                                                                                  \
            const T place = B[n * IB];                                                                          \
            if (count < 3) {                                                                                    \
                C[n * IC] = table_##T(A, count, place);                                                         \
                continue;                                                                                       \
            }                                                                                                   \
            S middle = place >= 1 ? (place < (T)(count - 1) ? (S)place : count - 2) : 1;                        \
            if (middle > count - 2) middle = count - 2;                                                         \
            const T f = place - (T)middle;                                                                      \
            C[n * IC] = (A[middle - 1] * (f * f - f) + A[middle] * (2 - 2 * f * f) + A[middle + 1] * (f * f + f)) / 2; \
        }                                                                                                       \
    }
PAIR(QUADRATIC, vqint, )

#define POINTS(name, T, ...)                                                                \
    CLONES void name(const T *A, S IA, const T *B, S IB, T *C, S IC, L N, L M) {            \
        const S count = (S)M;                                                               \
        S next = 0;                                                                         \
        STEP {                                                                              \
            while (next < count && B[next * IB] < (T)n) next++;                             \
            if (count < 1) C[n * IC] = 0;                                                   \
            else if (next == 0) C[n * IC] = A[0];                                           \
            else if (next == count) C[n * IC] = A[(count - 1) * IA];                        \
            else {                                                                          \
                const T from = B[(next - 1) * IB], a = A[(next - 1) * IA];                  \
                C[n * IC] = a + (A[next * IA] - a) * ((T)n - from) / (B[next * IB] - from); \
            }                                                                               \
        }                                                                                   \
    }
PAIR(POINTS, vgenp, )

#define POLYNOMIAL(name, T, ...)                                                        \
    CLONES void name(const T *A, S IA, const T *B, S IB, T *C, S IC, L N, L P) {        \
        STEP {                                                                          \
            const T b = B[n * IB];                                                      \
            T value = A[0];                                                             \
            for (S p = 1; p <= (S)P; p++) value = value * b + A[p * IA];                \
            C[n * IC] = value;                                                          \
        }                                                                               \
    }
PAIR(POLYNOMIAL, vpoly, )

// Ramps: each factor is computed from its own place, so that rounding does not add up.
#define RAMPED(name, T, ASSIGN)                                                             \
    CLONES void name(const T *A, S IA, T *Start, const T *Step, T *C, S IC, L N) {          \
        const T start = *Start, step = *Step;                                               \
        if (IA == 1 && IC == 1) EACH C[n] ASSIGN A[n] * (start + (T)n * step);              \
        else STEP C[n * IC] ASSIGN A[n * IA] * (start + (T)n * step);                       \
        *Start = start + (T)N * step;                                                       \
    }
PAIR(RAMPED, vrampmul, =)
PAIR(RAMPED, vrampmuladd, +=)

#define RAMPED_TWICE(name, T, ASSIGN)                                                                               \
    CLONES void name(const T *A0, const T *A1, S IA, T *Start, const T *Step, T *C0, T *C1, S IC, L N) {            \
        const T start = *Start, step = *Step;                                                                       \
        if (IA == 1 && IC == 1) EACH {                                                                              \
                const T factor = start + (T)n * step;                                                               \
                C0[n] ASSIGN A0[n] * factor;                                                                        \
                C1[n] ASSIGN A1[n] * factor;                                                                        \
            }                                                                                                       \
        else                                                                                                        \
            STEP {                                                                                                  \
                const T factor = start + (T)n * step;                                                               \
                C0[n * IC] ASSIGN A0[n * IA] * factor;                                                              \
                C1[n * IC] ASSIGN A1[n * IA] * factor;                                                              \
            }                                                                                                       \
        *Start = start + (T)N * step;                                                                               \
    }
PAIR(RAMPED_TWICE, vrampmul2, =)
PAIR(RAMPED_TWICE, vrampmuladd2, +=)

INLINE float logarithm_float(float x) { return log10f(x); }
INLINE double logarithm_double(double x) { return log10(x); }
#define DECIBELS(name, T, ...)                                                              \
    void name(const T *A, S IA, const T *B, T *C, S IC, L N, unsigned int F) {              \
        const T reference = *B, factor = F ? 20 : 10;                                       \
        STEP C[n * IC] = factor * logarithm_##T(A[n * IA] / reference);                     \
    }
PAIR(DECIBELS, vdbcon, )

#define TO_POLAR(name, T, ...)                                                     \
    void name(const T *A, S IA, T *C, S IC, L N) {                                 \
        STEP {                                                                     \
            const T x = A[n * IA], y = A[n * IA + 1];                              \
            C[n * IC] = ROOT(x * x + y * y);                                       \
            C[n * IC + 1] = (T)(sizeof(T) == 4 ? atan2f((float)y, (float)x) : atan2(y, x)); \
        }                                                                          \
    }
PAIR(TO_POLAR, polar, )

#define TO_RECTANGULAR(name, T, ...)                                               \
    void name(const T *A, S IA, T *C, S IC, L N) {                                 \
        STEP {                                                                     \
            const T radius = A[n * IA], angle = A[n * IA + 1];                     \
            C[n * IC] = radius * (T)(sizeof(T) == 4 ? cosf((float)angle) : cos(angle));     \
            C[n * IC + 1] = radius * (T)(sizeof(T) == 4 ? sinf((float)angle) : sin(angle)); \
        }                                                                          \
    }
PAIR(TO_RECTANGULAR, rect, )
