/// Writes and reads the journals that packets carry: the state set by packets that a receiver may have missed.
///
/// Written are the chapters of programs (P), controllers (C), bends (W), notes (N) and both pressures (T, A) of
/// channels. Read are these; the chapters M and E and the system's journal are skipped. Marks for the loss of a single
/// packet are not used.
///
/// - Source: RFC 6295, section 5 and appendices A and B.
package enum RecoveryJournal {
    // MARK: Writing

    /// Returns the journal of a packet.
    ///
    /// - Parameters:
    ///   - state: The state that the packets before it have set.
    ///   - confirmed: The last packet that the receiver has.
    static func bytes(of state: RecoveryState, confirmed: Int) -> [UInt8] {
        let channels = state.channels.sorted { $0.key < $1.key }.compactMap { number, channel in
            self.channel(number, channel, confirmed)
        }
        var bytes: [UInt8] = [channels.isEmpty ? 0 : 0x20 | UInt8(channels.count - 1)]
        bytes.append(number: UInt64(UInt16(truncatingIfNeeded: confirmed + 1)), byteCount: 2)
        return bytes + channels.flatMap { $0 }
    }

    private static func channel(
        _ number: UInt8, _ channel: RecoveryState.Channel, _ confirmed: Int
    ) -> [UInt8]? {
        func isNew(_ entry: RecoveryState.Entry?) -> Bool {
            entry.map { $0.packet > confirmed } ?? false
        }
        func pairs(_ entries: [UInt8: RecoveryState.Entry]) -> [(UInt8, UInt8)] {
            entries.filter { isNew($0.value) }.map { ($0.key, $0.value.value) }.sorted { $0.0 < $1.0 }
        }
        /// A chapter of a count less one and as many pairs.
        func list(_ pairs: [(UInt8, UInt8)]) -> [UInt8] {
            [UInt8(pairs.count - 1)] + pairs.flatMap { [$0.0, $0.1] }
        }
        var chapters: UInt8 = 0
        var body: [UInt8] = []
        if let program = channel.program, isNew(program) {
            chapters |= 0x80
            let bank = channel.programBank
            body += [program.value, (bank == nil ? 0 : 0x80) | (bank?.0 ?? 0), bank?.1 ?? 0]
        }
        let controllers = pairs(channel.controllers)
        if !controllers.isEmpty {
            chapters |= 0x40
            body += list(controllers)
        }
        if let low = channel.bendLow, isNew(low) {
            chapters |= 0x10
            body += [low.value, channel.bendHigh]
        }
        let notes = self.notes(pairs(channel.notes))
        if let notes {
            chapters |= 0x08
            body += notes
        }
        if let pressure = channel.pressure, isNew(pressure) {
            chapters |= 0x02
            body.append(pressure.value)
        }
        let pressures = pairs(channel.keyPressures)
        if !pressures.isEmpty {
            chapters |= 0x01
            body += list(pressures)
        }
        guard chapters > 0 else { return nil }
        let length = body.count + 3
        return [(number & 0xF) << 3 | UInt8(length >> 8 & 3), UInt8(truncatingIfNeeded: length), chapters] + body
    }

    /// Chapter N: keys that are down, and a bit for each that was lifted.
    private static func notes(_ pairs: [(UInt8, UInt8)]) -> [UInt8]? {
        guard !pairs.isEmpty else { return nil }
        let down = pairs.filter { $0.1 > 0 }
        let lifted = pairs.filter { $0.1 == 0 }.map(\.0)
        // 15 and 0: no octets of bits.
        let (low, high) = lifted.isEmpty ? (15, 0) : (Int(lifted[0] / 8), Int(lifted[lifted.count - 1] / 8))
        var bits = [UInt8](repeating: 0, count: max(high - low + 1, 0))
        for key in lifted { bits[Int(key / 8) - low] |= 0x80 >> (key % 8) }
        // 0x80: the receiver is to sound the note although it comes late.
        return [UInt8(min(down.count, 127)), UInt8(low << 4 | high)] + down.flatMap { [$0.0, 0x80 | $0.1] } + bits
    }

    // MARK: Reading

    /// Returns the messages that bring a receiver to the state in a journal.
    ///
    /// - Parameter state: The receiver's state so far.
    /// - Returns: Nil for a journal that is cut short.
    static func repairs(_ journal: [UInt8], _ state: RecoveryState) -> [ChannelMessage]? {
        var reader = NetworkReader(journal[...])
        guard let head = reader.byte(), reader.number(2) != nil else { return nil }
        if head & 0x40 > 0 {
            guard let length = reader.number(2), reader.bytes(max(Int(length & 0x3FF) - 2, 0)) != nil else {
                return nil
            }
        }
        guard head & 0x20 > 0 else { return [] }
        var repairs: [ChannelMessage] = []
        for _ in 0...(head & 0xF) {
            guard let first = reader.number(2), let chapters = reader.byte(),
                let body = reader.bytes(Int(first & 0x3FF) - 3)
            else { return nil }
            let number = UInt8(first >> 11 & 0xF)
            var part = ChannelRepair(number: number, known: state.channels[number] ?? RecoveryState.Channel())
            guard part.read(NetworkReader(body), chapters) else { return nil }
            repairs += part.messages
        }
        return repairs
    }
}

