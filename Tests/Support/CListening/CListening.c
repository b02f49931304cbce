#include "CListening.h"

// Absent where only rooms below the simulator are built.
__attribute__((weak)) void sordino_listening_begin(void);

int sordino_listening_is_linked(void) { return 1; }

// Before any test runs.
__attribute__((constructor)) static void begin(void) {
    if (sordino_listening_begin) sordino_listening_begin();
}
