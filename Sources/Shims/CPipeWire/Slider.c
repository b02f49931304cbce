#include "Internal.h"

#if CPW_BUILT_IN

// A stream that is never heard: it has the volume that mixers show and set.

struct cpw_slider {
    struct pw_core *core;
    struct pw_stream *stream;
    struct spa_hook listener;
    void (*changed)(void *, float, bool);
    void *user;
    float factor;
    bool is_muted;
    // Set once the stream has its first volume; reports before that are not changes by others and are ignored.
    bool is_ready;
};

static void on_control_info(void *data, uint32_t id, const struct pw_stream_control *control) {
    cpw_slider *slider = data;
    float factor = slider->factor;
    bool is_muted = slider->is_muted;
    if (!slider->is_ready && id == SPA_PROP_channelVolumes) {
        // From PipeWire 1.0 on a stream has its controls some time after it is connected; before that they are unknown.
        slider->is_ready = true;
        float factors[2] = {factor, factor}, mute = is_muted;
        pw_stream_set_control(slider->stream, SPA_PROP_channelVolumes, 2, factors, SPA_PROP_mute, 1, &mute, 0);
        return;
    }
    if (control->n_values == 0) return;
    if (id == SPA_PROP_mute) {
        is_muted = control->values[0] > 0.5f;
    } else if (id == SPA_PROP_channelVolumes) {
        factor = control->values[0];
        for (uint32_t i = 1; i < control->n_values; i++)
            if (control->values[i] > factor) factor = control->values[i];
    } else {
        return;
    }
    if (!slider->is_ready || (factor == slider->factor && is_muted == slider->is_muted)) return;
    slider->factor = factor;
    slider->is_muted = is_muted;
    slider->changed(slider->user, factor, is_muted);
}

static const struct pw_stream_events slider_events = {PW_VERSION_STREAM_EVENTS, .control_info = on_control_info};

cpw_slider *cpw_slider_create(
    cpw_server *server, const cpw_item *client_items, size_t client_count, const char *name, const cpw_item *items,
    size_t count, float factor, bool is_muted, void (*changed)(void *, float, bool), void *context) {
    cpw_slider *slider = calloc(1, sizeof *slider);
    struct pw_properties *client = make_properties(client_items, client_count);
    if (slider == NULL || client == NULL) {
        free(slider);
        pw_properties_free(client);
        return NULL;
    }
    slider->changed = changed;
    slider->user = context;
    slider->factor = factor;
    slider->is_muted = is_muted;
    if (server->remote != NULL) pw_properties_set(client, PW_KEY_REMOTE_NAME, server->remote);
    slider->core = pw_context_connect(server->context, client, 0);
    if (slider->core != NULL) slider->stream = pw_stream_new(slider->core, name, make_properties(items, count));
    if (slider->stream == NULL) {
        if (slider->core != NULL) pw_core_disconnect(slider->core);
        free(slider);
        return NULL;
    }
    pw_stream_add_listener(slider->stream, &slider->listener, &slider_events, slider);
    uint8_t bytes[1024];
    struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
    struct spa_audio_info_raw raw = {
        .format = SPA_AUDIO_FORMAT_F32, .rate = 48000, .channels = 2,
        .position = {SPA_AUDIO_CHANNEL_FL, SPA_AUDIO_CHANNEL_FR}};
    const struct spa_pod *format = spa_format_audio_raw_build(&builder, SPA_PARAM_EnumFormat, &raw);
    int result = pw_stream_connect(
        slider->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY, PW_STREAM_FLAG_INACTIVE | PW_STREAM_FLAG_RT_PROCESS, &format, 1);
    if (result < 0) {
        cpw_slider_destroy(slider);
        return NULL;
    }
    return slider;
}

uint32_t cpw_slider_node(cpw_slider *slider) { return pw_stream_get_node_id(slider->stream); }

void cpw_slider_set_active(cpw_slider *slider, bool is_active) { pw_stream_set_active(slider->stream, is_active); }

void cpw_slider_set_title(cpw_slider *slider, const char *title) {
    struct spa_dict_item item = SPA_DICT_ITEM_INIT(PW_KEY_MEDIA_NAME, title);
    struct spa_dict dict = SPA_DICT_INIT(&item, 1);
    pw_stream_update_properties(slider->stream, &dict);
}

void cpw_slider_destroy(cpw_slider *slider) {
    spa_hook_remove(&slider->listener);
    pw_stream_destroy(slider->stream);
    pw_core_disconnect(slider->core);
    free(slider);
}

#endif
