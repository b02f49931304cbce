#include "CMath.h"

#include <math.h>

#define DEFINE_ONE(name)                                 \
    float cmath_##name##f(float x) { return name##f(x); } \
    double cmath_##name(double x) { return name(x); }
#define DEFINE_TWO(name)                                                \
    float cmath_##name##f(float a, float b) { return name##f(a, b); }   \
    double cmath_##name(double a, double b) { return name(a, b); }

CMATH_OF_ONE(DEFINE_ONE)
CMATH_OF_TWO(DEFINE_TWO)
