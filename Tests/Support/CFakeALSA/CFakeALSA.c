#define _GNU_SOURCE
#include "CFakeALSA.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define FUNCTIONS(X)                                                                                                   \
    X(snd_pcm_open) X(snd_pcm_close) X(snd_pcm_info_malloc) X(snd_pcm_info) X(snd_card_get_name)                       \
    X(snd_pcm_info_get_card) X(snd_pcm_hw_params_malloc) X(snd_pcm_hw_params_any)                                      \
    X(snd_pcm_hw_params_set_rate_resample) X(snd_pcm_hw_params_set_access) X(snd_pcm_hw_params_set_format)             \
    X(snd_pcm_hw_params_set_channels_near) X(snd_pcm_hw_params_test_rate) X(snd_pcm_hw_params_set_rate)                \
    X(snd_pcm_hw_params_set_rate_near) X(snd_pcm_hw_params_get_period_size_min)                                        \
    X(snd_pcm_hw_params_get_period_size_max) X(snd_pcm_hw_params_get_buffer_size_max)                                  \
    X(snd_pcm_hw_params_set_period_size_near) X(snd_pcm_hw_params_set_buffer_size_near) X(snd_pcm_hw_params)           \
    X(snd_pcm_hw_params_get_period_size) X(snd_pcm_hw_params_get_buffer_size) X(snd_pcm_hw_params_get_rate)            \
    X(snd_pcm_sw_params_malloc) X(snd_pcm_sw_params_current) X(snd_pcm_sw_params_get_boundary)                         \
    X(snd_pcm_sw_params_set_start_threshold) X(snd_pcm_sw_params_set_avail_min) X(snd_pcm_sw_params)                   \
    X(snd_pcm_prepare) X(snd_pcm_start) X(snd_pcm_drop) X(snd_pcm_resume) X(snd_pcm_avail_update) X(snd_pcm_delay)     \
    X(snd_pcm_writei) X(snd_pcm_readi) X(snd_pcm_poll_descriptors_count) X(snd_pcm_poll_descriptors)                   \
    X(snd_pcm_poll_descriptors_revents)

enum {
#define NUMBER(name) number_##name,
    FUNCTIONS(NUMBER) function_count
};
static const char *const names[] = {
#define TEXT(name) #name,
    FUNCTIONS(TEXT)
};

int fake_alsa_function_count(void) { return function_count; }
const char *fake_alsa_function_name(int function) { return names[function]; }

enum { open_state = 0, prepared = 2, running = 3, xrun = 4, suspended = 7, disconnected = 8 };

typedef struct {
    bool is_input;
    int state;
    int timer;
    uint32_t rate, channels;
    unsigned long period, buffer;
    long applied;        // frames written or read since the last prepare
    int64_t started;     // nanoseconds
} device;

static atomic_int failing = -1, failing_error, failing_after, failing_times, calls[function_count];
static atomic_bool is_gone[2], stalls, underruns, sleeps;
static atomic_uint only_rate;
static atomic_long written;
static atomic_int opened, open_count;

void fake_alsa_reset(void) {
    failing = -1;
    for (int index = 0; index < function_count; index++) calls[index] = 0;
    is_gone[0] = is_gone[1] = stalls = underruns = sleeps = false;
    only_rate = 0;
    written = 0;
    opened = 0;
}
void fake_alsa_fail(int function, int error, int after, int times) {
    failing = -1;
    failing_error = error;
    failing_after = after;
    failing_times = times;
    if (function >= 0) calls[function] = 0;
    failing = function;
}
int fake_alsa_calls(int function) { return function < 0 ? 0 : calls[function]; }
void fake_alsa_plug(bool is_input, bool is_there) { is_gone[is_input] = !is_there; }
void fake_alsa_underrun(void) { underruns = true; }
void fake_alsa_suspend(void) { sleeps = true; }
void fake_alsa_wake(void) { sleeps = false; }
void fake_alsa_stall(bool wanted) { stalls = wanted; }
void fake_alsa_set_rate(uint32_t rate) { only_rate = rate; }
long fake_alsa_written(void) { return written; }
int fake_alsa_opened(void) { return opened; }
int fake_alsa_open_count(void) { return open_count; }

