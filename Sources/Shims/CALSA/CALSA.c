#include "CALSA.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<alsa/asoundlib.h>)
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

bool sordino_alsa_is_built_in(void) { return true; }

// Every function of the library that is called, by its name.
#define FUNCTIONS(X)                                                                                                   \
    X(snd_seq_open)                                                                                                    \
    X(snd_seq_close)                                                                                                   \
    X(snd_seq_client_id)                                                                                               \
    X(snd_seq_set_client_name)                                                                                         \
    X(snd_seq_create_simple_port)                                                                                      \
    X(snd_seq_delete_simple_port)                                                                                      \
    X(snd_seq_connect_from)                                                                                            \
    X(snd_seq_disconnect_from)                                                                                         \
    X(snd_seq_event_input)                                                                                             \
    X(snd_seq_event_output_direct)                                                                                     \
    X(snd_seq_client_info_malloc)                                                                                      \
    X(snd_seq_client_info_free)                                                                                        \
    X(snd_seq_client_info_set_client)                                                                                  \
    X(snd_seq_client_info_get_client)                                                                                  \
    X(snd_seq_client_info_get_name)                                                                                    \
    X(snd_seq_client_info_get_type)                                                                                    \
    X(snd_seq_query_next_client)                                                                                       \
    X(snd_seq_get_any_client_info)                                                                                     \
    X(snd_seq_port_info_malloc)                                                                                        \
    X(snd_seq_port_info_free)                                                                                          \
    X(snd_seq_port_info_set_client)                                                                                    \
    X(snd_seq_port_info_set_port)                                                                                      \
    X(snd_seq_port_info_get_port)                                                                                      \
    X(snd_seq_port_info_get_name)                                                                                      \
    X(snd_seq_port_info_get_capability)                                                                                \
    X(snd_seq_query_next_port)                                                                                         \
    X(snd_midi_event_new)                                                                                              \
    X(snd_midi_event_free)                                                                                             \
    X(snd_midi_event_no_status)                                                                                        \
    X(snd_midi_event_reset_encode)                                                                                     \
    X(snd_midi_event_encode)                                                                                           \
    X(snd_midi_event_decode)                                                                                           \
    X(snd_lib_error_set_handler)

#define DECLARE(name) static __typeof__(&name) call_##name;
FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void stay_silent(const char *file, int line, const char *function, int err, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)err, (void)format;
}

static void load(void) {
    void *library = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name)                                                                                                     \
    call_##name = (__typeof__(&name))dlsym(library, #name);                                                            \
    if (!call_##name) return;
    FUNCTIONS(FIND)
    is_loaded = true;
    // A machine without a sequencer is no reason to write on a program's standard error.
    call_snd_lib_error_set_handler(stay_silent);
}

// The longest part of a message that one event carries.
enum { piece_size = 4096 };

struct calsa {
    snd_seq_t *handle;
    int hearing_port;
    int sending_port;
    snd_midi_event_t *encoder;
    snd_midi_event_t *decoder;
    uint8_t decoded[16];
};

static int new_coder(snd_midi_event_t **coder) {
    int result = call_snd_midi_event_new(piece_size, coder);
    // Every message with its status: receivers take them one by one.
    if (result >= 0) call_snd_midi_event_no_status(*coder, 1);
    return result;
}

void calsa_close(calsa *sequencer) {
    if (sequencer->encoder) call_snd_midi_event_free(sequencer->encoder);
    if (sequencer->decoder) call_snd_midi_event_free(sequencer->decoder);
    if (sequencer->handle) call_snd_seq_close(sequencer->handle);
    free(sequencer);
}

