// Kinds of media.
#pragma once

#include <CCoreAudioTypes.h>

/// A kind of media, as a four-character code.
typedef FourCharCode CMMediaType;

enum : CMMediaType {
    /// Sound.
    kCMMediaType_Audio = 0x736F756Eu,  // 'soun'
    /// Pictures that move.
    kCMMediaType_Video = 0x76696465u,  // 'vide'
    /// Text.
    kCMMediaType_Text = 0x74657874u,  // 'text'
    /// Subtitles.
    kCMMediaType_Subtitle = 0x7362746Cu,  // 'sbtl'
    /// Several kinds in one stream.
    kCMMediaType_Muxed = 0x6D757878u,  // 'muxx'
    /// Timed metadata.
    kCMMediaType_Metadata = 0x6D657461u,  // 'meta'
    /// Time codes.
    kCMMediaType_TimeCode = 0x746D6364u,  // 'tmcd'
    /// Closed captions.
    kCMMediaType_ClosedCaption = 0x636C6370u,  // 'clcp'
};

enum : OSStatus {
    /// A parameter makes no sense.
    kCMFormatDescriptionError_InvalidParameter = -12710,
    /// There is no memory.
    kCMFormatDescriptionError_AllocationFailed = -12711,
    /// The description does not have what was asked for.
    kCMFormatDescriptionError_ValueNotAvailable = -12718,
    /// A parameter of a bridge to another description makes no sense.
    kCMFormatDescriptionBridgeError_InvalidParameter = -12712,
    /// There is no memory for a bridge to another description.
    kCMFormatDescriptionBridgeError_AllocationFailed = -12713,
};
