import Foundation
import SordinoMIDI

/// A message of one channel; programs use its subclasses.
///
/// - Source: Apple, AVFAudio, `AVMIDIChannelEvent`.
open class AVMIDIChannelEvent: AVMusicEvent {
    /// The channel, 0 to 15.
    open var channel: UInt32

    init(channel: UInt32) { self.channel = channel }

    /// Returns the message with the event's channel.
    func message(_ kind: ChannelMessage.Kind, _ data1: UInt32, _ data2: UInt32 = 0) -> SequenceEvent.Kind {
        .channel(
            ChannelMessage(
                status: kind.rawValue << 4 | UInt8(channel & 15), data1: UInt8(min(data1, 127)),
                data2: UInt8(min(data2, 127))))
    }

    /// Returns the object of a message; nil for controllers without a name, and for ends of notes that have no
    /// beginning.
    static func event(of message: ChannelMessage) -> AVMusicEvent? {
        let (channel, data1, data2) = (UInt32(message.channel), UInt32(message.data1), UInt32(message.data2))
        switch message.kind {
        case .noteOff, .noteOn: return nil
        case .polyPressure: return AVMIDIPolyPressureEvent(channel: channel, key: data1, pressure: data2)
        case .controlChange:
            return AVMIDIControlChangeEvent.MessageType(rawValue: Int(data1)).map {
                AVMIDIControlChangeEvent(channel: channel, messageType: $0, value: data2)
            }
        case .programChange: return AVMIDIProgramChangeEvent(channel: channel, programNumber: data1)
        case .channelPressure: return AVMIDIChannelPressureEvent(channel: channel, pressure: data1)
        case .pitchBend: return AVMIDIPitchBendEvent(channel: channel, value: data2 << 7 | data1)
        }
    }
}
