// Each function passes to the one of the same name of Swift's Foundation, unless a pointer is null or a place is not there.
#define SORDINO_CONST
#include "include/CCoreFoundation.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../Packaging/c/include/CoreFoundation/CoreFoundation.h"
#include "TextConstants.h"

#define FOUNDATION(type, name, parameters) extern type core_##name parameters __asm__(#name);
#define PASS(type, name, parameters, arguments, is_possible, otherwise) \
    FOUNDATION(type, name, parameters) \
    type name parameters { return (is_possible) ? core_##name arguments : (otherwise); }
#define PASS_VOID(name, parameters, arguments, is_possible) \
    FOUNDATION(void, name, parameters) \
    void name parameters { \
        if (is_possible) core_##name arguments; \
    }

// ---- Objects ------------------------------------------------------------------------------------------------------------

PASS(CFTypeRef, CFRetain, (CFTypeRef object), (object), object != NULL, NULL)
PASS_VOID(CFRelease, (CFTypeRef object), (object), object != NULL)
PASS(CFTypeID, CFGetTypeID, (CFTypeRef object), (object), object != NULL, 0)
PASS(Boolean, CFEqual, (CFTypeRef first, CFTypeRef second), (first, second), first != NULL && second != NULL,
    first == second)
PASS(CFHashCode, CFHash, (CFTypeRef object), (object), object != NULL, 0)

/// Returns a description by Swift: Foundation's fails for collections that Swift has made.
CFStringRef sordino_own_description(CFTypeRef object);

CFStringRef CFCopyDescription(CFTypeRef object) { return object != NULL ? sordino_own_description(object) : NULL; }

void CFShow(CFTypeRef object) {
    CFStringRef description = CFCopyDescription(object);
    CFIndex most = CFStringGetMaximumSizeForEncoding(CFStringGetLength(description), kCFStringEncodingUTF8) + 1;
    char *text = malloc((size_t)most);
    if (text != NULL && CFStringGetCString(description, text, most, kCFStringEncodingUTF8)) {
        fprintf(stderr, "%s\n", text);
    }
    free(text);
    CFRelease(description);
}

// ---- Strings ------------------------------------------------------------------------------------------------------------

// The encodings that need no table of a code page; the library stops the program for others.
static bool is_encoding(CFStringEncoding encoding) {
    switch (encoding) {
    case 0x0000: case 0x0100: case 0x0201: case 0x0500: case 0x0600: case 0x0B01: case 0x0BFF:
    case 0x08000100: case 0x0C000100: case 0x10000100: case 0x14000100: case 0x18000100: case 0x1C000100:
        return true;
    default:
        return false;
    }
}

PASS(CFTypeID, CFStringGetTypeID, (void), (), true, 0)
PASS(CFStringRef, CFStringCreateWithCString, (CFAllocatorRef allocator, const char *bytes, CFStringEncoding encoding),
    (allocator, bytes, encoding), bytes != NULL && is_encoding(encoding), NULL)
PASS(CFStringRef, CFStringCreateWithBytes,
    (CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count, CFStringEncoding encoding, Boolean has_mark),
    (allocator, bytes, count, encoding, has_mark), count >= 0 && (bytes != NULL || count == 0) && is_encoding(encoding), NULL)
PASS(CFStringRef, CFStringCreateCopy, (CFAllocatorRef allocator, CFStringRef string), (allocator, string),
    string != NULL, NULL)
PASS(CFStringRef, CFStringCreateWithFormatAndArguments,
    (CFAllocatorRef allocator, CFDictionaryRef options, CFStringRef format, va_list arguments),
    (allocator, options, format, arguments), format != NULL, NULL)
PASS(CFIndex, CFStringGetLength, (CFStringRef string), (string), string != NULL, 0)
PASS(UniChar, CFStringGetCharacterAtIndex, (CFStringRef string, CFIndex index), (string, index),
    string != NULL && index >= 0 && index < CFStringGetLength(string), 0)
PASS(const char *, CFStringGetCStringPtr, (CFStringRef string, CFStringEncoding encoding), (string, encoding),
    string != NULL, NULL)
PASS(CFIndex, CFStringGetMaximumSizeForEncoding, (CFIndex length, CFStringEncoding encoding), (length, encoding),
    length >= 0, 0)
PASS(CFComparisonResult, CFStringCompare, (CFStringRef first, CFStringRef second, CFStringCompareFlags flags),
    (first, second, flags), first != NULL && second != NULL,
    first == second ? kCFCompareEqualTo : first == NULL ? kCFCompareLessThan : kCFCompareGreaterThan)
PASS(Boolean, CFStringHasPrefix, (CFStringRef string, CFStringRef prefix), (string, prefix),
    string != NULL && prefix != NULL, false)
PASS(Boolean, CFStringHasSuffix, (CFStringRef string, CFStringRef suffix), (string, suffix),
    string != NULL && suffix != NULL, false)
PASS(SInt32, CFStringGetIntValue, (CFStringRef string), (string), string != NULL, 0)
PASS(double, CFStringGetDoubleValue, (CFStringRef string), (string), string != NULL, 0)

FOUNDATION(Boolean, CFStringGetCString, (CFStringRef, char *, CFIndex, CFStringEncoding))

// Foundation cuts a string that Swift has made where the memory ends, and returns true.
Boolean CFStringGetCString(CFStringRef string, char *buffer, CFIndex count, CFStringEncoding encoding) {
    if (string == NULL || buffer == NULL || count <= 0) return false;
    CFIndex most = CFStringGetMaximumSizeForEncoding(CFStringGetLength(string), encoding) + 1;
    if (count >= most || encoding == kCFStringEncodingUTF16) {
        return core_CFStringGetCString(string, buffer, count, encoding);
    }
    char *whole = malloc((size_t)most);
    Boolean is_whole = whole != NULL && core_CFStringGetCString(string, whole, most, encoding) &&
                       strlen(whole) < (size_t)count;
    if (is_whole) strcpy(buffer, whole);
    free(whole);
    return is_whole;
}

CFStringRef CFStringCreateWithFormat(CFAllocatorRef allocator, CFDictionaryRef options, CFStringRef format, ...) {
    va_list arguments;
    va_start(arguments, format);
    CFStringRef string = CFStringCreateWithFormatAndArguments(allocator, options, format, arguments);
    va_end(arguments);
    return string;
}

// The encoding of Linux; that of Foundation depends on the build.
CFStringEncoding CFStringGetSystemEncoding(void) { return kCFStringEncodingUTF8; }

CFStringRef CFStringCreateWithCStringNoCopy(
    CFAllocatorRef allocator, const char *bytes, CFStringEncoding encoding, CFAllocatorRef deallocator) {
    (void)deallocator;
    return CFStringCreateWithCString(allocator, bytes, encoding);
}

PASS(CFMutableStringRef, CFStringCreateMutable, (CFAllocatorRef allocator, CFIndex capacity), (allocator, 0),
    capacity >= 0, NULL)
PASS(CFMutableStringRef, CFStringCreateMutableCopy, (CFAllocatorRef allocator, CFIndex capacity, CFStringRef string),
    (allocator, 0, string), capacity >= 0 && string != NULL, NULL)
PASS_VOID(CFStringAppend, (CFMutableStringRef string, CFStringRef addition), (string, addition),
    string != NULL && addition != NULL)
PASS_VOID(CFStringAppendCString, (CFMutableStringRef string, const char *bytes, CFStringEncoding encoding),
    (string, bytes, encoding), string != NULL && bytes != NULL && is_encoding(encoding))
PASS(CFStringRef, CFStringCreateWithCharacters,
    (CFAllocatorRef allocator, const UniChar *characters, CFIndex count), (allocator, characters, count),
    count >= 0 && (characters != NULL || count == 0), NULL)

// Whether a range lies in a string.
static bool is_inside(CFStringRef string, CFRange range) {
    if (string == NULL || range.location < 0 || range.length < 0) return false;
    CFIndex length = CFStringGetLength(string);
    return range.location <= length && range.length <= length - range.location;
}

PASS(CFStringRef, CFStringCreateWithSubstring, (CFAllocatorRef allocator, CFStringRef string, CFRange range),
    (allocator, string, range), is_inside(string, range), NULL)
PASS_VOID(CFStringGetCharacters, (CFStringRef string, CFRange range, UniChar *buffer), (string, range, buffer),
    is_inside(string, range) && buffer != NULL)

CFStringRef CFStringCreateWithFileSystemRepresentation(CFAllocatorRef allocator, const char *path) {
    return CFStringCreateWithCString(allocator, path, kCFStringEncodingUTF8);
}

Boolean CFStringGetFileSystemRepresentation(CFStringRef string, char *buffer, CFIndex count) {
    return CFStringGetCString(string, buffer, count, kCFStringEncodingUTF8);
}

CFIndex CFStringGetMaximumSizeOfFileSystemRepresentation(CFStringRef string) {
    return CFStringGetMaximumSizeForEncoding(CFStringGetLength(string), kCFStringEncodingUTF8) + 1;
}

// ---- URLs ---------------------------------------------------------------------------------------------------------------

PASS(CFTypeID, CFURLGetTypeID, (void), (), true, 0)
PASS(CFURLRef, CFURLCreateFromFileSystemRepresentation,
    (CFAllocatorRef allocator, const UInt8 *path, CFIndex count, Boolean is_directory),
    (allocator, path, count, is_directory), path != NULL && count > 0, NULL)
PASS(CFURLRef, CFURLCreateWithFileSystemPath,
    (CFAllocatorRef allocator, CFStringRef path, CFURLPathStyle style, Boolean is_directory),
    (allocator, path, style, is_directory), path != NULL && style == kCFURLPOSIXPathStyle, NULL)
PASS(CFURLRef, CFURLCreateWithString, (CFAllocatorRef allocator, CFStringRef text, CFURLRef base),
    (allocator, text, base), text != NULL, NULL)
PASS(Boolean, CFURLGetFileSystemRepresentation, (CFURLRef url, Boolean resolves, UInt8 *buffer, CFIndex count),
    (url, resolves, buffer, count), url != NULL && buffer != NULL && count > 0, false)
PASS(CFStringRef, CFURLCopyFileSystemPath, (CFURLRef url, CFURLPathStyle style), (url, style),
    url != NULL && style == kCFURLPOSIXPathStyle, NULL)
PASS(CFStringRef, CFURLGetString, (CFURLRef url), (url), url != NULL, NULL)
PASS(CFStringRef, CFURLCopyLastPathComponent, (CFURLRef url), (url), url != NULL, NULL)
PASS(CFStringRef, CFURLCopyPathExtension, (CFURLRef url), (url), url != NULL, NULL)
PASS(CFURLRef, CFURLCreateCopyAppendingPathComponent,
    (CFAllocatorRef allocator, CFURLRef url, CFStringRef component, Boolean is_directory),
    (allocator, url, component, is_directory), url != NULL && component != NULL, NULL)

// ---- Data and numbers ---------------------------------------------------------------------------------------------------

PASS(CFTypeID, CFDataGetTypeID, (void), (), true, 0)
PASS(CFDataRef, CFDataCreate, (CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count), (allocator, bytes, count),
    count >= 0 && (bytes != NULL || count == 0), NULL)
PASS(CFIndex, CFDataGetLength, (CFDataRef data), (data), data != NULL, 0)
PASS(const UInt8 *, CFDataGetBytePtr, (CFDataRef data), (data), data != NULL, NULL)
PASS_VOID(CFDataGetBytes, (CFDataRef data, CFRange range, UInt8 *buffer), (data, range, buffer),
    data != NULL && buffer != NULL && range.location >= 0 && range.length > 0 &&
        range.location <= CFDataGetLength(data) && range.length <= CFDataGetLength(data) - range.location)

CFDataRef CFDataCreateWithBytesNoCopy(
    CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count, CFAllocatorRef deallocator) {
    (void)deallocator;
    return CFDataCreate(allocator, bytes, count);
}

static bool is_number_type(CFNumberType type) { return type >= kCFNumberSInt8Type && type <= 16; }

PASS(CFTypeID, CFBooleanGetTypeID, (void), (), true, 0)
PASS(Boolean, CFBooleanGetValue, (CFBooleanRef object), (object), object != NULL, false)
PASS(CFTypeID, CFNumberGetTypeID, (void), (), true, 0)
PASS(CFNumberRef, CFNumberCreate, (CFAllocatorRef allocator, CFNumberType type, const void *value),
    (allocator, type, value), value != NULL && is_number_type(type), NULL)
PASS(Boolean, CFNumberGetValue, (CFNumberRef number, CFNumberType type, void *value), (number, type, value),
    number != NULL && value != NULL && is_number_type(type), false)
PASS(CFNumberType, CFNumberGetType, (CFNumberRef number), (number), number != NULL, 0)

PASS(CFTypeID, CFUUIDGetTypeID, (void), (), true, 0)
PASS(CFUUIDRef, CFUUIDCreate, (CFAllocatorRef allocator), (allocator), true, NULL)
PASS(CFUUIDRef, CFUUIDCreateFromString, (CFAllocatorRef allocator, CFStringRef text), (allocator, text), text != NULL,
    NULL)
PASS(CFStringRef, CFUUIDCreateString, (CFAllocatorRef allocator, CFUUIDRef uuid), (allocator, uuid), uuid != NULL, NULL)

// ---- Collections --------------------------------------------------------------------------------------------------------

CFBooleanRef kCFBooleanTrue, kCFBooleanFalse;
CFStringRef kCFRunLoopDefaultMode, kCFRunLoopCommonModes;
CFArrayCallBacks kCFTypeArrayCallBacks;
CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks;
CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks;

extern CFBooleanRef const core_true __asm__("kCFBooleanTrue");
extern CFBooleanRef const core_false __asm__("kCFBooleanFalse");
extern CFStringRef const core_default_mode __asm__("kCFRunLoopDefaultMode");
extern CFStringRef const core_common_modes __asm__("kCFRunLoopCommonModes");
extern const CFArrayCallBacks core_array __asm__("kCFTypeArrayCallBacks");
extern const CFDictionaryKeyCallBacks core_keys __asm__("kCFTypeDictionaryKeyCallBacks");
extern const CFDictionaryValueCallBacks core_values __asm__("kCFTypeDictionaryValueCallBacks");

// Foundation compares addresses of its own callbacks.
static const CFArrayCallBacks *own_array(const CFArrayCallBacks *given) {
    return given == &kCFTypeArrayCallBacks ? &core_array : given;
}

static const CFDictionaryKeyCallBacks *own_keys(const CFDictionaryKeyCallBacks *given) {
    return given == &kCFTypeDictionaryKeyCallBacks ? &core_keys : given;
}

static const CFDictionaryValueCallBacks *own_values(const CFDictionaryValueCallBacks *given) {
    return given == &kCFTypeDictionaryValueCallBacks ? &core_values : given;
}

PASS(CFTypeID, CFArrayGetTypeID, (void), (), true, 0)
PASS(CFArrayRef, CFArrayCreate,
    (CFAllocatorRef allocator, const void **values, CFIndex count, const CFArrayCallBacks *callbacks),
    (allocator, values, count, own_array(callbacks)), count >= 0 && (values != NULL || count == 0), NULL)
PASS(CFMutableArrayRef, CFArrayCreateMutable,
    (CFAllocatorRef allocator, CFIndex capacity, const CFArrayCallBacks *callbacks),
    (allocator, 0, own_array(callbacks)), capacity >= 0, NULL)
PASS(CFIndex, CFArrayGetCount, (CFArrayRef array), (array), array != NULL, 0)
PASS(const void *, CFArrayGetValueAtIndex, (CFArrayRef array, CFIndex index), (array, index),
    array != NULL && index >= 0 && index < CFArrayGetCount(array), NULL)
PASS_VOID(CFArrayAppendValue, (CFMutableArrayRef array, const void *value), (array, value),
    array != NULL && value != NULL)

PASS(CFTypeID, CFDictionaryGetTypeID, (void), (), true, 0)
PASS(CFDictionaryRef, CFDictionaryCreate,
    (CFAllocatorRef allocator, const void **keys, const void **values, CFIndex count,
        const CFDictionaryKeyCallBacks *key_callbacks, const CFDictionaryValueCallBacks *value_callbacks),
    (allocator, keys, values, count, own_keys(key_callbacks), own_values(value_callbacks)),
    count >= 0 && ((keys != NULL && values != NULL) || count == 0), NULL)
PASS(CFMutableDictionaryRef, CFDictionaryCreateMutable,
    (CFAllocatorRef allocator, CFIndex capacity, const CFDictionaryKeyCallBacks *key_callbacks,
        const CFDictionaryValueCallBacks *value_callbacks),
    (allocator, 0, own_keys(key_callbacks), own_values(value_callbacks)), capacity >= 0, NULL)
PASS(CFIndex, CFDictionaryGetCount, (CFDictionaryRef dictionary), (dictionary), dictionary != NULL, 0)
PASS(const void *, CFDictionaryGetValue, (CFDictionaryRef dictionary, const void *key), (dictionary, key),
    dictionary != NULL && key != NULL, NULL)

// For dictionaries that Swift has made, Foundation has no function behind these two.
Boolean CFDictionaryContainsKey(CFDictionaryRef dictionary, const void *key) {
    return CFDictionaryGetValue(dictionary, key) != NULL;
}

Boolean CFDictionaryGetValueIfPresent(CFDictionaryRef dictionary, const void *key, const void **value) {
    const void *found = CFDictionaryGetValue(dictionary, key);
    if (found != NULL && value != NULL) *value = found;
    return found != NULL;
}

PASS_VOID(CFDictionaryGetKeysAndValues, (CFDictionaryRef dictionary, const void **keys, const void **values),
    (dictionary, keys, values), dictionary != NULL)
PASS_VOID(CFDictionarySetValue, (CFMutableDictionaryRef dictionary, const void *key, const void *value),
    (dictionary, key, value), dictionary != NULL && key != NULL && value != NULL)
PASS_VOID(CFDictionaryRemoveValue, (CFMutableDictionaryRef dictionary, const void *key), (dictionary, key),
    dictionary != NULL && key != NULL)

// ---- Run loops and bundles ----------------------------------------------------------------------------------------------

PASS(CFAbsoluteTime, CFAbsoluteTimeGetCurrent, (void), (), true, 0)
PASS(CFRunLoopRef, CFRunLoopGetCurrent, (void), (), true, NULL)
PASS(CFRunLoopRef, CFRunLoopGetMain, (void), (), true, NULL)
PASS_VOID(CFRunLoopRun, (void), (), true)
PASS(CFRunLoopRunResult, CFRunLoopRunInMode, (CFStringRef mode, CFTimeInterval seconds, Boolean returns),
    (mode, seconds, returns), mode != NULL && mode != core_common_modes, kCFRunLoopRunFinished)
PASS_VOID(CFRunLoopStop, (CFRunLoopRef loop), (loop), loop != NULL)
PASS_VOID(CFRunLoopWakeUp, (CFRunLoopRef loop), (loop), loop != NULL)
PASS(Boolean, CFRunLoopIsWaiting, (CFRunLoopRef loop), (loop), loop != NULL, false)

PASS(CFTypeID, CFBundleGetTypeID, (void), (), true, 0)
PASS(CFBundleRef, CFBundleGetMainBundle, (void), (), true, NULL)
PASS(CFURLRef, CFBundleCopyResourceURL,
    (CFBundleRef bundle, CFStringRef name, CFStringRef type, CFStringRef folder), (bundle, name, type, folder),
    bundle != NULL && name != NULL, NULL)
PASS(CFURLRef, CFBundleCopyBundleURL, (CFBundleRef bundle), (bundle), bundle != NULL, NULL)
PASS(CFStringRef, CFBundleGetIdentifier, (CFBundleRef bundle), (bundle), bundle != NULL, NULL)

// ---- Constants ----------------------------------------------------------------------------------------------------------

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CFMutableDictionaryRef literals;

CFStringRef sordino_constant_string(const char *literal) {
    CFStringRef made = CFStringCreateWithCString(NULL, literal, kCFStringEncodingUTF8);
    if (made == NULL) return NULL;
    pthread_mutex_lock(&lock);
    if (literals == NULL) {
        literals = CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    }
    CFStringRef kept = (CFStringRef)CFDictionaryGetValue((CFDictionaryRef)literals, made);
    if (kept == NULL) {
        CFDictionarySetValue(literals, made, made);
        kept = made;
    }
    pthread_mutex_unlock(&lock);
    // The dictionary holds its own reference.
    CFRelease(made);
    return kept;
}

/// Returns a constant, which Swift knows.
const void *sordino_own_text(int index);

int sordino_text_constant_count(void) { return sordino_text_count; }

#define FILL(constant, value) constant = value

__attribute__((constructor)) static void fill_constants(void) {
    FILL(kCFBooleanTrue, core_true);
    FILL(kCFBooleanFalse, core_false);
    FILL(kCFRunLoopDefaultMode, core_default_mode);
    FILL(kCFRunLoopCommonModes, core_common_modes);
    FILL(kCFTypeArrayCallBacks, core_array);
    FILL(kCFTypeDictionaryKeyCallBacks, core_keys);
    FILL(kCFTypeDictionaryValueCallBacks, core_values);
    for (int index = 0; index < sordino_text_count; index++) *sordino_text_places[index] = sordino_own_text(index);
}
