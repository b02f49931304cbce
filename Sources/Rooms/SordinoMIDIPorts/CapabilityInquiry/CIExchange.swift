import SordinoMIDI
import SordinoRealtime
import SordinoWork

/// A MIDI system that an object which the system may outlive looks at.
struct WeakMIDISystem: Sendable {
    weak var system: MIDISystem?
}

/// Collects whole system exclusive messages of several sources.
struct ExclusiveCollector: Sendable {
    private var unpackings: [UInt32: PacketUnpacking] = [:]

    /// Takes packets of a source and returns the messages of MIDI Capability Inquiry that are whole now.
    mutating func inquiries(in packets: [TimedWords], of source: UInt32) -> [[UInt8]] {
        var unpacking = unpackings[source] ?? PacketUnpacking()
        var messages: [[UInt8]] = []
        for packet in packets {
            UniversalPacket.forEachPacket(in: packet.words) { words in
                guard words[0] >> 28 == UniversalPacket.Kind.data64.rawValue else { return }
                messages += unpacking.messages(of: words).filter { $0.count > 4 && $0[1] == 0x7E && $0[3] == 0x0D }
            }
        }
        unpackings[source] = unpacking
        return messages
    }

    /// Forgets a source that is gone.
    mutating func forget(_ source: UInt32) { unpackings[source] = nil }
}

/// Finds the devices of a MIDI system that answer to MIDI Capability Inquiry, and switches their profiles.
///
/// It asks every destination when it begins, and new ones when they come.
/// - Thread: any. Listeners are called on the thread of the MIDI system.
package final class CIExchange: Sendable {
    private struct State: Sendable {
        var initiator: CIInitiator
        var port: MIDIObjectID = 0
        var hasBegun = false
        var sources: Set<MIDIObjectID> = []
        var destinations: Set<MIDIObjectID> = []
        var collector = ExclusiveCollector()
        var listeners: [Int: @Sendable (CIInitiator.Effect) -> Void] = [:]
        var nextListener = 0
    }

    private let system: WeakMIDISystem
    private let state: Guarded<State>

    /// Makes an exchange that sends nothing before `begin`.
    ///
    /// - Parameter seed: A number by chance.
    package init(system: MIDISystem, seed: UInt32) {
        self.system = WeakMIDISystem(system: system)
        state = Guarded(State(initiator: CIInitiator(muid: seed)))
    }

    /// Begins to ask and to listen; once.
    package func begin() {
        let begins = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard begins, let system = system.system else { return }
        let client = try? system.makeClient(name: "Capability inquiry") { [weak self] notice in
            guard notice == .setupChanged, let self, let system = self.system.system else { return }
            try? system.call(at: 0) { [weak self] in self?.follow() }
        }
        guard let client else { return }
        let port = try? system.makePort(
            client: client, name: "In",
            receiver: .events(.midi1) { [weak self] packets, source in self?.take(packets, UInt32(source)) })
        state.withLock { $0.port = port ?? 0 }
        follow()
    }

    /// Asks every destination again.
    package func discover() {
        begin()
        state.withLock { $0.destinations = [] }
        follow()
    }

    /// The devices that have answered, in an order that stays.
    package var devices: [CIDevice] {
        state.withLock { $0.initiator.devices.values.sorted { $0.muid < $1.muid } }
    }

    /// Returns a device by its number.
    package func device(_ muid: CIMessage.MUID) -> CIDevice? { state.withLock { $0.initiator.devices[muid] } }

    /// Calls a function with all that follows from messages, until it is removed by the number returned.
    package func addListener(_ listener: @escaping @Sendable (CIInitiator.Effect) -> Void) -> Int {
        state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = listener
            return state.nextListener
        }
    }

    /// Removes the listener of a number.
    package func removeListener(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

    /// Asks a device to switch a profile; the device reports the outcome.
    ///
    /// - Returns: False for a device that is gone.
    package func set(
        _ profile: CIDevice.ProfileKey, of device: CIMessage.MUID, isOn: Bool, channelCount: UInt16 = 1
    ) -> Bool {
        let message = state.withLock {
            $0.initiator.message(setting: profile, of: device, isOn: isOn, channelCount: channelCount)
        }
        return send(message, to: device)
    }

    /// Sends data of a profile's own to a device.
    ///
    /// - Returns: False for a device that is gone, and for more data than it takes.
    package func send(_ data: [UInt8], of profile: CIDevice.ProfileKey, to device: CIMessage.MUID) -> Bool {
        send(state.withLock { $0.initiator.message(data, of: profile, to: device) }, to: device)
    }

    private func send(_ message: [UInt8]?, to device: CIMessage.MUID) -> Bool {
        guard let message, let link = self.device(device)?.link else { return false }
        answer(message, link)
        return true
    }

    /// Listens to sources that have come, and asks destinations that have.
    private func follow() {
        guard let system = system.system, let now = try? system.read({ ($0.sources, $0.destinations) }) else { return }
        let (port, sources, destinations, discovery, effects) = state.withLock { state in
            let sources = now.0.filter { !state.sources.contains($0) }
            let gone = state.sources.subtracting(now.0).sorted()
            let destinations = now.1.filter { !state.destinations.contains($0) }
            (state.sources, state.destinations) = (Set(now.0), Set(now.1))
            let effects = gone.flatMap { source -> [CIInitiator.Effect] in
                state.collector.forget(source)
                return state.initiator.forget(link: source)
            }
            return (state.port, sources, destinations, state.initiator.discovery, effects)
        }
        for source in sources { try? system.connect(port, to: source, reference: UInt(source)) }
        tell(effects)
        let words = UniversalPacket.words(ofMessage: discovery)
        for destination in destinations {
            try? system.send([TimedWords(time: 0, words: words)], through: nil, to: destination)
        }
    }

    private func take(_ packets: [TimedWords], _ source: UInt32) {
        let effects = state.withLock { state in
            state.collector.inquiries(in: packets, of: source).flatMap { state.initiator.take($0, link: source) }
        }
        tell(effects)
    }

    private func tell(_ effects: [CIInitiator.Effect]) {
        guard !effects.isEmpty else { return }
        let listeners = state.withLock { $0.listeners.sorted { $0.key < $1.key }.map(\.value) }
        for effect in effects {
            if case .send(let message, let link) = effect {
                answer(message, link)
            } else {
                for listener in listeners { listener(effect) }
            }
        }
    }

    /// Sends a message to where the packets of a source come from.
    private func answer(_ message: [UInt8], _ source: UInt32) {
        guard let system = system.system else { return }
        let paired = (try? system.read { $0.destinations(pairedWith: source) }) ?? []
        let packet = TimedWords(time: 0, words: UniversalPacket.words(ofMessage: message))
        for destination in paired { try? system.send([packet], through: nil, to: destination) }
    }
}
