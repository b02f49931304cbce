import SordinoMIDI
import SordinoRealtime
import SordinoWork

/// An endpoint of universal packets: a source and a destination that belong together, and their description.
package final class StreamRecord: Sendable {
    package let source: MIDIObjectID
    package let destination: MIDIObjectID
    /// Indicates whether the program itself made it.
    package let isOwn: Bool
    private let state: Guarded<StreamEndpoint>

    /// Records an endpoint by its source and destination.
    package init(source: MIDIObjectID, destination: MIDIObjectID, isOwn: Bool, _ endpoint: StreamEndpoint) {
        (self.source, self.destination, self.isOwn) = (source, destination, isOwn)
        state = Guarded(endpoint)
    }

    /// The endpoint's description, as far as it is known.
    package var endpoint: StreamEndpoint { state.withLock { $0 } }

    /// Changes the description under its lock.
    package func change<Result: Sendable>(_ body: (inout StreamEndpoint) -> Result) -> Result {
        state.withLock { body(&$0) }
    }
}

/// The endpoints of universal packets of a MIDI system.
///
/// It asks each entity with a source and a destination of MIDI 2.0 for its description, and lists those that answer
/// beside the endpoints that the program itself made.
/// - Thread: any. The listener is called on the thread of the MIDI system; for endpoints of the program on the thread
///   of the caller.
package final class StreamDirectory: Sendable {
    /// A change to the list of endpoints.
    package enum News: Sendable {
        case added(StreamRecord)
        case updated(StreamRecord)
        case blockUpdated(StreamRecord, UInt8)
        case removed(StreamRecord)
    }

    private struct State: Sendable {
        var port: MIDIObjectID = 0
        var hasBegun = false
        /// By their sources; those that have not answered too.
        var records: [MIDIObjectID: StreamRecord] = [:]
        var order: [MIDIObjectID] = []
        var listener: (@Sendable (News) -> Void)?
    }

    private let system: WeakMIDISystem
    private let state = Guarded(State())

    /// Makes a directory that sends nothing before `begin`.
    package init(system: MIDISystem) { self.system = WeakMIDISystem(system: system) }

    /// Begins to ask and to listen; once.
    package func begin(_ listener: @escaping @Sendable (News) -> Void) {
        let begins = state.withLock { state in
            state.listener = listener
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard begins, let system = system.system else { return }
        let client = try? system.makeClient(name: "Endpoints") { [weak self] notice in
            guard notice == .setupChanged, let self, let system = self.system.system else { return }
            try? system.call(at: 0) { [weak self] in self?.follow() }
        }
        guard let client else { return }
        let port = try? system.makePort(
            client: client, name: "In",
            receiver: .events(.midi2) { [weak self] packets, source in self?.take(packets, MIDIObjectID(source)) })
        state.withLock { $0.port = port ?? 0 }
        follow()
    }

    /// The endpoints that have described themselves, and those that the program made.
    package var records: [StreamRecord] {
        state.withLock { state in
            state.order.compactMap { state.records[$0] }.filter { $0.isOwn || $0.endpoint.isKnown }
        }
    }

    /// Adds an endpoint that the program made.
    package func add(_ record: StreamRecord) {
        let listener = state.withLock { state in
            state.records[record.source] = record
            state.order.append(record.source)
            return state.listener
        }
        listener?(.added(record))
    }

    /// Removes an endpoint that the program made.
    package func remove(_ record: StreamRecord) {
        let listener = state.withLock { state in
            state.records[record.source] = nil
            state.order.removeAll { $0 == record.source }
            return state.listener
        }
        listener?(.removed(record))
    }

    /// Reports a change to an endpoint that the program made.
    package func changed(_ record: StreamRecord, block: UInt8?) {
        let listener = state.withLock { state in state.records[record.source] === record ? state.listener : nil }
        listener?(block.map { .blockUpdated(record, $0) } ?? .updated(record))
    }

    private func follow() {
        guard let system = system.system, let pairs = try? system.read({ Self.pairs(in: $0) }) else { return }
        let (port, new, gone, listener) = state.withLock { state in
            let present = Set(pairs.map(\.0))
            let gone = state.order.compactMap { state.records[$0] }.filter { !$0.isOwn && !present.contains($0.source) }
            for record in gone {
                state.records[record.source] = nil
                state.order.removeAll { $0 == record.source }
            }
            let new = pairs.filter { state.records[$0.0] == nil }
            for (source, destination) in new {
                state.records[source] = StreamRecord(
                    source: source, destination: destination, isOwn: false, StreamEndpoint())
                state.order.append(source)
            }
            return (state.port, new, gone.filter { $0.endpoint.isKnown }, state.listener)
        }
        for record in gone { listener?(.removed(record)) }
        for (source, destination) in new {
            try? system.connect(port, to: source, reference: UInt(source))
            try? system.send(
                [TimedWords(time: 0, words: StreamEndpoint.questions)], through: nil, to: destination)
        }
    }

    /// The entities of MIDI 2.0 with one source and one destination.
    private static func pairs(in setup: MIDISetup) -> [(MIDIObjectID, MIDIObjectID)] {
        setup.devices.flatMap { setup.objects[$0]?.children ?? [] }.compactMap { entity in
            guard setup.objects[entity]?.properties[MIDIPropertyName.protocolID] == .integer(2),
                let source = setup.endpoints(of: entity, .source).first,
                let destination = setup.endpoints(of: entity, .destination).first
            else { return nil }
            return (source, destination)
        }
    }

    private func take(_ packets: [TimedWords], _ source: MIDIObjectID) {
        let (record, listener) = state.withLock { ($0.records[source], $0.listener) }
        guard let record else { return }
        for packet in packets {
            UniversalPacket.forEachPacket(in: packet.words) { words in
                let wasKnown = record.endpoint.isKnown
                let change = record.change { $0.take(words) }
                guard record.endpoint.isKnown else { return }
                guard wasKnown else {
                    listener?(.added(record))
                    return
                }
                switch change {
                case .none: break
                case .endpoint: listener?(.updated(record))
                case .block(let number): listener?(.blockUpdated(record, number))
                }
            }
        }
    }
}
