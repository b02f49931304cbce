#include "CMath.h"

#include <math.h>

float cmath_sinf(float x) { return sinf(x); }
float cmath_cosf(float x) { return cosf(x); }
float cmath_tanf(float x) { return tanf(x); }
float cmath_tanhf(float x) { return tanhf(x); }
float cmath_atan2f(float y, float x) { return atan2f(y, x); }
float cmath_expf(float x) { return expf(x); }
float cmath_exp2f(float x) { return exp2f(x); }
float cmath_logf(float x) { return logf(x); }
float cmath_log2f(float x) { return log2f(x); }
float cmath_log10f(float x) { return log10f(x); }
float cmath_powf(float x, float y) { return powf(x, y); }
float cmath_sqrtf(float x) { return sqrtf(x); }

double cmath_sin(double x) { return sin(x); }
double cmath_cos(double x) { return cos(x); }
double cmath_tan(double x) { return tan(x); }
double cmath_tanh(double x) { return tanh(x); }
double cmath_atan2(double y, double x) { return atan2(y, x); }
double cmath_exp(double x) { return exp(x); }
double cmath_exp2(double x) { return exp2(x); }
double cmath_log(double x) { return log(x); }
double cmath_log2(double x) { return log2(x); }
double cmath_log10(double x) { return log10(x); }
double cmath_pow(double x, double y) { return pow(x, y); }
double cmath_sqrt(double x) { return sqrt(x); }
