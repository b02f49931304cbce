// sd-bus for Swift: connections, messages, objects without vtable macros and variadics; opened with dlopen at first
// use. Built in when the trait DBus is on and the headers are installed; otherwise no connection can be made.
//
// A connection and its messages belong to one thread at a time. Functions that return int follow sd-bus: 0 or more is
// success, below is a negated errno.

#ifndef SORDINO_CSYSTEMD_H
#define SORDINO_CSYSTEMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

/// Returns whether sd-bus was there when this was compiled. Its headers carry no version of their own. Any thread.
bool sordino_bus_is_built_in(void);

/// A descriptor that wakes a poll loop when 8 bytes are written to it; Swift's Glibc module leaves <sys/eventfd.h> out.
static inline int cbus_new_wake_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// Makes a set of descriptors that a thread sleeps on; they may be changed while it sleeps. Events are those of poll.
/// Any thread.
static inline int cbus_new_sleep(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int cbus_sleep_add(int sleep, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
    return epoll_ctl(sleep, EPOLL_CTL_ADD, descriptor, &event);
}
static inline int cbus_sleep_change(int sleep, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
    return epoll_ctl(sleep, EPOLL_CTL_MOD, descriptor, &event);
}
/// Sleeps until a descriptor is ready, so many milliseconds at most, -1 for ever. Returns 1 if `descriptor` is ready.
static inline int cbus_sleep(int sleep, int descriptor, int milliseconds) {
    struct epoll_event events[2];
    int count = epoll_wait(sleep, events, 2, milliseconds);
    for (int index = 0; index < count; index++)
        if (events[index].data.fd == descriptor) return 1;
    return 0;
}

typedef struct cbus cbus;
/// A reference that keeps an object, match or pending call alive.
typedef struct cbus_slot cbus_slot;
typedef struct cbus_message cbus_message;
/// Identifies a file by its device and inode number.
typedef struct cbus_file {
    uint64_t device, inode;
} cbus_file;

/// Handles a message. Returns 1 if it is handled, 0 to pass it on to other handlers, a negative errno to answer with
/// that error.
typedef int (*cbus_handler)(cbus_message *_Nonnull message, void *_Nullable context);

// ---- Connections ----------------------------------------------------------------------------------------------------

/// The session bus of the user, the system bus, or the bus at an address.
int cbus_open_user(cbus *_Nullable *_Nonnull bus);
int cbus_open_system(cbus *_Nullable *_Nonnull bus);
int cbus_open_address(cbus *_Nullable *_Nonnull bus, const char *_Nonnull address);
/// The bus at the other end of two descriptors, which are the connection's from now on, also when it fails.
int cbus_open_descriptors(cbus *_Nullable *_Nonnull bus, int input, int output);
void cbus_close(cbus *_Nonnull bus);
bool cbus_is_open(cbus *_Nonnull bus);
int cbus_unique_name(cbus *_Nonnull bus, const char *_Nullable *_Nonnull name);
/// Flags: 1 allow replacement, 2 replace, 4 queue.
int cbus_request_name(cbus *_Nonnull bus, const char *_Nonnull name, uint64_t flags);
int cbus_release_name(cbus *_Nonnull bus, const char *_Nonnull name);
/// Deals with one message. Returns 1 if there was one.
int cbus_process(cbus *_Nonnull bus);
/// Waits for something to do; UINT64_MAX microseconds is for ever.
int cbus_wait(cbus *_Nonnull bus, uint64_t microseconds);
int cbus_flush(cbus *_Nonnull bus);
/// For a poll loop of one's own: the socket, the events that poll is to wait for, the absolute monotonic microseconds
/// of the next timeout (UINT64_MAX for none).
int cbus_descriptor(cbus *_Nonnull bus);
int cbus_events(cbus *_Nonnull bus);
int cbus_timeout(cbus *_Nonnull bus, uint64_t *_Nonnull microseconds);
/// Bytes' worth of messages that wait to be written because the socket is full.
int cbus_unwritten_count(cbus *_Nonnull bus, uint64_t *_Nonnull count);

// ---- Objects, matches, calls ------------------------------------------------------------------------------------------

/// Has `handler` called for every method call on `path` (and below it, if `includes_children`).
int cbus_add_object(
    cbus *_Nonnull bus, cbus_slot *_Nullable *_Nonnull slot, const char *_Nonnull path, bool includes_children,
    cbus_handler _Nonnull handler, void *_Nullable context);
/// Has `handler` called for the messages that fit a match rule.
int cbus_add_match(
    cbus *_Nonnull bus, cbus_slot *_Nullable *_Nonnull slot, const char *_Nonnull rule, cbus_handler _Nonnull handler,
    void *_Nullable context);
void cbus_slot_free(cbus_slot *_Nonnull slot);
/// Sends a call and waits for the answer. On an error answer the result is below 0 and `error_name` and `error_text`
/// are filled, cut to their sizes.
int cbus_call(
    cbus *_Nonnull bus, cbus_message *_Nonnull message, uint64_t microseconds, cbus_message *_Nullable *_Nonnull reply,
    char *_Nonnull error_name, size_t error_name_size, char *_Nonnull error_text, size_t error_text_size);
/// Sends a call; `handler` is called with the answer, which may be an error message.
int cbus_call_async(
    cbus *_Nonnull bus, cbus_slot *_Nullable *_Nonnull slot, cbus_message *_Nonnull message,
    cbus_handler _Nonnull handler, void *_Nullable context, uint64_t microseconds);
/// Process and user in the bus's answer to GetConnectionCredentials.
int cbus_read_credentials(cbus_message *_Nonnull answer, int32_t *_Nonnull process, uint32_t *_Nonnull user);
/// The systemd unit (or scope) of a process, cut to its size, empty if not known. Any thread.
void cbus_unit(int32_t process, char *_Nonnull unit, size_t unit_size);

/// Reads path and file number of a process's executable from the kernel, without a request to the file system. Any
/// thread.
void cbus_executable(
    int32_t process, char *_Nonnull executable, size_t executable_size, cbus_file *_Nonnull file);

// ---- Messages ---------------------------------------------------------------------------------------------------------

int cbus_new_call(
    cbus *_Nonnull bus, cbus_message *_Nullable *_Nonnull message, const char *_Nonnull destination,
    const char *_Nonnull path, const char *_Nonnull interface, const char *_Nonnull member);
int cbus_new_signal(
    cbus *_Nonnull bus, cbus_message *_Nullable *_Nonnull message, const char *_Nonnull path,
    const char *_Nonnull interface, const char *_Nonnull member);
int cbus_new_reply(cbus_message *_Nonnull call, cbus_message *_Nullable *_Nonnull message);
int cbus_new_error(
    cbus_message *_Nonnull call, cbus_message *_Nullable *_Nonnull message, const char *_Nonnull name,
    const char *_Nonnull text);
/// Sends to one name only.
int cbus_set_destination(cbus_message *_Nonnull message, const char *_Nonnull name);
int cbus_expect_no_reply(cbus_message *_Nonnull message);
int cbus_send(cbus *_Nonnull bus, cbus_message *_Nonnull message);
cbus_message *_Nullable cbus_message_ref(cbus_message *_Nonnull message);
void cbus_message_unref(cbus_message *_Nonnull message);
/// 1 call, 2 return, 3 error, 4 signal.
int cbus_message_type(cbus_message *_Nonnull message);
const char *_Nullable cbus_message_sender(cbus_message *_Nonnull message);
const char *_Nullable cbus_message_path(cbus_message *_Nonnull message);
const char *_Nullable cbus_message_interface(cbus_message *_Nonnull message);
const char *_Nullable cbus_message_member(cbus_message *_Nonnull message);
const char *_Nullable cbus_message_signature(cbus_message *_Nonnull message);
const char *_Nullable cbus_message_error_name(cbus_message *_Nonnull message);
const char *_Nullable cbus_message_error_text(cbus_message *_Nonnull message);

/// Basic types by D-Bus letter: y b n q i u x t d s o g h. Strings live as long as the message. Reading returns 0 at
/// the end.
int cbus_read_basic(cbus_message *_Nonnull message, char type, void *_Nonnull value);
int cbus_append_basic(cbus_message *_Nonnull message, char type, const void *_Nonnull value);
/// Containers: 'a' array, 'v' variant, 'r' struct, 'e' dictionary entry, with the types of their contents.
int cbus_enter(cbus_message *_Nonnull message, char type, const char *_Nullable contents);
int cbus_exit(cbus_message *_Nonnull message);
int cbus_open(cbus_message *_Nonnull message, char type, const char *_Nonnull contents);
int cbus_close_container(cbus_message *_Nonnull message);
/// Enters the next entry of an `a{sv}` and its variant: the entry's name and the signature of its value, both as long
/// as the message lives. Returns 0 at the end.
int cbus_enter_entry(
    cbus_message *_Nonnull message, const char *_Nullable *_Nonnull name, const char *_Nullable *_Nonnull signature);
int cbus_exit_entry(cbus_message *_Nonnull message);
/// Appends an entry of an `a{sv}` whose value is of a basic type.
int cbus_append_entry(
    cbus_message *_Nonnull message, const char *_Nonnull name, char type, const void *_Nonnull value);
/// The type of the next value, 0 at the end of the container.
int cbus_peek(cbus_message *_Nonnull message, char *_Nonnull type, const char *_Nullable *_Nonnull contents);
int cbus_skip(cbus_message *_Nonnull message, const char *_Nullable types);

#endif
