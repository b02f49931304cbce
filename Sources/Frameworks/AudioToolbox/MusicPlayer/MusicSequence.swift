import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoMIDI

// The C functions of sequences. An invalid handle returns -50 (`kAudio_ParamError`).

/// Runs `body` with the sequence of a handle; -50 for an invalid handle.
func withSequence(_ handle: MusicSequence, _ body: (MusicSequenceObject) -> OSStatus) -> OSStatus {
    MusicSequenceObject.all.object(handle).map(body) ?? kAudio_ParamError
}

/// Makes a sequence that has only a tempo track.
@discardableResult
public func NewMusicSequence(_ outSequence: UnsafeMutablePointer<MusicSequence?>) -> OSStatus {
    outSequence.pointee = MusicSequenceObject.make()
    return noErr
}

/// Disposes of a sequence and its tracks.
///
/// - Returns: `kAudioToolboxErr_InvalidPlayerState` while a player has the sequence.
@discardableResult
public func DisposeMusicSequence(_ inSequence: MusicSequence) -> OSStatus {
    withSequence(inSequence) { sequence in
        guard !sequence.store.hasPlayer else { return kAudioToolboxErr_InvalidPlayerState }
        _ = MusicSequenceObject.all.remove(inSequence)
        sequence.dispose()
        return noErr
    }
}

// MARK: - Tracks

/// Adds an empty track behind the others.
@discardableResult
public func MusicSequenceNewTrack(
    _ inSequence: MusicSequence, _ outTrack: UnsafeMutablePointer<MusicTrack?>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        outTrack.pointee = sequence.track(sequence.store.edit { $0.addTrack() }).handle
        return noErr
    }
}

/// Removes a track and disposes of it.
///
/// - Returns: `kAudioToolboxErr_TrackNotFound` for a track of another sequence, and for the tempo track.
@discardableResult
public func MusicSequenceDisposeTrack(_ inSequence: MusicSequence, _ inTrack: MusicTrack) -> OSStatus {
    withSequence(inSequence) { sequence in
        guard let track = MusicTrackObject.all.object(inTrack), track.sequence === sequence, track.id != 0 else {
            return kAudioToolboxErr_TrackNotFound
        }
        sequence.removeTrack(track)
        return noErr
    }
}

/// Returns the number of tracks, without the tempo track.
@discardableResult
public func MusicSequenceGetTrackCount(
    _ inSequence: MusicSequence, _ outNumberOfTracks: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        outNumberOfTracks.pointee = UInt32(sequence.store.read { $0.places.count })
        return noErr
    }
}

/// Returns a track by its index, from 0.
///
/// - Returns: -50 for an index beyond the last.
@discardableResult
public func MusicSequenceGetIndTrack(
    _ inSequence: MusicSequence, _ inTrackIndex: UInt32, _ outTrack: UnsafeMutablePointer<MusicTrack?>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        let id = sequence.store.read { Int(inTrackIndex) < $0.places.count ? $0.places[Int(inTrackIndex)].id : nil }
        guard let id else { return kAudio_ParamError }
        outTrack.pointee = sequence.track(id).handle
        return noErr
    }
}

/// Returns the index of a track, from 0.
///
/// - Returns: `kAudioToolboxErr_TrackNotFound` for a track of another sequence, and for the tempo track.
@discardableResult
public func MusicSequenceGetTrackIndex(
    _ inSequence: MusicSequence, _ inTrack: MusicTrack, _ outTrackIndex: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        guard let track = MusicTrackObject.all.object(inTrack), track.sequence === sequence,
            let index = sequence.store.read({ $0.index(of: track.id) })
        else { return kAudioToolboxErr_TrackNotFound }
        outTrackIndex.pointee = UInt32(index)
        return noErr
    }
}

/// Returns the track of tempos and time signatures.
@discardableResult
public func MusicSequenceGetTempoTrack(
    _ inSequence: MusicSequence, _ outTrack: UnsafeMutablePointer<MusicTrack?>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        outTrack.pointee = sequence.track(0).handle
        return noErr
    }
}

// MARK: - Destinations

/// Plays the tracks to the nodes of a graph; nil for a default graph, made when it is first used.
@discardableResult
public func MusicSequenceSetAUGraph(_ inSequence: MusicSequence, _ inGraph: AUGraph?) -> OSStatus {
    withSequence(inSequence) { sequence in
        sequence.setGraph(inGraph)
        return noErr
    }
}

/// Returns the graph that plays the tracks, made of a sampler and the output if none is set.
///
/// - Returns: `kAUGraphErr_NodeNotFound` if an engine plays the sequence, or no sampler is installed.
@discardableResult
public func MusicSequenceGetAUGraph(
    _ inSequence: MusicSequence, _ outGraph: UnsafeMutablePointer<AUGraph?>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        outGraph.pointee = sequence.graphMakingOne()
        return outGraph.pointee == nil ? kAUGraphErr_NodeNotFound : noErr
    }
}

