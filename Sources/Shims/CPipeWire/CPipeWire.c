#include "CPipeWire.h"

#if defined(SORDINO_PIPEWIRE) && __has_include(<pipewire/pipewire.h>)
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pipewire/pipewire.h>

#include <pipewire/extensions/metadata.h>
#include <pipewire/filter.h>
#include <spa/param/audio/format-utils.h>
#include <spa/param/param.h>
#include <spa/param/props.h>
#include <spa/pod/builder.h>
#include <spa/pod/iter.h>
#include <spa/utils/result.h>

const char *sordino_pipewire_headers_version(void) { return pw_get_headers_version(); }

enum { items_max = 256, channels_max = 64 };

struct cpw_server {
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_registry *registry;
    struct spa_hook core_listener, registry_listener;
    cpw_events events;
    void *user;
    struct spa_list watched;
    bool is_lost;
};

struct watched {
    struct spa_list link;
    cpw_server *server;
    uint32_t id;
    char name[64];
    enum { watched_node, watched_device, watched_metadata } kind;
    struct pw_proxy *proxy;
    struct spa_hook listener, proxy_listener;
};

struct cpw_filter {
    cpw_server *server;
    struct pw_filter *filter;
    struct spa_hook listener;
    void (*process)(void *, const void *);
    void (*state_changed)(void *, int, const char *);
    void *user;
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

static size_t take_items(const struct spa_dict *dict, cpw_item *items) {
    size_t count = 0;
    const struct spa_dict_item *item;
    if (dict == NULL) return 0;
    spa_dict_for_each(item, dict) {
        if (count == items_max || item->key == NULL || item->value == NULL) continue;
        items[count++] = (cpw_item){item->key, item->value};
    }
    return count;
}

static struct pw_properties *make_properties(const cpw_item *items, size_t count) {
    struct pw_properties *properties = pw_properties_new(NULL, NULL);
    if (properties == NULL) return NULL;
    for (size_t i = 0; i < count; i++) pw_properties_set(properties, items[i].key, items[i].value);
    return properties;
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
    size_t count = take_items(dict, items);
    server->events.global(server->user, id, type, items, count);
}

static void on_global_removed(void *data, uint32_t id) {
    cpw_server *server = data;
    server->events.global_removed(server->user, id);
}

static const struct pw_registry_events registry_events = {
    PW_VERSION_REGISTRY_EVENTS, .global = on_global, .global_remove = on_global_removed};

cpw_server *cpw_server_connect(
    const char *remote, const cpw_item *items, size_t count, const cpw_events *events, void *context) {
    pw_init(NULL, NULL);
    cpw_server *server = calloc(1, sizeof *server);
    if (server == NULL) return NULL;
    server->events = *events;
    server->user = context;
    spa_list_init(&server->watched);
    struct pw_properties *properties = make_properties(items, count);
    server->loop = pw_thread_loop_new("sordino-pipewire", NULL);
    if (server->loop == NULL || properties == NULL) goto failed;
    server->context = pw_context_new(pw_thread_loop_get_loop(server->loop), make_properties(items, count), 0);
    if (server->context == NULL) goto failed;
    if (remote != NULL) pw_properties_set(properties, PW_KEY_REMOTE_NAME, remote);
    pw_thread_loop_lock(server->loop);
    if (pw_thread_loop_start(server->loop) < 0) {
        pw_thread_loop_unlock(server->loop);
        goto failed;
    }
    server->core = pw_context_connect(server->context, properties, 0);
    properties = NULL;
    if (server->core == NULL) {
        int number = errno;
        pw_thread_loop_unlock(server->loop);
        errno = number;
        goto failed;
    }
    pw_core_add_listener(server->core, &server->core_listener, &core_events, server);
    server->registry = pw_core_get_registry(server->core, PW_VERSION_REGISTRY, 0);
    pw_registry_add_listener(server->registry, &server->registry_listener, &registry_events, server);
    pw_thread_loop_unlock(server->loop);
    return server;
failed:;
    int number = errno;
    if (properties != NULL) pw_properties_free(properties);
    cpw_server_free(server);
    errno = number ? number : EIO;
    return NULL;
}

static void forget(struct watched *watched);

void cpw_server_free(cpw_server *server) {
    if (server->loop != NULL) pw_thread_loop_stop(server->loop);
    struct watched *watched, *next;
    spa_list_for_each_safe(watched, next, &server->watched, link) forget(watched);
    if (server->registry != NULL) {
        spa_hook_remove(&server->registry_listener);
        pw_proxy_destroy((struct pw_proxy *)server->registry);
    }
    if (server->core != NULL) {
        spa_hook_remove(&server->core_listener);
        pw_core_disconnect(server->core);
    }
    if (server->context != NULL) pw_context_destroy(server->context);
    if (server->loop != NULL) pw_thread_loop_destroy(server->loop);
    free(server);
}

void cpw_server_lock(cpw_server *server) { pw_thread_loop_lock(server->loop); }
void cpw_server_unlock(cpw_server *server) { pw_thread_loop_unlock(server->loop); }
int cpw_server_sync(cpw_server *server) { return pw_core_sync(server->core, PW_ID_CORE, 0); }
void cpw_destroy_global(cpw_server *server, uint32_t id) { pw_registry_destroy(server->registry, id); }

// ---- Watching objects -----------------------------------------------------------------------------------------------

static void forget(struct watched *watched) {
    spa_list_remove(&watched->link);
    if (watched->proxy != NULL) {
        spa_hook_remove(&watched->listener);
        spa_hook_remove(&watched->proxy_listener);
        pw_proxy_destroy(watched->proxy);
    }
    free(watched);
}

static void on_proxy_removed(void *data) {
    struct watched *watched = data;
    forget(watched);
}

static const struct pw_proxy_events watched_proxy_events = {PW_VERSION_PROXY_EVENTS, .removed = on_proxy_removed};

static void on_node_info(void *data, const struct pw_node_info *info) {
    struct watched *watched = data;
    cpw_item items[items_max];
    if (!(info->change_mask & PW_NODE_CHANGE_MASK_PROPS)) return;
    size_t count = take_items(info->props, items);
    watched->server->events.node_items(watched->server->user, watched->id, items, count);
}

static void on_node_param(
    void *data, int sequence, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *param) {
    struct watched *watched = data;
    (void)sequence, (void)index, (void)next;
    if (id != SPA_PARAM_Props || param == NULL || !spa_pod_is_object(param)) return;
    float volumes[channels_max];
    uint32_t count = 0;
    bool is_muted = false;
    const struct spa_pod_prop *prop;
    SPA_POD_OBJECT_FOREACH((const struct spa_pod_object *)param, prop) {
        if (prop->key == SPA_PROP_channelVolumes) {
            count = spa_pod_copy_array(&prop->value, SPA_TYPE_Float, volumes, channels_max);
        } else if (prop->key == SPA_PROP_mute) {
            spa_pod_get_bool(&prop->value, &is_muted);
        }
    }
    if (count > 0) watched->server->events.node_volumes(watched->server->user, watched->id, volumes, count, is_muted);
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS, .info = on_node_info, .param = on_node_param};

static void on_device_info(void *data, const struct pw_device_info *info) {
    struct watched *watched = data;
    if (!(info->change_mask & PW_DEVICE_CHANGE_MASK_PARAMS)) return;
    static const uint32_t wanted[] = {
        SPA_PARAM_EnumProfile, SPA_PARAM_Profile, SPA_PARAM_EnumRoute, SPA_PARAM_Route};
    for (size_t i = 0; i < SPA_N_ELEMENTS(wanted); i++)
        pw_device_enum_params((struct pw_device *)watched->proxy, 0, wanted[i], 0, UINT32_MAX, NULL);
}

static void on_device_param(
    void *data, int sequence, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *param) {
    struct watched *watched = data;
    cpw_server *server = watched->server;
    (void)sequence, (void)index, (void)next;
    if (param == NULL) return;
    int32_t number = -1, device = -1;
    uint32_t direction = 0, availability = 0;
    const char *name = "", *description = "", *type = "";
    if (id == SPA_PARAM_EnumProfile || id == SPA_PARAM_Profile) {
        if (spa_pod_parse_object(
                param, SPA_TYPE_OBJECT_ParamProfile, NULL, SPA_PARAM_PROFILE_index, SPA_POD_Int(&number),
                SPA_PARAM_PROFILE_name, SPA_POD_OPT_String(&name), SPA_PARAM_PROFILE_available,
                SPA_POD_OPT_Id(&availability)) >= 0)
            server->events.device_profile(
                server->user, watched->id, number, name, (int32_t)availability, id == SPA_PARAM_Profile);
        return;
    }
    if (id != SPA_PARAM_EnumRoute && id != SPA_PARAM_Route) return;
    struct spa_pod *info = NULL;
    if (spa_pod_parse_object(
            param, SPA_TYPE_OBJECT_ParamRoute, NULL, SPA_PARAM_ROUTE_index, SPA_POD_Int(&number),
            SPA_PARAM_ROUTE_direction, SPA_POD_Id(&direction), SPA_PARAM_ROUTE_device, SPA_POD_OPT_Int(&device),
            SPA_PARAM_ROUTE_name, SPA_POD_OPT_String(&name), SPA_PARAM_ROUTE_description,
            SPA_POD_OPT_String(&description), SPA_PARAM_ROUTE_available, SPA_POD_OPT_Id(&availability),
            SPA_PARAM_ROUTE_info, SPA_POD_OPT_Pod(&info)) < 0)
        return;
    if (info != NULL && spa_pod_is_struct(info)) {
        // Int count, then keys and values as strings.
        const struct spa_pod *field;
        const char *key = NULL, *text = NULL;
        SPA_POD_STRUCT_FOREACH(info, field) {
            if (spa_pod_get_string(field, &text) < 0) continue;
            if (key == NULL) {
                key = text;
            } else {
                if (strcmp(key, "port.type") == 0) type = text;
                key = NULL;
            }
        }
    }
    server->events.device_route(
        server->user, watched->id, number, (int32_t)direction, name, description, (int32_t)availability, type,
        id == SPA_PARAM_Route, device);
}

static const struct pw_device_events device_events = {
    PW_VERSION_DEVICE_EVENTS, .info = on_device_info, .param = on_device_param};

static int on_metadata(void *data, uint32_t subject, const char *key, const char *type, const char *value) {
    struct watched *watched = data;
    (void)type;
    watched->server->events.metadata(watched->server->user, watched->name, subject, key, value);
    return 0;
}

static const struct pw_metadata_events metadata_events = {PW_VERSION_METADATA_EVENTS, .property = on_metadata};

static struct watched *watch(cpw_server *server, uint32_t id, int kind, const char *type, uint32_t version) {
    struct watched *watched;
    spa_list_for_each(watched, &server->watched, link) if (watched->id == id) return NULL;
    watched = calloc(1, sizeof *watched);
    if (watched == NULL) return NULL;
    watched->server = server;
    watched->id = id;
    watched->kind = kind;
    watched->proxy = pw_registry_bind(server->registry, id, type, version, 0);
    if (watched->proxy == NULL) {
        free(watched);
        return NULL;
    }
    spa_list_append(&server->watched, &watched->link);
    pw_proxy_add_listener(watched->proxy, &watched->proxy_listener, &watched_proxy_events, watched);
    return watched;
}

static struct watched *find(cpw_server *server, uint32_t id, int kind) {
    struct watched *watched;
    spa_list_for_each(watched, &server->watched, link) {
        if (watched->kind == kind && watched->id == id) return watched;
    }
    return NULL;
}

bool cpw_watch_node(cpw_server *server, uint32_t id) {
    struct watched *watched = watch(server, id, watched_node, PW_TYPE_INTERFACE_Node, PW_VERSION_NODE);
    if (watched == NULL) return false;
    pw_node_add_listener((struct pw_node *)watched->proxy, &watched->listener, &node_events, watched);
    uint32_t params[] = {SPA_PARAM_Props};
    pw_node_subscribe_params((struct pw_node *)watched->proxy, params, 1);
    return true;
}

bool cpw_watch_device(cpw_server *server, uint32_t id) {
    struct watched *watched = watch(server, id, watched_device, PW_TYPE_INTERFACE_Device, PW_VERSION_DEVICE);
    if (watched == NULL) return false;
    pw_device_add_listener((struct pw_device *)watched->proxy, &watched->listener, &device_events, watched);
    return true;
}

bool cpw_watch_metadata(cpw_server *server, uint32_t id, const char *name) {
    struct watched *watched = watch(server, id, watched_metadata, PW_TYPE_INTERFACE_Metadata, PW_VERSION_METADATA);
    if (watched == NULL) return false;
    snprintf(watched->name, sizeof watched->name, "%s", name);
    pw_metadata_add_listener((struct pw_metadata *)watched->proxy, &watched->listener, &metadata_events, watched);
    return true;
}

bool cpw_set_node_volumes(cpw_server *server, uint32_t id, const float *volumes, size_t count, bool is_muted) {
    struct watched *watched = find(server, id, watched_node);
    if (watched == NULL || count == 0 || count > channels_max) return false;
    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    struct spa_pod *pod = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_Props, SPA_PARAM_Props, SPA_PROP_mute, SPA_POD_Bool(is_muted),
        SPA_PROP_channelVolumes, SPA_POD_Array(sizeof(float), SPA_TYPE_Float, (uint32_t)count, volumes));
    return pw_node_set_param((struct pw_node *)watched->proxy, SPA_PARAM_Props, 0, pod) >= 0;
}

