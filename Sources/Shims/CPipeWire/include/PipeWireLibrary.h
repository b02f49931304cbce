// PipeWire's functions, from the library that is opened at the first use. A program is so built and started where the
// library is absent, as with libsystemd and libavcodec. For C files that include PipeWire's headers first.

#if defined(PW_KEY_PROTOCOL) && !defined(SORDINO_PIPEWIRE_LIBRARY_H)
#define SORDINO_PIPEWIRE_LIBRARY_H

#include <stdbool.h>

#define CPW_FUNCTIONS \
    X(pw_init) \
    X(pw_context_connect) \
    X(pw_context_destroy) \
    X(pw_context_get_data_loop) \
    X(pw_context_new) \
    X(pw_core_disconnect) \
    X(pw_core_export) \
    X(pw_core_get_client) \
    X(pw_data_loop_get_loop) \
    X(pw_data_loop_invoke) \
    X(pw_filter_add_listener) \
    X(pw_filter_add_port) \
    X(pw_filter_connect) \
    X(pw_filter_destroy) \
    X(pw_filter_dequeue_buffer) \
    X(pw_filter_get_dsp_buffer) \
    X(pw_filter_get_node_id) \
    X(pw_filter_get_state) \
    X(pw_filter_remove_port) \
    X(pw_filter_queue_buffer) \
    X(pw_filter_new) \
    X(pw_filter_set_active) \
    X(pw_filter_update_properties) \
    X(pw_get_library_version) \
    X(pw_properties_free) \
    X(pw_properties_new) \
    X(pw_properties_new_string) \
    X(pw_properties_set) \
    X(pw_properties_setf) \
    X(pw_proxy_add_listener) \
    X(pw_proxy_add_object_listener) \
    X(pw_proxy_destroy) \
    X(pw_proxy_get_bound_id) \
    X(pw_thread_loop_destroy) \
    X(pw_thread_loop_get_loop) \
    X(pw_thread_loop_in_thread) \
    X(pw_thread_loop_lock) \
    X(pw_thread_loop_new) \
    X(pw_thread_loop_start) \
    X(pw_thread_loop_stop) \
    X(pw_thread_loop_unlock)

#define X(name) __typeof__(&name) name;
/// The functions; filled by `cpw_library_open`, never changed after it.
struct cpw_library {
    CPW_FUNCTIONS
};
#undef X

extern struct cpw_library cpw_library;

/// Opens the library and begins to use it, once for the process. Any thread.
///
/// Returns false, with errno ENOENT, where there is no such library, and ENOSYS where it lacks a function.
bool cpw_library_open(void);

#ifndef CPW_LIBRARY_ITSELF
#define pw_context_connect cpw_library.pw_context_connect
#define pw_context_destroy cpw_library.pw_context_destroy
#define pw_context_get_data_loop cpw_library.pw_context_get_data_loop
#define pw_context_new cpw_library.pw_context_new
#define pw_core_disconnect cpw_library.pw_core_disconnect
#define pw_core_export cpw_library.pw_core_export
#define pw_core_get_client cpw_library.pw_core_get_client
#define pw_data_loop_get_loop cpw_library.pw_data_loop_get_loop
#define pw_data_loop_invoke cpw_library.pw_data_loop_invoke
#define pw_filter_add_listener cpw_library.pw_filter_add_listener
#define pw_filter_add_port cpw_library.pw_filter_add_port
#define pw_filter_connect cpw_library.pw_filter_connect
#define pw_filter_destroy cpw_library.pw_filter_destroy
#define pw_filter_dequeue_buffer cpw_library.pw_filter_dequeue_buffer
#define pw_filter_get_dsp_buffer cpw_library.pw_filter_get_dsp_buffer
#define pw_filter_queue_buffer cpw_library.pw_filter_queue_buffer
#define pw_filter_get_node_id cpw_library.pw_filter_get_node_id
#define pw_filter_get_state cpw_library.pw_filter_get_state
#define pw_filter_remove_port cpw_library.pw_filter_remove_port
#define pw_filter_new cpw_library.pw_filter_new
#define pw_filter_set_active cpw_library.pw_filter_set_active
#define pw_filter_update_properties cpw_library.pw_filter_update_properties
#define pw_get_library_version cpw_library.pw_get_library_version
#define pw_properties_free cpw_library.pw_properties_free
#define pw_properties_new cpw_library.pw_properties_new
#define pw_properties_new_string cpw_library.pw_properties_new_string
#define pw_properties_set cpw_library.pw_properties_set
#define pw_properties_setf cpw_library.pw_properties_setf
#define pw_proxy_add_listener cpw_library.pw_proxy_add_listener
#define pw_proxy_add_object_listener cpw_library.pw_proxy_add_object_listener
#define pw_proxy_destroy cpw_library.pw_proxy_destroy
#define pw_proxy_get_bound_id cpw_library.pw_proxy_get_bound_id
#define pw_thread_loop_destroy cpw_library.pw_thread_loop_destroy
#define pw_thread_loop_get_loop cpw_library.pw_thread_loop_get_loop
#define pw_thread_loop_in_thread cpw_library.pw_thread_loop_in_thread
#define pw_thread_loop_lock cpw_library.pw_thread_loop_lock
#define pw_thread_loop_new cpw_library.pw_thread_loop_new
#define pw_thread_loop_start cpw_library.pw_thread_loop_start
#define pw_thread_loop_stop cpw_library.pw_thread_loop_stop
#define pw_thread_loop_unlock cpw_library.pw_thread_loop_unlock
#endif

#endif
