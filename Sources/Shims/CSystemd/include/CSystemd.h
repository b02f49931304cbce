// The part of sd-bus that C must say for Swift. Built in when the trait DBus is on and the headers are installed.

#ifndef SORDINO_CSYSTEMD_H
#define SORDINO_CSYSTEMD_H

#include <stdbool.h>

/// Whether sd-bus was there when this was compiled. Its headers carry no version of their own. Any thread.
bool sordino_bus_is_built_in(void);

#endif
