#include "CGraphClock.h"

#include <stddef.h>

#if defined(SORDINO_PIPEWIRE) && __has_include(<pipewire/pipewire.h>)
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <pipewire/pipewire.h>

#include <pipewire/data-loop.h>
#include <pipewire/impl.h>
#include <spa/node/io.h>
#include <spa/node/node.h>
#include <spa/node/utils.h>
#include <spa/utils/result.h>

#include "CPipeWire.h"

// A node without ports: the graph asks it to process when all others have.
struct graph_clock {
    struct spa_node node;
    struct spa_hook_list hooks;
    struct spa_callbacks callbacks;
    struct spa_io_clock *clock;
    struct spa_io_position *position;
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_proxy *proxy;
    struct pw_loop *data_loop;
    struct spa_source *timer;
    bool is_started;
    uint64_t begun;
    atomic_uint speed;
    atomic_ullong cycles;
};

// A cycle that does not become complete (a process was stopped or killed in it) is given up after so long: longer than a busy
// machine lets anybody wait, shorter than what is to be heard after that lasts.
static const uint64_t patience = 400000000;

static uint64_t monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void wake_at(graph_clock *clock, uint64_t when) {
    struct timespec time = {(time_t)(when / 1000000000), (long)(when % 1000000000)};
    pw_loop_update_timer(clock->data_loop, clock->timer, &time, NULL, true);
}

/// The next cycle as newer servers state it, in words that headers before 0.3.67 call padding; zeros of older servers.
struct next_cycle {
    struct spa_fraction rate;
    uint64_t duration;
};

static struct next_cycle next_cycle(const struct spa_io_clock *now) {
    struct next_cycle next;
    memcpy(&next, (const char *)now + offsetof(struct spa_io_clock, next_nsec) + sizeof now->next_nsec, sizeof next);
    if (next.duration == 0) next.duration = now->duration;
    if (next.rate.denom == 0) next.rate = now->rate;
    return next;
}

static uint64_t period(graph_clock *clock) {
    struct next_cycle next = {{1, 48000}, 1024};
    if (clock->position != NULL) next = next_cycle(&clock->position->clock);
    if (next.duration == 0 || next.rate.denom == 0) return 20000000;
    return next.duration * 1000000000 / next.rate.denom / atomic_load(&clock->speed);
}

// Data thread: begins a cycle.
static void on_timer(void *data, uint64_t expirations) {
    graph_clock *clock = data;
    (void)expirations;
    if (!clock->is_started) return;
    clock->begun = monotonic();
    if (clock->clock != NULL && clock->position != NULL) {
        clock->clock->nsec = clock->begun;
        struct next_cycle next = next_cycle(&clock->position->clock);
        clock->clock->rate = next.rate;
        clock->clock->position += clock->clock->duration;
        clock->clock->duration = next.duration;
        clock->clock->delay = 0;
        clock->clock->rate_diff = 1.0;
        clock->clock->next_nsec = clock->begun + period(clock);
    }
    atomic_fetch_add(&clock->cycles, 1);
    wake_at(clock, clock->begun + patience);
    spa_node_call_ready(&clock->callbacks, SPA_STATUS_HAVE_DATA | SPA_STATUS_NEED_DATA);
}

// Data thread: all others are done.
static int node_process(void *object) {
    graph_clock *clock = object;
    uint64_t next = clock->begun + period(clock), now = monotonic();
    wake_at(clock, next > now ? next : now + 1);
    return SPA_STATUS_HAVE_DATA | SPA_STATUS_NEED_DATA;
}

static int do_start(
    struct spa_loop *loop, bool async, uint32_t sequence, const void *data, size_t size, void *object) {
    graph_clock *clock = object;
    (void)loop, (void)async, (void)sequence, (void)size;
    clock->is_started = *(const bool *)data;
    if (clock->is_started) wake_at(clock, monotonic() + 1);
    return 0;
}

static int node_send_command(void *object, const struct spa_command *command) {
    graph_clock *clock = object;
    bool starts = SPA_NODE_COMMAND_ID(command) == SPA_NODE_COMMAND_Start;
    pw_loop_invoke(clock->data_loop, do_start, 0, &starts, sizeof starts, true, clock);
    return 0;
}

static int node_set_io(void *object, uint32_t id, void *data, size_t size) {
    graph_clock *clock = object;
    if (id == SPA_IO_Clock) clock->clock = size >= sizeof *clock->clock ? data : NULL;
    if (id == SPA_IO_Position) clock->position = size >= sizeof *clock->position ? data : NULL;
    return 0;
}

static void tell_info(graph_clock *clock) {
    struct spa_dict_item items[] = {SPA_DICT_ITEM_INIT(PW_KEY_NODE_DRIVER, "true")};
    struct spa_dict dict = SPA_DICT_INIT_ARRAY(items);
    struct spa_node_info info = SPA_NODE_INFO_INIT();
    info.change_mask = SPA_NODE_CHANGE_MASK_FLAGS | SPA_NODE_CHANGE_MASK_PROPS;
    info.flags = SPA_NODE_FLAG_RT;
    info.props = &dict;
    spa_node_emit_info(&clock->hooks, &info);
}

