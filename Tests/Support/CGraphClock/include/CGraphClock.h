// A driver of a PipeWire graph that begins a cycle only when the one before is complete: however busy the machine is, no
// node is ever late, and what is recorded is the same in every run.

#ifndef SORDINO_CGRAPHCLOCK_H
#define SORDINO_CGRAPHCLOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct graph_clock graph_clock;

/// Connects to the server at that path and offers to drive the nodes of the group "test.clock". NULL without PipeWire, or
/// when the server refuses.
graph_clock *_Nullable graph_clock_start(const char *_Nonnull remote);

/// How many times faster than real time the cycles may follow each other; 1 at the beginning. Any thread.
void graph_clock_set_speed(graph_clock *_Nonnull clock, uint32_t speed);

/// Cycles that were begun. Any thread.
uint64_t graph_clock_cycles(graph_clock *_Nonnull clock);

/// Ends; also when the server is gone.
void graph_clock_free(graph_clock *_Nonnull clock);

/// A card or Bluetooth device in a server's graph whose profiles and routes are only remembered.
typedef struct fake_device fake_device;

/// Shows a device to the server at that path: properties as PipeWire writes them ("device.api = bluez5"), the names of its
/// profiles and routes with blanks between, and which of them are active; "_" is a blank within a name. A route's name is its
/// kind of socket; "<" before it marks an input, "!" one that nothing is plugged into. Nodes with `card.profile.device` 0 play
/// to it, those with 1 record from it.
fake_device *_Nullable fake_device_start(
    const char *_Nonnull remote, const char *_Nonnull properties, const char *_Nonnull profiles,
    const char *_Nonnull routes, int profile, int route);

/// The part that is active now. Any thread.
int fake_device_profile(fake_device *_Nonnull device);
int fake_device_route(fake_device *_Nonnull device, bool is_input);
bool fake_device_is_muted(fake_device *_Nonnull device, bool is_input);
/// From now on it counts choices of profiles and does not follow them. Any thread.
void fake_device_refuse(fake_device *_Nonnull device, bool refuses);
/// Takes a profile by itself, as when the person chose it. Any thread.
void fake_device_choose(fake_device *_Nonnull device, int profile);
/// Plugs something into one of its sockets, or pulls it out. Any thread.
void fake_device_plug(fake_device *_Nonnull device, int route, bool is_plugged);

/// The number of choices. Any thread.
int fake_device_profiles_set(fake_device *_Nonnull device);
int fake_device_routes_set(fake_device *_Nonnull device);
int fake_device_volumes_set(fake_device *_Nonnull device);

/// The factor of the active route's channels. Any thread.
float fake_device_volume(fake_device *_Nonnull device);
/// Turns the device's own knob. Any thread.
void fake_device_turn(fake_device *_Nonnull device, float volume);

void fake_device_free(fake_device *_Nonnull device);

/// A metadata object in a server's graph, such as a session manager's settings: what others set in it is remembered and reported.
typedef struct fake_metadata fake_metadata;

/// Shows a metadata object of that name to the server at that path.
fake_metadata *_Nullable fake_metadata_start(const char *_Nonnull remote, const char *_Nonnull name);
void fake_metadata_free(fake_metadata *_Nonnull object);

#endif
