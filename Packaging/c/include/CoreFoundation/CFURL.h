// URLs, mostly of files.
#pragma once

#include "CFBase.h"
#include "CFString.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef CFIndex CFURLPathStyle;
SORDINO_CONSTANTS(CFURLPathStyle) {
    kCFURLPOSIXPathStyle = 0,
};

/// Returns the number of the type.
CFTypeID CFURLGetTypeID(void) SORDINO_SYMBOL(CFURLGetTypeID);

/// Makes the URL of a file from the bytes of its path.
CFURLRef CFURLCreateFromFileSystemRepresentation(
    CFAllocatorRef allocator, const UInt8 *path, CFIndex byteCount, Boolean isDirectory)
    SORDINO_SYMBOL(CFURLCreateFromFileSystemRepresentation);

/// Makes the URL of a file from its path.
CFURLRef CFURLCreateWithFileSystemPath(
    CFAllocatorRef allocator, CFStringRef path, CFURLPathStyle style, Boolean isDirectory)
    SORDINO_SYMBOL(CFURLCreateWithFileSystemPath);

/// Makes a URL from its text; null for a text that is none.
CFURLRef CFURLCreateWithString(CFAllocatorRef allocator, CFStringRef text, CFURLRef base)
    SORDINO_SYMBOL(CFURLCreateWithString);

/// Copies the bytes of a file's path with a 0 behind them; false if they do not fit.
Boolean CFURLGetFileSystemRepresentation(CFURLRef url, Boolean resolvesBase, UInt8 *buffer, CFIndex byteCount)
    SORDINO_SYMBOL(CFURLGetFileSystemRepresentation);

/// Returns a file's path, which the caller releases.
CFStringRef CFURLCopyFileSystemPath(CFURLRef url, CFURLPathStyle style) SORDINO_SYMBOL(CFURLCopyFileSystemPath);

/// Returns a URL's text, which belongs to the URL.
CFStringRef CFURLGetString(CFURLRef url) SORDINO_SYMBOL(CFURLGetString);

/// Returns the last part of the path, which the caller releases.
CFStringRef CFURLCopyLastPathComponent(CFURLRef url) SORDINO_SYMBOL(CFURLCopyLastPathComponent);

/// Returns the extension of the path, which the caller releases; null for none.
CFStringRef CFURLCopyPathExtension(CFURLRef url) SORDINO_SYMBOL(CFURLCopyPathExtension);

/// Makes a URL with one more part of the path.
CFURLRef CFURLCreateCopyAppendingPathComponent(
    CFAllocatorRef allocator, CFURLRef url, CFStringRef component, Boolean isDirectory)
    SORDINO_SYMBOL(CFURLCreateCopyAppendingPathComponent);

#ifdef __cplusplus
}
#endif
