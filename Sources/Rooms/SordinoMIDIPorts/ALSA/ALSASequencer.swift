import CALSA
import Glibc
import SordinoMIDI
import SordinoRealtime
import SordinoWork

/// Carries packets by the ALSA sequencer of the machine: every port of other clients is an endpoint, and virtual
/// endpoints are ports that other clients see.
///
/// Clients of the kernel are devices, of which each port is an entity; programs' ports are virtual endpoints. The
/// sequencer speaks MIDI 1.0, in the first group.
/// - Thread: any; one of its own waits for events.
package final class ALSASequencer: MIDICarrier, Sendable {
    private struct State {
        var hear: (@Sendable (MIDICarrierEvent) -> Void)?
        /// The ports of virtual endpoints.
        var ports: [MIDIObjectID: Int32] = [:]
        /// Messages on their way out, by where they go.
        var senders: [UInt64: PacketBytes] = [:]
        /// Messages that come in, by where they come from.
        var readers: [UInt64: MessageByteReader] = [:]
        var shown: [UInt64: RemoteDevice] = [:]
    }

    private var sequencer: OpaquePointer { lent.value }
    private let lent: Lent<OpaquePointer>
    private let state = Guarded(State())
    /// Held while the sequencer is written to.
    private let writing = Guarded(())

    package let name = "ALSA sequencer"

    private init(_ sequencer: OpaquePointer) { lent = Lent(sequencer) }

    /// Opens the machine's sequencer; nil where there is none.
    package static func open() -> ALSASequencer? {
        var sequencer: OpaquePointer?
        let program = CommandLine.arguments.first.map { String($0.split(separator: "/").last ?? "") } ?? ""
        guard calsa_open(&sequencer, program.isEmpty ? "Sordino" : program) >= 0, let sequencer else { return nil }
        return ALSASequencer(sequencer)
    }

    // The thread of a carrier that has begun holds it: there is none any more.
    deinit { calsa_close(lent.value) }

    /// The ports of other clients now, of a carrier that need not have begun.
    package var ports: [ALSAPort] { writing.withLock { _ in Self.ports(of: sequencer) } }

    /// The number of a port: its client in the upper half.
    package static func number(client: Int32, port: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: client)) << 32 | UInt64(UInt32(bitPattern: port))
    }

    /// Puts the ports of all clients together to devices and programs.
    package static func devices(of ports: [ALSAPort]) -> [RemoteDevice] {
        var devices: [RemoteDevice] = []
        for port in ports {
            let number = number(client: port.client, port: port.port)
            let entry = RemoteDevice.Port(
                name: port.name, source: port.canRead ? number : nil, destination: port.canWrite ? number : nil)
            if let place = devices.firstIndex(where: { $0.number == UInt64(port.client) }) {
                devices[place].ports.append(entry)
            } else {
                devices.append(
                    RemoteDevice(
                        number: UInt64(port.client), name: port.clientName, model: port.clientName,
                        isProgram: !port.isKernel, driver: "org.alsa-project.sequencer", ports: [entry]))
            }
        }
        return devices
    }

    // MARK: MIDICarrier

    package func begin(_ hear: @escaping @Sendable (MIDICarrierEvent) -> Void) {
        state.withLock { $0.hear = hear }
        look()
        startThread { [self] in receive() }
    }

    package func publish(_ id: MIDIObjectID, name: String, isSource: Bool) {
        let port = writing.withLock { _ in calsa_make_port(sequencer, name, isSource) }
        if port >= 0 { state.withLock { $0.ports[id] = port } }
    }

    package func withdraw(_ id: MIDIObjectID) {
        let port = state.withLock { $0.ports.removeValue(forKey: id) }
        if let port { _ = writing.withLock { _ in calsa_delete_port(sequencer, port) } }
    }

    package func listen(_ isListening: Bool, to source: UInt64) {
        let (client, port) = Self.address(source)
        _ = writing.withLock { _ in calsa_hear(sequencer, client, port, isListening) }
    }

    package func send(_ packet: TimedWords, to destination: UInt64) {
        let (client, port) = Self.address(destination)
        let code = write(packet, way: destination, from: -1, client: client, port: port)
        if code < 0 {
            state.withLock { $0.hear }?(.failed(device: UInt64(UInt32(bitPattern: client)), code: code))
        }
    }

    package func emit(_ packet: TimedWords, from source: MIDIObjectID) {
        guard let port = state.withLock({ $0.ports[source] }) else { return }
        // 1 << 63: no port of another client.
        let code = write(packet, way: 1 << 63 | UInt64(source), from: port, client: -1, port: -1)
        if code < 0 { state.withLock { $0.hear }?(.failed(device: nil, code: code)) }
    }

    private static func address(_ number: UInt64) -> (client: Int32, port: Int32) {
        (Int32(truncatingIfNeeded: number >> 32), Int32(truncatingIfNeeded: number))
    }

    private func write(_ packet: TimedWords, way: UInt64, from: Int32, client: Int32, port: Int32) -> Int32 {
        let pieces = state.withLock { state in
            var sender = state.senders[way] ?? PacketBytes()
            let pieces = sender.pieces(of: packet.words)
            state.senders[way] = sender
            return pieces
        }
        return writing.withLock { _ in
            for piece in pieces {
                let code = calsa_send(sequencer, from, client, port, piece, piece.count)
                if code < 0 { return code }
            }
            return 0
        }
    }

    // MARK: Receiving

    /// Runs as long as the sequencer answers.
    private func receive() {
        ThreadPriority.requestRealtime(level: 50)
        var event = calsa_event()
        while true {
            let code = calsa_receive(sequencer, &event)
            if code == -EINTR || code == -EAGAIN { continue }
            if code == -ENOSPC {
                lose(code)
                continue
            }
            if code < 0 { return end() }
            switch event.kind {
            case calsa_message: take(event)
            case calsa_changed, calsa_gone: if event.client != calsa_client(sequencer) { look() }
            default: break
            }
        }
    }

    /// The sequencer had no room for events of this program: messages whose rest is lost are given up.
    private func lose(_ code: Int32) {
        let hear = state.withLock { state in
            state.readers = [:]
            return state.hear
        }
        hear?(.failed(device: nil, code: code))
    }

    private func take(_ event: calsa_event) {
        let time = HostClock.now()
        let bytes = UnsafeBufferPointer(start: event.bytes, count: event.count)
        let source = Self.number(client: event.client, port: event.port)
        let way = source ^ UInt64(UInt32(bitPattern: event.to_port)) << 16
        let (words, hear, own) = state.withLock { state in
            var reader = state.readers[way] ?? MessageByteReader()
            let words = reader.words(of: bytes)
            state.readers[way] = reader.isWaiting ? reader : nil
            return (words, state.hear, state.ports.first { $0.value == event.to_port }?.key)
        }
        guard !words.isEmpty else { return }
        let packet = TimedWords(time: time, words: words)
        if event.to_port < 0 {
            hear?(.arrived(source: source, packet))
        } else if let own {
            hear?(.received(destination: own, packet))
        }
    }

    /// Reports the changes among the devices.
    private func look() {
        let found = writing.withLock { _ in Self.ports(of: sequencer) }
        let devices = Dictionary(Self.devices(of: found).map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        let (hear, former) = state.withLock { state in
            let former = state.shown
            state.shown = devices
            return (state.hear, former)
        }
        for number in former.keys.sorted() where devices[number] == nil { hear?(.vanished(number)) }
        for (number, device) in devices.sorted(by: { $0.key < $1.key }) where former[number] != device {
            hear?(.appeared(device))
        }
    }

    private func end() {
        let (hear, former) = state.withLock { state in
            defer { state.shown = [:] }
            return (state.hear, state.shown)
        }
        for number in former.keys.sorted() { hear?(.vanished(number)) }
    }

    private static func ports(of sequencer: OpaquePointer) -> [ALSAPort] {
        var port = calsa_port()
        (port.client, port.port) = (-1, -1)
        var ports: [ALSAPort] = []
        // 4096: more than the sequencer has room for.
        while ports.count < 4096, calsa_next_port(sequencer, &port) > 0 {
            let clientName = withUnsafeBytes(of: port.client_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let name = withUnsafeBytes(of: port.port_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            ports.append(
                ALSAPort(
                    client: port.client, port: port.port, clientName: clientName, name: name,
                    isKernel: port.is_kernel, canRead: port.can_read, canWrite: port.can_write))
        }
        return ports
    }
}

/// A port of another client of the sequencer.
package struct ALSAPort: Sendable, Hashable {
    package var client: Int32
    package var port: Int32
    package var clientName: String
    package var name: String
    /// Indicates whether the client is a driver of the kernel.
    package var isKernel: Bool
    package var canRead: Bool
    package var canWrite: Bool

    /// Describes a port of another client.
    package init(
        client: Int32, port: Int32, clientName: String, name: String, isKernel: Bool, canRead: Bool, canWrite: Bool
    ) {
        (self.client, self.port, self.clientName, self.name) = (client, port, clientName, name)
        (self.isKernel, self.canRead, self.canWrite) = (isKernel, canRead, canWrite)
    }
}
