#define CPW_LIBRARY_ITSELF 1
#include "Internal.h"

#if CPW_BUILT_IN
#include <dlfcn.h>
#include <pthread.h>

struct cpw_library cpw_library;

static int trouble;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    // Never closed: other parts of the process may hold on to it.
    void *library = dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        trouble = ENOENT;
        return;
    }
#define X(name) \
    cpw_library.name = (__typeof__(&name))dlsym(library, #name); \
    if (cpw_library.name == NULL) trouble = ENOSYS;
    CPW_FUNCTIONS
#undef X
    if (trouble == 0) cpw_library.pw_init(NULL, NULL);
}

bool cpw_library_open(void) {
    pthread_once(&once, open_library);
    errno = trouble;
    return trouble == 0;
}
#endif
