import SordinoMIDI
import SordinoRealtime

/// Devices and other programs in memory: everything that a carrier can show, driven by calls.
///
/// For tests, simulations and machines without a sequencer. Packets that the program sends are kept until they are
/// taken.
/// - Thread: any.
package final class VirtualMIDIPeer: MIDICarrier {
    private struct State {
        var hear: (@Sendable (MIDICarrierEvent) -> Void)?
        var devices: [RemoteDevice] = []
        var nextNumber: UInt64 = 1
        var listened: Set<UInt64> = []
        var sent: [UInt64: [TimedWords]] = [:]
        var published: [MIDIObjectID: (name: String, isSource: Bool)] = [:]
        var emitted: [MIDIObjectID: [TimedWords]] = [:]
        var refusing: [UInt64: Int32] = [:]
    }

    private let state = Guarded(State())

    /// Packets that are kept of one endpoint; the oldest are forgotten.
    package static let keptCount = 65_536

    package let name = "virtual peer"

    /// Makes a peer without devices.
    package init() {}

    // MARK: Driving

    /// Plugs a device in, or starts a program with endpoints.
    ///
    /// - Parameters:
    ///   - speaks: The protocol of its endpoints.
    ///   - ports: Their names, and which endpoints they have.
    /// - Returns: The device with its numbers.
    @discardableResult
    package func plug(
        _ name: String, manufacturer: String = "Sordino", model: String = "", isProgram: Bool = false,
        speaks: MIDIProtocol = .midi1, ports: [(name: String, hasSource: Bool, hasDestination: Bool)]
    ) -> RemoteDevice {
        let (device, hear) = state.withLock { state in
            func number() -> UInt64 {
                state.nextNumber += 1
                return state.nextNumber
            }
            let device = RemoteDevice(
                number: number(), name: name, manufacturer: manufacturer, model: model.isEmpty ? name : model,
                isProgram: isProgram, driver: "org.sordino.virtual",
                ports: ports.map { port in
                    RemoteDevice.Port(
                        name: port.name, source: port.hasSource ? number() : nil,
                        destination: port.hasDestination ? number() : nil, speaks: speaks.rawValue)
                })
            state.devices.append(device)
            return (device, state.hear)
        }
        hear?(.appeared(device))
        return device
    }

    /// Pulls a device out, or ends a program.
    package func unplug(_ device: RemoteDevice) {
        let hear = state.withLock { state in
            state.devices.removeAll { $0.number == device.number }
            return state.hear
        }
        hear?(.vanished(device.number))
    }

    /// Sends packets from a source of this peer, if the program listens to it.
    ///
    /// - Returns: Whether it does.
    @discardableResult
    package func play(_ packet: TimedWords, from source: UInt64) -> Bool {
        let hear = state.withLock { $0.listened.contains(source) ? $0.hear : nil }
        hear?(.arrived(source: source, packet))
        return hear != nil
    }

    /// Sends packets to a virtual destination of the program.
    package func send(_ packet: TimedWords, toOwn destination: MIDIObjectID) {
        let hear = state.withLock { $0.published[destination]?.isSource == false ? $0.hear : nil }
        hear?(.received(destination: destination, packet))
    }

    /// Takes the packets that were sent to a destination of this peer.
    package func takeSent(to destination: UInt64) -> [TimedWords] {
        state.withLock { $0.sent.removeValue(forKey: destination) ?? [] }
    }

    /// Takes the packets that a virtual source of the program has sent.
    package func takeEmitted(from source: MIDIObjectID) -> [TimedWords] {
        state.withLock { $0.emitted.removeValue(forKey: source) ?? [] }
    }

    /// The virtual endpoints that the program shows, by their names.
    package var published: [String: MIDIObjectID] {
        state.withLock { state in
            Dictionary(state.published.map { ($0.value.name, $0.key) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Returns whether the program listens to a source.
    package func isListened(to source: UInt64) -> Bool { state.withLock { $0.listened.contains(source) } }

    /// Has a destination refuse packets from now on, with an error; nil accepts them again.
    package func refuse(_ destination: UInt64, code: Int32?) {
        state.withLock { $0.refusing[destination] = code }
    }

    // MARK: MIDICarrier

    package func begin(_ hear: @escaping @Sendable (MIDICarrierEvent) -> Void) {
        let devices = state.withLock { state in
            state.hear = hear
            return state.devices
        }
        for device in devices { hear(.appeared(device)) }
    }

    package func publish(_ id: MIDIObjectID, name: String, isSource: Bool) {
        state.withLock { $0.published[id] = (name, isSource) }
    }

    package func withdraw(_ id: MIDIObjectID) { state.withLock { $0.published[id] = nil } }

    package func listen(_ isListening: Bool, to source: UInt64) {
        state.withLock { state in
            if isListening { state.listened.insert(source) } else { state.listened.remove(source) }
        }
    }

    package func send(_ packet: TimedWords, to destination: UInt64) {
        let failure = state.withLock { state -> (UInt64, Int32, @Sendable (MIDICarrierEvent) -> Void)? in
            let device = state.devices.first { $0.ports.contains { $0.destination == destination } }
            if let code = state.refusing[destination], let device, let hear = state.hear {
                return (device.number, code, hear)
            }
            if device != nil { Self.keep(packet, in: &state.sent[destination, default: []]) }
            return nil
        }
        if let (device, code, hear) = failure { hear(.failed(device: device, code: code)) }
    }

    package func emit(_ packet: TimedWords, from source: MIDIObjectID) {
        state.withLock { Self.keep(packet, in: &$0.emitted[source, default: []]) }
    }

    private static func keep(_ packet: TimedWords, in list: inout [TimedWords]) {
        if list.count >= keptCount { list.removeFirst() }
        list.append(packet)
    }
}