/// Reads the journal of one channel.
private struct ChannelRepair {
    let number: UInt8
    let known: RecoveryState.Channel
    var messages: [ChannelMessage] = []

    private mutating func say(_ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) {
        messages.append(ChannelMessage(status: status | number, data1: data1, data2: data2))
    }

    mutating func read(_ reader: NetworkReader, _ chapters: UInt8) -> Bool {
        var reader = reader
        if chapters & 0x80 > 0, !program(&reader) { return false }
        if chapters & 0x40 > 0, !controllers(&reader) { return false }
        if chapters & 0x20 > 0 {
            guard let head = reader.number(2), reader.bytes(max(Int(head & 0x3FF) - 2, 0)) != nil else { return false }
        }
        if chapters & 0x10 > 0 {
            guard let low = reader.byte(), let high = reader.byte() else { return false }
            let isKnown = known.bendLow?.value == low & 0x7F && known.bendHigh == high & 0x7F
            if !isKnown { say(0xE0, low, high) }
        }
        if chapters & 0x08 > 0, !notes(&reader) { return false }
        if chapters & 0x04 > 0 {
            guard let head = reader.byte(), reader.bytes((Int(head & 0x7F) + 1) * 2) != nil else { return false }
        }
        if chapters & 0x02 > 0 {
            guard let pressure = reader.byte() else { return false }
            if known.pressure?.value != pressure & 0x7F { say(0xD0, pressure) }
        }
        if chapters & 0x01 > 0 {
            guard let head = reader.byte(), let logs = reader.bytes((Int(head & 0x7F) + 1) * 2) else { return false }
            Self.forEachPair(logs) { key, value in
                if known.keyPressures[key & 0x7F]?.value != value & 0x7F { say(0xA0, key, value) }
            }
        }
        return true
    }

    private mutating func program(_ reader: inout NetworkReader) -> Bool {
        guard let program = reader.byte(), let msb = reader.byte(), let lsb = reader.byte() else { return false }
        let bank = msb & 0x80 > 0 ? (msb & 0x7F, lsb & 0x7F) : nil
        let isKnown =
            known.program?.value == program & 0x7F
            && (bank == nil || known.programBank.map { $0 == (bank?.0 ?? 0, bank?.1 ?? 0) } == true)
        guard !isKnown else { return true }
        if let bank {
            say(0xB0, 0, bank.0)
            say(0xB0, 32, bank.1)
        }
        say(0xC0, program)
        return true
    }

    private mutating func controllers(_ reader: inout NetworkReader) -> Bool {
        guard let head = reader.byte(), let logs = reader.bytes((Int(head & 0x7F) + 1) * 2) else { return false }
        Self.forEachPair(logs) { controller, value in
            // Counts and toggles hold no value.
            guard value & 0x80 == 0, known.controllers[controller & 0x7F]?.value != value else { return }
            say(0xB0, controller, value)
        }
        return true
    }

    private mutating func notes(_ reader: inout NetworkReader) -> Bool {
        guard let head = reader.byte(), let range = reader.byte() else { return false }
        let (low, high) = (Int(range >> 4), Int(range & 0xF))
        // 15 and 0 beside 127 logs: 128 of them.
        let count = head & 0x7F == 127 && low == 15 && high == 0 ? 128 : Int(head & 0x7F)
        guard let logs = reader.bytes(count * 2), let bits = reader.bytes(max(high - low + 1, 0)) else { return false }
        for (place, octet) in bits.enumerated() {
            for bit in 0..<8 where octet & 0x80 >> UInt8(bit) > 0 {
                let key = UInt8((low + place) * 8 + bit)
                if (known.notes[key]?.value ?? 0) > 0 { say(0x80, key, 64) }
            }
        }
        Self.forEachPair(logs) { key, velocity in
            let isDown = (known.notes[key & 0x7F]?.value ?? 0) > 0
            if !isDown, velocity & 0x80 > 0, velocity & 0x7F > 0 { say(0x90, key, velocity) }
        }
        return true
    }

    private static func forEachPair(_ bytes: ArraySlice<UInt8>, _ body: (UInt8, UInt8) -> Void) {
        var place = bytes.startIndex
        while place + 1 < bytes.endIndex {
            body(bytes[place], bytes[place + 1])
            place += 2
        }
    }
}
