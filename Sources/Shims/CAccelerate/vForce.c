#include <math.h>

#include "Loops.h"

// Elementary functions are those of the C library; functions with an instruction of the processor are computed in whole
// registers. Names with an f work on float.

#define VV_EACH _Pragma("clang loop vectorize(assume_safety)") for (int i = 0; i < count; i++)
#define VV_UNARY_OF(name, T, E)                               \
    CLONES void vv##name(T *y, const T *x, const int *n) {    \
        const int count = *n;                                 \
        VV_EACH {                                             \
            const T a = x[i];                                 \
            y[i] = E;                                         \
        }                                                     \
    }
#define VV_UNARY(name, FLOAT, DOUBLE) VV_UNARY_OF(name##f, float, FLOAT) VV_UNARY_OF(name, double, DOUBLE)

VV_UNARY(rec, 1 / a, 1 / a)
VV_UNARY(sqrt, ROOT(a), ROOT(a))
VV_UNARY(rsqrt, 1 / ROOT(a), 1 / ROOT(a))
VV_UNARY(fabs, ABS(a), ABS(a))
VV_UNARY(ceil, __builtin_elementwise_ceil(a), __builtin_elementwise_ceil(a))
VV_UNARY(floor, __builtin_elementwise_floor(a), __builtin_elementwise_floor(a))
VV_UNARY(int, TRUNCATED(a), TRUNCATED(a))
VV_UNARY(nint, ROUNDED(a), ROUNDED(a))

// One call an element.
#define VV_CALL(name)                                          \
    void vv##name##f(float *y, const float *x, const int *n) { \
        const int count = *n;                                  \
        for (int i = 0; i < count; i++) y[i] = name##f(x[i]);  \
    }                                                          \
    void vv##name(double *y, const double *x, const int *n) {  \
        const int count = *n;                                  \
        for (int i = 0; i < count; i++) y[i] = name(x[i]);     \
    }

// Sine and cosine of pi x: x is brought within an eighth of a turn first, exactly.
static double sinpi(double x) {
    if (!isfinite(x)) return NAN;
    const double whole = x == trunc(x) ? copysign(0, x) : 1;
    if (whole == 0) return whole;
    const double r = remainder(x, 2), size = fabs(r);
    const double value = size <= 0.25 ? sin(M_PI * size)
                         : size <= 0.75 ? cos(M_PI * (size - 0.5))
                                        : sin(M_PI * (1 - size));
    return copysign(value, r);
}
static double cospi(double x) {
    if (!isfinite(x)) return NAN;
    const double size = fabs(remainder(x, 2));
    if (size == 0.5) return 0;
    return size <= 0.25 ? cos(M_PI * size) : size <= 0.75 ? sin(M_PI * (0.5 - size)) : -cos(M_PI * (1 - size));
}
static double tanpi(double x) { return sinpi(x) / cospi(x); }
static float sinpif(float x) { return (float)sinpi(x); }
static float cospif(float x) { return (float)cospi(x); }
static float tanpif(float x) { return (float)tanpi(x); }

VV_CALL(cbrt)
VV_CALL(exp)
VV_CALL(exp2)
VV_CALL(expm1)
VV_CALL(log)
VV_CALL(log1p)
VV_CALL(log2)
VV_CALL(log10)
VV_CALL(logb)
VV_CALL(sin)
VV_CALL(cos)
VV_CALL(tan)
VV_CALL(sinpi)
VV_CALL(cospi)
VV_CALL(tanpi)
VV_CALL(asin)
VV_CALL(acos)
VV_CALL(atan)
VV_CALL(sinh)
VV_CALL(cosh)
VV_CALL(tanh)
VV_CALL(asinh)
VV_CALL(acosh)
VV_CALL(atanh)

#define VV_BINARY_OF(name, T, E)                                             \
    CLONES void vv##name(T *z, const T *y, const T *x, const int *n) {       \
        const int count = *n;                                                \
        VV_EACH {                                                            \
            const T a = y[i], b = x[i];                                      \
            z[i] = E;                                                        \
        }                                                                    \
    }
VV_BINARY_OF(divf, float, a / b)
VV_BINARY_OF(div, double, a / b)
VV_BINARY_OF(copysignf, float, __builtin_copysignf(a, b))
VV_BINARY_OF(copysign, double, __builtin_copysign(a, b))

#define VV_CALL_TWO(name, first, second)                                             \
    void vv##name##f(float *z, const float *y, const float *x, const int *n) {       \
        const int count = *n;                                                        \
        for (int i = 0; i < count; i++) z[i] = name##f(first, second);               \
    }                                                                                \
    void vv##name(double *z, const double *y, const double *x, const int *n) {       \
        const int count = *n;                                                        \
        for (int i = 0; i < count; i++) z[i] = name(first, second);                  \
    }
VV_CALL_TWO(pow, x[i], y[i])
VV_CALL_TWO(atan2, y[i], x[i])
VV_CALL_TWO(fmod, y[i], x[i])
VV_CALL_TWO(remainder, y[i], x[i])
VV_CALL_TWO(nextafter, y[i], x[i])

#define VV_POWER(suffix, T)                                                       \
    void vvpows##suffix(T *z, const T *y, const T *x, const int *n) {             \
        const int count = *n;                                                     \
        const T exponent = *y;                                                    \
        for (int i = 0; i < count; i++) z[i] = pow##suffix(x[i], exponent);       \
    }                                                                             \
    void vvsincos##suffix(T *z, T *y, const T *x, const int *n) {                 \
        const int count = *n;                                                     \
        for (int i = 0; i < count; i++) {                                         \
            const T a = x[i];                                                     \
            z[i] = sin##suffix(a);                                                \
            y[i] = cos##suffix(a);                                                \
        }                                                                         \
    }
VV_POWER(f, float)
VV_POWER(, double)
