// The ALSA sequencer for Swift: ports, subscriptions and events as bytes; the library is opened at first use.
// Built in when its headers are installed; otherwise no sequencer can be opened.
//
// Functions that return int follow ALSA: 0 or more is success, below is a negated errno. Sending and receiving may run
// on two threads at once; all else belongs to the sender's, or is guarded by the caller.

#ifndef SORDINO_CALSA_H
#define SORDINO_CALSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CALSAPCM.h"

typedef struct calsa calsa;

/// Returns whether the headers were there when this was compiled. Any thread.
bool sordino_alsa_is_built_in(void);

/// Opens the sequencer under a client's name, with a port that receives the system's announcements.
int calsa_open(calsa *_Nullable *_Nonnull sequencer, const char *_Nonnull name);
void calsa_close(calsa *_Nonnull sequencer);
/// The number of this client.
int calsa_client(calsa *_Nonnull sequencer);

/// Makes a port that others may read from (a source) or write to. Returns its number.
int calsa_make_port(calsa *_Nonnull sequencer, const char *_Nonnull name, bool is_source);
int calsa_delete_port(calsa *_Nonnull sequencer, int port);
/// Subscribes the receiving port of this client to a port, or ends that.
int calsa_hear(calsa *_Nonnull sequencer, int client, int port, bool hears);

/// A port of any client.
typedef struct calsa_port {
    int32_t client;
    int32_t port;
    bool is_kernel;
    bool can_read;
    bool can_write;
    char client_name[80];
    char port_name[80];
} calsa_port;

/// Steps to the port behind `port`; client -1 for the first. Returns 1, or 0 behind the last. Ports that nothing can be
/// subscribed to, those of the system and of this client are left out.
int calsa_next_port(calsa *_Nonnull sequencer, calsa_port *_Nonnull port);

/// Sends bytes of one message, or of a part of a system exclusive one, from a port of this client: to a port of
/// another, or with client -1 to all that have subscribed.
int calsa_send(
    calsa *_Nonnull sequencer, int from_port, int client, int port, const uint8_t *_Nonnull bytes, size_t count);

/// The kind of a received event.
typedef enum calsa_kind { calsa_nothing = 0, calsa_message = 1, calsa_changed = 2, calsa_gone = 3 } calsa_kind;
typedef struct calsa_event {
    calsa_kind kind;
    int32_t client;  // that a message comes from, or that has changed or gone
    int32_t port;
    int32_t to_port;
    size_t count;
    const uint8_t *_Nullable bytes;  // valid until the next call
} calsa_event;

/// Waits for the next event. Returns below 0 when the sequencer is gone; -ENOSPC when events were lost.
int calsa_receive(calsa *_Nonnull sequencer, calsa_event *_Nonnull event);

/// Turns bytes of one message into an event and back, without a sequencer. Returns the number of bytes that came back.
int calsa_round_trip(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull back, size_t size);

#endif
