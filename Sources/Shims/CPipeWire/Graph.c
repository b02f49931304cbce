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

#endif
