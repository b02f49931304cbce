#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CLAPHost.h"

// MARK: Values

static int64_t index_of(cplugin *common, uint32_t id) {
    const struct clap_instance *instance = (struct clap_instance *)common;
    int32_t low = 0, high = common->value_count - 1;
    while (low <= high) {
        const int32_t middle = (low + high) / 2, index = instance->sorted[middle];
        if (instance->parameters[index].id == id) return index;
        if (instance->parameters[index].id < id) low = middle + 1;
        else high = middle - 1;
    }
    return -1;
}

void clap_read_values(struct clap_instance *instance) {
    for (int32_t i = 0; i < instance->common.value_count; i++) {
        double value = 0;
        // Values of the program that wait for the next block stay.
        if (atomic_load(&instance->common.values[i].is_new)) continue;
        if (instance->params->value(instance->plugin, instance->parameters[i].id, &value) && isfinite(value))
            plugin_changed(&instance->common, i, (float)value);
    }
}

static int32_t parameter_count(cplugin *plugin) { return plugin->value_count; }

static bool parameter(cplugin *plugin, int32_t index, cplugin_parameter_info *info) {
    struct clap_instance *instance = (struct clap_instance *)plugin;
    clap_param_info found = {0};
    if (index < 0 || index >= plugin->value_count) return false;
    pthread_mutex_lock(&plugin->control);
    plugin_role = ROLE_MAIN;
    const bool is_known = instance->params->info(instance->plugin, (uint32_t)index, &found);
    plugin_role = ROLE_NONE;
    pthread_mutex_unlock(&plugin->control);
    *info = (cplugin_parameter_info){
        .id = found.id, .flags = found.flags, .minimum = found.minimum, .maximum = found.maximum,
        .initial = found.initial};
    memcpy(info->name, found.name, sizeof info->name - 1);
    memcpy(info->module, found.module, sizeof info->module - 1);
    return is_known;
}

static bool text_of(cplugin *plugin, int32_t index, double value, char *text, size_t size) {
    struct clap_instance *instance = (struct clap_instance *)plugin;
    if (index < 0 || index >= plugin->value_count || instance->params->text == NULL) return false;
    pthread_mutex_lock(&plugin->control);
    plugin_role = ROLE_MAIN;
    memset(text, 0, size);
    const uint32_t id = instance->parameters[index].id;
    const bool is_text = instance->params->text(instance->plugin, id, value, text, (uint32_t)size);
    text[size - 1] = 0;
    plugin_role = ROLE_NONE;
    pthread_mutex_unlock(&plugin->control);
    return is_text;
}

static bool value_of(cplugin *plugin, int32_t index, const char *text, double *value) {
    struct clap_instance *instance = (struct clap_instance *)plugin;
    if (index < 0 || index >= plugin->value_count || instance->params->parse == NULL) return false;
    pthread_mutex_lock(&plugin->control);
    plugin_role = ROLE_MAIN;
    const uint32_t id = instance->parameters[index].id;
    const bool is_value = instance->params->parse(instance->plugin, id, text, value) && isfinite(*value);
    plugin_role = ROLE_NONE;
    pthread_mutex_unlock(&plugin->control);
    return is_value;
}

// MARK: Events

static uint32_t incoming_size(const clap_input_events *list) {
    return ((const struct clap_instance *)list->context)->incoming_count;
}

static const clap_event *incoming_at(const clap_input_events *list, uint32_t index) {
    const struct clap_instance *instance = list->context;
    return index < instance->incoming_count ? &instance->incoming[index].head : NULL;
}

