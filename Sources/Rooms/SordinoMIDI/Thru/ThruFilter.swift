/// Sends the packets of one stream through a thru connection's settings.
///
/// A connection that changes nothing passes packets of both protocols. Where it changes or drops something, channel
/// messages of MIDI 2.0 become those of MIDI 1.0 first, whose ranges the settings are written in.
package struct ThruFilter: Sendable {
    private let settings: ThruSettings
    private var converter = ProtocolConverter()
    private var channels = [Selection](repeating: Selection(), count: 16)

    /// The parameter number that a channel has chosen, and the upper half of controllers of 14 bits.
    private struct Selection: Sendable {
        var isRegistered = true
        var msb: UInt8 = 0x7F
        var lsb: UInt8 = 0x7F
        var dataMSB: UInt8 = 0
        var coarse = [UInt8](repeating: 0, count: 32)
        var number: UInt16 { UInt16(msb) << 7 | UInt16(lsb) }
        var isNone: Bool { msb == 0x7F && lsb == 0x7F }
    }

    /// Makes a filter of these settings.
    package init(_ settings: ThruSettings) { self.settings = settings }

    /// Returns the output for whole packets.
    package mutating func words(_ words: [UInt32]) -> [UInt32] {
        guard !settings.isTransparent else { return words }
        var output: [UInt32] = []
        for packet in Self.packets(converter.words(words, to: .midi1)) {
            let group = UInt8(packet[0] >> 24 & 0xF)
            switch UniversalPacket.Kind(rawValue: packet[0] >> 28) {
            case .channelVoice1:
                guard let message = UniversalPacket.channelMessage(packet[0]) else { continue }
                output += messages(message).map { UniversalPacket.word($0, group: group) }
            case .system: if passes(system: UInt8(packet[0] >> 16 & 0xFF)) { output += packet }
            case .data64, .data128: if !settings.dropsExclusive { output += packet }
            default: output += packet
            }
        }
        return output
    }

    private static func packets(_ words: [UInt32]) -> [[UInt32]] {
        var packets: [[UInt32]] = []
        UniversalPacket.forEachPacket(in: words) { packets.append($0) }
        return packets
    }

    private func passes(system status: UInt8) -> Bool {
        switch status {
        case 0xF1: !settings.dropsTimeCode
        // Song position, song number and the beat clock.
        case 0xF2, 0xF3, 0xF8, 0xFA, 0xFB, 0xFC: !settings.dropsBeatClock
        case 0xF6: !settings.dropsTuneRequest
        default: true
        }
    }

    private mutating func messages(_ message: ChannelMessage) -> [ChannelMessage] {
        let mapped = settings.channelMap[Int(message.channel)]
        guard mapped < 16 else { return [] }
        let status = message.status & 0xF0 | mapped
        func one(_ data1: Int?, _ data2: Int? = 0) -> [ChannelMessage] {
            guard let data1, let data2 else { return [] }
            return [
                ChannelMessage(
                    status: status, data1: UInt8(truncatingIfNeeded: data1), data2: UInt8(truncatingIfNeeded: data2))
            ]
        }
        let (data1, data2) = (Int(message.data1), Int(message.data2))
        switch message.kind {
        case .noteOn, .noteOff:
            guard settings.notes.contains(data1) else { return [] }
            // A note-off passes at any velocity: without it the receiver would hold the note.
            guard message.beginsNote else { return one(settings.noteNumber(data1), data2) }
            guard settings.velocities.contains(data2) else { return [] }
            return one(settings.noteNumber(data1), settings.velocity(data2).map { max($0, 1) })
        case .polyPressure:
            guard settings.notes.contains(data1) else { return [] }
            return one(settings.noteNumber(data1), settings.keyPressure(data2))
        case .programChange: return one(settings.programChange(data1))
        case .channelPressure: return one(settings.channelPressure(data1))
        case .pitchBend:
            guard let bend = settings.pitchBend(data2 << 7 | data1, upTo: 16_383) else { return [] }
            return one(bend & 0x7F, bend >> 7)
        case .controlChange: return controls(message, status)
        }
    }

    // MARK: Controllers

    private mutating func controls(_ message: ChannelMessage, _ status: UInt8) -> [ChannelMessage] {
        guard !settings.dropsControls else { return [] }
        let channel = Int(message.channel)
        func control(_ number: UInt8, _ value: Int) -> ChannelMessage {
            ChannelMessage(status: status, data1: number, data2: UInt8(truncatingIfNeeded: value))
        }
        let number = message.data1
        switch number {
        case 101, 99: (channels[channel].isRegistered, channels[channel].msb) = (number == 101, message.data2)
        case 100, 98: (channels[channel].isRegistered, channels[channel].lsb) = (number == 100, message.data2)
        case 6, 38:
            let chosen = channels[channel]
            guard !chosen.isNone else { break }
            if number == 6 { channels[channel].dataMSB = message.data2 }
            return parameter(message, channels[channel], control)
        case 0..<64:
            let base = number & 31
            if let rule = rule(.fourteenBit, UInt16(base)) {
                if number < 32 { channels[channel].coarse[Int(base)] = message.data2 }
                let value =
                    Int(channels[channel].coarse[Int(base)]) << 7 | (number < 32 ? 0 : Int(message.data2))
                guard let changed = rule.transform(value, upTo: 16_383) else { return [] }
                let target = UInt8(truncatingIfNeeded: (rule.newNumber ?? UInt16(base)) & 31)
                return [control(target, changed >> 7)] + (number < 32 ? [] : [control(target + 32, changed & 0x7F)])
            }
        default: break
        }
        guard let rule = rule(.sevenBit, UInt16(number)) else {
            return [control(number, Int(message.data2))]
        }
        guard let value = rule.transform(Int(message.data2)) else { return [] }
        return [control(UInt8(truncatingIfNeeded: (rule.newNumber ?? UInt16(number)) & 0x7F), value)]
    }

    private func rule(_ kind: ThruSettings.ControlKind, _ number: UInt16) -> ThruSettings.ControlRule? {
        settings.controls.first { $0.kind == kind && $0.number == number }
    }

    /// Data entry for the parameter that is chosen.
    private func parameter(
        _ message: ChannelMessage, _ chosen: Selection, _ control: (UInt8, Int) -> ChannelMessage
    ) -> [ChannelMessage] {
        let number = message.data1
        let narrow = rule(chosen.isRegistered ? .registered7 : .unregistered7, chosen.number)
        if let narrow, number == 6 {
            guard let value = narrow.transform(Int(message.data2)) else { return [] }
            return select(narrow, chosen, control) + [control(6, value)]
        }
        if let wide = rule(chosen.isRegistered ? .registered14 : .unregistered14, chosen.number) {
            let data = Int(chosen.dataMSB) << 7 | (number == 38 ? Int(message.data2) : 0)
            guard let value = wide.transform(data, upTo: 16_383) else { return [] }
            return select(wide, chosen, control) + [control(6, value >> 7)]
                + (number == 38 ? [control(38, value & 0x7F)] : [])
        }
        return [control(number, Int(message.data2))]
    }

    /// Chooses another parameter for a rule that asks for one.
    private func select(
        _ rule: ThruSettings.ControlRule, _ chosen: Selection, _ control: (UInt8, Int) -> ChannelMessage
    ) -> [ChannelMessage] {
        guard let number = rule.newNumber else { return [] }
        let isRegistered = rule.newKind == .registered7 || rule.newKind == .registered14
        return [
            control(isRegistered ? 101 : 99, Int(number >> 7 & 0x7F)),
            control(isRegistered ? 100 : 98, Int(number & 0x7F)),
        ]
    }
}
