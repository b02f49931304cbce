// Mathematics that the audio thread may call: the C library's functions, declared to Swift as free of heap and locks.
#pragma once

// Swift's realtime marks; other compilers have no such attribute and need none.
#if defined(__clang__)
#define CMATH_REALTIME __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))
#else
#define CMATH_REALTIME
#endif

// The one list of them. Each is there in both precisions: sin is cmath_sinf for floats and cmath_sin for doubles.
#define CMATH_OF_ONE(each) \
    each(sin) each(cos) each(tan) each(tanh) each(exp) each(exp2) each(log) each(log2) each(log10) each(sqrt)
#define CMATH_OF_TWO(each) each(atan2) each(pow)

#define CMATH_DECLARE_ONE(name)                    \
    CMATH_REALTIME float cmath_##name##f(float x); \
    CMATH_REALTIME double cmath_##name(double x);
#define CMATH_DECLARE_TWO(name)                                 \
    CMATH_REALTIME float cmath_##name##f(float a, float b);     \
    CMATH_REALTIME double cmath_##name(double a, double b);

CMATH_OF_ONE(CMATH_DECLARE_ONE)
CMATH_OF_TWO(CMATH_DECLARE_TWO)
