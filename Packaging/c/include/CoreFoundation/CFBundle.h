// The program's own files.
#pragma once

#include "CFBase.h"
#include "CFURL.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the number of the type.
CFTypeID CFBundleGetTypeID(void) SORDINO_SYMBOL(CFBundleGetTypeID);

/// Returns the program's bundle.
CFBundleRef CFBundleGetMainBundle(void) SORDINO_SYMBOL(CFBundleGetMainBundle);

/// Returns the URL of a file of a bundle, which the caller releases; null without one.
CFURLRef CFBundleCopyResourceURL(CFBundleRef bundle, CFStringRef name, CFStringRef type, CFStringRef folder)
    SORDINO_SYMBOL(CFBundleCopyResourceURL);

/// Returns the URL of a bundle, which the caller releases.
CFURLRef CFBundleCopyBundleURL(CFBundleRef bundle) SORDINO_SYMBOL(CFBundleCopyBundleURL);

/// Returns the bundle's identifier, which belongs to the bundle; null without one.
CFStringRef CFBundleGetIdentifier(CFBundleRef bundle) SORDINO_SYMBOL(CFBundleGetIdentifier);

#ifdef __cplusplus
}
#endif
