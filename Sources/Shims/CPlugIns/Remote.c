#define _GNU_SOURCE
#include "Remote.h"
#include "COwnProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The program's side of a plug-in in a process of its own.

/// Milliseconds for the answer to a request, and for a block.
#define ANSWER_LIMIT 10000
#define BLOCK_LIMIT 3000

struct remote {
    struct cplugin common;
    struct remote_memory *memory;
    int socket;
    pid_t process;
    int32_t parameter_count;
    _Atomic bool is_dead, ends;
    pthread_t watch;
    bool has_watch;
    void (*ended)(void *, const char *);
    void *ended_context;
    // The render thread's part: rendered frames, which begin with a block of silence.
    uint32_t taken, frame_counts[REMOTE_SLOTS];
    float *queue;
    uint32_t queue_size, queue_start, queue_count, missing;
};

static struct remote *of(cplugin *plugin) { return (struct remote *)plugin; }

static uint32_t channels_of(const struct remote *remote) {
    return (uint32_t)(remote->common.channel_counts[0] + remote->common.channel_counts[1]);
}

// MARK: Requests, one at a time

static void give_up(struct remote *remote) {
    if (!atomic_exchange(&remote->is_dead, true)) kill(remote->process, SIGKILL);
}

/// Sends a request and waits for the answer, whose bytes the caller frees.
static bool ask(
    struct remote *remote, struct remote_request request, const void *bytes, struct remote_answer *answer,
    char **answered) {
    *answered = NULL;
    *answer = (struct remote_answer){0};
    pthread_mutex_lock(&remote->common.control);
    bool is_there = !atomic_load(&remote->is_dead) && remote_put(remote->socket, &request, sizeof request) &&
        remote_put(remote->socket, bytes, request.byte_count) &&
        remote_take(remote->socket, answer, sizeof *answer, ANSWER_LIMIT) && answer->byte_count <= CPLUGIN_STATE_LIMIT;
    is_there = is_there && (*answered = calloc(1, answer->byte_count + 1)) != NULL;
    is_there = is_there && remote_take(remote->socket, *answered, answer->byte_count, ANSWER_LIMIT);
    if (!is_there) give_up(remote);
    pthread_mutex_unlock(&remote->common.control);
    return is_there && answer->is_done;
}

static bool tell(struct remote *remote, int32_t kind, int32_t index) {
    struct remote_answer answer;
    char *bytes;
    const bool is_done = ask(remote, (struct remote_request){.kind = kind, .index = index}, NULL, &answer, &bytes);
    free(bytes);
    return is_done;
}

// MARK: Rendering

static void push(struct remote *remote, uint32_t slot, uint32_t count) {
    const uint32_t inputs = (uint32_t)remote->common.channel_counts[0], channels = channels_of(remote);
    // Frames that were silence because they came too late are over.
    const uint32_t late = remote->missing < count ? remote->missing : count;
    remote->missing -= late;
    for (uint32_t frame = late; frame < count && remote->queue_count < remote->queue_size; frame++) {
        const uint32_t place = (remote->queue_start + remote->queue_count++) % remote->queue_size;
        for (uint32_t i = inputs; i < channels; i++) {
            const float sample =
                slot < REMOTE_SLOTS ? remote_plane(remote->memory, channels, slot, i)[frame] : 0;
            remote->queue[(size_t)(i - inputs) * remote->queue_size + place] = sample;
        }
    }
}

/// Takes the blocks that have been rendered.
static void collect(struct remote *remote, uint32_t frame_count) {
    struct remote_memory *memory = remote->memory;
    const uint32_t done = atomic_load_explicit(&memory->done, memory_order_acquire);
    const uint32_t posted = atomic_load_explicit(&memory->posted, memory_order_relaxed);
    // The other process may have written anything.
    if (done - remote->taken > posted - remote->taken) return;
    for (; remote->taken != done; remote->taken++) {
        const uint32_t index = remote->taken % REMOTE_SLOTS;
        const struct remote_slot *slot = &memory->slots[index];
        push(remote, index, remote->frame_counts[index]);
        const uint32_t count = slot->sent_count < REMOTE_EVENTS ? slot->sent_count : 0;
        for (uint32_t i = 0; i < count; i++) {
            const struct remote_event *sent = &slot->sent[i];
            if (sent->byte_count > REMOTE_BYTES) continue;
            plugin_send(
                &remote->common, sent->frame < frame_count ? sent->frame : frame_count - 1, sent->bytes,
                sent->byte_count);
        }
    }
    const uint32_t latency = atomic_load_explicit(&memory->latency, memory_order_relaxed);
    atomic_store_explicit(
        &remote->common.latency, latency + remote->common.maximum_frames, memory_order_relaxed);
    atomic_store_explicit(
        &remote->common.muted_count, atomic_load_explicit(&memory->muted_count, memory_order_relaxed),
        memory_order_relaxed);
}

