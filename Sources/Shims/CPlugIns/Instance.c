#define _GNU_SOURCE
#include "Instance.h"

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

_Thread_local int plugin_role = ROLE_NONE;

void plugin_say(char *why, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(why, size, format, list);
    va_end(list);
}

void *plugin_library(const char *path, char *why, size_t why_size) {
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        plugin_say(why, why_size, "its library is no regular file");
        return NULL;
    }
    // Never closed: many a plug-in leaves something behind that runs in its code.
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *problem = handle == NULL ? dlerror() : NULL;
    if (handle == NULL) plugin_say(why, why_size, "its library does not open: %s", problem == NULL ? path : problem);
    return handle;
}

bool plugin_begin(cplugin *plugin, const struct operations *operations, int32_t value_count) {
    plugin->does = operations;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&plugin->control, &kind);
    pthread_mutexattr_destroy(&kind);
    plugin->bypass_index = -1;
    plugin->last_time = NAN;
    plugin->value_count = value_count;
    plugin->values = calloc((size_t)value_count + 1, sizeof *plugin->values);
    return plugin->values != NULL;
}

void plugin_end(cplugin *plugin) {
    pthread_mutex_destroy(&plugin->control);
    free(plugin->values);
    free(plugin->memory);
    free(plugin->list);
    free(plugin);
}

void cplugin_close(cplugin *plugin) { plugin->does->close(plugin); }

// MARK: The gate

