// Sequences of events.
#pragma once

#include <CCoreAudioTypes.h>

/// A unit's state that is set at a beat: its scope, element and property list, a dictionary.
struct AUPresetEvent {
    /// The scope.
    AudioUnitScope scope;
    /// The element of the scope.
    AudioUnitElement element;
    void *_Nonnull preset __attribute__((swift_private));  // a CFPropertyList
};
typedef struct AUPresetEvent AUPresetEvent;

enum : uint32_t {
    /// No event.
    kMusicEventType_NULL = 0,
    /// An `ExtendedNoteOnEvent`.
    kMusicEventType_ExtendedNote = 1,
    /// An `ExtendedTempoEvent`.
    kMusicEventType_ExtendedTempo = 3,
    /// A `MusicEventUserData`.
    kMusicEventType_User = 4,
    /// A `MIDIMetaEvent`.
    kMusicEventType_Meta = 5,
    /// A `MIDINoteMessage`.
    kMusicEventType_MIDINoteMessage = 6,
    /// A `MIDIChannelMessage`.
    kMusicEventType_MIDIChannelMessage = 7,
    /// A `MIDIRawData`.
    kMusicEventType_MIDIRawData = 8,
    /// A `ParameterEvent`.
    kMusicEventType_Parameter = 9,
    /// An `AUPresetEvent`.
    kMusicEventType_AUPreset = 10,
    /// The loop: `MusicTrackLoopInfo`; a duration of 0 is none.
    kSequenceTrackProperty_LoopInfo = 0,
    /// Beats by which the track begins later: `MusicTimeStamp`.
    kSequenceTrackProperty_OffsetTime = 1,
    /// Indicates whether notes are silent: `Boolean`.
    kSequenceTrackProperty_MuteStatus = 2,
    /// Indicates whether the notes of other tracks are silent: `Boolean`.
    kSequenceTrackProperty_SoloStatus = 3,
    /// Indicates whether the track holds parameters with straight lines between them: `UInt32`.
    kSequenceTrackProperty_AutomatedParameters = 4,
    /// The length in beats: `MusicTimeStamp`.
    kSequenceTrackProperty_TrackLength = 5,
    /// Ticks of a quarter note in files, of the tempo track alone, read only: `Int16`.
    kSequenceTrackProperty_TimeResolution = 6,
};

enum : OSStatus {
    /// The sequence has tempo events, or its type cannot be written.
    kAudioToolboxErr_InvalidSequenceType = -10846,
    /// The sequence has no track of this place.
    kAudioToolboxErr_TrackIndexError = -10859,
    /// The track is not one of this sequence.
    kAudioToolboxErr_TrackNotFound = -10858,
    /// Returned when there is no later event.
    kAudioToolboxErr_EndOfTrack = -10857,
    /// Returned when there is no earlier event.
    kAudioToolboxErr_StartOfTrack = -10856,
    /// The track has a destination of another kind.
    kAudioToolboxErr_IllegalTrackDestination = -10855,
    /// The player has no sequence.
    kAudioToolboxErr_NoSequence = -10854,
    /// The event has another type, or cannot stand in this track.
    kAudioToolboxErr_InvalidEventType = -10853,
    /// The player plays, or does not, or did not then.
    kAudioToolboxErr_InvalidPlayerState = -10852,
    /// The track leads nowhere.
    kAudioToolboxError_NoTrackDestination = -66720,
};
