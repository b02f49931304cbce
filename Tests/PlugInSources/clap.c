// CLAP plug-ins for tests, which tests compile: a synthesizer of sines and an effect. With -DFAULT=… the file is bad.
#include "Interfaces/CLAP.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FAULT
#define FAULT 0
#endif

enum { NO_FACTORY = 1, DOES_NOT_BEGIN = 2, CRASHES = 3, HANGS = 4, MAKES_NOTHING = 5, NAMELESS = 6, COUNTS = 7 };

typedef struct {
    clap_plugin plugin;
    const clap_host *host;
    bool is_synth;
    double rate, level, mode;
    double phases[128], levels[128];
    uint64_t calls;
} instance;

static instance *of(const clap_plugin *plugin) { return plugin->data; }

static const clap_host_thread_check *check(instance *i) { return i->host->get_extension(i->host, CLAP_THREAD_CHECK); }

// A call on a wrong thread makes the plug-in silent, which the tests hear.
static void need(instance *i, bool is_right) {
    if (!is_right) i->rate = 0;
}

static bool init(const clap_plugin *plugin) {
    instance *i = of(plugin);
    (void)i;
    return true;
}
static void destroy(const clap_plugin *plugin) { free(of(plugin)); }
static bool activate(const clap_plugin *plugin, double rate, uint32_t least, uint32_t most) {
    instance *i = of(plugin);
    i->rate = rate;
    need(i, check(i)->is_main_thread(i->host) && least >= 1 && most >= least);
    return true;
}
static void deactivate(const clap_plugin *plugin) { (void)plugin; }
static bool start(const clap_plugin *plugin) {
    need(of(plugin), check(of(plugin))->is_audio_thread(of(plugin)->host));
    return true;
}
static void stop(const clap_plugin *plugin) { (void)plugin; }
static void reset(const clap_plugin *plugin) { memset(of(plugin)->levels, 0, sizeof of(plugin)->levels); }
static void on_main_thread(const clap_plugin *plugin) { (void)plugin; }

static void take(instance *i, const clap_event *event, const clap_output_events *out) {
    if (event->space != 0) return;
    if (event->type == CLAP_PARAM_VALUE) {
        const clap_value *value = (const clap_value *)event;
        if (value->parameter == 7000) i->level = value->value;
        if (value->parameter == 3) i->mode = value->value;
    }
    if (event->type == CLAP_NOTE_ON || event->type == CLAP_NOTE_OFF) {
        const clap_note *note = (const clap_note *)event;
        i->levels[note->key & 127] = event->type == CLAP_NOTE_ON ? note->velocity : 0;
        if (event->type == CLAP_NOTE_ON) i->phases[note->key & 127] = 0;
        // The note goes out again, a fifth higher.
        clap_note copy = *note;
        copy.key += 7;
        out->try_push(out, &copy.head);
    }
}

static int32_t process(const clap_plugin *plugin, const clap_process *block) {
    instance *i = of(plugin);
    need(i, check(i)->is_audio_thread(i->host) && !check(i)->is_main_thread(i->host));
    const uint32_t count = block->in_events->size(block->in_events);
    uint32_t next = 0;
    for (uint32_t frame = 0; frame < block->frame_count; frame++) {
        for (; next < count; next++) {
            const clap_event *event = block->in_events->get(block->in_events, next);
            if (event->time > frame) break;
            take(i, event, block->out_events);
        }
        float sum = 0;
        for (int key = 0; i->is_synth && key < 128; key++) {
            if (i->levels[key] == 0 || i->rate == 0) continue;
            sum += (float)(sin(i->phases[key]) * i->levels[key] * i->level);
            i->phases[key] += 2 * 3.14159265358979323846 * 440 * pow(2, (key - 69) / 12.0) / i->rate;
        }
        for (uint32_t c = 0; c < block->outputs[0].channel_count; c++) {
            const float in = i->is_synth ? sum : block->inputs[0].floats[c][frame] * (float)i->level;
            block->outputs[0].floats[c][frame] = i->rate == 0 ? 0 : in;
        }
    }
    if (i->mode == 2) return CLAP_PROCESS_ERROR;
    return 1;
}

static uint32_t parameter_count(const clap_plugin *plugin) {
    (void)plugin;
    return 2;
}
static bool parameter_info(const clap_plugin *plugin, uint32_t index, clap_param_info *info) {
    (void)plugin;
    memset(info, 0, sizeof *info);
    info->id = index == 0 ? 7000 : 3;
    info->flags = index == 0 ? CLAP_PARAM_AUTOMATABLE : CLAP_PARAM_STEPPED;
    strcpy(info->name, index == 0 ? "Level" : "Mode");
    strcpy(info->module, index == 0 ? "Main/Output" : "");
    info->maximum = index == 0 ? 1 : 2;
    info->initial = index == 0 ? 0.5 : 0;
    return index < 2;
}
static bool parameter_value(const clap_plugin *plugin, uint32_t id, double *value) {
    *value = id == 7000 ? of(plugin)->level : of(plugin)->mode;
    return id == 7000 || id == 3;
}
static bool parameter_text(const clap_plugin *plugin, uint32_t id, double value, char *text, uint32_t capacity) {
    (void)plugin;
    const char *modes[] = {"Plain", "Bright", "Broken"};
    if (id == 7000) snprintf(text, capacity, "%.1f dB", 20 * log10(value));
    else snprintf(text, capacity, "%s", modes[(int)value % 3]);
    return true;
}
static bool parameter_parse(const clap_plugin *plugin, uint32_t id, const char *text, double *value) {
    (void)plugin;
    if (id != 7000) return false;
    *value = pow(10, atof(text) / 20);
    return true;
}
static void flush(const clap_plugin *plugin, const clap_input_events *in, const clap_output_events *out) {
    for (uint32_t i = 0; i < in->size(in); i++) take(of(plugin), in->get(in, i), out);
}

