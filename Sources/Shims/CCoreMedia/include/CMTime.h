// Moments and durations.
#pragma once

#include <CCoreAudioTypes.h>

/// The numerator of a time.
typedef int64_t CMTimeValue;
/// The denominator of a time: units in a second.
typedef int32_t CMTimeScale;
/// Tells apart times that look the same, such as those of several passes of a loop.
typedef int64_t CMTimeEpoch;

/// Flags of a time: valid, rounded, infinite, indefinite.
typedef SORDINO_OPTIONS(uint32_t, CMTimeFlags) {
    /// The time means something.
    kCMTimeFlags_Valid = 1u << 0,
    /// A computation on the way to it was not exact.
    kCMTimeFlags_HasBeenRounded = 1u << 1,
    /// Later than any number.
    kCMTimeFlags_PositiveInfinity = 1u << 2,
    /// Earlier than any number.
    kCMTimeFlags_NegativeInfinity = 1u << 3,
    /// The time is unknown, such as the duration of a live stream.
    kCMTimeFlags_Indefinite = 1u << 4,
    /// The bits of which any makes the value meaningless.
    kCMTimeFlags_ImpliedValueFlagsMask =
        kCMTimeFlags_PositiveInfinity | kCMTimeFlags_NegativeInfinity | kCMTimeFlags_Indefinite,
} CMTimeFlags;

#pragma pack(push, 4)

/// A moment or a duration as a fraction of seconds.
///
/// Besides fractions there are the infinities, "indefinite" and "invalid"; a time made without numbers is invalid.
struct CMTime {
    /// The numerator.
    CMTimeValue value;
    /// The denominator: units in a second.
    CMTimeScale timescale;
    /// Flags: valid, rounded, infinite, indefinite.
    CMTimeFlags flags;
    /// Tells apart times that look the same; 0 of durations.
    CMTimeEpoch epoch;
};
typedef struct CMTime CMTime;

#pragma pack(pop)

enum {
    /// The largest time scale.
    kCMTimeMaxTimescale = 0x7FFFFFFF,
};
