#include "CGraphClock.h"

#include <stddef.h>

#if defined(SORDINO_PIPEWIRE) && __has_include(<pipewire/pipewire.h>)
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <pipewire/pipewire.h>

#include <spa/monitor/device.h>
#include <spa/monitor/utils.h>
#include <spa/param/param.h>

#include <spa/pod/builder.h>
#include <spa/pod/filter.h>
#include <spa/pod/parser.h>
#include <spa/utils/result.h>

#include "PipeWireLibrary.h"

enum { names_max = 8 };

// A device with profiles and routes that are only remembered.
struct fake_device {
    struct spa_device device;
    struct spa_hook_list hooks;
    struct spa_param_info params[4];
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_proxy *proxy;
    struct pw_properties *properties;
    char *profiles[names_max], *routes[names_max];
    int profile_count, route_count;
    bool is_input[names_max];
    atomic_bool is_empty[names_max];
    // By direction: output, input. -1 without such a route.
    atomic_int active[2], muted[2];
    atomic_int profile, profiles_set, routes_set, volumes_set;
    atomic_bool refuses;
    // Of the active output route, both channels alike.
    _Atomic float volume;
};

static void tell(fake_device *device) {
    struct spa_device_info info = SPA_DEVICE_INFO_INIT();
    info.change_mask = SPA_DEVICE_CHANGE_MASK_PROPS | SPA_DEVICE_CHANGE_MASK_PARAMS;
    info.props = &device->properties->dict;
    info.params = device->params;
    info.n_params = SPA_N_ELEMENTS(device->params);
    spa_device_emit_info(&device->hooks, &info);
}

static int add_listener(
    void *object, struct spa_hook *listener, const struct spa_device_events *events, void *data) {
    fake_device *device = object;
    struct spa_hook_list save;
    spa_hook_list_isolate(&device->hooks, &save, listener, events, data);
    tell(device);
    spa_hook_list_join(&device->hooks, &save);
    return 0;
}

static int sync_device(void *object, int sequence) {
    fake_device *device = object;
    spa_device_emit_result(&device->hooks, sequence, 0, 0, NULL);
    return 0;
}

static struct spa_pod *build_profile(struct spa_pod_builder *builder, fake_device *device, uint32_t id, int index) {
    return spa_pod_builder_add_object(
        builder, SPA_TYPE_OBJECT_ParamProfile, id, SPA_PARAM_PROFILE_index, SPA_POD_Int(index),
        SPA_PARAM_PROFILE_name, SPA_POD_String(device->profiles[index]), SPA_PARAM_PROFILE_available,
        SPA_POD_Id(SPA_PARAM_AVAILABILITY_yes));
}

static struct spa_pod *build_route(struct spa_pod_builder *builder, fake_device *device, uint32_t id, int index) {
    struct spa_pod_frame frame, info;
    spa_pod_builder_push_object(builder, &frame, SPA_TYPE_OBJECT_ParamRoute, id);
    spa_pod_builder_add(
        builder, SPA_PARAM_ROUTE_index, SPA_POD_Int(index), SPA_PARAM_ROUTE_direction,
        SPA_POD_Id(device->is_input[index] ? SPA_DIRECTION_INPUT : SPA_DIRECTION_OUTPUT), SPA_PARAM_ROUTE_name, SPA_POD_String(device->routes[index]),
        SPA_PARAM_ROUTE_description, SPA_POD_String(device->routes[index]), SPA_PARAM_ROUTE_available,
        SPA_POD_Id(atomic_load(&device->is_empty[index]) ? SPA_PARAM_AVAILABILITY_no : SPA_PARAM_AVAILABILITY_yes), 0);
    if (id == SPA_PARAM_Route) spa_pod_builder_add(builder, SPA_PARAM_ROUTE_device, SPA_POD_Int(device->is_input[index]), 0);
    spa_pod_builder_prop(builder, SPA_PARAM_ROUTE_info, 0);
    spa_pod_builder_push_struct(builder, &info);
    spa_pod_builder_int(builder, 1);
    spa_pod_builder_string(builder, "port.type");
    spa_pod_builder_string(builder, device->routes[index]);
    spa_pod_builder_pop(builder, &info);
    if (id == SPA_PARAM_Route) {
        struct spa_pod_frame props;
        float volume = device->is_input[index] ? 1.0f : atomic_load(&device->volume), volumes[2] = {volume, volume};
        spa_pod_builder_prop(builder, SPA_PARAM_ROUTE_props, 0);
        spa_pod_builder_push_object(builder, &props, SPA_TYPE_OBJECT_Props, id);
        spa_pod_builder_add(
            builder, SPA_PROP_mute, SPA_POD_Bool(atomic_load(&device->muted[device->is_input[index]])),
            SPA_PROP_channelVolumes, SPA_POD_Array(sizeof(float), SPA_TYPE_Float, 2, volumes), 0);
        spa_pod_builder_pop(builder, &props);
    }
    return spa_pod_builder_pop(builder, &frame);
}

