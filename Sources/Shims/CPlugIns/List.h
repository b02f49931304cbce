// The lines of the child process that lists plug-ins.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define LIST_BYTES ((size_t)64 << 20)
#define LIST_FILES 4096
#define LIST_FOLDERS 16384
#define LIST_DEPTH 16
#define LIST_PATH_BYTES ((size_t)16 << 20)

/// The parts of a child's work.
enum { LIST_LOADS, LIST_PREPARES, LIST_LISTS };

/// The memory that the child and its parent share.
struct list {
    /// The file at hand; -1 for none. The parent's clock starts anew with each change.
    volatile int32_t present;
    volatile uint32_t beat;
    volatile int32_t part;
    /// The place among the plug-ins of all bundles.
    volatile int32_t place;
    volatile int32_t is_complete;
    volatile int32_t is_full;
    volatile size_t used;
    /// The bytes that stay when the child ends by itself.
    volatile size_t kept;
    char text[];
};

/// The numbers of a file or folder, which are the same for all paths to it.
struct identity {
    dev_t device;
    ino_t number;
};

/// The files to read. A child has a copy of its own.
struct files {
    /// Where each path begins among the bytes of all paths.
    uint32_t paths[LIST_FILES];
    struct identity identities[LIST_FILES];
    /// Files that are not read again, and bundles that are read but not listed.
    bool is_bad[LIST_FILES], is_silent[LIST_FILES];
    int32_t count, surplus_count;
    struct identity folders[LIST_FOLDERS];
    int32_t folder_count;
    /// Where a child begins: the file, or the place among the plug-ins of all bundles.
    int32_t first, first_place;
    /// Whether a child reads each bundle by itself, to find bad ones.
    bool is_trial, has_tried;
    /// Whether the vocabularies of bundles are not read.
    bool is_plain;
    int32_t kind;
    /// Where the plug-in whose presets are asked for is named, among the bytes of all paths; 0 for none.
    uint32_t uri;
    uint32_t text_used;
    char texts[LIST_PATH_BYTES];
};

static inline const char *list_path(const struct files *files, int32_t index) {
    return files->texts + files->paths[index];
}

/// Keeps a copy of a text; 0 if there is no room for it.
uint32_t list_text(struct files *files, const char *text);

/// Adds a line of fields, which end with NULL; tabs and line ends in them become spaces.
void list_line(struct list *list, ...);
/// Says that a file is being read.
void list_begin(struct list *list, int32_t index);
/// Keeps the lines so far, even if the process ends by itself.
void list_keep(struct list *list);
/// Adds a line about what a library said while it read a file.
void list_complaint(struct list *list, const char *path, const char *text);
/// Adds a line about a file that is left out.
void list_problem(struct list *list, const char *path, const char *why);

/// Reads the files in this process; descriptor 2 collects what a library says of them.
void list_lv2(struct list *list, const struct files *files);
void list_clap(struct list *list, const struct files *files);
/// Finds the files below the folders of a path, each folder and file once; stops at the end of the time.
void list_find(struct list *list, struct files *files, int32_t kind, const char *path, int64_t end);
/// Milliseconds of a clock that is not set.
int64_t list_now(void);
