#include "CGraphClock.h"

#include <stddef.h>

#if defined(SORDINO_PIPEWIRE) && __has_include(<pipewire/pipewire.h>)
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <pipewire/pipewire.h>

#include <pipewire/extensions/metadata.h>

#include <spa/utils/hook.h>

#include "CPipeWire.h"
#include "PipeWireLibrary.h"

enum { entries_max = 16 };

typedef struct {
    uint32_t subject;
    char *key, *type, *value;
} entry;

// An object of remembered words, as a session manager has them.
struct fake_metadata {
    struct spa_interface interface;
    struct spa_hook_list hooks;
    struct pw_thread_loop *loop;
    struct pw_context *context;
    struct pw_core *core;
    struct pw_proxy *proxy;
    entry entries[entries_max];
    int count;
};

static void report(fake_metadata *object, uint32_t subject, const char *key, const char *type, const char *value) {
    spa_hook_list_call(&object->hooks, struct pw_metadata_events, property, 0, subject, key, type, value);
}

static void forget(fake_metadata *object, int index) {
    entry *old = &object->entries[index];
    free(old->key), free(old->type), free(old->value);
    *old = object->entries[--object->count];
}

static int add_listener(void *data, struct spa_hook *listener, const struct pw_metadata_events *events, void *user) {
    fake_metadata *object = data;
    struct spa_hook_list save;
    spa_hook_list_isolate(&object->hooks, &save, listener, events, user);
    for (int i = 0; i < object->count; i++) {
        entry *one = &object->entries[i];
        report(object, one->subject, one->key, one->type, one->value);
    }
    spa_hook_list_join(&object->hooks, &save);
    return 0;
}

static char *copy(const char *text) { return text == NULL ? NULL : strdup(text); }

static int set_property(void *data, uint32_t subject, const char *key, const char *type, const char *value) {
    fake_metadata *object = data;
    for (int i = object->count; i-- > 0;) {
        bool is_same = object->entries[i].subject == subject && (key == NULL || strcmp(object->entries[i].key, key) == 0);
        if (is_same) forget(object, i);
    }
    if (key != NULL && value != NULL) {
        if (object->count == entries_max) return -ENOSPC;
        object->entries[object->count++] = (entry){subject, copy(key), copy(type), copy(value)};
    }
    report(object, subject, key, type, value);
    return 0;
}

static int clear(void *data) {
    fake_metadata *object = data;
    while (object->count > 0) {
        uint32_t subject = object->entries[0].subject;
        set_property(object, subject, NULL, NULL, NULL);
    }
    return 0;
}

static const struct pw_metadata_methods methods = {
    PW_VERSION_METADATA_METHODS, .add_listener = add_listener, .set_property = set_property, .clear = clear};

fake_metadata *fake_metadata_start(const char *remote, const char *name) {
    if (!cpw_library_open()) return NULL;
    fake_metadata *object = calloc(1, sizeof *object);
    if (object == NULL) return NULL;
    spa_hook_list_init(&object->hooks);
    object->interface = SPA_INTERFACE_INIT(PW_TYPE_INTERFACE_Metadata, PW_VERSION_METADATA, &methods, object);
    object->loop = pw_thread_loop_new("test-metadata", NULL);
    if (object->loop == NULL) goto failed;
    object->context = pw_context_new(
        pw_thread_loop_get_loop(object->loop), pw_properties_new(PW_KEY_CONFIG_NAME, "client.conf", NULL), 0);
    if (object->context == NULL) goto failed;
    object->core = pw_context_connect(object->context, pw_properties_new(PW_KEY_REMOTE_NAME, remote, NULL), 0);
    if (object->core == NULL) goto failed;
    struct spa_dict_item items[] = {SPA_DICT_ITEM_INIT("metadata.name", name)};
    struct spa_dict dict = SPA_DICT_INIT_ARRAY(items);
    object->proxy = pw_core_export(object->core, PW_TYPE_INTERFACE_Metadata, &dict, &object->interface, 0);
    if (object->proxy == NULL || pw_thread_loop_start(object->loop) < 0) goto failed;
    return object;
failed:
    fake_metadata_free(object);
    return NULL;
}

void fake_metadata_free(fake_metadata *object) {
    if (object->loop != NULL) pw_thread_loop_stop(object->loop);
    if (object->proxy != NULL) pw_proxy_destroy(object->proxy);
    if (object->core != NULL) pw_core_disconnect(object->core);
    if (object->context != NULL) pw_context_destroy(object->context);
    if (object->loop != NULL) pw_thread_loop_destroy(object->loop);
    while (object->count > 0) forget(object, object->count - 1);
    free(object);
}

#else

fake_metadata *fake_metadata_start(const char *remote, const char *name) { return (void)remote, (void)name, NULL; }
void fake_metadata_free(fake_metadata *object) { (void)object; }

#endif
