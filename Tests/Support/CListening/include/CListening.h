#pragma once

/// Returns 1. A call makes the linker include the constructor that starts the inspection.
int sordino_listening_is_linked(void);
