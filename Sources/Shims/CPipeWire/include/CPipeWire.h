// The part of PipeWire that Swift needs C for: one connection with its loop, the registry, filters, links, volumes.
// Built in when the trait PipeWire is on and the headers are installed; otherwise `sordino_pipewire_headers_version` is
// NULL and no connection can be made.

#ifndef SORDINO_CPIPEWIRE_H
#define SORDINO_CPIPEWIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The version of the PipeWire headers that this was compiled against ("0.3.65"), or NULL when PipeWire is not built
/// in. Lives as long as the program. Any thread.
const char *_Nullable sordino_pipewire_headers_version(void);

/// The configuration of a client whose data thread runs with real-time rights: from PipeWire 1.3.81 on every client's has
/// them, and the old name prints a warning. NULL is the version of the opened library. Any thread.
const char *_Nonnull cpw_realtime_configuration(const char *_Nullable version);

#define CPW_RT __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

/// One connection to a server with a thread of its own, the *loop thread*. Events come on it, with the lock held.
typedef struct cpw_server cpw_server;
/// A node of this connection in the server's graph.
typedef struct cpw_filter cpw_filter;
/// A port of such a node.
typedef struct cpw_port cpw_port;
/// A link that this connection has made.
typedef struct cpw_link cpw_link;
/// Something that calls back on the loop thread, soon or later.
typedef struct cpw_bell cpw_bell;
/// A node that plays nothing, and has a volume for mixers to set.
typedef struct cpw_slider cpw_slider;
/// An object that a factory of the server made for us.
typedef struct cpw_object cpw_object;

/// One property of an object.
typedef struct {
    const char *_Nonnull key;
    const char *_Nonnull value;
} cpw_item;

/// A cycle of the graph: its frames, rate and time.
typedef struct {
    uint32_t frames;
    uint32_t rate;
    /// Monotonic nanoseconds at which the cycle begins.
    uint64_t nanoseconds;
    /// The driver's position in frames.
    uint64_t position;
    /// Frames from the cycle to the hardware, as the driver reports them.
    int64_t delay;
} cpw_cycle;

/// The events of a connection. Every pointer lives as long as the call.
typedef struct {
    /// An object appeared: `type` is PipeWire's interface name ("PipeWire:Interface:Node").
    void (*_Nonnull global)(
        void *_Nonnull context, uint32_t id, const char *_Nonnull type, const cpw_item *_Nonnull items, size_t count);
    void (*_Nonnull global_removed)(void *_Nonnull context, uint32_t id);
    /// The properties of a watched node, at first and after changes.
    void (*_Nonnull node_items)(void *_Nonnull context, uint32_t id, const cpw_item *_Nonnull items, size_t count);
    /// The properties of a watched device, at first and after changes.
    void (*_Nonnull device_items)(void *_Nonnull context, uint32_t id, const cpw_item *_Nonnull items, size_t count);
    /// Reports whether a watched node runs: samples go through it.
    void (*_Nonnull node_runs)(void *_Nonnull context, uint32_t id, bool runs);
    /// Reports the number of channels of the program or device behind a watched node.
    void (*_Nonnull node_channels)(void *_Nonnull context, uint32_t id, uint32_t channels);
    /// Reports the rate, in hertz, at which the program or device behind a watched node runs; 0 while it has none.
    void (*_Nonnull node_rate)(void *_Nonnull context, uint32_t id, uint32_t rate);
    /// Reports whether samples go through a watched link.
    void (*_Nonnull link_flows)(void *_Nonnull context, uint32_t id, bool flows);
    /// Reports the volumes of a watched node, linear for each channel.
    void (*_Nonnull node_volumes)(
        void *_Nonnull context, uint32_t id, const float *_Nonnull volumes, size_t count, bool is_muted);
    /// Reports the distance of the device from a watched port, downstream (`is_input`) or upstream: so many cycles,
    /// frames of the graph and nanoseconds together.
    void (*_Nonnull port_latency)(
        void *_Nonnull context, uint32_t id, bool is_input, float cycles, uint32_t frames, uint64_t nanoseconds);
    /// A watched device offers a route ("port" of a card): its profile or jack may change. Active routes have volumes,
    /// linear for each channel, where the device has them.
    void (*_Nonnull device_route)(
        void *_Nonnull context, uint32_t id, int32_t index, int32_t direction, const char *_Nonnull name,
        const char *_Nonnull description, int32_t availability, const char *_Nonnull type, bool is_active, int32_t device,
        const float *_Nonnull volumes, size_t volume_count, bool is_muted);
    /// A watched device offers a profile.
    void (*_Nonnull device_profile)(
        void *_Nonnull context, uint32_t id, int32_t index, const char *_Nonnull name, const char *_Nonnull description,
        int32_t availability, bool is_active);
    /// A value of the "default" or "settings" metadata object; key NULL clears the subject.
    void (*_Nonnull metadata)(
        void *_Nonnull context, const char *_Nonnull object, uint32_t subject, const char *_Nullable key,
        const char *_Nullable value);
    /// All that was asked before `cpw_server_sync` returned `sequence` has been done.
    void (*_Nonnull done)(void *_Nonnull context, int sequence);
    /// The server is gone or refuses further service; nothing comes after it.
    void (*_Nonnull lost)(void *_Nonnull context, const char *_Nonnull reason);
} cpw_events;