static void post(struct remote *remote, uint32_t frame_count, const struct event *events, uint32_t event_count) {
    struct remote_memory *memory = remote->memory;
    const uint32_t posted = atomic_load_explicit(&memory->posted, memory_order_relaxed);
    const bool has_room = posted - remote->taken < REMOTE_SLOTS;
    if (!has_room || atomic_load_explicit(&remote->is_dead, memory_order_relaxed))
        return push(remote, REMOTE_SLOTS, frame_count);
    const uint32_t index = posted % REMOTE_SLOTS;
    struct remote_slot *slot = &memory->slots[index];
    for (int32_t i = 0; i < remote->common.channel_counts[0]; i++)
        memcpy(
            remote_plane(memory, channels_of(remote), index, (uint32_t)i), remote->common.planes[0][i],
            frame_count * sizeof(float));
    slot->frame_count = remote->frame_counts[index] = frame_count;
    slot->event_count = 0;
    for (uint32_t i = 0; i < event_count && slot->event_count < REMOTE_EVENTS; i++) {
        if (events[i].byte_count > REMOTE_BYTES) continue;
        struct remote_event *event = &slot->events[slot->event_count++];
        *event = (struct remote_event){
            .frame = events[i].frame, .address = events[i].index, .ramp = events[i].ramp, .value = events[i].value,
            .byte_count = events[i].bytes == NULL ? 0 : events[i].byte_count};
        if (event->byte_count > 0) memcpy(event->bytes, events[i].bytes, event->byte_count);
    }
    atomic_store_explicit(&memory->posted, posted + 1, memory_order_release);
    sem_post(&memory->bell);
}

static void render_block(cplugin *plugin, uint32_t frame_count, uint32_t event_count) {
    struct remote *remote = of(plugin);
    collect(remote, frame_count);
    post(remote, frame_count, plugin->events, event_count);
    // Without a deadline the block is waited for, so that each run gives the same.
    for (int tick = 0; atomic_load(&plugin->is_offline) && tick < BLOCK_LIMIT * 20; tick++) {
        if (atomic_load(&remote->is_dead)) break;
        if (atomic_load(&remote->memory->done) == atomic_load(&remote->memory->posted)) break;
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    }
    const bool is_there = remote->queue_count >= frame_count && !atomic_load(&remote->is_dead);
    for (int32_t i = 0; i < plugin->channel_counts[1]; i++) {
        const float *channel = remote->queue + (size_t)i * remote->queue_size;
        for (uint32_t frame = 0; frame < frame_count; frame++)
            plugin->planes[1][i][frame] =
                is_there ? channel[(remote->queue_start + frame) % remote->queue_size] : 0;
    }
    if (is_there) {
        remote->queue_start = (remote->queue_start + frame_count) % remote->queue_size;
        remote->queue_count -= frame_count;
    } else {
        remote->missing += frame_count;
    }
}

static int64_t index_of(cplugin *plugin, uint32_t address) {
    (void)plugin;
    return address;
}

// MARK: The control side

static bool prepare(cplugin *plugin, double rate, char *why, size_t why_size) {
    struct remote *remote = of(plugin);
    const size_t samples = (size_t)REMOTE_SLOTS * channels_of(remote) * plugin->maximum_frames;
    plugin_say(why, why_size, "its process has ended, or has no room for its blocks");
    if (samples > REMOTE_SAMPLES / sizeof(float)) return false;
    free(remote->queue);
    remote->queue_size = plugin->maximum_frames * (REMOTE_SLOTS + 2);
    remote->queue = calloc((size_t)remote->queue_size * (size_t)(plugin->channel_counts[1] + 1), sizeof(float));
    if (remote->queue == NULL) return false;
    remote->queue_start = remote->missing = 0;
    remote->queue_count = plugin->maximum_frames;
    remote->taken = atomic_load(&remote->memory->posted);
    remote->memory->maximum_frames = plugin->maximum_frames;
    struct remote_answer answer;
    char *bytes;
    const struct remote_request request = {
        .kind = REMOTE_PREPARE, .index = (int32_t)plugin->maximum_frames, .number = rate};
    const bool is_ready = ask(remote, request, NULL, &answer, &bytes);
    if (!is_ready && bytes != NULL && bytes[0] != 0) plugin_say(why, why_size, "%s", bytes);
    free(bytes);
    atomic_store(&plugin->latency, atomic_load(&remote->memory->latency) + plugin->maximum_frames);
    return is_ready;
}

