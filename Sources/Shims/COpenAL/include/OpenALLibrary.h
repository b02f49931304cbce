// openal-soft, opened with dlopen at first use, for the module OpenAL. No part of the API of programs.
//
// The library's names stay its own (RTLD_LOCAL): al... and alc... in a program are the functions of this package, which
// forward. Functions that need a device or the session are written in Swift; the rest is here.
#ifndef SORDINO_OPENAL_LIBRARY_H
#define SORDINO_OPENAL_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

#include "OpenAL/al.h"
#include "OpenAL/alc.h"

// OpenAL states in words which pointers may be null, and so do the comments here.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

#define COAL_RT __attribute__((swift_attr("@_noLocks"))) __attribute__((swift_attr("@_noAllocation")))

/// Functions that openal-soft itself provides.
typedef struct {
    ALCdevice *(*_Nonnull alcLoopbackOpenDeviceSOFT)(const ALCchar *);
    ALCboolean (*_Nonnull alcResetDeviceSOFT)(ALCdevice *, const ALCint *);
    ALCboolean (*_Nonnull alcCloseDevice)(ALCdevice *);
    ALCcontext *(*_Nonnull alcCreateContext)(ALCdevice *, const ALCint *);
    ALCboolean (*_Nonnull alcMakeContextCurrent)(ALCcontext *);
    void (*_Nonnull alcProcessContext)(ALCcontext *);
    void (*_Nonnull alcSuspendContext)(ALCcontext *);
    void (*_Nonnull alcDestroyContext)(ALCcontext *);
    ALCcontext *(*_Nonnull alcGetCurrentContext)(void);
    ALCdevice *(*_Nonnull alcGetContextsDevice)(ALCcontext *);
    ALCboolean (*_Nonnull alcSetThreadContext)(ALCcontext *);
    ALCcontext *(*_Nonnull alcGetThreadContext)(void);
    ALCenum (*_Nonnull alcGetError)(ALCdevice *);
    void (*_Nonnull alcGetIntegerv)(ALCdevice *, ALCenum, ALCsizei, ALCint *);
    ALenum (*_Nonnull alGetError)(void);
    void (*_Nonnull alDeleteSources)(ALsizei, const ALuint *);
    void (*_Nonnull alSourcePlay)(ALuint);
    void (*_Nonnull alSourcePlayv)(ALsizei, const ALuint *);
    void (*_Nonnull alSourceUnqueueBuffers)(ALuint, ALsizei, ALuint *);
} coal_library;

/// The library, loaded if it is not yet; NULL when it is not installed. Any thread.
const coal_library *_Nullable coal_open(void);

/// Keeps an error for alGetError, unless one waits. Any thread.
void coal_fail(ALenum error);

/// The renderer of a device. It outlives the device, as the graph may call it until it is freed.
typedef struct coal_renderer coal_renderer;

coal_renderer *_Nullable coal_renderer_make(ALCdevice *_Nonnull device);
/// Returns once no block is being rendered; from then on there is silence.
void coal_renderer_silence(coal_renderer *_Nonnull renderer);
void coal_renderer_free(coal_renderer *_Nonnull renderer);
/// Holds the scene still, or lets it continue. A held scene still renders `frames_to_go` frames, since programs also
/// hold a scene for a moment while they change much at once; then there is silence.
void coal_renderer_hold(coal_renderer *_Nonnull renderer, bool is_held, int32_t frames_to_go);
/// Fills interleaved floats, in the channels of the device; false, and nothing written, where there is silence. One
/// thread at a time. openal-soft mixes under a lock of its own, which its calls that change voices hold for a moment.
COAL_RT bool coal_render(coal_renderer *_Nonnull renderer, float *_Nonnull samples, int32_t frame_count);

// ---- In Swift -----------------------------------------------------------------------------------------------------------

/// Returns whether a device is one of those that capture.
bool coal_is_capture(const ALCdevice *device);
/// For devices of the extensions ALC_SOFT_pause_device and ALC_SOFT_HRTF.
void coal_pause(ALCdevice *device);
void coal_resume(ALCdevice *device);
/// For programs that render by themselves (ALC_SOFT_loopback).
ALCdevice *coal_loopback(const ALCchar *name);
ALCboolean coal_reset(ALCdevice *device, const ALCint *attributes);
/// The nanoseconds from the mixer to the loudspeakers; 0 for other devices than those with an engine.
int64_t coal_latency(const ALCdevice *device);

#pragma clang diagnostic pop

#endif
