// Reads files whose names other programs chose, in a separate process that can be abandoned.
#pragma once

#include <stddef.h>

/// Failures of `cfl_read`: no readable regular file; the time limit was exceeded; too many abandoned readers still run.
enum { CFL_NONE = -1, CFL_LATE = -2, CFL_BUSY = -3 };

/// Reads the first bytes of a regular file.
///
/// Refuses pipes, sockets and devices, and returns shortly after `milliseconds` at the latest, even if a file system in
/// user space does not answer: the reading process is then killed. At most `CFL_MOST` readers that cannot be killed are
/// left running; while there are that many, the result is `CFL_BUSY`.
///
/// - Thread: any; the calling thread waits.
long cfl_read(const char *_Nonnull path, unsigned char *_Nonnull bytes, size_t capacity, int milliseconds);

enum { CFL_MOST = 16 };

/// Opens a regular file; -1 if it cannot be opened or is anything else. Never waits for a named pipe's other end, but
/// may wait for a file system in user space.
int cfl_open(const char *_Nonnull path);
