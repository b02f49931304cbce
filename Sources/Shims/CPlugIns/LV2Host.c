#define _GNU_SOURCE
#include "LV2Host.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVENT_BYTES 65536

struct port {
    int32_t kind;
    uint32_t flags;
    /// The value, as the plug-in reads or writes it.
    float value;
    /// The channel among all inputs or outputs.
    int32_t channel;
    /// The memory of a sequence, or the samples of a control voltage; of an audio port the samples that it is connected
    /// with, which are not its own.
    void *memory;
    uint32_t byte_count;
};

struct lv2_plugin {
    struct cplugin common;
    const lv2_descriptor *descriptor;
    lv2_handle handle;
    char *bundle;
    struct port *ports;
    int32_t port_count;
    /// The ports that have to do before each part of a block, and those after it.
    int32_t *before, *after;
    int32_t before_count, after_count;
    bool is_active;
    const lv2_state_interface *state;
    struct lv2_worker worker;
    // The features, and what they point to.
    lv2_urid_map map;
    lv2_urid_unmap unmap;
    lv2_worker_schedule schedule;
    lv2_log log;
    int32_t least, most, sequence;
    float rate;
    lv2_option options[7];
    lv2_feature features[8];
    const lv2_feature *feature_list[9];
    uint32_t sequence_type, chunk_type, midi_type, frame_unit;
};

static uint32_t map(void *handle, const char *uri) {
    (void)handle;
    return lv2_number(uri);
}

static const char *unmap(void *handle, uint32_t number) {
    (void)handle;
    return lv2_text(number);
}

static bool is_logged(void) {
    const char *debug = getenv("SORDINO_DEBUG");
    return debug != NULL && debug[0] != 0 && debug[0] != '0';
}

static int log_list(void *handle, uint32_t type, const char *format, va_list list) {
    (void)handle;
    // Messages from the render thread, and traces, are dropped.
    if (plugin_role == ROLE_AUDIO || type == lv2_number(LV2_LOG "Trace") || !is_logged()) return 0;
    return vfprintf(stderr, format, list);
}

static int log_text(void *handle, uint32_t type, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const int count = log_list(handle, type, format, list);
    va_end(list);
    return count;
}

// MARK: Making

static void offer(struct lv2_plugin *plugin) {
    plugin->map = (lv2_urid_map){.map = map};
    plugin->unmap = (lv2_urid_unmap){.unmap = unmap};
    plugin->schedule = (lv2_worker_schedule){.handle = &plugin->worker, .schedule_work = lv2_worker_request};
    plugin->log = (lv2_log){.printf = log_text, .vprintf = log_list};
    plugin->least = 1;
    plugin->most = CPLUGIN_BLOCK;
    plugin->sequence = EVENT_BYTES;
    const uint32_t integer = lv2_number(LV2_ATOM "Int"), real = lv2_number(LV2_ATOM "Float");
    const struct { const char *key; uint32_t type; const void *value; } options[] = {
        {LV2_BUF_SIZE "minBlockLength", integer, &plugin->least},
        {LV2_BUF_SIZE "maxBlockLength", integer, &plugin->most},
        {LV2_BUF_SIZE "nominalBlockLength", integer, &plugin->most},
        {LV2_BUF_SIZE "sequenceSize", integer, &plugin->sequence},
        {LV2_PARAMETERS "sampleRate", real, &plugin->rate},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        plugin->options[i] =
            (lv2_option){.key = lv2_number(options[i].key), .size = 4, .type = options[i].type, options[i].value};
    const lv2_feature features[] = {
        {LV2_URID "map", &plugin->map},         {LV2_URID "unmap", &plugin->unmap},
        {LV2_OPTIONS "options", plugin->options}, {LV2_BUF_SIZE "boundedBlockLength", NULL},
        {LV2_WORKER "schedule", &plugin->schedule}, {LV2_LOG "log", &plugin->log},
        {LV2_CORE "isLive", NULL},              {LV2_CORE "inPlaceBroken", NULL},
    };
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        plugin->features[i] = features[i];
        plugin->feature_list[i] = &plugin->features[i];
    }
    plugin->sequence_type = lv2_number(LV2_ATOM "Sequence");
    plugin->chunk_type = lv2_number(LV2_ATOM "Chunk");
    plugin->midi_type = lv2_number(LV2_MIDI_EVENT);
    plugin->frame_unit = lv2_number(LV2_ATOM "frameTime");
}

