// Atomic operations and the spin lock of older programs, by the compiler's own.
#pragma once

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Each returns the new value; those with `Barrier` also order the accesses around them, as all of them do here.
#define SORDINO_ATOMIC_SUMS(bits) \
    static inline int##bits##_t OSAtomicAdd##bits(int##bits##_t amount, volatile int##bits##_t *value) { \
        return __sync_add_and_fetch(value, amount); \
    } \
    static inline int##bits##_t OSAtomicAdd##bits##Barrier(int##bits##_t amount, volatile int##bits##_t *value) { \
        return __sync_add_and_fetch(value, amount); \
    } \
    static inline int##bits##_t OSAtomicIncrement##bits(volatile int##bits##_t *value) { \
        return __sync_add_and_fetch(value, 1); \
    } \
    static inline int##bits##_t OSAtomicIncrement##bits##Barrier(volatile int##bits##_t *value) { \
        return __sync_add_and_fetch(value, 1); \
    } \
    static inline int##bits##_t OSAtomicDecrement##bits(volatile int##bits##_t *value) { \
        return __sync_sub_and_fetch(value, 1); \
    } \
    static inline int##bits##_t OSAtomicDecrement##bits##Barrier(volatile int##bits##_t *value) { \
        return __sync_sub_and_fetch(value, 1); \
    }
SORDINO_ATOMIC_SUMS(32)
SORDINO_ATOMIC_SUMS(64)
#undef SORDINO_ATOMIC_SUMS

// Each stores a value where the old one is there, and returns whether it was.
#define SORDINO_ATOMIC_SWAP(name, type) \
    static inline bool OSAtomicCompareAndSwap##name(type before, type after, type volatile *value) { \
        return __sync_bool_compare_and_swap(value, before, after); \
    } \
    static inline bool OSAtomicCompareAndSwap##name##Barrier(type before, type after, type volatile *value) { \
        return __sync_bool_compare_and_swap(value, before, after); \
    }
SORDINO_ATOMIC_SWAP(32, int32_t)
SORDINO_ATOMIC_SWAP(64, int64_t)
SORDINO_ATOMIC_SWAP(Int, int)
SORDINO_ATOMIC_SWAP(Long, long)
SORDINO_ATOMIC_SWAP(Ptr, void *)
#undef SORDINO_ATOMIC_SWAP

/// Orders the memory accesses before and after it.
static inline void OSMemoryBarrier(void) { __sync_synchronize(); }

typedef int32_t OSSpinLock;
#define OS_SPINLOCK_INIT 0

/// Takes a lock where it is free, and returns whether it was.
static inline bool OSSpinLockTry(volatile OSSpinLock *lock) { return __sync_lock_test_and_set(lock, 1) == 0; }

/// Takes a lock, and gives the processor away while another thread has it.
static inline void OSSpinLockLock(volatile OSSpinLock *lock) {
    while (!OSSpinLockTry(lock)) sched_yield();
}

/// Gives a lock back.
static inline void OSSpinLockUnlock(volatile OSSpinLock *lock) { __sync_lock_release(lock); }

#ifdef __cplusplus
}
#endif
