// Apple's extensions of OpenAL. Programs may call the functions or ask alGetProcAddress and alcGetProcAddress for them.
#ifndef SORDINO_OPENAL_EXTENSIONS_H
#define SORDINO_OPENAL_EXTENSIONS_H

#include "al.h"
#include "alc.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- ALC_EXT_MAC_OSX: the mixer -----------------------------------------------------------------------------------------

/// Rendering qualities: 'rqhi' places sources by head-related responses, 'rdlo' by panning, 'hdph' is 'rqhi' for
/// headphones.
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH 0x72716869
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW 0x72646C6F
#define ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES 0x68647068
/// Channels of the mixer: 'rcst' two, 'rcmc' as many as the route has.
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO 0x72637374
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL 0x72636D63

typedef ALvoid (*alcMacOSXMixerOutputRateProcPtr)(const ALdouble rate);
typedef ALdouble (*alcMacOSXGetMixerOutputRateProcPtr)(void);
typedef ALvoid (*alcMacOSXRenderingQualityProcPtr)(const ALint quality);
typedef ALint (*alcMacOSXGetRenderingQualityProcPtr)(void);
typedef ALvoid (*alMacOSXRenderChannelCountProcPtr)(const ALint count);
typedef ALint (*alMacOSXGetRenderChannelCountProcPtr)(void);
typedef ALvoid (*alcMacOSXMixerMaxiumumBussesProcPtr)(const ALint count);
typedef ALint (*alcMacOSXGetMixerMaxiumumBussesProcPtr)(void);

/// Sets the mixer's rate in hertz, for devices without contexts yet.
ALvoid alcMacOSXMixerOutputRate(const ALdouble rate);
ALdouble alcMacOSXGetMixerOutputRate(void);
/// Sets the quality of all sources, those that exist included.
ALvoid alcMacOSXRenderingQuality(const ALint quality);
ALint alcMacOSXGetRenderingQuality(void);
/// Sets the channels of devices that have no contexts yet.
ALvoid alMacOSXRenderChannelCount(const ALint count);
ALint alMacOSXGetRenderChannelCount(void);
/// Sets how many sources a context made afterwards has at least.
ALvoid alcMacOSXMixerMaxiumumBusses(const ALint count);
ALint alcMacOSXGetMixerMaxiumumBusses(void);

// ---- AL_EXT_SOURCE_SPATIALIZATION: the quality of one source ------------------------------------------------------------

typedef ALvoid (*alSourceRenderingQualityProcPtr)(ALuint source, ALint quality);
typedef ALint (*alSourceGetRenderingQualityProcPtr)(ALuint source);

ALvoid alSourceRenderingQuality(ALuint source, ALint quality);
ALint alSourceGetRenderingQuality(ALuint source);

// ---- AL_EXT_SOURCE_NOTIFICATIONS: being told of changes ----------------------------------------------------------------

/// A source that loops came to its beginning again.
#define AL_QUEUE_HAS_LOOPED 0x9000

/// Gets the source, the kind of change (AL_SOURCE_STATE, AL_BUFFERS_PROCESSED, AL_QUEUE_HAS_LOOPED), and the user data.
typedef ALvoid (*alSourceNotificationProc)(ALuint source, ALuint notification, ALvoid *userData);

typedef ALenum (*alSourceAddNotificationProcPtr)(
    ALuint source, ALuint notification, alSourceNotificationProc procedure, ALvoid *userData);
typedef ALvoid (*alSourceRemoveNotificationProcPtr)(
    ALuint source, ALuint notification, alSourceNotificationProc procedure, ALvoid *userData);

/// Calls a procedure after changes, never on the thread that renders; returns AL_NO_ERROR or an error. The source's
/// context is current during the call.
ALenum alSourceAddNotification(
    ALuint source, ALuint notification, alSourceNotificationProc procedure, ALvoid *userData);