static void retire(cplugin *plugin) { tell(of(plugin), REMOTE_RETIRE, 0); }
static void reset(cplugin *plugin) { tell(of(plugin), REMOTE_RESET, 0); }

static uint8_t *save(cplugin *plugin, size_t *byte_count) {
    struct remote_answer answer;
    char *bytes;
    const bool is_saved = ask(of(plugin), (struct remote_request){.kind = REMOTE_SAVE}, NULL, &answer, &bytes);
    if (is_saved) *byte_count = answer.byte_count;
    else free(bytes);
    return is_saved ? (uint8_t *)bytes : NULL;
}

static bool restore(cplugin *plugin, const uint8_t *state, size_t byte_count) {
    struct remote_answer answer;
    char *bytes;
    const struct remote_request request = {.kind = REMOTE_RESTORE, .byte_count = byte_count};
    const bool is_taken = ask(of(plugin), request, state, &answer, &bytes);
    free(bytes);
    return is_taken;
}

static void close_remote(cplugin *plugin) {
    struct remote *remote = of(plugin);
    atomic_store(&remote->ends, true);
    give_up(remote);
    // The report of the end may give up the last reference: the watch touches nothing afterwards.
    if (remote->has_watch && pthread_equal(remote->watch, pthread_self())) pthread_detach(remote->watch);
    else if (remote->has_watch) pthread_join(remote->watch, NULL);
    while (remote->process > 0 && waitpid(remote->process, NULL, 0) < 0 && errno == EINTR) {}
    if (remote->socket >= 0) close(remote->socket);
    if (remote->memory != NULL) munmap(remote->memory, sizeof *remote->memory);
    free(remote->queue);
    plugin->values = NULL;
    plugin_end(plugin);
}

static int32_t parameter_count(cplugin *plugin) { return of(plugin)->parameter_count; }

static bool parameter(cplugin *plugin, int32_t index, cplugin_parameter_info *info) {
    struct remote_answer answer;
    char *bytes;
    const struct remote_request request = {.kind = REMOTE_PARAMETER, .index = index};
    const bool is_known = ask(of(plugin), request, NULL, &answer, &bytes) && answer.byte_count == sizeof *info;
    if (is_known) memcpy(info, bytes, sizeof *info);
    free(bytes);
    return is_known;
}

static bool text(cplugin *plugin, int32_t index, double value, char *into, size_t size) {
    struct remote_answer answer;
    char *bytes;
    const struct remote_request request = {.kind = REMOTE_TEXT, .index = index, .number = value};
    const bool is_text = ask(of(plugin), request, NULL, &answer, &bytes);
    if (is_text) snprintf(into, size, "%s", bytes);
    free(bytes);
    return is_text;
}

static bool parse(cplugin *plugin, int32_t index, const char *words, double *value) {
    struct remote_answer answer;
    char *bytes;
    const struct remote_request request = {.kind = REMOTE_PARSE, .index = index, .byte_count = strlen(words) + 1};
    const bool is_value = ask(of(plugin), request, words, &answer, &bytes);
    free(bytes);
    *value = answer.number;
    return is_value;
}

static uint32_t tail(cplugin *plugin) { return atomic_load(&of(plugin)->memory->tail); }
static void set_offline(cplugin *plugin, bool is_offline) { tell(of(plugin), REMOTE_OFFLINE, is_offline); }

static const struct operations remote_operations = {
    .index = index_of, .render = render_block, .prepare = prepare, .retire = retire, .reset = reset,
    .close = close_remote, .save = save, .restore = restore, .parameter_count = parameter_count,
    .parameter = parameter, .text = text, .parse = parse, .tail = tail, .set_offline = set_offline,
};

// MARK: The process

/// Watches for the end of the process, and for blocks that do not end.
static void *watch(void *context) {
    struct remote *remote = context;
    const char *why = NULL;
    uint32_t done = 0;
    int stuck = 0;
    while (!atomic_load(&remote->ends) && why == NULL) {
        struct pollfd end = {.fd = remote->socket, .events = POLLRDHUP};
        const int found = poll(&end, 1, 250);
        if (found > 0 && end.revents & (POLLRDHUP | POLLHUP | POLLERR)) why = "its process has ended";
        const uint32_t now = atomic_load(&remote->memory->done);
        const bool waits = now == done && now != atomic_load(&remote->memory->posted);
        stuck = waits ? stuck + 250 : 0;
        done = now;
        if (stuck >= BLOCK_LIMIT) why = "a block did not end";
    }
    if (why == NULL || atomic_load(&remote->ends)) return NULL;
    give_up(remote);
    if (remote->ended != NULL) remote->ended(remote->ended_context, why);
    return NULL;
}

