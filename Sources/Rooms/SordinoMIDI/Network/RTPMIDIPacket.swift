/// A packet of RTP with MIDI messages, each with a time of its own, and a journal that repairs the loss of earlier
/// packets.
///
/// - Source: RFC 6295, sections 2 and 3; RFC 3550, section 5.1.
package struct RTPMIDIPacket: Sendable, Hashable {
    /// A message, or a part of a system exclusive one, as it stands in a packet.
    package struct Command: Sendable, Hashable {
        /// Units of 100 µs behind the packet's time.
        package var delay: UInt32
        /// With its status.
        ///
        /// A part of a system exclusive message that continues in a later packet ends in F0; a part that continues an
        /// earlier one begins with F7.
        package var bytes: [UInt8]

        /// Puts a delay to bytes.
        package init(delay: UInt32 = 0, bytes: [UInt8]) { (self.delay, self.bytes) = (delay, bytes) }
    }

    /// Counts the packets of a sender.
    package var sequence: UInt16
    /// Units of 100 µs.
    package var time: UInt32
    /// The number of the sender.
    package var source: UInt32
    package var commands: [Command]
    /// The journal as it stands in the packet; empty for none.
    package var journal: [UInt8]

    /// The payload's type, which Apple's driver uses.
    private static let payloadType: UInt8 = 0x61
    /// The most bytes of commands: a length of 12 bits.
    package static let commandByteLimit = 0xFFF

    /// Puts a packet together.
    package init(sequence: UInt16, time: UInt32, source: UInt32, commands: [Command], journal: [UInt8] = []) {
        (self.sequence, self.time, self.source) = (sequence, time, source)
        (self.commands, self.journal) = (commands, journal)
    }

    // MARK: Writing

    /// The datagram; commands beyond 4,095 bytes are left out.
    package var bytes: [UInt8] {
        var list: [UInt8] = []
        var former: UInt32 = 0
        for (place, command) in commands.enumerated() {
            var one: [UInt8] = []
            // The first command has a delay if the Z flag is set; all others have one, counted from the command before.
            let delay = command.delay > former ? command.delay - former : 0
            if place > 0 || delay > 0 { Self.append(delay: delay, to: &one) }
            former += delay
            one += command.bytes
            guard list.count + one.count <= Self.commandByteLimit else { break }
            list += one
        }
        let hasFirstDelay = (commands.first?.delay ?? 0) > 0
        var bytes: [UInt8] = [0x80, (list.isEmpty ? 0 : 0x80) | Self.payloadType]
        bytes.append(number: UInt64(sequence), byteCount: 2)
        bytes.append(number: UInt64(time), byteCount: 4)
        bytes.append(number: UInt64(source), byteCount: 4)
        let flags: UInt8 = (journal.isEmpty ? 0 : 0x40) | (hasFirstDelay ? 0x20 : 0)
        if list.count > 15 {
            bytes += [0x80 | flags | UInt8(list.count >> 8), UInt8(truncatingIfNeeded: list.count)]
        } else {
            bytes.append(flags | UInt8(list.count))
        }
        return bytes + list + journal
    }

    private static func append(delay: UInt32, to bytes: inout [UInt8]) {
        let delay = min(delay, 0x0FFF_FFFF)
        for shift in [21, 14, 7] as [UInt32] where delay >> shift > 0 {
            bytes.append(UInt8(delay >> shift & 0x7F) | 0x80)
        }
        bytes.append(UInt8(delay & 0x7F))
    }

    // MARK: Reading

    /// Reads a datagram; nil if it is no such packet, or one that ends early.
    package init?(_ bytes: [UInt8]) {
        var reader = NetworkReader(bytes[...])
        guard let head = reader.byte(), head >> 6 == 2, let kind = reader.byte(), kind & 0x7F == Self.payloadType,
            let sequence = reader.number(2), let time = reader.number(4), let source = reader.number(4)
        else { return nil }
        guard reader.bytes(Int(head & 0xF) * 4) != nil else { return nil }
        if head & 0x10 > 0 {
            guard reader.number(2) != nil, let words = reader.number(2), reader.bytes(Int(words) * 4) != nil else {
                return nil
            }
        }
        guard let flags = reader.byte() else { return nil }
        var count = Int(flags & 0xF)
        if flags & 0x80 > 0 {
            guard let low = reader.byte() else { return nil }
            count = count << 8 | Int(low)
        }
        guard let list = reader.bytes(count) else { return nil }
        guard let commands = Self.commands(list, hasFirstDelay: flags & 0x20 > 0) else { return nil }
        self.init(
            sequence: UInt16(sequence), time: UInt32(time), source: UInt32(source), commands: commands,
            journal: flags & 0x40 > 0 ? Array(reader.bytes(reader.count) ?? []) : [])
    }

    private static func commands(_ list: ArraySlice<UInt8>, hasFirstDelay: Bool) -> [Command]? {
        var reader = NetworkReader(list)
        var commands: [Command] = []
        var running: UInt8 = 0
        var delay: UInt64 = 0
        var isFirst = true
        while reader.count > 0 {
            if !isFirst || hasFirstDelay {
                guard let number = Self.delay(&reader) else { return nil }
                delay = min(delay + UInt64(number), UInt64(UInt32.max))
            }
            isFirst = false
            // A delay may stand alone at the end of a list.
            guard let next = reader.next else { break }
            guard let bytes = command(&reader, next, &running) else { return nil }
            commands.append(Command(delay: UInt32(delay), bytes: bytes))
        }
        return commands
    }

    private static func delay(_ reader: inout NetworkReader) -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = reader.byte() else { return nil }
            value = value << 7 | UInt32(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return nil
    }

    private static func command(_ reader: inout NetworkReader, _ next: UInt8, _ running: inout UInt8) -> [UInt8]? {
        var status = running
        if next >= 0x80 {
            status = next
            _ = reader.byte()
        }
        switch status {
        case 0x80..<0xF0:
            running = status
            let count = ChannelMessage.byteCount(of: status) - 1
            guard let data = reader.bytes(count), data.allSatisfy({ $0 < 0x80 }) else { return nil }
            return [status] + data
        case 0xF0, 0xF7:
            running = 0
            var bytes = [status]
            while let byte = reader.byte() {
                bytes.append(byte)
                // F0: the message continues later; F7: it ends; F4: it is cancelled.
                if byte >= 0x80 { return [0xF0, 0xF7, 0xF4].contains(byte) ? bytes : nil }
            }
            return nil
        case 0xF8...0xFF: return [status]
        case 0xF1...0xF6:
            running = 0
            guard let data = reader.bytes([0xF1: 1, 0xF2: 2, 0xF3: 1][status, default: 0]),
                data.allSatisfy({ $0 < 0x80 })
            else { return nil }
            return [status] + data
        default: return nil
        }
    }
}
