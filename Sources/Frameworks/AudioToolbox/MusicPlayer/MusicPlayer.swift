import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoRealtime

// The C functions of players. An invalid handle returns -50 (`kAudio_ParamError`).

private func withPlayer(_ handle: MusicPlayer, _ body: (MusicPlayerObject) -> OSStatus) -> OSStatus {
    MusicPlayerObject.all.object(handle).map(body) ?? kAudio_ParamError
}

/// Makes a player without a sequence.
@discardableResult
public func NewMusicPlayer(_ outPlayer: UnsafeMutablePointer<MusicPlayer?>) -> OSStatus {
    outPlayer.pointee = MusicPlayerObject.all.insert(MusicPlayerObject())
    return noErr
}

/// Stops a player and disposes of it.
@discardableResult
public func DisposeMusicPlayer(_ inPlayer: MusicPlayer) -> OSStatus {
    guard let player = MusicPlayerObject.all.remove(inPlayer) else { return kAudio_ParamError }
    player.sequencer.stop()
    player.setSequence(nil)
    return noErr
}

/// Sets the sequence that is played; nil for none.
///
/// - Returns: `kAudioToolboxErr_InvalidPlayerState` while the player plays, -50 for an invalid sequence.
@discardableResult
public func MusicPlayerSetSequence(_ inPlayer: MusicPlayer, _ inSequence: MusicSequence?) -> OSStatus {
    withPlayer(inPlayer) { player in
        guard !player.sequencer.isPlaying else { return kAudioToolboxErr_InvalidPlayerState }
        guard let inSequence else {
            player.setSequence(nil)
            return noErr
        }
        return withSequence(inSequence) { sequence in
            player.setSequence(sequence)
            return noErr
        }
    }
}

/// Returns the sequence that is played.
///
/// - Returns: `kAudioToolboxErr_NoSequence` if none was set.
@discardableResult
public func MusicPlayerGetSequence(
    _ inPlayer: MusicPlayer, _ outSequence: UnsafeMutablePointer<MusicSequence?>
) -> OSStatus {
    withPlayer(inPlayer) { player in
        outSequence.pointee = player.sequence?.handle
        return outSequence.pointee == nil ? kAudioToolboxErr_NoSequence : noErr
    }
}

/// Prepares a player, so that its start takes less time.
///
/// - Returns: As `MusicPlayerStart`.
@discardableResult
public func MusicPlayerPreroll(_ inPlayer: MusicPlayer) -> OSStatus { withPlayer(inPlayer) { $0.join() } }

/// Plays from the present position until `MusicPlayerStop`, beginning with the next block of the graph or engine.
///
/// - Returns: `kAudioToolboxErr_NoSequence`, `kAudioToolboxError_NoTrackDestination` if no track has a destination, or
///   the error of making the default graph.
@discardableResult
public func MusicPlayerStart(_ inPlayer: MusicPlayer) -> OSStatus {
    withPlayer(inPlayer) { player in
        let status = player.join()
        if status == noErr { player.start() }
        return status
    }
}

/// Stops a player at its position, and ends the sounding notes.
@discardableResult
public func MusicPlayerStop(_ inPlayer: MusicPlayer) -> OSStatus {
    withPlayer(inPlayer) { player in
        player.sequencer.stop()
        return noErr
    }
}

/// Returns whether the player was started and not stopped.
@discardableResult
public func MusicPlayerIsPlaying(
    _ inPlayer: MusicPlayer, _ outIsPlaying: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    withPlayer(inPlayer) { player in
        outIsPlaying.pointee = DarwinBoolean(player.sequencer.isPlaying)
        return noErr
    }
}

/// Sets the position in beats.
///
/// The user callback of the sequence is called with all user events before it.
///
/// - Returns: `kAudioToolboxErr_NoSequence` without a sequence, -50 before beat 0.
@discardableResult
public func MusicPlayerSetTime(_ inPlayer: MusicPlayer, _ inTime: MusicTimeStamp) -> OSStatus {
    withPlayer(inPlayer) { player in
        guard inTime >= 0, inTime.isFinite else { return kAudio_ParamError }
        guard let sequence = player.sequence else { return kAudioToolboxErr_NoSequence }
        sequence.chaseUserEvents(before: inTime)
        player.sequencer.beat = inTime
        return noErr
    }
}

/// Returns the position in beats: the first beat that has not been rendered.
@discardableResult
public func MusicPlayerGetTime(
    _ inPlayer: MusicPlayer, _ outTime: UnsafeMutablePointer<MusicTimeStamp>
) -> OSStatus {
    withPlayer(inPlayer) { player in
        outTime.pointee = player.sequencer.beat
        return noErr
    }
}

/// Sets the rate by which the tempo of the sequence is multiplied.
///
/// - Returns: -50 unless the rate is above 0.
@discardableResult
public func MusicPlayerSetPlayRateScalar(_ inPlayer: MusicPlayer, _ inScaleRate: Float64) -> OSStatus {
    withPlayer(inPlayer) { player in
        guard inScaleRate > 0, inScaleRate.isFinite else { return kAudio_ParamError }
        player.sequencer.rate = inScaleRate
        return noErr
    }
}

/// Returns the rate by which the tempo of the sequence is multiplied.
@discardableResult
public func MusicPlayerGetPlayRateScalar(
    _ inPlayer: MusicPlayer, _ outScaleRate: UnsafeMutablePointer<Float64>
) -> OSStatus {
    withPlayer(inPlayer) { player in
        outScaleRate.pointee = player.sequencer.rate
        return noErr
    }
}

/// Returns the host time at which a beat is played by the hardware.
///
/// Until the first block after the start is rendered, the result is computed from the expected time of that block.
/// - Returns: `kAudioToolboxErr_NoSequence`; `kAudioToolboxErr_InvalidPlayerState` while the player does not play on
///   hardware, and for beats before the one at which it was started.
@discardableResult
public func MusicPlayerGetHostTimeForBeats(
    _ inPlayer: MusicPlayer, _ inBeats: MusicTimeStamp, _ outHostTime: UnsafeMutablePointer<UInt64>
) -> OSStatus {
    withPlayer(inPlayer) { player in
        guard player.sequence != nil else { return kAudioToolboxErr_NoSequence }
        guard let nanoseconds = player.sequencer.hostNanoseconds(atBeat: inBeats), nanoseconds >= 0 else {
            return kAudioToolboxErr_InvalidPlayerState
        }
        outHostTime.pointee = AVAudioTime.hostTime(forSeconds: Double(nanoseconds) / 1e9)
        return noErr
    }
}

/// Returns the beat that the hardware plays at a host time.
///
/// - Returns: As `MusicPlayerGetHostTimeForBeats`.
@discardableResult
public func MusicPlayerGetBeatsForHostTime(
    _ inPlayer: MusicPlayer, _ inHostTime: UInt64, _ outBeats: UnsafeMutablePointer<MusicTimeStamp>
) -> OSStatus {
    withPlayer(inPlayer) { player in
        guard player.sequence != nil else { return kAudioToolboxErr_NoSequence }
        let nanoseconds = Int64(nearest: AVAudioTime.seconds(forHostTime: inHostTime) * 1e9)
        guard let beat = player.sequencer.beat(atHostNanoseconds: nanoseconds) else {
            return kAudioToolboxErr_InvalidPlayerState
        }
        outBeats.pointee = beat
        return noErr
    }
}
