import Foundation
import SordinoMIDI

/// The pressure of one key.
///
/// - Source: Apple, AVFAudio, `AVMIDIPolyPressureEvent`.
open class AVMIDIPolyPressureEvent: AVMIDIChannelEvent {
    /// The key, 0 to 127.
    open var key: UInt32
    /// The pressure, 0 to 127.
    open var pressure: UInt32

    /// Makes a pressure on one key.
    public init(channel: UInt32, key: UInt32, pressure: UInt32) {
        (self.key, self.pressure) = (key, pressure)
        super.init(channel: channel)
    }

    override var stored: SequenceEvent.Kind? {
        message(.polyPressure, key, pressure)
    }
}
