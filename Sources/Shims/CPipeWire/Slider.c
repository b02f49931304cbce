#include "Internal.h"

#if CPW_BUILT_IN

#include <spa/node/node.h>
#include <spa/node/utils.h>
#include <spa/pod/filter.h>

// A node that is never heard: it has the volume that mixers show and set. It is a plain implementation of PipeWire's
// node interface, because a pw_stream brings a converter, which takes more than ten times the memory of all this.

enum { slider_channels = 2, port_params_count = 4, format_place = 1, node_params_count = 3, props_place = 1 };

struct cpw_slider {
    struct spa_node node;
    struct spa_hook_list hooks;
    struct spa_param_info params[node_params_count];
    struct spa_param_info port_params[slider_channels][port_params_count];
    struct pw_core *core;
    struct pw_proxy *proxy;
    struct spa_hook proxy_listener;
    void (*changed)(void *, float, bool);
    void *user;
    // As they were set: a balance is shown, but the loudest channel counts.
    float volumes[slider_channels];
    bool is_muted;
};

static const uint32_t positions[slider_channels] = {SPA_AUDIO_CHANNEL_FL, SPA_AUDIO_CHANNEL_FR};

// ---- What it says of itself -----------------------------------------------------------------------------------------

static void say_params(cpw_slider *slider) {
    struct spa_node_info info = SPA_NODE_INFO_INIT();
    info.max_output_ports = slider_channels;
    info.change_mask = SPA_NODE_CHANGE_MASK_FLAGS | SPA_NODE_CHANGE_MASK_PARAMS;
    info.flags = SPA_NODE_FLAG_RT;
    info.params = slider->params;
    info.n_params = node_params_count;
    spa_node_emit_info(&slider->hooks, &info);
}

static void say_port(cpw_slider *slider, uint32_t port) {
    static const char *const names[slider_channels][2] = {{"output_FL", "FL"}, {"output_FR", "FR"}};
    struct spa_dict_item items[] = {
        SPA_DICT_ITEM_INIT(PW_KEY_PORT_NAME, names[port][0]), SPA_DICT_ITEM_INIT(PW_KEY_AUDIO_CHANNEL, names[port][1]),
        SPA_DICT_ITEM_INIT(PW_KEY_FORMAT_DSP, "32 bit float mono audio")};
    struct spa_dict properties = SPA_DICT_INIT_ARRAY(items);
    struct spa_port_info info = SPA_PORT_INFO_INIT();
    info.change_mask = SPA_PORT_CHANGE_MASK_PROPS | SPA_PORT_CHANGE_MASK_PARAMS;
    info.props = &properties;
    info.params = slider->port_params[port];
    info.n_params = port_params_count;
    spa_node_emit_port_info(&slider->hooks, SPA_DIRECTION_OUTPUT, port, &info);
}

static int add_listener(void *object, struct spa_hook *hook, const struct spa_node_events *events, void *data) {
    cpw_slider *slider = object;
    struct spa_hook_list others;
    spa_hook_list_isolate(&slider->hooks, &others, hook, events, data);
    say_params(slider);
    for (uint32_t port = 0; port < slider_channels; port++) say_port(slider, port);
    spa_hook_list_join(&slider->hooks, &others);
    return 0;
}

// ---- Parameters -----------------------------------------------------------------------------------------------------

// Writes a parameter; NULL for none of that place.
typedef struct spa_pod *make_param(
    cpw_slider *slider, uint32_t port, uint32_t id, uint32_t place, struct spa_pod_builder *builder);

