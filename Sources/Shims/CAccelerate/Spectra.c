#include "Loops.h"

typedef DSPSplitComplex Split_float;
typedef DSPDoubleSplitComplex Split_double;

#define POWER_SPECTRUM(name, T, ...)                                                    \
    CLONES void name(const Split_##T *A, T *C, L N) {                                   \
        const T *re = A->realp, *im = A->imagp;                                         \
        EACH C[n] += re[n] * re[n] + im[n] * im[n];                                     \
    }
PAIR(POWER_SPECTRUM, zaspec, )

#define CROSS_SPECTRUM(name, T, ...)                                                    \
    CLONES void name(const Split_##T *A, const Split_##T *B, const Split_##T *C, L N) { \
        const T *ar = A->realp, *ai = A->imagp, *br = B->realp, *bi = B->imagp;         \
        T *cr = C->realp, *ci = C->imagp;                                               \
        EACH {                                                                          \
            const T re = ar[n] * br[n] + ai[n] * bi[n], im = ar[n] * bi[n] - ai[n] * br[n]; \
            cr[n] += re;                                                                \
            ci[n] += im;                                                                \
        }                                                                               \
    }
PAIR(CROSS_SPECTRUM, zcspec, )

#define COHERENCE(name, T, ...)                                                         \
    CLONES void name(const T *A, const T *B, const Split_##T *C, T *D, L N) {           \
        const T *re = C->realp, *im = C->imagp;                                         \
        EACH D[n] = (re[n] * re[n] + im[n] * im[n]) / (A[n] * B[n]);                    \
    }
PAIR(COHERENCE, zcoher, )

#define TRANSFER(name, T, ...)                                                          \
    CLONES void name(const T *A, const Split_##T *B, const Split_##T *C, L N) {         \
        const T *br = B->realp, *bi = B->imagp;                                         \
        T *cr = C->realp, *ci = C->imagp;                                               \
        EACH {                                                                          \
            const T re = A[n] * br[n], im = A[n] * bi[n];                               \
            cr[n] = re;                                                                 \
            ci[n] = im;                                                                 \
        }                                                                               \
    }
PAIR(TRANSFER, ztrans, )

// Sums in double precision.
#define PRODUCT(name, T, SIGN)                                                                               \
    CLONES void name(const Split_##T *A, S IA, const Split_##T *B, S IB, const Split_##T *C, L N) {          \
        double re = 0, im = 0;                                                                               \
        STEP {                                                                                               \
            const double ar = A->realp[n * IA], ai = SIGN A->imagp[n * IA];                                  \
            const double br = B->realp[n * IB], bi = B->imagp[n * IB];                                       \
            re += ar * br - ai * bi;                                                                         \
            im += ar * bi + ai * br;                                                                         \
        }                                                                                                    \
        C->realp[0] = (T)re;                                                                                 \
        C->imagp[0] = (T)im;                                                                                 \
    }
PAIR(PRODUCT, zdotpr, +)
PAIR(PRODUCT, zidotpr, -)

#define PRODUCT_WITH_REAL(name, T, ...)                                                                \
    CLONES void name(const Split_##T *A, S IA, const T *B, S IB, const Split_##T *C, L N) {            \
        double re = 0, im = 0;                                                                         \
        STEP {                                                                                         \
            re += (double)A->realp[n * IA] * B[n * IB];                                                \
            im += (double)A->imagp[n * IA] * B[n * IB];                                                \
        }                                                                                              \
        C->realp[0] = (T)re;                                                                           \
        C->imagp[0] = (T)im;                                                                           \
    }
PAIR(PRODUCT_WITH_REAL, zrdotpr, )

#define CONVOLVE(name, T, ...)                                                                         \
    CLONES void name(                                                                                  \
        const Split_##T *A, S IA, const Split_##T *F, S IF, const Split_##T *C, S IC, L N, L P) {      \
        STEP {                                                                                         \
            T re = 0, im = 0;                                                                          \
            for (S p = 0; p < (S)P; p++) {                                                             \
                const T ar = A->realp[(n + p) * IA], ai = A->imagp[(n + p) * IA];                      \
                const T fr = F->realp[p * IF], fi = F->imagp[p * IF];                                  \
                re += ar * fr - ai * fi;                                                               \
                im += ar * fi + ai * fr;                                                               \
            }                                                                                          \
            C->realp[n * IC] = re;                                                                     \
            C->imagp[n * IC] = im;                                                                     \
        }                                                                                              \
    }
PAIR(CONVOLVE, zconv, )

#define DECIMATE(name, suffix, T)                                                                          \
    void vDSP_##name##suffix(const Split_##T *A, S DF, const T *F, const Split_##T *C, L N, L P) {         \
        vDSP_desamp##suffix(A->realp, DF, F, C->realp, N, P);                                              \
        vDSP_desamp##suffix(A->imagp, DF, F, C->imagp, N, P);                                              \
    }
DECIMATE(zrdesamp, , float)
DECIMATE(zrdesamp, D, double)

// Matrices of complex numbers: products are made element by element.
#define MATRIX_PRODUCT(T)                                                                                         \
    INLINE void matrix_at_##T(                                                                                    \
        const Split_##T *A, S IA, const Split_##T *B, S IB, S m, S n, S N, S P, T *re, T *im) {                   \
        T sum_re = 0, sum_im = 0;                                                                                 \
        for (S p = 0; p < P; p++) {                                                                               \
            const S a = (m * P + p) * IA, b = (p * N + n) * IB;                                                   \
            sum_re += A->realp[a] * B->realp[b] - A->imagp[a] * B->imagp[b];                                      \
            sum_im += A->realp[a] * B->imagp[b] + A->imagp[a] * B->realp[b];                                      \
        }                                                                                                         \
        *re = sum_re;                                                                                             \
        *im = sum_im;                                                                                             \
    }
MATRIX_PRODUCT(float)
MATRIX_PRODUCT(double)

#define MATRICES(name, T, ...)                                                                                        \
    CLONES void name(const Split_##T *A, S IA, const Split_##T *B, S IB, const Split_##T *C, S IC, L M, L N, L P) {   \
        for (S m = 0; m < (S)M; m++)                                                                                  \
            STEP {                                                                                                    \
                const S place = (m * (S)N + n) * IC;                                                                  \
                matrix_at_##T(A, IA, B, IB, m, n, (S)N, (S)P, C->realp + place, C->imagp + place);                    \
            }                                                                                                         \
    }
PAIR(MATRICES, zmmul, )

#define MATRICES_AND(name, T, PRODUCT_SIGN, OTHER_SIGN)                                                        \
    CLONES void name(                                                                                          \
        const Split_##T *A, S IA, const Split_##T *B, S IB, const Split_##T *C, S IC, const Split_##T *D, S ID, \
        L M, L N, L P) {                                                                                       \
        for (S m = 0; m < (S)M; m++)                                                                           \
            STEP {                                                                                             \
                const S c = (m * (S)N + n) * IC, d = (m * (S)N + n) * ID;                                      \
                T re, im;                                                                                      \
                matrix_at_##T(A, IA, B, IB, m, n, (S)N, (S)P, &re, &im);                                       \
                D->realp[d] = PRODUCT_SIGN re OTHER_SIGN C->realp[c];                                          \
                D->imagp[d] = PRODUCT_SIGN im OTHER_SIGN C->imagp[c];                                          \
            }                                                                                                  \
    }
PAIR(MATRICES_AND, zmma, , +)
PAIR(MATRICES_AND, zmms, , -)
PAIR(MATRICES_AND, zmsm, -, +)
