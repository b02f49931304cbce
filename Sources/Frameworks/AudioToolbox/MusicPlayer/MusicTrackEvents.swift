import CoreAudioTypes
import Foundation
import SordinoMIDI

// Functions that add events to tracks, each after the events of the same beat.
//
// All return -50 for an invalid track, a beat before 0 or an invalid event, and `kAudioToolboxErr_InvalidEventType` for
// an event that the track does not accept: the tempo track accepts only tempos and meta events, other tracks no tempos,
// and an automation track only parameters.

/// Adds an event to a track.
private func add(
    _ handle: MusicTrack, _ beat: MusicTimeStamp, _ type: MusicEventType, _ data: UnsafeRawPointer
) -> OSStatus {
    withTrack(handle) { track in
        guard beat >= 0, beat.isFinite, let kind = MusicEventData.read(type, data) else { return kAudio_ParamError }
        guard track.takes(kind) else { return kAudioToolboxErr_InvalidEventType }
        _ = track.edit { $0.add(SequenceEvent(beat: beat, kind)) }
        return noErr
    }
}

extension MusicTrackObject {
    /// Returns whether the track accepts an event of a kind.
    func takes(_ kind: SequenceEvent.Kind) -> Bool {
        switch kind {
        case .tempo: return id == 0
        case .meta: return !read(\.isAutomation)
        case .parameter: return id != 0
        default: return id != 0 && !read(\.isAutomation)
        }
    }
}

/// Adds a note, which the player ends after its duration.
@discardableResult
public func MusicTrackNewMIDINoteEvent(
    _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inMessage: UnsafePointer<MIDINoteMessage>
) -> OSStatus { add(inTrack, inTimeStamp, kMusicEventType_MIDINoteMessage, inMessage) }

/// Adds a message of one channel.
@discardableResult
public func MusicTrackNewMIDIChannelEvent(
    _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inMessage: UnsafePointer<MIDIChannelMessage>
) -> OSStatus { add(inTrack, inTimeStamp, kMusicEventType_MIDIChannelMessage, inMessage) }

/// Adds a system exclusive message.
@discardableResult
public func MusicTrackNewMIDIRawDataEvent(
    _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inRawData: UnsafePointer<MIDIRawData>
) -> OSStatus { add(inTrack, inTimeStamp, kMusicEventType_MIDIRawData, inRawData) }

/// Adds a note whose pitch and velocity have fractions.
@discardableResult
public func MusicTrackNewExtendedNoteEvent(
    _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inInfo: UnsafePointer<ExtendedNoteOnEvent>
) -> OSStatus { add(inTrack, inTimeStamp, kMusicEventType_ExtendedNote, inInfo) }

/// Adds a value of a unit's parameter.
@discardableResult
public func MusicTrackNewParameterEvent(
    _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inInfo: UnsafePointer<ParameterEvent>
) -> OSStatus { add(inTrack, inTimeStamp, kMusicEventType_Parameter, inInfo) }

/// Adds a meta event.
@discardableResult
public func MusicTrackNewMetaEvent(
    _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inMetaEvent: UnsafePointer<MIDIMetaEvent>
) -> OSStatus { add(inTrack, inTimeStamp, kMusicEventType_Meta, inMetaEvent) }

/// Adds a user event, with which the sequence calls its user callback.
@discardableResult
public func MusicTrackNewUserEvent(
    _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inUserData: UnsafePointer<MusicEventUserData>
) -> OSStatus { add(inTrack, inTimeStamp, kMusicEventType_User, inUserData) }

/// Adds a unit's state.
@discardableResult
public func MusicTrackNewAUPresetEvent(
    _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inPresetEvent: UnsafePointer<AUPresetEvent>
) -> OSStatus { add(inTrack, inTimeStamp, kMusicEventType_AUPreset, inPresetEvent) }

/// Adds a tempo, in beats per minute, to a tempo track.
@discardableResult
public func MusicTrackNewExtendedTempoEvent(
    _ inTrack: MusicTrack, _ inTimeStamp: MusicTimeStamp, _ inBPM: Float64
) -> OSStatus {
    var tempo = ExtendedTempoEvent(bpm: inBPM)
    return add(inTrack, inTimeStamp, kMusicEventType_ExtendedTempo, &tempo)
}
