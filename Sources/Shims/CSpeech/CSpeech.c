#define _GNU_SOURCE
#include "CSpeech.h"
#include "COwnProcess.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAME "sordino-speak"
#define MARK "--voice-of-this-program"
// Seconds without a sample after which the process ends itself, so that a hang does not outlive the program.
#define SECONDS_LIMIT 10
#define MEMORY_LIMIT ((rlim_t)2 << 30)
// Sanitizers reserve more address space than any limit here.
#define IS_SANITIZED 0
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef IS_SANITIZED
#define IS_SANITIZED 1
#endif
#endif

// MARK: The voice's side

// The parts of espeak-ng's interface that are used here, as its documentation states them.
struct espeak_event {
    int type;
    unsigned int identifier;
    int position, length, milliseconds, sample;
    void *user_data;
    union {
        int number;
        const char *name;
        char string[8];
    } id;
};
struct espeak_voice {
    const char *name, *languages, *identifier;
    unsigned char gender, age, variant, unused;
    int score;
    void *spare;
};
enum { EVENT_END = 0, EVENT_WORD = 1, EVENT_SENTENCE = 2 };
enum { SYNCHRONOUS = 2, DOES_NOT_EXIT = 1 << 15, CHARACTERS = 1 };
enum { RATE = 1, PITCH = 3, RANGE = 4 };
enum { UTF8 = 1, PHONEMES = 0x100, END_PAUSE = 0x1000 };

static struct {
    int (*Initialize)(int output, int milliseconds, const char *path, int options);
    void (*SetSynthCallback)(int (*callback)(short *, int, struct espeak_event *));
    int (*Synth)(
        const void *text, size_t size, unsigned int position, int kind, unsigned int end, unsigned int flags,
        unsigned int *identifier, void *user_data);
    int (*SetParameter)(int parameter, int value, int is_relative);
    int (*SetVoiceByName)(const char *name);
    const struct espeak_voice **(*ListVoices)(struct espeak_voice *like);
} espeak;

static bool put(const void *bytes, size_t count) {
    const char *next = bytes;
    // The program may read slowly: only the library's own time counts.
    alarm(0);
    while (count > 0) {
        const ssize_t done = send(1, next, count, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        next += done;
        count -= (size_t)done;
    }
    alarm(SECONDS_LIMIT);
    return true;
}

static bool take(void *bytes, size_t count) {
    char *next = bytes;
    while (count > 0) {
        const ssize_t done = read(0, next, count);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        next += done;
        count -= (size_t)done;
    }
    return true;
}

static void answer(uint32_t kind, const void *bytes, size_t count) {
    const struct cspeech_head head = {kind, (uint32_t)count};
    if (!put(&head, sizeof head) || !put(bytes, count)) _exit(0);
}

static void answer_number(uint32_t kind, int32_t number) { answer(kind, &number, sizeof number); }

// Samples and events that were not sent yet: few large answers cost less than many small ones.
static struct {
    int16_t samples[CSPEECH_ANSWER_LIMIT / sizeof(int16_t)];
    struct cspeech_event events[256];
    size_t sample_count, event_count;
} unsent;

static void send_events(void) {
    if (unsent.event_count > 0) answer(CSPEECH_EVENTS, unsent.events, unsent.event_count * sizeof *unsent.events);
    unsent.event_count = 0;
}

static void send_samples(void) {
    if (unsent.sample_count > 0) answer(CSPEECH_SAMPLES, unsent.samples, unsent.sample_count * sizeof *unsent.samples);
    unsent.sample_count = 0;
}

static int heard(short *samples, int count, struct espeak_event *events) {
    for (; events != NULL && events->type != EVENT_END; events++) {
        if (events->type != EVENT_WORD && events->type != EVENT_SENTENCE) continue;
        const int kind = events->type == EVENT_WORD ? CSPEECH_WORD : CSPEECH_SENTENCE;
        unsent.events[unsent.event_count++] =
            (struct cspeech_event){kind, events->position, events->length, events->sample};
        if (unsent.event_count == sizeof unsent.events / sizeof *unsent.events) send_events();
    }
    // Only the library's time without a sample counts.
    if (samples != NULL && count > 0) alarm(SECONDS_LIMIT);
    while (samples != NULL && count > 0) {
        const size_t room = sizeof unsent.samples / sizeof *unsent.samples - unsent.sample_count;
        const size_t piece = (size_t)count < room ? (size_t)count : room;
        memcpy(unsent.samples + unsent.sample_count, samples, piece * sizeof *samples);
        unsent.sample_count += piece;
        samples += piece;
        count -= (int)piece;
        if (piece == room) send_samples();
    }
    return 0;
}

static void copy_text(char *to, const char *from, size_t room) {
    if (from != NULL) strncpy(to, from, room - 1);
}

static void list_voices(void) {
    static struct cspeech_voice batch[CSPEECH_ANSWER_LIMIT / sizeof(struct cspeech_voice)];
    size_t batched = 0;
    const struct espeak_voice **voices = espeak.ListVoices(NULL);
    for (; voices != NULL && *voices != NULL; voices++) {
        struct cspeech_voice voice = {.gender = (*voices)->gender, .age = (*voices)->age};
        copy_text(voice.identifier, (*voices)->identifier, sizeof voice.identifier);
        copy_text(voice.name, (*voices)->name, sizeof voice.name);
        // The list of languages begins with the first one's priority.
        copy_text(voice.language, (*voices)->languages == NULL ? NULL : (*voices)->languages + 1, sizeof voice.language);
        batch[batched++] = voice;
        if (batched < sizeof batch / sizeof *batch) continue;
        answer(CSPEECH_VOICE, batch, sizeof batch);
        batched = 0;
    }
    if (batched > 0) answer(CSPEECH_VOICE, batch, batched * sizeof *batch);
    answer_number(CSPEECH_END, 0);
}

static int32_t open_library(const char *library) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return CSPEECH_NO_LIBRARY;
    bool is_complete = true;
#define X(name) is_complete = (*(void **)&espeak.name = dlsym(handle, "espeak_" #name)) != NULL && is_complete;
    X(Initialize)
    X(SetSynthCallback)
    X(Synth)
    X(SetParameter)
    X(SetVoiceByName)
    X(ListVoices)
#undef X
    if (!is_complete) return CSPEECH_NO_LIBRARY;
    const int rate = espeak.Initialize(SYNCHRONOUS, 0, NULL, DOES_NOT_EXIT);
    if (rate <= 0) return CSPEECH_NO_DATA;
    espeak.SetSynthCallback(heard);
    return rate;
}

