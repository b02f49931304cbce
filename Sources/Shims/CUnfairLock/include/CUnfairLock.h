// Services of the kernel for a lock of one word and a writer to the journal: waiting for a word to change, and the
// caller's number.
#pragma once

#include <stdint.h>

/// The number of the calling thread, never 0.
uint32_t cunfairlock_thread(void);
/// Sleeps while the word holds a value; may return early.
void cunfairlock_wait(uint32_t *_Nonnull word, uint32_t value);
/// Wakes one thread that sleeps on the word.
void cunfairlock_wake(uint32_t *_Nonnull word);
