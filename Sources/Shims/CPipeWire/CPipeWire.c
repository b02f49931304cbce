#include "CPipeWire.h"

#include <stddef.h>

#if defined(SORDINO_PIPEWIRE) && __has_include(<pipewire/pipewire.h>)
#include <pipewire/pipewire.h>

const char *sordino_pipewire_headers_version(void) { return pw_get_headers_version(); }
#else
const char *sordino_pipewire_headers_version(void) { return NULL; }
#endif
