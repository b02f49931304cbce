// An instance of a CLAP plug-in.
#pragma once

#include "Instance.h"
#include "Interfaces/CLAP.h"

struct parameter {
    uint32_t id;
    void *cookie;
};

struct clap_instance {
    struct cplugin common;
    const clap_plugin *plugin;
    clap_host host;
    const clap_params *params;
    const clap_state *state;
    const clap_frames *latency, *tail;
    const clap_render *render;
    struct parameter *parameters;
    /// Indices of the parameters, by ascending id.
    int32_t *sorted;
    uint32_t dialects;
    bool is_active, is_offline;
    _Atomic uint32_t tail_frames;
    // Requests of the plug-in, which a thread of its own serves.
    _Atomic bool wants_callback, wants_flush, wants_restart, ends;
    sem_t bell;
    pthread_t thread;
    bool has_thread;
    // The part of a block at hand.
    clap_buffer buffers[2][CPLUGIN_BUS_LIMIT];
    float *channels[2][CPLUGIN_CHANNEL_LIMIT];
    union {
        clap_event head;
        clap_value value;
        clap_note note;
        clap_midi midi;
        clap_sysex sysex;
    } incoming[EVENT_LIMIT];
    uint32_t incoming_count;
    uint32_t part_start, part_count;
    int64_t steady_time;
};

/// The extensions that the host offers.
const void *clap_host_extension(const clap_host *, const char *id);
/// Sends the parameters that have changed, outside of a block; by the thread that may.
void clap_flush(struct clap_instance *);
bool clap_activate(struct clap_instance *, double rate, char *why, size_t why_size);
void clap_deactivate(struct clap_instance *);
/// Reads all values of the plug-in.
void clap_read_values(struct clap_instance *);
extern const struct operations clap_operations;
