// Functions of openal-soft's extensions that its library exports by name, for programs in C that link this package's
// OpenAL in its place. Not in the headers: such programs bring <AL/alext.h>. A function that an older library lacks
// does nothing.
#include "Library.h"

#include <dlfcn.h>
#include <string.h>

typedef void (*event_callback)(
    ALenum kind, ALuint object, ALuint parameter, ALsizei length, const ALchar *message, void *user);

#define COPENAL_LINKED_FUNCTIONS(X) \
    X(ALCboolean, alcSetThreadContext, (ALCcontext *context), (context)) \
    X(ALCcontext *, alcGetThreadContext, (void), ()) \
    X(ALCboolean, alcIsRenderFormatSupportedSOFT, \
        (ALCdevice *device, ALCsizei frequency, ALCenum channels, ALCenum type), \
        (device, frequency, channels, type)) \
    X(const ALCchar *, alcGetStringiSOFT, \
        (ALCdevice *device, ALCenum parameter, ALCsizei index), \
        (device, parameter, index)) \
    X(void, alDeferUpdatesSOFT, (void), ()) \
    X(void, alProcessUpdatesSOFT, (void), ()) \
    X(const ALchar *, alGetStringiSOFT, (ALenum parameter, ALsizei index), (parameter, index)) \
    X(void, alBufferSubDataSOFT, \
        (ALuint buffer, ALenum format, const ALvoid *data, ALsizei offset, ALsizei length), \
        (buffer, format, data, offset, length)) \
    X(void, alBufferStorageSOFT, \
        (ALuint buffer, ALenum format, const ALvoid *data, ALsizei size, ALsizei frequency, ALuint flags), \
        (buffer, format, data, size, frequency, flags)) \
    X(void *, alMapBufferSOFT, \
        (ALuint buffer, ALsizei offset, ALsizei length, ALuint access), \
        (buffer, offset, length, access)) \
    X(void, alUnmapBufferSOFT, (ALuint buffer), (buffer)) \
    X(void, alFlushMappedBufferSOFT, (ALuint buffer, ALsizei offset, ALsizei length), (buffer, offset, length)) \
    X(void, alBufferSamplesSOFT, \
        (ALuint buffer, ALuint rate, ALenum format, ALsizei count, ALenum channels, ALenum type, const ALvoid *data), \
        (buffer, rate, format, count, channels, type, data)) \
    X(void, alBufferSubSamplesSOFT, \
        (ALuint buffer, ALsizei offset, ALsizei count, ALenum channels, ALenum type, const ALvoid *data), \
        (buffer, offset, count, channels, type, data)) \
    X(void, alGetBufferSamplesSOFT, \
        (ALuint buffer, ALsizei offset, ALsizei count, ALenum channels, ALenum type, ALvoid *data), \
        (buffer, offset, count, channels, type, data)) \
    X(ALboolean, alIsBufferFormatSupportedSOFT, (ALenum format), (format)) \
    X(void, alSourceQueueBufferLayersSOFT, \
        (ALuint source, ALsizei count, const ALuint *buffers), \
        (source, count, buffers)) \
    X(void, alSourcedSOFT, (ALuint source, ALenum parameter, ALdouble value), (source, parameter, value)) \
    X(void, alSource3dSOFT, \
        (ALuint source, ALenum parameter, ALdouble x, ALdouble y, ALdouble z), \
        (source, parameter, x, y, z)) \
    X(void, alSourcedvSOFT, (ALuint source, ALenum parameter, const ALdouble *values), (source, parameter, values)) \
    X(void, alGetSourcedSOFT, (ALuint source, ALenum parameter, ALdouble *value), (source, parameter, value)) \
    X(void, alGetSource3dSOFT, \
        (ALuint source, ALenum parameter, ALdouble *x, ALdouble *y, ALdouble *z), \
        (source, parameter, x, y, z)) \
    X(void, alSourcei64SOFT, (ALuint source, ALenum parameter, int64_t value), (source, parameter, value)) \
    X(void, alSource3i64SOFT, \
        (ALuint source, ALenum parameter, int64_t x, int64_t y, int64_t z), \
        (source, parameter, x, y, z)) \
    X(void, alSourcei64vSOFT, (ALuint source, ALenum parameter, const int64_t *values), (source, parameter, values)) \
    X(void, alGetSourcei64SOFT, (ALuint source, ALenum parameter, int64_t *value), (source, parameter, value)) \
    X(void, alGetSource3i64SOFT, \
        (ALuint source, ALenum parameter, int64_t *x, int64_t *y, int64_t *z), \
        (source, parameter, x, y, z)) \
    X(void, alEventControlSOFT, \
        (ALsizei count, const ALenum *kinds, ALboolean isWanted), \
        (count, kinds, isWanted)) \
    X(void, alEventCallbackSOFT, (event_callback callback, void *user), (callback, user)) \
    X(void *, alGetPointerSOFT, (ALenum parameter), (parameter)) \
    X(void, alGetPointervSOFT, (ALenum parameter, void **values), (parameter, values)) \
    X(int64_t, alGetInteger64SOFT, (ALenum parameter), (parameter)) \
    X(void, alGetInteger64vSOFT, (ALenum parameter, int64_t *values), (parameter, values))