bool cpw_set_device_profile(cpw_server *server, uint32_t id, int32_t index) {
    struct watched *watched = find(server, id, watched_device);
    if (watched == NULL) return false;
    uint8_t bytes[256];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    struct spa_pod *pod = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamProfile, SPA_PARAM_Profile, SPA_PARAM_PROFILE_index, SPA_POD_Int(index),
        SPA_PARAM_PROFILE_save, SPA_POD_Bool(false));
    return pw_device_set_param((struct pw_device *)watched->proxy, SPA_PARAM_Profile, 0, pod) >= 0;
}

bool cpw_set_metadata(
    cpw_server *server, const char *name, uint32_t subject, const char *key, const char *type, const char *value) {
    struct watched *watched;
    spa_list_for_each(watched, &server->watched, link) {
        if (watched->kind == watched_metadata && strcmp(watched->name, name) == 0)
            return pw_metadata_set_property((struct pw_metadata *)watched->proxy, subject, key, type, value) >= 0;
    }
    return false;
}

// ---- Links ----------------------------------------------------------------------------------------------------------

static void on_link_info(void *data, const struct pw_link_info *info) {
    cpw_link *link = data;
    if (info->change_mask & PW_LINK_CHANGE_MASK_STATE) link->state_changed(link->user, info->state);
}

