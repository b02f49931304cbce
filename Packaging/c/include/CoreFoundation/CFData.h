// Bytes.
#pragma once

#include "CFBase.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the number of the type.
CFTypeID CFDataGetTypeID(void) SORDINO_SYMBOL(CFDataGetTypeID);

/// Makes data of a copy of bytes.
CFDataRef CFDataCreate(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex byteCount) SORDINO_SYMBOL(CFDataCreate);

/// Makes data of a copy of bytes, which stay the caller's.
CFDataRef CFDataCreateWithBytesNoCopy(
    CFAllocatorRef allocator, const UInt8 *bytes, CFIndex byteCount, CFAllocatorRef deallocator)
    SORDINO_SYMBOL(CFDataCreateWithBytesNoCopy);

/// Counts the bytes.
CFIndex CFDataGetLength(CFDataRef data) SORDINO_SYMBOL(CFDataGetLength);

/// Returns the bytes, which stay as long as the object.
const UInt8 *CFDataGetBytePtr(CFDataRef data) SORDINO_SYMBOL(CFDataGetBytePtr);

/// Copies bytes; nothing for a range that is not there.
void CFDataGetBytes(CFDataRef data, CFRange range, UInt8 *buffer) SORDINO_SYMBOL(CFDataGetBytes);

#ifdef __cplusplus
}
#endif