static int enum_params(
    void *object, int sequence, uint32_t id, uint32_t start, uint32_t count, const struct spa_pod *filter) {
    fake_device *device = object;
    (void)filter;
    uint32_t told = 0;
    for (uint32_t index = start; told < count; index++, told++) {
        uint8_t bytes[1024];
        struct spa_pod_builder builder = SPA_POD_BUILDER_INIT(bytes, sizeof bytes);
        struct spa_result_device_params result = {.id = id, .index = index, .next = index + 1};
        int number = (int)index;
        if (id == SPA_PARAM_EnumProfile && number < device->profile_count) {
            result.param = build_profile(&builder, device, id, number);
        } else if (id == SPA_PARAM_EnumRoute && number < device->route_count) {
            result.param = build_route(&builder, device, id, number);
        } else if (id == SPA_PARAM_Profile && number == 0 && device->profile_count > 0) {
            result.param = build_profile(&builder, device, id, atomic_load(&device->profile));
        } else if (id == SPA_PARAM_Route && number < 2) {
            int active = atomic_load(&device->active[number]);
            // A card with inputs alone has nothing at the first place.
            if (active < 0) continue;
            result.param = build_route(&builder, device, id, active);
        } else {
            return 0;
        }
        spa_device_emit_result(&device->hooks, sequence, 0, SPA_RESULT_TYPE_DEVICE_PARAMS, &result);
    }
    return 0;
}

static int set_param(void *object, uint32_t id, uint32_t flags, const struct spa_pod *param) {
    fake_device *device = object;
    (void)flags;
    int index = -1;
    if (param == NULL) return 0;
    if (id == SPA_PARAM_Profile) {
        if (spa_pod_parse_object(param, SPA_TYPE_OBJECT_ParamProfile, NULL, SPA_PARAM_PROFILE_index,
                                 SPA_POD_Int(&index)) < 0 || index < 0 || index >= device->profile_count)
            return -EINVAL;
        atomic_fetch_add(&device->profiles_set, 1);
        if (atomic_load(&device->refuses)) return 0;
        atomic_store(&device->profile, index);
        device->params[1].flags ^= SPA_PARAM_INFO_SERIAL;
    } else if (id == SPA_PARAM_Route) {
        struct spa_pod *props = NULL;
        if (spa_pod_parse_object(param, SPA_TYPE_OBJECT_ParamRoute, NULL, SPA_PARAM_ROUTE_index,
                                 SPA_POD_Int(&index), SPA_PARAM_ROUTE_props, SPA_POD_OPT_Pod(&props)) < 0 ||
            index < 0 || index >= device->route_count)
            return -EINVAL;
        bool is_input = device->is_input[index];
        if (atomic_exchange(&device->active[is_input], index) != index || props == NULL)
            atomic_fetch_add(&device->routes_set, 1);
        float volumes[8];
        bool is_muted = false;
        struct spa_pod *array = NULL;
        if (props != NULL && spa_pod_parse_object(props, SPA_TYPE_OBJECT_Props, NULL, SPA_PROP_mute,
                                                  SPA_POD_OPT_Bool(&is_muted)) >= 0)
            atomic_store(&device->muted[is_input], is_muted);
        if (!is_input && props != NULL && spa_pod_parse_object(props, SPA_TYPE_OBJECT_Props, NULL, SPA_PROP_channelVolumes,
                                                  SPA_POD_OPT_Pod(&array)) >= 0 && array != NULL &&
            spa_pod_copy_array(array, SPA_TYPE_Float, volumes, 8) > 0) {
            atomic_store(&device->volume, volumes[0]);
            atomic_fetch_add(&device->volumes_set, 1);
        }
        device->params[3].flags ^= SPA_PARAM_INFO_SERIAL;
    } else {
        return -ENOENT;
    }
    tell(device);
    return 0;
}

