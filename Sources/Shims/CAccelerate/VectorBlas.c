#include <math.h>

#include "Lanes.h"

#define EACH_PRECISION(shape, name, ...) shape(cblas_s##name, float, , __VA_ARGS__) shape(cblas_d##name, double, D, __VA_ARGS__)

// A vector with a negative increment begins at its far end.
#define START(X, N, inc) ((inc) < 0 ? (X) + (S)(1 - (N)) * (inc) : (X))
#define COUNT(N) ((N) > 0 ? (L)(N) : 0)

#define DOT(name, T, suffix, ...)                                                                   \
    T name(const int N, const T *X, const int incX, const T *Y, const int incY) {                   \
        T sum = 0;                                                                                  \
        vDSP_dotpr##suffix(START(X, N, incX), incX, START(Y, N, incY), incY, &sum, COUNT(N));       \
        return sum;                                                                                 \
    }
EACH_PRECISION(DOT, dot, )

double cblas_dsdot(const int N, const float *X, const int incX, const float *Y, const int incY) {
    const float *x = START(X, N, incX), *y = START(Y, N, incY);
    double sum = 0;
    for (S i = 0; i < N; i++) sum += (double)x[i * incX] * y[i * incY];
    return sum;
}

float cblas_sdsdot(const int N, const float alpha, const float *X, const int incX, const float *Y, const int incY) {
    return (float)(alpha + cblas_dsdot(N, X, incX, Y, incY));
}

// Squares may leave the range of their type: where they do, everything is divided by the largest first.
#define NORM(name, T, suffix, ...)                                                          \
    T name(const int N, const T *X, const int incX) {                                       \
        T largest = 0;                                                                      \
        if (N < 1 || incX < 1) return 0;                                                    \
        vDSP_maxmgv##suffix(X, incX, &largest, (L)N);                                       \
        const double top = largest;                                                         \
        const double scale = top > 1e140 || (top < 1e-140 && top > 0) ? top : 1;            \
        double sum = 0;                                                                     \
        for (S i = 0; i < N; i++) sum += (X[i * incX] / scale) * (X[i * incX] / scale);     \
        return (T)(scale * sqrt(sum));                                                      \
    }
EACH_PRECISION(NORM, nrm2, )

#define MAGNITUDES(name, T, suffix, ...)                            \
    T name(const int N, const T *X, const int incX) {               \
        T sum = 0;                                                  \
        if (incX > 0) vDSP_svemg##suffix(X, incX, &sum, COUNT(N));  \
        return sum;                                                 \
    }
EACH_PRECISION(MAGNITUDES, asum, )

#define LARGEST(name, T, suffix)                                                        \
    int name(const int N, const T *X, const int incX) {                                 \
        T largest = 0;                                                                  \
        L place = 0;                                                                    \
        if (incX > 0) vDSP_maxmgvi##suffix(X, incX, &largest, &place, COUNT(N));        \
        return incX > 0 ? (int)(place / (L)incX) : 0;                                   \
    }
LARGEST(cblas_isamax, float, )
LARGEST(cblas_idamax, double, D)

#define SWAP(name, T, suffix, ...)                                                          \
    void name(const int N, T *X, const int incX, T *Y, const int incY) {                    \
        vDSP_vswap##suffix(START(X, N, incX), incX, START(Y, N, incY), incY, COUNT(N));     \
    }
EACH_PRECISION(SWAP, swap, )

#define COPY(name, T, ...)                                                              \
    CLONES void name(const int N, const T *X, const int incX, T *Y, const int incY) {   \
        const T *x = START(X, N, incX);                                                 \
        T *y = START(Y, N, incY);                                                       \
        if (incX == 1 && incY == 1) EACH y[n] = x[n];                                   \
        else STEP y[n * incY] = x[n * incX];                                            \
    }
EACH_PRECISION(COPY, copy, )

#define ADD_SCALED(name, T, ...)                                                                        \
    CLONES void name(const int N, const T alpha, const T *X, const int incX, T *Y, const int incY) {    \
        const T *x = START(X, N, incX);                                                                 \
        T *y = START(Y, N, incY);                                                                       \
        if (incX == 1 && incY == 1) EACH y[n] += alpha * x[n];                                          \
        else STEP y[n * incY] += alpha * x[n * incX];                                                   \
    }
EACH_PRECISION(ADD_SCALED, axpy, )

#define COMBINE(name, T)                                                                                                \
    CLONES void name(const int N, const T alpha, const T *X, const int incX, const T beta, T *Y, const int incY) {      \
        const T *x = START(X, N, incX);                                                                                 \
        T *y = START(Y, N, incY);                                                                                       \
        if (beta == 0) STEP y[n * incY] = alpha * x[n * incX];                                                          \
        else if (incX == 1 && incY == 1) EACH y[n] = alpha * x[n] + beta * y[n];                                        \
        else STEP y[n * incY] = alpha * x[n * incX] + beta * y[n * incY];                                               \
    }
COMBINE(catlas_saxpby, float)
COMBINE(catlas_daxpby, double)

#define SCALE(name, T, suffix, ...)                                                         \
    void name(const int N, const T alpha, T *X, const int incX) {                           \
        if (incX > 0) vDSP_vsmul##suffix(X, incX, &alpha, X, incX, COUNT(N));               \
    }
EACH_PRECISION(SCALE, scal, )

#define SET(name, T, suffix)                                                            \
    void name(const int N, const T alpha, T *X, const int incX) {                       \
        vDSP_vfill##suffix(&alpha, START(X, N, incX), incX, COUNT(N));                  \
    }
SET(catlas_sset, float, )
SET(catlas_dset, double, D)

#define ROTATE(name, T, ...)                                                                                    \
    CLONES void name(const int N, T *X, const int incX, T *Y, const int incY, const T c, const T s) {           \
        T *x = START(X, N, incX), *y = START(Y, N, incY);                                                       \
        STEP {                                                                                                  \
            const T a = x[n * incX], b = y[n * incY];                                                           \
            x[n * incX] = c * a + s * b;                                                                        \
            y[n * incY] = c * b - s * a;                                                                        \
        }                                                                                                       \
    }
EACH_PRECISION(ROTATE, rot, )

// z = s, 1 or 1/c, by which c and s can be made again.
#define MAKE_ROTATION(name, T, ...)                                                     \
    void name(T *a, T *b, T *c, T *s) {                                                 \
        const double x = *a, y = *b;                                                    \
        if (x == 0 && y == 0) {                                                         \
            *c = 1;                                                                     \
            *s = *a = *b = 0;                                                           \
            return;                                                                     \
        }                                                                               \
        const double r = copysign(hypot(x, y), fabs(x) > fabs(y) ? x : y);              \
        const double cosine = x / r, sine = y / r;                                      \
        *c = (T)cosine;                                                                 \
        *s = (T)sine;                                                                   \
        *b = (T)(fabs(x) > fabs(y) ? sine : cosine != 0 ? 1 / cosine : 1);              \
        *a = (T)r;                                                                      \
    }
EACH_PRECISION(MAKE_ROTATION, rotg, )
