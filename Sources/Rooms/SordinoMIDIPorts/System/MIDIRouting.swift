import SordinoMIDI

/// A receiver of packets: an input port or a virtual destination of the program.
package enum MIDIReceiver: Sendable {
    /// Takes packets of one protocol; the number is that of the connection that they came through.
    case events(MIDIProtocol, @Sendable ([TimedWords], UInt) -> Void)
    /// Takes bytes of MIDI 1.0.
    case bytes(@Sendable ([TimedBytes], UInt) -> Void)
}

/// A connection that programs make between endpoints, without standing between them.
package struct ThruConnection: Sendable {
    /// The owner that keeps it; nil for one that ends with the program.
    package var owner: String?
    package var sources: [MIDIObjectID]
    package var destinations: [MIDIObjectID]
    package var settings: ThruSettings
    /// The settings as the program gave them.
    package var parameters: [UInt8]

    /// Makes a thru connection with its settings.
    package init(
        owner: String?, sources: [MIDIObjectID], destinations: [MIDIObjectID], settings: ThruSettings,
        parameters: [UInt8]
    ) {
        (self.owner, self.sources, self.destinations) = (owner, sources, destinations)
        (self.settings, self.parameters) = (settings, parameters)
    }
}

/// The ways of packets through a MIDI system: a value that computes the destinations of due packets.
struct MIDIRouting: Sendable {
    /// An action that is performed outside of the lock of the MIDI system.
    enum Step: Sendable {
        case call(@Sendable () -> Void)
        case send(TimedWords, RemoteEndpoint)
        case emit(TimedWords, MIDIObjectID)
    }

    private struct Connection: Sendable {
        let port: MIDIObjectID
        var reference: UInt
    }

    /// The packets of one source on their way to one receiver.
    private struct StreamKey: Hashable, Sendable {
        let receiver: MIDIObjectID
        let source: MIDIObjectID
    }

    private struct Stream: Sendable {
        var converter = ProtocolConverter()
        var bytes = PacketBytes()
    }

    var receivers: [MIDIObjectID: MIDIReceiver] = [:]
    var queue = PacketQueue()
    private var connections: [MIDIObjectID: [Connection]] = [:]
    private var streams: [StreamKey: Stream] = [:]
    private var thrus: [MIDIObjectID: ThruConnection] = [:]
    private var filters: [StreamKey: ThruFilter] = [:]

    // MARK: Connections

    /// Connects a port with a source; a connection that is there gets the new number.
    mutating func connect(_ port: MIDIObjectID, to source: MIDIObjectID, reference: UInt) {
        var list = connections[source] ?? []
        if let place = list.firstIndex(where: { $0.port == port }) {
            list[place].reference = reference
        } else {
            list.append(Connection(port: port, reference: reference))
        }
        connections[source] = list
    }

    /// Ends a connection.
    ///
    /// - Returns: False if there was none.
    mutating func disconnect(_ port: MIDIObjectID, from source: MIDIObjectID) -> Bool {
        guard var list = connections[source], let place = list.firstIndex(where: { $0.port == port }) else {
            return false
        }
        list.remove(at: place)
        connections[source] = list.isEmpty ? nil : list
        streams[StreamKey(receiver: port, source: source)] = nil
        return true
    }

    /// Returns whether anything takes the packets of a source.
    func isHeard(_ source: MIDIObjectID) -> Bool {
        connections[source] != nil || thrus.values.contains { $0.sources.contains(source) }
    }

    /// Forgets an object that is gone.
    mutating func forget(_ id: MIDIObjectID) {
        receivers[id] = nil
        connections[id] = nil
        for (source, list) in connections where list.contains(where: { $0.port == id }) {
            let kept = list.filter { $0.port != id }
            connections[source] = kept.isEmpty ? nil : kept
        }
        for key in streams.keys where key.receiver == id || key.source == id { streams[key] = nil }
        for key in filters.keys where key.receiver == id || key.source == id { filters[key] = nil }
        queue.removeAll { item in
            switch item {
            case .send(_, let target), .delivery(_, let target), .arrival(_, let target): target == id
            case .call: false
            }
        }
    }

    // MARK: Thru connections

    var thruConnections: [MIDIObjectID: ThruConnection] { thrus }

