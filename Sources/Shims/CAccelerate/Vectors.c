#include "Loops.h"

// Shapes: vectors are small letters' capitals; `a`, `b` ... are elements, of type T.

#define UNARY(name, T, E)                                        \
    CLONES void name(const T *A, S IA, T *C, S IC, L N) {        \
        if (IA == 1 && IC == 1) EACH {                           \
                const T a = A[n];                                \
                C[n] = E;                                        \
            }                                                    \
        else                                                     \
            STEP {                                               \
                const T a = A[n * IA];                           \
                C[n * IC] = E;                                   \
            }                                                    \
    }

#define BINARY_BODY(T, E)                                        \
    if (IA == 1 && IB == 1 && IC == 1) EACH {                    \
            const T a = A[n], b = B[n];                          \
            C[n] = E;                                            \
        }                                                        \
    else                                                         \
        STEP {                                                   \
            const T a = A[n * IA], b = B[n * IB];                \
            C[n * IC] = E;                                       \
        }
#define BINARY(name, T, E) \
    CLONES void name(const T *A, S IA, const T *B, S IB, T *C, S IC, L N) { BINARY_BODY(T, E) }
// The second operand of the formula is the first of the function.
#define BINARY_SWAPPED(name, T, E) \
    CLONES void name(const T *B, S IB, const T *A, S IA, T *C, S IC, L N) { BINARY_BODY(T, E) }

// A vector and a number.
#define WITH_NUMBER(name, T, E)                                      \
    CLONES void name(const T *A, S IA, const T *B, T *C, S IC, L N) { \
        const T b = *B;                                              \
        if (IA == 1 && IC == 1) EACH {                               \
                const T a = A[n];                                    \
                C[n] = E;                                            \
            }                                                        \
        else                                                         \
            STEP {                                                   \
                const T a = A[n * IA];                               \
                C[n * IC] = E;                                       \
            }                                                        \
    }

// A vector and two numbers.
#define WITH_NUMBERS(name, T, E)                                                  \
    CLONES void name(const T *A, S IA, const T *B, const T *C, T *D, S ID, L N) { \
        const T b = *B, c = *C;                                                   \
        if (IA == 1 && ID == 1) EACH {                                            \
                const T a = A[n];                                                 \
                D[n] = E;                                                         \
            }                                                                     \
        else                                                                      \
            STEP {                                                                \
                const T a = A[n * IA];                                            \
                D[n * ID] = E;                                                    \
            }                                                                     \
    }

#define TERNARY(name, T, E)                                                                   \
    CLONES void name(const T *A, S IA, const T *B, S IB, const T *C, S IC, T *D, S ID, L N) { \
        if (IA == 1 && IB == 1 && IC == 1 && ID == 1) EACH {                                  \
                const T a = A[n], b = B[n], c = C[n];                                         \
                D[n] = E;                                                                     \
            }                                                                                 \
        else                                                                                  \
            STEP {                                                                            \
                const T a = A[n * IA], b = B[n * IB], c = C[n * IC];                          \
                D[n * ID] = E;                                                                \
            }                                                                                 \
    }

// Two vectors and then a number.
#define TERNARY_LAST(name, T, E)                                                        \
    CLONES void name(const T *A, S IA, const T *B, S IB, const T *C, T *D, S ID, L N) { \
        const T c = *C;                                                                 \
        if (IA == 1 && IB == 1 && ID == 1) EACH {                                       \
                const T a = A[n], b = B[n];                                             \
                D[n] = E;                                                               \
            }                                                                           \
        else                                                                            \
            STEP {                                                                      \
                const T a = A[n * IA], b = B[n * IB];                                   \
                D[n * ID] = E;                                                          \
            }                                                                           \
    }

// Two vectors and a number between them.
#define TERNARY_MIDDLE(name, T, E)                                                      \
    CLONES void name(const T *A, S IA, const T *B, const T *C, S IC, T *D, S ID, L N) { \
        const T b = *B;                                                                 \
        if (IA == 1 && IC == 1 && ID == 1) EACH {                                       \
                const T a = A[n], c = C[n];                                             \
                D[n] = E;                                                               \
            }                                                                           \
        else                                                                            \
            STEP {                                                                      \
                const T a = A[n * IA], c = C[n * IC];                                   \
                D[n * ID] = E;                                                          \
            }                                                                           \
    }

