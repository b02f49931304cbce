// System Sound Services.
#pragma once

#include <CCoreAudioTypes.h>

/// A sound of System Sound Services: of the program's own from 4096 on, of the system below.
typedef uint32_t SystemSoundID;

/// A property of System Sound Services.
typedef uint32_t AudioServicesPropertyID;

enum : SystemSoundID {
    /// In place of a sound: the device shakes.
    kSystemSoundID_Vibrate = 4095,
};

enum : OSStatus {
    /// All is well.
    kAudioServicesNoError = 0,
    /// The property does not exist.
    kAudioServicesUnsupportedPropertyError = 0x7074793F,  // 'pty?'
    /// The value has another size.
    kAudioServicesBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The specifier, which names the sound, has another size.
    kAudioServicesBadSpecifierSizeError = 0x21737063,  // '!spc'
    /// Something else is wrong: there is no such file or sound, or it is none that System Sound Services play.
    kAudioServicesSystemSoundUnspecifiedError = -1500,
    /// The program did not answer in time.
    kAudioServicesSystemSoundClientTimedOutError = -1501,
    /// The sound is longer than 30 seconds.
    kAudioServicesSystemSoundExceededMaximumDurationError = -1502,
};

enum {
    /// The device lacks what the call needs.
    kAudioServicesNoHardwareError = 0x6E6F6877,  // 'nohw'
};

enum : AudioServicesPropertyID {
    /// Indicates whether a sound is one of the user interface, which a user may switch off: a `UInt32`, 1 to begin with.
    kAudioServicesPropertyIsUISound = 0x69737569u,  // 'isui'
    /// Indicates whether a sound is heard to its end if the program ends: a `UInt32`, 0 to begin with.
    kAudioServicesPropertyCompletePlaybackIfAppDies = 0x69666469u,  // 'ifdi'
};
