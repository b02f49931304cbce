extension UniversalPacket {
    /// Returns the messages of MIDI 1.0 with the meaning of a channel message of MIDI 2.0; none for messages of single
    /// notes other than their beginning, end and pressure.
    ///
    /// - Source: "Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol", appendix D.2.
    package static func messages1(_ first: UInt32, _ second: UInt32) -> [ChannelMessage] {
        let status = UInt8(truncatingIfNeeded: first >> 16)
        let channel = status & 0x0F
        let index1 = UInt8(first >> 8 & 0x7F)
        let index2 = UInt8(first & 0x7F)
        func control(_ number: UInt8, _ value: UInt32) -> ChannelMessage {
            ChannelMessage(status: 0xB0 | channel, data1: number, data2: UInt8(value & 0x7F))
        }
        switch status >> 4 {
        case 0x8: return [ChannelMessage(status: status, data1: index1, data2: UInt8(second >> 25))]
        case 0x9:
            // A velocity of 0 would end the note in MIDI 1.0.
            return [ChannelMessage(status: status, data1: index1, data2: max(UInt8(second >> 25), 1))]
        case 0xA, 0xB: return [ChannelMessage(status: status, data1: index1, data2: UInt8(second >> 25))]
        case 0xC:
            let program = ChannelMessage(status: status, data1: UInt8(second >> 24 & 0x7F))
            let namesBank = first & 1 > 0
            return (namesBank ? [control(0, second >> 8), control(32, second)] : []) + [program]
        case 0xD: return [ChannelMessage(status: status, data1: UInt8(second >> 25))]
        case 0xE:
            return [ChannelMessage(status: status, data1: UInt8(second >> 18 & 0x7F), data2: UInt8(second >> 25))]
        case 0x2, 0x3:
            let isRegistered = status >> 4 == 2
            return [
                control(isRegistered ? 101 : 99, UInt32(index1)), control(isRegistered ? 100 : 98, UInt32(index2)),
                control(6, second >> 25), control(38, second >> 18),
            ]
        default: return []
        }
    }
}

/// Turns channel messages of MIDI 1.0 into packets of MIDI 2.0.
///
/// Bank select, parameter numbers and data entry are messages of their own in MIDI 1.0 and parts of others in MIDI 2.0,
/// so each channel remembers them.
///
/// - Source: "Universal MIDI Packet (UMP) Format and MIDI 2.0 Protocol", appendix D.3.
package struct ProtocolTranslation: Sendable {
    private struct Channel {
        var bank: (msb: UInt8, lsb: UInt8)?
        /// The parameter that data entry means; nil for none.
        var parameter: (isRegistered: Bool, msb: UInt8, lsb: UInt8)?
        var dataMSB: UInt8 = 0
    }

    private var channels = [Channel](repeating: Channel(), count: 16)

    /// Makes a translation that remembers nothing.
    package init() {}

    /// Returns the packet that a message becomes; nil for one that only prepares a later one.
    package mutating func packet(_ message: ChannelMessage, group: UInt8 = 0) -> (first: UInt32, second: UInt32)? {
        let channel = Int(message.channel)
        let (one, two) = (UInt32(message.data1), UInt32(message.data2))
        func head(_ kind: UInt32, _ index1: UInt32 = 0, _ index2: UInt32 = 0) -> UInt32 {
            0x4000_0000 | UInt32(group & 0xF) << 24 | kind << 20 | UInt32(channel) << 16 | index1 << 8 | index2
        }
        func wide(_ value: UInt32) -> UInt32 { UniversalPacket.scaleUp(value, from: 7, to: 32) }
        switch message.kind {
        case .noteOff: return (head(8, one), UniversalPacket.scaleUp(two, from: 7, to: 16) << 16)
        case .noteOn:
            let velocity = UniversalPacket.scaleUp(two, from: 7, to: 16) << 16
            return (head(two > 0 ? 9 : 8, one), velocity)
        case .polyPressure: return (head(10, one), wide(two))
        case .controlChange: return control(message, channel, head)
        case .programChange:
            let bank = channels[channel].bank
            return (
                head(12, 0, bank == nil ? 0 : 1), one << 24 | UInt32(bank?.msb ?? 0) << 8 | UInt32(bank?.lsb ?? 0)
            )
        case .channelPressure: return (head(13), wide(one))
        case .pitchBend: return (head(14), UniversalPacket.scaleUp(two << 7 | one, from: 14, to: 32))
        }
    }

    private mutating func control(
        _ message: ChannelMessage, _ channel: Int, _ head: (UInt32, UInt32, UInt32) -> UInt32
    ) -> (first: UInt32, second: UInt32)? {
        let value = message.data2
        switch message.data1 {
        case 0: channels[channel].bank = (value, channels[channel].bank?.lsb ?? 0)
        case 32: channels[channel].bank = (channels[channel].bank?.msb ?? 0, value)
        case 101, 99: select(channel, isRegistered: message.data1 == 101, msb: value)
        case 100, 98: select(channel, isRegistered: message.data1 == 100, lsb: value)
        case 6, 38:
            guard let parameter = channels[channel].parameter else { return nil }
            if message.data1 == 6 { channels[channel].dataMSB = value }
            let data = UInt32(channels[channel].dataMSB) << 7 | (message.data1 == 38 ? UInt32(value) : 0)
            return (
                head(parameter.isRegistered ? 2 : 3, UInt32(parameter.msb), UInt32(parameter.lsb)),
                UniversalPacket.scaleUp(data, from: 14, to: 32)
            )
        default:
            return (head(11, UInt32(message.data1), 0), UniversalPacket.scaleUp(UInt32(value), from: 7, to: 32))
        }
        return nil
    }

    private mutating func select(_ channel: Int, isRegistered: Bool, msb: UInt8? = nil, lsb: UInt8? = nil) {
        let before = channels[channel].parameter.flatMap { $0.isRegistered == isRegistered ? $0 : nil }
        let parameter = (isRegistered, msb ?? before?.msb ?? 0x7F, lsb ?? before?.lsb ?? 0x7F)
        // 127, 127 is the parameter that data entry leaves alone.
        let isNone = isRegistered && parameter.1 == 0x7F && parameter.2 == 0x7F
        channels[channel].parameter = isNone ? nil : parameter
    }
}
