/// The state of a stream's channels, and for each part the packet that last changed it.
///
/// A sender writes its journals from one, a receiver compares them with its own.
struct RecoveryState: Sendable, Hashable {
    /// A value and the packet that set it.
    struct Entry: Sendable, Hashable {
        var value: UInt8
        /// The packet's number, counted on beyond its 16 bits.
        var packet: Int
    }

    struct Channel: Sendable, Hashable {
        var program: Entry?
        /// The bank that the program was chosen from.
        var programBank: (UInt8, UInt8)? {
            get { hasBank ? (bankMSB, bankLSB) : nil }
            set {
                hasBank = newValue != nil
                (bankMSB, bankLSB) = newValue ?? (0, 0)
            }
        }
        private var hasBank = false
        private var bankMSB: UInt8 = 0
        private var bankLSB: UInt8 = 0
        var controllers: [UInt8: Entry] = [:]
        /// The lower and the upper seven bits of the bend.
        var bendLow: Entry?
        var bendHigh: UInt8 = 0x40
        var pressure: Entry?
        /// Keys that are down and with which velocity; 0 for those that were lifted.
        var notes: [UInt8: Entry] = [:]
        var keyPressures: [UInt8: Entry] = [:]
    }

    var channels: [UInt8: Channel] = [:]

    /// Follows a channel message that a packet carries.
    mutating func take(_ message: ChannelMessage, packet: Int) {
        var channel = channels[message.channel] ?? Channel()
        func entry(_ value: UInt8) -> Entry { Entry(value: value, packet: packet) }
        switch message.kind {
        case .noteOff: channel.notes[message.data1] = entry(0)
        case .noteOn: channel.notes[message.data1] = entry(message.data2)
        case .polyPressure: channel.keyPressures[message.data1] = entry(message.data2)
        case .programChange:
            channel.program = entry(message.data1)
            let bank = (channel.controllers[0], channel.controllers[32])
            channel.programBank = bank.0 == nil && bank.1 == nil ? nil : (bank.0?.value ?? 0, bank.1?.value ?? 0)
        case .channelPressure: channel.pressure = entry(message.data1)
        case .pitchBend:
            channel.bendLow = entry(message.data1)
            channel.bendHigh = message.data2
        case .controlChange:
            switch message.data1 {
            case 120, 123...127:
                for key in channel.notes.keys { channel.notes[key] = entry(0) }
            case 121:
                // "Response to Reset All Controllers" (RP-015): the controllers that it sets back.
                for (number, value) in [(1, 0), (11, 127), (64, 0), (65, 0), (66, 0), (67, 0)] as [(UInt8, UInt8)] {
                    if channel.controllers[number] != nil { channel.controllers[number] = entry(value) }
                }
                if channel.bendLow != nil { (channel.bendLow, channel.bendHigh) = (entry(0), 0x40) }
                if channel.pressure != nil { channel.pressure = entry(0) }
            default: channel.controllers[message.data1] = entry(message.data2)
            }
        }
        channels[message.channel] = channel
    }

    /// Forgets the values that a receiver has: all that packets up to this one have set.
    ///
    /// Keys that are down are kept.
    mutating func confirm(_ packet: Int) {
        func isNew(_ entry: Entry?) -> Bool { entry.map { $0.packet > packet } ?? false }
        for (number, channel) in channels {
            var channel = channel
            if !isNew(channel.program) { channel.program = nil }
            // Bank select stays known: a program that comes later is chosen from it.
            channel.controllers = channel.controllers.filter { isNew($0.value) || $0.key == 0 || $0.key == 32 }
            if !isNew(channel.bendLow) { channel.bendLow = nil }
            if !isNew(channel.pressure) { channel.pressure = nil }
            channel.notes = channel.notes.filter { isNew($0.value) || $0.value.value > 0 }
            channel.keyPressures = channel.keyPressures.filter { isNew($0.value) }
            channels[number] = channel
        }
    }
}
