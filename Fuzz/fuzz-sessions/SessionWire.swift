import ByteMutation
import SordinoMIDI

/// Two participants, what is on its way between them, and an attacker who damages it.
struct SessionWire {
    struct Counts {
        var datagrams = 0
        var damaged = 0
        /// Datagrams with MIDI that could be read.
        var packets = 0
        /// Words that were handed to a program.
        var words = 0
        var connections = 0

        mutating func add(_ other: Counts) {
            datagrams += other.datagrams
            damaged += other.damaged
            packets += other.packets
            words += other.words
            connections += other.connections
        }
    }

    private struct Datagram {
        var bytes: [UInt8]
        var from: NetworkAddress
        var target: Int
        var isControl: Bool
    }

    private(set) var counts = Counts()
    private var mutation: ByteMutation
    private var sessions: [NetworkSession]
    private var waiting: [Datagram] = []
    private var last: Datagram?
    private var now: UInt64 = 1_000_000_000_000
    private let addresses = [
        NetworkAddress(host: 0x0A00_0001, port: 5004), NetworkAddress(host: 0x0A00_0002, port: 6004),
    ]
    /// Bytes of a datagram at most: the most that UDP carries.
    private static let datagramLimit = 65_507

    init(seed: UInt64) {
        mutation = ByteMutation(seed: seed)
        sessions = [NetworkSession(name: "One", seed: seed), NetworkSession(name: "Two", seed: ~seed)]
        handle(.connect(addresses[1]), by: 0)
    }

    /// Has one thing happen, and carries some of what waits.
    mutating func step() {
        now += UInt64(mutation.choice(below: 300_000_000))
        let place = mutation.choice(below: 2)
        switch mutation.choice(below: 100) {
        case 0..<50: handle(.send((0...mutation.choice(below: 6)).flatMap { _ in message() }), by: place)
        case 50..<80: pass(place)
        case 80..<83: handle(.connect(addresses[1 - place]), by: place)
        case 83: handle(.disconnect(addresses[1 - place]), by: place)
        case 84: handle(.close, by: place)
        case 85: now += 70_000_000_000
        default: break
        }
        for _ in 0..<mutation.choice(below: 6) { carry() }
        if waiting.count > 64 { waiting.removeFirst(32) }
        for session in sessions {
            precondition(session.connected.count <= NetworkSession.peerLimit, "too many connections")
        }
    }

    /// Any channel message of MIDI 1.0, or a part of a system exclusive one.
    private mutating func message() -> [UInt32] {
        func random(_ count: Int) -> UInt32 { UInt32(mutation.choice(below: count)) }
        let data = random(128) << 8 | random(128)
        switch random(12) {
        case 0: return [0x3006_7D00 | random(128), random(128) << 24 | data]
        // Begins, continues and ends, in any order.
        case 1: return [0x3000_0000 | (1 + random(3)) << 20 | random(7) << 16 | data, data << 16 | data]
        case 2: return [0x10F8_0000 | random(8) << 16]
        default: return [0x2000_0000 | (8 + random(7)) << 20 | random(16) << 16 | data]
        }
    }

    /// Lets a session do what is due.
    private mutating func pass(_ place: Int) {
        handle(.time, by: place)
        if let due = sessions[place].nextDue { precondition(due > now, "what was due is due again") }
    }

    private mutating func handle(_ event: NetworkSession.Event, by place: Int) {
        var taken = 0
        if case .datagram(let bytes, _, _) = event { taken = bytes.count }
        for effect in sessions[place].handle(event, at: now) {
            switch effect {
            case .send(let bytes, let address, let isControl):
                precondition(bytes.count <= Self.datagramLimit, "a datagram of \(bytes.count) bytes")
                guard let target = addresses.firstIndex(of: address) else { continue }
                waiting.append(
                    Datagram(bytes: bytes, from: addresses[place], target: target, isControl: isControl))
            case .arrived(let words, _, _):
                // A byte of a journal ends eight notes at most.
                precondition(words.count <= 16 * taken, "\(words.count) words of \(taken) bytes")
                counts.words += words.count
            case .connected: counts.connections += 1
            case .ended: break
            }
        }
    }

    /// Carries a datagram as bad networks and strangers do.
    private mutating func carry() {
        guard !waiting.isEmpty else { return }
        // Some overtake others.
        let index = mutation.choice(below: 10) == 0 ? mutation.choice(below: waiting.count) : 0
        var datagram = waiting.remove(at: index)
        counts.datagrams += 1
        switch mutation.choice(below: 20) {
        // Lost.
        case 0, 1: return
        // Again.
        case 2: last.map { waiting.append($0) }
        case 3..<8:
            datagram.bytes = mutation.damaged(datagram.bytes, headByteCount: datagram.bytes.count)
            counts.damaged += 1
        // A stranger says it.
        case 8: datagram.from = NetworkAddress(host: UInt32(mutation.choice(below: 64)), port: 5004)
        case 9: datagram.isControl.toggle()
        default: break
        }
        check(datagram.bytes)
        last = datagram
        handle(.datagram(datagram.bytes, from: datagram.from, isControl: datagram.isControl), by: datagram.target)
    }

    /// Reads a packet, writes it and reads it again.
    private mutating func check(_ bytes: [UInt8]) {
        guard !NetworkCommand.isCommand(bytes) else {
            guard let command = NetworkCommand(bytes) else { return }
            precondition(NetworkCommand(command.bytes) == command, "a command is written otherwise than read")
            return
        }
        guard let packet = RTPMIDIPacket(bytes) else { return }
        counts.packets += 1
        precondition(packet.commands.count <= bytes.count, "more commands than bytes")
        guard let again = RTPMIDIPacket(packet.bytes) else { return }
        precondition(again == packet, "a packet is written otherwise than read")
    }
}
