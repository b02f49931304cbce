#include "CSystemd.h"

#if defined(SORDINO_DBUS) && __has_include(<systemd/sd-bus.h>)
#include <systemd/sd-bus.h>

bool sordino_bus_is_built_in(void) { return true; }
#else
bool sordino_bus_is_built_in(void) { return false; }
#endif