int calsa_open(calsa **out, const char *name) {
    pthread_once(&once, load);
    if (!is_loaded) return -ENOSYS;
    calsa *sequencer = calloc(1, sizeof *sequencer);
    if (!sequencer) return -ENOMEM;
    int result = call_snd_seq_open(&sequencer->handle, "default", SND_SEQ_OPEN_DUPLEX, 0);
    if (result >= 0) result = call_snd_seq_set_client_name(sequencer->handle, name);
    if (result >= 0) result = new_coder(&sequencer->encoder);
    if (result >= 0) result = new_coder(&sequencer->decoder);
    if (result >= 0)
        result = sequencer->hearing_port = call_snd_seq_create_simple_port(
            sequencer->handle, "hearing", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT,
            SND_SEQ_PORT_TYPE_APPLICATION);
    if (result >= 0)
        result = sequencer->sending_port = call_snd_seq_create_simple_port(
            sequencer->handle, "sending", SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_NO_EXPORT,
            SND_SEQ_PORT_TYPE_APPLICATION);
    if (result >= 0)
        result = call_snd_seq_connect_from(
            sequencer->handle, sequencer->hearing_port, SND_SEQ_CLIENT_SYSTEM, SND_SEQ_PORT_SYSTEM_ANNOUNCE);
    if (result < 0) {
        calsa_close(sequencer);
        return result;
    }
    *out = sequencer;
    return 0;
}

int calsa_client(calsa *sequencer) { return call_snd_seq_client_id(sequencer->handle); }

int calsa_make_port(calsa *sequencer, const char *name, bool is_source) {
    unsigned int capability = is_source ? SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ
                                        : SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE;
    return call_snd_seq_create_simple_port(
        sequencer->handle, name, capability, SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION);
}

int calsa_delete_port(calsa *sequencer, int port) {
    return call_snd_seq_delete_simple_port(sequencer->handle, port);
}

int calsa_hear(calsa *sequencer, int client, int port, bool hears) {
    return hears ? call_snd_seq_connect_from(sequencer->handle, sequencer->hearing_port, client, port)
                 : call_snd_seq_disconnect_from(sequencer->handle, sequencer->hearing_port, client, port);
}

int calsa_next_port(calsa *sequencer, calsa_port *port) {
    snd_seq_client_info_t *client;
    snd_seq_port_info_t *info;
    if (call_snd_seq_client_info_malloc(&client) < 0) return -ENOMEM;
    if (call_snd_seq_port_info_malloc(&info) < 0) {
        call_snd_seq_client_info_free(client);
        return -ENOMEM;
    }
    int found = 0;
    int number = port->client, place = port->port;
    const int own = calsa_client(sequencer);
    while (!found) {
        if (number < 0 || number == SND_SEQ_CLIENT_SYSTEM || number == own) {
            call_snd_seq_client_info_set_client(client, number);
            if (call_snd_seq_query_next_client(sequencer->handle, client) < 0) break;
            number = call_snd_seq_client_info_get_client(client);
            place = -1;
            continue;
        }
        call_snd_seq_port_info_set_client(info, number);
        call_snd_seq_port_info_set_port(info, place);
        if (call_snd_seq_query_next_port(sequencer->handle, info) < 0) {
            call_snd_seq_client_info_set_client(client, number);
            if (call_snd_seq_query_next_client(sequencer->handle, client) < 0) break;
            number = call_snd_seq_client_info_get_client(client);
            place = -1;
            continue;
        }
        place = call_snd_seq_port_info_get_port(info);
        const unsigned int capability = call_snd_seq_port_info_get_capability(info);
        const unsigned int reads = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ;
        const unsigned int writes = SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE;
        port->can_read = (capability & reads) == reads;
        port->can_write = (capability & writes) == writes;
        if (capability & SND_SEQ_PORT_CAP_NO_EXPORT || (!port->can_read && !port->can_write)) continue;
        if (call_snd_seq_get_any_client_info(sequencer->handle, number, client) < 0) continue;
        port->client = number;
        port->port = place;
        port->is_kernel = call_snd_seq_client_info_get_type(client) == SND_SEQ_KERNEL_CLIENT;
        snprintf(port->client_name, sizeof port->client_name, "%s", call_snd_seq_client_info_get_name(client));
        snprintf(port->port_name, sizeof port->port_name, "%s", call_snd_seq_port_info_get_name(info));
        found = 1;
    }
    call_snd_seq_client_info_free(client);
    call_snd_seq_port_info_free(info);
    return found;
}