static int fault(int function) {
    const int count = calls[function]++;
    if (failing != function || count < failing_after || count - failing_after >= failing_times) return 0;
    return failing_error;
}
#define FAIL(name)                                                                                                     \
    do {                                                                                                               \
        const int error = fault(number_##name);                                                                        \
        if (error) return error;                                                                                       \
    } while (0)
#define HERE(d)                                                                                                        \
    do {                                                                                                               \
        if (is_gone[(d)->is_input]) {                                                                                  \
            (d)->state = disconnected;                                                                                 \
            return -ENODEV;                                                                                            \
        }                                                                                                              \
    } while (0)

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
/// Frames that the hardware has taken or given since the start.
static long passed(device *d) {
    if (d->state != running) return 0;
    return stalls && !d->is_input ? 0 : (long)((double)(now() - d->started) * d->rate / 1e9);
}

static int pcm_open(device **out, const char *name, int stream, int mode) {
    (void)name, (void)mode;
    FAIL(snd_pcm_open);
    if (is_gone[stream]) return -ENODEV;
    device *d = calloc(1, sizeof *d);
    d->is_input = stream == 1;
    d->rate = 48000;
    d->channels = 2;
    d->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    opened++;
    open_count++;
    *out = d;
    return 0;
}
static int pcm_close(device *d) {
    open_count--;
    close(d->timer);
    free(d);
    FAIL(snd_pcm_close);
    return 0;
}
static int info_malloc(void **info) {
    FAIL(snd_pcm_info_malloc);
    *info = calloc(1, 1);
    return 0;
}
static void plain_free(void *memory) { free(memory); }
static int info(device *d, void *i) {
    (void)i;
    FAIL(snd_pcm_info);
    HERE(d);
    return 0;
}
static int info_card(void *i) {
    (void)i;
    FAIL(snd_pcm_info_get_card);
    return 0;
}
static const char *info_name(void *i) { return (void)i, "a fake"; }
static int card_name(int card, char **name) {
    (void)card;
    FAIL(snd_card_get_name);
    *name = strdup("Fake Headphones");
    return 0;
}
static int params_malloc(void **params) {
    FAIL(snd_pcm_hw_params_malloc);
    *params = calloc(1, 1);
    return 0;
}
static int params_any(device *d, void *p) {
    (void)p;
    FAIL(snd_pcm_hw_params_any);
    HERE(d);
    return 0;
}
static int rate_resample(device *d, void *p, unsigned value) {
    (void)d, (void)p, (void)value;
    FAIL(snd_pcm_hw_params_set_rate_resample);
    return 0;
}
static int set_access(device *d, void *p, int access) {
    (void)d, (void)p, (void)access;
    FAIL(snd_pcm_hw_params_set_access);
    return 0;
}
static int set_format(device *d, void *p, int format) {
    (void)d, (void)p, (void)format;
    FAIL(snd_pcm_hw_params_set_format);
    return 0;
}
static int channels_near(device *d, void *p, unsigned *channels) {
    (void)p;
    FAIL(snd_pcm_hw_params_set_channels_near);
    d->channels = *channels;
    return 0;
}
static int test_rate(device *d, void *p, unsigned rate, int dir) {
    (void)d, (void)p, (void)dir;
    FAIL(snd_pcm_hw_params_test_rate);
    return only_rate && rate != only_rate ? -EINVAL : 0;
}
static int set_rate(device *d, void *p, unsigned rate, int dir) {
    (void)p, (void)dir;
    FAIL(snd_pcm_hw_params_set_rate);
    if (only_rate && rate != only_rate) return -EINVAL;
    d->rate = rate;
    return 0;
}
static int rate_near(device *d, void *p, unsigned *rate, int *dir) {
    (void)p, (void)dir;
    FAIL(snd_pcm_hw_params_set_rate_near);
    if (only_rate) *rate = only_rate;
    d->rate = *rate;
    return 0;
}
static int period_min(void *p, unsigned long *size, int *dir) {
    (void)p, (void)dir;
    FAIL(snd_pcm_hw_params_get_period_size_min);
    *size = 16;
    return 0;
}
static int period_max(void *p, unsigned long *size, int *dir) {
    (void)p, (void)dir;
    FAIL(snd_pcm_hw_params_get_period_size_max);
    *size = 65536;
    return 0;
}
static int buffer_max(void *p, unsigned long *size) {
    (void)p;
    FAIL(snd_pcm_hw_params_get_buffer_size_max);
    *size = 1 << 20;
    return 0;
}
static int period_near(device *d, void *p, unsigned long *size, int *dir) {
    (void)p, (void)dir;
    FAIL(snd_pcm_hw_params_set_period_size_near);
    d->period = *size;
    return 0;
}
static int buffer_near(device *d, void *p, unsigned long *size) {
    (void)p;
    FAIL(snd_pcm_hw_params_set_buffer_size_near);
    d->buffer = *size;
    return 0;
}
static device *last;
static int params(device *d, void *p) {
    (void)p;
    FAIL(snd_pcm_hw_params);
    HERE(d);
    d->state = prepared;
    last = d;
    return 0;
}
static int get_period(void *p, unsigned long *size, int *dir) {
    (void)p, (void)dir;
    FAIL(snd_pcm_hw_params_get_period_size);
    *size = last->period;
    return 0;
}
static int get_buffer(void *p, unsigned long *size) {
    (void)p;
    FAIL(snd_pcm_hw_params_get_buffer_size);
    *size = last->buffer;
    return 0;
}
static int get_rate(void *p, unsigned *rate, int *dir) {
    (void)p, (void)dir;
    FAIL(snd_pcm_hw_params_get_rate);
    *rate = last->rate;
    return 0;
}
static int sw_malloc(void **p) {
    FAIL(snd_pcm_sw_params_malloc);
    *p = calloc(1, 1);
    return 0;
}
static int sw_current(device *d, void *p) {
    (void)p;
    FAIL(snd_pcm_sw_params_current);
    HERE(d);
    return 0;
}
static int boundary(void *p, unsigned long *size) {
    (void)p;
    FAIL(snd_pcm_sw_params_get_boundary);
    *size = 1ul << 62;
    return 0;
}
static int start_threshold(device *d, void *p, unsigned long size) {
    (void)d, (void)p, (void)size;
    FAIL(snd_pcm_sw_params_set_start_threshold);
    return 0;
}
static int avail_min(device *d, void *p, unsigned long size) {
    (void)d, (void)p, (void)size;
    FAIL(snd_pcm_sw_params_set_avail_min);
    return 0;
}
static int sw_params(device *d, void *p) {
    (void)p;
    FAIL(snd_pcm_sw_params);
    HERE(d);
    return 0;
}
static int prepare(device *d) {
    FAIL(snd_pcm_prepare);
    HERE(d);
    if (d->state == running) return -EBUSY;
    d->state = prepared;
    d->applied = 0;
    return 0;
}
static int start(device *d) {
    FAIL(snd_pcm_start);
    HERE(d);
    if (d->state != prepared) return -EBADFD;
    d->state = running;
    d->started = now();
    const int64_t period = (int64_t)d->period * 1000000000 / d->rate;
    const struct itimerspec time = {
        .it_interval = {period / 1000000000, period % 1000000000}, .it_value = {period / 1000000000, period % 1000000000}};
    timerfd_settime(d->timer, 0, &time, NULL);
    return 0;
}
static int drop(device *d) {
    FAIL(snd_pcm_drop);
    HERE(d);
    d->state = 1;
    return 0;
}
static int resume(device *d) {
    FAIL(snd_pcm_resume);
    HERE(d);
    if (sleeps) return -EAGAIN;
    if (d->state != suspended) return -EBADFD;
    d->state = running;
    d->started = now();
    d->applied = d->is_input ? 0 : (long)d->period;
    return 0;
}
static int state(device *d) { return is_gone[d->is_input] ? disconnected : d->state; }
/// The common part of all calls on a running device.
static int look(device *d) {
    HERE(d);
    if (sleeps && d->state == running) d->state = suspended;
    if (d->state == suspended) return -ESTRPIPE;
    if (underruns && !d->is_input && d->state == running) {
        underruns = false;
        d->state = xrun;
    }
    if (d->state == running) {
        const long moved = passed(d);
        if (d->is_input ? moved - d->applied > (long)d->buffer : moved > d->applied) d->state = xrun;
    }
    return d->state == xrun ? -EPIPE : d->state == prepared || d->state == running ? 0 : -EBADFD;
}
static long available(device *d) {
    FAIL(snd_pcm_avail_update);
    const int error = look(d);
    if (error) return error;
    return d->is_input ? passed(d) - d->applied : (long)d->buffer - (d->applied - passed(d));
}
static int delay(device *d, long *frames) {
    FAIL(snd_pcm_delay);
    const int error = look(d);
    if (error) return error;
    *frames = d->is_input ? passed(d) - d->applied : d->applied - passed(d);
    return 0;
}
static long writei(device *d, const void *frames, unsigned long count) {
    (void)frames;
    FAIL(snd_pcm_writei);
    const int error = look(d);
    if (error) return error;
    const long room = (long)d->buffer - (d->applied - passed(d));
    if (room <= 0) return -EAGAIN;
    const long done = (long)count < room ? (long)count : room;
    d->applied += done;
    written += done;
    return done;
}
static long readi(device *d, void *frames, unsigned long count) {
    FAIL(snd_pcm_readi);
    const int error = look(d);
    if (error) return error;
    const long there = passed(d) - d->applied;
    if (there <= 0) return -EAGAIN;
    const long done = (long)count < there ? (long)count : there;
    memset(frames, 0, (size_t)done * d->channels * 4);
    d->applied += done;
    return done;
}
static int descriptors_count(device *d) {
    (void)d;
    FAIL(snd_pcm_poll_descriptors_count);
    return 1;
}
static int descriptors(device *d, struct pollfd *fds, unsigned count) {
    (void)count;
    FAIL(snd_pcm_poll_descriptors);
    fds->fd = d->timer;
    fds->events = POLLIN;
    fds->revents = 0;
    return 1;
}
static int revents(device *d, struct pollfd *fds, unsigned count, unsigned short *events) {
    (void)fds, (void)count;
    FAIL(snd_pcm_poll_descriptors_revents);
    uint64_t expired;
    *events = read(d->timer, &expired, sizeof expired) > 0 ? POLLOUT : 0;
    return 0;
}
static const char *error_text(int error) { return strerror(-error); }
static int error_handler(void *handler) { return (void)handler, 0; }

void *fake_alsa_find(const char *name) {
    static const struct {
        const char *name;
        void *function;
    } all[] = {
        {"snd_pcm_open", pcm_open}, {"snd_pcm_close", pcm_close}, {"snd_pcm_info_malloc", info_malloc},
        {"snd_pcm_info_free", plain_free}, {"snd_pcm_info", info}, {"snd_pcm_info_get_card", info_card},
        {"snd_pcm_info_get_name", info_name}, {"snd_card_get_name", card_name},
        {"snd_pcm_hw_params_malloc", params_malloc}, {"snd_pcm_hw_params_free", plain_free},
        {"snd_pcm_hw_params_any", params_any}, {"snd_pcm_hw_params_set_rate_resample", rate_resample},
        {"snd_pcm_hw_params_set_access", set_access}, {"snd_pcm_hw_params_set_format", set_format},
        {"snd_pcm_hw_params_set_channels_near", channels_near}, {"snd_pcm_hw_params_test_rate", test_rate},
        {"snd_pcm_hw_params_set_rate", set_rate}, {"snd_pcm_hw_params_set_rate_near", rate_near},
        {"snd_pcm_hw_params_get_period_size_min", period_min}, {"snd_pcm_hw_params_get_period_size_max", period_max},
        {"snd_pcm_hw_params_get_buffer_size_max", buffer_max}, {"snd_pcm_hw_params_set_period_size_near", period_near},
        {"snd_pcm_hw_params_set_buffer_size_near", buffer_near}, {"snd_pcm_hw_params", params},
        {"snd_pcm_hw_params_get_period_size", get_period}, {"snd_pcm_hw_params_get_buffer_size", get_buffer},
        {"snd_pcm_hw_params_get_rate", get_rate}, {"snd_pcm_sw_params_malloc", sw_malloc},
        {"snd_pcm_sw_params_free", plain_free}, {"snd_pcm_sw_params_current", sw_current},
        {"snd_pcm_sw_params_get_boundary", boundary}, {"snd_pcm_sw_params_set_start_threshold", start_threshold},
        {"snd_pcm_sw_params_set_avail_min", avail_min}, {"snd_pcm_sw_params", sw_params}, {"snd_pcm_prepare", prepare},
        {"snd_pcm_start", start}, {"snd_pcm_drop", drop}, {"snd_pcm_resume", resume}, {"snd_pcm_state", state},
        {"snd_pcm_avail_update", available}, {"snd_pcm_delay", delay}, {"snd_pcm_writei", writei},
        {"snd_pcm_readi", readi}, {"snd_pcm_poll_descriptors_count", descriptors_count},
        {"snd_pcm_poll_descriptors", descriptors}, {"snd_pcm_poll_descriptors_revents", revents},
        {"snd_strerror", error_text}, {"snd_lib_error_set_handler", error_handler},
    };
    for (size_t index = 0; index < sizeof all / sizeof *all; index++)
        if (strcmp(all[index].name, name) == 0) return all[index].function;
    return NULL;
}
