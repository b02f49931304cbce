// A process of its own for code that may crash or hang: the program's executable, started again.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/// Starts this program again for one kind of work; the process, or a negative errno.
///
/// A constructor of that work asks `own_process_begin` with the same `name` and `mark`, and never returns to the program.
/// `argument` may be NULL. Descriptors 0 and 1 of the process are `input` and `output`, 2 leads nowhere, no other is open; its
/// signals are at their defaults, and its group is its own, since a terminal's Ctrl-C is the program's. A copy of the program
/// without a new start (`fork`) would keep the locks that its threads held. It cannot be started from a library that the
/// program opened while it ran: a new start would not open it, but run the program's own code (-ENOEXEC).
pid_t own_process_start(const char *name, const char *mark, const char *argument, int input, int output);

/// Whether this process was started for such work, which it is then made ready for; `argument` is NULL for work without one.
bool own_process_begin(int argc, char **argv, const char *name, const char *mark, const char **argument);
