#include <math.h>

#include "Loops.h"

// Elements are real and imaginary parts: ar, ai, br, bi ...; `Split_T` and `Interleaved_T` are the types of T.
typedef DSPSplitComplex Split_float;
typedef DSPDoubleSplitComplex Split_double;
typedef DSPComplex Interleaved_float;
typedef DSPDoubleComplex Interleaved_double;

#define READ(T, z, Z, place) const T z##r = Z->realp[place], z##i = Z->imagp[place]
#define WRITE(Z, place, re, im)   \
    {                             \
        Z->realp[place] = re;     \
        Z->imagp[place] = im;     \
    }

#define ZUNARY(name, T, RE, IM)                                                    \
    CLONES void name(const Split_##T *A, S IA, const Split_##T *C, S IC, L N) {    \
        if (IA == 1 && IC == 1) EACH {                                             \
                READ(T, a, A, n);                                                  \
                WRITE(C, n, RE, IM)                                                \
            }                                                                      \
        else                                                                       \
            STEP {                                                                 \
                READ(T, a, A, n * IA);                                             \
                WRITE(C, n * IC, RE, IM)                                           \
            }                                                                      \
    }
PAIR(ZUNARY, zvconj, ar, -ai)
PAIR(ZUNARY, zvneg, -ar, -ai)
PAIR(ZUNARY, zvmov, ar, ai)

#define ZTO_REAL(name, T, E)                                               \
    CLONES void name(const Split_##T *A, S IA, T *C, S IC, L N) {          \
        if (IA == 1 && IC == 1) EACH {                                     \
                READ(T, a, A, n);                                          \
                C[n] = E;                                                  \
            }                                                              \
        else                                                               \
            STEP {                                                         \
                READ(T, a, A, n * IA);                                     \
                C[n * IC] = E;                                             \
            }                                                              \
    }
PAIR(ZTO_REAL, zvabs, ROOT(ar * ar + ai * ai))
PAIR(ZTO_REAL, zvmags, ar *ar + ai * ai)

#define ZPHASE(name, T, ...)                                        \
    void name(const Split_##T *A, S IA, T *C, S IC, L N) {          \
        STEP {                                                      \
            READ(T, a, A, n * IA);                                  \
            C[n * IC] = (T)(sizeof(T) == 4 ? atan2f((float)ai, (float)ar) : atan2(ai, ar)); \
        }                                                           \
    }
PAIR(ZPHASE, zvphas, )

#define ZBINARY_BODY(T, RE, IM)                                            \
    if (IA == 1 && IB == 1 && IC == 1) EACH {                              \
            READ(T, a, A, n);                                              \
            READ(T, b, B, n);                                              \
            WRITE(C, n, RE, IM)                                            \
        }                                                                  \
    else                                                                   \
        STEP {                                                             \
            READ(T, a, A, n * IA);                                         \
            READ(T, b, B, n * IB);                                         \
            WRITE(C, n * IC, RE, IM)                                       \
        }
#define ZBINARY(name, T, RE, IM)                                                                           \
    CLONES void name(const Split_##T *A, S IA, const Split_##T *B, S IB, const Split_##T *C, S IC, L N) {  \
        ZBINARY_BODY(T, RE, IM)                                                                            \
    }
PAIR(ZBINARY, zvadd, ar + br, ai + bi)
PAIR(ZBINARY, zvsub, ar - br, ai - bi)
PAIR(ZBINARY, zvcmul, ar *br + ai * bi, ar *bi - ai * br)

#define ZDIVIDE(name, T, ...)                                                                              \
    CLONES void name(const Split_##T *B, S IB, const Split_##T *A, S IA, const Split_##T *C, S IC, L N) {  \
        ZBINARY_BODY(T, (ar * br + ai * bi) / (br * br + bi * bi), (ai * br - ar * bi) / (br * br + bi * bi)) \
    }
PAIR(ZDIVIDE, zvdiv, )

#define ZMULTIPLY(name, T, ...)                                                                                \
    CLONES void name(                                                                                          \
        const Split_##T *A, S IA, const Split_##T *B, S IB, const Split_##T *C, S IC, L N, int Conjugate) {    \
        const T sign = Conjugate < 0 ? -1 : 1;                                                                 \
        ZBINARY_BODY(T, ar *br - sign * ai * bi, ar *bi + sign * ai * br)                                      \
    }
PAIR(ZMULTIPLY, zvmul, )

#define ZTERNARY(name, T, RE, IM)                                                                                      \
    CLONES void name(                                                                                                  \
        const Split_##T *A, S IA, const Split_##T *B, S IB, const Split_##T *C, S IC, const Split_##T *D, S ID, L N) { \
        if (IA == 1 && IB == 1 && IC == 1 && ID == 1) EACH {                                                           \
                READ(T, a, A, n);                                                                                      \
                READ(T, b, B, n);                                                                                      \
                READ(T, c, C, n);                                                                                      \
                WRITE(D, n, RE, IM)                                                                                    \
            }                                                                                                          \
        else                                                                                                           \
            STEP {                                                                                                     \
                READ(T, a, A, n * IA);                                                                                 \
                READ(T, b, B, n * IB);                                                                                 \
                READ(T, c, C, n * IC);                                                                                 \
                WRITE(D, n * ID, RE, IM)                                                                               \
            }                                                                                                          \
    }
