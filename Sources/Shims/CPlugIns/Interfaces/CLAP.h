// The binary interface of CLAP plug-ins of version 1, as its public specification (github.com/free-audio/clap, MIT)
// describes it: the parts that a host without user interfaces needs.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define CLAP_FACTORY "clap.plugin-factory"
#define CLAP_PARAMS "clap.params"
#define CLAP_AUDIO_PORTS "clap.audio-ports"
#define CLAP_NOTE_PORTS "clap.note-ports"
#define CLAP_STATE "clap.state"
#define CLAP_LATENCY "clap.latency"
#define CLAP_TAIL "clap.tail"
#define CLAP_LOG "clap.log"
#define CLAP_THREAD_CHECK "clap.thread-check"
#define CLAP_RENDER "clap.render"

enum { CLAP_NAME_BYTES = 256, CLAP_PATH_BYTES = 1024 };

typedef struct {
    uint32_t major, minor, revision;
} clap_version;

typedef struct {
    clap_version version;
    bool (*init)(const char *path);
    void (*deinit)(void);
    const void *(*get_factory)(const char *id);
} clap_entry_points;

typedef struct {
    clap_version version;
    const char *id, *name, *vendor, *url, *manual_url, *support_url, *own_version, *description;
    const char *const *features;
} clap_descriptor;

typedef struct clap_host {
    clap_version version;
    void *data;
    const char *name, *vendor, *url, *own_version;
    const void *(*get_extension)(const struct clap_host *, const char *id);
    void (*request_restart)(const struct clap_host *);
    void (*request_process)(const struct clap_host *);
    void (*request_callback)(const struct clap_host *);
} clap_host;

// Events.

enum {
    CLAP_NOTE_ON,
    CLAP_NOTE_OFF,
    CLAP_NOTE_CHOKE,
    CLAP_NOTE_END,
    CLAP_NOTE_EXPRESSION,
    CLAP_PARAM_VALUE,
    CLAP_PARAM_MOD,
    CLAP_GESTURE_BEGIN,
    CLAP_GESTURE_END,
    CLAP_TRANSPORT,
    CLAP_MIDI,
    CLAP_SYSEX,
    CLAP_MIDI2,
};

typedef struct {
    uint32_t size;
    uint32_t time;
    uint16_t space;
    uint16_t type;
    uint32_t flags;
} clap_event;

typedef struct {
    clap_event head;
    int32_t note_id;
    int16_t port, channel, key;
    double velocity;
} clap_note;

typedef struct {
    clap_event head;
    uint32_t parameter;
    void *cookie;
    int32_t note_id;
    int16_t port, channel, key;
    double value;
} clap_value;

typedef struct {
    clap_event head;
    uint16_t port;
    uint8_t data[3];
} clap_midi;

typedef struct {
    clap_event head;
    uint16_t port;
    const uint8_t *bytes;
    uint32_t byte_count;
} clap_sysex;

typedef struct clap_input_events {
    void *context;
    uint32_t (*size)(const struct clap_input_events *);
    const clap_event *(*get)(const struct clap_input_events *, uint32_t index);
} clap_input_events;

typedef struct clap_output_events {
    void *context;
    bool (*try_push)(const struct clap_output_events *, const clap_event *);
} clap_output_events;

// Processing.

typedef struct {
    float **floats;
    double **doubles;
    uint32_t channel_count;
    uint32_t latency;
    uint64_t constant_mask;
} clap_buffer;

typedef struct {
    int64_t steady_time;
    uint32_t frame_count;
    const void *transport;
    const clap_buffer *inputs;
    clap_buffer *outputs;
    uint32_t input_count, output_count;
    const clap_input_events *in_events;
    const clap_output_events *out_events;
} clap_process;

enum { CLAP_PROCESS_ERROR };

typedef struct clap_plugin {
    const clap_descriptor *descriptor;
    void *data;
    bool (*init)(const struct clap_plugin *);
    void (*destroy)(const struct clap_plugin *);
    bool (*activate)(const struct clap_plugin *, double rate, uint32_t min_frames, uint32_t max_frames);
    void (*deactivate)(const struct clap_plugin *);
    bool (*start_processing)(const struct clap_plugin *);
    void (*stop_processing)(const struct clap_plugin *);
    void (*reset)(const struct clap_plugin *);
    int32_t (*process)(const struct clap_plugin *, const clap_process *);
    const void *(*get_extension)(const struct clap_plugin *, const char *id);
    void (*on_main_thread)(const struct clap_plugin *);
} clap_plugin;