/// Sets the function that is called with each user event while the sequence plays; nil for none.
///
/// It is called on the render thread. Setting a player's time calls it with all user events before that time, on the
/// calling thread.
@discardableResult
public func MusicSequenceSetUserCallback(
    _ inSequence: MusicSequence, _ inCallback: MusicSequenceUserCallback?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    withSequence(inSequence) { sequence in
        sequence.setUserCallback(inCallback, inClientData)
        return noErr
    }
}

// MARK: - Time

/// Sets the unit of beats, in a sequence without tempo events.
///
/// - Returns: `kAudioToolboxErr_InvalidSequenceType` if there are tempo events.
@discardableResult
public func MusicSequenceSetSequenceType(_ inSequence: MusicSequence, _ inType: MusicSequenceType) -> OSStatus {
    withSequence(inSequence) { sequence in
        let base: SequenceContent.TimeBase =
            switch inType {
            case .beats: .beats
            case .seconds: .seconds
            case .samples: .samples
            }
        return sequence.store.edit { $0.setTimeBase(base) } ? noErr : kAudioToolboxErr_InvalidSequenceType
    }
}

/// Returns the unit of beats.
@discardableResult
public func MusicSequenceGetSequenceType(
    _ inSequence: MusicSequence, _ outType: UnsafeMutablePointer<MusicSequenceType>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        switch sequence.store.read({ $0.timeBase }) {
        case .beats: outType.pointee = .beats
        case .seconds: outType.pointee = .seconds
        case .samples: outType.pointee = .samples
        }
        return noErr
    }
}

/// Converts beats to seconds, by the tempo track.
@discardableResult
public func MusicSequenceGetSecondsForBeats(
    _ inSequence: MusicSequence, _ inBeats: MusicTimeStamp, _ outSeconds: UnsafeMutablePointer<Float64>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        outSeconds.pointee = sequence.store.read { $0.tempoMap.seconds(atBeat: inBeats) }
        return noErr
    }
}

/// Converts seconds to beats, by the tempo track.
@discardableResult
public func MusicSequenceGetBeatsForSeconds(
    _ inSequence: MusicSequence, _ inSeconds: Float64, _ outBeats: UnsafeMutablePointer<MusicTimeStamp>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        outBeats.pointee = sequence.store.read { $0.tempoMap.beats(atSecond: inSeconds) }
        return noErr
    }
}

/// Converts beats to bars and beats, by the time signatures of the tempo track; 4/4 without any.
///
/// - Parameter inSubbeatDivisor: The number of subbeats in a beat.
@discardableResult
public func MusicSequenceBeatsToBarBeatTime(
    _ inSequence: MusicSequence, _ inBeats: MusicTimeStamp, _ inSubbeatDivisor: UInt32,
    _ outBarBeatTime: UnsafeMutablePointer<CABarBeatTime>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        guard inBeats >= 0, inSubbeatDivisor <= 0xFFFF else { return kAudio_ParamError }
        let time = sequence.store.read { $0.barBeatTime(atBeat: inBeats, subbeatDivisor: Int(inSubbeatDivisor)) }
        outBarBeatTime.pointee = CABarBeatTime(
            bar: Int32(clamping: time.bar), beat: UInt16(clamping: time.beat), subbeat: UInt16(clamping: time.subbeat),
            subbeatDivisor: UInt16(clamping: time.subbeatDivisor), reserved: 0)
        return noErr
    }
}

/// Converts bars and beats to beats.
///
/// - Returns: -50 before the first beat of bar 1.
@discardableResult
public func MusicSequenceBarBeatTimeToBeats(
    _ inSequence: MusicSequence, _ inBarBeatTime: UnsafePointer<CABarBeatTime>,
    _ outBeats: UnsafeMutablePointer<MusicTimeStamp>
) -> OSStatus {
    withSequence(inSequence) { sequence in
        let place = inBarBeatTime.pointee
        let time = BarBeatTime(
            bar: Int(place.bar), beat: Int(place.beat), subbeat: Int(place.subbeat),
            subbeatDivisor: Int(place.subbeatDivisor))
        guard let beat = sequence.store.read({ $0.beat(at: time) }) else { return kAudio_ParamError }
        outBeats.pointee = beat
        return noErr
    }
}

/// Reverses all tracks, also the tempo track.
@discardableResult
public func MusicSequenceReverse(_ inSequence: MusicSequence) -> OSStatus {
    withSequence(inSequence) { sequence in
        sequence.store.edit { $0.reverse() }
        return noErr
    }
}