static bool take_outgoing(const clap_output_events *list, const clap_event *event) {
    struct clap_instance *instance = list->context;
    if (event == NULL || event->space != 0) return false;
    const uint32_t offset = event->time < instance->part_count ? event->time : instance->part_count - 1;
    const uint32_t frame = instance->part_start + (instance->part_count == 0 ? 0 : offset);
    switch (event->type) {
    case CLAP_PARAM_VALUE: {
        const clap_value *value = (const clap_value *)event;
        const int64_t index = event->size < sizeof *value ? -1 : index_of(&instance->common, value->parameter);
        if (index < 0 || !isfinite(value->value)) return true;
        plugin_changed(&instance->common, (int32_t)index, (float)value->value);
        return true;
    }
    case CLAP_NOTE_ON:
    case CLAP_NOTE_OFF: {
        const clap_note *note = (const clap_note *)event;
        if (event->size < sizeof *note || note->key < 0 || note->key > 127) return false;
        const double velocity = note->velocity >= 0 && note->velocity <= 1 ? note->velocity : 0;
        const bool is_on = event->type == CLAP_NOTE_ON;
        const uint8_t least = is_on ? 1 : 0, strength = (uint8_t)(velocity * 127 + 0.5);
        const uint8_t bytes[3] = {
            (uint8_t)((is_on ? 0x90 : 0x80) | (note->channel < 0 ? 0 : note->channel & 15)), (uint8_t)note->key,
            strength < least ? least : strength};
        return plugin_send(&instance->common, frame, bytes, 3);
    }
    case CLAP_MIDI: {
        const clap_midi *midi = (const clap_midi *)event;
        if (event->size < sizeof *midi || midi->data[0] < 0x80 || midi->data[0] >= 0xF0) return false;
        const bool is_short = midi->data[0] >> 4 == 0xC || midi->data[0] >> 4 == 0xD;
        return plugin_send(&instance->common, frame, midi->data, is_short ? 2 : 3);
    }
    case CLAP_SYSEX: {
        const clap_sysex *sysex = (const clap_sysex *)event;
        return event->size >= sizeof *sysex && sysex->bytes != NULL &&
            plugin_send(&instance->common, frame, sysex->bytes, sysex->byte_count);
    }
    default: return true;
    }
}

static void put_values(struct clap_instance *instance) {
    struct cplugin *common = &instance->common;
    if (!atomic_exchange_explicit(&common->has_news, false, memory_order_acquire)) return;
    for (int32_t i = 0; i < common->value_count; i++) {
        if (instance->incoming_count == EVENT_LIMIT) {
            atomic_store_explicit(&common->has_news, true, memory_order_relaxed);
            return;
        }
        if (!atomic_exchange_explicit(&common->values[i].is_new, false, memory_order_acquire)) continue;
        instance->incoming[instance->incoming_count++].value = (clap_value){
            .head = {.size = sizeof(clap_value), .type = CLAP_PARAM_VALUE}, .parameter = instance->parameters[i].id,
            .cookie = instance->parameters[i].cookie, .note_id = -1, .port = -1, .channel = -1, .key = -1,
            .value = plugin_value(common, i)};
    }
}

static void put_message(struct clap_instance *instance, const struct event *event, uint32_t start) {
    if (event->bytes == NULL || instance->incoming_count == EVENT_LIMIT) return;
    const uint32_t time = event->frame > start ? event->frame - start : 0;
    const uint8_t *bytes = event->bytes, kind = bytes[0] >> 4;
    const bool is_note = (kind == 8 || kind == 9) && event->byte_count >= 3;
    if (is_note && instance->dialects & CLAP_DIALECT_CLAP) {
        const bool is_on = kind == 9 && bytes[2] > 0;
        instance->incoming[instance->incoming_count++].note = (clap_note){
            .head = {.size = sizeof(clap_note), .time = time, .type = is_on ? CLAP_NOTE_ON : CLAP_NOTE_OFF},
            .note_id = -1, .channel = bytes[0] & 15, .key = bytes[1] & 127, .velocity = (bytes[2] & 127) / 127.0};
    } else if ((instance->dialects & CLAP_DIALECT_MIDI) == 0) {
        return;
    } else if (bytes[0] == 0xF0) {
        instance->incoming[instance->incoming_count++].sysex = (clap_sysex){
            .head = {.size = sizeof(clap_sysex), .time = time, .type = CLAP_SYSEX}, .bytes = bytes,
            .byte_count = event->byte_count};
    } else if (event->byte_count <= 3) {
        clap_midi midi = {.head = {.size = sizeof(clap_midi), .time = time, .type = CLAP_MIDI}};
        memcpy(midi.data, bytes, event->byte_count);
        instance->incoming[instance->incoming_count++].midi = midi;
    }
}

