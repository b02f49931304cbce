// Stretches of time.
#pragma once

#include "CMTime.h"

#pragma pack(push, 4)

/// A stretch of time: it holds its start, and what comes before its end.
struct CMTimeRange {
    /// The first moment.
    CMTime start;
    /// The length; never negative in a valid range.
    CMTime duration;
};
typedef struct CMTimeRange CMTimeRange;

/// Two stretches of time of which one stands for the other, such as a piece of a file and its place in an edit.
struct CMTimeMapping {
    /// The range that the media is taken from; invalid for a gap.
    CMTimeRange source;
    /// The range that the media is put at.
    CMTimeRange target;
};
typedef struct CMTimeMapping CMTimeMapping;

#pragma pack(pop)