typedef struct clap_factory {
    uint32_t (*count)(const struct clap_factory *);
    const clap_descriptor *(*descriptor)(const struct clap_factory *, uint32_t index);
    const clap_plugin *(*create)(const struct clap_factory *, const clap_host *, const char *id);
} clap_factory;

// Extensions of a plug-in.

enum {
    CLAP_PARAM_STEPPED = 1 << 0,
    CLAP_PARAM_HIDDEN = 1 << 2,
    CLAP_PARAM_READONLY = 1 << 3,
    CLAP_PARAM_BYPASS = 1 << 4,
    CLAP_PARAM_AUTOMATABLE = 1 << 5,
    CLAP_PARAM_ENUM = 1 << 16,
};

typedef struct {
    uint32_t id;
    uint32_t flags;
    void *cookie;
    char name[CLAP_NAME_BYTES];
    char module[CLAP_PATH_BYTES];
    double minimum, maximum, initial;
} clap_param_info;

typedef struct {
    uint32_t (*count)(const clap_plugin *);
    bool (*info)(const clap_plugin *, uint32_t index, clap_param_info *);
    bool (*value)(const clap_plugin *, uint32_t id, double *);
    bool (*text)(const clap_plugin *, uint32_t id, double value, char *text, uint32_t capacity);
    bool (*parse)(const clap_plugin *, uint32_t id, const char *text, double *);
    void (*flush)(const clap_plugin *, const clap_input_events *, const clap_output_events *);
} clap_params;

enum { CLAP_PORT_MAIN = 1 };

typedef struct {
    uint32_t id;
    char name[CLAP_NAME_BYTES];
    uint32_t flags;
    uint32_t channel_count;
    const char *kind;
    uint32_t pair;
} clap_port_info;

typedef struct {
    uint32_t (*count)(const clap_plugin *, bool is_input);
    bool (*get)(const clap_plugin *, uint32_t index, bool is_input, clap_port_info *);
} clap_audio_ports;

enum { CLAP_DIALECT_CLAP = 1, CLAP_DIALECT_MIDI = 2 };

typedef struct {
    uint32_t id;
    uint32_t dialects;
    uint32_t preferred;
    char name[CLAP_NAME_BYTES];
} clap_note_port_info;

typedef struct {
    uint32_t (*count)(const clap_plugin *, bool is_input);
    bool (*get)(const clap_plugin *, uint32_t index, bool is_input, clap_note_port_info *);
} clap_note_ports;

typedef struct clap_istream {
    void *context;
    int64_t (*read)(const struct clap_istream *, void *, uint64_t size);
} clap_istream;

typedef struct clap_ostream {
    void *context;
    int64_t (*write)(const struct clap_ostream *, const void *, uint64_t size);
} clap_ostream;

typedef struct {
    bool (*save)(const clap_plugin *, const clap_ostream *);
    bool (*load)(const clap_plugin *, const clap_istream *);
} clap_state;

// The latency, and the tail, in frames.
typedef struct {
    uint32_t (*get)(const clap_plugin *);
} clap_frames;

typedef struct {
    bool (*has_hard_realtime_requirement)(const clap_plugin *);
    bool (*set)(const clap_plugin *, int32_t is_offline);
} clap_render;

// Extensions of a host.

typedef struct {
    void (*log)(const clap_host *, int32_t severity, const char *);
} clap_host_log;

typedef struct {
    bool (*is_main_thread)(const clap_host *);
    bool (*is_audio_thread)(const clap_host *);
} clap_host_thread_check;

typedef struct {
    void (*rescan)(const clap_host *, uint32_t flags);
    void (*clear)(const clap_host *, uint32_t id, uint32_t flags);
    void (*request_flush)(const clap_host *);
} clap_host_params;

// A change of the state, the latency or the tail.
typedef struct {
    void (*changed)(const clap_host *);
} clap_host_change;

typedef struct {
    bool (*is_supported)(const clap_host *, uint32_t flag);
    void (*rescan)(const clap_host *, uint32_t flags);
} clap_host_audio_ports;

typedef struct {
    uint32_t (*dialects)(const clap_host *);
    void (*rescan)(const clap_host *, uint32_t flags);
} clap_host_note_ports;