static bool start(struct remote *remote) {
    int ends[2];
    const int file = memfd_create(REMOTE_NAME, MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, sizeof *remote->memory) != 0) {
        if (file >= 0) close(file);
        return false;
    }
    void *mapped = mmap(NULL, sizeof *remote->memory, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (mapped == MAP_FAILED || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        close(file);
        return false;
    }
    remote->memory = mapped;
    sem_init(&remote->memory->bell, 1, 0);
    const pid_t process = own_process_start(REMOTE_NAME, REMOTE_MARK, NULL, ends[1], file);
    close(ends[1]);
    close(file);
    remote->socket = ends[0];
    remote->process = process > 0 ? process : 0;
    return process > 0;
}

static bool open_remote(
    struct remote *remote, struct remote_request request, const void *bytes, char *why, size_t size) {
    plugin_say(why, size, "a process of its own cannot be started");
    if (!plugin_begin(&remote->common, &remote_operations, 0) || !start(remote)) return false;
    struct remote_answer answer;
    char *answered;
    plugin_say(why, size, "its process has ended while it began");
    const bool is_made = ask(remote, request, bytes, &answer, &answered);
    const struct remote_shape *shape = (const struct remote_shape *)answered;
    const bool is_shape = is_made && answer.byte_count == sizeof *shape && shape->value_count >= 0 &&
        shape->value_count <= CPLUGIN_PORT_LIMIT;
    if (!is_made && answered != NULL && answered[0] != 0) plugin_say(why, size, "%.900s", answered);
    for (int side = 0; is_shape && side < 2; side++) {
        const bool is_sound = shape->bus_counts[side] >= 0 && shape->bus_counts[side] <= CPLUGIN_BUS_LIMIT &&
            shape->channel_counts[side] >= 0 && shape->channel_counts[side] <= CPLUGIN_CHANNEL_LIMIT;
        if (!is_sound) break;
        memcpy(remote->common.busses[side], shape->busses[side], sizeof shape->busses[side]);
        remote->common.bus_counts[side] = shape->bus_counts[side];
        remote->common.channel_counts[side] = shape->channel_counts[side];
        remote->common.has_midi[side] = shape->has_midi[side];
    }
    if (is_shape) {
        remote->parameter_count = shape->parameter_count;
        free(remote->common.values);
        remote->common.values = remote->memory->values;
        remote->common.value_count = shape->value_count;
        remote->common.bypass_index = shape->bypass_index < shape->value_count ? shape->bypass_index : -1;
        remote->common.bypass_is_enabled = shape->bypass_is_enabled;
        remote->has_watch = pthread_create(&remote->watch, NULL, watch, remote) == 0;
    }
    free(answered);
    return is_shape;
}

cplugin *cplugin_open_remote(
    const char *const texts[4], int32_t text_count, const cplugin_port *ports, int32_t port_count, double rate,
    void *context, void (*ended)(void *, const char *), char *why, size_t why_size) {
    if (port_count < 0 || port_count > CPLUGIN_PORT_LIMIT) return NULL;
    struct remote *remote = calloc(1, sizeof *remote);
    size_t count = (size_t)port_count * sizeof *ports;
    for (int32_t i = 0; i < text_count; i++) count += strlen(texts[i]) + 1;
    char *bytes = calloc(1, count + 1), *at = bytes;
    if (remote == NULL || bytes == NULL) {
        free(remote);
        free(bytes);
        return NULL;
    }
    for (int32_t i = 0; i < text_count; i++) {
        strcpy(at, texts[i]);
        at += strlen(texts[i]) + 1;
    }
    if (port_count > 0) memcpy(at, ports, (size_t)port_count * sizeof *ports);
    remote->socket = -1;
    remote->ended = ended;
    remote->ended_context = context;
    const struct remote_request request = {
        .kind = text_count == 4 ? REMOTE_OPEN_LV2 : REMOTE_OPEN_CLAP, .index = port_count, .number = rate,
        .byte_count = count};
    const bool is_made = open_remote(remote, request, bytes, why, why_size);
    free(bytes);
    if (is_made) return &remote->common;
    close_remote(&remote->common);
    return NULL;
}