static const struct pw_link_events link_events = {PW_VERSION_LINK_EVENTS, .info = on_link_info};

static void on_link_removed(void *data) {
    cpw_link *link = data;
    link->state_changed(link->user, PW_LINK_STATE_UNLINKED);
}

static void on_link_error(void *data, int sequence, int result, const char *message) {
    cpw_link *link = data;
    (void)sequence, (void)result, (void)message;
    link->state_changed(link->user, PW_LINK_STATE_ERROR);
}

static const struct pw_proxy_events link_proxy_events = {
    PW_VERSION_PROXY_EVENTS, .removed = on_link_removed, .error = on_link_error};

cpw_link *cpw_link_create(
    cpw_server *server, uint32_t output_node, uint32_t output_port, uint32_t input_node, uint32_t input_port,
    void (*state_changed)(void *, int), void *context) {
    cpw_link *link = calloc(1, sizeof *link);
    struct pw_properties *properties = pw_properties_new(PW_KEY_OBJECT_LINGER, "false", NULL);
    if (link == NULL || properties == NULL) {
        free(link);
        pw_properties_free(properties);
        return NULL;
    }
    pw_properties_setf(properties, PW_KEY_LINK_OUTPUT_NODE, "%u", output_node);
    pw_properties_setf(properties, PW_KEY_LINK_OUTPUT_PORT, "%u", output_port);
    pw_properties_setf(properties, PW_KEY_LINK_INPUT_NODE, "%u", input_node);
    pw_properties_setf(properties, PW_KEY_LINK_INPUT_PORT, "%u", input_port);
    link->server = server;
    link->state_changed = state_changed;
    link->user = context;
    link->proxy = pw_core_create_object(
        server->core, "link-factory", PW_TYPE_INTERFACE_Link, PW_VERSION_LINK, &properties->dict, 0);
    pw_properties_free(properties);
    if (link->proxy == NULL) {
        free(link);
        return NULL;
    }
    pw_proxy_add_listener(link->proxy, &link->proxy_listener, &link_proxy_events, link);
    pw_proxy_add_object_listener(link->proxy, &link->listener, &link_events, link);
    return link;
}

