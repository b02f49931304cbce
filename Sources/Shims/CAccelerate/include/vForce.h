// A table: elementary functions of whole vectors. i counts from 0 to n[0] - 1; outputs come first and may be inputs.
#pragma once

#include "vDSPMarks.h"

#pragma clang assume_nonnull begin

/// y[i] = 1 / x[i]
VDSP_RT void vvrecf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvrec(double *y, const double *x, const int *n);

/// y[i] = the square root of x[i]
VDSP_RT void vvsqrtf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvsqrt(double *y, const double *x, const int *n);

/// y[i] = 1 / the square root of x[i]
VDSP_RT void vvrsqrtf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvrsqrt(double *y, const double *x, const int *n);

/// y[i] = the cube root of x[i]
VDSP_RT void vvcbrtf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvcbrt(double *y, const double *x, const int *n);

/// y[i] = e to the power of x[i]
VDSP_RT void vvexpf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvexp(double *y, const double *x, const int *n);

/// y[i] = 2 to the power of x[i]
VDSP_RT void vvexp2f(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvexp2(double *y, const double *x, const int *n);

/// y[i] = e to the power of x[i], minus 1
VDSP_RT void vvexpm1f(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvexpm1(double *y, const double *x, const int *n);

/// y[i] = the natural logarithm of x[i]
VDSP_RT void vvlogf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvlog(double *y, const double *x, const int *n);

/// y[i] = the natural logarithm of 1 + x[i]
VDSP_RT void vvlog1pf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvlog1p(double *y, const double *x, const int *n);

/// y[i] = the logarithm of x[i] to base 2
VDSP_RT void vvlog2f(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvlog2(double *y, const double *x, const int *n);

/// y[i] = the logarithm of x[i] to base 10
VDSP_RT void vvlog10f(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvlog10(double *y, const double *x, const int *n);

/// y[i] = the exponent of x[i]
VDSP_RT void vvlogbf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvlogb(double *y, const double *x, const int *n);

/// y[i] = |x[i]|, the absolute value.
VDSP_RT void vvfabsf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvfabs(double *y, const double *x, const int *n);

/// y[i] = the sine of x[i]
VDSP_RT void vvsinf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvsin(double *y, const double *x, const int *n);

/// y[i] = the cosine of x[i]
VDSP_RT void vvcosf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvcos(double *y, const double *x, const int *n);

/// y[i] = the tangent of x[i]
VDSP_RT void vvtanf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvtan(double *y, const double *x, const int *n);

/// y[i] = the sine of pi x[i]
VDSP_RT void vvsinpif(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvsinpi(double *y, const double *x, const int *n);

/// y[i] = the cosine of pi x[i]
VDSP_RT void vvcospif(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvcospi(double *y, const double *x, const int *n);

/// y[i] = the tangent of pi x[i]
VDSP_RT void vvtanpif(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvtanpi(double *y, const double *x, const int *n);

/// y[i] = the arc sine of x[i]
VDSP_RT void vvasinf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvasin(double *y, const double *x, const int *n);

/// y[i] = the arc cosine of x[i]
VDSP_RT void vvacosf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvacos(double *y, const double *x, const int *n);

/// y[i] = the arc tangent of x[i]
VDSP_RT void vvatanf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvatan(double *y, const double *x, const int *n);

/// y[i] = the hyperbolic sine of x[i]
VDSP_RT void vvsinhf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvsinh(double *y, const double *x, const int *n);

/// y[i] = the hyperbolic cosine of x[i]
VDSP_RT void vvcoshf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvcosh(double *y, const double *x, const int *n);

/// y[i] = the hyperbolic tangent of x[i]
VDSP_RT void vvtanhf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvtanh(double *y, const double *x, const int *n);

/// y[i] = the inverse hyperbolic sine of x[i]
VDSP_RT void vvasinhf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvasinh(double *y, const double *x, const int *n);

/// y[i] = the inverse hyperbolic cosine of x[i]
VDSP_RT void vvacoshf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvacosh(double *y, const double *x, const int *n);

/// y[i] = the inverse hyperbolic tangent of x[i]
VDSP_RT void vvatanhf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvatanh(double *y, const double *x, const int *n);

/// y[i] = x[i] rounded up
VDSP_RT void vvceilf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvceil(double *y, const double *x, const int *n);

/// y[i] = x[i] rounded down
VDSP_RT void vvfloorf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvfloor(double *y, const double *x, const int *n);

/// y[i] = x[i] without its fraction
VDSP_RT void vvintf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvint(double *y, const double *x, const int *n);

/// y[i] = x[i] rounded to nearest, halves to even
VDSP_RT void vvnintf(float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvnint(double *y, const double *x, const int *n);

/// z[i] = y[i] / x[i]
VDSP_RT void vvdivf(float *z, const float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvdiv(double *z, const double *y, const double *x, const int *n);

/// z[i] = x[i] to the power of y[i]: exponents come first.
VDSP_RT void vvpowf(float *z, const float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvpow(double *z, const double *y, const double *x, const int *n);

/// z[i] = the angle of the point (x[i], y[i])
VDSP_RT void vvatan2f(float *z, const float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvatan2(double *z, const double *y, const double *x, const int *n);

/// z[i] = y[i] with the sign of x[i]
VDSP_RT void vvcopysignf(float *z, const float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvcopysign(double *z, const double *y, const double *x, const int *n);

/// z[i] = the remainder of y[i] / x[i], with the sign of y[i]
VDSP_RT void vvfmodf(float *z, const float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvfmod(double *z, const double *y, const double *x, const int *n);

/// z[i] = y[i] minus the multiple of x[i] that is nearest
VDSP_RT void vvremainderf(float *z, const float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvremainder(double *z, const double *y, const double *x, const int *n);

/// z[i] = the number next to y[i] towards x[i]
VDSP_RT void vvnextafterf(float *z, const float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvnextafter(double *z, const double *y, const double *x, const int *n);

/// z[i] = x[i] to the power of y[0]
VDSP_RT void vvpowsf(float *z, const float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvpows(double *z, const double *y, const double *x, const int *n);

/// z[i] = the sine of x[i], y[i] = its cosine
VDSP_RT void vvsincosf(float *z, float *y, const float *x, const int *n);
/// The same in double precision.
VDSP_RT void vvsincos(double *z, double *y, const double *x, const int *n);

#pragma clang assume_nonnull end