/// Refuses a plug-in that requires a feature which is not offered.
static bool suffices(struct lv2_plugin *plugin, const char *required, char *why, size_t why_size) {
    const char *known[] = {LV2_CORE "hardRTCapable", LV2_STATE "loadDefaultState"};
    char name[600];
    for (const char *at = required; *at != 0;) {
        size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        bool is_offered = length == 0;
        for (int i = 0; i < 8; i++) is_offered = is_offered || strcmp(plugin->features[i].uri, name) == 0;
        for (int i = 0; i < 2; i++) is_offered = is_offered || strcmp(known[i], name) == 0;
        if (!is_offered) {
            plugin_say(why, why_size, "it requires the feature %s, which Sordino does not offer", name);
            return false;
        }
        at += length + (at[length] == ' ');
    }
    return true;
}

static bool is_audio(const struct port *port) {
    return port->kind == CPLUGIN_AUDIO_IN || port->kind == CPLUGIN_AUDIO_OUT;
}

static void connect(struct lv2_plugin *plugin) {
    for (int32_t i = 0; i < plugin->port_count; i++) {
        struct port *port = &plugin->ports[i];
        const bool is_control = port->kind == CPLUGIN_CONTROL_IN || port->kind == CPLUGIN_CONTROL_OUT;
        if (is_audio(port)) port->memory = NULL;
        void *data = is_control ? &port->value : port->memory;
        plugin->descriptor->connect_port(plugin->handle, (uint32_t)i, data);
    }
}

static void unmake(struct lv2_plugin *plugin) {
    if (plugin->handle == NULL) return;
    if (plugin->is_active && plugin->descriptor->deactivate != NULL) plugin->descriptor->deactivate(plugin->handle);
    lv2_worker_end(&plugin->worker);
    plugin->descriptor->cleanup(plugin->handle);
    plugin->handle = NULL;
    plugin->is_active = false;
}

static bool make(struct lv2_plugin *plugin, double rate, char *why, size_t why_size) {
    plugin->rate = (float)rate;
    plugin->common.rate = rate;
    plugin->worker.is_offline = &plugin->common.is_offline;
    plugin->handle = plugin->descriptor->instantiate(plugin->descriptor, rate, plugin->bundle, plugin->feature_list);
    if (plugin->handle == NULL) {
        plugin_say(why, why_size, "it does not begin at %g Hz", rate);
        return false;
    }
    const void *(*extension)(const char *) = plugin->descriptor->extension_data;
    plugin->state = extension == NULL ? NULL : extension(LV2_STATE "interface");
    if (plugin->state != NULL && (plugin->state->save == NULL || plugin->state->restore == NULL)) plugin->state = NULL;
    const lv2_worker_interface *work = extension == NULL ? NULL : extension(LV2_WORKER "interface");
    if (!lv2_worker_begin(&plugin->worker, work, plugin->handle, &plugin->common.is_offline)) {
        plugin_say(why, why_size, "there is no thread for its work");
        unmake(plugin);
        return false;
    }
    connect(plugin);
    return true;
}

// MARK: Rendering

static void put_messages(
    struct lv2_plugin *plugin, struct port *port, uint32_t start, const struct event *events, uint32_t count) {
    lv2_sequence *sequence = port->memory;
    uint32_t used = sizeof *sequence;
    for (uint32_t i = 0; (port->flags & CPLUGIN_IS_MIDI) != 0 && i < count; i++) {
        const uint32_t padded = (events[i].byte_count + 7) & ~7u;
        if (events[i].bytes == NULL || used + sizeof(lv2_event) + padded > port->byte_count) continue;
        lv2_event *event = (lv2_event *)((uint8_t *)port->memory + used);
        event->frame = events[i].frame > start ? events[i].frame - start : 0;
        event->body = (lv2_atom){.size = events[i].byte_count, .type = plugin->midi_type};
        memcpy(event + 1, events[i].bytes, events[i].byte_count);
        used += (uint32_t)sizeof *event + padded;
    }
    *sequence = (lv2_sequence){
        .atom = {.size = used - (uint32_t)sizeof(lv2_atom), .type = plugin->sequence_type}, .unit = plugin->frame_unit};
}

