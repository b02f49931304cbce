#include "Internal.h"

#if CPW_BUILT_IN

// ---- Watching objects -----------------------------------------------------------------------------------------------

void cpw_forget(struct watched *watched) {
    spa_list_remove(&watched->link);
    if (watched->proxy != NULL) {
        spa_hook_remove(&watched->listener);
        spa_hook_remove(&watched->proxy_listener);
        pw_proxy_destroy(watched->proxy);
    }
    free(watched);
}

// For an object that went before it was bound no removal is reported, and another may get its number.
void cpw_forget_id(cpw_server *server, uint32_t id) {
    struct watched *watched, *next;
    spa_list_for_each_safe(watched, next, &server->watched, link) {
        if (watched->id == id) cpw_forget(watched);
    }
}

static void on_proxy_removed(void *data) {
    struct watched *watched = data;
    cpw_forget(watched);
}

static const struct pw_proxy_events watched_proxy_events = {PW_VERSION_PROXY_EVENTS, .removed = on_proxy_removed};

static void on_node_info(void *data, const struct pw_node_info *info) {
    struct watched *watched = data;
    cpw_item items[items_max];
    if (info->change_mask & PW_NODE_CHANGE_MASK_STATE)
        watched->server->events.node_runs(watched->server->user, watched->id, info->state == PW_NODE_STATE_RUNNING);
    if (!(info->change_mask & PW_NODE_CHANGE_MASK_PROPS)) return;
    size_t count = cpw_take_items(info->props, items);
    watched->server->events.node_items(watched->server->user, watched->id, items, count);
}

// Volumes and mute of a Props object.
static uint32_t take_volumes(const struct spa_pod *props, float *volumes, bool *is_muted) {
    uint32_t count = 0;
    const struct spa_pod_prop *prop;
    if (props == NULL || !spa_pod_is_object_type(props, SPA_TYPE_OBJECT_Props)) return 0;
    SPA_POD_OBJECT_FOREACH((const struct spa_pod_object *)props, prop) {
        if (prop->key == SPA_PROP_channelVolumes) {
            count = spa_pod_copy_array(&prop->value, SPA_TYPE_Float, volumes, channels_max);
        } else if (prop->key == SPA_PROP_mute) {
            spa_pod_get_bool(&prop->value, is_muted);
        }
    }
    return count;
}

static void on_node_param(
    void *data, int sequence, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *param) {
    struct watched *watched = data;
    (void)sequence, (void)index, (void)next;
    if (id == SPA_PARAM_EnumFormat && param != NULL && index == 0) {
        const struct spa_pod_prop *prop = spa_pod_find_prop(param, NULL, SPA_FORMAT_AUDIO_channels);
        if (prop == NULL) return;
        uint32_t count, choice;
        const struct spa_pod *value = spa_pod_get_values(&prop->value, &count, &choice);
        int32_t channels = 0;
        if (count > 0 && spa_pod_get_int(value, &channels) >= 0 && channels > 0 && channels <= (int32_t)channels_max)
            watched->server->events.node_channels(watched->server->user, watched->id, (uint32_t)channels);
        return;
    }
    if (id == SPA_PARAM_Format) {
        const struct spa_pod_prop *prop = param == NULL ? NULL : spa_pod_find_prop(param, NULL, SPA_FORMAT_AUDIO_rate);
        int32_t rate = 0;
        if (prop != NULL && spa_pod_get_int(&prop->value, &rate) < 0) rate = 0;
        watched->server->events.node_rate(watched->server->user, watched->id, rate > 0 ? (uint32_t)rate : 0);
        return;
    }
    if (id != SPA_PARAM_Props) return;
    float volumes[channels_max];
    bool is_muted = false;
    uint32_t count = take_volumes(param, volumes, &is_muted);
    if (count > 0) watched->server->events.node_volumes(watched->server->user, watched->id, volumes, count, is_muted);
}

static const struct pw_node_events node_events = {
    PW_VERSION_NODE_EVENTS, .info = on_node_info, .param = on_node_param};

