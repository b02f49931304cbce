// Ports of the kernel as far as programs name them to read its clocks: the numbers stand for nothing here.
#pragma once

#include "mach_time.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int mach_port_t;
typedef mach_port_t host_t;
typedef mach_port_t task_t;
typedef unsigned int mach_port_name_t;

enum {
    KERN_INVALID_ARGUMENT = 4,
    MACH_PORT_NULL = 0,
};

/// Returns the host's port.
static inline host_t mach_host_self(void) { return 1; }

/// Returns the program's port.
static inline task_t mach_task_self(void) { return 2; }

/// Gives a port back.
static inline kern_return_t mach_port_deallocate(task_t task, mach_port_name_t name) {
    (void)task;
    (void)name;
    return KERN_SUCCESS;
}

#ifdef __cplusplus
}
#endif
