// Mathematics that the audio thread may call: the C library's functions, told to Swift as free of heap and locks.
#pragma once

// Swift's realtime marks; other compilers do not know the attribute and need not.
#if defined(__clang__)
#define CMATH_REALTIME __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))
#else
#define CMATH_REALTIME
#endif

CMATH_REALTIME float cmath_sinf(float x);
CMATH_REALTIME float cmath_cosf(float x);
CMATH_REALTIME float cmath_tanf(float x);
CMATH_REALTIME float cmath_tanhf(float x);
CMATH_REALTIME float cmath_atan2f(float y, float x);
CMATH_REALTIME float cmath_expf(float x);
CMATH_REALTIME float cmath_exp2f(float x);
CMATH_REALTIME float cmath_logf(float x);
CMATH_REALTIME float cmath_log2f(float x);
CMATH_REALTIME float cmath_log10f(float x);
CMATH_REALTIME float cmath_powf(float x, float y);
CMATH_REALTIME float cmath_sqrtf(float x);

CMATH_REALTIME double cmath_sin(double x);
CMATH_REALTIME double cmath_cos(double x);
CMATH_REALTIME double cmath_tan(double x);
CMATH_REALTIME double cmath_tanh(double x);
CMATH_REALTIME double cmath_atan2(double y, double x);
CMATH_REALTIME double cmath_exp(double x);
CMATH_REALTIME double cmath_exp2(double x);
CMATH_REALTIME double cmath_log(double x);
CMATH_REALTIME double cmath_log2(double x);
CMATH_REALTIME double cmath_log10(double x);
CMATH_REALTIME double cmath_pow(double x, double y);
CMATH_REALTIME double cmath_sqrt(double x);
