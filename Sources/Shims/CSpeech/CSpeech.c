#define _GNU_SOURCE
#include "CSpeech.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
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

static int heard(short *samples, int count, struct espeak_event *events) {
    struct cspeech_event batch[64];
    size_t batched = 0;
    for (; events != NULL && events->type != EVENT_END; events++) {
        if (events->type != EVENT_WORD && events->type != EVENT_SENTENCE) continue;
        const int kind = events->type == EVENT_WORD ? CSPEECH_WORD : CSPEECH_SENTENCE;
        batch[batched++] = (struct cspeech_event){kind, events->position, events->length, events->sample};
        if (batched < 64) continue;
        answer(CSPEECH_EVENTS, batch, sizeof batch);
        batched = 0;
    }
    if (batched > 0) answer(CSPEECH_EVENTS, batch, batched * sizeof *batch);
    while (samples != NULL && count > 0) {
        const int piece = count < 16384 ? count : 16384;
        answer(CSPEECH_SAMPLES, samples, (size_t)piece * sizeof *samples);
        samples += piece;
        count -= piece;
    }
    return 0;
}

static void copy_text(char *to, const char *from, size_t room) {
    if (from != NULL) strncpy(to, from, room - 1);
}

static void list_voices(void) {
    const struct espeak_voice **voices = espeak.ListVoices(NULL);
    for (; voices != NULL && *voices != NULL; voices++) {
        struct cspeech_voice voice = {.gender = (*voices)->gender, .age = (*voices)->age};
        copy_text(voice.identifier, (*voices)->identifier, sizeof voice.identifier);
        copy_text(voice.name, (*voices)->name, sizeof voice.name);
        // The list of languages begins with the first one's priority.
        copy_text(voice.language, (*voices)->languages == NULL ? NULL : (*voices)->languages + 1, sizeof voice.language);
        answer(CSPEECH_VOICE, &voice, sizeof voice);
    }
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

static int speak(const struct cspeech_request *request, const char *voice, const char *text) {
    const int error = espeak.SetVoiceByName(voice);
    if (error != 0) return error;
    espeak.SetParameter(RATE, request->words_per_minute, 0);
    espeak.SetParameter(PITCH, request->pitch, 0);
    espeak.SetParameter(RANGE, request->range, 0);
    const unsigned int flags = UTF8 | (request->flags & CSPEECH_PHONEMES ? PHONEMES : 0) |
                               (request->flags & CSPEECH_END_PAUSE ? END_PAUSE : 0);
    return espeak.Synth(text, request->text_bytes + 1, 0, CHARACTERS, 0, flags, NULL, NULL);
}

static void serve(void) {
    static char text[CSPEECH_TEXT_LIMIT + 1], voice[CSPEECH_VOICE_LIMIT + 1];
    struct cspeech_request request;
    while (alarm(0), take(&request, sizeof request)) {
        if (request.magic != CSPEECH_MAGIC) return;
        if (request.voice_bytes > CSPEECH_VOICE_LIMIT || request.text_bytes > CSPEECH_TEXT_LIMIT) return;
        if (!take(voice, request.voice_bytes) || !take(text, request.text_bytes)) return;
        voice[request.voice_bytes] = text[request.text_bytes] = 0;
        // The library's noise and phases continue from text to text, also when it is initialised again: each text is
        // spoken by a copy of this process, so that the same text is always the same sound.
        const pid_t copy = fork();
        if (copy < 0) return;
        if (copy == 0) {
            alarm(SECONDS_LIMIT);
            int error = 0;
            if (request.flags & CSPEECH_VOICES) {
                list_voices();
            } else {
                error = speak(&request, voice, text);
            }
            answer_number(CSPEECH_END, error);
            _exit(0);
        }
        int status = 0;
        while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {}
        // A copy that crashed or hung has not answered to the end: the program sees that from the end of this process.
        if (status != 0) return;
    }
}

// Runs before the constructors and `main` of a program; returns unless this is the voice's process.
__attribute__((constructor(101))) static void become_voice(int argc, char **argv) {
    if (argc != 3 || strcmp(argv[0], NAME) != 0 || strcmp(argv[1], MARK) != 0) return;
    prctl(PR_SET_NAME, NAME);
    // Handlers of the libraries of the program are for the program.
    const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGALRM};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], SIG_DFL);
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#if !IS_SANITIZED
    const struct rlimit memory = {MEMORY_LIMIT, MEMORY_LIMIT};
    setrlimit(RLIMIT_AS, &memory);
#endif
    alarm(SECONDS_LIMIT);
    const int32_t rate = open_library(argv[2]);
    answer_number(CSPEECH_READY, rate);
    if (rate > 0) serve();
    _exit(0);
}

// MARK: The program's side

// Another program's code would run if this were in a shared library of that program.
static bool is_in_program(void) {
    Dl_info info;
    if (dladdr((void *)is_in_program, &info) == 0) return true;
    const unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
    return ((unsigned long)getauxval(AT_PHDR) & ~(page - 1)) == (unsigned long)info.dli_fbase;
}

pid_t cspeech_start(const char *library, int *socket) {
    if (!is_in_program()) return -ENOEXEC;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
    // Signals that the program blocks, ignores or handles are at their defaults in the voice's process.
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // A group of its own: the terminal's Ctrl-C is the program's.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    char *const arguments[] = {NAME, MARK, (char *)library, NULL};
    pid_t process = -1;
    const int error = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        return -error;
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
