#define _GNU_SOURCE
#include "CSystemd.h"

#include <errno.h>

#if defined(SORDINO_DBUS) && __has_include(<systemd/sd-bus.h>)
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <systemd/sd-bus.h>

bool sordino_bus_is_built_in(void) { return true; }

// ---- The library ------------------------------------------------------------------------------------------------------

#define FUNCTIONS \
    X(sd_bus_open_user) \
    X(sd_bus_open_system) \
    X(sd_bus_new) \
    X(sd_bus_set_address) \
    X(sd_bus_set_bus_client) \
    X(sd_bus_set_fd) \
    X(sd_bus_negotiate_fds) \
    X(sd_bus_start) \
    X(sd_bus_flush_close_unref) \
    X(sd_bus_is_open) \
    X(sd_bus_get_unique_name) \
    X(sd_bus_request_name) \
    X(sd_bus_release_name) \
    X(sd_bus_process) \
    X(sd_bus_wait) \
    X(sd_bus_flush) \
    X(sd_bus_get_fd) \
    X(sd_bus_get_events) \
    X(sd_bus_get_timeout) \
    X(sd_bus_get_n_queued_write) \
    X(sd_bus_add_object) \
    X(sd_bus_add_fallback) \
    X(sd_bus_add_match) \
    X(sd_bus_slot_unref) \
    X(sd_bus_call) \
    X(sd_bus_call_async) \
    X(sd_bus_error_free) \
    X(sd_bus_message_new_method_call) \
    X(sd_bus_message_new_signal) \
    X(sd_bus_message_new_method_return) \
    X(sd_bus_message_new_method_error) \
    X(sd_bus_message_set_destination) \
    X(sd_bus_message_set_expect_reply) \
    X(sd_bus_send) \
    X(sd_bus_message_ref) \
    X(sd_bus_message_unref) \
    X(sd_bus_message_get_type) \
    X(sd_bus_message_get_sender) \
    X(sd_bus_message_get_path) \
    X(sd_bus_message_get_interface) \
    X(sd_bus_message_get_member) \
    X(sd_bus_message_get_signature) \
    X(sd_bus_message_get_error) \
    X(sd_bus_message_read_basic) \
    X(sd_bus_message_append_basic) \
    X(sd_bus_message_enter_container) \
    X(sd_bus_message_exit_container) \
    X(sd_bus_message_open_container) \
    X(sd_bus_message_close_container) \
    X(sd_bus_message_peek_type) \
    X(sd_bus_message_skip)

#define X(name) static __typeof__(&name) call_##name;
FUNCTIONS
#undef X

static int state;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // Never closed: other parts of the process may hold on to it.
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        state = -ENOENT;
        return;
    }
#define X(name) \
    call_##name = (__typeof__(&name))dlsym(library, #name); \
    if (call_##name == NULL) state = -ENOSYS;
    FUNCTIONS
#undef X
}

static int loaded(void) {
    pthread_once(&once, load);
    return state;
}

#define BUS(bus) ((sd_bus *)(bus))
#define MESSAGE(message) ((sd_bus_message *)(message))

// ---- Connections --------------------------------------------------------------------------------------------------------

int cbus_open_user(cbus **bus) {
    int result = loaded();
    return result < 0 ? result : call_sd_bus_open_user((sd_bus **)bus);
}

int cbus_open_system(cbus **bus) {
    int result = loaded();
    return result < 0 ? result : call_sd_bus_open_system((sd_bus **)bus);
}

int cbus_open_address(cbus **bus, const char *address) {
    sd_bus *made = NULL;
    int result = loaded();
    if (result < 0) return result;
    if ((result = call_sd_bus_new(&made)) < 0) return result;
    if ((result = call_sd_bus_set_address(made, address)) < 0 || (result = call_sd_bus_set_bus_client(made, 1)) < 0 ||
        (result = call_sd_bus_start(made)) < 0) {
        call_sd_bus_flush_close_unref(made);
        return result;
    }
    *bus = (cbus *)made;
    return result;
}

int cbus_open_descriptors(cbus **bus, int input, int output) {
    sd_bus *made = NULL;
    bool is_taken = false;
    int result = loaded();
    if (result >= 0) result = call_sd_bus_new(&made);
    if (result >= 0) result = call_sd_bus_set_fd(made, input, output);
    is_taken = result >= 0;
    if (result >= 0) result = call_sd_bus_set_bus_client(made, 1);
    // No client sends the service descriptors, and a gate that holds messages back could keep them open.
    if (result >= 0) result = call_sd_bus_negotiate_fds(made, 0);
    if (result >= 0) result = call_sd_bus_start(made);
    if (!is_taken) close(input), close(output);
    if (result < 0) {
        if (made != NULL) call_sd_bus_flush_close_unref(made);
        return result;
    }
    *bus = (cbus *)made;
    return result;
}