static const struct spa_device_methods device_methods = {
    SPA_VERSION_DEVICE_METHODS,
    .add_listener = add_listener,
    .sync = sync_device,
    .enum_params = enum_params,
    .set_param = set_param,
};

void fake_device_refuse(fake_device *device, bool refuses) { atomic_store(&device->refuses, refuses); }

void fake_device_choose(fake_device *device, int profile) {
    pw_thread_loop_lock(device->loop);
    atomic_store(&device->profile, profile);
    device->params[1].flags ^= SPA_PARAM_INFO_SERIAL;
    tell(device);
    pw_thread_loop_unlock(device->loop);
}

void fake_device_plug(fake_device *device, int route, bool is_plugged) {
    pw_thread_loop_lock(device->loop);
    atomic_store(&device->is_empty[route], !is_plugged);
    // Both lists change, as with sound cards: a server caches the active routes until they are marked as changed.
    device->params[2].flags ^= SPA_PARAM_INFO_SERIAL;
    device->params[3].flags ^= SPA_PARAM_INFO_SERIAL;
    tell(device);
    pw_thread_loop_unlock(device->loop);
}

static int split(const char *words, char **names) {
    int count = 0;
    char *copy = strdup(words), *rest = copy, *word;
    while (copy != NULL && count < names_max && (word = strsep(&rest, " ")) != NULL)
        if (*word != '\0') names[count++] = strdup(word);
    for (int i = 0; i < count; i++)
        for (char *letter = names[i]; letter != NULL && *letter != '\0'; letter++)
            if (*letter == '_') *letter = ' ';
    free(copy);
    return count;
}

fake_device *fake_device_start(
    const char *remote, const char *properties, const char *profiles, const char *routes, int profile, int route) {
    if (!cpw_library_open()) return NULL;
    fake_device *device = calloc(1, sizeof *device);
    if (device == NULL) return NULL;
    spa_hook_list_init(&device->hooks);
    device->params[0] = SPA_PARAM_INFO(SPA_PARAM_EnumProfile, SPA_PARAM_INFO_READ);
    device->params[1] = SPA_PARAM_INFO(SPA_PARAM_Profile, SPA_PARAM_INFO_READWRITE);
    device->params[2] = SPA_PARAM_INFO(SPA_PARAM_EnumRoute, SPA_PARAM_INFO_READ);
    device->params[3] = SPA_PARAM_INFO(SPA_PARAM_Route, SPA_PARAM_INFO_READWRITE);
    device->profile_count = split(profiles, device->profiles);
    device->route_count = split(routes, device->routes);
    atomic_store(&device->profile, profile);
    for (int i = 0; i < device->route_count; i++) {
        char *name = device->routes[i];
        size_t marks = strspn(name, "<!");
        device->is_input[i] = memchr(name, '<', marks) != NULL;
        atomic_store(&device->is_empty[i], memchr(name, '!', marks) != NULL);
        memmove(name, name + marks, strlen(name + marks) + 1);
    }
    for (int direction = 0; direction < 2; direction++) {
        int first = -1;
        for (int i = device->route_count - 1; i >= 0; i--)
            if (device->is_input[i] == direction && !device->is_empty[i]) first = i;
        atomic_store(&device->active[direction], first);
    }
    if (route < device->route_count) atomic_store(&device->active[device->is_input[route]], route);
    atomic_store(&device->volume, 1.0f);
    device->device.iface =
        SPA_INTERFACE_INIT(SPA_TYPE_INTERFACE_Device, SPA_VERSION_DEVICE, &device_methods, device);
    device->properties = pw_properties_new_string(properties);
    device->loop = pw_thread_loop_new("test-device", NULL);
    if (device->properties == NULL || device->loop == NULL) goto failed;
    device->context = pw_context_new(pw_thread_loop_get_loop(device->loop), NULL, 0);
    if (device->context == NULL) goto failed;
    device->core = pw_context_connect(device->context, pw_properties_new(PW_KEY_REMOTE_NAME, remote, NULL), 0);
    if (device->core == NULL) goto failed;
    device->proxy = pw_core_export(
        device->core, SPA_TYPE_INTERFACE_Device, &device->properties->dict, &device->device, 0);
    if (device->proxy == NULL || pw_thread_loop_start(device->loop) < 0) goto failed;
    return device;
failed:
    fake_device_free(device);
    return NULL;
}

