// Dictionaries.
#pragma once

#include "CFBase.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a dictionary calls for its keys.
typedef struct CFDictionaryKeyCallBacks {
    CFIndex version;
    const void *(*retain)(CFAllocatorRef allocator, const void *value);
    void (*release)(CFAllocatorRef allocator, const void *value);
    CFStringRef (*copyDescription)(const void *value);
    Boolean (*equal)(const void *first, const void *second);
    CFHashCode (*hash)(const void *value);
} CFDictionaryKeyCallBacks;

/// What a dictionary calls for its values.
typedef struct CFDictionaryValueCallBacks {
    CFIndex version;
    const void *(*retain)(CFAllocatorRef allocator, const void *value);
    void (*release)(CFAllocatorRef allocator, const void *value);
    CFStringRef (*copyDescription)(const void *value);
    Boolean (*equal)(const void *first, const void *second);
} CFDictionaryValueCallBacks;

/// For keys and values that are objects of Core Foundation.
extern SORDINO_CONST CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks
    SORDINO_SYMBOL(kCFTypeDictionaryKeyCallBacks);
extern SORDINO_CONST CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks
    SORDINO_SYMBOL(kCFTypeDictionaryValueCallBacks);

/// Returns the number of the type.
CFTypeID CFDictionaryGetTypeID(void) SORDINO_SYMBOL(CFDictionaryGetTypeID);

/// Makes a dictionary; without callbacks keys and values are plain pointers.
CFDictionaryRef CFDictionaryCreate(
    CFAllocatorRef allocator, const void **keys, const void **values, CFIndex count,
    const CFDictionaryKeyCallBacks *keyCallBacks, const CFDictionaryValueCallBacks *valueCallBacks)
    SORDINO_SYMBOL(CFDictionaryCreate);

/// Makes a dictionary that can be changed.
CFMutableDictionaryRef CFDictionaryCreateMutable(
    CFAllocatorRef allocator, CFIndex capacity, const CFDictionaryKeyCallBacks *keyCallBacks,
    const CFDictionaryValueCallBacks *valueCallBacks) SORDINO_SYMBOL(CFDictionaryCreateMutable);

/// Counts the entries.
CFIndex CFDictionaryGetCount(CFDictionaryRef dictionary) SORDINO_SYMBOL(CFDictionaryGetCount);

/// Returns whether there is an entry of a key.
Boolean CFDictionaryContainsKey(CFDictionaryRef dictionary, const void *key) SORDINO_SYMBOL(CFDictionaryContainsKey);

/// Returns the value of a key; null without one.
const void *CFDictionaryGetValue(CFDictionaryRef dictionary, const void *key) SORDINO_SYMBOL(CFDictionaryGetValue);

/// Returns whether there is an entry of a key, and writes its value.
Boolean CFDictionaryGetValueIfPresent(CFDictionaryRef dictionary, const void *key, const void **value)
    SORDINO_SYMBOL(CFDictionaryGetValueIfPresent);

/// Writes all keys and values, each where there is a place for them.
void CFDictionaryGetKeysAndValues(CFDictionaryRef dictionary, const void **keys, const void **values)
    SORDINO_SYMBOL(CFDictionaryGetKeysAndValues);

/// Sets the value of a key.
void CFDictionarySetValue(CFMutableDictionaryRef dictionary, const void *key, const void *value)
    SORDINO_SYMBOL(CFDictionarySetValue);

/// Removes the entry of a key.
void CFDictionaryRemoveValue(CFMutableDictionaryRef dictionary, const void *key)
    SORDINO_SYMBOL(CFDictionaryRemoveValue);

#ifdef __cplusplus
}
#endif