void clap_flush(struct clap_instance *instance) {
    if (instance->params == NULL || instance->params->flush == NULL) return;
    instance->incoming_count = instance->part_start = instance->part_count = 0;
    put_values(instance);
    const clap_input_events incoming = {instance, incoming_size, incoming_at};
    const clap_output_events outgoing = {instance, take_outgoing};
    instance->params->flush(instance->plugin, &incoming, &outgoing);
}

static void run(cplugin *common, uint32_t start, uint32_t count, const struct event *events, uint32_t event_count) {
    struct clap_instance *instance = (struct clap_instance *)common;
    instance->incoming_count = 0;
    instance->part_start = start;
    instance->part_count = count;
    put_values(instance);
    for (uint32_t i = 0; i < event_count; i++) put_message(instance, &events[i], start);
    for (int side = 0; side < 2; side++) {
        for (int32_t i = 0; i < common->channel_counts[side]; i++)
            instance->channels[side][i] = common->planes[side][i] + start;
        for (int32_t i = 0; i < common->bus_counts[side]; i++) instance->buffers[side][i].constant_mask = 0;
    }
    const clap_input_events incoming = {instance, incoming_size, incoming_at};
    const clap_output_events outgoing = {instance, take_outgoing};
    const clap_process process = {
        .steady_time = instance->steady_time, .frame_count = count, .inputs = instance->buffers[0],
        .outputs = instance->buffers[1], .input_count = (uint32_t)common->bus_counts[0],
        .output_count = (uint32_t)common->bus_counts[1], .in_events = &incoming, .out_events = &outgoing,
    };
    instance->steady_time += count;
    if (instance->plugin->process(instance->plugin, &process) != CLAP_PROCESS_ERROR) return;
    // The output of a block that failed is not to be used.
    for (int32_t i = 0; i < common->channel_counts[1]; i++) memset(common->planes[1][i] + start, 0, count * 4);
}

// MARK: The control side, whose lock is held

bool clap_activate(struct clap_instance *instance, double rate, char *why, size_t why_size) {
    const clap_plugin *plugin = instance->plugin;
    plugin_role = ROLE_MAIN;
    const bool is_offline = atomic_load(&instance->common.is_offline);
    if (instance->render != NULL && is_offline != instance->is_offline)
        instance->is_offline = instance->render->set(plugin, is_offline) ? is_offline : instance->is_offline;
    instance->is_active = plugin->activate(plugin, rate, 1, CPLUGIN_BLOCK);
    if (!instance->is_active) plugin_say(why, why_size, "it does not begin at %g Hz", rate);
    if (instance->is_active && instance->latency != NULL)
        atomic_store(&instance->common.latency, instance->latency->get(plugin));
    if (instance->is_active && instance->tail != NULL)
        atomic_store(&instance->tail_frames, instance->tail->get(plugin));
    plugin_role = ROLE_AUDIO;
    if (instance->is_active && !plugin->start_processing(plugin)) {
        plugin_role = ROLE_MAIN;
        plugin->deactivate(plugin);
        instance->is_active = false;
        plugin_say(why, why_size, "it does not start");
    }
    plugin_role = ROLE_NONE;
    return instance->is_active;
}

void clap_deactivate(struct clap_instance *instance) {
    if (!instance->is_active) return;
    plugin_role = ROLE_AUDIO;
    instance->plugin->stop_processing(instance->plugin);
    plugin_role = ROLE_MAIN;
    instance->plugin->deactivate(instance->plugin);
    plugin_role = ROLE_NONE;
    instance->is_active = false;
}

static bool prepare(cplugin *common, double rate, char *why, size_t why_size) {
    struct clap_instance *instance = (struct clap_instance *)common;
    clap_deactivate(instance);
    instance->steady_time = 0;
    common->rate = rate;
    return clap_activate(instance, rate, why, why_size);
}

static void retire(cplugin *common) { clap_deactivate((struct clap_instance *)common); }

static void reset(cplugin *common) {
    struct clap_instance *instance = (struct clap_instance *)common;
    plugin_role = ROLE_AUDIO;
    if (instance->is_active && instance->plugin->reset != NULL) instance->plugin->reset(instance->plugin);
    plugin_role = ROLE_NONE;
}

