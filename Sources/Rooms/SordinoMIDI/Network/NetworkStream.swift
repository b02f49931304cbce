/// The packets with MIDI of one connection: numbers and journals on the way out, times and repairs on the way in.
struct NetworkStream: Sendable {
    /// A run of universal packets and its time in units of 100 µs, by the clock of the sender.
    struct Arrival: Sendable, Hashable {
        var time: UInt32
        var words: [UInt32]
    }

    /// Packets behind which a number is that of a sender that began anew.
    private static let largestGap = 1024

    private let source: UInt32
    // Out.
    private var sent = 0
    private var confirmed = 0
    private var outgoing = RecoveryState()
    private var bytes = PacketBytes()
    private var isInExclusive = false
    // In.
    private(set) var received: UInt16?
    private(set) var lostCount = 0
    private var incoming = RecoveryState()
    private var reader = MessageByteReader()

    /// Begins a stream.
    ///
    /// - Parameter source: The number of this side as a sender.
    init(source: UInt32) { self.source = source }

    // MARK: Out

    /// Returns the datagrams of some universal packets.
    ///
    /// - Parameter time: In units of 100 µs of this side's clock.
    mutating func datagrams(of words: [UInt32], time: UInt32) -> [[UInt8]] {
        let commands = bytes.pieces(of: words).map { RTPMIDIPacket.Command(bytes: asCommand($0)) }
        var datagrams: [[UInt8]] = []
        var batch: [RTPMIDIPacket.Command] = []
        // 1024: below the size that networks carry in one piece, with room for the journal.
        var room = 1024
        for command in commands {
            if room < command.bytes.count + 1, !batch.isEmpty {
                datagrams.append(datagram(batch, time))
                (batch, room) = ([], 1024)
            }
            batch.append(command)
            room -= command.bytes.count + 1
        }
        if !batch.isEmpty { datagrams.append(datagram(batch, time)) }
        return datagrams
    }

    /// Marks the parts of a system exclusive message as packets have them.
    private mutating func asCommand(_ piece: [UInt8]) -> [UInt8] {
        let begins = piece.first == 0xF0
        let continues = isInExclusive && ((piece.first ?? 0xFF) < 0x80 || piece == [0xF7])
        guard begins || continues else { return piece }
        isInExclusive = piece.last != 0xF7
        return (begins ? [] : [0xF7]) + piece + (isInExclusive ? [0xF0] : [])
    }

    private mutating func datagram(_ commands: [RTPMIDIPacket.Command], _ time: UInt32) -> [UInt8] {
        let journal = RecoveryJournal.bytes(of: outgoing, confirmed: confirmed)
        sent += 1
        for command in commands where command.bytes.count > 1 && command.bytes[0] < 0xF0 {
            let data2 = command.bytes.count > 2 ? command.bytes[2] : 0
            outgoing.take(
                ChannelMessage(status: command.bytes[0], data1: command.bytes[1], data2: data2), packet: sent)
        }
        return RTPMIDIPacket(
            sequence: UInt16(truncatingIfNeeded: sent), time: time, source: source, commands: commands,
            journal: journal
        ).bytes
    }

    /// The receiver has all packets up to this number.
    mutating func confirm(_ sequence: UInt16) {
        let behind = Int(UInt16(truncatingIfNeeded: sent) &- sequence)
        let packet = sent - behind
        guard packet > confirmed, behind < Self.largestGap * 32 else { return }
        confirmed = packet
        outgoing.confirm(packet)
    }

    // MARK: In

    /// Takes a packet of the other side.
    ///
    /// - Returns: The messages of the packet and of its journal; nothing for a packet that came before.
    mutating func take(_ packet: RTPMIDIPacket) -> [Arrival] {
        var arrivals: [Arrival] = []
        if let received {
            let step = Int(Int16(bitPattern: packet.sequence &- received))
            // Older packets were repaired from the journal of a later one.
            guard step > 0 || step < -Self.largestGap else { return [] }
            if step > 1 || step < 0 {
                lostCount += max(step - 1, 1)
                reader.reset()
                let repairs = RecoveryJournal.repairs(packet.journal, incoming) ?? []
                for message in repairs { incoming.take(message, packet: 0) }
                let words = repairs.map { UniversalPacket.word($0) }
                if !words.isEmpty { arrivals.append(Arrival(time: packet.time, words: words)) }
            }
        }
        received = packet.sequence
        for command in packet.commands {
            guard let words = words(of: command.bytes), !words.isEmpty else { continue }
            for word in words {
                if let message = UniversalPacket.channelMessage(word) { incoming.take(message, packet: 0) }
            }
            arrivals.append(Arrival(time: packet.time &+ command.delay, words: words))
        }
        return arrivals
    }

    /// Returns the packets of a command; nil for a cancelled message.
    private mutating func words(of command: [UInt8]) -> [UInt32]? {
        guard let first = command.first, first == 0xF0 || first == 0xF7 else { return reader.words(of: command) }
        guard command.count > 1, let last = command.last else { return nil }
        if last == 0xF4 {
            reader.reset()
            return nil
        }
        // F7 at the beginning and F0 at the end only mark that the message is in several parts.
        let body = command.dropFirst(first == 0xF7 ? 1 : 0).dropLast(last == 0xF0 ? 1 : 0)
        return first == 0xF7 && !reader.isWaiting ? nil : reader.words(of: body)
    }
}
