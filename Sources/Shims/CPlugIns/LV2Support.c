#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "LV2Host.h"

// MARK: Numbers of URIs

#define URI_LIMIT 65536
static pthread_mutex_t uris_lock = PTHREAD_MUTEX_INITIALIZER;
static char *uris[URI_LIMIT];
static uint32_t places[URI_LIMIT * 2];
static uint32_t uri_count;

uint32_t lv2_number(const char *uri) {
    if (uri == NULL || uri[0] == 0) return 0;
    uint32_t hash = 2166136261u;
    for (const char *c = uri; *c != 0; c++) hash = (hash ^ (uint8_t)*c) * 16777619u;
    pthread_mutex_lock(&uris_lock);
    uint32_t place = hash % (URI_LIMIT * 2), number;
    while ((number = places[place]) != 0 && strcmp(uris[number - 1], uri) != 0) place = (place + 1) % (URI_LIMIT * 2);
    if (number == 0 && uri_count < URI_LIMIT && (uris[uri_count] = strdup(uri)) != NULL)
        places[place] = number = ++uri_count;
    pthread_mutex_unlock(&uris_lock);
    return number;
}

const char *lv2_text(uint32_t number) {
    pthread_mutex_lock(&uris_lock);
    const char *uri = number == 0 || number > uri_count ? NULL : uris[number - 1];
    pthread_mutex_unlock(&uris_lock);
    return uri;
}

// MARK: The worker

static void copy_in(struct work_ring *ring, uint32_t at, const void *bytes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) ring->bytes[(at + i) % WORK_BYTES] = ((const uint8_t *)bytes)[i];
}

static void copy_out(struct work_ring *ring, uint32_t at, void *bytes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = ring->bytes[(at + i) % WORK_BYTES];
}

static bool push(struct work_ring *ring, uint32_t size, const void *data) {
    const uint32_t written = atomic_load_explicit(&ring->written, memory_order_relaxed);
    const uint32_t used = written - atomic_load_explicit(&ring->read, memory_order_acquire);
    if (size > WORK_BYTES / 2 || used + size + 4 > WORK_BYTES) return false;
    copy_in(ring, written, &size, 4);
    copy_in(ring, written + 4, data, size);
    atomic_store_explicit(&ring->written, written + 4 + size, memory_order_release);
    return true;
}

/// Takes a message out, of at most half a ring; false if there is none.
static bool pop(struct work_ring *ring, uint32_t *size, uint8_t *data) {
    const uint32_t read = atomic_load_explicit(&ring->read, memory_order_relaxed);
    if (read == atomic_load_explicit(&ring->written, memory_order_acquire)) return false;
    copy_out(ring, read, size, 4);
    copy_out(ring, read + 4, data, *size);
    atomic_store_explicit(&ring->read, read + 4 + *size, memory_order_release);
    return true;
}

static int32_t respond(void *context, uint32_t size, const void *data) {
    struct lv2_worker *worker = context;
    return push(&worker->responses, size, data) ? 0 : 2;
}

int32_t lv2_worker_request(void *context, uint32_t size, const void *data) {
    struct lv2_worker *worker = context;
    if (worker->interface == NULL || worker->interface->work == NULL) return 1;
    // Without a deadline the work is done at once, so that each run gives the same.
    if (atomic_load_explicit(worker->is_offline, memory_order_relaxed))
        return worker->interface->work(worker->handle, respond, worker, size, data);
    if (!push(&worker->requests, size, data)) return 2;
    sem_post(&worker->bell);
    return 0;
}

static void *work(void *context) {
    struct lv2_worker *worker = context;
    while (true) {
        if (sem_wait(&worker->bell) != 0) continue;
        if (atomic_load(&worker->ends)) return NULL;
        uint32_t size;
        if (pop(&worker->requests, &size, worker->request))
            worker->interface->work(worker->handle, respond, worker, size, worker->request);
    }
}

bool lv2_worker_begin(
    struct lv2_worker *worker, const lv2_worker_interface *interface, lv2_handle handle, _Atomic bool *is_offline) {
    worker->is_offline = is_offline;
    worker->handle = handle;
    worker->interface = interface;
    if (interface == NULL || interface->work == NULL) return true;
    worker->requests.bytes = malloc(WORK_BYTES);
    worker->responses.bytes = malloc(WORK_BYTES);
    worker->request = malloc(WORK_BYTES);
    worker->response = malloc(WORK_BYTES);
    if (worker->requests.bytes == NULL || worker->responses.bytes == NULL) return false;
    if (worker->request == NULL || worker->response == NULL) return false;
    sem_init(&worker->bell, 0, 0);
    worker->has_thread = pthread_create(&worker->thread, NULL, work, worker) == 0;
    return worker->has_thread;
}