static void take_messages(struct lv2_plugin *plugin, const struct port *port, uint32_t start, uint32_t count) {
    const lv2_sequence *sequence = port->memory;
    const uint32_t room = port->byte_count - (uint32_t)sizeof(lv2_atom);
    if (sequence->atom.type != plugin->sequence_type || sequence->atom.size > room) return;
    const uint32_t end = (uint32_t)sizeof(lv2_atom) + sequence->atom.size;
    for (uint32_t at = sizeof *sequence; end >= sizeof(lv2_event) && at <= end - sizeof(lv2_event);) {
        const lv2_event *event = (const lv2_event *)((const uint8_t *)port->memory + at);
        if (event->body.size > end - at - sizeof *event) return;
        const int64_t frame = event->frame < 0 ? 0 : event->frame >= count ? count - 1 : event->frame;
        if (event->body.type == plugin->midi_type)
            plugin_send(&plugin->common, start + (uint32_t)frame, (const uint8_t *)(event + 1), event->body.size);
        at += (uint32_t)sizeof *event + ((event->body.size + 7) & ~7u);
    }
}

static void take_values(struct lv2_plugin *plugin) {
    cplugin *common = &plugin->common;
    for (int32_t i = 0; i < plugin->port_count; i++) {
        struct port *port = &plugin->ports[i];
        if (port->kind != CPLUGIN_CONTROL_IN || port->flags & CPLUGIN_IS_FREEWHEEL) continue;
        if (atomic_exchange_explicit(&common->values[i].is_new, false, memory_order_acquire))
            port->value = plugin_value(common, i);
    }
}

static void run(
    cplugin *common, uint32_t start, uint32_t count, const struct event *events, uint32_t event_count) {
    struct lv2_plugin *plugin = (struct lv2_plugin *)common;
    if (atomic_load_explicit(&common->has_news, memory_order_relaxed) &&
        atomic_exchange_explicit(&common->has_news, false, memory_order_acquire))
        take_values(plugin);
    for (int32_t i = 0; i < plugin->before_count; i++) {
        struct port *port = &plugin->ports[plugin->before[i]];
        switch (port->kind) {
        case CPLUGIN_CONTROL_IN:
            port->value = atomic_load_explicit(&common->is_offline, memory_order_relaxed) ? 1 : 0;
            break;
        case CPLUGIN_AUDIO_IN:
        case CPLUGIN_AUDIO_OUT: {
            float *plane = common->planes[port->kind == CPLUGIN_AUDIO_IN ? 0 : 1][port->channel] + start;
            if (plane == port->memory) break;
            port->memory = plane;
            plugin->descriptor->connect_port(plugin->handle, (uint32_t)plugin->before[i], plane);
            break;
        }
        case CPLUGIN_EVENTS_IN: put_messages(plugin, port, start, events, event_count); break;
        case CPLUGIN_EVENTS_OUT:
            *(lv2_atom *)port->memory =
                (lv2_atom){.size = port->byte_count - (uint32_t)sizeof(lv2_atom), .type = plugin->chunk_type};
            break;
        default: break;
        }
    }
    plugin->descriptor->run(plugin->handle, count);
    lv2_worker_respond_all(&plugin->worker);
    for (int32_t i = 0; i < plugin->after_count; i++) {
        const int32_t index = plugin->after[i];
        struct port *port = &plugin->ports[index];
        if (port->kind == CPLUGIN_EVENTS_OUT) {
            take_messages(plugin, port, start, count);
            continue;
        }
        if (port->value != plugin_value(common, index) && isfinite(port->value))
            plugin_changed(common, index, port->value);
        if (port->flags & CPLUGIN_IS_LATENCY && port->value >= 0 && port->value < 1e7f)
            atomic_store_explicit(&common->latency, (uint32_t)port->value, memory_order_relaxed);
    }
}

// MARK: The control side

static int64_t index_of(cplugin *common, uint32_t address) {
    const struct lv2_plugin *plugin = (struct lv2_plugin *)common;
    return address < (uint32_t)plugin->port_count && plugin->ports[address].kind == CPLUGIN_CONTROL_IN
        ? (int64_t)address : -1;
}

