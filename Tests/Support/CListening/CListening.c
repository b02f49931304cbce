#include "CListening.h"

void sordino_listening_begin(void);

int sordino_listening_is_linked(void) { return 1; }

// Before any test runs.
__attribute__((constructor)) static void begin(void) { sordino_listening_begin(); }
