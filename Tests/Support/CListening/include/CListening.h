#pragma once

/// Returns 1. A call links the constructor that begins the inspection.
int sordino_listening_is_linked(void);
