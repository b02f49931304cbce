#include "Library.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/// The name of the only device, in one direction or the other.
#define DEVICE_NAME "Sordino"

static const char *const own_al_extensions[] = {
    "AL_EXT_SOURCE_NOTIFICATIONS", "AL_EXT_SOURCE_SPATIALIZATION", "AL_EXT_STATIC_BUFFER"};
static const char *const own_alc_extensions[] = {
    "ALC_EXT_MAC_OSX", "ALC_EXT_ASA", "ALC_EXT_OUTPUT_CAPTURER", "ALC_EXT_CAPTURE", "ALC_ENUMERATION_EXT",
    "ALC_ENUMERATE_ALL_EXT"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool is_one_of(const char *const *names, size_t count, const char *name) {
    for (size_t i = 0; name != NULL && i < count; i++) {
        if (strcasecmp(names[i], name) == 0) return true;
    }
    return false;
}

/// Returns whether a list of words has a word.
static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *place = list; (place = strstr(place, word)) != NULL; place += length) {
        if ((place == list || place[-1] == ' ') && (place[length] == ' ' || place[length] == 0)) return true;
    }
    return false;
}

/// The library's list with Sordino's behind it, in `text`; names that would not fit are left out.
static void join(char *text, size_t size, const char *theirs, const char *const *names, size_t count) {
    snprintf(text, size, "%s", theirs);
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        if (has_word(theirs, names[i]) || used + strlen(names[i]) + 2 > size) continue;
        snprintf(text + used, size - used, "%s%s", used > 0 && text[used - 1] != ' ' ? " " : "", names[i]);
    }
}

// Lists are the same for the life of the process, so each is joined once.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char al_list[4096];
static char alc_list[4096];
static char alc_list_without_device[4096];

static const char *joined(char list[static 4096], const char *theirs, const char *const *names, size_t count) {
    pthread_mutex_lock(&lock);
    if (list[0] == 0) join(list, 4096, theirs, names, count);
    pthread_mutex_unlock(&lock);
    return list;
}

// ---- AL -----------------------------------------------------------------------------------------------------------------

const ALchar *alGetString(ALenum parameter) {
    const struct coal_functions *loaded = coal_loaded();
    if (loaded == NULL) return NULL;
    const char *theirs = loaded->alGetString(parameter);
    if (parameter != AL_EXTENSIONS || theirs == NULL) return theirs;
    return joined(al_list, theirs, own_al_extensions, COUNT(own_al_extensions));
}

ALboolean alIsExtensionPresent(const ALchar *name) {
    const struct coal_functions *loaded = coal_loaded();
    if (loaded == NULL) return AL_FALSE;
    // The library's answer first: without a context it is an error.
    ALboolean theirs = loaded->alIsExtensionPresent(name);
    return theirs || (alcGetCurrentContext() != NULL && is_one_of(own_al_extensions, COUNT(own_al_extensions), name));
}

struct row {
    const char *name;
    void *value;
};

static const struct row own_functions[] = {
#define X(type, name, parameters, arguments) {#name, (void *)name},
    COPENAL_PLAIN_FUNCTIONS(X)
#undef X
#define X(name) {#name, (void *)name},
    X(alGetString) X(alIsExtensionPresent) X(alGetProcAddress) X(alGetEnumValue) X(alGetError) X(alDeleteSources)
    X(alSourcePlay) X(alSourcePlayv) X(alSourceUnqueueBuffers) X(alBufferDataStatic)
    X(alcCreateContext) X(alcMakeContextCurrent) X(alcProcessContext) X(alcSuspendContext) X(alcDestroyContext)
    X(alcGetCurrentContext) X(alcGetContextsDevice) X(alcOpenDevice) X(alcCloseDevice) X(alcGetError)
    X(alcIsExtensionPresent) X(alcGetProcAddress) X(alcGetEnumValue) X(alcGetString) X(alcGetIntegerv)
    X(alcCaptureOpenDevice) X(alcCaptureCloseDevice) X(alcCaptureStart) X(alcCaptureStop) X(alcCaptureSamples)
    X(alcMacOSXMixerOutputRate) X(alcMacOSXGetMixerOutputRate) X(alcMacOSXRenderingQuality)
    X(alcMacOSXGetRenderingQuality) X(alMacOSXRenderChannelCount) X(alMacOSXGetRenderChannelCount)
    X(alcMacOSXMixerMaxiumumBusses) X(alcMacOSXGetMixerMaxiumumBusses) X(alSourceRenderingQuality)
    X(alSourceGetRenderingQuality) X(alSourceAddNotification) X(alSourceRemoveNotification) X(alcASAGetSource)
    X(alcASASetSource) X(alcASAGetListener) X(alcASASetListener) X(alcOutputCapturerPrepare)
    X(alcOutputCapturerStart) X(alcOutputCapturerStop) X(alcOutputCapturerAvailableSamples)
    X(alcOutputCapturerSamples)
#undef X
};