    /// Adds, replaces or removes a thru connection.
    mutating func setThru(_ id: MIDIObjectID, _ thru: ThruConnection?) {
        thrus[id] = thru
        for key in filters.keys where key.receiver == id { filters[key] = nil }
    }

    // MARK: Packets

    /// Takes everything that is due and returns the steps to perform.
    ///
    /// - Parameters:
    ///   - limit: The most items; more stay due.
    mutating func stepsDue(by now: UInt64, in setup: MIDISetup, limit: Int = 4096) -> [Step] {
        var steps: [Step] = []
        for _ in 0..<limit {
            guard let item = queue.popFirst(dueBy: now) else { break }
            switch item {
            case .call(let call): steps.append(.call(call))
            case .delivery(let packet, let destination): arrive(packet, at: destination, &steps)
            case .send(let packet, let destination):
                guard let object = setup.objects[destination] else { continue }
                if let remote = object.remote {
                    steps.append(.send(packet, remote))
                } else {
                    arrive(packet, at: destination, &steps)
                }
            case .arrival(let packet, let source): arrive(packet, from: source, setup, now, &steps)
            }
        }
        return steps
    }

    private mutating func arrive(
        _ packet: TimedWords, from source: MIDIObjectID, _ setup: MIDISetup, _ now: UInt64, _ steps: inout [Step]
    ) {
        guard let object = setup.objects[source] else { return }
        for connection in connections[source] ?? [] {
            deliver(packet, to: connection.port, from: source, connection.reference, &steps)
        }
        if object.isOwnEndpoint { steps.append(.emit(packet, source)) }
        for (id, thru) in thrus.sorted(by: { $0.key < $1.key }) where thru.sources.contains(source) {
            let key = StreamKey(receiver: id, source: source)
            var filter = filters[key] ?? ThruFilter(thru.settings)
            let words = filter.words(packet.words)
            filters[key] = filter
            guard !words.isEmpty else { continue }
            for destination in thru.destinations {
                // Packets are lost when the queue is full, as on a full cable.
                _ = queue.append(.send(TimedWords(time: packet.time, words: words), to: destination), due: now)
            }
        }
    }

    /// Delivers packets to a destination of the program, and to the ports that tap it.
    private mutating func arrive(_ packet: TimedWords, at destination: MIDIObjectID, _ steps: inout [Step]) {
        deliver(packet, to: destination, from: 0, 0, &steps)
        for connection in connections[destination] ?? [] {
            deliver(packet, to: connection.port, from: destination, connection.reference, &steps)
        }
    }

    /// Puts the parts of a system exclusive message that have come together into one, as far as a packet holds them.
    private static func joined(_ pieces: [[UInt8]]) -> [[UInt8]] {
        var joined: [[UInt8]] = []
        for piece in pieces {
            let goesOn = (piece.first ?? 0xFF) < 0x80 || piece == [0xF7]
            if goesOn, let last = joined.last, last.last != 0xF7, last.count + piece.count <= packetByteLimit,
                (last.first ?? 0xFF) == 0xF0 || (last.first ?? 0xFF) < 0x80
            {
                joined[joined.count - 1] += piece
            } else {
                joined.append(piece)
            }
        }
        return joined
    }

    /// The most bytes of a system exclusive message that are handed over at once.
    private static let packetByteLimit = 32_768

    private mutating func deliver(
        _ packet: TimedWords, to id: MIDIObjectID, from source: MIDIObjectID, _ reference: UInt,
        _ steps: inout [Step]
    ) {
        guard let receiver = receivers[id] else { return }
        let key = StreamKey(receiver: id, source: source)
        var stream = streams[key] ?? Stream()
        defer { streams[key] = stream }
        switch receiver {
        case .events(let wanted, let take):
            let words = stream.converter.words(packet.words, to: wanted)
            guard !words.isEmpty else { return }
            steps.append(.call { take([TimedWords(time: packet.time, words: words)], reference) })
        case .bytes(let take):
            let pieces = Self.joined(stream.bytes.pieces(of: packet.words))
            guard !pieces.isEmpty else { return }
            steps.append(.call { take(pieces.map { TimedBytes(time: packet.time, bytes: $0) }, reference) })
        }
    }
}