struct bytes {
    uint8_t *start;
    size_t count, place;
};

static int64_t write_bytes(const clap_ostream *stream, const void *data, uint64_t size) {
    struct bytes *bytes = stream->context;
    if (size > CPLUGIN_STATE_LIMIT - bytes->count) return -1;
    uint8_t *grown = realloc(bytes->start, bytes->count + size + 1);
    if (grown == NULL) return -1;
    memcpy(grown + bytes->count, data, size);
    bytes->start = grown;
    bytes->count += size;
    return (int64_t)size;
}

static int64_t read_bytes(const clap_istream *stream, void *data, uint64_t size) {
    struct bytes *bytes = stream->context;
    const uint64_t left = bytes->count - bytes->place, count = size < left ? size : left;
    memcpy(data, bytes->start + bytes->place, count);
    bytes->place += count;
    return (int64_t)count;
}

/// Sends the values that wait, so that a state has them.
static void settle(struct clap_instance *instance) {
    if (!atomic_load(&instance->common.has_news)) return;
    plugin_shut(&instance->common);
    plugin_role = instance->is_active ? ROLE_AUDIO : ROLE_MAIN;
    clap_flush(instance);
    plugin_role = ROLE_NONE;
    plugin_open_gate(&instance->common);
}

static uint8_t *save(cplugin *common, size_t *byte_count) {
    struct clap_instance *instance = (struct clap_instance *)common;
    if (instance->state == NULL) return NULL;
    settle(instance);
    struct bytes bytes = {0};
    const clap_ostream stream = {&bytes, write_bytes};
    plugin_role = ROLE_MAIN;
    const bool is_saved = instance->state->save(instance->plugin, &stream);
    plugin_role = ROLE_NONE;
    *byte_count = is_saved ? bytes.count : 0;
    if (is_saved) return bytes.start;
    free(bytes.start);
    return NULL;
}

static bool restore(cplugin *common, const uint8_t *start, size_t byte_count) {
    struct clap_instance *instance = (struct clap_instance *)common;
    if (instance->state == NULL) return false;
    struct bytes bytes = {.start = (uint8_t *)start, .count = byte_count};
    const clap_istream stream = {&bytes, read_bytes};
    plugin_role = ROLE_MAIN;
    const bool is_taken = instance->state->load(instance->plugin, &stream);
    for (int32_t i = 0; is_taken && i < common->value_count; i++) atomic_store(&common->values[i].is_new, false);
    if (is_taken && instance->params != NULL) clap_read_values(instance);
    plugin_role = ROLE_NONE;
    return is_taken;
}

static void close_plugin(cplugin *common) {
    struct clap_instance *instance = (struct clap_instance *)common;
    if (instance->has_thread) {
        atomic_store(&instance->ends, true);
        sem_post(&instance->bell);
        pthread_join(instance->thread, NULL);
    }
    sem_destroy(&instance->bell);
    if (instance->plugin != NULL) {
        clap_deactivate(instance);
        plugin_role = ROLE_MAIN;
        instance->plugin->destroy(instance->plugin);
        plugin_role = ROLE_NONE;
    }
    free(instance->parameters);
    free(instance->sorted);
    plugin_end(common);
}

static uint32_t tail_of(cplugin *plugin) { return atomic_load(&((struct clap_instance *)plugin)->tail_frames); }

static void set_offline(cplugin *plugin, bool is_offline) {
    struct clap_instance *instance = (struct clap_instance *)plugin;
    pthread_mutex_lock(&plugin->control);
    plugin_role = ROLE_MAIN;
    const bool is_new = instance->render != NULL && is_offline != instance->is_offline;
    if (is_new && instance->render->set(instance->plugin, is_offline)) instance->is_offline = is_offline;
    plugin_role = ROLE_NONE;
    pthread_mutex_unlock(&plugin->control);
}

const struct operations clap_operations = {
    .index = index_of, .run = run, .prepare = prepare, .retire = retire, .reset = reset, .close = close_plugin,
    .save = save, .restore = restore, .parameter_count = parameter_count, .parameter = parameter, .text = text_of,
    .parse = value_of, .tail = tail_of, .set_offline = set_offline,
};
