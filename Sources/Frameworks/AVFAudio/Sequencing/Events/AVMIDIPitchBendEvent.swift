import Foundation
import SordinoMIDI

/// A bend of the pitch.
///
/// - Source: Apple, AVFAudio, `AVMIDIPitchBendEvent`.
open class AVMIDIPitchBendEvent: AVMIDIChannelEvent {
    /// The bend, 0 to 16383; 8192 for none.
    open var value: UInt32

    /// Makes a bend of a channel.
    public init(channel: UInt32, value: UInt32) {
        self.value = value
        super.init(channel: channel)
    }

    override var stored: SequenceEvent.Kind? {
        message(.pitchBend, min(value, 16_383) & 127, min(value, 16_383) >> 7)
    }
}
