// A plugin of ALSA that is like a card: it takes 16-bit frames by the machine's clock, wakes its user once in a period, knows
// underruns, and is unplugged while a file exists. A microphone of the same kind gives the number of each frame.
//
//   pcm_type.clock { lib "PATH" }
//   pcm.card { type clock gone "FILE" taken "FILE" heard "FILE" least 32 }
//
// least: frames of the shortest period; gone: unplugged while it exists; taken: another program has the card from its first close
// on, which makes the file, as long as the file exists; heard: gets what is written, and FILE.start at each start the time, in nanoseconds, and the frame.
// Else the symbol by which the library finds the plugin is another.
#define PIC 1
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct card {
    snd_pcm_ioplug_t io;
    char *gone, *taken;
    int heard, started;
    bool runs;
    uint64_t start;
    uint64_t frames;  // written by the program, or read by it
    snd_pcm_uframes_t least;
};

static uint64_t nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint64_t elapsed(const struct card *card) {
    return card->runs ? (nanoseconds() - card->start) * card->io.rate / 1000000000 : 0;
}

static bool is_gone(const struct card *card) { return card->gone && access(card->gone, F_OK) == 0; }

static int arm(struct card *card, uint64_t period) {
    const struct timespec time = {.tv_sec = (time_t)(period / 1000000000), .tv_nsec = (long)(period % 1000000000)};
    const struct itimerspec timer = {.it_interval = time, .it_value = time};
    return timerfd_settime(card->io.poll_fd, 0, &timer, NULL);
}

static int start(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    card->runs = true;
    card->start = nanoseconds();
    char text[64];
    const long long first = (long long)lseek(card->heard, 0, SEEK_END) / (2 * io->channels) - (long long)card->frames;
    const int length = snprintf(text, sizeof text, "%llu %lld\n", (unsigned long long)card->start, first);
    if (card->started >= 0 && write(card->started, text, (size_t)length) < 0) return -EIO;
    return arm(card, (uint64_t)io->period_size * 1000000000 / io->rate);
}

static int stop(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    card->runs = false;
    return arm(card, 0);
}

static int prepare(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    card->frames = 0;
    card->runs = false;
    return is_gone(card) ? -ENODEV : 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (is_gone(card)) return -ENODEV;
    const uint64_t now = elapsed(card);
    const bool is_late = io->stream == SND_PCM_STREAM_PLAYBACK ? now > card->frames : now > card->frames + io->buffer_size;
    if (is_late && io->state != SND_PCM_STATE_DRAINING) return -EPIPE;
    return (snd_pcm_sframes_t)((is_late ? card->frames : now) % io->buffer_size);
}

static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
    struct card *card = io->private_data;
    const size_t bytes = 2 * io->channels;
    uint8_t *first = (uint8_t *)areas->addr + areas->first / 8 + offset * bytes;
    if (io->stream == SND_PCM_STREAM_PLAYBACK) {
        if (card->heard >= 0 && write(card->heard, first, size * bytes) < 0) return -EIO;
    } else {
        for (snd_pcm_uframes_t frame = 0; frame < size; frame++)
            for (unsigned int channel = 0; channel < io->channels; channel++)
                ((int16_t *)first)[frame * io->channels + channel] = (int16_t)(card->frames + frame);
    }
    card->frames += size;
    return (snd_pcm_sframes_t)size;
}

static int drain(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    if (!card->runs) start(io);
    while (elapsed(card) < card->frames && !is_gone(card)) {
        const uint64_t left = (card->frames - elapsed(card)) * 1000000000 / io->rate + 1;
        nanosleep(&(struct timespec){.tv_sec = (time_t)(left / 1000000000), .tv_nsec = (long)(left % 1000000000)}, NULL);
    }
    return 0;
}

static int take_wake(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *params) {
    return snd_pcm_sw_params_get_avail_min(params, &((struct card *)io->private_data)->least);
}