void cpw_link_destroy(cpw_link *link) {
    spa_hook_remove(&link->listener);
    spa_hook_remove(&link->proxy_listener);
    pw_proxy_destroy(link->proxy);
    free(link);
}

// ---- Filters --------------------------------------------------------------------------------------------------------

static void on_process(void *data, struct spa_io_position *position) {
    cpw_filter *filter = data;
    if (position == NULL) return;
    cpw_cycle cycle = {
        .frames = (uint32_t)position->clock.duration,
        .rate = position->clock.rate.denom,
        .nanoseconds = position->clock.nsec,
        .position = position->clock.position,
        .delay = position->clock.delay,
    };
    filter->process(filter->user, &cycle);
}

static void on_state_changed(
    void *data, enum pw_filter_state old, enum pw_filter_state state, const char *error) {
    cpw_filter *filter = data;
    (void)old;
    filter->state_changed(filter->user, state, error);
}

static const struct pw_filter_events filter_events = {
    PW_VERSION_FILTER_EVENTS, .state_changed = on_state_changed, .process = on_process};

cpw_filter *cpw_filter_create(
    cpw_server *server, const char *name, const cpw_item *items, size_t count,
    void (*process)(void *, const void *), void (*state_changed)(void *, int, const char *), void *context) {
    cpw_filter *filter = calloc(1, sizeof *filter);
    if (filter == NULL) return NULL;
    filter->server = server;
    filter->process = process;
    filter->state_changed = state_changed;
    filter->user = context;
    filter->filter = pw_filter_new(server->core, name, make_properties(items, count));
    if (filter->filter == NULL) {
        free(filter);
        return NULL;
    }
    pw_filter_add_listener(filter->filter, &filter->listener, &filter_events, filter);
    return filter;
}

