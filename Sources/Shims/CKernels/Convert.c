#include <stddef.h>
#include <string.h>

#include "CKernels.h"
#include "Clones.h"

#pragma STDC FP_CONTRACT OFF

// Any address will do, and any type of memory behind it.
typedef uint16_t __attribute__((aligned(1), may_alias)) u16;
typedef uint32_t __attribute__((aligned(1), may_alias)) u32;
typedef uint64_t __attribute__((aligned(1), may_alias)) u64;

INLINE float float_of_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

INLINE uint32_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

INLINE double double_of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

INLINE uint64_t bits_of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// A float this large has no bits below one: adding and taking it away rounds half to even. Good for |x| <= 2^22.
INLINE int32_t round_small(float x) { return (int32_t)((x + 0x1.8p23f) - 0x1.8p23f); }
INLINE int32_t round_large(double x) { return (int32_t)((x + 0x1.8p52) - 0x1.8p52); }

INLINE int32_t quantize_small(float x, float scale, float lowest, float highest) {
    x *= scale;
    x = x == x ? x : 0;
    x = x > lowest ? x : lowest;
    x = x < highest ? x : highest;
    return round_small(x);
}

INLINE int32_t quantize_large(double x, double scale, double lowest, double highest) {
    x *= scale;
    x = x == x ? x : 0;
    x = x > lowest ? x : lowest;
    x = x < highest ? x : highest;
    return round_large(x);
}

INLINE int32_t load_int24(const uint8_t *b, int swapped) {
    uint32_t big = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8;
    uint32_t little = (uint32_t)b[2] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[0] << 8;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (int32_t)(swapped ? big : little) >> 8;
#else
    return (int32_t)(swapped ? little : big) >> 8;
#endif
}

INLINE void store_int24(uint8_t *b, int32_t value, int swapped) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    int first = swapped ? 16 : 0;
#else
    int first = swapped ? 0 : 16;
#endif
    b[0] = (uint8_t)(value >> first);
    b[1] = (uint8_t)(value >> 8);
    b[2] = (uint8_t)(value >> (16 - first));
}

// The usual strides get loops of their own: only a constant stride is vectorised.
#define FOR_STRIDES(body)                                                  \
    if (stride == 1) {                                                     \
        for (size_t i = 0; i < count; i++) { const size_t at = i; body; }  \
    } else if (stride == 2) {                                              \
        for (size_t i = 0; i < count; i++) { const size_t at = 2 * i; body; } \
    } else {                                                               \
        for (size_t i = 0; i < count; i++) { const size_t at = stride * i; body; } \
    }

#define FOR_ORDERS_AND_STRIDES(straight, crossed) \
    if (swapped) {                                \
        FOR_STRIDES(crossed)                      \
    } else {                                      \
        FOR_STRIDES(straight)                     \
    }

CLONES void ckernels_from_uint8(float *restrict target, const void *restrict packed, size_t stride, size_t count) {
    const uint8_t *p = packed;
    FOR_STRIDES(target[i] = (float)((int32_t)p[at] - 128) * 0x1p-7f)
}

CLONES void ckernels_from_int8(float *restrict target, const void *restrict packed, size_t stride, size_t count) {
    const int8_t *p = packed;
    FOR_STRIDES(target[i] = (float)p[at] * 0x1p-7f)
}

CLONES void ckernels_from_int16(
    float *restrict target, const void *restrict packed, size_t stride, int32_t swapped, size_t count) {
    const u16 *p = packed;
    FOR_ORDERS_AND_STRIDES(
        target[i] = (float)(int16_t)p[at] * 0x1p-15f,
        target[i] = (float)(int16_t)__builtin_bswap16(p[at]) * 0x1p-15f)
}

CLONES void ckernels_from_int24(
    float *restrict target, const void *restrict packed, size_t stride, int32_t swapped, size_t count) {
    const uint8_t *p = packed;
    FOR_ORDERS_AND_STRIDES(
        target[i] = (float)load_int24(p + 3 * at, 0) * 0x1p-23f,
        target[i] = (float)load_int24(p + 3 * at, 1) * 0x1p-23f)
}

