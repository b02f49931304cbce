// OpenAL 1.1: devices and contexts, and capture.
#ifndef SORDINO_OPENAL_ALC_H
#define SORDINO_OPENAL_ALC_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ALCdevice_struct ALCdevice;
typedef struct ALCcontext_struct ALCcontext;
typedef char ALCboolean;
typedef char ALCchar;
typedef signed char ALCbyte;
typedef unsigned char ALCubyte;
typedef short ALCshort;
typedef unsigned short ALCushort;
typedef int ALCint;
typedef unsigned int ALCuint;
typedef int ALCsizei;
typedef int ALCenum;
typedef float ALCfloat;
typedef double ALCdouble;
typedef void ALCvoid;

// Values of every kind
#define ALC_FALSE 0
#define ALC_TRUE 1

// Attributes of a context
#define ALC_FREQUENCY 0x1007
#define ALC_REFRESH 0x1008
#define ALC_SYNC 0x1009
#define ALC_MONO_SOURCES 0x1010
#define ALC_STEREO_SOURCES 0x1011

// Errors
#define ALC_NO_ERROR 0
#define ALC_INVALID_DEVICE 0xA001
#define ALC_INVALID_CONTEXT 0xA002
#define ALC_INVALID_ENUM 0xA003
#define ALC_INVALID_VALUE 0xA004
#define ALC_OUT_OF_MEMORY 0xA005

// Parameters of alcGetString and alcGetIntegerv
#define ALC_MAJOR_VERSION 0x1000
#define ALC_MINOR_VERSION 0x1001
#define ALC_ATTRIBUTES_SIZE 0x1002
#define ALC_ALL_ATTRIBUTES 0x1003
#define ALC_DEFAULT_DEVICE_SPECIFIER 0x1004
#define ALC_DEVICE_SPECIFIER 0x1005
#define ALC_EXTENSIONS 0x1006
#define ALC_DEFAULT_ALL_DEVICES_SPECIFIER 0x1012
#define ALC_ALL_DEVICES_SPECIFIER 0x1013
#define ALC_CAPTURE_DEVICE_SPECIFIER 0x310
#define ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER 0x311
#define ALC_CAPTURE_SAMPLES 0x312

// Contexts
ALCcontext *alcCreateContext(ALCdevice *device, const ALCint *attributes);
ALCboolean alcMakeContextCurrent(ALCcontext *context);
void alcProcessContext(ALCcontext *context);
void alcSuspendContext(ALCcontext *context);
void alcDestroyContext(ALCcontext *context);
ALCcontext *alcGetCurrentContext(void);
ALCdevice *alcGetContextsDevice(ALCcontext *context);

// Devices
ALCdevice *alcOpenDevice(const ALCchar *name);
ALCboolean alcCloseDevice(ALCdevice *device);

// Errors, extensions and properties
ALCenum alcGetError(ALCdevice *device);
ALCboolean alcIsExtensionPresent(ALCdevice *device, const ALCchar *name);
void *alcGetProcAddress(ALCdevice *device, const ALCchar *name);
ALCenum alcGetEnumValue(ALCdevice *device, const ALCchar *name);
const ALCchar *alcGetString(ALCdevice *device, ALCenum parameter);
void alcGetIntegerv(ALCdevice *device, ALCenum parameter, ALCsizei count, ALCint *values);

// Capture
ALCdevice *alcCaptureOpenDevice(const ALCchar *name, ALCuint frequency, ALCenum format, ALCsizei frameCount);
ALCboolean alcCaptureCloseDevice(ALCdevice *device);
void alcCaptureStart(ALCdevice *device);
void alcCaptureStop(ALCdevice *device);
void alcCaptureSamples(ALCdevice *device, ALCvoid *buffer, ALCsizei frameCount);

#ifdef __cplusplus
}
#endif

#endif