static int node_add_listener(
    void *object, struct spa_hook *listener, const struct spa_node_events *events, void *data) {
    graph_clock *clock = object;
    struct spa_hook_list save;
    spa_hook_list_isolate(&clock->hooks, &save, listener, events, data);
    tell_info(clock);
    spa_hook_list_join(&clock->hooks, &save);
    return 0;
}

static int node_set_callbacks(void *object, const struct spa_node_callbacks *callbacks, void *data) {
    graph_clock *clock = object;
    clock->callbacks = SPA_CALLBACKS_INIT(callbacks, data);
    return 0;
}

static int node_sync(void *object, int sequence) {
    graph_clock *clock = object;
    spa_node_emit_result(&clock->hooks, sequence, 0, 0, NULL);
    return 0;
}

static int node_enum_params(
    void *object, int sequence, uint32_t id, uint32_t start, uint32_t count, const struct spa_pod *filter) {
    (void)object, (void)sequence, (void)id, (void)start, (void)count, (void)filter;
    return 0;
}

static int node_set_param(void *object, uint32_t id, uint32_t flags, const struct spa_pod *param) {
    (void)object, (void)id, (void)flags, (void)param;
    return 0;
}

static const struct spa_node_methods methods = {
    SPA_VERSION_NODE_METHODS,
    .add_listener = node_add_listener,
    .set_callbacks = node_set_callbacks,
    .sync = node_sync,
    .enum_params = node_enum_params,
    .set_param = node_set_param,
    .set_io = node_set_io,
    .send_command = node_send_command,
    .process = node_process,
};

graph_clock *graph_clock_start(const char *remote) {
    if (!cpw_library_open()) return NULL;
    graph_clock *clock = calloc(1, sizeof *clock);
    if (clock == NULL) return NULL;
    atomic_store(&clock->speed, 1);
    spa_hook_list_init(&clock->hooks);
    clock->node.iface = SPA_INTERFACE_INIT(SPA_TYPE_INTERFACE_Node, SPA_VERSION_NODE, &methods, clock);
    clock->loop = pw_thread_loop_new("test-clock", NULL);
    if (clock->loop == NULL) goto failed;
    clock->context = pw_context_new(
        pw_thread_loop_get_loop(clock->loop),
        pw_properties_new(PW_KEY_CONFIG_NAME, cpw_realtime_configuration(NULL), NULL), 0);
    if (clock->context == NULL) goto failed;
    clock->data_loop = pw_data_loop_get_loop(pw_context_get_data_loop(clock->context));
    clock->timer = pw_loop_add_timer(clock->data_loop, on_timer, clock);
    if (clock->timer == NULL) goto failed;
    clock->core = pw_context_connect(clock->context, pw_properties_new(PW_KEY_REMOTE_NAME, remote, NULL), 0);
    if (clock->core == NULL) goto failed;
    struct spa_dict_item items[] = {
        SPA_DICT_ITEM_INIT(PW_KEY_NODE_NAME, "test.clock"),
        SPA_DICT_ITEM_INIT(PW_KEY_NODE_GROUP, "test.clock"),
        SPA_DICT_ITEM_INIT(PW_KEY_NODE_DRIVER, "true"),
        SPA_DICT_ITEM_INIT(PW_KEY_PRIORITY_DRIVER, "30000"),
    };
    struct spa_dict dict = SPA_DICT_INIT_ARRAY(items);
    clock->proxy = pw_core_export(clock->core, SPA_TYPE_INTERFACE_Node, &dict, &clock->node, 0);
    if (clock->proxy == NULL || pw_thread_loop_start(clock->loop) < 0) goto failed;
    return clock;
failed:
    graph_clock_free(clock);
    return NULL;
}

void graph_clock_set_speed(graph_clock *clock, uint32_t speed) { atomic_store(&clock->speed, speed ? speed : 1); }
uint64_t graph_clock_cycles(graph_clock *clock) { return atomic_load(&clock->cycles); }

void graph_clock_free(graph_clock *clock) {
    if (clock->loop != NULL) pw_thread_loop_stop(clock->loop);
    if (clock->proxy != NULL) pw_proxy_destroy(clock->proxy);
    if (clock->core != NULL) pw_core_disconnect(clock->core);
    if (clock->timer != NULL) pw_loop_destroy_source(clock->data_loop, clock->timer);
    if (clock->context != NULL) pw_context_destroy(clock->context);
    if (clock->loop != NULL) pw_thread_loop_destroy(clock->loop);
    free(clock);
}

#else

graph_clock *graph_clock_start(const char *remote) { return (void)remote, NULL; }
void graph_clock_set_speed(graph_clock *clock, uint32_t speed) { (void)clock, (void)speed; }
uint64_t graph_clock_cycles(graph_clock *clock) { return (void)clock, 0; }
void graph_clock_free(graph_clock *clock) { (void)clock; }

#endif
