#define _GNU_SOURCE
#include "CAllocationProbe.h"

#include <errno.h>
#include <stddef.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

static _Thread_local int counting = 0;
static _Thread_local CAllocationProbeCounts counts;

void callocationprobe_begin(void) {
    counts = (CAllocationProbeCounts){0, 0, 0};
    counting = 1;
}

CAllocationProbeCounts callocationprobe_end(void) {
    counting = 0;
    return counts;
}

#if defined(SORDINO_REALTIME_SANITIZER)
#define A_SANITIZER_OWNS_THE_HEAP 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define A_SANITIZER_OWNS_THE_HEAP 1
#endif
#endif

#if defined(__GLIBC__) && !defined(A_SANITIZER_OWNS_THE_HEAP)

int32_t callocationprobe_works(void) { return 1; }

// The C library's own names for what is replaced here.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static void *counted(void *block) {
    if (counting) {
        counts.allocations++;
        if (block) counts.bytes += (int64_t)malloc_usable_size(block);
    }
    return block;
}

void *malloc(size_t bytes) { return counted(__libc_malloc(bytes)); }

void *calloc(size_t count, size_t bytes) { return counted(__libc_calloc(count, bytes)); }

void *realloc(void *old, size_t bytes) {
    const int64_t before = counting && old ? (int64_t)malloc_usable_size(old) : 0;
    void *block = counted(__libc_realloc(old, bytes));
    if (counting && block) counts.bytes -= before;
    return block;
}

void free(void *block) {
    if (counting && block) {
        counts.frees++;
        counts.bytes -= (int64_t)malloc_usable_size(block);
    }
    __libc_free(block);
}

void *memalign(size_t alignment, size_t bytes) { return counted(__libc_memalign(alignment, bytes)); }

void *aligned_alloc(size_t alignment, size_t bytes) { return counted(__libc_memalign(alignment, bytes)); }

int posix_memalign(void **block, size_t alignment, size_t bytes) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) {
        if (counting) counts.allocations++;
        return EINVAL;
    }
    void *made = counted(__libc_memalign(alignment, bytes));
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

#else

int32_t callocationprobe_works(void) { return 0; }

#endif
