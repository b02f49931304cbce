import CoreAudioTypes

/// No event.
public var kMusicEventType_NULL: UInt32 { 0 }

/// An `ExtendedNoteOnEvent`.
public var kMusicEventType_ExtendedNote: UInt32 { 1 }

/// An `ExtendedTempoEvent`.
public var kMusicEventType_ExtendedTempo: UInt32 { 3 }

/// A `MusicEventUserData`.
public var kMusicEventType_User: UInt32 { 4 }

/// A `MIDIMetaEvent`.
public var kMusicEventType_Meta: UInt32 { 5 }

/// A `MIDINoteMessage`.
public var kMusicEventType_MIDINoteMessage: UInt32 { 6 }

/// A `MIDIChannelMessage`.
public var kMusicEventType_MIDIChannelMessage: UInt32 { 7 }

/// A `MIDIRawData`.
public var kMusicEventType_MIDIRawData: UInt32 { 8 }

/// A `ParameterEvent`.
public var kMusicEventType_Parameter: UInt32 { 9 }

/// An `AUPresetEvent`.
public var kMusicEventType_AUPreset: UInt32 { 10 }

/// The loop: `MusicTrackLoopInfo`; a duration of 0 is none.
public var kSequenceTrackProperty_LoopInfo: UInt32 { 0 }

/// Beats by which the track begins later: `MusicTimeStamp`.
public var kSequenceTrackProperty_OffsetTime: UInt32 { 1 }

/// Indicates whether notes are silent: `Boolean`.
public var kSequenceTrackProperty_MuteStatus: UInt32 { 2 }

/// Indicates whether the notes of other tracks are silent: `Boolean`.
public var kSequenceTrackProperty_SoloStatus: UInt32 { 3 }

/// Indicates whether the track holds parameters with straight lines between them: `UInt32`.
public var kSequenceTrackProperty_AutomatedParameters: UInt32 { 4 }

/// The length in beats: `MusicTimeStamp`.
public var kSequenceTrackProperty_TrackLength: UInt32 { 5 }

/// Ticks of a quarter note in files, of the tempo track alone, read only: `Int16`.
public var kSequenceTrackProperty_TimeResolution: UInt32 { 6 }

/// The sequence has tempo events, or its type cannot be written.
public var kAudioToolboxErr_InvalidSequenceType: OSStatus { -10846 }

/// The sequence has no track of this place.
public var kAudioToolboxErr_TrackIndexError: OSStatus { -10859 }

/// The track is not one of this sequence.
public var kAudioToolboxErr_TrackNotFound: OSStatus { -10858 }

/// Returned when there is no later event.
public var kAudioToolboxErr_EndOfTrack: OSStatus { -10857 }

/// Returned when there is no earlier event.
public var kAudioToolboxErr_StartOfTrack: OSStatus { -10856 }

/// The track has a destination of another kind.
public var kAudioToolboxErr_IllegalTrackDestination: OSStatus { -10855 }

/// The player has no sequence.
public var kAudioToolboxErr_NoSequence: OSStatus { -10854 }

/// The event has another type, or cannot stand in this track.
public var kAudioToolboxErr_InvalidEventType: OSStatus { -10853 }

/// The player plays, or does not, or did not then.
public var kAudioToolboxErr_InvalidPlayerState: OSStatus { -10852 }

/// The track leads nowhere.
public var kAudioToolboxError_NoTrackDestination: OSStatus { -66720 }

/// A place past the last event of a track.
public var kMusicTimeStamp_EndOfTrack: Double { .greatestFiniteMagnitude }
