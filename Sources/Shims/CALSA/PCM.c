#define _GNU_SOURCE
#include "CALSA.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

int calsa_make_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void calsa_ring(int bell) {
    const uint64_t once = 1;
    // A full counter rings as well.
    if (write(bell, &once, sizeof once) < 0) return;
}

void calsa_sleep(struct pollfd *descriptors, int count, int64_t nanoseconds) {
    const struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    ppoll(descriptors, (nfds_t)count, nanoseconds < 0 ? NULL : &time, NULL);
    uint64_t rings;
    if (descriptors[0].revents && read(descriptors[0].fd, &rings, sizeof rings) < 0) return;
}

#if __has_include(<alsa/asoundlib.h>)
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// Every function of the library that is called, by its name.
#define FUNCTIONS(X)                                                                                                   \
    X(snd_pcm_open)                                                                                                    \
    X(snd_pcm_close)                                                                                                   \
    X(snd_pcm_info_malloc)                                                                                             \
    X(snd_pcm_info_free)                                                                                               \
    X(snd_pcm_info)                                                                                                    \
    X(snd_pcm_info_get_card)                                                                                           \
    X(snd_pcm_info_get_name)                                                                                           \
    X(snd_card_get_name)                                                                                               \
    X(snd_pcm_hw_params_malloc)                                                                                        \
    X(snd_pcm_hw_params_free)                                                                                          \
    X(snd_pcm_hw_params_any)                                                                                           \
    X(snd_pcm_hw_params_set_rate_resample)                                                                             \
    X(snd_pcm_hw_params_set_access)                                                                                    \
    X(snd_pcm_hw_params_set_format)                                                                                    \
    X(snd_pcm_hw_params_set_channels_near)                                                                             \
    X(snd_pcm_hw_params_test_rate)                                                                                     \
    X(snd_pcm_hw_params_set_rate)                                                                                      \
    X(snd_pcm_hw_params_set_rate_near)                                                                                 \
    X(snd_pcm_hw_params_get_period_size_min)                                                                           \
    X(snd_pcm_hw_params_get_period_size_max)                                                                           \
    X(snd_pcm_hw_params_get_buffer_size_max)                                                                           \
    X(snd_pcm_hw_params_set_period_size_near)                                                                          \
    X(snd_pcm_hw_params_set_buffer_size_near)                                                                          \
    X(snd_pcm_hw_params)                                                                                               \
    X(snd_pcm_hw_params_get_period_size)                                                                               \
    X(snd_pcm_hw_params_get_buffer_size)                                                                               \
    X(snd_pcm_hw_params_get_rate)                                                                                      \
    X(snd_pcm_sw_params_malloc)                                                                                        \
    X(snd_pcm_sw_params_free)                                                                                          \
    X(snd_pcm_sw_params_current)                                                                                       \
    X(snd_pcm_sw_params_set_start_threshold)                                                                           \
    X(snd_pcm_sw_params_set_avail_min)                                                                                 \
    X(snd_pcm_sw_params)                                                                                               \
    X(snd_pcm_prepare)                                                                                                 \
    X(snd_pcm_start)                                                                                                   \
    X(snd_pcm_drop)                                                                                                    \
    X(snd_pcm_resume)                                                                                                  \
    X(snd_pcm_state)                                                                                                   \
    X(snd_pcm_avail_update)                                                                                            \
    X(snd_pcm_delay)                                                                                                   \
    X(snd_pcm_writei)                                                                                                  \
    X(snd_pcm_readi)                                                                                                   \
    X(snd_pcm_poll_descriptors_count)                                                                                  \
    X(snd_pcm_poll_descriptors)                                                                                        \
    X(snd_pcm_poll_descriptors_revents)                                                                                \
    X(snd_strerror)                                                                                                    \
    X(snd_lib_error_set_handler)

struct calsa_library {
#define DECLARE(name) __typeof__(&name) name;
    FUNCTIONS(DECLARE)
    struct calsa_library *next;
    char path[];
};

struct calsa_pcm {
    const calsa_library *library;
    snd_pcm_t *handle;
    bool is_input;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static calsa_library *libraries;

static void stay_silent(const char *file, int line, const char *function, int err, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)err, (void)format;
}

