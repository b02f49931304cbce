#define _GNU_SOURCE
#include "CMainQueue.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <unistd.h>

// Core Foundation's run loop stands on these two; libdispatch exports them for it.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int32_t cmainqueue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

static int is_main_thread(void) { return getpid() == gettid(); }

void cmainqueue_serve(void) {
    static int is_serving;
    if (!is_main_thread()) return;
    uint64_t count;
    // It does not block: the queue's work may have been done by a run loop since.
    if (read(cmainqueue_descriptor(), &count, sizeof count) < 0) count = 0;
    // A loop inside the work of the queue: what waits is done behind that work.
    if (is_serving) return;
    is_serving = 1;
    _dispatch_main_queue_callback_4CF(0);
    is_serving = 0;
}

// A GUnixFDSourceFunc; 0 removes the source.
static int serve_for_glib(int descriptor, unsigned condition, void *context) {
    (void)descriptor, (void)condition, (void)context;
    // The default context runs on another thread than the main one: it cannot serve the main queue.
    if (!is_main_thread()) return 0;
    cmainqueue_serve();
    return 1;
}

typedef int (*unix_fd_function)(int, unsigned, void *);
typedef unsigned (*add_unix_fd)(int, int, unsigned, unix_fd_function, void *, void (*)(void *));

int32_t cmainqueue_join_glib(void) {
    static atomic_int is_joined;
    if (atomic_load_explicit(&is_joined, memory_order_relaxed)) return 1;
    add_unix_fd add = (add_unix_fd)dlsym(RTLD_DEFAULT, "g_unix_fd_add_full");
    int descriptor = add ? cmainqueue_descriptor() : -1;
    if (descriptor < 0 || atomic_exchange(&is_joined, 1)) return descriptor >= 0;
    // G_PRIORITY_DEFAULT, G_IO_IN.
    add(0, descriptor, 1, serve_for_glib, 0, 0);
    return 1;
}
