#include "Loops.h"

// Sorting without memory: quicksort with the median of three, heapsort where that goes too deep, insertion at the end.
// `LESS` is a strict order of all elements, so that no loop runs out of its range.

#define SORTER(name, E, CONTEXT, LESS)                                                       \
    INLINE void name##_sift(E *x, S root, S count, CONTEXT context) {                        \
        while (2 * root + 1 < count) {                                                       \
            S child = 2 * root + 1;                                                          \
            if (child + 1 < count && LESS(x[child], x[child + 1])) child++;                  \
            if (!LESS(x[root], x[child])) return;                                            \
            const E moved = x[root];                                                         \
            x[root] = x[child];                                                              \
            x[child] = moved;                                                                \
            root = child;                                                                    \
        }                                                                                    \
    }                                                                                        \
    static void name##_heap(E *x, S count, CONTEXT context) {                                \
        for (S root = count / 2 - 1; root >= 0; root--) name##_sift(x, root, count, context); \
        for (S last = count - 1; last > 0; last--) {                                         \
            const E largest = x[0];                                                          \
            x[0] = x[last];                                                                  \
            x[last] = largest;                                                               \
            name##_sift(x, 0, last, context);                                                \
        }                                                                                    \
    }                                                                                        \
    static void name(E *x, S count, int depth, CONTEXT context) {                            \
        while (count > 16) {                                                                 \
            if (depth-- == 0) {                                                              \
                name##_heap(x, count, context);                                              \
                return;                                                                      \
            }                                                                                \
            const E a = x[0], b = x[count / 2], c = x[count - 1];                            \
            const E pivot = LESS(a, b) ? (LESS(b, c) ? b : LESS(a, c) ? c : a)               \
                                       : (LESS(a, c) ? a : LESS(b, c) ? c : b);              \
            S low = -1, high = count;                                                        \
            while (1) {                                                                      \
                do low++;                                                                    \
                while (LESS(x[low], pivot));                                                 \
                do high--;                                                                   \
                while (LESS(pivot, x[high]));                                                \
                if (low >= high) break;                                                      \
                const E moved = x[low];                                                      \
                x[low] = x[high];                                                            \
                x[high] = moved;                                                             \
            }                                                                                \
            name(x + high + 1, count - high - 1, depth, context);                            \
            count = high + 1;                                                                \
        }                                                                                    \
        for (S i = 1; i < count; i++) {                                                      \
            const E moved = x[i];                                                            \
            S place = i;                                                                     \
            for (; place > 0 && LESS(moved, x[place - 1]); place--) x[place] = x[place - 1]; \
            x[place] = moved;                                                                \
        }                                                                                    \
    }

// Levels of quicksort before heapsort takes over: twice the logarithm of the count.
INLINE int depth_for(L count) { return 2 * (64 - __builtin_clzl(count | 1)); }

typedef int32_t Key_float __attribute__((may_alias));
typedef int64_t Key_double __attribute__((may_alias));
// Integers in the order of the numbers that they are the bits of, NaN beyond the infinities. Twice is the number again.
#define ORDERED(T, key) ((key) ^ (((key) >> (8 * sizeof(T) - 1)) & ~((Key_##T)1 << (8 * sizeof(T) - 1))))

#define KEY_LESS(a, b) ((a) < (b))
SORTER(sort_float, Key_float, int, KEY_LESS)
SORTER(sort_double, Key_double, int, KEY_LESS)

#define SORT(name, T, ...)                                                          \
    void name(T *C, L N, int Order) {                                               \
        Key_##T *keys = (Key_##T *)C;                                               \
        STEP keys[n] = ORDERED(T, keys[n]);                                         \
        sort_##T(keys, (S)N, depth_for(N), 0);                                      \
        STEP keys[n] = ORDERED(T, keys[n]);                                         \
        if (Order < 0)                                                              \
            for (S n = 0; n < (S)(N / 2); n++) {                                    \
                const Key_##T moved = keys[n];                                      \
                keys[n] = keys[(S)N - 1 - n];                                       \
                keys[(S)N - 1 - n] = moved;                                         \
            }                                                                       \
    }
PAIR(SORT, vsort, )

// Equal elements stay in the order of their indices.
#define INDEX_KEY(T, i) ORDERED(T, ((const Key_##T *)context)[i])
#define RISING(T, a, b) (INDEX_KEY(T, a) < INDEX_KEY(T, b) || (INDEX_KEY(T, a) == INDEX_KEY(T, b) && (a) < (b)))
#define FALLING(T, a, b) (INDEX_KEY(T, a) > INDEX_KEY(T, b) || (INDEX_KEY(T, a) == INDEX_KEY(T, b) && (a) < (b)))
#define RISING_FLOAT(a, b) RISING(float, a, b)
#define RISING_DOUBLE(a, b) RISING(double, a, b)
#define FALLING_FLOAT(a, b) FALLING(float, a, b)
#define FALLING_DOUBLE(a, b) FALLING(double, a, b)
SORTER(rising_float, L, const float *, RISING_FLOAT)
SORTER(rising_double, L, const double *, RISING_DOUBLE)
SORTER(falling_float, L, const float *, FALLING_FLOAT)
SORTER(falling_double, L, const double *, FALLING_DOUBLE)

#define SORT_INDICES(name, T, ...)                                       \
    void name(const T *C, L *I, L *Temporary, L N, int Order) {          \
        (void)Temporary;                                                 \
        if (Order < 0) falling_##T(I, (S)N, depth_for(N), C);            \
        else rising_##T(I, (S)N, depth_for(N), C);                       \
    }
PAIR(SORT_INDICES, vsorti, )
