#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static coal_library library;
static struct coal_functions functions;
static _Atomic(const coal_library *) opened;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *handle, const char *name, void *place) {
    void *found = dlsym(handle, name);
    *(void **)place = found;
    return found != NULL;
}

static void load(void) {
    // Never closed: its threads and objects may outlive any device.
    void *handle = dlopen("libopenal.so.1", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    bool is_complete = true;
#define X(type, name, parameters, arguments) is_complete = find(handle, #name, &functions.name) && is_complete;
    COPENAL_PLAIN_FUNCTIONS(X)
#undef X
#define X(type, name, parameters) is_complete = find(handle, #name, &functions.name) && is_complete;
    COPENAL_CHANGED_FUNCTIONS(X)
#undef X
#define X(name) is_complete = find(handle, #name, &library.name) && is_complete;
    X(alcLoopbackOpenDeviceSOFT)
    X(alcResetDeviceSOFT)
    X(alcCloseDevice)
    X(alcCreateContext)
    X(alcMakeContextCurrent)
    X(alcProcessContext)
    X(alcSuspendContext)
    X(alcDestroyContext)
    X(alcGetCurrentContext)
    X(alcGetContextsDevice)
    X(alcSetThreadContext)
    X(alcGetThreadContext)
    X(alcGetError)
    X(alcGetIntegerv)
    X(alGetError)
    X(alDeleteSources)
    X(alSourcePlay)
    X(alSourcePlayv)
    X(alSourceUnqueueBuffers)
#undef X
    coal_find_linked(handle);
    if (is_complete) atomic_store(&opened, &library);
}

const coal_library *coal_open(void) {
    pthread_once(&once, load);
    return atomic_load(&opened);
}

const struct coal_functions *coal_loaded(void) {
    return atomic_load_explicit(&opened, memory_order_acquire) != NULL ? &functions : NULL;
}

// ---- Rendering ----------------------------------------------------------------------------------------------------------

struct coal_renderer {
    _Atomic(ALCdevice *) device;
    atomic_bool is_busy;
    /// Frames until a held scene stands still; negative when it is not held. Set by programs, counted down by the
    /// renderer.
    _Atomic int32_t frames_to_go;
};

coal_renderer *coal_renderer_make(ALCdevice *device) {
    coal_renderer *renderer = calloc(1, sizeof *renderer);
    if (renderer == NULL) return NULL;
    atomic_store(&renderer->device, device);
    atomic_store(&renderer->frames_to_go, -1);
    return renderer;
}

void coal_renderer_silence(coal_renderer *renderer) {
    atomic_store(&renderer->device, NULL);
    while (atomic_load(&renderer->is_busy)) sched_yield();
}

void coal_renderer_hold(coal_renderer *renderer, bool is_held, int32_t frames_to_go) {
    atomic_store(&renderer->frames_to_go, is_held ? frames_to_go : -1);
}

/// Returns whether a block is rendered: always, or until a held scene stands still.
static bool goes_on(coal_renderer *renderer, int32_t frame_count) {
    int32_t left = atomic_load(&renderer->frames_to_go);
    while (left > 0) {
        int32_t next = left > frame_count ? left - frame_count : 0;
        if (atomic_compare_exchange_weak(&renderer->frames_to_go, &left, next)) return true;
    }
    return left < 0;
}

void coal_renderer_free(coal_renderer *renderer) { free(renderer); }

bool coal_render(coal_renderer *renderer, float *samples, int32_t frame_count) {
    atomic_store(&renderer->is_busy, true);
    ALCdevice *device = atomic_load(&renderer->device);
    if (device != NULL && !goes_on(renderer, frame_count)) device = NULL;
    if (device != NULL) functions.alcRenderSamplesSOFT(device, samples, frame_count);
    atomic_store(&renderer->is_busy, false);
    return device != NULL;
}