bool cpw_filter_connect(cpw_filter *filter) {
    return pw_filter_connect(filter->filter, PW_FILTER_FLAG_RT_PROCESS, NULL, 0) >= 0;
}

cpw_port *cpw_filter_add_port(cpw_filter *filter, bool is_input, const cpw_item *items, size_t count) {
    struct pw_properties *properties = make_properties(items, count);
    if (properties == NULL) return NULL;
    pw_properties_set(properties, PW_KEY_FORMAT_DSP, "32 bit float mono audio");
    cpw_port *port = pw_filter_add_port(
        filter->filter, is_input ? PW_DIRECTION_INPUT : PW_DIRECTION_OUTPUT, PW_FILTER_PORT_FLAG_MAP_BUFFERS,
        sizeof *port, properties, NULL, 0);
    if (port != NULL) port->filter = filter;
    return port;
}

void cpw_port_remove(cpw_port *port) { pw_filter_remove_port(port); }
uint32_t cpw_filter_node(cpw_filter *filter) { return pw_filter_get_node_id(filter->filter); }
void cpw_filter_set_active(cpw_filter *filter, bool is_active) { pw_filter_set_active(filter->filter, is_active); }

void cpw_filter_destroy(cpw_filter *filter) {
    spa_hook_remove(&filter->listener);
    pw_filter_destroy(filter->filter);
    free(filter);
}