static void on_port_param(
    void *data, int sequence, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *param) {
    struct watched *watched = data;
    struct spa_latency_info latency;
    (void)sequence, (void)index, (void)next;
    if (id != SPA_PARAM_Latency || param == NULL || spa_latency_parse(param, &latency) < 0) return;
    watched->server->events.port_latency(
        watched->server->user, watched->id, latency.direction == SPA_DIRECTION_INPUT, latency.max_quantum,
        latency.max_rate, latency.max_ns);
}

static void on_watched_link_info(void *data, const struct pw_link_info *info) {
    struct watched *watched = data;
    if (info->change_mask & PW_LINK_CHANGE_MASK_STATE)
        watched->server->events.link_flows(watched->server->user, watched->id, info->state == PW_LINK_STATE_ACTIVE);
}

static const struct pw_link_events watched_link_events = {PW_VERSION_LINK_EVENTS, .info = on_watched_link_info};

static const struct pw_port_events port_events = {PW_VERSION_PORT_EVENTS, .param = on_port_param};

static void on_device_info(void *data, const struct pw_device_info *info) {
    struct watched *watched = data;
    if (info->change_mask & PW_DEVICE_CHANGE_MASK_PROPS) {
        cpw_item items[items_max];
        size_t count = cpw_take_items(info->props, items);
        watched->server->events.device_items(watched->server->user, watched->id, items, count);
    }
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
                SPA_PARAM_PROFILE_name, SPA_POD_OPT_String(&name), SPA_PARAM_PROFILE_description,
                SPA_POD_OPT_String(&description), SPA_PARAM_PROFILE_available, SPA_POD_OPT_Id(&availability)) >= 0)
            server->events.device_profile(
                server->user, watched->id, number, name, description, (int32_t)availability, id == SPA_PARAM_Profile);
        return;
    }
    if (id != SPA_PARAM_EnumRoute && id != SPA_PARAM_Route) return;
    struct spa_pod *info = NULL, *props = NULL;
    if (spa_pod_parse_object(
            param, SPA_TYPE_OBJECT_ParamRoute, NULL, SPA_PARAM_ROUTE_index, SPA_POD_Int(&number),
            SPA_PARAM_ROUTE_direction, SPA_POD_Id(&direction), SPA_PARAM_ROUTE_device, SPA_POD_OPT_Int(&device),
            SPA_PARAM_ROUTE_name, SPA_POD_OPT_String(&name), SPA_PARAM_ROUTE_description,
            SPA_POD_OPT_String(&description), SPA_PARAM_ROUTE_available, SPA_POD_OPT_Id(&availability),
            SPA_PARAM_ROUTE_info, SPA_POD_OPT_Pod(&info), SPA_PARAM_ROUTE_props, SPA_POD_OPT_Pod(&props)) < 0)
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
    float volumes[channels_max];
    bool is_muted = false;
    uint32_t count = take_volumes(props, volumes, &is_muted);
    server->events.device_route(
        server->user, watched->id, number, (int32_t)direction, name, description, (int32_t)availability, type,
        id == SPA_PARAM_Route, device, volumes, count, is_muted);
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
    uint32_t params[] = {SPA_PARAM_Props, SPA_PARAM_EnumFormat, SPA_PARAM_Format};
    pw_node_subscribe_params((struct pw_node *)watched->proxy, params, SPA_N_ELEMENTS(params));
    return true;
}

bool cpw_watch_port(cpw_server *server, uint32_t id) {
    struct watched *watched = watch(server, id, watched_port, PW_TYPE_INTERFACE_Port, PW_VERSION_PORT);
    if (watched == NULL) return false;
    pw_port_add_listener((struct pw_port *)watched->proxy, &watched->listener, &port_events, watched);
    uint32_t params[] = {SPA_PARAM_Latency};
    pw_port_subscribe_params((struct pw_port *)watched->proxy, params, 1);
    return true;
}