/// Functions that report a delay: the delay behind openal-soft's loopback is added to it.
#define COPENAL_DELAY_FUNCTIONS(X) \
    X(void, alGetSourcedvSOFT, (ALuint source, ALenum parameter, ALdouble *values)) \
    X(void, alGetSourcei64vSOFT, (ALuint source, ALenum parameter, int64_t *values)) \
    X(void, alcGetInteger64vSOFT, (ALCdevice *device, ALCenum parameter, ALsizei count, int64_t *values))

static struct {
#define X(type, name, parameters, arguments) type(*name) parameters;
    COPENAL_LINKED_FUNCTIONS(X)
#undef X
#define X(type, name, parameters) type(*name) parameters;
    COPENAL_DELAY_FUNCTIONS(X)
#undef X
} linked;

void coal_find_linked(void *handle) {
#define X(type, name, parameters, arguments) *(void **)&linked.name = dlsym(handle, #name);
    COPENAL_LINKED_FUNCTIONS(X)
#undef X
#define X(type, name, parameters) *(void **)&linked.name = dlsym(handle, #name);
    COPENAL_DELAY_FUNCTIONS(X)
#undef X
}

#define EXPORTED __attribute__((visibility("default")))

#define X(type, name, parameters, arguments) \
    EXPORTED type name parameters { \
        if (coal_loaded() == NULL || linked.name == NULL) return (type)0; \
        return linked.name arguments; \
    }
COPENAL_LINKED_FUNCTIONS(X)
#undef X

// ---- Delays -------------------------------------------------------------------------------------------------------------

enum {
    SAMPLE_OFFSET_LATENCY = 0x1200,
    SEC_OFFSET_LATENCY = 0x1201,
    DEVICE_LATENCY = 0x1601,
    DEVICE_CLOCK_LATENCY = 0x1602,
};

EXPORTED void alGetSourcedvSOFT(ALuint source, ALenum parameter, ALdouble *values) {
    if (coal_loaded() == NULL || linked.alGetSourcedvSOFT == NULL) return;
    linked.alGetSourcedvSOFT(source, parameter, values);
    if (parameter == SEC_OFFSET_LATENCY && values != NULL && alIsSource(source)) {
        values[1] += (double)coal_latency(alcGetContextsDevice(alcGetCurrentContext())) * 1e-9;
    }
}

EXPORTED void alGetSourcei64vSOFT(ALuint source, ALenum parameter, int64_t *values) {
    if (coal_loaded() == NULL || linked.alGetSourcei64vSOFT == NULL) return;
    linked.alGetSourcei64vSOFT(source, parameter, values);
    if (parameter == SAMPLE_OFFSET_LATENCY && values != NULL && alIsSource(source)) {
        values[1] += coal_latency(alcGetContextsDevice(alcGetCurrentContext()));
    }
}

EXPORTED void alcGetInteger64vSOFT(ALCdevice *device, ALCenum parameter, ALsizei count, int64_t *values) {
    if (coal_open() == NULL || linked.alcGetInteger64vSOFT == NULL || coal_is_capture(device)) return;
    linked.alcGetInteger64vSOFT(device, parameter, count, values);
    if (values == NULL) return;
    if (parameter == DEVICE_LATENCY && count >= 1) values[0] += coal_latency(device);
    if (parameter == DEVICE_CLOCK_LATENCY && count >= 2) values[1] += coal_latency(device);
}

// ---- Devices ------------------------------------------------------------------------------------------------------------

EXPORTED void alcDevicePauseSOFT(ALCdevice *device) { coal_pause(device); }
EXPORTED void alcDeviceResumeSOFT(ALCdevice *device) { coal_resume(device); }
EXPORTED ALCboolean alcResetDeviceSOFT(ALCdevice *device, const ALCint *attributes) {
    return coal_reset(device, attributes);
}
EXPORTED ALCdevice *alcLoopbackOpenDeviceSOFT(const ALCchar *name) { return coal_loopback(name); }
EXPORTED void alcRenderSamplesSOFT(ALCdevice *device, ALCvoid *samples, ALCsizei frameCount) {
    const struct coal_functions *loaded = coal_loaded();
    if (loaded != NULL) loaded->alcRenderSamplesSOFT(device, samples, frameCount);
}

// ---- By name ------------------------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    void *value;
} rows[] = {
#define X(name) {#name, (void *)name},
    X(alGetSourcedvSOFT) X(alGetSourcei64vSOFT) X(alcGetInteger64vSOFT) X(alcDevicePauseSOFT) X(alcDeviceResumeSOFT)
    X(alcResetDeviceSOFT) X(alcLoopbackOpenDeviceSOFT)
#undef X
};

void *coal_linked_function(const char *name) {
    for (size_t i = 0; name != NULL && i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, name) == 0) return rows[i].value;
    }
    return NULL;
}
