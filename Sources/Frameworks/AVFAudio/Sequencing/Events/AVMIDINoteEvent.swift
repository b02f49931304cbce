import Foundation
import SordinoMIDI

/// A note with its duration; the sequencer ends it.
///
/// - Source: Apple, AVFAudio, `AVMIDINoteEvent`.
open class AVMIDINoteEvent: AVMusicEvent {
    /// The channel, 0 to 15.
    open var channel: UInt32
    /// The key, 0 to 127; 60 is middle C.
    open var key: UInt32
    /// The velocity, 0 to 127.
    open var velocity: UInt32
    /// The duration in beats, not negative.
    open var duration: AVMusicTimeStamp
    private var releaseVelocity: UInt8 = 0

    /// Makes a note with its duration in beats.
    public init(channel: UInt32, key keyNum: UInt32, velocity: UInt32, duration: AVMusicTimeStamp) {
        (self.channel, key, self.velocity, self.duration) = (channel, keyNum, velocity, duration)
    }

    convenience init(
        channel: UInt32, key: UInt32, velocity: UInt32, duration: AVMusicTimeStamp, releaseVelocity: UInt8
    ) {
        self.init(channel: channel, key: key, velocity: velocity, duration: duration)
        self.releaseVelocity = releaseVelocity
    }

    override var stored: SequenceEvent.Kind? {
        .note(
            SequenceNote(
                channel: UInt8(channel & 15), key: UInt8(min(key, 127)), velocity: UInt8(min(velocity, 127)),
                releaseVelocity: releaseVelocity, duration: max(duration, 0)))
    }
}
