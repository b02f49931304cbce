// OpenAL 1.1: a scene of sources and a listener. Everything here acts on the current context (alc.h).
#ifndef SORDINO_OPENAL_AL_H
#define SORDINO_OPENAL_AL_H

#ifdef __cplusplus
extern "C" {
#endif

typedef char ALboolean;
typedef char ALchar;
typedef signed char ALbyte;
typedef unsigned char ALubyte;
typedef short ALshort;
typedef unsigned short ALushort;
typedef int ALint;
typedef unsigned int ALuint;
typedef int ALsizei;
typedef int ALenum;
typedef float ALfloat;
typedef double ALdouble;
typedef void ALvoid;

// Values of every kind
#define AL_NONE 0
#define AL_FALSE 0
#define AL_TRUE 1
#define AL_INVALID (-1)

// Errors
#define AL_NO_ERROR 0
#define AL_INVALID_NAME 0xA001
#define AL_INVALID_ENUM 0xA002
#define AL_INVALID_VALUE 0xA003
#define AL_INVALID_OPERATION 0xA004
#define AL_OUT_OF_MEMORY 0xA005
#define AL_ILLEGAL_ENUM AL_INVALID_ENUM
#define AL_ILLEGAL_COMMAND AL_INVALID_OPERATION

// Sources and the listener
#define AL_SOURCE_RELATIVE 0x202
#define AL_CONE_INNER_ANGLE 0x1001
#define AL_CONE_OUTER_ANGLE 0x1002
#define AL_PITCH 0x1003
#define AL_POSITION 0x1004
#define AL_DIRECTION 0x1005
#define AL_VELOCITY 0x1006
#define AL_LOOPING 0x1007
#define AL_BUFFER 0x1009
#define AL_GAIN 0x100A
#define AL_MIN_GAIN 0x100D
#define AL_MAX_GAIN 0x100E
#define AL_ORIENTATION 0x100F
#define AL_CHANNEL_MASK 0x3000
#define AL_REFERENCE_DISTANCE 0x1020
#define AL_ROLLOFF_FACTOR 0x1021
#define AL_CONE_OUTER_GAIN 0x1022
#define AL_MAX_DISTANCE 0x1023
#define AL_SEC_OFFSET 0x1024
#define AL_SAMPLE_OFFSET 0x1025
#define AL_BYTE_OFFSET 0x1026
#define AL_SOURCE_TYPE 0x1027
#define AL_STATIC 0x1028
#define AL_STREAMING 0x1029
#define AL_UNDETERMINED 0x1030

// States of a source
#define AL_SOURCE_STATE 0x1010
#define AL_INITIAL 0x1011
#define AL_PLAYING 0x1012
#define AL_PAUSED 0x1013
#define AL_STOPPED 0x1014
#define AL_BUFFERS_QUEUED 0x1015
#define AL_BUFFERS_PROCESSED 0x1016

// Buffers
#define AL_FORMAT_MONO8 0x1100
#define AL_FORMAT_MONO16 0x1101
#define AL_FORMAT_STEREO8 0x1102
#define AL_FORMAT_STEREO16 0x1103
#define AL_FREQUENCY 0x2001
#define AL_BITS 0x2002
#define AL_CHANNELS 0x2003
#define AL_SIZE 0x2004
#define AL_UNUSED 0x2010
#define AL_PENDING 0x2011
#define AL_PROCESSED 0x2012

// Strings of alGetString
#define AL_VENDOR 0xB001
#define AL_VERSION 0xB002
#define AL_RENDERER 0xB003
#define AL_EXTENSIONS 0xB004

// The whole scene
#define AL_DOPPLER_FACTOR 0xC000
#define AL_DOPPLER_VELOCITY 0xC001
#define AL_SPEED_OF_SOUND 0xC003
#define AL_DISTANCE_MODEL 0xD000
#define AL_INVERSE_DISTANCE 0xD001
#define AL_INVERSE_DISTANCE_CLAMPED 0xD002
#define AL_LINEAR_DISTANCE 0xD003
#define AL_LINEAR_DISTANCE_CLAMPED 0xD004
#define AL_EXPONENT_DISTANCE 0xD005
#define AL_EXPONENT_DISTANCE_CLAMPED 0xD006

// The whole scene
void alEnable(ALenum capability);
void alDisable(ALenum capability);
ALboolean alIsEnabled(ALenum capability);
const ALchar *alGetString(ALenum parameter);
void alGetBooleanv(ALenum parameter, ALboolean *values);
void alGetIntegerv(ALenum parameter, ALint *values);
void alGetFloatv(ALenum parameter, ALfloat *values);
void alGetDoublev(ALenum parameter, ALdouble *values);
ALboolean alGetBoolean(ALenum parameter);
ALint alGetInteger(ALenum parameter);
ALfloat alGetFloat(ALenum parameter);
ALdouble alGetDouble(ALenum parameter);
void alDopplerFactor(ALfloat value);
void alDopplerVelocity(ALfloat value);
void alSpeedOfSound(ALfloat value);
void alDistanceModel(ALenum model);

// Errors and extensions. An error stays until it is asked for
ALenum alGetError(void);
ALboolean alIsExtensionPresent(const ALchar *name);
void *alGetProcAddress(const ALchar *name);
ALenum alGetEnumValue(const ALchar *name);

// The listener
void alListenerf(ALenum parameter, ALfloat value);
void alListener3f(ALenum parameter, ALfloat x, ALfloat y, ALfloat z);
void alListenerfv(ALenum parameter, const ALfloat *values);
void alListeneri(ALenum parameter, ALint value);
void alListener3i(ALenum parameter, ALint x, ALint y, ALint z);
void alListeneriv(ALenum parameter, const ALint *values);
void alGetListenerf(ALenum parameter, ALfloat *value);
void alGetListener3f(ALenum parameter, ALfloat *x, ALfloat *y, ALfloat *z);
void alGetListenerfv(ALenum parameter, ALfloat *values);
void alGetListeneri(ALenum parameter, ALint *value);
void alGetListener3i(ALenum parameter, ALint *x, ALint *y, ALint *z);
void alGetListeneriv(ALenum parameter, ALint *values);

// Sources
void alGenSources(ALsizei count, ALuint *sources);
void alDeleteSources(ALsizei count, const ALuint *sources);
ALboolean alIsSource(ALuint source);
void alSourcef(ALuint source, ALenum parameter, ALfloat value);
void alSource3f(ALuint source, ALenum parameter, ALfloat x, ALfloat y, ALfloat z);
void alSourcefv(ALuint source, ALenum parameter, const ALfloat *values);
void alSourcei(ALuint source, ALenum parameter, ALint value);
void alSource3i(ALuint source, ALenum parameter, ALint x, ALint y, ALint z);
void alSourceiv(ALuint source, ALenum parameter, const ALint *values);
void alGetSourcef(ALuint source, ALenum parameter, ALfloat *value);
void alGetSource3f(ALuint source, ALenum parameter, ALfloat *x, ALfloat *y, ALfloat *z);
void alGetSourcefv(ALuint source, ALenum parameter, ALfloat *values);
void alGetSourcei(ALuint source, ALenum parameter, ALint *value);
void alGetSource3i(ALuint source, ALenum parameter, ALint *x, ALint *y, ALint *z);
void alGetSourceiv(ALuint source, ALenum parameter, ALint *values);
void alSourcePlay(ALuint source);
void alSourcePause(ALuint source);
void alSourceStop(ALuint source);
void alSourceRewind(ALuint source);
void alSourcePlayv(ALsizei count, const ALuint *sources);
void alSourcePausev(ALsizei count, const ALuint *sources);
void alSourceStopv(ALsizei count, const ALuint *sources);
void alSourceRewindv(ALsizei count, const ALuint *sources);
void alSourceQueueBuffers(ALuint source, ALsizei count, const ALuint *buffers);
void alSourceUnqueueBuffers(ALuint source, ALsizei count, ALuint *buffers);

// Buffers
void alGenBuffers(ALsizei count, ALuint *buffers);
void alDeleteBuffers(ALsizei count, const ALuint *buffers);
ALboolean alIsBuffer(ALuint buffer);
void alBufferData(ALuint buffer, ALenum format, const ALvoid *data, ALsizei size, ALsizei frequency);
void alBufferf(ALuint buffer, ALenum parameter, ALfloat value);
void alBuffer3f(ALuint buffer, ALenum parameter, ALfloat x, ALfloat y, ALfloat z);
void alBufferfv(ALuint buffer, ALenum parameter, const ALfloat *values);
void alBufferi(ALuint buffer, ALenum parameter, ALint value);
void alBuffer3i(ALuint buffer, ALenum parameter, ALint x, ALint y, ALint z);
void alBufferiv(ALuint buffer, ALenum parameter, const ALint *values);
void alGetBufferf(ALuint buffer, ALenum parameter, ALfloat *value);
void alGetBuffer3f(ALuint buffer, ALenum parameter, ALfloat *x, ALfloat *y, ALfloat *z);
void alGetBufferfv(ALuint buffer, ALenum parameter, ALfloat *values);
void alGetBufferi(ALuint buffer, ALenum parameter, ALint *value);
void alGetBuffer3i(ALuint buffer, ALenum parameter, ALint *x, ALint *y, ALint *z);
void alGetBufferiv(ALuint buffer, ALenum parameter, ALint *values);

#ifdef __cplusplus
}
#endif

#endif
