// Arrays.
#pragma once

#include "CFBase.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What an array calls for its elements.
typedef struct CFArrayCallBacks {
    CFIndex version;
    const void *(*retain)(CFAllocatorRef allocator, const void *value);
    void (*release)(CFAllocatorRef allocator, const void *value);
    CFStringRef (*copyDescription)(const void *value);
    Boolean (*equal)(const void *first, const void *second);
} CFArrayCallBacks;

/// For elements that are objects of Core Foundation.
extern SORDINO_CONST CFArrayCallBacks kCFTypeArrayCallBacks SORDINO_SYMBOL(kCFTypeArrayCallBacks);

/// Returns the number of the type.
CFTypeID CFArrayGetTypeID(void) SORDINO_SYMBOL(CFArrayGetTypeID);

/// Makes an array; without callbacks the elements are plain pointers.
CFArrayRef CFArrayCreate(
    CFAllocatorRef allocator, const void **values, CFIndex count, const CFArrayCallBacks *callBacks)
    SORDINO_SYMBOL(CFArrayCreate);

/// Makes an array that can be changed.
CFMutableArrayRef CFArrayCreateMutable(CFAllocatorRef allocator, CFIndex capacity, const CFArrayCallBacks *callBacks)
    SORDINO_SYMBOL(CFArrayCreateMutable);

/// Counts the elements.
CFIndex CFArrayGetCount(CFArrayRef array) SORDINO_SYMBOL(CFArrayGetCount);

/// Returns an element; null for a place that is not there.
const void *CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index) SORDINO_SYMBOL(CFArrayGetValueAtIndex);

/// Adds an element behind the others.
void CFArrayAppendValue(CFMutableArrayRef array, const void *value) SORDINO_SYMBOL(CFArrayAppendValue);

#ifdef __cplusplus
}
#endif
