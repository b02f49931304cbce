// Plain types, and what all objects of Core Foundation have in common.
//
// Each function and constant of these headers has another name in the library, with `sordino_` before it: the library that the
// Swift runtime brings has functions of the same names, which must not be replaced.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../AvailabilityMacros.h"
#include "../TargetConditionals.h"

#define SORDINO_SYMBOL(name) __asm__("sordino_" #name)

// Constants of an integer type: of that type in C++, of any in C.
#ifdef __cplusplus
#define SORDINO_CONSTANTS(type) enum : type
#else
#define SORDINO_CONSTANTS(type) enum
#endif

// A union without a name, which C99 has as an extension only.
#define SORDINO_UNNAMED __extension__

#ifndef SORDINO_CONST
#define SORDINO_CONST const
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned char Boolean;
typedef uint8_t UInt8;
typedef int8_t SInt8;
typedef uint16_t UInt16;
typedef int16_t SInt16;
typedef uint32_t UInt32;
typedef int32_t SInt32;
typedef uint64_t UInt64;
typedef int64_t SInt64;
typedef float Float32;
typedef double Float64;
typedef uint16_t UniChar;
typedef UInt8 Byte;
typedef unsigned long ByteCount;
typedef unsigned long ItemCount;
typedef SInt32 OSStatus;
typedef UInt32 OSType;
typedef UInt32 FourCharCode;

enum {
    /// The status of success.
    noErr = 0,
};

typedef long CFIndex;
typedef unsigned long CFTypeID;
typedef unsigned long CFOptionFlags;
typedef unsigned long CFHashCode;

typedef const void *CFTypeRef;
typedef CFTypeRef CFPropertyListRef;
typedef const struct OpaqueCFAllocator *CFAllocatorRef;
typedef const struct OpaqueCFString *CFStringRef;
typedef struct OpaqueCFString *CFMutableStringRef;
typedef const struct OpaqueCFURL *CFURLRef;
typedef const struct OpaqueCFUUID *CFUUIDRef;
typedef const struct OpaqueCFData *CFDataRef;
typedef const struct OpaqueCFNumber *CFNumberRef;
typedef const struct OpaqueCFBoolean *CFBooleanRef;
typedef const struct OpaqueCFArray *CFArrayRef;
typedef struct OpaqueCFArray *CFMutableArrayRef;
typedef const struct OpaqueCFDictionary *CFDictionaryRef;
typedef struct OpaqueCFDictionary *CFMutableDictionaryRef;
typedef struct OpaqueCFRunLoop *CFRunLoopRef;
typedef struct OpaqueCFBundle *CFBundleRef;

typedef SInt32 CFComparisonResult;
SORDINO_CONSTANTS(CFComparisonResult) {
    kCFCompareLessThan = -1,
    kCFCompareEqualTo = 0,
    kCFCompareGreaterThan = 1,
};

enum {
    /// The index of what was not found.
    kCFNotFound = -1,
};

/// A part of a row: its first element and the number of elements.
typedef struct CFRange {
    CFIndex location;
    CFIndex length;
} CFRange;

/// Makes a range.
static inline CFRange CFRangeMake(CFIndex location, CFIndex length) {
    CFRange range = {location, length};
    return range;
}

// Allocators are accepted and not used.
#define kCFAllocatorDefault ((CFAllocatorRef)NULL)
#define kCFAllocatorSystemDefault ((CFAllocatorRef)NULL)
#define kCFAllocatorMalloc ((CFAllocatorRef)NULL)
#define kCFAllocatorMallocZone ((CFAllocatorRef)NULL)
#define kCFAllocatorNull ((CFAllocatorRef)NULL)
#define kCFAllocatorUseContext ((CFAllocatorRef)NULL)

/// Takes one more reference to an object, and returns the object.
CFTypeRef CFRetain(CFTypeRef object) SORDINO_SYMBOL(CFRetain);

/// Gives a reference back; the last one frees the object.
void CFRelease(CFTypeRef object) SORDINO_SYMBOL(CFRelease);

/// Returns the number of an object's type; 0 for null.
CFTypeID CFGetTypeID(CFTypeRef object) SORDINO_SYMBOL(CFGetTypeID);

/// Returns whether two objects have the same value.
Boolean CFEqual(CFTypeRef first, CFTypeRef second) SORDINO_SYMBOL(CFEqual);

/// Returns a number that is the same for objects of the same value.
CFHashCode CFHash(CFTypeRef object) SORDINO_SYMBOL(CFHash);

/// Returns an object's description, which the caller releases.
CFStringRef CFCopyDescription(CFTypeRef object) SORDINO_SYMBOL(CFCopyDescription);

/// Writes an object's description to the standard error.
void CFShow(CFTypeRef object) SORDINO_SYMBOL(CFShow);

#ifdef __cplusplus
}
#endif

#include "../MacTypes.h"