void lv2_worker_end(struct lv2_worker *worker) {
    if (worker->has_thread) {
        atomic_store(&worker->ends, true);
        sem_post(&worker->bell);
        pthread_join(worker->thread, NULL);
        sem_destroy(&worker->bell);
    }
    free(worker->requests.bytes);
    free(worker->responses.bytes);
    free(worker->request);
    free(worker->response);
    memset(worker, 0, sizeof *worker);
}

void lv2_worker_respond_all(struct lv2_worker *worker) {
    if (worker->interface == NULL || worker->responses.bytes == NULL) return;
    uint32_t size;
    while (pop(&worker->responses, &size, worker->response))
        if (worker->interface->work_response != NULL)
            worker->interface->work_response(worker->handle, size, worker->response);
    if (worker->interface->end_run != NULL) worker->interface->end_run(worker->handle);
}

// MARK: State: records of key, type, flags and value, each behind its number of bytes

struct bytes {
    uint8_t *start;
    size_t count;
    bool is_full;
};

static void append(struct bytes *bytes, const void *data, size_t size) {
    const uint32_t head = (uint32_t)size;
    if (bytes->is_full || size > CPLUGIN_STATE_LIMIT - bytes->count - 4 || bytes->count > CPLUGIN_STATE_LIMIT - 4) {
        bytes->is_full = true;
        return;
    }
    uint8_t *grown = realloc(bytes->start, bytes->count + 4 + size);
    if (grown == NULL) {
        bytes->is_full = true;
        return;
    }
    bytes->start = grown;
    memcpy(grown + bytes->count, &head, 4);
    memcpy(grown + bytes->count + 4, data, size);
    bytes->count += 4 + size;
}

static int32_t store(void *context, uint32_t key, const void *value, size_t size, uint32_t type, uint32_t flags) {
    const char *name = lv2_text(key), *kind = lv2_text(type);
    if ((flags & LV2_STATE_IS_POD) == 0) return 3;
    if (name == NULL || kind == NULL || value == NULL || size > CPLUGIN_STATE_LIMIT) return 1;
    append(context, name, strlen(name) + 1);
    append(context, kind, strlen(kind) + 1);
    append(context, &flags, sizeof flags);
    append(context, value, size);
    return ((struct bytes *)context)->is_full ? 6 : 0;
}

uint8_t *lv2_state_bytes(
    const lv2_state_interface *interface, lv2_handle handle, const lv2_feature *const *features, size_t *byte_count) {
    struct bytes bytes = {0};
    interface->save(handle, store, &bytes, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE, features);
    if (bytes.is_full) {
        free(bytes.start);
        return NULL;
    }
    *byte_count = bytes.count;
    return bytes.start;
}

struct field {
    const uint8_t *start;
    uint32_t count;
};

static bool next_field(const uint8_t **at, const uint8_t *end, struct field *field) {
    if (end - *at < 4) return false;
    memcpy(&field->count, *at, 4);
    field->start = *at + 4;
    if (field->count > (size_t)(end - field->start)) return false;
    *at = field->start + field->count;
    return true;
}

static bool next_record(const uint8_t **at, const uint8_t *end, struct field fields[4]) {
    for (int i = 0; i < 4; i++)
        if (!next_field(at, end, &fields[i])) return false;
    for (int i = 0; i < 2; i++)
        if (fields[i].count < 2 || fields[i].start[fields[i].count - 1] != 0) return false;
    return fields[2].count == 4;
}

struct source {
    const uint8_t *start, *end;
    /// The value that was asked for last, aligned.
    void *copies[1024];
    int copy_count;
};

static const void *retrieve(void *context, uint32_t key, size_t *size, uint32_t *type, uint32_t *flags) {
    struct source *source = context;
    const char *name = lv2_text(key);
    struct field fields[4];
    for (const uint8_t *at = source->start; name != NULL && next_record(&at, source->end, fields);) {
        if (strcmp((const char *)fields[0].start, name) != 0 || source->copy_count == 1024) continue;
        void *copy = malloc(fields[3].count + 1);
        if (copy == NULL) return NULL;
        memcpy(copy, fields[3].start, fields[3].count);
        ((uint8_t *)copy)[fields[3].count] = 0;
        source->copies[source->copy_count++] = copy;
        if (size != NULL) *size = fields[3].count;
        if (type != NULL) *type = lv2_number((const char *)fields[1].start);
        if (flags != NULL) memcpy(flags, fields[2].start, 4);
        return copy;
    }
    return NULL;
}

bool lv2_state_take(
    const lv2_state_interface *interface, lv2_handle handle, const lv2_feature *const *features, const uint8_t *bytes,
    size_t byte_count) {
    struct field fields[4];
    const uint8_t *at = bytes, *end = bytes + byte_count;
    while (at < end)
        if (!next_record(&at, end, fields)) return false;
    struct source source = {.start = bytes, .end = end};
    const int32_t status = interface->restore(handle, retrieve, &source, 0, features);
    for (int i = 0; i < source.copy_count; i++) free(source.copies[i]);
    return status == 0;
}
