// Strings.
#pragma once

#include "CFBase.h"
#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef UInt32 CFStringEncoding;
SORDINO_CONSTANTS(CFStringEncoding) {
    kCFStringEncodingMacRoman = 0,
    kCFStringEncodingISOLatin1 = 0x0201,
    kCFStringEncodingASCII = 0x0600,
    kCFStringEncodingUTF8 = 0x08000100,
    kCFStringEncodingUTF16 = 0x0100,
};

typedef CFOptionFlags CFStringCompareFlags;
SORDINO_CONSTANTS(CFStringCompareFlags) {
    kCFCompareCaseInsensitive = 1,
    kCFCompareNumerically = 64,
};

/// Makes a string of a literal in UTF-8; equal literals give the same object, which is never released.
#define CFSTR(literal) sordino_constant_string("" literal "")

/// Returns the object of a literal, made once.
CFStringRef sordino_constant_string(const char *literal) SORDINO_SYMBOL(constant_string);

/// Returns the number of the type.
CFTypeID CFStringGetTypeID(void) SORDINO_SYMBOL(CFStringGetTypeID);

/// Makes a string of bytes that end with 0; null for bytes that are none of the encoding.
CFStringRef CFStringCreateWithCString(CFAllocatorRef allocator, const char *bytes, CFStringEncoding encoding)
    SORDINO_SYMBOL(CFStringCreateWithCString);

/// Makes a string of a copy, as `CFStringCreateWithCString` does; the bytes stay the caller's.
CFStringRef CFStringCreateWithCStringNoCopy(
    CFAllocatorRef allocator, const char *bytes, CFStringEncoding encoding, CFAllocatorRef deallocator)
    SORDINO_SYMBOL(CFStringCreateWithCStringNoCopy);

/// Makes a string of bytes; null for bytes that are none of the encoding.
CFStringRef CFStringCreateWithBytes(
    CFAllocatorRef allocator, const UInt8 *bytes, CFIndex byteCount, CFStringEncoding encoding, Boolean hasByteOrderMark)
    SORDINO_SYMBOL(CFStringCreateWithBytes);

/// Makes a copy.
CFStringRef CFStringCreateCopy(CFAllocatorRef allocator, CFStringRef string) SORDINO_SYMBOL(CFStringCreateCopy);

/// Makes a string of a format as that of `printf`, with `%@` for objects.
CFStringRef CFStringCreateWithFormat(CFAllocatorRef allocator, CFDictionaryRef options, CFStringRef format, ...)
    SORDINO_SYMBOL(CFStringCreateWithFormat);

/// Makes a string of a format and its arguments.
CFStringRef CFStringCreateWithFormatAndArguments(
    CFAllocatorRef allocator, CFDictionaryRef options, CFStringRef format, va_list arguments)
    SORDINO_SYMBOL(CFStringCreateWithFormatAndArguments);

/// Counts the UTF-16 codes.
CFIndex CFStringGetLength(CFStringRef string) SORDINO_SYMBOL(CFStringGetLength);

/// Returns a UTF-16 code; 0 for a place that is not there.
UniChar CFStringGetCharacterAtIndex(CFStringRef string, CFIndex index) SORDINO_SYMBOL(CFStringGetCharacterAtIndex);

/// Copies the string with a 0 behind it; false if it does not fit or the encoding lacks one of its characters.
Boolean CFStringGetCString(CFStringRef string, char *buffer, CFIndex byteCount, CFStringEncoding encoding)
    SORDINO_SYMBOL(CFStringGetCString);

/// Returns the string's own bytes with a 0 behind them; null where it has none in the encoding.
const char *CFStringGetCStringPtr(CFStringRef string, CFStringEncoding encoding) SORDINO_SYMBOL(CFStringGetCStringPtr);

/// Returns the bytes that so many UTF-16 codes need at most.
CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding)
    SORDINO_SYMBOL(CFStringGetMaximumSizeForEncoding);

/// Returns the encoding of the system's texts in bytes: UTF-8.
CFStringEncoding CFStringGetSystemEncoding(void) SORDINO_SYMBOL(CFStringGetSystemEncoding);

/// Makes a string that can be changed, empty.
CFMutableStringRef CFStringCreateMutable(CFAllocatorRef allocator, CFIndex capacity)
    SORDINO_SYMBOL(CFStringCreateMutable);

/// Makes a copy that can be changed.
CFMutableStringRef CFStringCreateMutableCopy(CFAllocatorRef allocator, CFIndex capacity, CFStringRef string)
    SORDINO_SYMBOL(CFStringCreateMutableCopy);

/// Adds a string behind another.
void CFStringAppend(CFMutableStringRef string, CFStringRef addition) SORDINO_SYMBOL(CFStringAppend);

/// Adds bytes that end with 0 behind a string.
void CFStringAppendCString(CFMutableStringRef string, const char *bytes, CFStringEncoding encoding)
    SORDINO_SYMBOL(CFStringAppendCString);

/// Makes a string of UTF-16 codes.
CFStringRef CFStringCreateWithCharacters(CFAllocatorRef allocator, const UniChar *characters, CFIndex count)
    SORDINO_SYMBOL(CFStringCreateWithCharacters);

/// Makes a string of a part of another; null for a part that is not there.
CFStringRef CFStringCreateWithSubstring(CFAllocatorRef allocator, CFStringRef string, CFRange range)
    SORDINO_SYMBOL(CFStringCreateWithSubstring);

/// Copies UTF-16 codes; nothing for a range that is not there.
void CFStringGetCharacters(CFStringRef string, CFRange range, UniChar *buffer) SORDINO_SYMBOL(CFStringGetCharacters);

/// Makes a string of the bytes of a path.
CFStringRef CFStringCreateWithFileSystemRepresentation(CFAllocatorRef allocator, const char *path)
    SORDINO_SYMBOL(CFStringCreateWithFileSystemRepresentation);

/// Copies a path as the system has it with a 0 behind it; false if it does not fit.
Boolean CFStringGetFileSystemRepresentation(CFStringRef string, char *buffer, CFIndex byteCount)
    SORDINO_SYMBOL(CFStringGetFileSystemRepresentation);

/// Returns the bytes that a path needs at most, with the 0 behind it.
CFIndex CFStringGetMaximumSizeOfFileSystemRepresentation(CFStringRef string)
    SORDINO_SYMBOL(CFStringGetMaximumSizeOfFileSystemRepresentation);

/// Compares two strings.
CFComparisonResult CFStringCompare(CFStringRef first, CFStringRef second, CFStringCompareFlags flags)
    SORDINO_SYMBOL(CFStringCompare);

/// Returns whether a string begins with another.
Boolean CFStringHasPrefix(CFStringRef string, CFStringRef prefix) SORDINO_SYMBOL(CFStringHasPrefix);

/// Returns whether a string ends with another.
Boolean CFStringHasSuffix(CFStringRef string, CFStringRef suffix) SORDINO_SYMBOL(CFStringHasSuffix);

/// Returns the integer that a string begins with.
SInt32 CFStringGetIntValue(CFStringRef string) SORDINO_SYMBOL(CFStringGetIntValue);

/// Returns the number that a string begins with.
double CFStringGetDoubleValue(CFStringRef string) SORDINO_SYMBOL(CFStringGetDoubleValue);

#ifdef __cplusplus
}
#endif
