// Plug-ins of Linux for Swift: lists of LV2 and CLAP plug-ins, and instances of both behind one set of functions.
//
// Liblilv is opened with dlopen, in the child process that lists. A plug-in's own code runs in this process from
// `cplugin_open` on.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CCoreAudioTypes.h"

#define CPLUGIN_RT __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

// MARK: Lists

enum { CPLUGIN_LV2 = 1, CPLUGIN_CLAP = 2 };

/// Frames of a block that a plug-in gets at once; longer blocks are divided.
#define CPLUGIN_BLOCK 4096
/// Ports, or parameters, that a plug-in has at most.
#define CPLUGIN_PORT_LIMIT 4096
/// Channels that a plug-in has at most, in or out.
#define CPLUGIN_CHANNEL_LIMIT 128
/// Busses that a plug-in has at most, in or out.
#define CPLUGIN_BUS_LIMIT 64
/// Bytes of a state at most.
#define CPLUGIN_STATE_LIMIT (64 << 20)

/// Lists the plug-ins below the folders of a path, which are separated by colons.
///
/// A child process reads the files, because what strangers have written there may crash or never end; a file that does
/// so is left out, and a line says so. `second_limit` is the time for one file, `whole_second_limit` that for all.
///
/// With `uri`, the LV2 presets of this plug-in are listed instead.
///
/// The list is lines of fields that tabs separate, which `PlugInList.swift` explains; freed by the caller. NULL if
/// there is no memory.
char *cplugins_list(
    int32_t kind, const char *path, const char *uri, int32_t second_limit, int32_t whole_second_limit,
    size_t *byte_count);

// MARK: Instances

/// An instance of a plug-in.
typedef struct cplugin cplugin;

enum {
    CPLUGIN_CONTROL_IN,
    CPLUGIN_CONTROL_OUT,
    CPLUGIN_AUDIO_IN,
    CPLUGIN_AUDIO_OUT,
    CPLUGIN_CV_IN,
    CPLUGIN_CV_OUT,
    CPLUGIN_EVENTS_IN,
    CPLUGIN_EVENTS_OUT,
};

/// Meanings of ports beyond their kind.
enum {
    CPLUGIN_IS_MIDI = 1,
    CPLUGIN_IS_LATENCY = 2,
    CPLUGIN_IS_ENABLED = 4,
    CPLUGIN_IS_FREEWHEEL = 8,
};

/// A port of an LV2 plug-in, or a parameter of a CLAP plug-in.
typedef struct {
    int32_t kind;
    uint32_t flags;
    float value;
    /// Bytes that the port's sequence needs at least.
    uint32_t byte_count;
    /// The bus of an audio port.
    int32_t bus;
} cplugin_port;

/// A parameter of a CLAP plug-in.
typedef struct {
    uint32_t id;
    uint32_t flags;
    double minimum, maximum, initial;
    char name[256];
    char module[1024];
} cplugin_parameter_info;

/// A bus: an audio port of a CLAP plug-in, or audio ports of an LV2 plug-in, which have no name here.
typedef struct {
    int32_t channel_count;
    char name[256];
} cplugin_bus;

/// Makes an instance of an LV2 plug-in; `required` are its required features, separated by spaces.
///
/// NULL with the reason in `why`.
cplugin *cplugin_open_lv2(
    const char *binary, const char *bundle, const char *uri, const char *required, const cplugin_port *ports,
    int32_t port_count, double rate, char *why, size_t why_size);
/// Makes an instance of a CLAP plug-in.
cplugin *cplugin_open_clap(const char *path, const char *id, char *why, size_t why_size);
/// Makes an instance in a process of its own, which is this program's executable started again.
///
/// The output lags by a block of the largest size. If the process ends, or a block does not within 3 s, the process is
/// stopped, the output is silence, and `ended` is called on another thread with the reason.
///
/// - `texts`: library, bundle, URI and required features of an LV2 plug-in, or file and id of a CLAP plug-in.
cplugin *cplugin_open_remote(
    const char *const texts[4], int32_t text_count, const cplugin_port *ports, int32_t port_count, double rate,
    void *context, void (*ended)(void *context, const char *why), char *why, size_t why_size);