PAIR(ZTERNARY, zvma, (ar * br - ai * bi) + cr, (ar * bi + ai * br) + ci)
PAIR(ZTERNARY, zvcma, (ar * br + ai * bi) + cr, (ar * bi - ai * br) + ci)

#define ZNUMBER_MIDDLE(name, T, ...)                                                                              \
    CLONES void name(                                                                                             \
        const Split_##T *A, S IA, const Split_##T *B, const Split_##T *C, S IC, const Split_##T *D, S ID, L N) {  \
        READ(T, b, B, 0);                                                                                         \
        STEP {                                                                                                    \
            READ(T, a, A, n * IA);                                                                                \
            READ(T, c, C, n * IC);                                                                                \
            WRITE(D, n * ID, (ar * br - ai * bi) + cr, (ar * bi + ai * br) + ci)                                  \
        }                                                                                                         \
    }
PAIR(ZNUMBER_MIDDLE, zvsma, )

#define ZNUMBER(name, T, ...)                                                                           \
    CLONES void name(const Split_##T *A, S IA, const Split_##T *B, const Split_##T *C, S IC, L N) {     \
        READ(T, b, B, 0);                                                                               \
        if (IA == 1 && IC == 1) EACH {                                                                  \
                READ(T, a, A, n);                                                                       \
                WRITE(C, n, ar *br - ai * bi, ar *bi + ai * br)                                         \
            }                                                                                           \
        else                                                                                            \
            STEP {                                                                                      \
                READ(T, a, A, n * IA);                                                                  \
                WRITE(C, n * IC, ar *br - ai * bi, ar *bi + ai * br)                                    \
            }                                                                                           \
    }
PAIR(ZNUMBER, zvzsml, )

#define ZWITH_REAL(name, T, RE, IM)                                                                  \
    CLONES void name(const Split_##T *A, S IA, const T *B, S IB, const Split_##T *C, S IC, L N) {    \
        if (IA == 1 && IB == 1 && IC == 1) EACH {                                                    \
                READ(T, a, A, n);                                                                    \
                const T b = B[n];                                                                    \
                WRITE(C, n, RE, IM)                                                                  \
            }                                                                                        \
        else                                                                                         \
            STEP {                                                                                   \
                READ(T, a, A, n * IA);                                                               \
                const T b = B[n * IB];                                                               \
                WRITE(C, n * IC, RE, IM)                                                             \
            }                                                                                        \
    }
PAIR(ZWITH_REAL, zrvadd, ar + b, ai)
PAIR(ZWITH_REAL, zrvsub, ar - b, ai)
PAIR(ZWITH_REAL, zrvmul, ar *b, ai *b)
PAIR(ZWITH_REAL, zrvdiv, ar / b, ai / b)

#define ZMAGNITUDE_PLUS(name, T, ...)                                                      \
    CLONES void name(const Split_##T *A, S IA, const T *B, S IB, T *C, S IC, L N) {        \
        if (IA == 1 && IB == 1 && IC == 1) EACH {                                          \
                READ(T, a, A, n);                                                          \
                C[n] = (ar * ar + ai * ai) + B[n];                                         \
            }                                                                              \
        else                                                                               \
            STEP {                                                                         \
                READ(T, a, A, n * IA);                                                     \
                C[n * IC] = (ar * ar + ai * ai) + B[n * IB];                               \
            }                                                                              \
    }
PAIR(ZMAGNITUDE_PLUS, zvmgsa, )

#define ZFILL(name, T, ...)                                                      \
    CLONES void name(const Split_##T *A, const Split_##T *C, S IC, L N) {        \
        READ(T, a, A, 0);                                                        \
        STEP WRITE(C, n *IC, ar, ai)                                             \
    }
PAIR(ZFILL, zvfill, )

// The stride of interleaved numbers counts floats.
#define SPLIT(name, T, ...)                                                                      \
    CLONES void name(const Interleaved_##T *C, S IC, const Split_##T *Z, S IZ, L N) {            \
        const T *c = &C->real;                                                                   \
        T *re = Z->realp, *im = Z->imagp;                                                        \
        if (IC == 2 && IZ == 1) EACH {                                                           \
                const T r = c[2 * n], i = c[2 * n + 1];                                          \
                re[n] = r;                                                                       \
                im[n] = i;                                                                       \
            }                                                                                    \
        else                                                                                     \
            STEP {                                                                               \
                const T r = c[n * IC], i = c[n * IC + 1];                                        \
                re[n * IZ] = r;                                                                  \
                im[n * IZ] = i;                                                                  \
            }                                                                                    \
    }
PAIR(SPLIT, ctoz, )

#define INTERLEAVE(name, T, ...)                                                                 \
    CLONES void name(const Split_##T *Z, S IZ, Interleaved_##T *C, S IC, L N) {                  \
        T *c = &C->real;                                                                         \
        const T *re = Z->realp, *im = Z->imagp;                                                  \
        if (IC == 2 && IZ == 1) EACH {                                                           \
                const T r = re[n], i = im[n];                                                    \
                c[2 * n] = r;                                                                    \
                c[2 * n + 1] = i;                                                                \
            }                                                                                    \
        else                                                                                     \
            STEP {                                                                               \
                const T r = re[n * IZ], i = im[n * IZ];                                          \
                c[n * IC] = r;                                                                   \
                c[n * IC + 1] = i;                                                               \
            }                                                                                    \
    }
PAIR(INTERLEAVE, ztoc, )
