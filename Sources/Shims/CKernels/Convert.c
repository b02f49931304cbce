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

CLONES void ckernels_to_int16_pairs(
    void *restrict packed, const float *restrict left, const float *restrict right, size_t count) {
    u32 *p = packed;
    for (size_t i = 0; i < count; i++) {
        const uint16_t l = (uint16_t)quantize_small(left[i], 0x1p15f, -32768, 32767);
        const uint16_t r = (uint16_t)quantize_small(right[i], 0x1p15f, -32768, 32767);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        p[i] = (uint32_t)r << 16 | l;
#else
        p[i] = (uint32_t)l << 16 | r;
#endif
    }
}

// As `quantize_small` up to |x| = 2^23: the large float has the sign of x, so that their sum has no bits below one.
INLINE int32_t quantize_int24(float x) {
    x *= 0x1p23f;
    x = x == x ? x : 0;
    x = x > -0x1p23f ? x : -0x1p23f;
    x = x < 0x1p23f - 1 ? x : 0x1p23f - 1;
    float large = __builtin_copysignf(0x1p23f, x);
    return (int32_t)((x + large) - large);
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
typedef uint8_t u8x64 __attribute__((vector_size(64)));

// The lower three bytes of 16 numbers side by side.
INLINE void pack_int24(uint8_t *target, const int32_t *numbers, int swapped) {
    u8x64 b, packed;
    memcpy(&b, numbers, sizeof b);
#define PACK(...) __builtin_shufflevector(b, b, __VA_ARGS__, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)
    packed = swapped ? PACK(
        2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 18, 17, 16, 22, 21, 20, 26, 25, 24, 30, 29, 28,
        34, 33, 32, 38, 37, 36, 42, 41, 40, 46, 45, 44, 50, 49, 48, 54, 53, 52, 58, 57, 56, 62, 61, 60) : PACK(
        0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30,
        32, 33, 34, 36, 37, 38, 40, 41, 42, 44, 45, 46, 48, 49, 50, 52, 53, 54, 56, 57, 58, 60, 61, 62);
#undef PACK
    memcpy(target, &packed, 48);
}

// Whole blocks only; returns the number of those samples. Two loops: the compiler makes vectors of the one, the other
// is written with vectors.
INLINE size_t to_int24_blocks(uint8_t *restrict target, const float *restrict source, size_t count, int swapped) {
    int32_t numbers[64];
    size_t done = 0;
    for (; done + 64 <= count; done += 64) {
        for (int i = 0; i < 64; i++) numbers[i] = quantize_int24(source[done + i]);
        for (int i = 0; i < 64; i += 16) pack_int24(target + 3 * (done + i), numbers + i, swapped);
    }
    return done;
}
#else
INLINE size_t to_int24_blocks(uint8_t *target, const float *source, size_t count, int swapped) {
    return (void)target, (void)source, (void)count, (void)swapped, 0;
}
#endif

CLONES void ckernels_to_int24(
    void *restrict packed, size_t stride, int32_t swapped, const float *restrict source, size_t count) {
    uint8_t *p = packed;
    if (stride == 1) {
        size_t done = swapped ? to_int24_blocks(p, source, count, 1) : to_int24_blocks(p, source, count, 0);
        (p += 3 * done), (source += done), (count -= done);
    }
    FOR_ORDERS_AND_STRIDES(
        store_int24(p + 3 * at, quantize_int24(source[i]), 0),
        store_int24(p + 3 * at, quantize_int24(source[i]), 1))
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