void plugin_shut(cplugin *plugin) {
    for (int free = 0; !atomic_compare_exchange_weak(&plugin->gate, &free, 2); free = 0)
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

void plugin_open_gate(cplugin *plugin) { atomic_store(&plugin->gate, 0); }

// MARK: Busses

int32_t cplugin_bus_count(cplugin *plugin, bool is_input) { return plugin->bus_counts[is_input ? 0 : 1]; }
const cplugin_bus *cplugin_bus_at(cplugin *plugin, bool is_input, int32_t index) {
    return &plugin->busses[is_input ? 0 : 1][index];
}
bool cplugin_has_midi(cplugin *plugin, bool is_input) { return plugin->has_midi[is_input ? 0 : 1]; }

// MARK: Values

static void store(cplugin *plugin, int32_t index, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    atomic_store_explicit(&plugin->values[index].bits, bits, memory_order_relaxed);
}

void plugin_changed(cplugin *plugin, int32_t index, float value) {
    if (plugin_value(plugin, index) == value) return;
    store(plugin, index, value);
    atomic_fetch_add(&plugin->change_count, 1);
}

void cplugin_set(cplugin *plugin, int32_t index, float value) {
    if (index < 0 || index >= plugin->value_count || !isfinite(value)) return;
    store(plugin, index, value);
    atomic_store_explicit(&plugin->values[index].is_new, true, memory_order_release);
    atomic_store_explicit(&plugin->has_news, true, memory_order_release);
}

float cplugin_get(cplugin *plugin, int32_t index) {
    return index < 0 || index >= plugin->value_count ? 0 : plugin_value(plugin, index);
}

uint32_t cplugin_change_count(cplugin *plugin) { return atomic_load(&plugin->change_count); }

void cplugin_set_bypassed(cplugin *plugin, bool is_bypassed) {
    atomic_store(&plugin->is_bypassed, is_bypassed);
    if (plugin->bypass_index < 0) return;
    cplugin_set(plugin, plugin->bypass_index, is_bypassed != plugin->bypass_is_enabled ? 1 : 0);
}

bool cplugin_is_bypassed(cplugin *plugin) {
    if (plugin->bypass_index < 0) return atomic_load(&plugin->is_bypassed);
    return (plugin_value(plugin, plugin->bypass_index) > 0.5f) != plugin->bypass_is_enabled;
}

uint32_t cplugin_latency(cplugin *plugin) { return atomic_load(&plugin->latency); }
uint32_t cplugin_muted_count(cplugin *plugin) { return atomic_load(&plugin->muted_count); }

int32_t cplugin_parameter_count(cplugin *plugin) {
    return plugin->does->parameter_count == NULL ? 0 : plugin->does->parameter_count(plugin);
}

static bool has_parameter(cplugin *plugin, int32_t index) {
    return index >= 0 && index < cplugin_parameter_count(plugin);
}

bool cplugin_parameter_at(cplugin *plugin, int32_t index, cplugin_parameter_info *info) {
    return has_parameter(plugin, index) && plugin->does->parameter(plugin, index, info);
}

bool cplugin_value_text(cplugin *plugin, int32_t index, double value, char *text, size_t size) {
    return has_parameter(plugin, index) && plugin->does->text(plugin, index, value, text, size);
}

bool cplugin_text_value(cplugin *plugin, int32_t index, const char *text, double *value) {
    return has_parameter(plugin, index) && plugin->does->parse(plugin, index, text, value);
}

uint32_t cplugin_tail(cplugin *plugin) { return plugin->does->tail == NULL ? 0 : plugin->does->tail(plugin); }

void cplugin_set_offline(cplugin *plugin, bool is_offline) {
    atomic_store(&plugin->is_offline, is_offline);
    if (plugin->does->set_offline != NULL) plugin->does->set_offline(plugin, is_offline);
}

// MARK: Getting ready

bool cplugin_prepare(cplugin *plugin, double rate, uint32_t maximum_frames, char *why, size_t why_size) {
    const int32_t channels = plugin->channel_counts[0] + plugin->channel_counts[1];
    pthread_mutex_lock(&plugin->control);
    plugin_shut(plugin);
    free(plugin->memory);
    free(plugin->list);
    plugin->memory = calloc((size_t)(channels + 1) * maximum_frames + 16, sizeof(float));
    plugin->list = calloc(1, sizeof(AudioBufferList) + CPLUGIN_CHANNEL_LIMIT * sizeof(AudioBuffer));
    bool is_ready = plugin->memory != NULL && plugin->list != NULL;
    if (!is_ready) plugin_say(why, why_size, "there is no memory for its blocks");
    for (int side = 0, at = 0; is_ready && side < 2; side++)
        for (int32_t i = 0; i < plugin->channel_counts[side]; i++)
            plugin->planes[side][i] = plugin->own[side][i] =
                plugin->memory + (size_t)maximum_frames * (size_t)at++;
    plugin->maximum_frames = maximum_frames;
    plugin->last_time = NAN;
    plugin->ramp_count = 0;
    is_ready = is_ready && plugin->does->prepare(plugin, rate, why, why_size);
    plugin->is_prepared = is_ready;
    plugin->rate = is_ready ? rate : plugin->rate;
    plugin_open_gate(plugin);
    pthread_mutex_unlock(&plugin->control);
    return is_ready;
}

void cplugin_retire(cplugin *plugin) {
    pthread_mutex_lock(&plugin->control);
    plugin_shut(plugin);
    if (plugin->is_prepared) plugin->does->retire(plugin);
    plugin->is_prepared = false;
    plugin_open_gate(plugin);
    pthread_mutex_unlock(&plugin->control);
}

void cplugin_reset(cplugin *plugin) {
    pthread_mutex_lock(&plugin->control);
    plugin_shut(plugin);
    plugin->ramp_count = 0;
    plugin->last_time = NAN;
    if (plugin->is_prepared) plugin->does->reset(plugin);
    plugin_open_gate(plugin);
    pthread_mutex_unlock(&plugin->control);
}

uint8_t *cplugin_save(cplugin *plugin, size_t *byte_count) {
    *byte_count = 0;
    pthread_mutex_lock(&plugin->control);
    uint8_t *bytes = plugin->does->save(plugin, byte_count);
    pthread_mutex_unlock(&plugin->control);
    return bytes;
}

bool cplugin_restore(cplugin *plugin, const uint8_t *bytes, size_t byte_count) {
    if (byte_count > CPLUGIN_STATE_LIMIT) return false;
    pthread_mutex_lock(&plugin->control);
    plugin_shut(plugin);
    const bool is_taken = plugin->does->restore(plugin, bytes, byte_count);
    plugin_open_gate(plugin);
    pthread_mutex_unlock(&plugin->control);
    return is_taken;
}