static int events(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count, unsigned short *events) {
    struct card *card = io->private_data;
    uint64_t periods;
    *events = 0;
    if (count < 1 || !(descriptors->revents & POLLIN)) return 0;
    if (read(io->poll_fd, &periods, sizeof periods) < 0) return 0;
    const snd_pcm_sframes_t ready = snd_pcm_avail_update(io->pcm);
    if (ready < 0) *events = POLLERR;
    else if ((snd_pcm_uframes_t)ready >= card->least)
        *events = io->stream == SND_PCM_STREAM_PLAYBACK ? POLLOUT : POLLIN;
    return 0;
}

static int close_card(snd_pcm_ioplug_t *io) {
    struct card *card = io->private_data;
    close(io->poll_fd);
    if (card->heard >= 0) close(card->heard);
    if (card->started >= 0) close(card->started);
    if (card->taken) {
        const int file = open(card->taken, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (file >= 0) close(file);
    }
    free(card->taken);
    free(card->gone);
    free(card);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start, .stop = stop, .pointer = pointer, .transfer = transfer, .prepare = prepare, .drain = drain,
    .sw_params = take_wake, .poll_revents = events, .close = close_card,
};

static int limit(snd_pcm_ioplug_t *io, unsigned int least) {
    static const unsigned int access[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
    static const unsigned int format[] = {SND_PCM_FORMAT_S16};
    static const unsigned int rates[] = {44100, 48000};
    int result = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, access);
    if (result >= 0) result = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, format);
    if (result >= 0) result = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_RATE, 2, rates);
    if (result >= 0) result = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, 2, 2);
    if (result >= 0) result = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 4 * least, 4 * 8192);
    if (result >= 0) result = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 32);
    return result;
}

SND_PCM_PLUGIN_DEFINE_FUNC(clock) {
    (void)root;
    const char *gone = NULL, *taken = NULL, *heard = NULL;
    long least = 32;
    snd_config_iterator_t place, next;
    snd_config_for_each(place, next, conf) {
        snd_config_t *entry = snd_config_iterator_entry(place);
        const char *id;
        if (snd_config_get_id(entry, &id) < 0) continue;
        if (strcmp(id, "gone") == 0) snd_config_get_string(entry, &gone);
        if (strcmp(id, "taken") == 0) snd_config_get_string(entry, &taken);
        if (strcmp(id, "heard") == 0) snd_config_get_string(entry, &heard);
        if (strcmp(id, "least") == 0) snd_config_get_integer(entry, &least);
    }
    if (gone && access(gone, F_OK) == 0) return -ENOENT;
    if (taken && access(taken, F_OK) == 0) return -EBUSY;
    struct card *card = calloc(1, sizeof *card);
    if (!card) return -ENOMEM;
    card->gone = gone ? strdup(gone) : NULL;
    card->taken = taken ? strdup(taken) : NULL;
    card->heard = card->started = -1;
    char times[4096];
    if (heard && stream == SND_PCM_STREAM_PLAYBACK && snprintf(times, sizeof times, "%s.start", heard) < (int)sizeof times) {
        card->heard = open(heard, O_WRONLY | O_CREAT | O_APPEND, 0600);
        card->started = open(times, O_WRONLY | O_CREAT | O_APPEND, 0600);
    }
    card->io = (snd_pcm_ioplug_t){
        .version = SND_PCM_IOPLUG_VERSION, .name = "A card that is a clock", .callback = &callbacks, .private_data = card,
        .poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK), .poll_events = POLLIN,
    };
    int result = snd_pcm_ioplug_create(&card->io, name, stream, mode);
    if (result < 0) {
        free(card);
        return result;
    }
    result = limit(&card->io, (unsigned int)least);
    if (result < 0) {
        snd_pcm_ioplug_delete(&card->io);
        return result;
    }
    *pcmp = card->io.pcm;
    return 0;
}
SND_PCM_PLUGIN_SYMBOL(clock);
