#define _GNU_SOURCE
#include "List.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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
    if (used >= LIST_BYTES) return;
    list->text[used++] = '\n';
    list->used = used;
}

void list_begin(struct list *list, int32_t index) {
    list->present = index;
    list->beat++;
}

void list_problem(struct list *list, const char *path, const char *why) { list_line(list, "!", path, why, NULL); }

// MARK: Files

static bool ends_with(const char *name, const char *end) {
    const size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

static void add(struct files *files, const char *folder, const char *name) {
    char *path = NULL;
    if (files->count == LIST_FILES || asprintf(&path, "%s/%s", folder, name) < 0) return;
    files->paths[files->count++] = path;
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void find(struct files *files, int32_t kind, const char *folder, int depth) {
    DIR *handle = opendir(folder);
    if (handle == NULL) return;
    const int32_t first = files->count;
    for (struct dirent *entry; (entry = readdir(handle)) != NULL;) {
        const char *name = entry->d_name;
        if (name[0] == '.') continue;
        struct stat status;
        if (fstatat(dirfd(handle), name, &status, 0) != 0) continue;
        const bool is_folder = S_ISDIR(status.st_mode);
        if (kind == CPLUGIN_LV2 && is_folder) {
            struct stat manifest;
            char path[4096];
            if (snprintf(path, sizeof path, "%s/%s/manifest.ttl", folder, name) < (int)sizeof path &&
                stat(path, &manifest) == 0 && S_ISREG(manifest.st_mode))
                add(files, folder, name);
        }
        if (kind == CPLUGIN_CLAP && S_ISREG(status.st_mode) && ends_with(name, ".clap")) add(files, folder, name);
        if (kind == CPLUGIN_CLAP && is_folder && depth < 4) {
            char path[4096];
            if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path)
                find(files, kind, path, depth + 1);
        }
    }
    closedir(handle);
    if (depth == 0) qsort(files->paths + first, (size_t)(files->count - first), sizeof(char *), compare);
}

static void find_all(struct files *files, int32_t kind, const char *path) {
    char *folders = strdup(path), *rest = folders;
    for (char *folder; folders != NULL && (folder = strsep(&rest, ":")) != NULL;)
        if (folder[0] == '/') find(files, kind, folder, 0);
    free(folders);
}

// MARK: The child

static void read_apart(struct list *list, struct files *files, int32_t kind, const char *uri) {
    const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGTERM, SIGALRM};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], SIG_DFL);
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    files->complaints = memfd_create("complaints", MFD_CLOEXEC);
    if (nowhere >= 0) {
        dup2(nowhere, 0);
        dup2(nowhere, 1);
        dup2(files->complaints >= 0 ? files->complaints : nowhere, 2);
    }
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    if (kind == CPLUGIN_LV2) list_lv2(list, files, uri);
    else list_clap(list, files);
    list->is_complete = 1;
    _exit(0);
}

/// Waits for the child; false if it did not end in time.
static bool wait_for(pid_t child, struct list *list, int32_t second_limit) {
    uint32_t beat = list->beat;
    for (int tick = 0;; tick++) {
        const pid_t ended = waitpid(child, NULL, WNOHANG);
        // If there is no such child any more (ECHILD), other code of the program has waited for it.
        if (ended == child || (ended < 0 && errno != EINTR)) return true;
        if (beat != list->beat) {
            beat = list->beat;
            tick = 0;
        }
        if (tick >= 1000 * second_limit) {
            kill(child, SIGKILL);
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

char *cplugins_list(int32_t kind, const char *path, const char *uri, int32_t second_limit, size_t *byte_count) {
    *byte_count = 0;
    struct files *files = calloc(1, sizeof *files);
    const size_t size = sizeof(struct list) + LIST_BYTES;
    struct list *list = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *text = NULL, *problems = strdup("");
    if (files == NULL || list == MAP_FAILED || problems == NULL) goto end;
    find_all(files, kind, path);
    for (int32_t attempt = 0; attempt < 64 && files->count > 0; attempt++) {
        list->used = 0;
        list->is_complete = 0;
        list->present = -1;
        const pid_t child = fork();
        if (child < 0) break;
        if (child == 0) read_apart(list, files, kind, uri);
        const bool has_ended = wait_for(child, list, second_limit);
        if (list->is_complete) break;
        // The child may have written anything.
        const int32_t bad = list->present;
        list->used = 0;
        if (bad < 0 || bad >= files->count || files->is_bad[bad]) break;
        files->is_bad[bad] = true;
        char *more = NULL;
        const char *why = has_ended ? "ended the process that read it" : "did not answer in time";
        if (asprintf(&more, "%s!\t%s\t%s\n", problems, files->paths[bad], why) >= 0) {
            free(problems);
            problems = more;
        }
    }
    const size_t used = list->used < LIST_BYTES ? list->used : LIST_BYTES, before = strlen(problems);
    text = malloc(before + used + 1);
    if (text != NULL) {
        memcpy(text, problems, before);
        memcpy(text + before, list->text, used);
        text[before + used] = 0;
        *byte_count = before + used;
    }
end:
    if (list != MAP_FAILED) munmap(list, size);
    for (int32_t i = 0; files != NULL && i < files->count; i++) free(files->paths[i]);
    free(files);
    free(problems);
    return text;
}
