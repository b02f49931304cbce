#include "CSystemd.h"

// Without sd-bus there is no connection, so none of the functions that need one is ever reached.
#if !(defined(SORDINO_DBUS) && __has_include(<systemd/sd-bus.h>))
#include <errno.h>

bool sordino_bus_is_built_in(void) { return false; }

int cbus_open_user(cbus ** bus) {
    return (void)bus, -ENOTSUP;
}
int cbus_open_descriptors(cbus ** bus, int input, int output) {
    return (void)bus, (void)input, (void)output, -ENOTSUP;
}
int cbus_open_system(cbus ** bus) {
    return (void)bus, -ENOTSUP;
}
int cbus_open_address(cbus ** bus, const char * address) {
    return (void)bus, (void)address, -ENOTSUP;
}
void cbus_close(cbus * bus) {
    (void)bus;
}
bool cbus_is_open(cbus * bus) {
    return (void)bus, false;
}
int cbus_unique_name(cbus * bus, const char ** name) {
    return (void)bus, (void)name, -ENOTSUP;
}
int cbus_request_name(cbus * bus, const char * name, uint64_t flags) {
    return (void)bus, (void)name, (void)flags, -ENOTSUP;
}
int cbus_release_name(cbus * bus, const char * name) {
    return (void)bus, (void)name, -ENOTSUP;
}
int cbus_process(cbus * bus) {
    return (void)bus, -ENOTSUP;
}
int cbus_wait(cbus * bus, uint64_t microseconds) {
    return (void)bus, (void)microseconds, -ENOTSUP;
}
int cbus_flush(cbus * bus) {
    return (void)bus, -ENOTSUP;
}
int cbus_descriptor(cbus * bus) {
    return (void)bus, -ENOTSUP;
}
int cbus_events(cbus * bus) {
    return (void)bus, -ENOTSUP;
}
int cbus_timeout(cbus * bus, uint64_t * microseconds) {
    return (void)bus, (void)microseconds, -ENOTSUP;
}
int cbus_unwritten_count(cbus * bus, uint64_t * count) {
    return (void)bus, (void)count, -ENOTSUP;
}
int cbus_add_object( cbus * bus, cbus_slot ** slot, const char * path, bool includes_children, cbus_handler handler, void * context) {
    return (void)bus, (void)slot, (void)path, (void)includes_children, (void)handler, (void)context, -ENOTSUP;
}
int cbus_add_match( cbus * bus, cbus_slot ** slot, const char * rule, cbus_handler handler, void * context) {
    return (void)bus, (void)slot, (void)rule, (void)handler, (void)context, -ENOTSUP;
}
void cbus_slot_free(cbus_slot * slot) {
    (void)slot;
}
int cbus_call( cbus * bus, cbus_message * message, uint64_t microseconds, cbus_message ** reply, char * error_name, size_t error_name_size, char * error_text, size_t error_text_size) {
    return (void)bus, (void)message, (void)microseconds, (void)reply, (void)error_name, (void)error_name_size, (void)error_text, (void)error_text_size, -ENOTSUP;
}
int cbus_call_async( cbus * bus, cbus_slot ** slot, cbus_message * message, cbus_handler handler, void * context, uint64_t microseconds) {
    return (void)bus, (void)slot, (void)message, (void)handler, (void)context, (void)microseconds, -ENOTSUP;
}
int cbus_read_credentials(cbus_message * answer, int32_t * process, uint32_t * user) {
    return (void)answer, (void)process, (void)user, -ENOTSUP;
}
void cbus_unit(int32_t process, char * unit, size_t unit_size) {
    (void)process, (void)unit, (void)unit_size;
}
int cbus_new_call( cbus * bus, cbus_message ** message, const char * destination, const char * path, const char * interface, const char * member) {
    return (void)bus, (void)message, (void)destination, (void)path, (void)interface, (void)member, -ENOTSUP;
}
int cbus_new_signal( cbus * bus, cbus_message ** message, const char * path, const char * interface, const char * member) {
    return (void)bus, (void)message, (void)path, (void)interface, (void)member, -ENOTSUP;
}
int cbus_new_reply(cbus_message * call, cbus_message ** message) {
    return (void)call, (void)message, -ENOTSUP;
}
int cbus_new_error( cbus_message * call, cbus_message ** message, const char * name, const char * text) {
    return (void)call, (void)message, (void)name, (void)text, -ENOTSUP;
}
int cbus_set_destination(cbus_message * message, const char * name) {
    return (void)message, (void)name, -ENOTSUP;
}
int cbus_expect_no_reply(cbus_message * message) {
    return (void)message, -ENOTSUP;
}
int cbus_send(cbus * bus, cbus_message * message) {
    return (void)bus, (void)message, -ENOTSUP;
}
cbus_message * cbus_message_ref(cbus_message * message) {
    return (void)message, NULL;
}
void cbus_message_unref(cbus_message * message) {
    (void)message;
}
int cbus_message_type(cbus_message * message) {
    return (void)message, -ENOTSUP;
}
const char * cbus_message_sender(cbus_message * message) {
    return (void)message, NULL;
}
const char * cbus_message_path(cbus_message * message) {
    return (void)message, NULL;
}
const char * cbus_message_interface(cbus_message * message) {
    return (void)message, NULL;
}
const char * cbus_message_member(cbus_message * message) {
    return (void)message, NULL;
}
const char * cbus_message_signature(cbus_message * message) {
    return (void)message, NULL;
}
const char * cbus_message_error_name(cbus_message * message) {
    return (void)message, NULL;
}
const char * cbus_message_error_text(cbus_message * message) {
    return (void)message, NULL;
}
int cbus_read_basic(cbus_message * message, char type, void * value) {
    return (void)message, (void)type, (void)value, -ENOTSUP;
}
int cbus_append_basic(cbus_message * message, char type, const void * value) {
    return (void)message, (void)type, (void)value, -ENOTSUP;
}
int cbus_enter(cbus_message * message, char type, const char * contents) {
    return (void)message, (void)type, (void)contents, -ENOTSUP;
}
int cbus_exit(cbus_message * message) {
    return (void)message, -ENOTSUP;
}
int cbus_open(cbus_message * message, char type, const char * contents) {
    return (void)message, (void)type, (void)contents, -ENOTSUP;
}
int cbus_close_container(cbus_message * message) {
    return (void)message, -ENOTSUP;
}
int cbus_peek(cbus_message * message, char * type, const char ** contents) {
    return (void)message, (void)type, (void)contents, -ENOTSUP;
}
int cbus_enter_entry(cbus_message * message, const char ** name, const char ** signature) {
    return (void)message, (void)name, (void)signature, -ENOTSUP;
}
int cbus_exit_entry(cbus_message * message) {
    return (void)message, -ENOTSUP;
}
int cbus_append_entry(cbus_message * message, const char * name, char type, const void * value) {
    return (void)message, (void)name, (void)type, (void)value, -ENOTSUP;
}
int cbus_skip(cbus_message * message, const char * types) {
    return (void)message, (void)types, -ENOTSUP;
}
void cbus_executable(int32_t process, char * executable, size_t executable_size, cbus_file * file) {
    (void)process, (void)executable_size, executable[0] = 0, *file = (cbus_file){0, 0};
}
#endif
