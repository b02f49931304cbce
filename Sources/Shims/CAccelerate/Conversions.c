#include "Loops.h"

#define CONVERT(name, FROM, TO, E)                                   \
    CLONES void vDSP_##name(const FROM *A, S IA, TO *C, S IC, L N) { \
        if (IA == 1 && IC == 1) EACH {                               \
                const FROM a = A[n];                                 \
                C[n] = (TO)(E);                                      \
            }                                                        \
        else                                                         \
            STEP {                                                   \
                const FROM a = A[n * IA];                            \
                C[n * IC] = (TO)(E);                                 \
            }                                                        \
    }

#define TO_FLOATING(suffix, FROM) CONVERT(vflt##suffix, FROM, float, a) CONVERT(vflt##suffix##D, FROM, double, a)
TO_FLOATING(8, signed char)
TO_FLOATING(u8, unsigned char)
TO_FLOATING(16, short)
TO_FLOATING(u16, unsigned short)
TO_FLOATING(32, int)
TO_FLOATING(u32, unsigned int)
CONVERT(vspdp, float, double, a)
CONVERT(vdpsp, double, float, a)

// The largest number is the largest that the floating type has in the range: 2^31 - 1 is no float.
#define LIMITED(x, least, most) ((x) >= (least) ? ((x) <= (most) ? (x) : (most)) : (x) < (least) ? (least) : 0)
#define TO_INTEGER(suffix, TO, least, most, most_double)                                 \
    CONVERT(vfix##suffix, float, TO, LIMITED(a, (float)least, most))                     \
    CONVERT(vfix##suffix##D, double, TO, LIMITED(a, (double)least, most_double))         \
    CONVERT(vfixr##suffix, float, TO, ROUNDED(LIMITED(a, (float)least, most)))           \
    CONVERT(vfixr##suffix##D, double, TO, ROUNDED(LIMITED(a, (double)least, most_double)))
TO_INTEGER(8, signed char, -128, 127.0f, 127.0)
TO_INTEGER(u8, unsigned char, 0, 255.0f, 255.0)
TO_INTEGER(16, short, -32768, 32767.0f, 32767.0)
TO_INTEGER(u16, unsigned short, 0, 65535.0f, 65535.0)

// In double precision, where both ends are numbers.
#define TO_WIDE_INTEGER(suffix, TO, least, most)                                                  \
    CONVERT(vfix##suffix, float, TO, LIMITED((double)a, (double)least, most))                     \
    CONVERT(vfix##suffix##D, double, TO, LIMITED(a, (double)least, most))                         \
    CONVERT(vfixr##suffix, float, TO, ROUNDED(LIMITED((double)a, (double)least, most)))           \
    CONVERT(vfixr##suffix##D, double, TO, ROUNDED(LIMITED(a, (double)least, most)))
TO_WIDE_INTEGER(32, int, -2147483648.0, 2147483647.0)
TO_WIDE_INTEGER(u32, unsigned int, 0, 4294967295.0)

// ---- Three bytes ----------------------------------------------------------------------------------------------------

INLINE uint32_t unsigned24(vDSP_uint24 x) {
    return x.bytes[0] | (uint32_t)x.bytes[1] << 8 | (uint32_t)x.bytes[2] << 16;
}
INLINE int32_t signed24(vDSP_int24 x) {
    const uint32_t bits = x.bytes[0] | (uint32_t)x.bytes[1] << 8 | (uint32_t)x.bytes[2] << 16;
    return (int32_t)(bits << 8) >> 8;
}

#define FROM_THREE(name, FROM, value)                                            \
    CLONES void vDSP_##name(const FROM *A, S IA, float *C, S IC, L N) {          \
        STEP C[n * IC] = (float)value(A[n * IA]);                                \
    }
FROM_THREE(vflt24, vDSP_int24, signed24)
FROM_THREE(vfltu24, vDSP_uint24, unsigned24)

#define FROM_THREE_SCALED(name, FROM, value)                                             \
    CLONES void vDSP_##name(const FROM *A, S IA, const float *B, float *C, S IC, L N) {  \
        const float scale = *B;                                                          \
        STEP C[n * IC] = (float)value(A[n * IA]) * scale;                                \
    }
FROM_THREE_SCALED(vfltsm24, vDSP_int24, signed24)
FROM_THREE_SCALED(vfltsmu24, vDSP_uint24, unsigned24)

#define TO_THREE_SCALED(name, TO, least, most)                                           \
    CLONES void vDSP_##name(const float *A, S IA, const float *B, TO *C, S IC, L N) {    \
        const float scale = *B;                                                          \
        STEP {                                                                           \
            const float a = A[n * IA] * scale;                                           \
            const int32_t whole = (int32_t)LIMITED(a, least, most);                      \
            C[n * IC] = (TO){{(uint8_t)whole, (uint8_t)(whole >> 8), (uint8_t)(whole >> 16)}}; \
        }                                                                                \
    }
TO_THREE_SCALED(vsmfix24, vDSP_int24, -8388608.0f, 8388607.0f)
TO_THREE_SCALED(vsmfixu24, vDSP_uint24, 0.0f, 16777215.0f)

// ---- Vectors of integers --------------------------------------------------------------------------------------------

// Sums wrap around.
INLINE int sum_of(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
// No division stops the processor: by 0 gives 0, and the one quotient that is out of range wraps around.
INLINE int quotient_of(int a, int b) { return b == 0 ? 0 : b == -1 ? (int)(0u - (unsigned)a) : a / b; }

#define INTEGERS(name, E)                                                                            \
    CLONES void vDSP_##name(const int *A, S IA, const int *B, S IB, int *C, S IC, L N) {             \
        if (IA == 1 && IB == 1 && IC == 1) EACH {                                                    \
                const int a = A[n], b = B[n];                                                        \
                C[n] = E;                                                                            \
            }                                                                                        \
        else                                                                                         \
            STEP {                                                                                   \
                const int a = A[n * IA], b = B[n * IB];                                              \
                C[n * IC] = E;                                                                       \
            }                                                                                        \
    }
INTEGERS(vaddi, sum_of(a, b))
INTEGERS(veqvi, ~(a ^ b))
INTEGERS(vdivi, quotient_of(b, a))  // B comes first.

#define INTEGERS_AND_NUMBER(name, E)                                                     \
    CLONES void vDSP_##name(const int *A, S IA, const int *B, int *C, S IC, L N) {       \
        const int b = *B;                                                                \
        STEP {                                                                           \
            const int a = A[n * IA];                                                     \
            C[n * IC] = E;                                                               \
        }                                                                                \
    }
INTEGERS_AND_NUMBER(vsaddi, sum_of(a, b))
INTEGERS_AND_NUMBER(vsdivi, quotient_of(a, b))

CONVERT(vabsi, int, int, a < 0 ? 0u - (unsigned)a : (unsigned)a)

CLONES void vDSP_vfilli(const int *A, int *C, S IC, L N) {
    const int a = *A;
    STEP C[n * IC] = a;
}
