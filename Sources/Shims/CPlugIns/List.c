#define _GNU_SOURCE
#include "List.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "COwnProcess.h"
#include "CPlugIns.h"

// MARK: Lines

void list_line(struct list *list, ...) {
    size_t used = list->used;
    va_list fields;
    va_start(fields, list);
    bool is_first = true;
    for (const char *field; (field = va_arg(fields, const char *)) != NULL; is_first = false) {
        if (!is_first && used < LIST_BYTES) list->text[used++] = '\t';
        for (size_t i = 0; field[i] != 0 && i < 8192 && used < LIST_BYTES; i++)
            list->text[used++] = (unsigned char)field[i] < 0x20 || field[i] == 0x7F ? ' ' : field[i];
    }
    va_end(fields);
    if (used >= LIST_BYTES) {
        list->is_full = 1;
        return;
    }
    list->text[used++] = '\n';
    list->used = used;
}

void list_begin(struct list *list, int32_t index) {
    list->present = index;
    list->beat++;
}

void list_keep(struct list *list) { list->kept = list->used; }

void list_complaint(struct list *list, const char *path, const char *text) { list_line(list, "?", path, text, NULL); }

void list_problem(struct list *list, const char *path, const char *why) { list_line(list, "!", path, why, NULL); }

// MARK: The child

#define LIST_NAME "sordino-plug-ins"
#define LIST_MARK "--list-of-plug-ins-of-this-program"

static _Noreturn void serve(void) {
    const struct files *files = mmap(NULL, sizeof *files, PROT_READ, MAP_PRIVATE, 0, 0);
    struct list *list =
        mmap(NULL, sizeof *list + LIST_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, 1, 0);
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC), complaints = memfd_create("complaints", MFD_CLOEXEC);
    if (files == MAP_FAILED || list == MAP_FAILED || nowhere < 0) _exit(0);
    dup2(nowhere, 0);
    dup2(nowhere, 1);
    dup2(complaints >= 0 ? complaints : nowhere, 2);
    if (files->kind == CPLUGIN_LV2) list_lv2(list, files);
    else list_clap(list, files);
    list->is_complete = 1;
    _exit(0);
}

// Runs before the constructors and `main` of a program; returns unless this is the process that reads files.
__attribute__((constructor(102))) static void become_list(int argc, char **argv) {
    if (!own_process_begin(argc, argv, LIST_NAME, LIST_MARK, NULL)) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    serve();
}

int64_t list_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

enum outcome { ENDED, HUNG, OUT_OF_TIME };

/// Milliseconds of the processor that a process has had; 0 if it is not known.
static int64_t processor_time(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Whether a process would run, but waits for a processor: on a busy machine that is no fault of its own.
static bool waits_for_processor(pid_t process) {
    char path[40], text[256];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count > 0 ? count : 0] = 0;
    // The state stands behind the name, which may have any letters.
    const char *name = strrchr(text, ')');
    return name != NULL && strncmp(name, ") R", 3) == 0;
}

