#include <float.h>
#include <math.h>

#include "Loops.h"

#define FARTHER(a, b) ((a) > (b) ? (a) : (b))
#define IMAGINARY __builtin_complex((T)0, (T)1)

static int at_least_one(int x) { return x > 1 ? x : 1; }

#define NAMED(name) s##name
#define T float
#define EPSILON FLT_EPSILON
#define LARGEST FLT_MAX
// Scales of balancing stay within it, and the elements of a vector that is being found.
#define LIMIT 0x1p30f
#define BIG 0x1p40f
#include "Eigenvalues.h"
#undef NAMED
#undef T
#undef EPSILON
#undef LARGEST
#undef LIMIT
#undef BIG

#define NAMED(name) d##name
#define T double
#define EPSILON DBL_EPSILON
#define LARGEST DBL_MAX
#define LIMIT 0x1p200
#define BIG 0x1p300
#include "Eigenvalues.h"