static struct spa_pod *make_node_param(
    cpw_slider *slider, uint32_t port, uint32_t id, uint32_t place, struct spa_pod_builder *builder) {
    (void)port;
    struct spa_audio_info_raw raw = {
        .format = SPA_AUDIO_FORMAT_F32P, .rate = 48000, .channels = slider_channels,
        .position = {positions[0], positions[1]}};
    if (id == SPA_PARAM_PropInfo && place == 0)
        return spa_pod_builder_add_object(
            builder, SPA_TYPE_OBJECT_PropInfo, id, SPA_PROP_INFO_id, SPA_POD_Id(SPA_PROP_mute),
            SPA_PROP_INFO_type, SPA_POD_CHOICE_Bool(false));
    if (id == SPA_PARAM_PropInfo && place == 1)
        return spa_pod_builder_add_object(
            builder, SPA_TYPE_OBJECT_PropInfo, id, SPA_PROP_INFO_id, SPA_POD_Id(SPA_PROP_channelVolumes),
            SPA_PROP_INFO_type, SPA_POD_CHOICE_RANGE_Float(1.0, 0.0, 10.0),
            SPA_PROP_INFO_container, SPA_POD_Id(SPA_TYPE_Array));
    if (place > 0) return NULL;
    if (id == SPA_PARAM_Props)
        return spa_pod_builder_add_object(
            builder, SPA_TYPE_OBJECT_Props, id, SPA_PROP_volume, SPA_POD_Float(1.0),
            SPA_PROP_mute, SPA_POD_Bool(slider->is_muted), SPA_PROP_channelVolumes,
            SPA_POD_Array(sizeof(float), SPA_TYPE_Float, slider_channels, slider->volumes),
            SPA_PROP_channelMap, SPA_POD_Array(sizeof(uint32_t), SPA_TYPE_Id, slider_channels, positions));
    return id == SPA_PARAM_EnumFormat ? spa_format_audio_raw_build(builder, id, &raw) : NULL;
}

static struct spa_pod *make_port_param(
    cpw_slider *slider, uint32_t port, uint32_t id, uint32_t place, struct spa_pod_builder *builder) {
    bool has_format = (slider->port_params[port][format_place].flags & SPA_PARAM_INFO_READ) != 0;
    if (place > 0) return NULL;
    if (id == SPA_PARAM_EnumFormat || (id == SPA_PARAM_Format && has_format))
        return spa_pod_builder_add_object(
            builder, SPA_TYPE_OBJECT_Format, id, SPA_FORMAT_mediaType, SPA_POD_Id(SPA_MEDIA_TYPE_audio),
            SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_dsp),
            SPA_FORMAT_AUDIO_format, SPA_POD_Id(SPA_AUDIO_FORMAT_DSP_F32));
    // No sample is ever written, so the smallest buffer is enough.
    if (id == SPA_PARAM_Buffers)
        return spa_pod_builder_add_object(
            builder, SPA_TYPE_OBJECT_ParamBuffers, id, SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int(1, 1, 64),
            SPA_PARAM_BUFFERS_blocks, SPA_POD_Int(1),
            SPA_PARAM_BUFFERS_size, SPA_POD_CHOICE_RANGE_Int(64, 64, INT32_MAX),
            SPA_PARAM_BUFFERS_stride, SPA_POD_Int(sizeof(float)));
    if (id == SPA_PARAM_IO)
        return spa_pod_builder_add_object(
            builder, SPA_TYPE_OBJECT_ParamIO, id, SPA_PARAM_IO_id, SPA_POD_Id(SPA_IO_Buffers),
            SPA_PARAM_IO_size, SPA_POD_Int(sizeof(struct spa_io_buffers)));
    return NULL;
}

static int answer(
    cpw_slider *slider, int sequence, uint32_t port, uint32_t id, uint32_t start, uint32_t most,
    const struct spa_pod *filter, make_param *make) {
    for (uint32_t place = start, count = 0; count < most; place++) {
        uint8_t bytes[1024], filtered[1024];
        struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
        struct spa_pod_builder result_builder = SPA_POD_BUILDER_INIT(filtered, sizeof filtered);
        struct spa_pod *param = make(slider, port, id, place, &builder);
        if (param == NULL) return 0;
        struct spa_result_node_params result = {.id = id, .index = place, .next = place + 1};
        if (spa_pod_filter(&result_builder, &result.param, param, filter) < 0) continue;
        spa_node_emit_result(&slider->hooks, sequence, 0, SPA_RESULT_TYPE_NODE_PARAMS, &result);
        count++;
    }
    return 0;
}

static int enum_params(
    void *object, int sequence, uint32_t id, uint32_t start, uint32_t most, const struct spa_pod *filter) {
    return answer(object, sequence, 0, id, start, most, filter, make_node_param);
}

static int port_enum_params(
    void *object, int sequence, enum spa_direction direction, uint32_t port, uint32_t id, uint32_t start, uint32_t most,
    const struct spa_pod *filter) {
    if (direction != SPA_DIRECTION_OUTPUT || port >= slider_channels) return -EINVAL;
    return answer(object, sequence, port, id, start, most, filter, make_port_param);
}

static float loudest(const cpw_slider *slider) { return SPA_MAX(slider->volumes[0], slider->volumes[1]); }

