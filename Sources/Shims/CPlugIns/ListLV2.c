#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CPlugIns.h"
#include "Interfaces/LV2.h"
#include "List.h"

#define RDFS_LABEL "http://www.w3.org/2000/01/rdf-schema#label"
#define MANIFEST_LIMIT (16 << 20)

// The functions of liblilv-0 that are used, all of whose objects are opaque.
static struct {
    void *(*world_new)(void);
    void (*world_free)(void *world);
    void (*world_load_bundle)(void *world, const void *uri);
    void (*world_load_specifications)(void *world);
    void (*world_load_plugin_classes)(void *world);
    int (*world_load_resource)(void *world, const void *node);
    const void *(*world_get_all_plugins)(const void *world);
    void *(*world_find_nodes)(void *world, const void *subject, const void *predicate, const void *object);
    void *(*world_get)(void *world, const void *subject, const void *predicate, const void *object);
    void *(*new_uri)(void *world, const char *uri);
    void *(*new_file_uri)(void *world, const char *host, const char *path);
    char *(*file_uri_parse)(const char *uri, char **host);
    const char *(*node_as_string)(const void *node);
    const char *(*node_as_uri)(const void *node);
    float (*node_as_float)(const void *node);
    bool (*node_is_float)(const void *node);
    bool (*node_is_int)(const void *node);
    bool (*node_is_uri)(const void *node);
    void *(*plugins_begin)(const void *plugins);
    const void *(*plugins_get)(const void *plugins, void *place);
    void *(*plugins_next)(const void *plugins, void *place);
    bool (*plugins_is_end)(const void *plugins, void *place);
    const void *(*plugins_get_by_uri)(const void *plugins, const void *uri);
    void *(*nodes_begin)(const void *nodes);
    const void *(*nodes_get)(const void *nodes, void *place);
    void *(*nodes_next)(const void *nodes, void *place);
    bool (*nodes_is_end)(const void *nodes, void *place);
    void (*nodes_free)(void *nodes);
    const void *(*plugin_get_uri)(const void *plugin);
    void *(*plugin_get_name)(const void *plugin);
    void *(*plugin_get_author_name)(const void *plugin);
    const void *(*plugin_get_bundle_uri)(const void *plugin);
    const void *(*plugin_get_library_uri)(const void *plugin);
    const void *(*plugin_get_class)(const void *plugin);
    const void *(*plugin_class_get_label)(const void *kind);
    const void *(*plugin_class_get_uri)(const void *kind);
    void *(*plugin_get_required_features)(const void *plugin);
    const void *(*plugin_get_data_uris)(const void *plugin);
    void *(*plugin_get_value)(const void *plugin, const void *predicate);
    uint32_t (*plugin_get_num_ports)(const void *plugin);
    const void *(*plugin_get_port_by_index)(const void *plugin, uint32_t index);
    void *(*plugin_get_related)(const void *plugin, const void *type);
    void *(*port_get)(const void *plugin, const void *port, const void *predicate);
    void *(*port_get_value)(const void *plugin, const void *port, const void *predicate);
    bool (*port_has_property)(const void *plugin, const void *port, const void *property);
    bool (*port_is_a)(const void *plugin, const void *port, const void *kind);
    bool (*port_supports_event)(const void *plugin, const void *port, const void *kind);
    void *(*port_get_name)(const void *plugin, const void *port);
    const void *(*port_get_symbol)(const void *plugin, const void *port);
    void (*port_get_range)(const void *plugin, const void *port, void **initial, void **minimum, void **maximum);
    void *(*port_get_scale_points)(const void *plugin, const void *port);
    void *(*scale_points_begin)(const void *points);
    const void *(*scale_points_get)(const void *points, void *place);
    void *(*scale_points_next)(const void *points, void *place);
    bool (*scale_points_is_end)(const void *points, void *place);
    const void *(*scale_point_get_label)(const void *point);
    const void *(*scale_point_get_value)(const void *point);
} lilv;