/// Connects; nothing comes before `cpw_server_start`. `remote` is a socket's name or NULL for the usual one. On failure
/// NULL, with `errno` set. Control thread; waits for the socket only.
cpw_server *_Nullable cpw_server_connect(
    const char *_Nullable remote, const cpw_item *_Nullable items, size_t count, const cpw_events *_Nonnull events,
    void *_Nonnull context);
/// Begins the loop thread, and with it the events.
bool cpw_server_start(cpw_server *_Nonnull server);
/// Ends the loop thread and frees everything; not on the loop thread, and not with the lock held.
void cpw_server_free(cpw_server *_Nonnull server);
/// Returns whether this is the loop thread.
bool cpw_server_is_loop_thread(cpw_server *_Nonnull server);
/// Calls `done` on the loop thread once both that thread and the data thread have passed a point of their loops, or
/// when the connection is freed. The lock is held.
void cpw_server_prove(cpw_server *_Nonnull server, void (*_Nonnull done)(void *_Nullable), void *_Nullable context);
/// Everything below that is not marked realtime needs the lock, or the loop thread.
void cpw_server_lock(cpw_server *_Nonnull server);
void cpw_server_unlock(cpw_server *_Nonnull server);
/// The number of the connection among the graph's clients; UINT32_MAX before the server has sent it.
uint32_t cpw_server_client(cpw_server *_Nonnull server);

/// Asks for `done`. Returns the sequence that it will name.
int cpw_server_sync(cpw_server *_Nonnull server);

/// Follows a node's properties and volumes, a port's latency, a device's routes and profiles, a metadata object's
/// values.
bool cpw_watch_node(cpw_server *_Nonnull server, uint32_t id);
bool cpw_watch_port(cpw_server *_Nonnull server, uint32_t id);
bool cpw_watch_link(cpw_server *_Nonnull server, uint32_t id);
bool cpw_watch_device(cpw_server *_Nonnull server, uint32_t id);
bool cpw_watch_metadata(cpw_server *_Nonnull server, uint32_t id, const char *_Nonnull name);
/// Sets a watched node's volumes, linear for each channel.
bool cpw_set_node_volumes(
    cpw_server *_Nonnull server, uint32_t id, const float *_Nonnull volumes, size_t count, bool is_muted);
/// Switches a watched device's profile.
bool cpw_set_device_profile(cpw_server *_Nonnull server, uint32_t id, int32_t index);
/// Sets a value of a watched metadata object, or clears it with a NULL value.
bool cpw_set_metadata(
    cpw_server *_Nonnull server, const char *_Nonnull name, uint32_t subject, const char *_Nonnull key,
    const char *_Nullable type, const char *_Nullable value);
/// Switches a watched device's route, or with `count` above 0 its volumes, linear for each channel.
bool cpw_set_device_route(
    cpw_server *_Nonnull server, uint32_t id, int32_t index, int32_t device, const float *_Nullable volumes,
    size_t count, bool is_muted);
/// Gives a watched adapter node its ports, one for each channel, when no session manager does.
bool cpw_configure_ports(cpw_server *_Nonnull server, uint32_t id, bool is_source, uint32_t rate, uint32_t channels);
/// Removes an object of the graph, of any client, if the server permits it.
void cpw_destroy_global(cpw_server *_Nonnull server, uint32_t id);

/// Links an output port to an input port, by their object numbers. `state_changed` is called with PipeWire's link
/// states: -2 error, -1 unlinked, 0 init, 1 negotiating, 2 allocating, 3 paused, 4 active.
cpw_link *_Nullable cpw_link_create(
    cpw_server *_Nonnull server, uint32_t output_node, uint32_t output_port, uint32_t input_node, uint32_t input_port,
    void (*_Nonnull state_changed)(void *_Nonnull context, int state), void *_Nonnull context);
void cpw_link_destroy(cpw_link *_Nonnull link);

