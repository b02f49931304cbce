#define _GNU_SOURCE
#include "CThreadStop.h"

#include <errno.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

// Source: ptrace(2), PTRACE_SEIZE and PTRACE_INTERRUPT.
int sordino_stop_thread(int thread) {
    if (ptrace(PTRACE_SEIZE, thread, 0, 0) < 0) return -errno;
    if (ptrace(PTRACE_INTERRUPT, thread, 0, 0) < 0) return -errno;
    int status = 0;
    while (waitpid(thread, &status, __WALL) < 0)
        if (errno != EINTR) return -errno;
    return WIFSTOPPED(status) ? 0 : -ESRCH;
}

int sordino_resume_thread(int thread) { return ptrace(PTRACE_DETACH, thread, 0, 0) < 0 ? -errno : 0; }
