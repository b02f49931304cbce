// The functions of OpenAL that go to openal-soft as they are: X(type of the result, name, parameters, arguments).
#define COPENAL_PLAIN_FUNCTIONS(X) \
    X(void, alEnable, (ALenum capability), (capability)) \
    X(void, alDisable, (ALenum capability), (capability)) \
    X(ALboolean, alIsEnabled, (ALenum capability), (capability)) \
    X(void, alGetBooleanv, (ALenum parameter, ALboolean *values), (parameter, values)) \
    X(void, alGetIntegerv, (ALenum parameter, ALint *values), (parameter, values)) \
    X(void, alGetFloatv, (ALenum parameter, ALfloat *values), (parameter, values)) \
    X(void, alGetDoublev, (ALenum parameter, ALdouble *values), (parameter, values)) \
    X(ALboolean, alGetBoolean, (ALenum parameter), (parameter)) \
    X(ALint, alGetInteger, (ALenum parameter), (parameter)) \
    X(ALfloat, alGetFloat, (ALenum parameter), (parameter)) \
    X(ALdouble, alGetDouble, (ALenum parameter), (parameter)) \
    X(void, alDopplerFactor, (ALfloat value), (value)) \
    X(void, alDopplerVelocity, (ALfloat value), (value)) \
    X(void, alSpeedOfSound, (ALfloat value), (value)) \
    X(void, alDistanceModel, (ALenum model), (model)) \
    X(void, alListenerf, (ALenum parameter, ALfloat value), (parameter, value)) \
    X(void, alListener3f, (ALenum parameter, ALfloat x, ALfloat y, ALfloat z), (parameter, x, y, z)) \
    X(void, alListenerfv, (ALenum parameter, const ALfloat *values), (parameter, values)) \
    X(void, alListeneri, (ALenum parameter, ALint value), (parameter, value)) \
    X(void, alListener3i, (ALenum parameter, ALint x, ALint y, ALint z), (parameter, x, y, z)) \
    X(void, alListeneriv, (ALenum parameter, const ALint *values), (parameter, values)) \
    X(void, alGetListenerf, (ALenum parameter, ALfloat *value), (parameter, value)) \
    X(void, alGetListener3f, (ALenum parameter, ALfloat *x, ALfloat *y, ALfloat *z), (parameter, x, y, z)) \
    X(void, alGetListenerfv, (ALenum parameter, ALfloat *values), (parameter, values)) \
    X(void, alGetListeneri, (ALenum parameter, ALint *value), (parameter, value)) \
    X(void, alGetListener3i, (ALenum parameter, ALint *x, ALint *y, ALint *z), (parameter, x, y, z)) \
    X(void, alGetListeneriv, (ALenum parameter, ALint *values), (parameter, values)) \
    X(void, alGenSources, (ALsizei count, ALuint *sources), (count, sources)) \
    X(ALboolean, alIsSource, (ALuint source), (source)) \
    X(void, alSourcef, (ALuint source, ALenum parameter, ALfloat value), (source, parameter, value)) \
    X(void, alSource3f, \
        (ALuint source, ALenum parameter, ALfloat x, ALfloat y, ALfloat z), \
        (source, parameter, x, y, z)) \
    X(void, alSourcefv, (ALuint source, ALenum parameter, const ALfloat *values), (source, parameter, values)) \
    X(void, alSourcei, (ALuint source, ALenum parameter, ALint value), (source, parameter, value)) \
    X(void, alSource3i, (ALuint source, ALenum parameter, ALint x, ALint y, ALint z), (source, parameter, x, y, z)) \
    X(void, alSourceiv, (ALuint source, ALenum parameter, const ALint *values), (source, parameter, values)) \
    X(void, alGetSourcef, (ALuint source, ALenum parameter, ALfloat *value), (source, parameter, value)) \
    X(void, alGetSource3f, \
        (ALuint source, ALenum parameter, ALfloat *x, ALfloat *y, ALfloat *z), \
        (source, parameter, x, y, z)) \
    X(void, alGetSourcefv, (ALuint source, ALenum parameter, ALfloat *values), (source, parameter, values)) \
    X(void, alGetSourcei, (ALuint source, ALenum parameter, ALint *value), (source, parameter, value)) \
    X(void, alGetSource3i, \
        (ALuint source, ALenum parameter, ALint *x, ALint *y, ALint *z), \
        (source, parameter, x, y, z)) \
    X(void, alGetSourceiv, (ALuint source, ALenum parameter, ALint *values), (source, parameter, values)) \
    X(void, alSourcePause, (ALuint source), (source)) \
    X(void, alSourceStop, (ALuint source), (source)) \
    X(void, alSourceRewind, (ALuint source), (source)) \
    X(void, alSourcePausev, (ALsizei count, const ALuint *sources), (count, sources)) \
    X(void, alSourceStopv, (ALsizei count, const ALuint *sources), (count, sources)) \
    X(void, alSourceRewindv, (ALsizei count, const ALuint *sources), (count, sources)) \
    X(void, alSourceQueueBuffers, (ALuint source, ALsizei count, const ALuint *buffers), (source, count, buffers)) \
    X(void, alGenBuffers, (ALsizei count, ALuint *buffers), (count, buffers)) \
    X(void, alDeleteBuffers, (ALsizei count, const ALuint *buffers), (count, buffers)) \
    X(ALboolean, alIsBuffer, (ALuint buffer), (buffer)) \
    X(void, alBufferData, \
        (ALuint buffer, ALenum format, const ALvoid *data, ALsizei size, ALsizei frequency), \
        (buffer, format, data, size, frequency)) \
    X(void, alBufferf, (ALuint buffer, ALenum parameter, ALfloat value), (buffer, parameter, value)) \
    X(void, alBuffer3f, \
        (ALuint buffer, ALenum parameter, ALfloat x, ALfloat y, ALfloat z), \
        (buffer, parameter, x, y, z)) \
    X(void, alBufferfv, (ALuint buffer, ALenum parameter, const ALfloat *values), (buffer, parameter, values)) \
    X(void, alBufferi, (ALuint buffer, ALenum parameter, ALint value), (buffer, parameter, value)) \
    X(void, alBuffer3i, (ALuint buffer, ALenum parameter, ALint x, ALint y, ALint z), (buffer, parameter, x, y, z)) \
    X(void, alBufferiv, (ALuint buffer, ALenum parameter, const ALint *values), (buffer, parameter, values)) \
    X(void, alGetBufferf, (ALuint buffer, ALenum parameter, ALfloat *value), (buffer, parameter, value)) \
    X(void, alGetBuffer3f, \
        (ALuint buffer, ALenum parameter, ALfloat *x, ALfloat *y, ALfloat *z), \
        (buffer, parameter, x, y, z)) \
    X(void, alGetBufferfv, (ALuint buffer, ALenum parameter, ALfloat *values), (buffer, parameter, values)) \
    X(void, alGetBufferi, (ALuint buffer, ALenum parameter, ALint *value), (buffer, parameter, value)) \
    X(void, alGetBuffer3i, \
        (ALuint buffer, ALenum parameter, ALint *x, ALint *y, ALint *z), \
        (buffer, parameter, x, y, z)) \
    X(void, alGetBufferiv, (ALuint buffer, ALenum parameter, ALint *values), (buffer, parameter, values)) \
    X(void, alGenEffects, (ALsizei count, ALuint *effects), (count, effects)) \
    X(void, alDeleteEffects, (ALsizei count, const ALuint *effects), (count, effects)) \
    X(ALboolean, alIsEffect, (ALuint effect), (effect)) \
    X(void, alEffecti, (ALuint effect, ALenum parameter, ALint value), (effect, parameter, value)) \
    X(void, alEffectiv, (ALuint effect, ALenum parameter, const ALint *values), (effect, parameter, values)) \
    X(void, alEffectf, (ALuint effect, ALenum parameter, ALfloat value), (effect, parameter, value)) \
    X(void, alEffectfv, (ALuint effect, ALenum parameter, const ALfloat *values), (effect, parameter, values)) \
    X(void, alGetEffecti, (ALuint effect, ALenum parameter, ALint *value), (effect, parameter, value)) \
    X(void, alGetEffectiv, (ALuint effect, ALenum parameter, ALint *values), (effect, parameter, values)) \
    X(void, alGetEffectf, (ALuint effect, ALenum parameter, ALfloat *value), (effect, parameter, value)) \
    X(void, alGetEffectfv, (ALuint effect, ALenum parameter, ALfloat *values), (effect, parameter, values)) \
    X(void, alGenFilters, (ALsizei count, ALuint *filters), (count, filters)) \
    X(void, alDeleteFilters, (ALsizei count, const ALuint *filters), (count, filters)) \
    X(ALboolean, alIsFilter, (ALuint filter), (filter)) \
    X(void, alFilteri, (ALuint filter, ALenum parameter, ALint value), (filter, parameter, value)) \
    X(void, alFilteriv, (ALuint filter, ALenum parameter, const ALint *values), (filter, parameter, values)) \
    X(void, alFilterf, (ALuint filter, ALenum parameter, ALfloat value), (filter, parameter, value)) \
    X(void, alFilterfv, (ALuint filter, ALenum parameter, const ALfloat *values), (filter, parameter, values)) \
    X(void, alGetFilteri, (ALuint filter, ALenum parameter, ALint *value), (filter, parameter, value)) \
    X(void, alGetFilteriv, (ALuint filter, ALenum parameter, ALint *values), (filter, parameter, values)) \
    X(void, alGetFilterf, (ALuint filter, ALenum parameter, ALfloat *value), (filter, parameter, value)) \
    X(void, alGetFilterfv, (ALuint filter, ALenum parameter, ALfloat *values), (filter, parameter, values)) \
    X(void, alGenAuxiliaryEffectSlots, (ALsizei count, ALuint *slots), (count, slots)) \
    X(void, alDeleteAuxiliaryEffectSlots, (ALsizei count, const ALuint *slots), (count, slots)) \
    X(ALboolean, alIsAuxiliaryEffectSlot, (ALuint slot), (slot)) \
    X(void, alAuxiliaryEffectSloti, (ALuint slot, ALenum parameter, ALint value), (slot, parameter, value)) \
    X(void, alAuxiliaryEffectSlotiv, \
        (ALuint slot, ALenum parameter, const ALint *values), \
        (slot, parameter, values)) \
    X(void, alAuxiliaryEffectSlotf, (ALuint slot, ALenum parameter, ALfloat value), (slot, parameter, value)) \
    X(void, alAuxiliaryEffectSlotfv, \
        (ALuint slot, ALenum parameter, const ALfloat *values), \
        (slot, parameter, values)) \
    X(void, alGetAuxiliaryEffectSloti, (ALuint slot, ALenum parameter, ALint *value), (slot, parameter, value)) \
    X(void, alGetAuxiliaryEffectSlotiv, (ALuint slot, ALenum parameter, ALint *values), (slot, parameter, values)) \
    X(void, alGetAuxiliaryEffectSlotf, (ALuint slot, ALenum parameter, ALfloat *value), (slot, parameter, value)) \
    X(void, alGetAuxiliaryEffectSlotfv, (ALuint slot, ALenum parameter, ALfloat *values), (slot, parameter, values))
