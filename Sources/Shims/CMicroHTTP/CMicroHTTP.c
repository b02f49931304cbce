#include "CMicroHTTP.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// Numbers of microhttpd.h.
enum {
    USE_TLS = 2,
    USE_INTERNAL_POLLING_THREAD = 8,
    USE_EPOLL = 512,
    ALLOW_SUSPEND_RESUME = 8192 | 1024,
    OPTION_END = 0,
    OPTION_CONNECTION_MEMORY_LIMIT = 1,
    OPTION_CONNECTION_LIMIT = 2,
    OPTION_CONNECTION_TIMEOUT = 3,
    OPTION_NOTIFY_COMPLETED = 4,
    OPTION_HTTPS_MEM_KEY = 8,
    OPTION_HTTPS_MEM_CERT = 9,
    OPTION_LISTEN_SOCKET = 12,
    OPTION_UNESCAPE_CALLBACK = 16,
    OPTION_NOTIFY_CONNECTION = 27,
    OPTION_STRICT_FOR_CLIENT = 29,
    CONNECTION_INFO_CONNECTION_FD = 6,
    CONNECTION_INFO_SOCKET_CONTEXT = 7,
    RESPMEM_MUST_COPY = 2,
    FEATURE_SSL = 2,
};

#define SIZE_UNKNOWN UINT64_MAX

// The result of `MHD_get_connection_info`.
union info {
    int socket;
    void *own;
};

static struct {
    void *(*start_daemon)(
        unsigned flags, uint16_t port, cmicrohttp_accept, void *, cmicrohttp_access, void *, ...);
    void (*stop_daemon)(void *);
    int (*is_feature_supported)(int feature);
    int (*get_connection_values)(void *, int kind, cmicrohttp_value, void *);
    const union info *(*get_connection_info)(void *, int kind, ...);
    void *(*create_response_from_buffer)(size_t, void *, int mode);
    void *(*create_response_from_callback)(uint64_t size, size_t block, cmicrohttp_reader, void *, cmicrohttp_free);
    int (*add_response_header)(void *, const char *, const char *);
    int (*queue_response)(void *, unsigned status, void *);
    void (*destroy_response)(void *);
    void (*suspend_connection)(void *);
    void (*resume_connection)(void *);
} mhd;

static bool is_open;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool find(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    return *function != NULL;
}

static void open_once(void) {
    // Never closed: its thread may still be ending.
    void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    is_open = library != NULL && find(library, "MHD_start_daemon", (void **)&mhd.start_daemon)
        && find(library, "MHD_stop_daemon", (void **)&mhd.stop_daemon)
        && find(library, "MHD_is_feature_supported", (void **)&mhd.is_feature_supported)
        && find(library, "MHD_get_connection_values", (void **)&mhd.get_connection_values)
        && find(library, "MHD_get_connection_info", (void **)&mhd.get_connection_info)
        && find(library, "MHD_create_response_from_buffer", (void **)&mhd.create_response_from_buffer)
        && find(library, "MHD_create_response_from_callback", (void **)&mhd.create_response_from_callback)
        && find(library, "MHD_add_response_header", (void **)&mhd.add_response_header)
        && find(library, "MHD_queue_response", (void **)&mhd.queue_response)
        && find(library, "MHD_destroy_response", (void **)&mhd.destroy_response)
        && find(library, "MHD_suspend_connection", (void **)&mhd.suspend_connection)
        && find(library, "MHD_resume_connection", (void **)&mhd.resume_connection);
}

bool cmicrohttp_open(void) {
    pthread_once(&once, open_once);
    return is_open;
}

bool cmicrohttp_encrypts(void) { return cmicrohttp_open() && mhd.is_feature_supported(FEATURE_SSL) == CMICROHTTP_YES; }

// Paths and arguments are compared as they were sent: nothing of ours has an escape in it.
static size_t keep_escapes(void *context, void *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

void *cmicrohttp_start(const struct cmicrohttp_options *options) {
    unsigned flags = USE_EPOLL | USE_INTERNAL_POLLING_THREAD | ALLOW_SUSPEND_RESUME;
    bool encrypts = options->certificate != NULL && options->key != NULL;
    return mhd.start_daemon(
        encrypts ? flags | USE_TLS : flags, 0, options->accept, options->context, options->access, options->context,
        OPTION_LISTEN_SOCKET, options->socket, OPTION_CONNECTION_LIMIT, options->connection_limit,
        OPTION_CONNECTION_MEMORY_LIMIT, options->connection_bytes, OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
        OPTION_NOTIFY_COMPLETED, options->completed, options->context, OPTION_NOTIFY_CONNECTION, options->connected,
        options->context, OPTION_UNESCAPE_CALLBACK, keep_escapes, (void *)NULL, OPTION_STRICT_FOR_CLIENT, 1,
        // Without encryption the list ends here.
        encrypts ? OPTION_HTTPS_MEM_CERT : OPTION_END, options->certificate, OPTION_HTTPS_MEM_KEY, options->key,
        OPTION_END);
}

void cmicrohttp_stop(void *server) { mhd.stop_daemon(server); }

void cmicrohttp_values(void *connection, int kind, cmicrohttp_value take, void *context) {
    mhd.get_connection_values(connection, kind, take, context);
}

int cmicrohttp_socket(void *connection) {
    const union info *info = mhd.get_connection_info(connection, CONNECTION_INFO_CONNECTION_FD);
    return info != NULL ? info->socket : -1;
}

void *cmicrohttp_own(void *connection) {
    const union info *info = mhd.get_connection_info(connection, CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->own : NULL;
}

void *cmicrohttp_response(const void *bytes, size_t byte_count) {
    return mhd.create_response_from_buffer(byte_count, (void *)bytes, RESPMEM_MUST_COPY);
}

void *cmicrohttp_stream(size_t block_bytes, cmicrohttp_reader reader, void *context, cmicrohttp_free release) {
    return mhd.create_response_from_callback(SIZE_UNKNOWN, block_bytes, reader, context, release);
}

bool cmicrohttp_header(void *response, const char *name, const char *value) {
    return mhd.add_response_header(response, name, value) == CMICROHTTP_YES;
}

int cmicrohttp_answer(void *connection, unsigned status, void *response) {
    int result = mhd.queue_response(connection, status, response);
    mhd.destroy_response(response);
    return result;
}

void cmicrohttp_suspend(void *connection) { mhd.suspend_connection(connection); }
void cmicrohttp_resume(void *connection) { mhd.resume_connection(connection); }