static uint32_t port_count(const clap_plugin *plugin, bool is_input) {
    return is_input && of(plugin)->is_synth ? 0 : 1;
}
static bool port(const clap_plugin *plugin, uint32_t index, bool is_input, clap_port_info *info) {
    (void)plugin, (void)index, (void)is_input;
    *info = (clap_port_info){.id = 1, .name = "Main", .flags = CLAP_PORT_MAIN, .channel_count = 2, .kind = "stereo"};
    return true;
}
static uint32_t note_port_count(const clap_plugin *plugin, bool is_input) {
    (void)is_input;
    return of(plugin)->is_synth ? 1 : 0;
}
static bool note_port(const clap_plugin *plugin, uint32_t index, bool is_input, clap_note_port_info *info) {
    (void)plugin, (void)index, (void)is_input;
    *info = (clap_note_port_info){
        .id = 1, .dialects = CLAP_DIALECT_CLAP, .preferred = CLAP_DIALECT_CLAP, .name = "Notes"};
    return true;
}

static bool save(const clap_plugin *plugin, const clap_ostream *stream) {
    const double state[2] = {of(plugin)->level, of(plugin)->mode};
    return stream->write(stream, state, sizeof state) == sizeof state;
}
static bool load(const clap_plugin *plugin, const clap_istream *stream) {
    double state[2];
    if (stream->read(stream, state, sizeof state) != sizeof state || !(state[0] >= 0 && state[0] <= 1)) return false;
    of(plugin)->level = state[0];
    of(plugin)->mode = state[1];
    return true;
}
static uint32_t latency(const clap_plugin *plugin) { return of(plugin)->is_synth ? 0 : 48; }
static uint32_t tail(const clap_plugin *plugin) { return of(plugin)->is_synth ? 0 : 24000; }

static const void *extension(const clap_plugin *plugin, const char *id) {
    (void)plugin;
    static const clap_params params = {
        parameter_count, parameter_info, parameter_value, parameter_text, parameter_parse, flush};
    static const clap_audio_ports ports = {port_count, port};
    static const clap_note_ports notes = {note_port_count, note_port};
    static const clap_state state = {save, load};
    static const clap_frames latencies = {latency}, tails = {tail};
    if (strcmp(id, CLAP_PARAMS) == 0) return &params;
    if (strcmp(id, CLAP_AUDIO_PORTS) == 0) return &ports;
    if (strcmp(id, CLAP_NOTE_PORTS) == 0) return &notes;
    if (strcmp(id, CLAP_STATE) == 0) return &state;
    if (strcmp(id, CLAP_LATENCY) == 0) return &latencies;
    return strcmp(id, CLAP_TAIL) == 0 ? &tails : NULL;
}

static const char *const synth_features[] = {"instrument", "synthesizer", NULL};
static const char *const gain_features[] = {"audio-effect", "utility", "stereo", NULL};
static const clap_descriptor descriptors[] = {
    {{1, 2, 0}, FAULT == NAMELESS ? NULL : "org.sordino.test.sine", "Test Sine", "Sordino Tests", "", "", "", "1.2.3",
     "", synth_features},
    {{1, 2, 0}, "org.sordino.test.level", "Test Level", "Sordino Tests", "", "", "", "2.0", "", gain_features},
};

static uint32_t count(const clap_factory *factory) {
    (void)factory;
    return 2;
}
static const clap_descriptor *descriptor(const clap_factory *factory, uint32_t index) {
    (void)factory;
    return index < 2 ? &descriptors[index] : NULL;
}
static const clap_plugin *create(const clap_factory *factory, const clap_host *host, const char *id) {
    (void)factory;
    if (FAULT == MAKES_NOTHING) return NULL;
    instance *made = calloc(1, sizeof *made);
    made->is_synth = strcmp(id, "org.sordino.test.level") != 0;
    made->host = host;
    made->level = 0.5;
    made->plugin = (clap_plugin){
        &descriptors[made->is_synth ? 0 : 1], made, init, destroy, activate, deactivate, start, stop, reset, process,
        extension, on_main_thread};
    return &made->plugin;
}

static const clap_factory factory = {count, descriptor, create};

static bool begin(const char *path) {
    if (FAULT == CRASHES) abort();
    if (FAULT == COUNTS) {
        // A byte for each time that the file is read.
        char name[4096];
        snprintf(name, sizeof name, "%.4000s.reads", path);
        FILE *file = fopen(name, "a");
        if (file != NULL) fputc('.', file), fclose(file);
    }
    while (FAULT == HANGS) {}
    return FAULT != DOES_NOT_BEGIN;
}
static void finish(void) {}
static const void *get_factory(const char *id) {
    return FAULT == NO_FACTORY || strcmp(id, CLAP_FACTORY) != 0 ? NULL : &factory;
}

__attribute__((visibility("default"))) const clap_entry_points clap_entry = {{1, 2, 0}, begin, finish, get_factory};