void cbus_close(cbus *bus) { call_sd_bus_flush_close_unref(BUS(bus)); }
bool cbus_is_open(cbus *bus) { return call_sd_bus_is_open(BUS(bus)) > 0; }
int cbus_unique_name(cbus *bus, const char **name) { return call_sd_bus_get_unique_name(BUS(bus), name); }
int cbus_request_name(cbus *bus, const char *name, uint64_t flags) {
    uint64_t wanted = 0;
    if (flags & 1) wanted |= SD_BUS_NAME_ALLOW_REPLACEMENT;
    if (flags & 2) wanted |= SD_BUS_NAME_REPLACE_EXISTING;
    if (flags & 4) wanted |= SD_BUS_NAME_QUEUE;
    return call_sd_bus_request_name(BUS(bus), name, wanted);
}
int cbus_release_name(cbus *bus, const char *name) { return call_sd_bus_release_name(BUS(bus), name); }
int cbus_process(cbus *bus) { return call_sd_bus_process(BUS(bus), NULL); }
int cbus_wait(cbus *bus, uint64_t microseconds) { return call_sd_bus_wait(BUS(bus), microseconds); }
int cbus_flush(cbus *bus) { return call_sd_bus_flush(BUS(bus)); }
int cbus_descriptor(cbus *bus) { return call_sd_bus_get_fd(BUS(bus)); }
int cbus_events(cbus *bus) { return call_sd_bus_get_events(BUS(bus)); }
int cbus_timeout(cbus *bus, uint64_t *microseconds) { return call_sd_bus_get_timeout(BUS(bus), microseconds); }
int cbus_unwritten_count(cbus *bus, uint64_t *count) { return call_sd_bus_get_n_queued_write(BUS(bus), count); }

// ---- Objects, matches, calls --------------------------------------------------------------------------------------------

// A handler of sd-bus has a third argument, the error to fill in, so each handler of this shim needs a place for
// itself.
struct cbus_slot {
    sd_bus_slot *slot;
    cbus_handler handler;
    void *context;
};

static int hear(sd_bus_message *message, void *data, sd_bus_error *error) {
    cbus_slot *slot = data;
    (void)error;
    return slot->handler((cbus_message *)message, slot->context);
}

static cbus_slot *make_slot(cbus_handler handler, void *context) {
    cbus_slot *made = calloc(1, sizeof *made);
    if (made != NULL) *made = (cbus_slot){NULL, handler, context};
    return made;
}

static int keep(cbus_slot *made, int result, cbus_slot **slot) {
    if (result < 0) {
        free(made);
    } else {
        *slot = made;
    }
    return result;
}

int cbus_add_object(
    cbus *bus, cbus_slot **slot, const char *path, bool includes_children, cbus_handler handler, void *context) {
    cbus_slot *made = make_slot(handler, context);
    if (made == NULL) return -ENOMEM;
    int result = includes_children ? call_sd_bus_add_fallback(BUS(bus), &made->slot, path, hear, made)
                                   : call_sd_bus_add_object(BUS(bus), &made->slot, path, hear, made);
    return keep(made, result, slot);
}

int cbus_add_match(cbus *bus, cbus_slot **slot, const char *rule, cbus_handler handler, void *context) {
    cbus_slot *made = make_slot(handler, context);
    if (made == NULL) return -ENOMEM;
    return keep(made, call_sd_bus_add_match(BUS(bus), &made->slot, rule, hear, made), slot);
}

void cbus_slot_free(cbus_slot *slot) {
    call_sd_bus_slot_unref(slot->slot);
    free(slot);
}

int cbus_call(
    cbus *bus, cbus_message *message, uint64_t microseconds, cbus_message **reply, char *error_name,
    size_t error_name_size, char *error_text, size_t error_text_size) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    int result = call_sd_bus_call(BUS(bus), MESSAGE(message), microseconds, &error, (sd_bus_message **)reply);
    snprintf(error_name, error_name_size, "%s", error.name ? error.name : "");
    snprintf(error_text, error_text_size, "%s", error.message ? error.message : "");
    call_sd_bus_error_free(&error);
    return result;
}

int cbus_call_async(
    cbus *bus, cbus_slot **slot, cbus_message *message, cbus_handler handler, void *context, uint64_t microseconds) {
    cbus_slot *made = make_slot(handler, context);
    if (made == NULL) return -ENOMEM;
    return keep(
        made, call_sd_bus_call_async(BUS(bus), &made->slot, MESSAGE(message), hear, made, microseconds), slot);
}

