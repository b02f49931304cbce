#define _GNU_SOURCE
#include "CSOFA.h"
#include "COwnProcess.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BYTE_LIMIT (256 << 20)
#define FLOAT_LIMIT (48 << 20)
#define SECONDS_LIMIT 10
#define NAME "sordino-sofa"
#define MARK "--sofa-of-this-program"

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

/// The bytes of a file, copied: a mapped file that another program cuts short would stop the process.
static char *bytes_of(int file, size_t size, size_t *count) {
    char *bytes = malloc(size + 1);
    *count = 0;
    while (bytes != NULL && *count < size) {
        const ssize_t got = pread(file, bytes + *count, size - *count, (off_t)*count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        *count += (size_t)got;
    }
    return bytes;
}

static void parse(int file, size_t size, struct result *result) {
    size_t count;
    char *bytes = bytes_of(file, size, &count);
    int error = 0;
    // Shorter than HDF5's first block it is nothing.
    struct hrtf *h = bytes == NULL || count < 96 ? NULL : library.load_data(bytes, count, &error);
    result->state = h == NULL ? (bytes == NULL ? CSOFA_LIMIT : CSOFA_MALFORMED) : take(h, result);
    if (h != NULL) library.free(h);
    free(bytes);
}

// Runs before the constructors and `main` of a program; returns unless this is the process that reads a file.
__attribute__((constructor(102))) static void become_reader(int argc, char **argv) {
    if (!own_process_begin(argc, argv, NAME, MARK, NULL)) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const struct rlimit seconds = {SECONDS_LIMIT, SECONDS_LIMIT};
    setrlimit(RLIMIT_CPU, &seconds);
    struct result *result =
        mmap(NULL, RESULT_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, STDOUT_FILENO, 0);
    struct stat status;
    load();
    if (result == MAP_FAILED || !is_loaded || fstat(STDIN_FILENO, &status) != 0) _exit(0);
    // The library writes to nowhere.
    dup2(STDERR_FILENO, STDOUT_FILENO);
    if (status.st_size <= BYTE_LIMIT) parse(STDIN_FILENO, (size_t)status.st_size, result);
    _exit(0);
}

static void parse_apart(int file, int memory) {
    const pid_t child = own_process_start(NAME, MARK, NULL, file, memory);
    for (int tick = 0; child > 0; tick++) {
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
    const int memory = memfd_create(NAME, MFD_CLOEXEC);
    struct result *result = memory < 0 || ftruncate(memory, RESULT_BYTES) != 0
        ? MAP_FAILED
        : mmap(NULL, RESULT_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory, 0);
    if (result != MAP_FAILED) {
        result->state = UNFINISHED;
        if (is_installed && is_of_root(&status)) parse(file, (size_t)status.st_size, result);
        else parse_apart(file, memory);
    }
    if (memory >= 0) close(memory);
    close(file);
    if (result == MAP_FAILED) return CSOFA_LIMIT;
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
