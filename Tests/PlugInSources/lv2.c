// LV2 plug-ins for tests, which tests compile.
#include "Interfaces/LV2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    void *ports[8];
    double rate;
    const lv2_urid_map *map;
    const lv2_worker_schedule *schedule;
    int32_t kept;
    float last, factor;
} instance;

static lv2_handle make(const void *descriptor, double rate, const char *bundle, const lv2_feature *const *features) {
    (void)descriptor, (void)bundle;
    instance *made = calloc(1, sizeof *made);
    made->rate = rate;
    for (; *features != NULL; features++) {
        if (strcmp((*features)->uri, LV2_URID "map") == 0) made->map = (*features)->data;
        if (strcmp((*features)->uri, LV2_WORKER "schedule") == 0) made->schedule = (*features)->data;
    }
    return made;
}

static lv2_handle make_nothing(
    const void *descriptor, double rate, const char *bundle, const lv2_feature *const *features) {
    (void)descriptor, (void)rate, (void)bundle, (void)features;
    return NULL;
}

static void connect(lv2_handle handle, uint32_t port, void *data) { ((instance *)handle)->ports[port] = data; }

static float control(instance *i, int port) { return *(float *)i->ports[port]; }

// Ports: in, out, gain, mode (0 nothing, 1 half, 2 whole), inverted, peak, latency.
static void run_gain(lv2_handle handle, uint32_t count) {
    instance *i = handle;
    const float *in = i->ports[0];
    float *out = i->ports[1], peak = 0;
    const float factor = control(i, 2) * control(i, 3) / 2 * (control(i, 4) > 0 ? -1 : 1);
    for (uint32_t frame = 0; frame < count; frame++) {
        out[frame] = in[frame] * factor;
        peak = fmaxf(peak, fabsf(out[frame]));
    }
    *(float *)i->ports[5] = peak;
    *(float *)i->ports[6] = 7;
}

// Ports: in, out, fault (0 none, 1 NaN, 2 infinity, 3 ends the process, 4 does not end).
static void run_fault(lv2_handle handle, uint32_t count) {
    instance *i = handle;
    const float *in = i->ports[0];
    float *out = i->ports[1];
    for (uint32_t frame = 0; frame < count; frame++) out[frame] = in[frame];
    if (control(i, 2) == 3) abort();
    for (volatile int hangs = control(i, 2) == 4; hangs != 0;) {}
    if (count > 0 && control(i, 2) > 0.5f) out[count / 2] = control(i, 2) > 1.5f ? INFINITY : NAN;
}

// Ports: in, side chain, out, enabled.
static void run_side(lv2_handle handle, uint32_t count) {
    instance *i = handle;
    const float *in = i->ports[0], *side = i->ports[1];
    float *out = i->ports[2];
    for (uint32_t frame = 0; frame < count; frame++)
        out[frame] = control(i, 3) > 0 ? in[frame] * side[frame] : in[frame];
}

// Ports: messages in, messages out. Notes are an octave higher.
static void run_octave(lv2_handle handle, uint32_t count) {
    instance *i = handle;
    (void)count;
    const lv2_sequence *in = i->ports[0];
    lv2_sequence *out = i->ports[1];
    const uint32_t midi = i->map->map(i->map->handle, LV2_MIDI_EVENT);
    const uint32_t size = in->atom.size, room = out->atom.size;
    *out = (lv2_sequence){.atom = {8, i->map->map(i->map->handle, LV2_ATOM "Sequence")}};
    for (uint32_t at = 8; at < size;) {
        const lv2_event *event = (const lv2_event *)((const char *)in + 8 + at);
        const uint32_t whole = (uint32_t)sizeof *event + ((event->body.size + 7) & ~7u);
        if (event->body.type == midi && out->atom.size + whole <= room) {
            lv2_event *copy = (lv2_event *)((char *)out + 8 + out->atom.size);
            memcpy(copy, event, whole);
            uint8_t *bytes = (uint8_t *)(copy + 1);
            if (bytes[0] >> 4 == 9 || bytes[0] >> 4 == 8) bytes[1] += 12;
            out->atom.size += whole;
        }
        at += whole;
    }
}

// Ports: out, request. What is requested is doubled by the worker, and is then the output; a state keeps it.
static void run_worker(lv2_handle handle, uint32_t count) {
    instance *i = handle;
    float *out = i->ports[0];
    const float request = control(i, 1);
    if (request != i->last && i->schedule != NULL) {
        i->last = request;
        i->schedule->schedule_work(i->schedule->handle, sizeof request, &request);
    }
    for (uint32_t frame = 0; frame < count; frame++) out[frame] = i->factor;
}

static int32_t work(lv2_handle handle, lv2_worker_respond respond, void *context, uint32_t size, const void *data) {
    (void)handle, (void)size;
    const float doubled = 2 * *(const float *)data;
    return respond(context, sizeof doubled, &doubled);
}

static int32_t work_response(lv2_handle handle, uint32_t size, const void *data) {
    (void)size;
    memcpy(&((instance *)handle)->factor, data, sizeof(float));
    return 0;
}

static int32_t save(
    lv2_handle handle, lv2_state_store store, void *context, uint32_t flags, const lv2_feature *const *features) {
    (void)flags, (void)features;
    instance *i = handle;
    const uint32_t key = i->map->map(i->map->handle, "urn:sordino-test:factor");
    return store(context, key, &i->factor, sizeof i->factor, i->map->map(i->map->handle, LV2_ATOM "Float"), 3);
}

static int32_t restore(
    lv2_handle handle, lv2_state_retrieve retrieve, void *context, uint32_t flags, const lv2_feature *const *features) {
    (void)flags, (void)features;
    instance *i = handle;
    size_t size = 0;
    uint32_t type = 0, kept = 0;
    const void *value =
        retrieve(context, i->map->map(i->map->handle, "urn:sordino-test:factor"), &size, &type, &kept);
    if (value == NULL || size != 4 || type != i->map->map(i->map->handle, LV2_ATOM "Float")) return 1;
    memcpy(&i->factor, value, 4);
    return 0;
}

static const void *extension(const char *uri) {
    static const lv2_worker_interface worker = {work, work_response, NULL};
    static const lv2_state_interface state = {save, restore};
    if (strcmp(uri, LV2_WORKER "interface") == 0) return &worker;
    return strcmp(uri, LV2_STATE "interface") == 0 ? &state : NULL;
}

static void end(lv2_handle handle) { free(handle); }

#define NAME "urn:sordino-test:"
static const lv2_descriptor descriptors[] = {
    {NAME "gain", make, connect, NULL, run_gain, NULL, end, NULL},
    {NAME "fault", make, connect, NULL, run_fault, NULL, end, NULL},
    {NAME "side", make, connect, NULL, run_side, NULL, end, NULL},
    {NAME "octave", make, connect, NULL, run_octave, NULL, end, NULL},
    {NAME "worker", make, connect, NULL, run_worker, NULL, end, extension},
    {NAME "needy", make, connect, NULL, run_gain, NULL, end, NULL},
    {NAME "nothing", make_nothing, connect, NULL, run_gain, NULL, end, NULL},
    {NAME "hollow", make, NULL, NULL, NULL, NULL, end, NULL},
};

__attribute__((visibility("default"))) const lv2_descriptor *lv2_descriptor_at(uint32_t) __asm__("lv2_descriptor");
const lv2_descriptor *lv2_descriptor_at(uint32_t index) {
    return index < sizeof descriptors / sizeof *descriptors ? &descriptors[index] : NULL;
}
