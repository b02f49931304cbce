#define _GNU_SOURCE
#include "Remote.h"
#include "COwnProcess.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

// The process of one plug-in: a thread that renders blocks, and one that answers requests.

bool remote_put(int socket, const void *bytes, size_t count) {
    for (const char *next = bytes; count > 0;) {
        const ssize_t done = send(socket, next, count, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        next += done;
        count -= (size_t)done;
    }
    return true;
}

bool remote_take(int socket, void *bytes, size_t count, int milliseconds) {
    for (char *next = bytes; count > 0;) {
        struct pollfd ready = {.fd = socket, .events = POLLIN};
        const int found = poll(&ready, 1, milliseconds);
        if (found < 0 && errno == EINTR) continue;
        const ssize_t done = found <= 0 ? 0 : recv(socket, next, count, 0);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        next += done;
        count -= (size_t)done;
    }
    return true;
}

static struct remote_memory *memory;
static cplugin *plugin;

static void render_slot(uint32_t index) {
    struct remote_slot *slot = &memory->slots[index];
    const uint32_t channels = (uint32_t)(plugin->channel_counts[0] + plugin->channel_counts[1]);
    for (int side = 0, at = 0; side < 2; side++)
        for (int32_t i = 0; i < plugin->channel_counts[side]; i++)
            plugin->planes[side][i] = remote_plane(memory, channels, index, (uint32_t)at++);
    uint32_t count = 0;
    for (uint32_t i = 0; i < slot->event_count && i < REMOTE_EVENTS; i++) {
        const struct remote_event *event = &slot->events[i];
        const int64_t place = event->byte_count > 0 ? 0 : plugin->does->index(plugin, event->address);
        if (place < 0) continue;
        plugin->events[count++] = (struct event){
            .frame = event->frame, .index = (uint32_t)place, .value = event->value, .ramp = event->ramp,
            .bytes = event->byte_count > 0 ? event->bytes : NULL, .byte_count = event->byte_count};
    }
    plugin->sent_count = plugin->sent_used = 0;
    atomic_store(&plugin->has_news, true);
    plugin_render_planes(plugin, slot->frame_count, count);
    slot->sent_count = 0;
    for (uint32_t i = 0; i < plugin->sent_count && slot->sent_count < REMOTE_EVENTS; i++) {
        if (plugin->sent[i].byte_count > REMOTE_BYTES) continue;
        struct remote_event *sent = &slot->sent[slot->sent_count++];
        *sent = (struct remote_event){.frame = plugin->sent[i].frame, .byte_count = plugin->sent[i].byte_count};
        memcpy(sent->bytes, plugin->sent[i].bytes, sent->byte_count);
    }
}

static void show(void) {
    atomic_store(&memory->latency, cplugin_latency(plugin));
    atomic_store(&memory->tail, cplugin_tail(plugin));
    atomic_store(&memory->muted_count, cplugin_muted_count(plugin));
}

static void *render(void *context) {
    (void)context;
    while (true) {
        if (sem_wait(&memory->bell) != 0) continue;
        uint32_t done = atomic_load(&memory->done);
        while (done != atomic_load(&memory->posted)) {
            // Requests wait for the end of the block, and the block for the end of a request.
            plugin_shut(plugin);
            if (plugin->is_prepared) render_slot(done % REMOTE_SLOTS);
            plugin_open_gate(plugin);
            show();
            atomic_store(&memory->done, ++done);
        }
    }
}

static void answer(bool is_done, double number, const void *bytes, size_t count) {
    const struct remote_answer head = {.is_done = is_done, .number = number, .byte_count = count};
    if (!remote_put(0, &head, sizeof head) || !remote_put(0, bytes, count)) _exit(0);
}

static void open_plugin(const struct remote_request *request, const char *bytes) {
    char why[1024] = "";
    const char *text[4] = {"", "", "", ""}, *at = bytes, *end = bytes + request->byte_count;
    const int count = request->kind == REMOTE_OPEN_LV2 ? 4 : 2;
    for (int i = 0; i < count && at < end; i++) {
        text[i] = at;
        at += strnlen(at, (size_t)(end - at)) + 1;
    }
    const size_t size = (size_t)request->index * sizeof(cplugin_port);
    cplugin_port *ports = calloc(1, size + 1);
    if (ports != NULL && at <= end && (size_t)(end - at) >= size) memcpy(ports, at, size);
    plugin = request->kind == REMOTE_OPEN_LV2
        ? cplugin_open_lv2(
              text[0], text[1], text[2], text[3], ports, request->index, request->number, why, sizeof why)
        : cplugin_open_clap(text[0], text[1], why, sizeof why);
    free(ports);
    if (plugin == NULL) return answer(false, 0, why, strlen(why) + 1);
    // The values lie in the memory of both from now on.
    memcpy(memory->values, plugin->values, (size_t)plugin->value_count * sizeof(struct value));
    plugin->values = memory->values;
    struct remote_shape shape = {
        .value_count = plugin->value_count, .parameter_count = cplugin_parameter_count(plugin),
        .bypass_index = plugin->bypass_index, .bypass_is_enabled = plugin->bypass_is_enabled};
    memcpy(shape.busses, plugin->busses, sizeof shape.busses);
    memcpy(shape.bus_counts, plugin->bus_counts, sizeof shape.bus_counts);
    memcpy(shape.channel_counts, plugin->channel_counts, sizeof shape.channel_counts);
    memcpy(shape.has_midi, plugin->has_midi, sizeof shape.has_midi);
    pthread_t thread;
    if (pthread_create(&thread, NULL, render, NULL) != 0) _exit(0);
    answer(true, 0, &shape, sizeof shape);
}

static void serve_request(const struct remote_request *request, const char *bytes) {
    char text[1024] = "";
    double number = 0;
    size_t count = 0;
    uint8_t *state;
    cplugin_parameter_info info = {0};
    bool is_done = true;
    switch (request->kind) {
    case REMOTE_PREPARE:
        is_done = cplugin_prepare(plugin, request->number, (uint32_t)request->index, text, sizeof text);
        show();
        return answer(is_done, 0, text, strlen(text) + 1);
    case REMOTE_RETIRE: cplugin_retire(plugin); break;
    case REMOTE_RESET: cplugin_reset(plugin); break;
    case REMOTE_SAVE:
        atomic_store(&plugin->has_news, true);
        state = cplugin_save(plugin, &count);
        answer(state != NULL, 0, state, count);
        return free(state);
    case REMOTE_RESTORE:
        is_done = cplugin_restore(plugin, (const uint8_t *)bytes, request->byte_count);
        break;
    case REMOTE_PARAMETER:
        is_done = cplugin_parameter_at(plugin, request->index, &info);
        return answer(is_done, 0, &info, sizeof info);
    case REMOTE_TEXT:
        is_done = cplugin_value_text(plugin, request->index, request->number, text, sizeof text);
        return answer(is_done, 0, text, strlen(text) + 1);
    case REMOTE_PARSE: is_done = cplugin_text_value(plugin, request->index, bytes, &number); break;
    case REMOTE_OFFLINE: cplugin_set_offline(plugin, request->index != 0); break;
    default: _exit(0);
    }
    answer(is_done, number, NULL, 0);
}

// Runs before the constructors and `main` of a program; returns unless this is the process of a plug-in.
__attribute__((constructor(102))) static void become_plugin(int argc, char **argv) {
    if (!own_process_begin(argc, argv, REMOTE_NAME, REMOTE_MARK, NULL)) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED, 1, 0);
    if (memory == MAP_FAILED) _exit(0);
    struct remote_request request;
    while (remote_take(0, &request, sizeof request, -1)) {
        if (request.byte_count > CPLUGIN_STATE_LIMIT || request.index < 0) _exit(0);
        char *bytes = calloc(1, request.byte_count + 1);
        if (bytes == NULL || !remote_take(0, bytes, request.byte_count, -1)) _exit(0);
        const bool opens = request.kind == REMOTE_OPEN_LV2 || request.kind == REMOTE_OPEN_CLAP;
        if (opens == (plugin != NULL)) _exit(0);
        if (opens) open_plugin(&request, bytes);
        else serve_request(&request, bytes);
        free(bytes);
    }
    _exit(0);
}
