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

// A function or table of a library that the program has loaded, also where one part of the program alone has, as an extension
// module of Python does.
static void *find(const char *name, const char *const *libraries) {
    void *found = dlsym(RTLD_DEFAULT, name);
    for (; !found && *libraries; libraries++) {
        void *library = dlopen(*libraries, RTLD_LAZY | RTLD_NOLOAD);
        if (!library) continue;
        found = dlsym(library, name);
        dlclose(library);
    }
    return found;
}

typedef int (*unix_fd_function)(int, unsigned, void *);
typedef unsigned (*add_unix_fd)(int, int, unsigned, unix_fd_function, void *, void (*)(void *));

int32_t cmainqueue_join_glib(void) {
    static const char *const libraries[] = {"libglib-2.0.so.0", NULL};
    static atomic_int is_joined;
    if (atomic_load_explicit(&is_joined, memory_order_relaxed)) return 1;
    add_unix_fd add = (add_unix_fd)find("g_unix_fd_add_full", libraries);
    int descriptor = add ? cmainqueue_descriptor() : -1;
    if (descriptor < 0 || atomic_exchange(&is_joined, 1)) return descriptor >= 0;
    // G_PRIORITY_DEFAULT, G_IO_IN.
    add(0, descriptor, 1, serve_for_glib, 0, 0);
    return 1;
}

int32_t cmainqueue_is_qt_alone(void) {
    static const char *const libraries[] = {"libQt6Core.so.6", "libQt5Core.so.5", NULL};
    static atomic_int known;
    const int before = atomic_load_explicit(&known, memory_order_relaxed);
    if (before) return before == 1;
    // QCoreApplication::eventDispatcher(), which is there when the application is.
    void *(*dispatcher)(void) = (void *(*)(void))find("_ZN16QCoreApplication15eventDispatcherEv", libraries);
    void *running = dispatcher ? dispatcher() : NULL;
    if (!running) return 0;
    // QEventDispatcherGlib::staticMetaObject.cast(running)
    const void *glib = find("_ZN20QEventDispatcherGlib16staticMetaObjectE", libraries);
    const void *(*cast)(const void *, const void *) =
        (const void *(*)(const void *, const void *))find("_ZNK11QMetaObject4castEPK7QObject", libraries);
    const int is_alone = !glib || (cast && !cast(glib, running));
    atomic_store(&known, is_alone ? 1 : 2);
    return is_alone;
}