float *cpw_port_samples(cpw_port *port, uint32_t frames) { return pw_filter_get_dsp_buffer(port, frames); }

#else
// Without PipeWire there is no connection, so none of the functions that need one is ever reached.
#include <errno.h>

const char *sordino_pipewire_headers_version(void) { return NULL; }

cpw_server *cpw_server_connect(
    const char *remote, const cpw_item *items, size_t count, const cpw_events *events, void *context) {
    (void)remote, (void)items, (void)count, (void)events, (void)context;
    errno = ENOTSUP;
    return NULL;
}

void cpw_server_free(cpw_server *s) { (void)s; }
void cpw_server_lock(cpw_server *s) { (void)s; }
void cpw_server_unlock(cpw_server *s) { (void)s; }
int cpw_server_sync(cpw_server *s) { return (void)s, -ENOTSUP; }
bool cpw_watch_node(cpw_server *s, uint32_t id) { return (void)s, (void)id, false; }
bool cpw_watch_device(cpw_server *s, uint32_t id) { return (void)s, (void)id, false; }
bool cpw_watch_metadata(cpw_server *s, uint32_t id, const char *n) { return (void)s, (void)id, (void)n, false; }
bool cpw_set_node_volumes(cpw_server *s, uint32_t id, const float *v, size_t n, bool m) {
    return (void)s, (void)id, (void)v, (void)n, (void)m, false;
}
bool cpw_set_device_profile(cpw_server *s, uint32_t id, int32_t i) { return (void)s, (void)id, (void)i, false; }
bool cpw_set_metadata(
    cpw_server *s, const char *n, uint32_t id, const char *k, const char *t, const char *v) {
    return (void)s, (void)n, (void)id, (void)k, (void)t, (void)v, false;
}
void cpw_destroy_global(cpw_server *s, uint32_t id) { (void)s, (void)id; }
cpw_link *cpw_link_create(
    cpw_server *s, uint32_t a, uint32_t b, uint32_t c, uint32_t d, void (*f)(void *, int), void *u) {
    return (void)s, (void)a, (void)b, (void)c, (void)d, (void)f, (void)u, NULL;
}
void cpw_link_destroy(cpw_link *l) { (void)l; }
cpw_filter *cpw_filter_create(
    cpw_server *s, const char *n, const cpw_item *i, size_t c, void (*p)(void *, const void *),
    void (*f)(void *, int, const char *), void *u) {
    return (void)s, (void)n, (void)i, (void)c, (void)p, (void)f, (void)u, NULL;
}
bool cpw_filter_connect(cpw_filter *f) { return (void)f, false; }
cpw_port *cpw_filter_add_port(cpw_filter *f, bool d, const cpw_item *i, size_t c) {
    return (void)f, (void)d, (void)i, (void)c, NULL;
}
void cpw_port_remove(cpw_port *p) { (void)p; }
uint32_t cpw_filter_node(cpw_filter *f) { return (void)f, UINT32_MAX; }
void cpw_filter_set_active(cpw_filter *f, bool a) { (void)f, (void)a; }
void cpw_filter_destroy(cpw_filter *f) { (void)f; }
float *cpw_port_samples(cpw_port *p, uint32_t n) { return (void)p, (void)n, NULL; }
#endif
