#define _GNU_SOURCE
#include "CSOFA.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BYTE_LIMIT (256 << 20)
#define FLOAT_LIMIT (48 << 20)
#define SECONDS_LIMIT 10

// The memory layout of version 1 of libmysofa, as far as it is used here.
struct array {
    float *values;
    unsigned int elements;
    void *attributes;
};
struct hrtf {
    unsigned int I, C, R, E, N, M;
    struct array listener_position, receiver_position, source_position, emitter_position, listener_up, listener_view;
    struct array ir, sampling_rate, delay;
};

static struct {
    struct hrtf *(*load_data)(const char *data, size_t count, int *error);
    int (*check)(struct hrtf *);
    void (*tocartesian)(struct hrtf *);
    void (*free)(struct hrtf *);
    void (*getversion)(int *major, int *minor, int *patch);
} library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // Never closed: it is opened once and small.
    void *handle = dlopen("libmysofa.so.1", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    bool is_complete = true;
#define X(name) is_complete = (*(void **)&library.name = dlsym(handle, "mysofa_" #name)) != NULL && is_complete;
    X(load_data)
    X(check)
    X(tocartesian)
    X(free)
    X(getversion)
#undef X
    int major = 0, minor = 0, patch = 0;
    if (is_complete) library.getversion(&major, &minor, &patch);
    is_loaded = is_complete && major == 1;
}

// The memory that the reading child and its parent share.
struct result {
    volatile int32_t state;
    int32_t direction_count, frame_count;
    float sample_rate;
    float floats[];
};
#define UNFINISHED (-1)
#define RESULT_BYTES (sizeof(struct result) + (size_t)FLOAT_LIMIT * sizeof(float))

static int32_t take(struct hrtf *h, struct result *result) {
    if (library.check(h) != 0) return CSOFA_UNSUPPORTED;
    if (h->R != 2 || h->C != 3 || h->M == 0 || h->N == 0) return CSOFA_UNSUPPORTED;
    if (h->M > CSOFA_DIRECTION_LIMIT || h->N > CSOFA_FRAME_LIMIT) return CSOFA_LIMIT;
    const size_t directions = h->M, frames = h->N, count = directions * (2 * frames + 5);
    if (count > FLOAT_LIMIT) return CSOFA_LIMIT;
    const struct array *delay = &h->delay;
    if (h->ir.values == NULL || h->ir.elements != directions * 2 * frames) return CSOFA_MALFORMED;
    if (h->source_position.values == NULL || h->source_position.elements != directions * 3) return CSOFA_MALFORMED;
    if (h->sampling_rate.values == NULL || h->sampling_rate.elements == 0) return CSOFA_MALFORMED;
    if (delay->values != NULL && delay->elements != 2 && delay->elements != directions * 2) return CSOFA_MALFORMED;
    library.tocartesian(h);
    float *out = result->floats;
    memcpy(out, h->source_position.values, directions * 3 * sizeof(float));
    memcpy(out += directions * 3, h->ir.values, directions * 2 * frames * sizeof(float));
    out += directions * 2 * frames;
    for (size_t i = 0; i < directions * 2; i++)
        out[i] = delay->values == NULL ? 0 : delay->values[delay->elements == 2 ? i % 2 : i];
    result->direction_count = (int32_t)directions;
    result->frame_count = (int32_t)frames;
    result->sample_rate = h->sampling_rate.values[0];
    return CSOFA_OK;
}

static void parse(const char *bytes, size_t count, struct result *result) {
    int error = 0;
    struct hrtf *h = library.load_data(bytes, count, &error);
    if (h == NULL) {
        result->state = CSOFA_MALFORMED;
        return;
    }
    const int32_t state = take(h, result);
    library.free(h);
    result->state = state;
}

// The child has this thread alone, ends without a trace, and is not waited for longer than SECONDS_LIMIT.
static void parse_apart(const char *bytes, size_t count, struct result *result) {
    const pid_t child = fork();
    if (child < 0) return;
    if (child == 0) {
        const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGTERM, SIGALRM};
        for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], SIG_DFL);
        const struct rlimit none = {0, 0}, seconds = {SECONDS_LIMIT, SECONDS_LIMIT};
        setrlimit(RLIMIT_CORE, &none);
        setrlimit(RLIMIT_CPU, &seconds);
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (nowhere >= 0) {
            dup2(nowhere, 1);
            dup2(nowhere, 2);
        }
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_UNBLOCK, &all, NULL);
        parse(bytes, count, result);
        _exit(0);
    }
    for (int tick = 0;; tick++) {
        const pid_t ended = waitpid(child, NULL, WNOHANG);
        // If there is no such child any more (ECHILD), other code of the program has waited for it.
        if (ended == child || (ended < 0 && errno != EINTR)) return;
        if (tick == 1000 * SECONDS_LIMIT) kill(child, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static bool is_of_root(const struct stat *status) {
    return status->st_uid == 0 && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

int32_t csofa_read(const char *path, bool is_installed, csofa_set *set) {
    memset(set, 0, sizeof *set);
    pthread_once(&once, load);
    if (!is_loaded) return CSOFA_NO_LIBRARY;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return CSOFA_NO_FILE;
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(file);
        return CSOFA_NO_FILE;
    }
    if (status.st_size > BYTE_LIMIT) {
        close(file);
        return CSOFA_LIMIT;
    }
    // Copied, not mapped: a file that another program cuts short would stop the process.
    const size_t size = (size_t)status.st_size;
    char *bytes = malloc(size + 1);
    size_t count = 0;
    while (bytes != NULL && count < size) {
        const ssize_t got = read(file, bytes + count, size - count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        count += (size_t)got;
    }
    close(file);
    struct result *result =
        mmap(NULL, RESULT_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == NULL || result == MAP_FAILED) {
        free(bytes);
        if (result != MAP_FAILED) munmap(result, RESULT_BYTES);
        return CSOFA_LIMIT;
    }
    result->state = UNFINISHED;
    // Shorter than HDF5's first block it is nothing.
    if (count >= 96) (is_installed && is_of_root(&status) ? parse : parse_apart)(bytes, count, result);
    free(bytes);
    // The child may have written anything: sizes are checked again here.
    const int32_t state = result->state, directions = result->direction_count, frames = result->frame_count;
    const bool is_sound =
        directions > 0 && directions <= CSOFA_DIRECTION_LIMIT && frames > 0 && frames <= CSOFA_FRAME_LIMIT &&
        (size_t)directions * (2 * (size_t)frames + 5) <= FLOAT_LIMIT;
    if (state != CSOFA_OK || !is_sound) {
        munmap(result, RESULT_BYTES);
        return state == CSOFA_UNSUPPORTED || state == CSOFA_LIMIT ? state : CSOFA_MALFORMED;
    }
    set->direction_count = directions;
    set->frame_count = frames;
    set->sample_rate = result->sample_rate;
    set->positions = result->floats;
    set->responses = set->positions + (size_t)directions * 3;
    set->delays = set->responses + (size_t)directions * 2 * (size_t)frames;
    set->memory = result;
    set->byte_count = RESULT_BYTES;
    return CSOFA_OK;
}

void csofa_free(csofa_set *set) {
    if (set->memory != NULL) munmap(set->memory, set->byte_count);
    memset(set, 0, sizeof *set);
}
