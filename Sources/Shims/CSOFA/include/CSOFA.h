// libmysofa for Swift: the responses of a SOFA file (AES69). Opened with dlopen at first use.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The results of `csofa_read`.
enum {
    CSOFA_OK = 0,
    /// libmysofa is not installed, or not a version 1.
    CSOFA_NO_LIBRARY = 1,
    CSOFA_NO_FILE = 2,
    /// The bytes are no SOFA file, or libmysofa did not survive them.
    CSOFA_MALFORMED = 3,
    /// A SOFA file of another convention than that of responses of ears in the free field.
    CSOFA_UNSUPPORTED = 4,
    /// More bytes, directions or frames than are read.
    CSOFA_LIMIT = 5,
};

/// Directions that are read at most.
#define CSOFA_DIRECTION_LIMIT 20000
/// Frames of a response that are read at most.
#define CSOFA_FRAME_LIMIT 4096

/// A set of responses; the memory belongs to the set.
typedef struct {
    int32_t direction_count;
    int32_t frame_count;
    float sample_rate;
    /// x ahead, y to the left, z up, for each direction.
    const float *positions;
    /// Left and right response of each direction.
    const float *responses;
    /// Left and right delay of each direction, in frames.
    const float *delays;
    void *memory;
    size_t byte_count;
} csofa_set;

/// Reads a file.
///
/// It is read in a process of its own (the program started again), because a malformed file can make libmysofa write beyond its memory; after any crash
/// there, this process still gets numbers or an error. The numbers themselves are not checked.
///
/// `is_installed` says that the path belongs to a package and was not given by a person or program: such a file is read
/// in this process as long as only root can write it. The owner alone proves nothing, as a program run by root owns the
/// files that it downloads.
int32_t csofa_read(const char *path, bool is_installed, csofa_set *set);

/// Gives the memory of a set back.
void csofa_free(csofa_set *set);