#define QUATERNARY(name, T, X)                                                                              \
    CLONES void name(                                                                                       \
        const T *A, S IA, const T *B, S IB, const T *C, S IC, const T *D, S ID, T *E, S IE, L N) {          \
        if (IA == 1 && IB == 1 && IC == 1 && ID == 1 && IE == 1) EACH {                                     \
                const T a = A[n], b = B[n], c = C[n], d = D[n];                                             \
                E[n] = X;                                                                                   \
            }                                                                                               \
        else                                                                                                \
            STEP {                                                                                          \
                const T a = A[n * IA], b = B[n * IB], c = C[n * IC], d = D[n * ID];                         \
                E[n * IE] = X;                                                                              \
            }                                                                                               \
    }

#define MAGNITUDE_ORDERED(OP) (ABS(a) OP ABS(b) ? ABS(a) : ABS(b))

PAIR(BINARY, vadd, a + b)
PAIR(BINARY_SWAPPED, vsub, a - b)
PAIR(BINARY, vmul, a *b)
PAIR(BINARY_SWAPPED, vdiv, a / b)
PAIR(BINARY, vmax, a > b ? a : b)
PAIR(BINARY, vmin, a < b ? a : b)
PAIR(BINARY, vmaxmg, MAGNITUDE_ORDERED(>))
PAIR(BINARY, vminmg, MAGNITUDE_ORDERED(<))
PAIR(BINARY, vdist, ROOT(a *a + b * b))

PAIR(WITH_NUMBER, vsadd, a + b)
PAIR(WITH_NUMBER, vsmul, a *b)
PAIR(WITH_NUMBER, vsdiv, a / b)
PAIR(WITH_NUMBER, vthr, a >= b ? a : b)
PAIR(WITH_NUMBER, vthres, a >= b ? a : 0)
PAIR(WITH_NUMBERS, vthrsc, a >= b ? c : -c)
PAIR(WITH_NUMBERS, vlim, a >= b ? c : -c)
PAIR(WITH_NUMBERS, vclip, a < b ? b : (a > c ? c : a))
PAIR(WITH_NUMBERS, viclip, a <= b || a >= c ? a : (a < 0 ? b : c))
PAIR(WITH_NUMBERS, vsmsa, a *b + c)

PAIR(UNARY, vabs, ABS(a))
PAIR(UNARY, vnabs, -ABS(a))
PAIR(UNARY, vneg, -a)
PAIR(UNARY, vsq, a *a)
PAIR(UNARY, vssq, a *ABS(a))
PAIR(UNARY, vfrac, a - TRUNCATED(a))

PAIR(TERNARY, vma, a *b + c)
PAIR(TERNARY, vmsb, a *b - c)
PAIR(TERNARY, vam, (a + b) * c)
PAIR(TERNARY, vsbm, (a - b) * c)
PAIR(TERNARY, venvlp, c > a || c < b ? c : 0)
PAIR(TERNARY_LAST, vmsa, a *b + c)
PAIR(TERNARY_LAST, vasm, (a + b) * c)
PAIR(TERNARY_LAST, vsbsm, (a - b) * c)
PAIR(TERNARY_LAST, vintb, a + c * (b - a))
PAIR(TERNARY_MIDDLE, vsma, a *b + c)
PAIR(TERNARY_MIDDLE, vsmsb, a *b - c)

PAIR(QUATERNARY, vaam, (a + b) * (c + d))
PAIR(QUATERNARY, vasbm, (a + b) * (c - d))
PAIR(QUATERNARY, vsbsbm, (a - b) * (c - d))
PAIR(QUATERNARY, vmma, a *b + c * d)
PAIR(QUATERNARY, vmmsb, a *b - c * d)
PAIR(QUATERNARY, vpythg, ROOT((a - c) * (a - c) + (b - d) * (b - d)))
