import SordinoMIDI
import SordinoRealtime
import SordinoWork

/// Answers to MIDI Capability Inquiry for a device of the program.
///
/// Inquiries to a virtual destination are answered by the virtual sources of the same client; inquiries from the
/// sources of a device are answered by its destinations.
/// - Thread: any. `hear` is called on the thread of the MIDI system.
package final class CIAnswering: Sendable {
    private struct State: Sendable {
        var responder: CIResponder
        var collector = ExclusiveCollector()
        var client: MIDIObjectID?
        /// Virtual sources that send the answers, or destinations that the answers are sent to.
        var ways: [MIDIObjectID] = []
        var isVirtual = false
    }

    private let system: WeakMIDISystem
    private let place: MIDIObjectID
    private let state: Guarded<State>
    private let hear: @Sendable (CIResponder.Effect) -> Void

    /// Makes an answering that does not listen yet.
    ///
    /// - Parameters:
    ///   - place: A virtual destination of the program, an entity, or an endpoint of one.
    ///   - hear: Called with every effect but `send`.
    package init(
        system: MIDISystem, responder: CIResponder, place: MIDIObjectID,
        hear: @escaping @Sendable (CIResponder.Effect) -> Void
    ) {
        self.system = WeakMIDISystem(system: system)
        (self.place, self.hear) = (place, hear)
        state = Guarded(State(responder: responder))
    }

    deinit { stop() }

    /// The initiators that have asked, in their order.
    package var initiators: [CIMessage.MUID] { state.withLock { $0.responder.initiators } }

    /// Begins to listen and answer.
    ///
    /// - Returns: False where nothing can come in or nothing can leave.
    package func start() -> Bool {
        if state.withLock({ $0.client != nil }) { return true }
        guard let system = system.system, let ways = try? system.read({ Self.ways(place, in: $0) }),
            !ways.sources.isEmpty, !ways.answers.isEmpty,
            let client = try? system.makeClient(name: "Capability inquiry", nil)
        else { return false }
        let port = try? system.makePort(
            client: client, name: "In",
            receiver: .events(.midi1) { [weak self] packets, source in self?.take(packets, UInt32(source)) })
        guard let port else { return false }
        state.withLock { state in
            (state.client, state.ways, state.isVirtual) = (client, ways.answers, ways.isVirtual)
        }
        for source in ways.sources {
            if ways.isVirtual {
                try? system.tap(port, source)
            } else {
                try? system.connect(port, to: source, reference: UInt(source))
            }
        }
        return true
    }

    /// Sends that the device is gone, and answers no more.
    package func stop() {
        let (client, farewell) = state.withLock { state in
            defer { state.client = nil }
            return (state.client, state.responder.farewell)
        }
        guard let client, let system = system.system else { return }
        send(farewell)
        try? system.disposeClient(client)
    }

    /// Switches a profile and reports it to all.
    ///
    /// - Returns: False for a profile that the device does not have, or before the start.
    package func settle(_ profile: CIMessage.Profile, part: UInt8, isOn: Bool) -> Bool {
        let report = state.withLock { state in
            state.client == nil ? nil : state.responder.settle(profile, part: part, isOn: isOn)
        }
        guard let report else { return false }
        send(report)
        return true
    }

    /// Returns whether a profile is on.
    package func isOn(_ profile: CIMessage.Profile, part: UInt8) -> Bool {
        state.withLock { $0.responder.isOn(profile, part: part) } ?? false
    }

    /// Sends data of a profile's own to all.
    ///
    /// - Returns: False for more than a message holds, or before the start.
    package func send(_ data: [UInt8], of profile: CIMessage.Profile, part: UInt8) -> Bool {
        let message = state.withLock { state in
            state.client == nil ? nil : state.responder.message(data, of: profile, part: part)
        }
        guard let message else { return false }
        send(message)
        return true
    }

    private static func ways(
        _ place: MIDIObjectID, in setup: MIDISetup
    ) -> (sources: [MIDIObjectID], answers: [MIDIObjectID], isVirtual: Bool) {
        guard let object = setup.objects[place] else { return ([], [], false) }
        if object.kind == .destination, object.isOwnEndpoint {
            return ([place], setup.sources.filter { setup.objects[$0]?.parent == object.parent }, true)
        }
        let entity = object.kind == .entity ? place : object.parent
        return (setup.endpoints(of: entity, .source), setup.endpoints(of: entity, .destination), false)
    }

    private func take(_ packets: [TimedWords], _ source: UInt32) {
        let effects = state.withLock { state in
            state.collector.inquiries(in: packets, of: source).flatMap { state.responder.take($0) }
        }
        for effect in effects {
            if case .send(let message) = effect { send(message) } else { hear(effect) }
        }
    }

    private func send(_ message: [UInt8]) {
        guard let system = system.system else { return }
        let (ways, isVirtual) = state.withLock { ($0.ways, $0.isVirtual) }
        let packet = TimedWords(time: 0, words: UniversalPacket.words(ofMessage: message))
        for way in ways {
            if isVirtual {
                try? system.emit([packet], from: way)
            } else {
                try? system.send([packet], through: nil, to: way)
            }
        }
    }
}
