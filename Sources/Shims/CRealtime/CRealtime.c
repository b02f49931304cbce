#define _GNU_SOURCE
#include "CRealtime.h"

#include <errno.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void crealtime_keep_heap_small(void) {
    // musl's heap has no such settings, and gives memory back by itself.
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 16 << 10);
    mallopt(M_TRIM_THRESHOLD, 128 << 10);
    // Else the heap grows by 128 KiB at a time, and gives large blocks from there.
    mallopt(M_TOP_PAD, 16 << 10);
    mallopt(M_ARENA_MAX, 2);
#endif
}

#if defined(__x86_64__)

#include <xmmintrin.h>

// MXCSR: bit 15 flushes results to zero, bit 6 reads denormal operands as zero.
#define FLUSH_BITS 0x8040u

uint64_t crealtime_flush_denormals(void) {
    unsigned int before = _mm_getcsr();
    _mm_setcsr(before | FLUSH_BITS);
    return before;
}

void crealtime_restore(uint64_t control_word) { _mm_setcsr((unsigned int)control_word); }

#elif defined(__aarch64__)

// FPCR: bit 24 flushes operands and results to zero.
#define FLUSH_BITS (UINT64_C(1) << 24)

uint64_t crealtime_flush_denormals(void) {
    uint64_t before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    uint64_t after = before | FLUSH_BITS;
    __asm__ volatile("msr fpcr, %0" : : "r"(after));
    return before;
}

void crealtime_restore(uint64_t control_word) { __asm__ volatile("msr fpcr, %0" : : "r"(control_word)); }

#else

uint64_t crealtime_flush_denormals(void) { return 0; }
void crealtime_restore(uint64_t control_word) { (void)control_word; }

#endif

static _Thread_local int32_t render_depth = 0;

int32_t crealtime_render_depth(void) { return render_depth; }

#if defined(SORDINO_REALTIME_SANITIZER)

// Its runtime, which no header declares. Between enter and exit every call that may wait stops the program: heap,
// locks, system calls.
void __rtsan_ensure_initialized(void);
void __rtsan_realtime_enter(void);
void __rtsan_realtime_exit(void);

__attribute__((constructor)) static void begin_sanitizer(void) { __rtsan_ensure_initialized(); }

void crealtime_change_render_depth(int32_t by) {
    render_depth += by;
    if (by > 0) {
        __rtsan_realtime_enter();
    } else {
        __rtsan_realtime_exit();
    }
}

int32_t crealtime_is_sanitized(void) { return 1; }

#else

void crealtime_change_render_depth(int32_t by) { render_depth += by; }
int32_t crealtime_is_sanitized(void) { return 0; }

#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER 1
void __tsan_acquire(void *);
void __tsan_release(void *);
#endif
#endif

#if defined(THREAD_SANITIZER)

void *crealtime_lock_token(void) { return malloc(1); }
void crealtime_lock_taken(void *token) { __tsan_acquire(token); }
void crealtime_lock_given(void *token) { __tsan_release(token); }
void crealtime_lock_gone(void *token) { free(token); }

#else

void *crealtime_lock_token(void) { return NULL; }
void crealtime_lock_taken(void *token) { (void)token; }
void crealtime_lock_given(void *token) { (void)token; }
void crealtime_lock_gone(void *token) { (void)token; }

#endif

uint64_t crealtime_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

int32_t crealtime_request_fifo(int32_t priority) {
    struct sched_param parameters;
    memset(&parameters, 0, sizeof parameters);
    parameters.sched_priority = priority;
    return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
}

int32_t crealtime_request_ordinary(void) {
    struct sched_param parameters;
    memset(&parameters, 0, sizeof parameters);
    return pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters);
}

int32_t crealtime_sleep_until(uint64_t nanoseconds) {
    struct timespec until;
    until.tv_sec = (time_t)(nanoseconds / UINT64_C(1000000000));
    until.tv_nsec = (long)(nanoseconds % UINT64_C(1000000000));
    int result;
    do {
        result = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, 0);
    } while (result == EINTR);
    return result;
}
