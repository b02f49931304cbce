#define _GNU_SOURCE
#include "CLAPHost.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct clap_instance *instance_of(const clap_host *host) { return host->data; }

// MARK: Calls of the plug-in

static void ask(const clap_host *host, _Atomic bool *wish) {
    atomic_store(wish, true);
    sem_post(&instance_of(host)->bell);
}
static void request_restart(const clap_host *host) { ask(host, &instance_of(host)->wants_restart); }
static void request_callback(const clap_host *host) { ask(host, &instance_of(host)->wants_callback); }
static void request_flush(const clap_host *host) { ask(host, &instance_of(host)->wants_flush); }
// Every block is rendered anyway.
static void request_process(const clap_host *host) { (void)host; }

static void log_text(const clap_host *host, int32_t severity, const char *text) {
    (void)host;
    const char *debug = getenv("SORDINO_DEBUG");
    if (plugin_role == ROLE_AUDIO || severity == 0 || debug == NULL || debug[0] == 0 || debug[0] == '0') return;
    fprintf(stderr, "Sordino: a plug-in reports: %.1000s\n", text == NULL ? "" : text);
}

static bool is_main(const clap_host *host) {
    (void)host;
    return plugin_role == ROLE_MAIN;
}
static bool is_audio(const clap_host *host) {
    (void)host;
    return plugin_role == ROLE_AUDIO;
}

static void rescan_params(const clap_host *host, uint32_t flags) {
    (void)flags;
    if (plugin_role == ROLE_MAIN) clap_read_values(instance_of(host));
}
static void clear(const clap_host *host, uint32_t id, uint32_t flags) { (void)host, (void)id, (void)flags; }
static void state_changed(const clap_host *host) { (void)host; }

static void latency_changed(const clap_host *host) {
    struct clap_instance *instance = instance_of(host);
    if (plugin_role != ROLE_MAIN || instance->latency == NULL) return;
    atomic_store(&instance->common.latency, instance->latency->get(instance->plugin));
}

static void tail_changed(const clap_host *host) {
    struct clap_instance *instance = instance_of(host);
    if (instance->tail != NULL) atomic_store(&instance->tail_frames, instance->tail->get(instance->plugin));
}

static bool is_rescan_supported(const clap_host *host, uint32_t flag) {
    (void)host, (void)flag;
    return false;
}
static void rescan(const clap_host *host, uint32_t flags) { (void)host, (void)flags; }
static uint32_t dialects(const clap_host *host) {
    (void)host;
    return CLAP_DIALECT_CLAP | CLAP_DIALECT_MIDI;
}

const void *clap_host_extension(const clap_host *host, const char *id) {
    (void)host;
    static const clap_host_log log = {log_text};
    static const clap_host_thread_check check = {is_main, is_audio};
    static const clap_host_params params = {rescan_params, clear, request_flush};
    static const clap_host_change state = {state_changed}, latency = {latency_changed}, tail = {tail_changed};
    static const clap_host_audio_ports audio = {is_rescan_supported, rescan};
    static const clap_host_note_ports notes = {dialects, rescan};
    const struct { const char *id; const void *extension; } offered[] = {
        {CLAP_LOG, &log},     {CLAP_THREAD_CHECK, &check}, {CLAP_PARAMS, &params},     {CLAP_STATE, &state},
        {CLAP_LATENCY, &latency}, {CLAP_TAIL, &tail},      {CLAP_AUDIO_PORTS, &audio}, {CLAP_NOTE_PORTS, &notes},
    };
    for (size_t i = 0; id != NULL && i < sizeof offered / sizeof *offered; i++)
        if (strcmp(offered[i].id, id) == 0) return offered[i].extension;
    return NULL;
}

/// Does what the plug-in has asked for.
static void *keep_house(void *context) {
    struct clap_instance *instance = context;
    while (true) {
        if (sem_wait(&instance->bell) != 0) continue;
        if (atomic_load(&instance->ends)) return NULL;
        pthread_mutex_lock(&instance->common.control);
        plugin_role = ROLE_MAIN;
        if (atomic_exchange(&instance->wants_callback, false)) instance->plugin->on_main_thread(instance->plugin);
        const bool wants_flush = atomic_exchange(&instance->wants_flush, false);
        if (wants_flush && !instance->is_active) clap_flush(instance);
        if (atomic_exchange(&instance->wants_restart, false) && instance->is_active) {
            char why[256];
            plugin_shut(&instance->common);
            clap_deactivate(instance);
            instance->common.is_prepared = clap_activate(instance, instance->common.rate, why, sizeof why);
            plugin_open_gate(&instance->common);
        }
        plugin_role = ROLE_NONE;
        pthread_mutex_unlock(&instance->common.control);
    }
}

// MARK: Files

struct file {
    char *path;
    const clap_factory *factory;
    struct file *next;
};

/// The factory of a file, which begins once in a process.
static const clap_factory *factory_of(const char *path, char *why, size_t why_size) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct file *files;
    pthread_mutex_lock(&lock);
    struct file *file = files;
    while (file != NULL && strcmp(file->path, path) != 0) file = file->next;
    if (file == NULL) {
        void *handle = plugin_library(path, why, why_size);
        const clap_entry_points *entry = handle == NULL ? NULL : dlsym(handle, "clap_entry");
        if (handle != NULL) plugin_say(why, why_size, "its file has no entry that begins");
        const bool has_begun = entry != NULL && entry->init != NULL && entry->get_factory != NULL &&
            entry->version.major >= 1 && entry->init(path);
        const clap_factory *factory = has_begun ? entry->get_factory(CLAP_FACTORY) : NULL;
        if (factory != NULL && factory->create != NULL && (file = calloc(1, sizeof *file)) != NULL) {
            *file = (struct file){.path = strdup(path), .factory = factory, .next = files};
            if (file->path != NULL) files = file;
        }
    }
    pthread_mutex_unlock(&lock);
    return file == NULL ? NULL : file->factory;
}

