// The Core Foundation of programs in C: their names, in front of those of the library that Swift's Foundation brings.
#pragma once

/// Returns how many constants are strings of Core Foundation.
int sordino_text_constant_count(void);
