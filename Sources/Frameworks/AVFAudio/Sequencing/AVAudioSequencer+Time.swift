import AVAudioTypes
import AudioToolbox
import Foundation
import SordinoEngine
import SordinoMIDI
import SordinoRealtime

// Beats, seconds and host time.
extension AVAudioSequencer {
    /// Returns the seconds at which a beat comes, by the tempo track alone.
    @discardableResult
    public func seconds(forBeats beats: AVMusicTimeStamp) -> TimeInterval {
        store.read { $0.tempoMap.seconds(atBeat: beats) }
    }

    /// Returns the beat that comes at a number of seconds, by the tempo track alone.
    @discardableResult
    public func beats(forSeconds seconds: TimeInterval) -> AVMusicTimeStamp {
        store.read { $0.tempoMap.beats(atSecond: seconds) }
    }

    /// Returns the host time at which a beat is played.
    ///
    /// - Parameter outError: Set to `kAudioToolboxErr_InvalidPlayerState` while nothing plays on hardware, and for
    ///   beats before the one at which the sequencer was started; 0 is returned then.
    @discardableResult
    public func hostTime(forBeats inBeats: AVMusicTimeStamp, error outError: NSErrorPointer) -> UInt64 {
        if let nanoseconds = player.hostNanoseconds(atBeat: inBeats), nanoseconds >= 0 {
            return AVAudioTime.hostTime(forSeconds: Double(nanoseconds) / 1e9)
        }
        outError?.pointee = Self.invalidState
        return 0
    }

    /// Returns the beat that is played at a host time.
    ///
    /// - Parameter outError: As with `hostTime(forBeats:error:)`.
    @discardableResult
    public func beats(forHostTime inHostTime: UInt64, error outError: NSErrorPointer) -> AVMusicTimeStamp {
        let nanoseconds = Int64(nearest: AVAudioTime.seconds(forHostTime: inHostTime) * 1e9)
        if let beat = player.beat(atHostNanoseconds: nanoseconds) { return beat }
        outError?.pointee = Self.invalidState
        return 0
    }

    private static var invalidState: NSError {
        NSError(
            domain: NSOSStatusErrorDomain, code: -10852,
            userInfo: [NSLocalizedDescriptionKey: "nothing plays at that time"])
    }
}
