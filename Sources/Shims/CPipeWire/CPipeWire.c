#include "Internal.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#if CPW_BUILT_IN

const char *sordino_pipewire_headers_version(void) { return pw_get_headers_version(); }

const char *cpw_realtime_configuration(const char *version) {
    int major = 0, minor = 0, micro = 0;
    if (version == NULL && cpw_library_open()) version = pw_get_library_version();
    if (version == NULL || sscanf(version, "%d.%d.%d", &major, &minor, &micro) < 2) return "client.conf";
    bool is_old = major < 1 || (major == 1 && (minor < 3 || (minor == 3 && micro < 81)));
    return is_old ? "client-rt.conf" : "client.conf";
}

size_t cpw_take_items(const struct spa_dict *dict, cpw_item *items) {
    size_t count = 0;
    const struct spa_dict_item *item;
    if (dict == NULL) return 0;
    spa_dict_for_each(item, dict) {
        if (count == items_max || item->key == NULL || item->value == NULL) continue;
        items[count++] = (cpw_item){item->key, item->value};
    }
    return count;
}

// ---- The connection -----------------------------------------------------------------------------------------------

static void on_done(void *data, uint32_t id, int sequence) {
    cpw_server *server = data;
    if (id == PW_ID_CORE) server->events.done(server->user, sequence);
}

static void on_error(void *data, uint32_t id, int sequence, int result, const char *message) {
    cpw_server *server = data;
    (void)sequence;
    if (id != PW_ID_CORE || server->is_lost) return;
    // Other results are refusals of one request; these two mean that the connection is gone.
    if (result != -EPIPE && result != -ECONNRESET) return;
    server->is_lost = true;
    server->events.lost(server->user, message ? message : "the server is gone");
}

static const struct pw_core_events core_events = {PW_VERSION_CORE_EVENTS, .done = on_done, .error = on_error};

static void on_global(
    void *data, uint32_t id, uint32_t permissions, const char *type, uint32_t version, const struct spa_dict *dict) {
    cpw_server *server = data;
    cpw_item items[items_max];
    (void)permissions;
    (void)version;
    size_t count = cpw_take_items(dict, items);
    server->events.global(server->user, id, type, items, count);
}

static void on_global_removed(void *data, uint32_t id) {
    cpw_server *server = data;
    cpw_forget_id(server, id);
    server->events.global_removed(server->user, id);
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS, .global = on_global, .global_remove = on_global_removed};

cpw_server *cpw_server_connect(
    const char *remote, const cpw_item *items, size_t count, const cpw_events *events, void *context) {
    if (!cpw_library_open()) return NULL;
    cpw_server *server = calloc(1, sizeof *server);
    if (server == NULL) return NULL;
    server->events = *events;
    server->user = context;
    spa_list_init(&server->watched);
    spa_list_init(&server->proofs);
    struct pw_properties *properties = make_properties(items, count);
    server->loop = pw_thread_loop_new("sordino-pipewire", NULL);
    if (server->loop == NULL || properties == NULL) goto failed;
    server->context = pw_context_new(pw_thread_loop_get_loop(server->loop), make_properties(items, count), 0);
    if (server->context == NULL) goto failed;
    if (remote != NULL) {
        pw_properties_set(properties, PW_KEY_REMOTE_NAME, remote);
        server->remote = strdup(remote);
        if (server->remote == NULL) goto failed;
    }
    server->core = pw_context_connect(server->context, properties, 0);
    properties = NULL;
    if (server->core == NULL) goto failed;
    pw_core_add_listener(server->core, &server->core_listener, &core_events, server);
    server->registry = pw_core_get_registry(server->core, PW_VERSION_REGISTRY, 0);
    if (server->registry == NULL) goto failed;
    pw_registry_add_listener(server->registry, &server->registry_listener, &registry_events, server);
    return server;
failed:;
    int number = errno;
    if (properties != NULL) pw_properties_free(properties);
    cpw_server_free(server);
    errno = number ? number : EIO;
    return NULL;
}

bool cpw_server_start(cpw_server *server) { return pw_thread_loop_start(server->loop) >= 0; }

// ---- Proofs that the threads run ------------------------------------------------------------------------------------

static void end_proof(struct proof *proof) {
    spa_list_remove(&proof->link);
    proof->done(proof->context);
    free(proof);
}

