// Services of the processor and the kernel for the audio thread: denormals, its mark, its clock, its priority.
#pragma once

#include <stdint.h>

#if defined(__clang__)
#define CREALTIME __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))
#else
#define CREALTIME
#endif

/// Makes this thread treat denormal numbers as zero; the former control word is returned for `crealtime_restore`.
CREALTIME uint64_t crealtime_flush_denormals(void);
/// Puts a control word back that `crealtime_flush_denormals` returned.
CREALTIME void crealtime_restore(uint64_t control_word);

/// Returns the number of render calls that this thread is inside of.
CREALTIME int32_t crealtime_render_depth(void);
/// Enters (+1) or leaves (-1) a render call on this thread.
CREALTIME void crealtime_change_render_depth(int32_t by);

/// 1 where RealtimeSanitizer watches render calls.
int32_t crealtime_is_sanitized(void);
/// Returns a token that represents a lock to ThreadSanitizer; null where it does not watch.
void *_Nullable crealtime_lock_token(void);
/// Reports to ThreadSanitizer that a lock was taken, that it is about to be given back, that there is no such lock any
/// more.
void crealtime_lock_taken(void *_Nullable token);
void crealtime_lock_given(void *_Nullable token);
void crealtime_lock_gone(void *_Nullable token);

/// Has the heap give memory back to the system soon: blocks from 16 KiB on come from the system one by one, free memory
/// at the heap's end from 128 KiB on goes back, and all threads but one share a heap.
void crealtime_keep_heap_small(void);

/// The time of CLOCK_MONOTONIC in nanoseconds.
CREALTIME uint64_t crealtime_now(void);

/// Asks for SCHED_FIFO at `priority` for the calling thread. 0 or an errno value.
int32_t crealtime_request_fifo(int32_t priority);
/// Back to SCHED_OTHER for the calling thread. 0 or an errno value.
int32_t crealtime_request_ordinary(void);
/// Sleeps until CLOCK_MONOTONIC reaches `nanoseconds`, also if signals arrive. 0 or an errno value.
int32_t crealtime_sleep_until(uint64_t nanoseconds);