CLONES void ckernels_from_int32(
    float *restrict target, const void *restrict packed, size_t stride, int32_t swapped, size_t count) {
    const u32 *p = packed;
    FOR_ORDERS_AND_STRIDES(
        target[i] = (float)(int32_t)p[at] * 0x1p-31f,
        target[i] = (float)(int32_t)__builtin_bswap32(p[at]) * 0x1p-31f)
}

CLONES void ckernels_from_float32(
    float *restrict target, const void *restrict packed, size_t stride, int32_t swapped, size_t count) {
    const u32 *p = packed;
    FOR_ORDERS_AND_STRIDES(
        target[i] = float_of_bits(p[at]), target[i] = float_of_bits(__builtin_bswap32(p[at])))
}

CLONES void ckernels_from_float64(
    float *restrict target, const void *restrict packed, size_t stride, int32_t swapped, size_t count) {
    const u64 *p = packed;
    FOR_ORDERS_AND_STRIDES(
        target[i] = (float)double_of_bits(p[at]), target[i] = (float)double_of_bits(__builtin_bswap64(p[at])))
}

CLONES void ckernels_to_uint8(void *restrict packed, size_t stride, const float *restrict source, size_t count) {
    uint8_t *p = packed;
    FOR_STRIDES(p[at] = (uint8_t)(quantize_small(source[i], 0x1p7f, -128, 127) + 128))
}

CLONES void ckernels_to_int8(void *restrict packed, size_t stride, const float *restrict source, size_t count) {
    int8_t *p = packed;
    FOR_STRIDES(p[at] = (int8_t)quantize_small(source[i], 0x1p7f, -128, 127))
}

CLONES void ckernels_to_int16(
    void *restrict packed, size_t stride, int32_t swapped, const float *restrict source, size_t count) {
    u16 *p = packed;
    FOR_ORDERS_AND_STRIDES(
        p[at] = (uint16_t)quantize_small(source[i], 0x1p15f, -32768, 32767),
        p[at] = __builtin_bswap16((uint16_t)quantize_small(source[i], 0x1p15f, -32768, 32767)))
}

CLONES void ckernels_to_int24(
    void *restrict packed, size_t stride, int32_t swapped, const float *restrict source, size_t count) {
    uint8_t *p = packed;
    FOR_ORDERS_AND_STRIDES(
        store_int24(p + 3 * at, quantize_large(source[i], 0x1p23, -0x1p23, 0x1p23 - 1), 0),
        store_int24(p + 3 * at, quantize_large(source[i], 0x1p23, -0x1p23, 0x1p23 - 1), 1))
}

CLONES void ckernels_to_int32(
    void *restrict packed, size_t stride, int32_t swapped, const float *restrict source, size_t count) {
    u32 *p = packed;
    FOR_ORDERS_AND_STRIDES(
        p[at] = (uint32_t)quantize_large(source[i], 0x1p31, -0x1p31, 0x1p31 - 1),
        p[at] = __builtin_bswap32((uint32_t)quantize_large(source[i], 0x1p31, -0x1p31, 0x1p31 - 1)))
}

CLONES void ckernels_to_float32(
    void *restrict packed, size_t stride, int32_t swapped, const float *restrict source, size_t count) {
    u32 *p = packed;
    FOR_ORDERS_AND_STRIDES(
        p[at] = bits_of_float(source[i]), p[at] = __builtin_bswap32(bits_of_float(source[i])))
}

CLONES void ckernels_to_float64(
    void *restrict packed, size_t stride, int32_t swapped, const float *restrict source, size_t count) {
    u64 *p = packed;
    FOR_ORDERS_AND_STRIDES(
        p[at] = bits_of_double(source[i]), p[at] = __builtin_bswap64(bits_of_double(source[i])))
}