/// Waits for the child, and ends it when its time is over.
static enum outcome wait_for(pid_t child, struct list *list, int32_t second_limit, int64_t end) {
    const int64_t limit = 1000 * (int64_t)second_limit;
    uint32_t beat = list->beat;
    int64_t file_end = list_now() + limit, begin = processor_time(child);
    while (true) {
        const pid_t ended = waitpid(child, NULL, WNOHANG);
        // If there is no such child any more (ECHILD), other code of the program has waited for it.
        if (ended == child || (ended < 0 && errno != EINTR)) return ENDED;
        const int64_t now = list_now();
        if (beat != list->beat) {
            beat = list->beat;
            file_end = now + limit;
            begin = processor_time(child);
        }
        if (now >= file_end && now < end && waits_for_processor(child) && processor_time(child) - begin < limit)
            file_end = now + 100;
        if (now >= file_end || now >= end) {
            kill(child, SIGKILL);
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
            return now >= end ? OUT_OF_TIME : HUNG;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

/// Records what a child that did not complete its work was doing, and where the next one begins; false to end.
static bool blame(struct list *list, struct files *files, enum outcome outcome) {
    const int32_t kind = files->kind;
    const char *why = outcome == ENDED ? "ended the process that read it" : "did not answer in time";
    const int32_t bad = list->present, part = list->part, place = list->place;
    const bool is_file = bad >= 0 && bad < files->count && !files->is_bad[bad];
    if (kind == CPLUGIN_LV2 && part == LIST_LISTS && place >= files->first_place && place < INT32_MAX) {
        files->first_place = place + 1;
        if (!is_file) list_problem(list, "A plug-in of an unknown folder", why);
        else if (!files->is_silent[bad]) list_problem(list, list_path(files, bad), why);
        if (is_file) files->is_silent[bad] = true;
        return true;
    }
    if (kind == CPLUGIN_LV2 && part == LIST_PREPARES && !files->is_trial && !files->is_plain) {
        // First the bundle is looked for; if none does it by itself, vocabularies are done without.
        files->is_plain = files->has_tried;
        files->is_trial = !files->is_plain;
        files->has_tried = true;
        files->first = 0;
        return true;
    }
    if (!is_file) return false;
    files->is_bad[bad] = true;
    files->first = bad + 1;
    files->is_trial = kind == CPLUGIN_LV2;
    list_problem(list, list_path(files, bad), why);
    return true;
}

static void read_all(const int memory[2], struct list *list, struct files *files, int32_t second_limit, int64_t end) {
    const char *name = files->kind == CPLUGIN_LV2 ? "LV2" : "CLAP";
    while (true) {
        const size_t before = list->kept = list->used;
        list->is_complete = 0;
        list->present = -1;
        list->place = 0;
        list->part = LIST_LOADS;
        const pid_t child = own_process_start(LIST_NAME, LIST_MARK, NULL, memory[0], memory[1]);
        const enum outcome outcome = child < 0 ? ENDED : wait_for(child, list, second_limit, end);
        // The child may have written anything.
        const size_t kept = list->kept;
        if (child > 0 && list->is_complete && !files->is_trial) return;
        list->used = kept >= before && kept <= LIST_BYTES ? kept : before;
        if (child > 0 && list->is_complete) {
            files->is_trial = false;
            continue;
        }
        char text[120];
        snprintf(text, sizeof text, "Some %s plug-ins are left out: reading them took too long", name);
        if (outcome == OUT_OF_TIME) return list_line(list, "-", text, NULL);
        const char *why = child < 0 ? "no process can be started to read them" : "the process that reads them ended";
        snprintf(text, sizeof text, "Some %s plug-ins are left out: %s", name, why);
        if (child < 0 || !blame(list, files, outcome)) return list_line(list, "-", text, NULL);
    }
}

/// Memory that a child can be given; NULL if there is none.
static void *share(const char *name, size_t size, int *descriptor) {
    *descriptor = memfd_create(name, MFD_CLOEXEC);
    if (*descriptor < 0 || ftruncate(*descriptor, (off_t)size) != 0) return NULL;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, *descriptor, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

char *cplugins_list(
    int32_t kind, const char *path, const char *uri, int32_t second_limit, int32_t whole_second_limit,
    size_t *byte_count) {
    *byte_count = 0;
    const int64_t end = list_now() + 1000 * (int64_t)whole_second_limit;
    const size_t size = sizeof(struct list) + LIST_BYTES;
    int memory[2] = {-1, -1};
    struct files *files = share("files", sizeof *files, &memory[0]);
    struct list *list = share("list", size, &memory[1]);
    char *text = NULL;
    if (files == NULL || list == NULL) goto end;
    files->kind = kind;
    // Place 0 among the texts means that there is none.
    files->text_used = 1;
    files->uri = uri == NULL ? 0 : list_text(files, uri);
    list_find(list, files, kind, path, end);
    if (files->count > 0) read_all(memory, list, files, second_limit, end);
    const char *more = list->is_full ? "-\tSome plug-ins are left out: the list is longer than 64 MiB\n" : "";
    const size_t used = list->used < LIST_BYTES ? list->used : LIST_BYTES, length = strlen(more);
    text = malloc(used + length + 1);
    if (text != NULL) {
        memcpy(text, list->text, used);
        memcpy(text + used, more, length + 1);
        *byte_count = used + length;
    }
end:
    if (list != NULL) munmap(list, size);
    if (files != NULL) munmap(files, sizeof *files);
    for (int i = 0; i < 2; i++)
        if (memory[i] >= 0) close(memory[i]);
    return text;
}
