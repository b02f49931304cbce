#include "Lanes.h"

// Outputs side by side in registers, each summing its products in the order of the filter.
#define CONVOLVE(name, T, ...)                                                                         \
    INLINE T name##_at(const T *A, S IA, const T *F, S IF, S P) {                                      \
        T sum = 0;                                                                                     \
        for (S p = 0; p < P; p++) sum += A[p * IA] * F[p * IF];                                        \
        return sum;                                                                                    \
    }                                                                                                  \
    CLONES void name(const T *A, S IA, const T *F, S IF, T *C, S IC, L N, L P) {                       \
        const S count = (S)N, taps = (S)P;                                                             \
        S n = 0;                                                                                       \
        if (IA == 1 && IC == 1) {                                                                      \
            for (; n + 4 * LANES <= count; n += 4 * LANES) {                                           \
                Lanes_##T s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};                                      \
                for (S p = 0; p < taps; p++) {                                                         \
                    const T f = F[p * IF];                                                             \
                    const T *a = A + n + p;                                                            \
                    s0 += LOAD(T, a) * f;                                                              \
                    s1 += LOAD(T, a + LANES) * f;                                                      \
                    s2 += LOAD(T, a + 2 * LANES) * f;                                                  \
                    s3 += LOAD(T, a + 3 * LANES) * f;                                                  \
                }                                                                                      \
                STORE(T, C + n, s0);                                                                   \
                STORE(T, C + n + LANES, s1);                                                           \
                STORE(T, C + n + 2 * LANES, s2);                                                       \
                STORE(T, C + n + 3 * LANES, s3);                                                       \
            }                                                                                          \
            for (; n + LANES <= count; n += LANES) {                                                   \
                Lanes_##T sum = {0};                                                                   \
                for (S p = 0; p < taps; p++) sum += LOAD(T, A + n + p) * F[p * IF];                    \
                STORE(T, C + n, sum);                                                                  \
            }                                                                                          \
        }                                                                                              \
        for (; n < count; n++) C[n * IC] = name##_at(A + n * IA, IA, F, IF, taps);                     \
    }
PAIR(CONVOLVE, conv, )

#define DECIMATE(name, T, ...)                                                                         \
    CLONES void name(const T *A, S DF, const T *F, T *C, L N, L P) {                                   \
        STEP {                                                                                         \
            const T *a = A + n * DF;                                                                   \
            S p = 0;                                                                                   \
            T sum = 0;                                                                                 \
            if (P >= LANES) {                                                                          \
                Lanes_##T lanes = {0};                                                                 \
                for (; p + LANES <= (S)P; p += LANES) lanes += LOAD(T, a + p) * LOAD(T, F + p);        \
                sum = LANE_SUM(T, lanes);                                                             \
            }                                                                                          \
            for (; p < (S)P; p++) sum += a[p] * F[p];                                                  \
            C[n] = sum;                                                                                \
        }                                                                                              \
    }
PAIR(DECIMATE, desamp, )

#define TWO_POLES_TWO_ZEROS(name, T, ...)                                                              \
    CLONES void name(const T *A, S IA, const T *B, T *C, S IC, L N) {                                  \
        const T b0 = B[0], b1 = B[1], b2 = B[2], b3 = B[3], b4 = B[4];                                 \
        T x2 = A[0], x1 = A[IA], y2 = C[0], y1 = C[IC];                                                \
        for (S n = 2; n < (S)N + 2; n++) {                                                             \
            const T x = A[n * IA];                                                                     \
            const T y = ((x * b0 + x1 * b1 + x2 * b2) - y2 * b4) - y1 * b3;                            \
            C[n * IC] = y;                                                                             \
            (void)(x2 = x1, x1 = x, y2 = y1, y1 = y);                                                  \
        }                                                                                              \
    }
PAIR(TWO_POLES_TWO_ZEROS, deq22, )

// The kernel is turned around, since this is a convolution.
#define IMAGE(T)                                                                                             \
    INLINE void image_##T(const T *A, L NR, L NC, const T *F, T *C, L P, L Q) {                              \
        const S rows = (S)NR, columns = (S)NC, p_half = (S)P / 2, q_half = (S)Q / 2, taps = (S)(P * Q);      \
        for (S r = 0; r < rows; r++)                                                                         \
            for (S c = 0; c < columns; c++) {                                                                \
                T sum = 0;                                                                                   \
                if (taps > 0 && r >= p_half && r < rows - p_half && c >= q_half && c < columns - q_half)     \
                    for (S p = 0; p < (S)P; p++)                                                             \
                        for (S q = 0; q < (S)Q; q++)                                                         \
                            sum += A[(r + p - p_half) * columns + c + q - q_half] * F[taps - 1 - (p * (S)Q + q)]; \
                C[r * columns + c] = sum;                                                                    \
            }                                                                                                \
    }
IMAGE(float)
IMAGE(double)

#define IMAGE_OF_SIZE(name, T, size) \
    CLONES void name(const T *A, L NR, L NC, const T *F, T *C) { image_##T(A, NR, NC, F, C, size, size); }
PAIR(IMAGE_OF_SIZE, f3x3, 3)
PAIR(IMAGE_OF_SIZE, f5x5, 5)

#define IMAGE_OF_ANY_SIZE(name, T, ...) \
    CLONES void name(const T *A, L NR, L NC, const T *F, T *C, L P, L Q) { image_##T(A, NR, NC, F, C, P, Q); }
PAIR(IMAGE_OF_ANY_SIZE, imgfir, )
