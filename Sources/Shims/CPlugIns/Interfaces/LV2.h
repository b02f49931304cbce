// The binary interface of LV2 plug-ins, as its public specification (lv2plug.in) describes it: the parts that a host
// without user interfaces needs.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define LV2_NS "http://lv2plug.in/ns/"
#define LV2_CORE LV2_NS "lv2core#"
#define LV2_ATOM LV2_NS "ext/atom#"
#define LV2_URID LV2_NS "ext/urid#"
#define LV2_OPTIONS LV2_NS "ext/options#"
#define LV2_BUF_SIZE LV2_NS "ext/buf-size#"
#define LV2_WORKER LV2_NS "ext/worker#"
#define LV2_LOG LV2_NS "ext/log#"
#define LV2_STATE LV2_NS "ext/state#"
#define LV2_MIDI_EVENT LV2_NS "ext/midi#MidiEvent"
#define LV2_PARAMETERS LV2_NS "ext/parameters#"
#define LV2_PORT_PROPS LV2_NS "ext/port-props#"
#define LV2_PORT_GROUPS LV2_NS "ext/port-groups#"
#define LV2_PRESETS LV2_NS "ext/presets#"
#define LV2_UNITS LV2_NS "extensions/units#"
#define LV2_RESIZE_PORT LV2_NS "ext/resize-port#"

typedef void *lv2_handle;

typedef struct {
    const char *uri;
    void *data;
} lv2_feature;

typedef struct {
    const char *uri;
    lv2_handle (*instantiate)(const void *descriptor, double rate, const char *bundle, const lv2_feature *const *);
    void (*connect_port)(lv2_handle, uint32_t port, void *data);
    void (*activate)(lv2_handle);
    void (*run)(lv2_handle, uint32_t frame_count);
    void (*deactivate)(lv2_handle);
    void (*cleanup)(lv2_handle);
    const void *(*extension_data)(const char *uri);
} lv2_descriptor;

typedef const lv2_descriptor *(*lv2_descriptor_function)(uint32_t index);

typedef struct {
    void *handle;
    uint32_t (*map)(void *handle, const char *uri);
} lv2_urid_map;

typedef struct {
    void *handle;
    const char *(*unmap)(void *handle, uint32_t urid);
} lv2_urid_unmap;

typedef struct {
    uint32_t context;
    uint32_t subject;
    uint32_t key;
    uint32_t size;
    uint32_t type;
    const void *value;
} lv2_option;

typedef struct {
    void *handle;
    int32_t (*schedule_work)(void *handle, uint32_t size, const void *data);
} lv2_worker_schedule;

typedef int32_t (*lv2_worker_respond)(void *handle, uint32_t size, const void *data);

typedef struct {
    int32_t (*work)(lv2_handle, lv2_worker_respond, void *handle, uint32_t size, const void *data);
    int32_t (*work_response)(lv2_handle, uint32_t size, const void *body);
    int32_t (*end_run)(lv2_handle);
} lv2_worker_interface;

typedef struct {
    void *handle;
    int (*printf)(void *handle, uint32_t type, const char *format, ...);
    int (*vprintf)(void *handle, uint32_t type, const char *format, va_list);
} lv2_log;

typedef int32_t (*lv2_state_store)(void *, uint32_t key, const void *, size_t size, uint32_t type, uint32_t flags);
typedef const void *(*lv2_state_retrieve)(void *, uint32_t key, size_t *size, uint32_t *type, uint32_t *flags);

typedef struct {
    int32_t (*save)(lv2_handle, lv2_state_store, void *handle, uint32_t flags, const lv2_feature *const *);
    int32_t (*restore)(lv2_handle, lv2_state_retrieve, void *handle, uint32_t flags, const lv2_feature *const *);
} lv2_state_interface;

// Values that only a program on the same machine can read, and values that are not plain bytes, are not kept.
enum { LV2_STATE_IS_POD = 1, LV2_STATE_IS_PORTABLE = 2 };

typedef struct {
    uint32_t size;
    uint32_t type;
} lv2_atom;

// A sequence's head; its events follow, each at a multiple of eight bytes.
typedef struct {
    lv2_atom atom;
    uint32_t unit;
    uint32_t pad;
} lv2_sequence;

// An event's head; its bytes follow.
typedef struct {
    int64_t frame;
    lv2_atom body;
} lv2_event;