static void take_volume(cpw_slider *slider, const struct spa_pod *value) {
    float volumes[channels_max];
    uint32_t count = spa_pod_copy_array(value, SPA_TYPE_Float, volumes, channels_max);
    for (uint32_t i = 0; i < count; i++)
        if (!(volumes[i] >= 0)) return;
    for (uint32_t i = 0; count > 0 && i < slider_channels; i++) slider->volumes[i] = volumes[SPA_MIN(i, count - 1)];
    for (uint32_t i = slider_channels; i < count; i++) slider->volumes[1] = SPA_MAX(slider->volumes[1], volumes[i]);
}

static int set_props(cpw_slider *slider, const struct spa_pod *param) {
    float factor = loudest(slider);
    bool was_muted = slider->is_muted;
    const struct spa_pod_object *props = (const struct spa_pod_object *)param;
    const struct spa_pod_prop *prop;
    if (param == NULL || !spa_pod_is_object_type(param, SPA_TYPE_OBJECT_Props)) return 0;
    SPA_POD_OBJECT_FOREACH(props, prop) {
        if (prop->key == SPA_PROP_mute) spa_pod_get_bool(&prop->value, &slider->is_muted);
        if (prop->key == SPA_PROP_channelVolumes) take_volume(slider, &prop->value);
    }
    slider->params[props_place].flags ^= SPA_PARAM_INFO_SERIAL;
    say_params(slider);
    if (loudest(slider) != factor || slider->is_muted != was_muted)
        slider->changed(slider->user, loudest(slider), slider->is_muted);
    return 0;
}

static int set_param(void *object, uint32_t id, uint32_t flags, const struct spa_pod *param) {
    cpw_slider *slider = object;
    (void)flags;
    if (id == SPA_PARAM_Props) return set_props(slider, param);
    if (id == SPA_PARAM_PortConfig) {
        // A session manager asks for the ports that there are, and waits until they come.
        for (uint32_t port = 0; port < slider_channels; port++) {
            spa_node_emit_port_info(&slider->hooks, SPA_DIRECTION_OUTPUT, port, NULL);
            slider->port_params[port][format_place].flags = SPA_PARAM_INFO_WRITE;
        }
        for (uint32_t port = 0; port < slider_channels; port++) say_port(slider, port);
    }
    // It also chooses a format. With PipeWire 1.4 a node that refuses it stands still.
    return 0;
}

static int port_set_param(
    void *object, enum spa_direction direction, uint32_t port, uint32_t id, uint32_t flags,
    const struct spa_pod *param) {
    cpw_slider *slider = object;
    (void)flags;
    if (direction != SPA_DIRECTION_OUTPUT || port >= slider_channels || id != SPA_PARAM_Format) return -EINVAL;
    slider->port_params[port][format_place].flags = param == NULL ? SPA_PARAM_INFO_WRITE : SPA_PARAM_INFO_READWRITE;
    say_port(slider, port);
    return 0;
}

// ---- The graph ------------------------------------------------------------------------------------------------------

static int set_callbacks(void *object, const struct spa_node_callbacks *callbacks, void *data) {
    return (void)object, (void)callbacks, (void)data, 0;
}
static int synchronise(void *object, int sequence) {
    cpw_slider *slider = object;
    spa_node_emit_result(&slider->hooks, sequence, 0, 0, NULL);
    return 0;
}
static int set_io(void *object, uint32_t id, void *data, size_t size) {
    return (void)object, (void)id, (void)data, (void)size, 0;
}
static int send_command(void *object, const struct spa_command *command) { return (void)object, (void)command, 0; }
static int port_use_buffers(
    void *object, enum spa_direction direction, uint32_t port, uint32_t flags, struct spa_buffer **buffers,
    uint32_t count) {
    return (void)object, (void)direction, (void)port, (void)flags, (void)buffers, (void)count, 0;
}
static int port_set_io(
    void *object, enum spa_direction direction, uint32_t port, uint32_t id, void *data, size_t size) {
    return (void)object, (void)direction, (void)port, (void)id, (void)data, (void)size, 0;
}
static int port_reuse_buffer(void *object, uint32_t port, uint32_t id) {
    return (void)object, (void)port, (void)id, 0;
}
// On the data thread: a link that is given no buffer is silent.
static int process(void *object) { return (void)object, SPA_STATUS_NEED_DATA; }