int calsa_send(calsa *sequencer, int from_port, int client, int port, const uint8_t *bytes, size_t count) {
    call_snd_midi_event_reset_encode(sequencer->encoder);
    while (count > 0) {
        snd_seq_event_t event;
        snd_seq_ev_clear(&event);
        long used = call_snd_midi_event_encode(sequencer->encoder, bytes, (long)count, &event);
        if (used <= 0) return used < 0 ? (int)used : -EINVAL;
        bytes += used;
        count -= (size_t)used;
        if (event.type == SND_SEQ_EVENT_NONE) continue;
        snd_seq_ev_set_source(&event, from_port < 0 ? sequencer->sending_port : from_port);
        if (client < 0)
            snd_seq_ev_set_subs(&event);
        else
            snd_seq_ev_set_dest(&event, client, port);
        snd_seq_ev_set_direct(&event);
        int result = call_snd_seq_event_output_direct(sequencer->handle, &event);
        if (result < 0) return result;
    }
    return 0;
}

int calsa_receive(calsa *sequencer, calsa_event *out) {
    snd_seq_event_t *event = NULL;
    int result = call_snd_seq_event_input(sequencer->handle, &event);
    memset(out, 0, sizeof *out);
    if (result < 0 || !event) return result;
    switch (event->type) {
        case SND_SEQ_EVENT_CLIENT_START:
        case SND_SEQ_EVENT_CLIENT_CHANGE:
        case SND_SEQ_EVENT_PORT_START:
        case SND_SEQ_EVENT_PORT_EXIT:
        case SND_SEQ_EVENT_PORT_CHANGE:
            out->kind = calsa_changed;
            out->client = event->data.addr.client;
            return 0;
        case SND_SEQ_EVENT_CLIENT_EXIT:
            out->kind = calsa_gone;
            out->client = event->data.addr.client;
            return 0;
        case SND_SEQ_EVENT_SYSEX:
            out->count = event->data.ext.len;
            out->bytes = event->data.ext.ptr;
            break;
        default: {
            long count = call_snd_midi_event_decode(
                sequencer->decoder, sequencer->decoded, sizeof sequencer->decoded, event);
            // Events that are no MIDI messages: tempo, echo, subscriptions.
            if (count <= 0) return 0;
            out->count = (size_t)count;
            out->bytes = sequencer->decoded;
        }
    }
    out->kind = calsa_message;
    out->client = event->source.client;
    out->port = event->source.port;
    out->to_port = event->dest.port == sequencer->hearing_port ? -1 : event->dest.port;
    return 0;
}

int calsa_round_trip(const uint8_t *bytes, size_t count, uint8_t *back, size_t size) {
    pthread_once(&once, load);
    if (!is_loaded) return -ENOSYS;
    snd_midi_event_t *coder;
    int result = new_coder(&coder);
    if (result < 0) return result;
    snd_seq_event_t event;
    snd_seq_ev_clear(&event);
    long used = call_snd_midi_event_encode(coder, bytes, (long)count, &event);
    long got = used < 0 ? used : call_snd_midi_event_decode(coder, back, (long)size, &event);
    call_snd_midi_event_free(coder);
    return (int)got;
}

#else

bool sordino_alsa_is_built_in(void) { return false; }
int calsa_open(calsa **sequencer, const char *name) { return (void)sequencer, (void)name, -ENOSYS; }
void calsa_close(calsa *sequencer) { (void)sequencer; }
int calsa_client(calsa *sequencer) { return (void)sequencer, -ENOSYS; }
int calsa_make_port(calsa *sequencer, const char *name, bool is_source) {
    return (void)sequencer, (void)name, (void)is_source, -ENOSYS;
}
int calsa_delete_port(calsa *sequencer, int port) { return (void)sequencer, (void)port, -ENOSYS; }
int calsa_hear(calsa *sequencer, int client, int port, bool hears) {
    return (void)sequencer, (void)client, (void)port, (void)hears, -ENOSYS;
}
int calsa_next_port(calsa *sequencer, calsa_port *port) { return (void)sequencer, (void)port, 0; }
int calsa_send(calsa *sequencer, int from_port, int client, int port, const uint8_t *bytes, size_t count) {
    return (void)sequencer, (void)from_port, (void)client, (void)port, (void)bytes, (void)count, -ENOSYS;
}
int calsa_receive(calsa *sequencer, calsa_event *event) { return (void)sequencer, (void)event, -ENOSYS; }
int calsa_round_trip(const uint8_t *bytes, size_t count, uint8_t *back, size_t size) {
    return (void)bytes, (void)count, (void)back, (void)size, -ENOSYS;
}

#endif
