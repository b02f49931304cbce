#include "Internal.h"

#if CPW_BUILT_IN

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

// ---- Objects of factories ------------------------------------------------------------------------------------------

static void on_object_removed(void *data) {
    cpw_object *object = data;
    pw_proxy_destroy(object->proxy);
}

static void on_object_destroyed(void *data) {
    cpw_object *object = data;
    spa_hook_remove(&object->listener);
    object->proxy = NULL;
}

static const struct pw_proxy_events object_events = {
    PW_VERSION_PROXY_EVENTS, .destroy = on_object_destroyed, .removed = on_object_removed};

cpw_object *cpw_object_create(
    cpw_server *server, const char *factory, const char *type, uint32_t version, const cpw_item *items, size_t count) {
    cpw_object *object = calloc(1, sizeof *object);
    struct pw_properties *properties = make_properties(items, count);
    if (object != NULL && properties != NULL)
        object->proxy = pw_core_create_object(server->core, factory, type, version, &properties->dict, 0);
    pw_properties_free(properties);
    if (object == NULL || object->proxy == NULL) {
        free(object);
        return NULL;
    }
    pw_proxy_add_listener(object->proxy, &object->listener, &object_events, object);
    return object;
}

void cpw_object_destroy(cpw_object *object) {
    if (object->proxy != NULL) pw_proxy_destroy(object->proxy);
    free(object);
}

// ---- Bells ----------------------------------------------------------------------------------------------------------

static void on_bell(void *data, uint64_t count) {
    cpw_bell *bell = data;
    (void)count;
    bell->rung(bell->user);
}

cpw_bell *cpw_bell_create(cpw_server *server, void (*rung)(void *), void *context) {
    cpw_bell *bell = calloc(1, sizeof *bell);
    if (bell == NULL) return NULL;
    bell->loop = pw_thread_loop_get_loop(server->loop);
    bell->rung = rung;
    bell->user = context;
    bell->event = pw_loop_add_event(bell->loop, on_bell, bell);
    bell->timer = pw_loop_add_timer(bell->loop, on_bell, bell);
    if (bell->event == NULL || bell->timer == NULL) {
        cpw_bell_destroy(bell);
        return NULL;
    }
    return bell;
}

void cpw_bell_ring(cpw_bell *bell) { pw_loop_signal_event(bell->loop, bell->event); }

void cpw_bell_ring_after(cpw_bell *bell, uint64_t nanoseconds) {
    struct timespec when = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    pw_loop_update_timer(bell->loop, bell->timer, &when, NULL, false);
}

void cpw_bell_destroy(cpw_bell *bell) {
    if (bell->event != NULL) pw_loop_destroy_source(bell->loop, bell->event);
    if (bell->timer != NULL) pw_loop_destroy_source(bell->loop, bell->timer);
    free(bell);
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
    filter->process(filter->process_context, &cycle);
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
    void *process_context, void (*process)(void *, const void *), void (*state_changed)(void *, int, const char *),
    void *context) {
    cpw_filter *filter = calloc(1, sizeof *filter);
    if (filter == NULL) return NULL;
    filter->server = server;
    filter->process = process;
    filter->process_context = process_context;
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

bool cpw_filter_connect(cpw_filter *filter, bool is_active) {
    enum pw_filter_flags flags = PW_FILTER_FLAG_RT_PROCESS | (is_active ? 0 : PW_FILTER_FLAG_INACTIVE);
    return pw_filter_connect(filter->filter, flags, NULL, 0) >= 0;
}

bool cpw_filter_update_items(cpw_filter *filter, const cpw_item *items, size_t count) {
    struct pw_properties *properties = make_properties(items, count);
    if (properties == NULL) return false;
    bool is_done = pw_filter_update_properties(filter->filter, NULL, &properties->dict) >= 0;
    pw_properties_free(properties);
    return is_done;
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

bool cpw_filter_remove_port(cpw_port *port) {
    enum pw_filter_state state = pw_filter_get_state(port->filter->filter, NULL);
    if (state != PW_FILTER_STATE_PAUSED && state != PW_FILTER_STATE_UNCONNECTED) return false;
    return pw_filter_remove_port(port) >= 0;
}

uint32_t cpw_filter_node(cpw_filter *filter) { return pw_filter_get_node_id(filter->filter); }
void cpw_filter_set_active(cpw_filter *filter, bool is_active) { pw_filter_set_active(filter->filter, is_active); }

void cpw_filter_destroy(cpw_filter *filter) {
    spa_hook_remove(&filter->listener);
    pw_filter_destroy(filter->filter);
    free(filter);
}

float *cpw_port_samples(cpw_port *port, uint32_t frames) { return pw_filter_get_dsp_buffer(port, frames); }

float *cpw_port_arrival(cpw_port *port, uint32_t frames, bool *is_empty) {
    struct pw_buffer *taken = pw_filter_dequeue_buffer(port);
    if (taken == NULL) return NULL;
    const struct spa_data *data = &taken->buffer->datas[0];
    // An input port's buffers are mixed from those of its links; a mix of none is marked.
    *is_empty = (data->chunk->flags & SPA_CHUNK_FLAG_EMPTY) != 0;
    float *samples = data->maxsize / sizeof(float) >= frames ? data->data : NULL;
    pw_filter_queue_buffer(port, taken);
    return samples;
}

#endif