static void *find_in(void *library, void *(*find)(const char *), const char *name) {
    return find ? find(name) : dlsym(library, name);
}

static calsa_library *new_library(const char *path, void *handle, void *(*find)(const char *)) {
    calsa_library *library = calloc(1, sizeof *library + strlen(path) + 1);
    if (!library) return NULL;
    strcpy(library->path, path);
#define FIND(name)                                                                                                     \
    library->name = (__typeof__(&name))find_in(handle, find, #name);                                                   \
    if (!library->name) {                                                                                              \
        free(library);                                                                                                 \
        return NULL;                                                                                                   \
    }
    FUNCTIONS(FIND)
    // A device that cannot be opened is reported by a sentence, not on a program's standard error.
    library->snd_lib_error_set_handler(stay_silent);
    return library;
}

const calsa_library *calsa_library_open(const char *path) {
    pthread_mutex_lock(&lock);
    calsa_library *library = libraries;
    while (library && strcmp(library->path, path) != 0) library = library->next;
    if (!library) {
        void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        library = handle ? new_library(path, handle, NULL) : NULL;
        if (library) {
            library->next = libraries;
            libraries = library;
        }
    }
    pthread_mutex_unlock(&lock);
    return library;
}

const calsa_library *calsa_library_from(void *(*find)(const char *)) { return new_library("", NULL, find); }

static const uint32_t known_rates[calsa_rate_count] = {
    8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000, 176400, 192000,
};

static const struct {
    calsa_format format;
    snd_pcm_format_t name;
} formats[] = {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    {calsa_float32, SND_PCM_FORMAT_FLOAT_LE}, {calsa_int32, SND_PCM_FORMAT_S32_LE},
    {calsa_int24_in_3, SND_PCM_FORMAT_S24_3LE}, {calsa_int24_in_4, SND_PCM_FORMAT_S24_LE},
    {calsa_int16, SND_PCM_FORMAT_S16_LE},
#else
    {calsa_float32, SND_PCM_FORMAT_FLOAT_BE}, {calsa_int32, SND_PCM_FORMAT_S32_BE},
    {calsa_int24_in_3, SND_PCM_FORMAT_S24_3BE}, {calsa_int24_in_4, SND_PCM_FORMAT_S24_BE},
    {calsa_int16, SND_PCM_FORMAT_S16_BE},
#endif
};

// Calls a function, and leaves with its name when it refuses.
#define TRY(function, ...)                                                                                             \
    do {                                                                                                               \
        int result_of_call = l->function(__VA_ARGS__);                                                                 \
        if (result_of_call < 0) {                                                                                      \
            *step = #function;                                                                                         \
            return result_of_call;                                                                                     \
        }                                                                                                              \
    } while (0)

static int take_rate(
    const calsa_library *l, snd_pcm_t *pcm, snd_pcm_hw_params_t *params, calsa_wish wish, calsa_grant *grant,
    const char **step) {
    grant->rate_count = 0;
    unsigned int nearest = 0;
    for (int index = 0; index < calsa_rate_count; index++) {
        if (l->snd_pcm_hw_params_test_rate(pcm, params, known_rates[index], 0) < 0) continue;
        const unsigned int rate = known_rates[index];
        grant->rates[grant->rate_count++] = rate;
        const unsigned int far = rate > wish.rate ? rate - wish.rate : wish.rate - rate;
        const unsigned int before = nearest > wish.rate ? nearest - wish.rate : wish.rate - nearest;
        if (nearest == 0 || far <= before) nearest = rate;
    }
    if (wish.is_rate_exact || l->snd_pcm_hw_params_test_rate(pcm, params, wish.rate, 0) >= 0) {
        TRY(snd_pcm_hw_params_set_rate, pcm, params, wish.rate, 0);
    } else {
        unsigned int rate = nearest ? nearest : wish.rate;
        TRY(snd_pcm_hw_params_set_rate_near, pcm, params, &rate, NULL);
    }
    return 0;
}

static int take_params(
    const calsa_library *l, snd_pcm_t *pcm, snd_pcm_hw_params_t *params, bool converts, calsa_wish wish,
    calsa_grant *grant, const char **step) {
    TRY(snd_pcm_hw_params_any, pcm, params);
    TRY(snd_pcm_hw_params_set_rate_resample, pcm, params, converts ? 1 : 0);
    TRY(snd_pcm_hw_params_set_access, pcm, params, SND_PCM_ACCESS_RW_INTERLEAVED);
    int result = -EINVAL;
    for (size_t index = 0; index < sizeof formats / sizeof *formats && result < 0; index++) {
        result = l->snd_pcm_hw_params_set_format(pcm, params, formats[index].name);
        grant->format = formats[index].format;
    }
    if (result < 0) {
        *step = "snd_pcm_hw_params_set_format";
        return result;
    }
    unsigned int channels = wish.channels;
    TRY(snd_pcm_hw_params_set_channels_near, pcm, params, &channels);
    if (channels < 1 || channels > 32) {
        *step = "snd_pcm_hw_params_set_channels_near";
        return -EINVAL;
    }
    grant->channels = channels;
    result = take_rate(l, pcm, params, wish, grant, step);
    if (result < 0) return result;
    snd_pcm_uframes_t least = 0, most = 0, longest = 0;
    TRY(snd_pcm_hw_params_get_period_size_min, params, &least, NULL);
    TRY(snd_pcm_hw_params_get_period_size_max, params, &most, NULL);
    TRY(snd_pcm_hw_params_get_buffer_size_max, params, &longest);
    if (most > longest / 2) most = longest / 2;
    const uint32_t far = 1u << 24;
    grant->least_period = least > far ? far : (uint32_t)least;
    grant->most_period = most > far ? far : (uint32_t)most;
    snd_pcm_uframes_t period = wish.block;
    TRY(snd_pcm_hw_params_set_period_size_near, pcm, params, &period, NULL);
    // More room than is filled: the sound of the device is not later by it.
    snd_pcm_uframes_t buffer = 4 * (period > far ? far : period);
    TRY(snd_pcm_hw_params_set_buffer_size_near, pcm, params, &buffer);
    TRY(snd_pcm_hw_params, pcm, params);
    TRY(snd_pcm_hw_params_get_period_size, params, &period, NULL);
    TRY(snd_pcm_hw_params_get_buffer_size, params, &buffer);
    unsigned int rate = 0;
    TRY(snd_pcm_hw_params_get_rate, params, &rate, NULL);
    if (rate == 0 || period == 0 || buffer < 2 || buffer > far || period > buffer) {
        *step = "snd_pcm_hw_params";
        return -EINVAL;
    }
    grant->rate = rate;
    grant->period = (uint32_t)period;
    grant->buffer = (uint32_t)buffer;
    return 0;
}

static int set_wake(const calsa_library *l, snd_pcm_t *pcm, uint32_t frames, uint32_t start, const char **step) {
    snd_pcm_sw_params_t *params = NULL;
    TRY(snd_pcm_sw_params_malloc, &params);
    int result = l->snd_pcm_sw_params_current(pcm, params);
    if (result < 0) *step = "snd_pcm_sw_params_current";
    // As many as are written before the start: a server behind a plugin waits for them.
    if (result >= 0) {
        result = l->snd_pcm_sw_params_set_start_threshold(pcm, params, start);
        if (result < 0) *step = "snd_pcm_sw_params_set_start_threshold";
    }
    if (result >= 0) {
        result = l->snd_pcm_sw_params_set_avail_min(pcm, params, frames);
        if (result < 0) *step = "snd_pcm_sw_params_set_avail_min";
    }
    if (result >= 0) {
        result = l->snd_pcm_sw_params(pcm, params);
        if (result < 0) *step = "snd_pcm_sw_params";
    }
    l->snd_pcm_sw_params_free(params);
    return result;
}

static void describe(const calsa_library *l, snd_pcm_t *pcm, calsa_grant *grant) {
    grant->card = -1;
    snd_pcm_info_t *info = NULL;
    if (l->snd_pcm_info_malloc(&info) < 0) return;
    if (l->snd_pcm_info(pcm, info) >= 0) {
        grant->card = l->snd_pcm_info_get_card(info);
        const char *name = l->snd_pcm_info_get_name(info);
        if (name) snprintf(grant->name, sizeof grant->name, "%s", name);
        char *card = NULL;
        if (grant->card >= 0 && l->snd_card_get_name(grant->card, &card) >= 0 && card) {
            snprintf(grant->card_name, sizeof grant->card_name, "%s", card);
            free(card);
        }
    }
    l->snd_pcm_info_free(info);
}

static int open_as(
    const calsa_library *l, const char *device, bool is_input, int mode, bool converts, calsa_wish wish,
    calsa_grant *grant, snd_pcm_t **pcm, const char **step) {
    memset(grant, 0, sizeof *grant);
    *pcm = NULL;
    // A device that another program has is refused at once, not waited for.
    TRY(snd_pcm_open, pcm, device, is_input ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK | mode);
    snd_pcm_hw_params_t *params = NULL;
    int result = l->snd_pcm_hw_params_malloc(&params);
    if (result < 0) {
        *step = "snd_pcm_hw_params_malloc";
    } else {
        result = take_params(l, *pcm, params, converts, wish, grant, step);
        l->snd_pcm_hw_params_free(params);
    }
    if (result >= 0) result = set_wake(l, *pcm, grant->period, grant->period, step);
    if (result < 0) {
        l->snd_pcm_close(*pcm);
        *pcm = NULL;
        return result;
    }
    describe(l, *pcm, grant);
    return 0;
}

int calsa_pcm_open(
    const calsa_library *library, const char *device, bool is_input, calsa_wish wish, calsa_grant *grant,
    calsa_pcm **out, const char **step) {
    const int unchanged = SND_PCM_NO_AUTO_RESAMPLE | SND_PCM_NO_AUTO_CHANNELS | SND_PCM_NO_AUTO_FORMAT;
    snd_pcm_t *pcm = NULL;
    int result = open_as(library, device, is_input, unchanged, false, wish, grant, &pcm, step);
    // A device that cannot be opened is not opened by conversions.
    const bool is_there = result >= 0 || strcmp(*step, "snd_pcm_open") != 0;
    if (result < 0 && is_there)
        result = open_as(library, device, is_input, 0, true, wish, grant, &pcm, step);
    if (result < 0 && is_there && !strpbrk(device, "'\"")) {
        char converted[256];
        snprintf(converted, sizeof converted, "plug:SLAVE='%s'", device);
        const char *step_before = *step;
        const int before = result;
        result = open_as(library, converted, is_input, 0, true, wish, grant, &pcm, step);
        if (result < 0) {
            result = before;
            *step = step_before;
        }
    }
    if (result < 0) return result;
    calsa_pcm *made = calloc(1, sizeof *made);
    if (!made) {
        library->snd_pcm_close(pcm);
        *step = "calloc";
        return -ENOMEM;
    }
    made->library = library;
    made->handle = pcm;
    made->is_input = is_input;
    *out = made;
    return 0;
}

void calsa_pcm_close(calsa_pcm *pcm) {
    pcm->library->snd_pcm_close(pcm->handle);
    free(pcm);
}

int calsa_pcm_wake_at(calsa_pcm *pcm, uint32_t frames, uint32_t start) {
    const char *step = NULL;
    return set_wake(pcm->library, pcm->handle, frames, start, &step);
}

int calsa_pcm_prepare(calsa_pcm *pcm) { return pcm->library->snd_pcm_prepare(pcm->handle); }
int calsa_pcm_start(calsa_pcm *pcm) {
    // Some plugins start by themselves.
    if (pcm->library->snd_pcm_state(pcm->handle) == SND_PCM_STATE_RUNNING) return 0;
    return pcm->library->snd_pcm_start(pcm->handle);
}
int calsa_pcm_drop(calsa_pcm *pcm) { return pcm->library->snd_pcm_drop(pcm->handle); }
int calsa_pcm_resume(calsa_pcm *pcm) { return pcm->library->snd_pcm_resume(pcm->handle); }
bool calsa_pcm_is_gone(calsa_pcm *pcm) {
    return pcm->library->snd_pcm_state(pcm->handle) == SND_PCM_STATE_DISCONNECTED;
}
long calsa_pcm_available(calsa_pcm *pcm) { return pcm->library->snd_pcm_avail_update(pcm->handle); }
long calsa_pcm_delay(calsa_pcm *pcm) {
    snd_pcm_sframes_t delay = 0;
    if (pcm->library->snd_pcm_delay(pcm->handle, &delay) < 0 || delay < 0 || delay > 1 << 24) return 0;
    return delay;
}
long calsa_pcm_write(calsa_pcm *pcm, const void *frames, size_t count) {
    const long done = pcm->library->snd_pcm_writei(pcm->handle, frames, count);
    return done > (long)count ? (long)count : done;
}
long calsa_pcm_read(calsa_pcm *pcm, void *frames, size_t count) {
    const long done = pcm->library->snd_pcm_readi(pcm->handle, frames, count);
    return done > (long)count ? (long)count : done;
}

int calsa_pcm_descriptors(calsa_pcm *pcm, struct pollfd *descriptors, int room) {
    const int count = pcm->library->snd_pcm_poll_descriptors_count(pcm->handle);
    if (count <= 0) return count;
    if (count > room) return 0;
    const int got = pcm->library->snd_pcm_poll_descriptors(pcm->handle, descriptors, (unsigned int)count);
    return got > count ? count : got;
}
int calsa_pcm_events(calsa_pcm *pcm, struct pollfd *descriptors, int count) {
    unsigned short events = 0;
    const int result =
        pcm->library->snd_pcm_poll_descriptors_revents(pcm->handle, descriptors, (unsigned int)count, &events);
    return result < 0 ? result : events;
}

const char *calsa_error(const calsa_library *library, int error) { return library->snd_strerror(error); }

#else

struct calsa_library {
    int unused;
};

const calsa_library *calsa_library_open(const char *path) { return (void)path, NULL; }
const calsa_library *calsa_library_from(void *(*find)(const char *)) { return (void)find, NULL; }
int calsa_pcm_open(
    const calsa_library *library, const char *device, bool is_input, calsa_wish wish, calsa_grant *grant,
    calsa_pcm **pcm, const char **step) {
    return (void)library, (void)device, (void)is_input, (void)wish, (void)grant, (void)pcm, *step = "", -ENOSYS;
}
void calsa_pcm_close(calsa_pcm *pcm) { (void)pcm; }
int calsa_pcm_wake_at(calsa_pcm *pcm, uint32_t frames, uint32_t start) {
    return (void)pcm, (void)frames, (void)start, -ENOSYS;
}
int calsa_pcm_prepare(calsa_pcm *pcm) { return (void)pcm, -ENOSYS; }
int calsa_pcm_start(calsa_pcm *pcm) { return (void)pcm, -ENOSYS; }
int calsa_pcm_drop(calsa_pcm *pcm) { return (void)pcm, -ENOSYS; }
int calsa_pcm_resume(calsa_pcm *pcm) { return (void)pcm, -ENOSYS; }
bool calsa_pcm_is_gone(calsa_pcm *pcm) { return (void)pcm, true; }
long calsa_pcm_available(calsa_pcm *pcm) { return (void)pcm, -ENOSYS; }
long calsa_pcm_delay(calsa_pcm *pcm) { return (void)pcm, 0; }
long calsa_pcm_write(calsa_pcm *pcm, const void *frames, size_t count) {
    return (void)pcm, (void)frames, (void)count, -ENOSYS;
}
long calsa_pcm_read(calsa_pcm *pcm, void *frames, size_t count) { return (void)pcm, (void)frames, (void)count, -ENOSYS; }
int calsa_pcm_descriptors(calsa_pcm *pcm, struct pollfd *descriptors, int room) {
    return (void)pcm, (void)descriptors, (void)room, -ENOSYS;
}
int calsa_pcm_events(calsa_pcm *pcm, struct pollfd *descriptors, int count) {
    return (void)pcm, (void)descriptors, (void)count, -ENOSYS;
}
const char *calsa_error(const calsa_library *library, int error) { return (void)library, strerror(-error); }

#endif
