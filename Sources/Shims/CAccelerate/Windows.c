#include <math.h>

#include "Loops.h"

// A half window has one value more than half when N is odd.
#define WINDOW(name, T, E)                                                                   \
    void name(T *C, L N, int Flag) {                                                         \
        const S count = (S)(Flag & vDSP_HALF_WINDOW ? (N + 1) / 2 : N);                      \
        const double hann = Flag & vDSP_HANN_NORM ? 0.81649658092772603273 : 0.5;            \
        (void)hann;                                                                          \
        for (S n = 0; n < count; n++) {                                                      \
            const double turn = 2 * 3.14159265358979323846 * (double)n / (double)N;          \
            C[n] = (T)(E);                                                                   \
        }                                                                                    \
    }
PAIR(WINDOW, hann_window, hann *(1 - cos(turn)))
PAIR(WINDOW, hamm_window, 0.54 - 0.46 * cos(turn))
PAIR(WINDOW, blkman_window, 0.42 - 0.5 * cos(turn) + 0.08 * cos(2 * turn))