static uint8_t *save(cplugin *common, size_t *byte_count) {
    struct lv2_plugin *plugin = (struct lv2_plugin *)common;
    if (plugin->state == NULL || plugin->handle == NULL) return NULL;
    return lv2_state_bytes(plugin->state, plugin->handle, plugin->feature_list, byte_count);
}

static bool restore(cplugin *common, const uint8_t *bytes, size_t byte_count) {
    struct lv2_plugin *plugin = (struct lv2_plugin *)common;
    return plugin->state != NULL && plugin->handle != NULL &&
        lv2_state_take(plugin->state, plugin->handle, plugin->feature_list, bytes, byte_count);
}

static void activate(struct lv2_plugin *plugin) {
    if (plugin->descriptor->activate != NULL) plugin->descriptor->activate(plugin->handle);
    plugin->is_active = true;
    struct cplugin *common = &plugin->common;
    for (int32_t i = 0; i < plugin->port_count; i++)
        if (plugin->ports[i].kind == CPLUGIN_CONTROL_IN) plugin->ports[i].value = plugin_value(common, i);
    for (int32_t i = 0; i < plugin->port_count; i++) {
        if ((plugin->ports[i].flags & CPLUGIN_IS_LATENCY) == 0) continue;
        // A block without frames makes the plug-in write its latency.
        plugin_role = ROLE_AUDIO;
        run(common, 0, 0, NULL, 0);
        plugin_role = ROLE_NONE;
        return;
    }
}

static bool prepare(cplugin *common, double rate, char *why, size_t why_size) {
    struct lv2_plugin *plugin = (struct lv2_plugin *)common;
    if (plugin->is_active && plugin->descriptor->deactivate != NULL) plugin->descriptor->deactivate(plugin->handle);
    plugin->is_active = false;
    if (plugin->handle == NULL || rate != common->rate) {
        // The rate is fixed for the life of an instance; another one takes over its state.
        size_t byte_count = 0;
        uint8_t *bytes = save(common, &byte_count);
        unmake(plugin);
        const bool is_made = make(plugin, rate, why, why_size);
        if (is_made && bytes != NULL) restore(common, bytes, byte_count);
        free(bytes);
        if (!is_made) return false;
    }
    activate(plugin);
    return true;
}

static void retire(cplugin *common) {
    struct lv2_plugin *plugin = (struct lv2_plugin *)common;
    if (plugin->is_active && plugin->descriptor->deactivate != NULL) plugin->descriptor->deactivate(plugin->handle);
    plugin->is_active = false;
}

static void reset(cplugin *common) {
    struct lv2_plugin *plugin = (struct lv2_plugin *)common;
    retire(common);
    activate(plugin);
}

static void close_plugin(cplugin *common) {
    struct lv2_plugin *plugin = (struct lv2_plugin *)common;
    unmake(plugin);
    for (int32_t i = 0; plugin->ports != NULL && i < plugin->port_count; i++)
        if (!is_audio(&plugin->ports[i])) free(plugin->ports[i].memory);
    free(plugin->ports);
    free(plugin->before);
    free(plugin->after);
    free(plugin->bundle);
    plugin_end(common);
}

static const struct operations operations = {
    .index = index_of, .run = run, .prepare = prepare, .retire = retire, .reset = reset, .close = close_plugin,
    .save = save, .restore = restore,
};

/// Puts the audio ports onto their busses, whose channels follow one another.
static bool arrange(struct lv2_plugin *plugin, const cplugin_port *ports) {
    struct cplugin *common = &plugin->common;
    for (int32_t bus = 0; bus < CPLUGIN_BUS_LIMIT; bus++) {
        for (int32_t i = 0; i < plugin->port_count; i++) {
            const bool is_input = plugin->ports[i].kind == CPLUGIN_AUDIO_IN;
            if ((!is_input && plugin->ports[i].kind != CPLUGIN_AUDIO_OUT) || ports[i].bus != bus) continue;
            const int side = is_input ? 0 : 1;
            if (common->channel_counts[side] == CPLUGIN_CHANNEL_LIMIT) return false;
            plugin->ports[i].channel = common->channel_counts[side]++;
            common->busses[side][bus].channel_count++;
            common->bus_counts[side] = bus + 1;
        }
    }
    return true;
}