static bool load(void) {
    void *handle = dlopen("liblilv-0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return false;
#define X(name) \
    if ((*(void **)&lilv.name = dlsym(handle, "lilv_" #name)) == NULL) return false;
    X(world_new) X(world_free) X(world_load_bundle) X(world_load_specifications) X(world_load_plugin_classes)
    X(world_load_resource) X(world_get_all_plugins) X(world_find_nodes) X(world_get) X(new_uri) X(new_file_uri)
    X(file_uri_parse) X(node_as_string) X(node_as_uri) X(node_as_float) X(node_is_float) X(node_is_int)
    X(node_is_uri) X(plugins_begin) X(plugins_get) X(plugins_next) X(plugins_is_end) X(plugins_get_by_uri)
    X(nodes_begin) X(nodes_get) X(nodes_next) X(nodes_is_end) X(nodes_free) X(plugin_get_uri) X(plugin_get_name)
    X(plugin_get_author_name) X(plugin_get_bundle_uri) X(plugin_get_library_uri) X(plugin_get_class)
    X(plugin_class_get_label) X(plugin_class_get_uri) X(plugin_get_required_features) X(plugin_get_value)
    X(plugin_get_data_uris)
    X(plugin_get_num_ports) X(plugin_get_port_by_index) X(plugin_get_related) X(port_get) X(port_get_value)
    X(port_has_property) X(port_is_a) X(port_supports_event) X(port_get_name) X(port_get_symbol) X(port_get_range)
    X(port_get_scale_points) X(scale_points_begin) X(scale_points_get) X(scale_points_next) X(scale_points_is_end)
    X(scale_point_get_label) X(scale_point_get_value)
#undef X
    return true;
}

static void *world;

/// A node of a URI; kept, as the process ends soon.
static void *node(const char *uri) {
    static struct { const char *uri; void *node; } made[64];
    for (int i = 0; i < 64; i++) {
        if (made[i].uri == NULL) made[i].node = lilv.new_uri(world, made[i].uri = uri);
        if (made[i].uri == uri) return made[i].node;
    }
    return lilv.new_uri(world, uri);
}

static const char *text(const void *node) {
    const char *found = node == NULL ? NULL : lilv.node_as_string(node);
    return found == NULL ? "" : found;
}

static const char *file(const void *node) {
    const char *uri = node == NULL ? NULL : lilv.node_as_uri(node);
    const char *path = uri == NULL ? NULL : lilv.file_uri_parse(uri, NULL);
    return path == NULL ? "" : path;
}

static const void *first(void *nodes) {
    if (nodes == NULL) return NULL;
    void *place = lilv.nodes_begin(nodes);
    return lilv.nodes_is_end(nodes, place) ? NULL : lilv.nodes_get(nodes, place);
}

static const char *number(char *buffer, const void *node, float otherwise) {
    float value = node != NULL && (lilv.node_is_float(node) || lilv.node_is_int(node)) ? lilv.node_as_float(node) : NAN;
    if (!isfinite(value)) value = otherwise;
    sprintf(buffer, "%.9g", (double)value);
    return buffer;
}

static const char *unit(const void *plugin, const void *port) {
    void *found = lilv.port_get(plugin, port, node(LV2_UNITS "unit"));
    if (found == NULL) return "";
    if (lilv.node_is_uri(found)) {
        const char *uri = lilv.node_as_uri(found);
        if (strncmp(uri, LV2_UNITS, strlen(LV2_UNITS)) == 0) return uri + strlen(LV2_UNITS);
    }
    static char own[300];
    void *symbol = lilv.world_get(world, found, node(LV2_UNITS "symbol"), NULL);
    if (symbol == NULL) return "";
    snprintf(own, sizeof own, "=%s", text(symbol));
    return own;
}

static void list_port(struct list *list, const void *plugin, const void *port, uint32_t index) {
    const bool is_input = lilv.port_is_a(plugin, port, node(LV2_CORE "InputPort"));
    const bool is_output = lilv.port_is_a(plugin, port, node(LV2_CORE "OutputPort"));
    const char *kind = "?";
    if (lilv.port_is_a(plugin, port, node(LV2_CORE "ControlPort"))) kind = "c";
    else if (lilv.port_is_a(plugin, port, node(LV2_CORE "CVPort"))) kind = "v";
    else if (lilv.port_is_a(plugin, port, node(LV2_CORE "AudioPort"))) kind = "a";
    else if (lilv.port_is_a(plugin, port, node(LV2_ATOM "AtomPort")))
        kind = lilv.port_supports_event(plugin, port, node(LV2_MIDI_EVENT)) ? "m" : "e";
    void *group = lilv.port_get(plugin, port, node(LV2_PORT_GROUPS "group"));
    const char *designation = text(lilv.port_get(plugin, port, node(LV2_CORE "designation")));
    char marks[32] = "", *mark = marks;
    const struct { const char *property, mark; } properties[] = {
        {LV2_CORE "toggled", 't'}, {LV2_CORE "integer", 'i'}, {LV2_CORE "enumeration", 'e'},
        {LV2_PORT_PROPS "logarithmic", 'l'}, {LV2_CORE "sampleRate", 'r'}, {LV2_CORE "connectionOptional", 'o'},
        {LV2_CORE "reportsLatency", 'L'}, {LV2_PORT_PROPS "notOnGUI", 'h'}, {LV2_CORE "isSideChain", 's'},
        {LV2_PORT_PROPS "expensive", 'x'},
    };
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        if (lilv.port_has_property(plugin, port, node(properties[i].property))) *mark++ = properties[i].mark;
    if (strcmp(designation, LV2_CORE "latency") == 0) *mark++ = 'L';
    if (strcmp(designation, LV2_CORE "enabled") == 0) *mark++ = 'E';
    if (strcmp(designation, LV2_CORE "freeWheeling") == 0) *mark++ = 'F';
    if (group != NULL && lilv.world_get(world, group, node(LV2_PORT_GROUPS "sideChainOf"), NULL) != NULL) *mark++ = 's';
    *mark = 0;
    void *initial = NULL, *minimum = NULL, *maximum = NULL;
    if (kind[0] == 'c') lilv.port_get_range(plugin, port, &initial, &minimum, &maximum);
    char place[16], low[48], high[48], value[48], size[48];
    snprintf(place, sizeof place, "%u", index);
    number(low, minimum, 0);
    number(high, maximum, 1);
    number(value, initial, minimum == NULL ? 0 : strtof(low, NULL));
    number(size, lilv.port_get(plugin, port, node(LV2_RESIZE_PORT "minimumSize")), 0);
    list_line(
        list, "p", place, is_input == is_output ? "?" : is_input ? "i" : "o", kind, marks,
        text(lilv.port_get_symbol(plugin, port)), text(lilv.port_get_name(plugin, port)), low, high, value,
        group == NULL ? "" : text(group),
        group == NULL ? "" : text(lilv.world_get(world, group, node(LV2_CORE "name"), NULL)), unit(plugin, port), size,
        NULL);
    void *points = kind[0] == 'c' && is_input ? lilv.port_get_scale_points(plugin, port) : NULL;
    if (points == NULL) return;
    for (void *at = lilv.scale_points_begin(points); !lilv.scale_points_is_end(points, at);
         at = lilv.scale_points_next(points, at)) {
        const void *point = lilv.scale_points_get(points, at);
        list_line(
            list, "s", number(value, lilv.scale_point_get_value(point), 0), text(lilv.scale_point_get_label(point)),
            NULL);
    }
}

/// The first file of a plug-in's description that cannot be read, and why; NULL for none.
///
/// The library opens these files when a plug-in is first asked about.
static const char *unreadable(const void *plugin, const char **why) {
    const void *files = lilv.plugin_get_data_uris(plugin);
    if (files == NULL) return NULL;
    for (void *at = lilv.nodes_begin(files); !lilv.nodes_is_end(files, at); at = lilv.nodes_next(files, at)) {
        const char *path = file(lilv.nodes_get(files, at));
        struct stat status;
        *why = "is no regular file";
        if (path[0] == 0 || stat(path, &status) != 0) continue;
        if (!S_ISREG(status.st_mode)) return path;
        *why = "is too large";
        if (status.st_size > MANIFEST_LIMIT) return path;
    }
    return NULL;
}

static void list_plugin(struct list *list, const void *plugin) {
    const char *uri = text(lilv.plugin_get_uri(plugin)), *bundle = file(lilv.plugin_get_bundle_uri(plugin));
    const char *why, *bad = unreadable(plugin, &why);
    if (bad != NULL) {
        char reason[4200];
        snprintf(reason, sizeof reason, "its file %.4000s %s", bad, why);
        return list_problem(list, uri, reason);
    }
    const char *binary = file(lilv.plugin_get_library_uri(plugin));
    struct stat status;
    void *name = lilv.plugin_get_name(plugin);
    if (binary[0] == 0 || access(binary, R_OK) != 0) return list_problem(list, uri, "has no binary");
    if (stat(binary, &status) != 0 || !S_ISREG(status.st_mode))
        return list_problem(list, uri, "has a binary that is no regular file");
    if (name == NULL) return list_problem(list, uri, "has no name");
    const uint32_t count = lilv.plugin_get_num_ports(plugin);
    if (count > CPLUGIN_PORT_LIMIT) return list_problem(list, uri, "has too many ports");
    if (count == 0 && first(lilv.plugin_get_value(plugin, node(LV2_CORE "port"))) != NULL)
        return list_problem(list, uri, "has a port without a valid index or symbol, or gaps in its port numbers");
    char version[64], minor[48], micro[48];
    number(minor, first(lilv.plugin_get_value(plugin, node(LV2_CORE "minorVersion"))), 0);
    number(micro, first(lilv.plugin_get_value(plugin, node(LV2_CORE "microVersion"))), 0);
    snprintf(version, sizeof version, "%.20s.%.20s", minor, micro);
    list_line(list, "P", uri, text(name), text(lilv.plugin_get_author_name(plugin)), bundle, binary, version, NULL);
    const void *kind = lilv.plugin_get_class(plugin);
    if (kind != NULL)
        list_line(list, "c", text(lilv.plugin_class_get_uri(kind)), text(lilv.plugin_class_get_label(kind)), NULL);
    void *required = lilv.plugin_get_required_features(plugin);
    for (void *at = lilv.nodes_begin(required); required != NULL && !lilv.nodes_is_end(required, at);
         at = lilv.nodes_next(required, at))
        list_line(list, "r", text(lilv.nodes_get(required, at)), NULL);
    for (uint32_t index = 0; index < count; index++) {
        const void *port = lilv.plugin_get_port_by_index(plugin, index);
        if (port == NULL) return list_problem(list, uri, "has gaps in its port numbers");
        list_port(list, plugin, port, index);
    }
    list_line(list, ".", NULL);
}

static void list_preset(struct list *list, const void *preset) {
    lilv.world_load_resource(world, preset);
    void *label = lilv.world_get(world, preset, node(RDFS_LABEL), NULL);
    const bool has_state = lilv.world_get(world, preset, node(LV2_STATE "state"), NULL) != NULL;
    list_line(list, "B", text(preset), text(label), has_state ? "s" : "", NULL);
    void *ports = lilv.world_find_nodes(world, preset, node(LV2_CORE "port"), NULL);
    if (ports == NULL) return;
    for (void *at = lilv.nodes_begin(ports); !lilv.nodes_is_end(ports, at); at = lilv.nodes_next(ports, at)) {
        const void *port = lilv.nodes_get(ports, at);
        void *symbol = lilv.world_get(world, port, node(LV2_CORE "symbol"), NULL);
        void *value = lilv.world_get(world, port, node(LV2_PRESETS "value"), NULL);
        char buffer[48];
        if (symbol != NULL && value != NULL) list_line(list, "v", text(symbol), number(buffer, value, 0), NULL);
    }
}

static void list_presets(struct list *list, const char *uri) {
    const void *plugin = lilv.plugins_get_by_uri(lilv.world_get_all_plugins(world), lilv.new_uri(world, uri));
    void *presets = plugin == NULL ? NULL : lilv.plugin_get_related(plugin, node(LV2_PRESETS "Preset"));
    if (presets == NULL) return;
    int count = 0;
    for (void *at = lilv.nodes_begin(presets); !lilv.nodes_is_end(presets, at) && count < 4096;
         at = lilv.nodes_next(presets, at), count++) {
        list->beat++;
        list_preset(list, lilv.nodes_get(presets, at));
        list_keep(list);
    }
}

/// Reads a bundle's manifest; what the library has complained of becomes a line.
static void load_bundle(struct list *list, const char *path) {
    char folder[4096];
    struct stat status;
    snprintf(folder, sizeof folder, "%.4000s/manifest.ttl", path);
    if (stat(folder, &status) != 0 || status.st_size > MANIFEST_LIMIT)
        return list_problem(list, path, "has a manifest that is too large");
    snprintf(folder, sizeof folder, "%.4000s/", path);
    const off_t before = lseek(STDERR_FILENO, 0, SEEK_END);
    lilv.world_load_bundle(world, lilv.new_file_uri(world, NULL, folder));
    char complaint[201] = "";
    const ssize_t count = before < 0 ? 0 : pread(STDERR_FILENO, complaint, 200, before);
    if (count <= 0) return;
    complaint[strcspn(complaint, "\n")] = 0;
    list_complaint(list, path, complaint);
}

/// The bundle of a plug-in among the files; -1 for another folder.
static int32_t bundle_of(const struct files *files, const void *plugin) {
    struct stat status;
    if (stat(file(lilv.plugin_get_bundle_uri(plugin)), &status) != 0) return -1;
    for (int32_t i = 0; i < files->count; i++)
        if (files->identities[i].number == status.st_ino && files->identities[i].device == status.st_dev) return i;
    return -1;
}

/// Reads each bundle by itself, to find those that the library does not survive.
static void try_bundles(struct list *list, const struct files *files) {
    for (int32_t i = files->first; i < files->count; i++) {
        if (files->is_bad[i]) continue;
        list_begin(list, i);
        world = lilv.world_new();
        load_bundle(list, list_path(files, i));
        lilv.world_load_specifications(world);
        lilv.world_free(world);
    }
}

void list_lv2(struct list *list, const struct files *files) {
    if (!load()) return list_line(list, "-", "liblilv-0-0 is not installed", NULL);
    if (files->is_trial) return try_bundles(list, files);
    world = lilv.world_new();
    for (int32_t i = 0; i < files->count; i++) {
        if (files->is_bad[i]) continue;
        list_begin(list, i);
        load_bundle(list, list_path(files, i));
    }
    list_begin(list, -1);
    list->part = LIST_PREPARES;
    if (!files->is_plain) lilv.world_load_specifications(world);
    if (!files->is_plain) lilv.world_load_plugin_classes(world);
    list->part = LIST_LOADS;
    if (files->uri != 0) return list_presets(list, files->texts + files->uri);
    // Complaints about bundles are in the list already if this is not the first time.
    if (files->first_place > 0) list->used = list->kept;
    list_keep(list);
    const void *plugins = lilv.world_get_all_plugins(world);
    list->place = 0;
    list->part = LIST_LISTS;
    for (void *at = lilv.plugins_begin(plugins); !lilv.plugins_is_end(plugins, at);
         at = lilv.plugins_next(plugins, at), list->place++) {
        if (list->place < files->first_place) continue;
        const void *plugin = lilv.plugins_get(plugins, at);
        const int32_t bundle = bundle_of(files, plugin);
        list_begin(list, bundle);
        if (bundle < 0 || !files->is_silent[bundle]) list_plugin(list, plugin);
        list_keep(list);
    }
}