int fake_device_profile(fake_device *device) { return atomic_load(&device->profile); }
int fake_device_route(fake_device *device, bool is_input) { return atomic_load(&device->active[is_input]); }
bool fake_device_is_muted(fake_device *device, bool is_input) { return atomic_load(&device->muted[is_input]); }
int fake_device_profiles_set(fake_device *device) { return atomic_load(&device->profiles_set); }
int fake_device_routes_set(fake_device *device) { return atomic_load(&device->routes_set); }
int fake_device_volumes_set(fake_device *device) { return atomic_load(&device->volumes_set); }
float fake_device_volume(fake_device *device) { return atomic_load(&device->volume); }

void fake_device_turn(fake_device *device, float volume) {
    pw_thread_loop_lock(device->loop);
    atomic_store(&device->volume, volume);
    device->params[3].flags ^= SPA_PARAM_INFO_SERIAL;
    tell(device);
    pw_thread_loop_unlock(device->loop);
}

void fake_device_free(fake_device *device) {
    if (device->loop != NULL) pw_thread_loop_stop(device->loop);
    if (device->proxy != NULL) pw_proxy_destroy(device->proxy);
    if (device->core != NULL) pw_core_disconnect(device->core);
    if (device->context != NULL) pw_context_destroy(device->context);
    if (device->loop != NULL) pw_thread_loop_destroy(device->loop);
    pw_properties_free(device->properties);
    for (int i = 0; i < device->profile_count; i++) free(device->profiles[i]);
    for (int i = 0; i < device->route_count; i++) free(device->routes[i]);
    free(device);
}

#else

fake_device *fake_device_start(
    const char *remote, const char *properties, const char *profiles, const char *routes, int profile, int route) {
    return (void)remote, (void)properties, (void)profiles, (void)routes, (void)profile, (void)route, NULL;
}
int fake_device_profile(fake_device *device) { return (void)device, 0; }
int fake_device_route(fake_device *device, bool is_input) { return (void)device, (void)is_input, 0; }
bool fake_device_is_muted(fake_device *device, bool is_input) { return (void)device, (void)is_input, false; }
void fake_device_refuse(fake_device *device, bool refuses) { (void)device, (void)refuses; }
void fake_device_choose(fake_device *device, int profile) { (void)device, (void)profile; }
void fake_device_plug(fake_device *device, int route, bool is_plugged) { (void)device, (void)route, (void)is_plugged; }
int fake_device_profiles_set(fake_device *device) { return (void)device, 0; }
int fake_device_routes_set(fake_device *device) { return (void)device, 0; }
int fake_device_volumes_set(fake_device *device) { return (void)device, 0; }
float fake_device_volume(fake_device *device) { return (void)device, 0; }
void fake_device_turn(fake_device *device, float volume) { (void)device, (void)volume; }
void fake_device_free(fake_device *device) { (void)device; }

#endif
