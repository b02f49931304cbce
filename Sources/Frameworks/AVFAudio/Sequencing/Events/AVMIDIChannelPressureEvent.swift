import Foundation
import SordinoMIDI

/// The pressure of all keys of a channel.
///
/// - Source: Apple, AVFAudio, `AVMIDIChannelPressureEvent`.
open class AVMIDIChannelPressureEvent: AVMIDIChannelEvent {
    /// The pressure, 0 to 127.
    open var pressure: UInt32

    /// Makes a pressure on a whole channel.
    public init(channel: UInt32, pressure: UInt32) {
        self.pressure = pressure
        super.init(channel: channel)
    }

    override var stored: SequenceEvent.Kind? {
        message(.channelPressure, pressure)
    }
}
