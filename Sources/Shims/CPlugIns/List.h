// The lines of the child process that lists plug-ins.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIST_BYTES ((size_t)64 << 20)
#define LIST_FILES 4096

/// The memory that the child and its parent share.
struct list {
    /// The file at hand; the parent's clock starts anew with each change.
    volatile int32_t present;
    volatile uint32_t beat;
    volatile int32_t is_complete;
    volatile size_t used;
    char text[];
};

/// The files to read.
struct files {
    char *paths[LIST_FILES];
    bool is_bad[LIST_FILES];
    int32_t count;
    /// Memory in the child that collects what a library writes to standard error; -1 for none.
    int complaints;
};

/// Adds a line of fields, which end with NULL; tabs and line ends in them become spaces.
void list_line(struct list *list, ...);
/// Says that a file is being read.
void list_begin(struct list *list, int32_t index);
/// Adds a line about a file that is left out.
void list_problem(struct list *list, const char *path, const char *why);

void list_lv2(struct list *list, struct files *files, const char *uri);
void list_clap(struct list *list, struct files *files);
