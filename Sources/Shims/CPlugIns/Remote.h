// A plug-in in a process of its own: the memory that both sides share, and the requests between them.
#pragma once

#include "Instance.h"

#define REMOTE_NAME "sordino-plug-in"
#define REMOTE_MARK "--plug-in-of-this-program"
#define REMOTE_SLOTS 4
#define REMOTE_EVENTS 512
/// Bytes of the longest message.
#define REMOTE_BYTES 52
#define REMOTE_SAMPLES ((size_t)64 << 20)

struct remote_event {
    uint32_t frame, address, ramp, byte_count;
    float value;
    uint8_t bytes[REMOTE_BYTES];
};

/// A block on its way; the child renders it in place.
struct remote_slot {
    uint32_t frame_count, event_count, sent_count;
    struct remote_event events[REMOTE_EVENTS], sent[REMOTE_EVENTS];
};

struct remote_memory {
    sem_t bell;
    /// Blocks that the program has handed over, and blocks that have been rendered.
    _Atomic uint32_t posted, done;
    _Atomic uint32_t latency, tail, muted_count;
    uint32_t maximum_frames;
    struct value values[CPLUGIN_PORT_LIMIT + 1];
    struct remote_slot slots[REMOTE_SLOTS];
    float samples[REMOTE_SAMPLES / sizeof(float)];
};

enum {
    REMOTE_OPEN_LV2 = 1,
    REMOTE_OPEN_CLAP,
    REMOTE_PREPARE,
    REMOTE_RETIRE,
    REMOTE_RESET,
    REMOTE_SAVE,
    REMOTE_RESTORE,
    REMOTE_PARAMETER,
    REMOTE_TEXT,
    REMOTE_PARSE,
    REMOTE_OFFLINE,
};

/// A request, whose bytes follow it.
struct remote_request {
    int32_t kind, index;
    double number;
    uint64_t byte_count;
};

/// An answer, whose bytes follow it.
struct remote_answer {
    int32_t is_done;
    double number;
    uint64_t byte_count;
};

/// The answer of a plug-in that has been made.
struct remote_shape {
    cplugin_bus busses[2][CPLUGIN_BUS_LIMIT];
    int32_t bus_counts[2], channel_counts[2], value_count, parameter_count, bypass_index;
    bool has_midi[2], bypass_is_enabled;
};

/// The samples of a channel of a slot.
static inline float *remote_plane(struct remote_memory *memory, uint32_t channels, uint32_t slot, uint32_t channel) {
    return memory->samples + ((size_t)slot * channels + channel) * memory->maximum_frames;
}

bool remote_put(int socket, const void *bytes, size_t count);
bool remote_take(int socket, void *bytes, size_t count, int milliseconds);
