#define _GNU_SOURCE
#include "COwnProcess.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef RTLD_DL_LINKMAP
static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

// Whether the executable holds this code or names the library that does; otherwise the library came while the program ran, and
// a new start would run the program's own code.
static bool is_in_program(void) {
    Dl_info info;
    struct link_map *own = NULL;
    if (dladdr1((void *)is_in_program, &info, (void **)&own, RTLD_DL_LINKMAP) == 0 || own == NULL) return true;
    const struct link_map *program = own;
    while (program->l_prev != NULL) program = program->l_prev;
    if (program == own) return true;
    const char *texts = NULL;
    for (const ElfW(Dyn) *entry = program->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_STRTAB) texts = (const char *)entry->d_un.d_ptr;
    for (const ElfW(Dyn) *entry = program->l_ld; entry->d_tag != DT_NULL && texts != NULL; entry++)
        if (entry->d_tag == DT_NEEDED && strcmp(name_of(texts + entry->d_un.d_val), name_of(own->l_name)) == 0)
            return true;
    return false;
}
#else
// Without glibc the list of libraries is not asked for.
static bool is_in_program(void) { return true; }
#endif

static pid_t spawn(char *const arguments[], const int ends[2]) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t process;
    const int error = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error == 0 ? process : -error;
}

pid_t own_process_start(const char *name, const char *mark, const char *argument, int input, int output) {
    // A program may have closed its own descriptors 0 to 2.
    const int ends[2] = {fcntl(input, F_DUPFD_CLOEXEC, 3), fcntl(output, F_DUPFD_CLOEXEC, 3)};
    char *const arguments[] = {(char *)name, (char *)mark, (char *)argument, NULL};
    pid_t process = ends[0] < 0 || ends[1] < 0 ? -errno : -ENOEXEC;
    if (ends[0] >= 0 && ends[1] >= 0 && is_in_program()) process = spawn(arguments, ends);
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
    return process;
}

bool own_process_begin(int argc, char **argv, const char *name, const char *mark, const char **argument) {
    if (argc != (argument == NULL ? 2 : 3) || strcmp(argv[0], name) != 0 || strcmp(argv[1], mark) != 0) return false;
    if (argument != NULL) *argument = argv[2];
    prctl(PR_SET_NAME, name);
    // Handlers of the libraries of the program are for the program.
    const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGALRM};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], SIG_DFL);
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    return true;
}