static int proof_came_back(
    struct spa_loop *loop, bool async, uint32_t sequence, const void *data, size_t size, void *user) {
    (void)loop, (void)async, (void)sequence, (void)data, (void)size;
    end_proof(user);
    return 0;
}

// On the data thread: nothing but the way back.
static int prove_data_loop(
    struct spa_loop *loop, bool async, uint32_t sequence, const void *data, size_t size, void *user) {
    (void)loop, (void)async, (void)data, (void)size;
    struct proof *proof = user;
    struct pw_loop *back = pw_thread_loop_get_loop(proof->server->loop);
    return pw_loop_invoke(back, proof_came_back, sequence, NULL, 0, false, proof);
}

static int prove_loop(
    struct spa_loop *loop, bool async, uint32_t sequence, const void *data, size_t size, void *user) {
    struct proof *proof = user;
    struct pw_data_loop *sound = pw_context_get_data_loop(proof->server->context);
    if (sound != NULL && pw_data_loop_invoke(sound, prove_data_loop, sequence, NULL, 0, false, proof) >= 0) return 0;
    return proof_came_back(loop, async, sequence, data, size, user);
}

void cpw_server_prove(cpw_server *server, void (*done)(void *), void *context) {
    struct proof *proof = calloc(1, sizeof *proof);
    if (proof == NULL) return done(context);
    *proof = (struct proof){.server = server, .done = done, .context = context};
    spa_list_append(&server->proofs, &proof->link);
    pw_loop_invoke(pw_thread_loop_get_loop(server->loop), prove_loop, 0, NULL, 0, false, proof);
}

static int note_thread(
    struct spa_loop *loop, bool async, uint32_t sequence, const void *data, size_t size, void *user) {
    (void)loop, (void)async, (void)sequence, (void)data, (void)size;
    *(pthread_t *)user = pthread_self();
    return 0;
}

// PipeWire 0.3.65 ends the data thread by a call, which is made in the caller's thread as long as the other has not begun. One that
// begins in that moment does not see it, and the end would wait for it forever. So it is let begin: then a call is made there.
static void await_data_thread(struct pw_context *context) {
    struct pw_data_loop *sound = pw_context_get_data_loop(context);
    for (int look = 0; sound != NULL && look < 10000; look++) {
        pthread_t thread = pthread_self();
        if (pw_data_loop_invoke(sound, note_thread, 0, NULL, 0, true, &thread) < 0) return;
        if (!pthread_equal(thread, pthread_self())) return;
        usleep(1000);
    }
}

void cpw_server_free(cpw_server *server) {
    if (server->loop != NULL) pw_thread_loop_stop(server->loop);
    struct watched *watched, *next;
    spa_list_for_each_safe(watched, next, &server->watched, link) cpw_forget(watched);
    if (server->registry != NULL) {
        spa_hook_remove(&server->registry_listener);
        pw_proxy_destroy((struct pw_proxy *)server->registry);
    }
    if (server->core != NULL) {
        spa_hook_remove(&server->core_listener);
        pw_core_disconnect(server->core);
    }
    if (server->context != NULL) {
        await_data_thread(server->context);
        pw_context_destroy(server->context);
    }
    // The data thread, which could still answer one, ended with the context.
    struct proof *proof, *later;
    spa_list_for_each_safe(proof, later, &server->proofs, link) end_proof(proof);
    if (server->loop != NULL) pw_thread_loop_destroy(server->loop);
    free(server->remote);
    free(server);
}

bool cpw_server_is_loop_thread(cpw_server *server) { return pw_thread_loop_in_thread(server->loop); }
void cpw_server_lock(cpw_server *server) { pw_thread_loop_lock(server->loop); }
void cpw_server_unlock(cpw_server *server) { pw_thread_loop_unlock(server->loop); }
uint32_t cpw_server_client(cpw_server *server) {
    struct pw_client *client = pw_core_get_client(server->core);
    return client == NULL ? UINT32_MAX : pw_proxy_get_bound_id((struct pw_proxy *)client);
}

int cpw_server_sync(cpw_server *server) { return pw_core_sync(server->core, PW_ID_CORE, 0); }
void cpw_destroy_global(cpw_server *server, uint32_t id) { pw_registry_destroy(server->registry, id); }

#endif
