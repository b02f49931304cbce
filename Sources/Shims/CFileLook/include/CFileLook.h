// A look at a file whose name another program chose, in a process of its own: it can be given up.
#pragma once

#include <stddef.h>

/// The results of `cfl_read` that are no counts.
enum { CFL_NONE = -1, CFL_LATE = -2, CFL_BUSY = -3 };

/// Reads the first bytes of a regular file.
///
/// Never opens a pipe, a socket or a device, and returns a little after `milliseconds` at the latest, also where a file system
/// of another program does not answer: the reading process is killed then. At most `CFL_MOST` of those that cannot die are left
/// behind at a time; beyond them the result is `CFL_BUSY`.
///
/// - Thread: any; the calling thread waits.
long cfl_read(const char *_Nonnull path, unsigned char *_Nonnull bytes, size_t capacity, int milliseconds);

enum { CFL_MOST = 16 };

/// Opens a regular file without waiting for it; -1 for none, and for anything else.
int cfl_open(const char *_Nonnull path);
