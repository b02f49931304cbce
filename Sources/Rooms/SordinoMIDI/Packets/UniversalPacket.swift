/// Universal MIDI packets: words of 32 bits that carry messages of MIDI 1.0 and 2.0.
///
/// - Source: "Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol" (M2-104-UM), MIDI Association.
package enum UniversalPacket {
    /// The kinds of packets, by the upper four bits of the first word.
    package enum Kind: UInt32, Sendable {
        case utility = 0
        /// System common and realtime messages.
        case system = 1
        /// Channel messages of MIDI 1.0.
        case channelVoice1 = 2
        /// System exclusive messages, six bytes a packet.
        case data64 = 3
        /// Channel messages of MIDI 2.0.
        case channelVoice2 = 4
        /// System exclusive messages of eight bits, and mixed data sets.
        case data128 = 5
        case flexData = 13
        case stream = 15
    }

    /// Returns how many words a packet has by its first one: 1 to 4.
    package static func wordCount(ofFirst word: UInt32) -> Int {
        switch word >> 28 {
        case 0, 1, 2, 6, 7: 1
        case 3, 4, 8, 9, 10: 2
        case 11, 12: 3
        default: 4
        }
    }

    /// Returns the packet of a channel message of MIDI 1.0.
    package static func word(_ message: ChannelMessage, group: UInt8 = 0) -> UInt32 {
        0x2000_0000 | UInt32(group & 0xF) << 24 | UInt32(message.status) << 16 | UInt32(message.data1) << 8
            | UInt32(message.data2)
    }

    /// Returns the channel message of MIDI 1.0 in a packet; nil for other packets.
    package static func channelMessage(_ word: UInt32) -> ChannelMessage? {
        guard word >> 28 == Kind.channelVoice1.rawValue, word >> 20 & 0xF >= 8, word >> 20 & 0xF < 15 else {
            return nil
        }
        return ChannelMessage(
            status: UInt8(truncatingIfNeeded: word >> 16), data1: UInt8(word >> 8 & 0x7F), data2: UInt8(word & 0x7F))
    }

    /// Scales a number up so that its smallest, middle and largest value stay these.
    ///
    /// - Parameters:
    ///   - value: A number of `bits` bits.
    ///   - wide: Bits of the result, more than `bits`, at most 32.
    /// - Source: "MIDI 2.0 Bit Scaling and Resolution" (M2-115-U), min-center-max scaling.
    package static func scaleUp(_ value: UInt32, from bits: UInt32, to wide: UInt32) -> UInt32 {
        let shift = wide - bits
        var result = value << shift
        guard value > 1 << (bits - 1) else { return result }
        let repeatedBits = bits - 1
        var repeated = value & (1 << repeatedBits - 1)
        repeated = shift > repeatedBits ? repeated << (shift - repeatedBits) : repeated >> (repeatedBits - shift)
        while repeated > 0 {
            result |= repeated
            repeated >>= repeatedBits
        }
        return result
    }

    /// Scales a number down: its lower bits are dropped.
    package static func scaleDown(_ value: UInt32, from wide: UInt32, to bits: UInt32) -> UInt32 {
        value >> (wide - bits)
    }
}