// Finds the first service or scope in a process's cgroup; below a user's systemd (user@….service) the first one under
// it.
static void read_unit(pid_t process, char *unit, size_t unit_size) {
    char path[64], line[4096], found[256] = "";
    snprintf(path, sizeof path, "/proc/%d/cgroup", (int)process);
    FILE *file = fopen(path, "re");
    if (file == NULL) return;
    while (fgets(line, sizeof line, file) != NULL) {
        // The unified hierarchy, or systemd's own of the old ones.
        if (strncmp(line, "0::", 3) != 0 && strstr(line, ":name=systemd:") == NULL) continue;
        char *rest = strchr(line, '/'), *part;
        bool is_below_manager = false;
        while (rest != NULL && (part = strsep(&rest, "/\n")) != NULL) {
            size_t length = strlen(part);
            bool is_unit = (length > 8 && strcmp(part + length - 8, ".service") == 0) ||
                           (length > 6 && strcmp(part + length - 6, ".scope") == 0);
            if (!is_unit) continue;
            bool is_manager = strncmp(part, "user@", 5) == 0;
            if (found[0] == 0 || is_below_manager) snprintf(found, sizeof found, "%s", part[0] == '_' ? part + 1 : part);
            if (found[0] != 0 && !is_manager && is_below_manager) break;
            is_below_manager = is_manager;
        }
        if (found[0] != 0) break;
    }
    fclose(file);
    snprintf(unit, unit_size, "%s", found);
}

// The kernel's answer, which musl before 1.2.5 does not declare.
struct file_facts {
    uint32_t mask, block_size;
    uint64_t attributes;
    uint32_t links, user, group;
    uint16_t mode, spare;
    uint64_t inode;
    uint64_t sizes_and_times[11];
    uint32_t special_major, special_minor, device_major, device_minor;
    uint64_t rest[14];
};
_Static_assert(sizeof(struct file_facts) == 256 && offsetof(struct file_facts, inode) == 32, "the kernel's layout");
_Static_assert(offsetof(struct file_facts, device_major) == 136, "the kernel's layout");
enum { ASKS_FOR_INODE = 0x100 };

// A mount namespace can put another file at the same path; device and inode number distinguish the two. The numbers
// come from the kernel's cache, so that a file system in user space cannot block the call.
void cbus_executable(int32_t process, char *executable, size_t executable_size, cbus_file *file) {
    char path[64];
    *file = (cbus_file){0, 0};
    snprintf(path, sizeof path, "/proc/%d/exe", (int)process);
    ssize_t length = readlink(path, executable, executable_size - 1);
    executable[length < 0 ? 0 : length] = 0;
    struct file_facts found;
    if (length > 0 && syscall(SYS_statx, AT_FDCWD, path, AT_STATX_DONT_SYNC, ASKS_FOR_INODE, &found) == 0 &&
        (found.mask & ASKS_FOR_INODE))
        *file = (cbus_file){makedev(found.device_major, found.device_minor), found.inode};
}

int cbus_read_credentials(cbus_message *answer, int32_t *process, uint32_t *user) {
    uint32_t number = 0;
    bool is_known[2] = {false, false};
    const char *key = NULL, *signature = NULL;
    int result = call_sd_bus_message_enter_container(MESSAGE(answer), 'a', "{sv}");
    while (result > 0 && (result = cbus_enter_entry(answer, &key, &signature)) > 0) {
        uint32_t *place = strcmp(key, "ProcessID") == 0 ? &number : strcmp(key, "UnixUserID") == 0 ? user : NULL;
        if (place != NULL && strcmp(signature, "u") == 0) {
            result = call_sd_bus_message_read_basic(MESSAGE(answer), 'u', place);
            is_known[place == user] = result > 0;
        } else {
            result = call_sd_bus_message_skip(MESSAGE(answer), signature);
        }
        if (result >= 0) result = cbus_exit_entry(answer);
        if (result >= 0) result = 1;
    }
    if (result < 0) return result;
    *process = (int32_t)number;
    return is_known[0] && is_known[1] ? 0 : -ENODATA;
}

void cbus_unit(int32_t process, char *unit, size_t unit_size) {
    unit[0] = 0;
    read_unit(process, unit, unit_size);
}

// ---- Messages -----------------------------------------------------------------------------------------------------------