ALvoid alSourceRemoveNotification(
    ALuint source, ALuint notification, alSourceNotificationProc procedure, ALvoid *userData);

// ---- ALC_EXT_ASA: a room, and what stands between ------------------------------------------------------------------------

/// Of the listener: 'rvon' the room is heard (ALuint), 'rvgl' its level in decibels (ALfloat, -40 to 40), 'rvrt' its
/// kind (ALint).
#define ALC_ASA_REVERB_ON 0x72766F6E
#define ALC_ASA_REVERB_GLOBAL_LEVEL 0x7276676C
#define ALC_ASA_REVERB_ROOM_TYPE 0x72767274
/// Of a source: 'rvsl' its share of the room (ALfloat, 0 to 1), 'occl' and 'obst' decibels (ALfloat, -100 to 0).
#define ALC_ASA_REVERB_SEND_LEVEL 0x7276736C
#define ALC_ASA_OCCLUSION 0x6F63636C
#define ALC_ASA_OBSTRUCTION 0x6F627374

#define ALC_ASA_REVERB_ROOM_TYPE_SmallRoom 0
#define ALC_ASA_REVERB_ROOM_TYPE_MediumRoom 1
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom 2
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall 3
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall 4
#define ALC_ASA_REVERB_ROOM_TYPE_Plate 5
#define ALC_ASA_REVERB_ROOM_TYPE_MediumChamber 6
#define ALC_ASA_REVERB_ROOM_TYPE_LargeChamber 7
#define ALC_ASA_REVERB_ROOM_TYPE_Cathedral 8
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom2 9
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall2 10
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall3 11
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall2 12

typedef ALenum (*alcASAGetSourceProcPtr)(ALuint property, ALuint source, ALvoid *data, ALuint *size);
typedef ALenum (*alcASASetSourceProcPtr)(ALuint property, ALuint source, ALvoid *data, ALuint size);
typedef ALenum (*alcASAGetListenerProcPtr)(ALuint property, ALvoid *data, ALuint *size);
typedef ALenum (*alcASASetListenerProcPtr)(ALuint property, ALvoid *data, ALuint size);

/// Each returns AL_NO_ERROR or an error. `size` is in bytes; getters set it to the bytes written.
ALenum alcASAGetSource(ALuint property, ALuint source, ALvoid *data, ALuint *size);
ALenum alcASASetSource(ALuint property, ALuint source, ALvoid *data, ALuint size);
ALenum alcASAGetListener(ALuint property, ALvoid *data, ALuint *size);
ALenum alcASASetListener(ALuint property, ALvoid *data, ALuint size);

// ---- ALC_EXT_OUTPUT_CAPTURER: what the current context's device plays ---------------------------------------------------

typedef ALvoid (*alcOutputCapturerPrepareProcPtr)(ALCuint frequency, ALCenum format, ALCsizei frameCount);
typedef ALvoid (*alcOutputCapturerStartProcPtr)(void);
typedef ALvoid (*alcOutputCapturerStopProcPtr)(void);
typedef ALint (*alcOutputCapturerAvailableSamplesProcPtr)(void);
typedef ALvoid (*alcOutputCapturerSamplesProcPtr)(ALCvoid *buffer, ALCsizei frameCount);

/// Makes room for frames of a format, at a rate.
ALvoid alcOutputCapturerPrepare(ALCuint frequency, ALCenum format, ALCsizei frameCount);
ALvoid alcOutputCapturerStart(void);
/// Stops, and drops the captured frames.
ALvoid alcOutputCapturerStop(void);
/// The number of frames that wait; frames that come while the capturer is full are lost.
ALint alcOutputCapturerAvailableSamples(void);
/// Takes frames out; more than there are is the error AL_INVALID_VALUE.
ALvoid alcOutputCapturerSamples(ALCvoid *buffer, ALCsizei frameCount);

#ifdef __cplusplus
}
#endif

#endif