// A request that was read, in memory that the copies of this process share with it.
static struct {
    struct cspeech_request request;
    char voice[CSPEECH_VOICE_LIMIT + 1], text[CSPEECH_TEXT_LIMIT + 1];
} *order;

// Reads the next request; false at the end, and if it is none.
static bool take_order(void) {
    alarm(0);
    struct cspeech_request *request = &order->request;
    if (!take(request, sizeof *request) || request->magic != CSPEECH_MAGIC) return false;
    if (request->voice_bytes > CSPEECH_VOICE_LIMIT || request->text_bytes > CSPEECH_TEXT_LIMIT) return false;
    if (!take(order->voice, request->voice_bytes) || !take(order->text, request->text_bytes)) return false;
    order->voice[request->voice_bytes] = order->text[request->text_bytes] = 0;
    return true;
}

// Runs a function in a copy of this process, and returns the status with which the copy exits; -1 for another end.
static int in_a_copy(void (*work)(void)) {
    const pid_t copy = fork();
    if (copy < 0) return -1;
    if (copy == 0) {
        // A copy ends with the process that waits for it.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(SECONDS_LIMIT);
        work();
        _exit(0);
    }
    int status = 0;
    while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void speak(void) {
    const struct cspeech_request *request = &order->request;
    espeak.SetParameter(RATE, request->words_per_minute, 0);
    espeak.SetParameter(PITCH, request->pitch, 0);
    espeak.SetParameter(RANGE, request->range, 0);
    const unsigned int flags = UTF8 | (request->flags & CSPEECH_PHONEMES ? PHONEMES : 0) |
                               (request->flags & CSPEECH_END_PAUSE ? END_PAUSE : 0);
    const int error = espeak.Synth(order->text, request->text_bytes + 1, 0, CHARACTERS, 0, flags, NULL, NULL);
    send_events();
    send_samples();
    answer_number(CSPEECH_END, error);
}

enum { ANOTHER_VOICE = 1, FAILED = 2 };

// Loads the voice of the request once, and speaks with it until there are no requests, or one for something else.
//
// The library's noise and phases continue from text to text, also when it is initialised again: each text is spoken by a copy
// of the process in which the voice was just loaded, so that the same text is always the same sound.
static void hold_voice(void) {
    char voice[sizeof order->voice];
    memcpy(voice, order->voice, sizeof voice);
    const int error = espeak.SetVoiceByName(voice);
    do {
        if (error != 0 || order->request.text_bytes == 0) {
            answer_number(CSPEECH_END, error);
        } else if (in_a_copy(speak) != 0) {
            _exit(FAILED);
        }
        if (!take_order()) _exit(0);
    } while (!(order->request.flags & CSPEECH_VOICES) && strcmp(voice, order->voice) == 0);
    _exit(ANOTHER_VOICE);
}

// This process itself never loads a voice: traces of one would be heard in the next.
static void serve(void) {
    order = mmap(NULL, sizeof *order, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (order == MAP_FAILED) return;
    bool is_ordered = take_order();
    while (is_ordered) {
        // A copy that crashed or hung has not answered to the end: the program sees that from the end of this process.
        if (order->request.flags & CSPEECH_VOICES) {
            is_ordered = in_a_copy(list_voices) == 0 && take_order();
        } else {
            is_ordered = in_a_copy(hold_voice) == ANOTHER_VOICE;
        }
    }
}

// Runs before the constructors and `main` of a program; returns unless this is the voice's process.
__attribute__((constructor(101))) static void become_voice(int argc, char **argv) {
    const char *library;
    if (!own_process_begin(argc, argv, NAME, MARK, &library)) return;
#if !IS_SANITIZED
    const struct rlimit memory = {MEMORY_LIMIT, MEMORY_LIMIT};
    setrlimit(RLIMIT_AS, &memory);
#endif
    alarm(SECONDS_LIMIT);
    const int32_t rate = open_library(library);
    answer_number(CSPEECH_READY, rate);
    if (rate > 0) serve();
    _exit(0);
}

// MARK: The program's side

pid_t cspeech_start(const char *library, int *socket) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
    const pid_t process = own_process_start(NAME, MARK, library, ends[1], ends[1]);
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return process;
    }
    *socket = ends[0];
    return process;
}

void cspeech_end(pid_t process, int socket) {
    close(socket);
    // With the copy that speaks, if there is one.
    kill(-process, SIGKILL);
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}
