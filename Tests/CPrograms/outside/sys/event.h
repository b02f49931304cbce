// The user events of kqueue over an eventfd, for programs that wake their threads by them. Nothing else of kqueue is here.
#pragma once

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *udata;
};

#define EVFILT_USER (-10)
#define EV_ADD 0x0001
#define EV_DELETE 0x0002
#define EV_ENABLE 0x0004
#define EV_DISABLE 0x0008
#define EV_CLEAR 0x0020
#define NOTE_TRIGGER 0x01000000

#define EV_SET(event, id, filt, flag, fflag, number, pointer) \
    (*(event) = (struct kevent){(id), (filt), (flag), (fflag), (number), (pointer)})

static inline int kqueue(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// Triggers the queue's event, or waits until it was triggered: 1 when it was, 0 after the time.
static inline int kevent(
    int queue, const struct kevent *changes, int change_count, struct kevent *events, int event_count,
    const struct timespec *time) {
    for (int index = 0; index < change_count; index++) {
        uint64_t one = 1;
        if (changes[index].filter != EVFILT_USER) return errno = EINVAL, -1;
        if ((changes[index].fflags & NOTE_TRIGGER) && write(queue, &one, sizeof one) < 0) return -1;
    }
    if (event_count == 0) return 0;
    struct pollfd waiting = {queue, POLLIN, 0};
    int milliseconds = time == NULL ? -1 : (int)(time->tv_sec * 1000 + (time->tv_nsec + 999999) / 1000000);
    int ready = poll(&waiting, 1, milliseconds);
    if (ready <= 0) return ready;
    uint64_t count;
    if (read(queue, &count, sizeof count) < 0) return 0;
    EV_SET(events, 1, EVFILT_USER, 0, 0, 0, NULL);
    return 1;
}