// MARK: Making

static bool arrange(struct clap_instance *instance, char *why, size_t why_size) {
    const clap_audio_ports *ports = instance->plugin->get_extension(instance->plugin, CLAP_AUDIO_PORTS);
    struct cplugin *common = &instance->common;
    for (int side = 0; ports != NULL && side < 2; side++) {
        const uint32_t count = ports->count(instance->plugin, side == 0);
        for (uint32_t i = 0; i < count; i++) {
            clap_port_info info = {0};
            if (!ports->get(instance->plugin, i, side == 0, &info)) continue;
            const int32_t channels = (int32_t)info.channel_count;
            if (i >= CPLUGIN_BUS_LIMIT || info.channel_count > CPLUGIN_CHANNEL_LIMIT ||
                common->channel_counts[side] + channels > CPLUGIN_CHANNEL_LIMIT) {
                plugin_say(
                    why, why_size, "it has more than %d busses or %d channels", CPLUGIN_BUS_LIMIT,
                    CPLUGIN_CHANNEL_LIMIT);
                return false;
            }
            cplugin_bus *bus = &common->busses[side][common->bus_counts[side]];
            bus->channel_count = channels;
            snprintf(bus->name, sizeof bus->name, "%.255s", info.name);
            clap_buffer *buffer = &instance->buffers[side][common->bus_counts[side]++];
            *buffer = (clap_buffer){
                .floats = instance->channels[side] + common->channel_counts[side], .channel_count = info.channel_count};
            common->channel_counts[side] += channels;
        }
    }
    const clap_note_ports *notes = instance->plugin->get_extension(instance->plugin, CLAP_NOTE_PORTS);
    for (int side = 0; notes != NULL && side < 2; side++) {
        clap_note_port_info info = {0};
        if (notes->count(instance->plugin, side == 0) == 0) continue;
        if (!notes->get(instance->plugin, 0, side == 0, &info)) continue;
        common->has_midi[side] = true;
        if (side == 0) instance->dialects = info.dialects;
    }
    return true;
}

static int compare(const void *a, const void *b, void *context) {
    const struct parameter *parameters = context;
    const uint32_t first = parameters[*(const int32_t *)a].id, second = parameters[*(const int32_t *)b].id;
    return first < second ? -1 : first > second;
}

static bool take_parameters(struct clap_instance *instance, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        clap_param_info info = {0};
        instance->sorted[i] = i;
        if (!instance->params->info(instance->plugin, (uint32_t)i, &info)) return false;
        instance->parameters[i] = (struct parameter){.id = info.id, .cookie = info.cookie};
        if ((info.flags & CLAP_PARAM_BYPASS) != 0) instance->common.bypass_index = i;
    }
    qsort_r(instance->sorted, (size_t)count, sizeof *instance->sorted, compare, instance->parameters);
    clap_read_values(instance);
    return true;
}

static bool begin(struct clap_instance *instance, char *why, size_t why_size) {
    const clap_plugin *plugin = instance->plugin;
    plugin_say(why, why_size, "it does not begin");
    if (plugin->init == NULL || plugin->process == NULL || plugin->get_extension == NULL || !plugin->init(plugin))
        return false;
    instance->params = plugin->get_extension(plugin, CLAP_PARAMS);
    instance->state = plugin->get_extension(plugin, CLAP_STATE);
    instance->latency = plugin->get_extension(plugin, CLAP_LATENCY);
    instance->tail = plugin->get_extension(plugin, CLAP_TAIL);
    instance->render = plugin->get_extension(plugin, CLAP_RENDER);
    const uint32_t count = instance->params == NULL ? 0 : instance->params->count(plugin);
    plugin_say(why, why_size, "it has more than %d parameters, or one that it does not describe", CPLUGIN_PORT_LIMIT);
    if (count > CPLUGIN_PORT_LIMIT) return false;
    if (!plugin_begin(&instance->common, &clap_operations, (int32_t)count)) return false;
    instance->parameters = calloc(count + 1, sizeof *instance->parameters);
    instance->sorted = calloc(count + 1, sizeof *instance->sorted);
    if (instance->parameters == NULL || instance->sorted == NULL) return false;
    return arrange(instance, why, why_size) && take_parameters(instance, (int32_t)count);
}

cplugin *cplugin_open_clap(const char *path, const char *id, char *why, size_t why_size) {
    plugin_say(why, why_size, "there is no memory for it");
    const clap_factory *factory = factory_of(path, why, why_size);
    struct clap_instance *instance = factory == NULL ? NULL : calloc(1, sizeof *instance);
    if (instance == NULL) return NULL;
    instance->host = (clap_host){
        .version = {1, 2, 0}, .data = instance, .name = "Sordino", .vendor = "Sordino", .url = "", .own_version = "1",
        .get_extension = clap_host_extension, .request_restart = request_restart, .request_process = request_process,
        .request_callback = request_callback,
    };
    sem_init(&instance->bell, 0, 0);
    const int former = plugin_role;
    plugin_role = ROLE_MAIN;
    instance->plugin = factory->create(factory, &instance->host, id);
    if (instance->plugin == NULL) plugin_say(why, why_size, "its file makes no instance of it");
    const bool is_made = instance->plugin != NULL && begin(instance, why, why_size);
    plugin_role = former;
    if (is_made) {
        instance->has_thread = pthread_create(&instance->thread, NULL, keep_house, instance) == 0;
        return &instance->common;
    }
    if (instance->common.does == NULL) plugin_begin(&instance->common, &clap_operations, 0);
    cplugin_close(&instance->common);
    return NULL;
}
