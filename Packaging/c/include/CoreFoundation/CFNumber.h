// Numbers and truth values.
#pragma once

#include "CFBase.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef CFIndex CFNumberType;
SORDINO_CONSTANTS(CFNumberType) {
    kCFNumberSInt8Type = 1,
    kCFNumberSInt16Type = 2,
    kCFNumberSInt32Type = 3,
    kCFNumberSInt64Type = 4,
    kCFNumberFloat32Type = 5,
    kCFNumberFloat64Type = 6,
    kCFNumberCharType = 7,
    kCFNumberShortType = 8,
    kCFNumberIntType = 9,
    kCFNumberLongType = 10,
    kCFNumberLongLongType = 11,
    kCFNumberFloatType = 12,
    kCFNumberDoubleType = 13,
    kCFNumberCFIndexType = 14,
};

/// The truth values.
extern SORDINO_CONST CFBooleanRef kCFBooleanTrue SORDINO_SYMBOL(kCFBooleanTrue);
extern SORDINO_CONST CFBooleanRef kCFBooleanFalse SORDINO_SYMBOL(kCFBooleanFalse);

/// Returns the number of the type of truth values.
CFTypeID CFBooleanGetTypeID(void) SORDINO_SYMBOL(CFBooleanGetTypeID);

/// Returns a truth value; false for null.
Boolean CFBooleanGetValue(CFBooleanRef object) SORDINO_SYMBOL(CFBooleanGetValue);

/// Returns the number of the type of numbers.
CFTypeID CFNumberGetTypeID(void) SORDINO_SYMBOL(CFNumberGetTypeID);

/// Makes a number of a value of a C type; null for a type that does not exist.
CFNumberRef CFNumberCreate(CFAllocatorRef allocator, CFNumberType type, const void *value)
    SORDINO_SYMBOL(CFNumberCreate);

/// Writes a number as a C type; false where its value is not exactly one of that type.
Boolean CFNumberGetValue(CFNumberRef number, CFNumberType type, void *value) SORDINO_SYMBOL(CFNumberGetValue);

/// Returns the C type that a number has.
CFNumberType CFNumberGetType(CFNumberRef number) SORDINO_SYMBOL(CFNumberGetType);

#ifdef __cplusplus
}
#endif