static void *own_function(const char *name) {
    for (size_t i = 0; name != NULL && i < COUNT(own_functions); i++) {
        if (strcmp(own_functions[i].name, name) == 0) return own_functions[i].value;
    }
    return coal_linked_function(name);
}

void *alGetProcAddress(const ALchar *name) {
    void *own = own_function(name);
    const struct coal_functions *loaded = coal_loaded();
    return own != NULL || loaded == NULL || name == NULL ? own : loaded->alGetProcAddress(name);
}

static const struct {
    const char *name;
    ALenum value;
} own_values[] = {
#define X(name) {#name, name},
    X(AL_QUEUE_HAS_LOOPED) X(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH) X(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW)
    X(ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES) X(ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO)
    X(ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL) X(ALC_ASA_REVERB_ON) X(ALC_ASA_REVERB_GLOBAL_LEVEL)
    X(ALC_ASA_REVERB_ROOM_TYPE) X(ALC_ASA_REVERB_SEND_LEVEL) X(ALC_ASA_OCCLUSION) X(ALC_ASA_OBSTRUCTION)
#undef X
};

static ALenum own_value(const char *name) {
    for (size_t i = 0; name != NULL && i < COUNT(own_values); i++) {
        if (strcmp(own_values[i].name, name) == 0) return own_values[i].value;
    }
    return 0;
}

ALenum alGetEnumValue(const ALchar *name) {
    ALenum own = own_value(name);
    const struct coal_functions *loaded = coal_loaded();
    return own != 0 || loaded == NULL ? own : loaded->alGetEnumValue(name);
}

// ---- ALC ----------------------------------------------------------------------------------------------------------------

const ALCchar *alcGetString(ALCdevice *device, ALCenum parameter) {
    const struct coal_functions *loaded = coal_open() != NULL ? coal_loaded() : NULL;
    switch (parameter) {
    case ALC_DEFAULT_DEVICE_SPECIFIER:
    case ALC_DEFAULT_ALL_DEVICES_SPECIFIER: return loaded != NULL ? DEVICE_NAME : "";
    case ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER: return DEVICE_NAME;
    // Without a device these are lists: names that end with 0, and one more 0. With a device, the first is its name.
    case ALC_DEVICE_SPECIFIER:
    case ALC_ALL_DEVICES_SPECIFIER: return loaded != NULL ? DEVICE_NAME "\0" : "\0";
    case ALC_CAPTURE_DEVICE_SPECIFIER: return DEVICE_NAME "\0";
    default: break;
    }
    if (parameter == ALC_EXTENSIONS && (loaded == NULL || coal_is_capture(device))) return "ALC_EXT_CAPTURE";
    if (loaded == NULL) return NULL;
    // Other strings are sentences for errors, the same for every device, so a capture device need not be named.
    if (coal_is_capture(device)) device = NULL;
    const char *theirs = loaded->alcGetString(device, parameter);
    if (parameter != ALC_EXTENSIONS || theirs == NULL) return theirs;
    return joined(
        device != NULL ? alc_list : alc_list_without_device, theirs, own_alc_extensions, COUNT(own_alc_extensions));
}

ALCboolean alcIsExtensionPresent(ALCdevice *device, const ALCchar *name) {
    const struct coal_functions *loaded = coal_open() != NULL ? coal_loaded() : NULL;
    if (loaded == NULL) return ALC_FALSE;
    if (is_one_of(own_alc_extensions, COUNT(own_alc_extensions), name)) return ALC_TRUE;
    return coal_is_capture(device) ? ALC_FALSE : loaded->alcIsExtensionPresent(device, name);
}

void *alcGetProcAddress(ALCdevice *device, const ALCchar *name) {
    void *own = own_function(name);
    const struct coal_functions *loaded = coal_open() != NULL ? coal_loaded() : NULL;
    if (own != NULL || loaded == NULL || name == NULL || coal_is_capture(device)) return own;
    return loaded->alcGetProcAddress(device, name);
}

ALCenum alcGetEnumValue(ALCdevice *device, const ALCchar *name) {
    ALCenum own = own_value(name);
    const struct coal_functions *loaded = coal_open() != NULL ? coal_loaded() : NULL;
    return own != 0 || loaded == NULL ? own : loaded->alcGetEnumValue(device, name);
}