static bool take_ports(struct lv2_plugin *plugin, const cplugin_port *ports) {
    bool is_first[2] = {true, true};
    for (int32_t i = 0; i < plugin->port_count; i++) {
        struct port *port = &plugin->ports[i];
        *port = (struct port){.kind = ports[i].kind, .flags = ports[i].flags, .value = ports[i].value};
        cplugin_set(&plugin->common, i, port->value);
        const bool is_in = port->kind == CPLUGIN_EVENTS_IN, is_out = port->kind == CPLUGIN_EVENTS_OUT;
        port->byte_count = 0;
        if (port->kind == CPLUGIN_CV_IN || port->kind == CPLUGIN_CV_OUT) port->byte_count = CPLUGIN_BLOCK * 4;
        if (is_in || is_out) {
            port->byte_count = ports[i].byte_count > EVENT_BYTES ? (ports[i].byte_count + 7) & ~7u : EVENT_BYTES;
            if (port->byte_count > 1 << 26) return false;
            // Messages go to the first port that takes them.
            if (port->flags & CPLUGIN_IS_MIDI && !is_first[is_out] && is_in) port->flags &= ~(uint32_t)CPLUGIN_IS_MIDI;
            if (port->flags & CPLUGIN_IS_MIDI) {
                is_first[is_out] = false;
                plugin->common.has_midi[is_out] = true;
            }
        }
        if (port->byte_count > 0 && (port->memory = calloc(1, port->byte_count)) == NULL) return false;
        if (port->kind == CPLUGIN_CONTROL_IN && port->flags & CPLUGIN_IS_ENABLED) {
            plugin->common.bypass_index = i;
            plugin->common.bypass_is_enabled = true;
        }
        const bool is_freewheel = port->kind == CPLUGIN_CONTROL_IN && port->flags & CPLUGIN_IS_FREEWHEEL;
        if (is_audio(port) || is_in || is_out || is_freewheel) plugin->before[plugin->before_count++] = i;
        if (is_out || port->kind == CPLUGIN_CONTROL_OUT) plugin->after[plugin->after_count++] = i;
    }
    return arrange(plugin, ports);
}

static const lv2_descriptor *find(const char *binary, const char *uri, char *why, size_t why_size) {
    void *handle = plugin_library(binary, why, why_size);
    if (handle == NULL) return NULL;
    lv2_descriptor_function function = (lv2_descriptor_function)dlsym(handle, "lv2_descriptor");
    plugin_say(why, why_size, "its library has no such plug-in");
    for (uint32_t index = 0; function != NULL && index < 65536; index++) {
        const lv2_descriptor *found = function(index);
        if (found == NULL) return NULL;
        if (found->uri == NULL || strcmp(found->uri, uri) != 0) continue;
        if (found->instantiate != NULL && found->connect_port != NULL && found->run != NULL && found->cleanup != NULL)
            return found;
        plugin_say(why, why_size, "its library lacks one of the functions that every plug-in has");
        return NULL;
    }
    return NULL;
}

cplugin *cplugin_open_lv2(
    const char *binary, const char *bundle, const char *uri, const char *required, const cplugin_port *ports,
    int32_t port_count, double rate, char *why, size_t why_size) {
    if (port_count < 0 || port_count > CPLUGIN_PORT_LIMIT) return NULL;
    struct lv2_plugin *plugin = calloc(1, sizeof *plugin);
    if (plugin == NULL) return NULL;
    plugin_say(why, why_size, "there is no memory for it");
    offer(plugin);
    plugin->port_count = port_count;
    plugin->bundle = strdup(bundle);
    plugin->ports = calloc((size_t)port_count + 1, sizeof *plugin->ports);
    plugin->before = calloc((size_t)port_count + 1, sizeof *plugin->before);
    plugin->after = calloc((size_t)port_count + 1, sizeof *plugin->after);
    bool is_made = plugin_begin(&plugin->common, &operations, port_count) && plugin->bundle != NULL;
    is_made = is_made && plugin->ports != NULL && plugin->before != NULL && plugin->after != NULL;
    is_made = is_made && take_ports(plugin, ports);
    is_made = is_made && suffices(plugin, required, why, why_size);
    is_made = is_made && (plugin->descriptor = find(binary, uri, why, why_size)) != NULL;
    is_made = is_made && make(plugin, rate, why, why_size);
    if (is_made) return &plugin->common;
    close_plugin(&plugin->common);
    return NULL;
}
