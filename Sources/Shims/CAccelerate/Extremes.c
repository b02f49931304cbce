#include <math.h>

#include "Lanes.h"

// NaN is passed over.

#define EXTREME(kind, T, LARGER, START, E)                                                         \
    INLINE T kind##_##T(const T *A, S IA, L N) {                                                   \
        T extreme = START;                                                                         \
        S n = 0;                                                                                   \
        if (IA == 1 && N >= 2 * LANES) {                                                           \
            Lanes_##T first, second;                                                               \
            for (int k = 0; k < LANES; k++) first[k] = second[k] = START;                          \
            for (; n + 2 * LANES <= (S)N; n += 2 * LANES) {                                        \
                Lanes_##T a = LOAD(T, A + n);                                                      \
                first = LARGER(first, E);                                                          \
                a = LOAD(T, A + n + LANES);                                                        \
                second = LARGER(second, E);                                                        \
            }                                                                                      \
            first = LARGER(first, second);                                                         \
            for (int k = 0; k < LANES; k++) extreme = LARGER(extreme, first[k]);                   \
        }                                                                                          \
        for (; n < (S)N; n++) {                                                                    \
            const T a = A[n * IA];                                                                 \
            extreme = LARGER(extreme, E);                                                          \
        }                                                                                          \
        return extreme;                                                                            \
    }                                                                                              \
    INLINE L kind##_place_##T(const T *A, S IA, L N, T extreme) {                                  \
        STEP {                                                                                     \
            const T a = A[n * IA];                                                                 \
            if (E == extreme) return (L)(n * IA);                                                  \
        }                                                                                          \
        return 0;                                                                                  \
    }

#define EXTREMES(kind, LARGER, START, E) EXTREME(kind, float, LARGER, START, E) EXTREME(kind, double, LARGER, START, E)
EXTREMES(largest, __builtin_elementwise_max, -INFINITY, a)
EXTREMES(largest_magnitude, __builtin_elementwise_max, 0, ABS(a))
EXTREMES(smallest, __builtin_elementwise_min, INFINITY, a)
EXTREMES(smallest_magnitude, __builtin_elementwise_min, INFINITY, ABS(a))

#define VALUE(name, T, kind) \
    CLONES void name(const T *A, S IA, T *C, L N) { *C = kind##_##T(A, IA, N); }
PAIR(VALUE, maxv, largest)
PAIR(VALUE, maxmgv, largest_magnitude)
PAIR(VALUE, minv, smallest)
PAIR(VALUE, minmgv, smallest_magnitude)

#define VALUE_AND_PLACE(name, T, kind)                       \
    CLONES void name(const T *A, S IA, T *C, L *I, L N) {    \
        const T extreme = kind##_##T(A, IA, N);              \
        *I = kind##_place_##T(A, IA, N, extreme);            \
        *C = extreme;                                        \
    }
PAIR(VALUE_AND_PLACE, maxvi, largest)
PAIR(VALUE_AND_PLACE, maxmgvi, largest_magnitude)
PAIR(VALUE_AND_PLACE, minvi, smallest)
PAIR(VALUE_AND_PLACE, minmgvi, smallest_magnitude)

#define CROSSINGS(name, T, ...)                                           \
    CLONES void name(const T *A, S IA, L B, L *C, L *D, L N) {            \
        L found = 0;                                                      \
        *C = 0;                                                           \
        for (S n = 1; n < (S)N && found < B; n++) {                       \
            if (signbit(A[(n - 1) * IA]) == signbit(A[n * IA])) continue; \
            found++;                                                      \
            if (found == B) *C = (L)(n * IA);                             \
        }                                                                 \
        *D = found;                                                       \
    }
PAIR(CROSSINGS, nzcros, )
