// The constants that are strings of Core Foundation, which TextConstants.c defines.
#pragma once

extern const void **const sordino_text_places[];
extern const int sordino_text_count;
