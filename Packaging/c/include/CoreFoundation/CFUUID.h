// Unique numbers, from which programs make the names of their aggregate devices.
#pragma once

#include "CFBase.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the number of the type.
CFTypeID CFUUIDGetTypeID(void) SORDINO_SYMBOL(CFUUIDGetTypeID);

/// Makes a unique number.
CFUUIDRef CFUUIDCreate(CFAllocatorRef allocator) SORDINO_SYMBOL(CFUUIDCreate);

/// Makes a unique number from its text; null for a text that is none.
CFUUIDRef CFUUIDCreateFromString(CFAllocatorRef allocator, CFStringRef text) SORDINO_SYMBOL(CFUUIDCreateFromString);

/// Returns a unique number's text, which the caller releases.
CFStringRef CFUUIDCreateString(CFAllocatorRef allocator, CFUUIDRef uuid) SORDINO_SYMBOL(CFUUIDCreateString);

#ifdef __cplusplus
}
#endif
