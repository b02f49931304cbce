// The common part of instances of both kinds.
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>

#include "CPlugIns.h"

#define EVENT_LIMIT 2048
#define RAMP_LIMIT 64
/// Frames of a step of a ramp.
#define RAMP_STEP 32
#define SENT_LIMIT 512
#define SENT_BYTES 16384

/// A value that any thread sets and the render thread takes.
struct value {
    _Atomic uint32_t bits;
    _Atomic bool is_new;
};

/// An event of a block: a message of MIDI, or a parameter's value.
struct event {
    uint32_t frame;
    uint32_t index;
    float value;
    uint32_t ramp;
    /// The message; NULL for a value.
    const uint8_t *bytes;
    uint32_t byte_count;
    uint8_t own[4];
};

struct ramp {
    uint32_t index;
    uint32_t frames_left;
    float value, step, end;
};

/// The functions of one kind.
struct operations {
    /// The value's index for the low half of an address; -1 for none.
    int64_t (*index)(cplugin *, uint32_t address);
    /// Renders a block from the planes of the inputs to those of the outputs; NULL to do so in parts.
    void (*render)(cplugin *, uint32_t frame_count, uint32_t event_count);
    /// Renders a part of a block; `events` lie in it.
    void (*run)(cplugin *, uint32_t start, uint32_t count, const struct event *events, uint32_t event_count);
    bool (*prepare)(cplugin *, double rate, char *why, size_t why_size);
    void (*retire)(cplugin *);
    void (*reset)(cplugin *);
    void (*close)(cplugin *);
    uint8_t *(*save)(cplugin *, size_t *byte_count);
    bool (*restore)(cplugin *, const uint8_t *, size_t);
    // NULL for plug-ins whose parameters are ports.
    int32_t (*parameter_count)(cplugin *);
    bool (*parameter)(cplugin *, int32_t index, cplugin_parameter_info *);
    bool (*text)(cplugin *, int32_t index, double value, char *, size_t);
    bool (*parse)(cplugin *, int32_t index, const char *, double *);
    uint32_t (*tail)(cplugin *);
    void (*set_offline)(cplugin *, bool is_offline);
};

struct cplugin {
    const struct operations *does;
    /// Calls of the control side, one at a time.
    pthread_mutex_t control;
    cplugin_bus busses[2][CPLUGIN_BUS_LIMIT];
    int32_t bus_counts[2];
    int32_t channel_counts[2];
    bool has_midi[2];
    struct value *values;
    int32_t value_count;
    _Atomic bool has_news;
    _Atomic uint32_t change_count;
    _Atomic uint32_t latency;
    _Atomic uint32_t muted_count;
    _Atomic bool is_bypassed;
    _Atomic bool is_offline;
    /// The value that bypasses the plug-in by itself, and what it means if it is 0; -1 for none.
    int32_t bypass_index;
    bool bypass_is_enabled;
    /// 0: free, 1: rendering, 2: closed by the control side.
    _Atomic int gate;
    bool is_prepared;
    double rate;
    uint32_t maximum_frames;
    /// Samples of all inputs, then of all outputs, in the block at hand.
    float *planes[2][CPLUGIN_CHANNEL_LIMIT];
    /// The plug-in's own memory for them, and the list by which inputs are asked for.
    float *own[2][CPLUGIN_CHANNEL_LIMIT];
    float *memory;
    AudioBufferList *list;
    // The block at hand.
    double last_time;
    uint32_t last_frames;
    struct event events[EVENT_LIMIT];
    struct ramp ramps[RAMP_LIMIT];
    int32_t ramp_count;
    cplugin_message sent[SENT_LIMIT];
    uint8_t sent_bytes[SENT_BYTES];
    uint32_t sent_count, sent_used;
};

// The role of a thread at present, for plug-ins that ask.
enum { ROLE_NONE, ROLE_MAIN, ROLE_AUDIO };
extern _Thread_local int plugin_role;

void plugin_say(char *why, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// Sets up the common part.
bool plugin_begin(cplugin *, const struct operations *, int32_t value_count);
void plugin_end(cplugin *);
/// Keeps the render thread out, after the block at hand.
void plugin_shut(cplugin *);
void plugin_open_gate(cplugin *);
static inline float plugin_value(cplugin *plugin, int32_t index) {
    const uint32_t bits = atomic_load_explicit(&plugin->values[index].bits, memory_order_relaxed);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
/// Stores a value that the plug-in itself has set.
void plugin_changed(cplugin *, int32_t index, float value);
/// Renders the planes in parts, and silences them if there is NaN or infinity in them.
void plugin_render_planes(cplugin *, uint32_t frame_count, uint32_t event_count);
/// Adds a message that the plug-in has sent; false if there is no room.
bool plugin_send(cplugin *, uint32_t frame, const uint8_t *bytes, uint32_t count);
/// A library that stays open; NULL with the reason.
void *plugin_library(const char *path, char *why, size_t why_size);
