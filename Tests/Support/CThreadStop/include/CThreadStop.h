// Stops single threads of a program that the caller started, as one that hangs would stand. Linux only.
#ifndef SORDINO_CTHREADSTOP_H
#define SORDINO_CTHREADSTOP_H

/// Stops a thread and waits until it stands. Returns a negated errno where the system does not allow it. The calling thread is the
/// only one that can let it go on.
int sordino_stop_thread(int thread);
/// Lets a thread go on.
int sordino_resume_thread(int thread);

#endif