int cbus_new_call(
    cbus *bus, cbus_message **message, const char *destination, const char *path, const char *interface,
    const char *member) {
    return call_sd_bus_message_new_method_call(
        BUS(bus), (sd_bus_message **)message, destination, path, interface, member);
}
int cbus_new_signal(
    cbus *bus, cbus_message **message, const char *path, const char *interface, const char *member) {
    return call_sd_bus_message_new_signal(BUS(bus), (sd_bus_message **)message, path, interface, member);
}
int cbus_new_reply(cbus_message *call, cbus_message **message) {
    return call_sd_bus_message_new_method_return(MESSAGE(call), (sd_bus_message **)message);
}
int cbus_new_error(cbus_message *call, cbus_message **message, const char *name, const char *text) {
    sd_bus_error error = SD_BUS_ERROR_MAKE_CONST(name, text);
    return call_sd_bus_message_new_method_error(MESSAGE(call), (sd_bus_message **)message, &error);
}
int cbus_set_destination(cbus_message *message, const char *name) {
    return call_sd_bus_message_set_destination(MESSAGE(message), name);
}
int cbus_expect_no_reply(cbus_message *message) { return call_sd_bus_message_set_expect_reply(MESSAGE(message), 0); }
int cbus_send(cbus *bus, cbus_message *message) { return call_sd_bus_send(BUS(bus), MESSAGE(message), NULL); }
cbus_message *cbus_message_ref(cbus_message *message) {
    return (cbus_message *)call_sd_bus_message_ref(MESSAGE(message));
}
void cbus_message_unref(cbus_message *message) { call_sd_bus_message_unref(MESSAGE(message)); }
int cbus_message_type(cbus_message *message) {
    uint8_t type = 0;
    int result = call_sd_bus_message_get_type(MESSAGE(message), &type);
    return result < 0 ? result : type;
}
const char *cbus_message_sender(cbus_message *message) { return call_sd_bus_message_get_sender(MESSAGE(message)); }
const char *cbus_message_path(cbus_message *message) { return call_sd_bus_message_get_path(MESSAGE(message)); }
const char *cbus_message_interface(cbus_message *message) {
    return call_sd_bus_message_get_interface(MESSAGE(message));
}
const char *cbus_message_member(cbus_message *message) { return call_sd_bus_message_get_member(MESSAGE(message)); }
const char *cbus_message_signature(cbus_message *message) {
    return call_sd_bus_message_get_signature(MESSAGE(message), 1);
}
const char *cbus_message_error_name(cbus_message *message) {
    const sd_bus_error *error = call_sd_bus_message_get_error(MESSAGE(message));
    return error ? error->name : NULL;
}
const char *cbus_message_error_text(cbus_message *message) {
    const sd_bus_error *error = call_sd_bus_message_get_error(MESSAGE(message));
    return error ? error->message : NULL;
}

int cbus_read_basic(cbus_message *message, char type, void *value) {
    return call_sd_bus_message_read_basic(MESSAGE(message), type, value);
}
int cbus_append_basic(cbus_message *message, char type, const void *value) {
    return call_sd_bus_message_append_basic(MESSAGE(message), type, value);
}
int cbus_enter(cbus_message *message, char type, const char *contents) {
    return call_sd_bus_message_enter_container(MESSAGE(message), type, contents);
}
int cbus_exit(cbus_message *message) { return call_sd_bus_message_exit_container(MESSAGE(message)); }
int cbus_open(cbus_message *message, char type, const char *contents) {
    return call_sd_bus_message_open_container(MESSAGE(message), type, contents);
}
int cbus_close_container(cbus_message *message) { return call_sd_bus_message_close_container(MESSAGE(message)); }
int cbus_peek(cbus_message *message, char *type, const char **contents) {
    return call_sd_bus_message_peek_type(MESSAGE(message), type, contents);
}
int cbus_enter_entry(cbus_message *message, const char **name, const char **signature) {
    char type = 0;
    int result = cbus_enter(message, 'e', "sv");
    if (result <= 0) return result;
    if ((result = cbus_read_basic(message, 's', name)) <= 0) return result < 0 ? result : -EBADMSG;
    if ((result = cbus_peek(message, &type, signature)) <= 0) return result < 0 ? result : -EBADMSG;
    result = cbus_enter(message, 'v', *signature);
    return result == 0 ? -EBADMSG : result;
}
int cbus_exit_entry(cbus_message *message) {
    int result = cbus_exit(message);
    return result < 0 ? result : cbus_exit(message);
}
int cbus_append_entry(cbus_message *message, const char *name, char type, const void *value) {
    const char contents[2] = {type, 0};
    int result;
    if ((result = cbus_open(message, 'e', "sv")) < 0) return result;
    if ((result = cbus_append_basic(message, 's', name)) < 0) return result;
    if ((result = cbus_open(message, 'v', contents)) < 0) return result;
    if ((result = cbus_append_basic(message, type, value)) < 0) return result;
    if ((result = cbus_close_container(message)) < 0) return result;
    return cbus_close_container(message);
}
int cbus_skip(cbus_message *message, const char *types) { return call_sd_bus_message_skip(MESSAGE(message), types); }

#endif
