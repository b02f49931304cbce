/// A channel voice or mode message of MIDI 1.0: three bytes, of which program changes and channel pressure use two.
package struct ChannelMessage: Hashable, Sendable {
    /// The kind in the upper four bits, 8 to 14, and the channel, 0 to 15, in the lower four.
    package var status: UInt8
    /// The first data byte, 0 to 127.
    package var data1: UInt8
    /// 0 to 127; 0 in messages of two bytes.
    package var data2: UInt8

    /// Makes a message from its bytes; bits that MIDI does not allow are cleared.
    package init(status: UInt8, data1: UInt8, data2: UInt8 = 0) {
        self.status = status | 0x80
        self.data1 = data1 & 0x7F
        self.data2 = Self.byteCount(of: status) == 3 ? data2 & 0x7F : 0
    }

    /// Returns the bytes of a channel message with its status: 3, or 2 for program changes and channel pressure.
    package static func byteCount(of status: UInt8) -> Int { (0xC0...0xDF).contains(status) ? 2 : 3 }

    /// The bytes that are sent: 2 or 3.
    package var byteCount: Int { Self.byteCount(of: status) }

    /// The channel, 0 to 15.
    package var channel: UInt8 { status & 0x0F }

    /// The kind of the message.
    package var kind: Kind { Kind(rawValue: status >> 4) ?? .noteOff }

    /// The kinds of channel messages, by the upper four bits of their status.
    package enum Kind: UInt8, Sendable {
        case noteOff = 8
        case noteOn = 9
        case polyPressure = 10
        case controlChange = 11
        case programChange = 12
        case channelPressure = 13
        case pitchBend = 14
    }

    /// Indicates whether the message begins a note: a note-on with a velocity above 0.
    package var beginsNote: Bool { kind == .noteOn && data2 > 0 }

    /// Indicates whether the message ends a note: a note-off, or a note-on with velocity 0.
    package var endsNote: Bool { kind == .noteOff || (kind == .noteOn && data2 == 0) }
}