bool cpw_watch_link(cpw_server *server, uint32_t id) {
    struct watched *watched = watch(server, id, watched_link, PW_TYPE_INTERFACE_Link, PW_VERSION_LINK);
    if (watched == NULL) return false;
    pw_link_add_listener((struct pw_link *)watched->proxy, &watched->listener, &watched_link_events, watched);
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

bool cpw_set_device_route(
    cpw_server *server, uint32_t id, int32_t index, int32_t device, const float *volumes, size_t count, bool is_muted) {
    struct watched *watched = find(server, id, watched_device);
    if (watched == NULL || count > channels_max) return false;
    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    struct spa_pod_frame route, props;
    spa_pod_builder_push_object(&builder, &route, SPA_TYPE_OBJECT_ParamRoute, SPA_PARAM_Route);
    spa_pod_builder_add(
        &builder, SPA_PARAM_ROUTE_index, SPA_POD_Int(index), SPA_PARAM_ROUTE_device, SPA_POD_Int(device), 0);
    if (count > 0) {
        spa_pod_builder_prop(&builder, SPA_PARAM_ROUTE_props, 0);
        spa_pod_builder_push_object(&builder, &props, SPA_TYPE_OBJECT_Props, SPA_PARAM_Route);
        spa_pod_builder_add(
            &builder, SPA_PROP_mute, SPA_POD_Bool(is_muted), SPA_PROP_channelVolumes,
            SPA_POD_Array(sizeof(float), SPA_TYPE_Float, (uint32_t)count, volumes), 0);
        spa_pod_builder_pop(&builder, &props);
    }
    spa_pod_builder_add(&builder, SPA_PARAM_ROUTE_save, SPA_POD_Bool(count > 0), 0);
    struct spa_pod *pod = spa_pod_builder_pop(&builder, &route);
    return pw_device_set_param((struct pw_device *)watched->proxy, SPA_PARAM_Route, 0, pod) >= 0;
}

bool cpw_configure_ports(cpw_server *server, uint32_t id, bool is_source, uint32_t rate, uint32_t channels) {
    struct watched *watched = find(server, id, watched_node);
    if (watched == NULL || channels == 0 || channels > channels_max) return false;
    uint8_t bytes[1024], format_bytes[1024];
    struct spa_pod_builder format_builder = SPA_POD_BUILDER_INIT(format_bytes, sizeof format_bytes);
    struct spa_audio_info_raw raw = {.format = SPA_AUDIO_FORMAT_F32P, .rate = rate, .channels = channels};
    static const uint32_t usual[] = {SPA_AUDIO_CHANNEL_FL, SPA_AUDIO_CHANNEL_FR,  SPA_AUDIO_CHANNEL_FC,
                                     SPA_AUDIO_CHANNEL_LFE, SPA_AUDIO_CHANNEL_RL, SPA_AUDIO_CHANNEL_RR,
                                     SPA_AUDIO_CHANNEL_SL, SPA_AUDIO_CHANNEL_SR};
    // A stream's 5.1 and 7.1 have places; other numbers of channels are only numbered.
    bool has_places = channels == 2 || (is_source && (channels == 6 || channels == 8));
    for (uint32_t i = 0; i < channels; i++)
        raw.position[i] = channels == 1   ? SPA_AUDIO_CHANNEL_MONO
                          : has_places    ? usual[i]
                                          : SPA_AUDIO_CHANNEL_START_Aux + i;
    struct spa_pod *format = spa_format_audio_raw_build(&format_builder, SPA_PARAM_Format, &raw);
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    // A device's own samples face the graph: a sink takes them in, a source gives them out.
    struct spa_pod *pod = spa_pod_builder_add_object(
        &builder, SPA_TYPE_OBJECT_ParamPortConfig, SPA_PARAM_PortConfig, SPA_PARAM_PORT_CONFIG_direction,
        SPA_POD_Id(is_source ? SPA_DIRECTION_OUTPUT : SPA_DIRECTION_INPUT), SPA_PARAM_PORT_CONFIG_mode,
        SPA_POD_Id(SPA_PARAM_PORT_CONFIG_MODE_dsp), SPA_PARAM_PORT_CONFIG_monitor, SPA_POD_Bool(!is_source),
        SPA_PARAM_PORT_CONFIG_format, SPA_POD_Pod(format));
    return pw_node_set_param((struct pw_node *)watched->proxy, SPA_PARAM_PortConfig, 0, pod) >= 0;
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

#endif