static const struct spa_node_methods methods = {
    SPA_VERSION_NODE_METHODS, .add_listener = add_listener, .set_callbacks = set_callbacks, .sync = synchronise,
    .enum_params = enum_params, .set_param = set_param, .set_io = set_io, .send_command = send_command,
    .port_enum_params = port_enum_params, .port_set_param = port_set_param, .port_use_buffers = port_use_buffers,
    .port_set_io = port_set_io, .port_reuse_buffer = port_reuse_buffer, .process = process};

// ---- Its life -------------------------------------------------------------------------------------------------------

static void on_removed(void *data) { pw_proxy_destroy(((cpw_slider *)data)->proxy); }

static void on_destroyed(void *data) {
    cpw_slider *slider = data;
    spa_hook_remove(&slider->proxy_listener);
    slider->proxy = NULL;
}

static const struct pw_proxy_events proxy_events = {
    PW_VERSION_PROXY_EVENTS, .destroy = on_destroyed, .removed = on_removed};

cpw_slider *cpw_slider_create(
    cpw_server *server, const cpw_item *client_items, size_t client_count, const cpw_item *items, size_t count,
    float factor, bool is_muted, void (*changed)(void *, float, bool), void *context) {
    cpw_slider *slider = calloc(1, sizeof *slider);
    struct pw_properties *client = make_properties(client_items, client_count);
    struct pw_properties *properties = make_properties(items, count);
    if (slider == NULL || client == NULL || properties == NULL) {
        free(slider);
        pw_properties_free(client);
        pw_properties_free(properties);
        return NULL;
    }
    slider->changed = changed;
    slider->user = context;
    slider->is_muted = is_muted;
    slider->node.iface = SPA_INTERFACE_INIT(SPA_TYPE_INTERFACE_Node, SPA_VERSION_NODE, &methods, slider);
    spa_hook_list_init(&slider->hooks);
    slider->params[0] = SPA_PARAM_INFO(SPA_PARAM_PropInfo, SPA_PARAM_INFO_READ);
    slider->params[props_place] = SPA_PARAM_INFO(SPA_PARAM_Props, SPA_PARAM_INFO_READWRITE);
    slider->params[2] = SPA_PARAM_INFO(SPA_PARAM_EnumFormat, SPA_PARAM_INFO_READ);
    for (uint32_t port = 0; port < slider_channels; port++) {
        struct spa_param_info *params = slider->port_params[port];
        slider->volumes[port] = factor;
        params[0] = SPA_PARAM_INFO(SPA_PARAM_EnumFormat, SPA_PARAM_INFO_READ);
        params[format_place] = SPA_PARAM_INFO(SPA_PARAM_Format, SPA_PARAM_INFO_WRITE);
        params[2] = SPA_PARAM_INFO(SPA_PARAM_Buffers, SPA_PARAM_INFO_READ);
        params[3] = SPA_PARAM_INFO(SPA_PARAM_IO, SPA_PARAM_INFO_READ);
    }
    if (server->remote != NULL) pw_properties_set(client, PW_KEY_REMOTE_NAME, server->remote);
    slider->core = pw_context_connect(server->context, client, 0);
    if (slider->core != NULL)
        slider->proxy = pw_core_export(slider->core, SPA_TYPE_INTERFACE_Node, &properties->dict, &slider->node, 0);
    pw_properties_free(properties);
    if (slider->proxy == NULL) {
        if (slider->core != NULL) pw_core_disconnect(slider->core);
        free(slider);
        return NULL;
    }
    pw_proxy_add_listener(slider->proxy, &slider->proxy_listener, &proxy_events, slider);
    return slider;
}

uint32_t cpw_slider_node(cpw_slider *slider) {
    return slider->proxy == NULL ? UINT32_MAX : pw_proxy_get_bound_id(slider->proxy);
}

void cpw_slider_set_title(cpw_slider *slider, const char *title) {
    struct spa_dict_item item = SPA_DICT_ITEM_INIT(PW_KEY_MEDIA_NAME, title);
    struct spa_dict properties = SPA_DICT_INIT(&item, 1);
    struct spa_node_info info = SPA_NODE_INFO_INIT();
    info.max_output_ports = slider_channels;
    info.change_mask = SPA_NODE_CHANGE_MASK_PROPS;
    info.props = &properties;
    spa_node_emit_info(&slider->hooks, &info);
}

void cpw_slider_destroy(cpw_slider *slider) {
    if (slider->proxy != NULL) pw_proxy_destroy(slider->proxy);
    pw_core_disconnect(slider->core);
    spa_hook_list_clean(&slider->hooks);
    free(slider);
}

#endif
