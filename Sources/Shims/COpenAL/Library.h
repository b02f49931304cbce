// openal-soft's functions, for the files of this folder.
#ifndef SORDINO_OPENAL_LIBRARY_INTERNAL_H
#define SORDINO_OPENAL_LIBRARY_INTERNAL_H

#include "COpenAL.h"

#include "PlainFunctions.h"

/// Functions that go to the library with something added.
#define COPENAL_CHANGED_FUNCTIONS(X) \
    X(const ALchar *, alGetString, (ALenum parameter)) \
    X(ALboolean, alIsExtensionPresent, (const ALchar *name)) \
    X(void *, alGetProcAddress, (const ALchar *name)) \
    X(ALenum, alGetEnumValue, (const ALchar *name)) \
    X(const ALCchar *, alcGetString, (ALCdevice *device, ALCenum parameter)) \
    X(ALCboolean, alcIsExtensionPresent, (ALCdevice *device, const ALCchar *name)) \
    X(void *, alcGetProcAddress, (ALCdevice *device, const ALCchar *name)) \
    X(ALCenum, alcGetEnumValue, (ALCdevice *device, const ALCchar *name)) \
    X(void, alcRenderSamplesSOFT, (ALCdevice *device, ALCvoid *samples, ALCsizei frameCount))

struct coal_functions {
#define X(type, name, parameters, arguments) type(*name) parameters;
    COPENAL_PLAIN_FUNCTIONS(X)
#undef X
#define X(type, name, parameters) type(*name) parameters;
    COPENAL_CHANGED_FUNCTIONS(X)
#undef X
};

/// The functions of the library if it has been loaded; NULL before any device was asked for.
const struct coal_functions *coal_loaded(void);

/// Finds the functions of extensions that the library exports by name.
void coal_find_linked(void *handle);
/// The function of this package for such a name, where it is not the library's own; else NULL.
void *coal_linked_function(const char *name);

#endif
