#define _GNU_SOURCE
#include "CUnfairLock.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

uint32_t cunfairlock_thread(void) {
    static _Thread_local uint32_t number = 0;
    if (number == 0) number = (uint32_t)syscall(SYS_gettid);
    return number;
}

void cunfairlock_wait(uint32_t *word, uint32_t value) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, (void *)0, (void *)0, 0);
}

void cunfairlock_wake(uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, (void *)0, (void *)0, 0); }
