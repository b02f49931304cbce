#ifndef CSPEECH_H
#define CSPEECH_H

#include <stdint.h>
#include <sys/types.h>

// The voice: libespeak-ng in a process of its own. A library that crashes or hangs on a text ends that process only.
//
// The process is the program's own executable, started again under the name "sordino-speak": a constructor takes over
// before `main`. So it is there wherever the program is, also for programs that build the package themselves and install
// nothing. The two sides talk over one socket, in the structures below; a program reads them as a stranger's bytes.

#define CSPEECH_MAGIC 0x53706b31u

// Requests, and what they ask for. One without a text loads the voice, which makes the next one faster.
enum {
    CSPEECH_PHONEMES = 1,  // The text has phonemes of espeak-ng in [[ ]].
    CSPEECH_END_PAUSE = 2, // A pause follows the last sentence.
    CSPEECH_VOICES = 4,    // The list of voices instead of speech.
};
struct cspeech_request {
    uint32_t magic;
    uint32_t flags;
    int32_t words_per_minute;
    int32_t pitch;
    int32_t range;
    uint32_t voice_bytes;
    uint32_t text_bytes;
};
#define CSPEECH_VOICE_LIMIT 128
#define CSPEECH_TEXT_LIMIT 16384

// Answers: a head, then so many bytes.
enum {
    CSPEECH_READY = 1,   // int32_t: frames a second, or a negative number: why not; once, at the beginning.
    CSPEECH_SAMPLES = 2, // int16_t, mono.
    CSPEECH_EVENTS = 3,  // struct cspeech_event.
    CSPEECH_VOICE = 4,   // struct cspeech_voice, one or more.
    CSPEECH_END = 5,     // int32_t: 0, or the library's error.
};
struct cspeech_head {
    uint32_t kind;
    uint32_t byte_count;
};
#define CSPEECH_ANSWER_LIMIT 65536

enum { CSPEECH_NO_LIBRARY = -1, CSPEECH_NO_DATA = -2 };

enum { CSPEECH_WORD = 1, CSPEECH_SENTENCE = 2 };
struct cspeech_event {
    int32_t kind;
    int32_t position; // The first character, counted in Unicode scalars from 1.
    int32_t length;
    int32_t sample;
};
struct cspeech_voice {
    char identifier[64];
    char name[64];
    char language[32]; // The first of its languages.
    int32_t gender;    // 0 none, 1 male, 2 female.
    int32_t age;
};

// Starts the process.
//
// - library: The file to open; a name without a path is searched for.
// - socket: Receives this side's end, which closes on exec.
// - Returns: The process, or a negative errno; -ENOEXEC if the program opened this code while it ran.
pid_t cspeech_start(const char *library, int *socket);

// Ends a process that was started, and waits for it.
void cspeech_end(pid_t process, int socket);

#endif
