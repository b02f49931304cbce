#include "Internal.h"

#if !CPW_BUILT_IN
// Without PipeWire there is no connection, so none of the functions that need one is ever reached.
#include <errno.h>

const char *sordino_pipewire_headers_version(void) { return NULL; }
const char *cpw_realtime_configuration(const char *version) { return (void)version, "client.conf"; }

cpw_server *cpw_server_connect(
    const char *remote, const cpw_item *items, size_t count, const cpw_events *events, void *context) {
    (void)remote, (void)items, (void)count, (void)events, (void)context;
    errno = ENOTSUP;
    return NULL;
}

bool cpw_server_start(cpw_server *s) { return (void)s, false; }
void cpw_server_free(cpw_server *s) { (void)s; }
void cpw_server_prove(cpw_server *s, void (*done)(void *), void *context) {
    (void)s;
    done(context);
}
bool cpw_server_is_loop_thread(cpw_server *s) { return (void)s, false; }
void cpw_server_lock(cpw_server *s) { (void)s; }
void cpw_server_unlock(cpw_server *s) { (void)s; }
uint32_t cpw_server_client(cpw_server *s) { return (void)s, UINT32_MAX; }
int cpw_server_sync(cpw_server *s) { return (void)s, -ENOTSUP; }
bool cpw_watch_node(cpw_server *s, uint32_t id) { return (void)s, (void)id, false; }
bool cpw_watch_port(cpw_server *s, uint32_t id) { return (void)s, (void)id, false; }
bool cpw_watch_link(cpw_server *s, uint32_t id) { return (void)s, (void)id, false; }
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
bool cpw_set_device_route(
    cpw_server *s, uint32_t id, int32_t i, int32_t d, const float *v, size_t n, bool m) {
    return (void)s, (void)id, (void)i, (void)d, (void)v, (void)n, (void)m, false;
}
bool cpw_configure_ports(cpw_server *s, uint32_t id, bool b, uint32_t r, uint32_t c) {
    return (void)s, (void)id, (void)b, (void)r, (void)c, false;
}
cpw_object *cpw_object_create(
    cpw_server *s, const char *f, const char *t, uint32_t v, const cpw_item *i, size_t n) {
    return (void)s, (void)f, (void)t, (void)v, (void)i, (void)n, NULL;
}
void cpw_object_destroy(cpw_object *o) { (void)o; }
cpw_slider *cpw_slider_create(
    cpw_server *s, const cpw_item *j, size_t m, const cpw_item *i, size_t n, float v, bool b,
    void (*f)(void *, float, bool), void *u) {
    return (void)s, (void)j, (void)m, (void)i, (void)n, (void)v, (void)b, (void)f, (void)u, NULL;
}
uint32_t cpw_slider_node(cpw_slider *s) { return (void)s, UINT32_MAX; }
void cpw_slider_set_title(cpw_slider *s, const char *t) { (void)s, (void)t; }
void cpw_slider_destroy(cpw_slider *s) { (void)s; }
cpw_bell *cpw_bell_create(cpw_server *s, void (*f)(void *), void *u) { return (void)s, (void)f, (void)u, NULL; }
void cpw_bell_ring(cpw_bell *b) { (void)b; }
void cpw_bell_ring_after(cpw_bell *b, uint64_t n) { (void)b, (void)n; }
void cpw_bell_destroy(cpw_bell *b) { (void)b; }
void cpw_destroy_global(cpw_server *s, uint32_t id) { (void)s, (void)id; }
cpw_link *cpw_link_create(
    cpw_server *s, uint32_t a, uint32_t b, uint32_t c, uint32_t d, void (*f)(void *, int), void *u) {
    return (void)s, (void)a, (void)b, (void)c, (void)d, (void)f, (void)u, NULL;
}
void cpw_link_destroy(cpw_link *l) { (void)l; }
cpw_filter *cpw_filter_create(
    cpw_server *s, const char *n, const cpw_item *i, size_t c, void *x,
    void (*p)(void *, const void *), void (*f)(void *, int, const char *), void *u) {
    return (void)s, (void)n, (void)i, (void)c, (void)x, (void)p, (void)f, (void)u, NULL;
}
bool cpw_filter_connect(cpw_filter *f, bool a) { return (void)f, (void)a, false; }
bool cpw_filter_update_items(cpw_filter *f, const cpw_item *i, size_t n) {
    return (void)f, (void)i, (void)n, false;
}
cpw_port *cpw_filter_add_port(cpw_filter *f, bool d, const cpw_item *i, size_t c) {
    return (void)f, (void)d, (void)i, (void)c, NULL;
}
bool cpw_filter_remove_port(cpw_port *p) { return (void)p, false; }
uint32_t cpw_filter_node(cpw_filter *f) { return (void)f, UINT32_MAX; }
void cpw_filter_set_active(cpw_filter *f, bool a) { (void)f, (void)a; }
void cpw_filter_destroy(cpw_filter *f) { (void)f; }
float *cpw_port_samples(cpw_port *p, uint32_t n) { return (void)p, (void)n, NULL; }
float *cpw_port_arrival(cpw_port *p, uint32_t n, bool *e) { return (void)p, (void)n, (void)e, NULL; }
#endif
