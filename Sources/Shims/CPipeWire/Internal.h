// Declarations shared by the files of this shim; only where PipeWire is built in.
#pragma once

#include "CPipeWire.h"

#if defined(SORDINO_PIPEWIRE) && __has_include(<pipewire/pipewire.h>)
#define CPW_BUILT_IN 1

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pipewire/pipewire.h>

#include <pipewire/extensions/metadata.h>
#include <pipewire/filter.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/latency-utils.h>
#include <spa/param/param.h>
#include <spa/param/props.h>
#include <spa/pod/builder.h>
#include <spa/pod/iter.h>
#include <spa/utils/result.h>

#include "PipeWireLibrary.h"

enum { items_max = 256, channels_max = 64 };

struct cpw_server {
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook core_listener, registry_listener;
    cpw_events events;
    void *user;
    char *remote;
    struct spa_list watched, proofs;
    bool is_lost;
};

/// A request that both threads show that they still run.
struct proof {
    struct spa_list link;
    cpw_server *server;
    void (*done)(void *);
    void *context;
};

struct watched {
    struct spa_list link;
    cpw_server *server;
    uint32_t id;
    char name[64];
    enum { watched_node, watched_port, watched_device, watched_metadata, watched_link } kind;
    struct pw_proxy *proxy;
    struct spa_hook listener, proxy_listener;
};

struct cpw_filter {
    cpw_server *server;
    struct pw_filter *filter;
    struct spa_hook listener;
    void *process_context;
    void (*process)(void *, const void *);
    void (*state_changed)(void *, int, const char *);
    void *user;
};

struct cpw_bell {
    struct pw_loop *loop;
    struct spa_source *event, *timer;
    void (*rung)(void *);
    void *user;
};

struct cpw_object {
    struct pw_proxy *proxy;
    struct spa_hook listener;
};

struct cpw_port {
    cpw_filter *filter;
};

struct cpw_link {
    cpw_server *server;
    struct pw_proxy *proxy;
    struct spa_hook listener, proxy_listener;
    void (*state_changed)(void *, int);
    void *user;
};

/// Copies the items of a dictionary, at most `items_max`.
size_t cpw_take_items(const struct spa_dict *dict, cpw_item *items);
/// Stops watching an object.
void cpw_forget(struct watched *watched);
void cpw_forget_id(cpw_server *server, uint32_t id);

static inline struct pw_properties *make_properties(const cpw_item *items, size_t count) {
    struct pw_properties *properties = pw_properties_new(NULL, NULL);
    if (properties == NULL) return NULL;
    for (size_t i = 0; i < count; i++) pw_properties_set(properties, items[i].key, items[i].value);
    return properties;
}

#endif
