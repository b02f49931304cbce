// The main queue of libdispatch in programs with another main loop: the descriptor that wakes it, and the loop of GLib.
#pragma once

#include <stdint.h>

/// The descriptor that becomes readable when the main queue has work; -1 if the system gives none.
int32_t cmainqueue_descriptor(void);
/// Runs the work that waits on the main queue; nothing on another thread than the main one, and inside such work.
void cmainqueue_serve(void);
/// Has GLib's default main context serve the main queue, from the first call on at which the program has GLib loaded.
/// 1 if it does.
int32_t cmainqueue_join_glib(void);
/// Whether the program runs Qt's application with a loop of Qt's own, which does not run GLib's. 0 before there is one.
int32_t cmainqueue_is_qt_alone(void);
