// Counts what the calling thread asks of the heap between begin and end.
// Linking this target replaces malloc and its family in the whole process.
#pragma once

#include <stdint.h>

typedef struct {
    int64_t allocations;  // malloc, calloc, realloc, posix_memalign, aligned_alloc, memalign
    int64_t frees;        // free of something
    int64_t bytes;        // taken less given back, as the heap counts them
} CAllocationProbeCounts;

/// Starts counting from zero on this thread.
void callocationprobe_begin(void);
/// Stops counting on this thread and says what was counted.
CAllocationProbeCounts callocationprobe_end(void);
/// 1 if the replacements are in force in this build; 0 where a sanitizer owns the heap.
int32_t callocationprobe_works(void);
