#define _GNU_SOURCE
#include "CEffectsPeers.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

int64_t effectspeers_thread_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int effectspeers_pin(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return sched_setaffinity(0, sizeof set, &set);
}

void effectspeers_flush_denormals(void) {
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}

double effectspeers_command(const char *command) {
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    if (system(command) != 0) return -1;
    getrusage(RUSAGE_CHILDREN, &after);
    return (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
           (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec) / 1e6;
}

#if __has_include(<ladspa.h>)
#include <ladspa.h>

#define LONGEST 4096

struct EffectsPeer {
    void *library;
    const LADSPA_Descriptor *descriptor;
    LADSPA_Handle instances[2];
    int count;
    float *controls;
    float audio[8][LONGEST];
};

// The initial value that a port's hints describe.
static float initial(const LADSPA_PortRangeHint *hint) {
    const LADSPA_PortRangeHintDescriptor d = hint->HintDescriptor;
    const float scale = LADSPA_IS_HINT_SAMPLE_RATE(d) ? 48000.0f : 1.0f;
    const float low = hint->LowerBound * scale, high = hint->UpperBound * scale;
    const int is_log = LADSPA_IS_HINT_LOGARITHMIC(d) && low > 0 && high > 0;
    switch (d & LADSPA_HINT_DEFAULT_MASK) {
        case LADSPA_HINT_DEFAULT_MINIMUM: return low;
        case LADSPA_HINT_DEFAULT_LOW:
            return is_log ? __builtin_powf(low, 0.75f) * __builtin_powf(high, 0.25f) : low * 0.75f + high * 0.25f;
        case LADSPA_HINT_DEFAULT_MIDDLE: return is_log ? __builtin_sqrtf(low * high) : (low + high) / 2;
        case LADSPA_HINT_DEFAULT_HIGH:
            return is_log ? __builtin_powf(low, 0.25f) * __builtin_powf(high, 0.75f) : low * 0.25f + high * 0.75f;
        case LADSPA_HINT_DEFAULT_MAXIMUM: return high;
        case LADSPA_HINT_DEFAULT_1: return 1;
        case LADSPA_HINT_DEFAULT_100: return 100;
        case LADSPA_HINT_DEFAULT_440: return 440;
        default: return 0;
    }
}

EffectsPeer *effectspeers_open(const char *library, const char *label) {
    char path[512];
    snprintf(path, sizeof path, "/usr/lib/ladspa/%s", library);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return NULL;
    const LADSPA_Descriptor_Function find = (LADSPA_Descriptor_Function)dlsym(handle, "ladspa_descriptor");
    const LADSPA_Descriptor *d = NULL;
    for (unsigned long i = 0; find && (d = find(i)) != NULL; i++)
        if (strcmp(d->Label, label) == 0) break;
    if (!d) return NULL;
    EffectsPeer *peer = calloc(1, sizeof *peer);
    peer->library = handle;
    peer->descriptor = d;
    peer->controls = calloc(d->PortCount, sizeof(float));
    int inputs = 0;
    for (unsigned long p = 0; p < d->PortCount; p++) {
        const LADSPA_PortDescriptor port = d->PortDescriptors[p];
        if (LADSPA_IS_PORT_AUDIO(port) && LADSPA_IS_PORT_INPUT(port)) inputs++;
        if (LADSPA_IS_PORT_CONTROL(port)) peer->controls[p] = initial(&d->PortRangeHints[p]);
    }
    peer->count = inputs == 1 ? 2 : 1;
    uint32_t seed = 1;
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < LONGEST; i++) {
            seed = seed * 1664525 + 1013904223;
            peer->audio[k][i] = (float)(int32_t)seed * 0x1p-32f;
        }
    for (int n = 0; n < peer->count; n++) {
        peer->instances[n] = d->instantiate(d, 48000);
        int in = n, out = 4 + n;
        for (unsigned long p = 0; p < d->PortCount; p++) {
            const LADSPA_PortDescriptor port = d->PortDescriptors[p];
            if (LADSPA_IS_PORT_CONTROL(port)) d->connect_port(peer->instances[n], p, &peer->controls[p]);
            else if (LADSPA_IS_PORT_INPUT(port)) d->connect_port(peer->instances[n], p, peer->audio[in++ % 4]);
            else d->connect_port(peer->instances[n], p, peer->audio[4 + out++ % 4]);
        }
        if (d->activate) d->activate(peer->instances[n]);
    }
    return peer;
}

int effectspeers_set(EffectsPeer *peer, const char *name, float value) {
    int found = 0;
    for (unsigned long p = 0; p < peer->descriptor->PortCount; p++) {
        const LADSPA_PortDescriptor port = peer->descriptor->PortDescriptors[p];
        if (!LADSPA_IS_PORT_CONTROL(port) || !LADSPA_IS_PORT_INPUT(port)) continue;
        if (strncmp(peer->descriptor->PortNames[p], name, strlen(name)) == 0) {
            peer->controls[p] = value;
            found++;
        }
    }
    return found;
}

void effectspeers_run(EffectsPeer *peer, size_t frame_count) {
    for (int n = 0; n < peer->count; n++) peer->descriptor->run(peer->instances[n], frame_count);
}

void effectspeers_close(EffectsPeer *peer) {
    for (int n = 0; n < peer->count; n++) {
        if (peer->descriptor->deactivate) peer->descriptor->deactivate(peer->instances[n]);
        peer->descriptor->cleanup(peer->instances[n]);
    }
    free(peer->controls);
    free(peer);
}
#else
EffectsPeer *effectspeers_open(const char *library, const char *label) { return NULL; }
int effectspeers_set(EffectsPeer *peer, const char *name, float value) { return 0; }
void effectspeers_run(EffectsPeer *peer, size_t frame_count) {}
void effectspeers_close(EffectsPeer *peer) {}
#endif