/// Has the server's factory make an object, such as "adapter" a virtual sink; it goes with the connection or with
/// `cpw_object_destroy`. Its number comes with `global`.
cpw_object *_Nullable cpw_object_create(
    cpw_server *_Nonnull server, const char *_Nonnull factory, const char *_Nonnull type, uint32_t version,
    const cpw_item *_Nullable items, size_t count);
void cpw_object_destroy(cpw_object *_Nonnull object);

/// Makes a node of two channels that plays nothing, over a connection of its own that the graph shows as the client that
/// `client_items` describe; `items` name the node. It has a volume, at first `factor` (linear) and `is_muted`; `changed`
/// is called on the loop thread when others change it: with the loudest channel's factor, and whether it is muted.
cpw_slider *_Nullable cpw_slider_create(
    cpw_server *_Nonnull server, const cpw_item *_Nullable client_items, size_t client_count,
    const cpw_item *_Nullable items, size_t count, float factor, bool is_muted,
    void (*_Nonnull changed)(void *_Nonnull context, float factor, bool is_muted), void *_Nonnull context);
/// The node's object number, or UINT32_MAX before it has one.
uint32_t cpw_slider_node(cpw_slider *_Nonnull slider);
/// Sets the title of the sound that it stands for.
void cpw_slider_set_title(cpw_slider *_Nonnull slider, const char *_Nonnull title);
void cpw_slider_destroy(cpw_slider *_Nonnull slider);

/// Makes a bell; `rung` is called on the loop thread, once for any number of rings since its last call.
cpw_bell *_Nullable cpw_bell_create(
    cpw_server *_Nonnull server, void (*_Nonnull rung)(void *_Nonnull context), void *_Nonnull context);
/// Rings soon. Any thread, also a realtime one; no lock.
CPW_RT void cpw_bell_ring(cpw_bell *_Nonnull bell);
/// Rings after so many nanoseconds, instead of the time that was set before; 0 takes that back.
void cpw_bell_ring_after(cpw_bell *_Nonnull bell, uint64_t nanoseconds);
void cpw_bell_destroy(cpw_bell *_Nonnull bell);

/// Makes a node. `process` is called on the connection's data thread in each cycle, with a `cpw_cycle`. `state_changed`
/// is called with PipeWire's filter states: -1 error, 0 unconnected, 1 connecting, 2 paused, 3 streaming.
cpw_filter *_Nullable cpw_filter_create(
    cpw_server *_Nonnull server, const char *_Nonnull name, const cpw_item *_Nullable items, size_t count,
    void *_Nonnull process_context, void (*_Nonnull process)(void *_Nonnull context, const void *_Nonnull cycle),
    void (*_Nonnull state_changed)(void *_Nonnull context, int state, const char *_Nullable error),
    void *_Nonnull context);
/// Shows the node to the graph; it runs after `cpw_filter_set_active` if it is not active at once.
bool cpw_filter_connect(cpw_filter *_Nonnull filter, bool is_active);
/// Changes the node's properties.
bool cpw_filter_update_items(cpw_filter *_Nonnull filter, const cpw_item *_Nullable items, size_t count);
/// A port for mono 32-bit float samples; `items` name it ("port.name") and its channel ("audio.channel"). It stays as
/// long as the node, or until `cpw_filter_remove_port`.
cpw_port *_Nullable cpw_filter_add_port(
    cpw_filter *_Nonnull filter, bool is_input, const cpw_item *_Nullable items, size_t count);
/// Removes a port and returns true; does nothing and returns false while the node runs, because libpipewire's data
/// thread walks the list of ports without a lock.
bool cpw_filter_remove_port(cpw_port *_Nonnull port);
/// The node's object number, or UINT32_MAX before it has one.
uint32_t cpw_filter_node(cpw_filter *_Nonnull filter);
void cpw_filter_set_active(cpw_filter *_Nonnull filter, bool is_active);
/// The callback has returned for the last time when this returns.
void cpw_filter_destroy(cpw_filter *_Nonnull filter);

/// The samples of a port in the cycle that is being processed, or NULL if it is not linked. Realtime, inside `process`.
CPW_RT float *_Nullable cpw_port_samples(cpw_port *_Nonnull port, uint32_t frames);
/// The samples that came in through a port in the cycle that is being processed, or NULL if it is not linked. Realtime,
/// inside `process`.
///
/// `is_empty` is set when the other side gave nothing, so that the samples are the server's silence.
CPW_RT float *_Nullable cpw_port_arrival(cpw_port *_Nonnull port, uint32_t frames, bool *_Nonnull is_empty);

// Nothing for a file without PipeWire's headers.
#include "PipeWireLibrary.h"

#endif