/// Ends an instance; nothing renders it any more.
void cplugin_close(cplugin *plugin);

/// Returns how many busses there are.
int32_t cplugin_bus_count(cplugin *plugin, bool is_input);
/// Returns a bus; the index is valid.
const cplugin_bus *cplugin_bus_at(cplugin *plugin, bool is_input, int32_t index);
/// Returns how many parameters a CLAP plug-in has.
int32_t cplugin_parameter_count(cplugin *plugin);
/// Reads what a CLAP plug-in says of a parameter.
bool cplugin_parameter_at(cplugin *plugin, int32_t index, cplugin_parameter_info *info);
/// Writes a value as text; false if the plug-in has none.
bool cplugin_value_text(cplugin *plugin, int32_t index, double value, char *text, size_t size);
/// Reads a value from text; false if the plug-in does not understand it.
bool cplugin_text_value(cplugin *plugin, int32_t index, const char *text, double *value);
/// Returns whether the plug-in takes MIDI, or sends it.
bool cplugin_has_midi(cplugin *plugin, bool is_input);

/// Makes the plug-in ready to render at a rate; false with the reason.
bool cplugin_prepare(cplugin *plugin, double rate, uint32_t maximum_frames, char *why, size_t why_size);
/// Ends rendering, until the plug-in is made ready again.
void cplugin_retire(cplugin *plugin);
/// Forgets what sounded; not while it renders.
void cplugin_reset(cplugin *plugin);

/// Sets the value of a port or parameter, from any thread.
void cplugin_set(cplugin *plugin, int32_t index, float value);
/// Returns the present value of a port or parameter.
float cplugin_get(cplugin *plugin, int32_t index);
/// Returns how often the plug-in itself has changed values; to compare with an earlier count.
uint32_t cplugin_change_count(cplugin *plugin);
void cplugin_set_bypassed(cplugin *plugin, bool is_bypassed);
bool cplugin_is_bypassed(cplugin *plugin);
void cplugin_set_offline(cplugin *plugin, bool is_offline);
/// Frames by which the output lags.
uint32_t cplugin_latency(cplugin *plugin);
/// Frames of sound after the input's end.
uint32_t cplugin_tail(cplugin *plugin);
/// Blocks that were silenced because the plug-in made NaN or infinity.
uint32_t cplugin_muted_count(cplugin *plugin);

/// Returns the state beyond the parameters, freed by the caller; NULL for none.
uint8_t *cplugin_save(cplugin *plugin, size_t *byte_count);
/// Sets a state that `cplugin_save` has returned.
///
/// It is checked, except for what the plug-in itself has written there.
bool cplugin_restore(cplugin *plugin, const uint8_t *bytes, size_t byte_count);

// MARK: Rendering

/// A message that the plug-in has sent.
typedef struct {
    uint32_t frame;
    uint32_t byte_count;
    const uint8_t *bytes;
} cplugin_message;

/// Where a block's input comes from: a context, flags, time, frames, bus, list.
typedef int32_t (*cplugin_pull)(void *, uint32_t *flags, const AudioTimeStamp *, uint32_t, int64_t, AudioBufferList *);

/// Renders a block of one output bus; the first call for a block renders all of them.
CPLUGIN_RT int32_t cplugin_render(
    cplugin *plugin, const AudioTimeStamp *time, uint32_t frame_count, int64_t bus, AudioBufferList *output,
    const AURenderEvent *events, cplugin_pull pull, void *pull_context);

/// Returns a message that the block at hand has sent; false behind the last.
CPLUGIN_RT bool cplugin_sent(cplugin *plugin, int32_t index, cplugin_message *message);
