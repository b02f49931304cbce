import SordinoMIDI
import SordinoRealtime
import SordinoWork

/// Carries packets to the participants of a network session and from them, by RTP over UDP.
///
/// One device with one source and one destination stands for all of them, as long as the session is open.
/// - Thread: any; one of its own waits for datagrams.
package final class NetworkMIDICarrier: MIDICarrier {
    private struct State: Sendable {
        var hear: (@Sendable (MIDICarrierEvent) -> Void)?
        var onChange: (@Sendable () -> Void)?
        var session: NetworkSession
        var sockets: DatagramPair?
    }

    package let name = "network session"
    private let state: Guarded<State>
    /// Held while datagrams are made and sent, so that they leave in the order of their numbers.
    private let turn = Guarded(())

    private static let deviceNumber: UInt64 = 1
    private static let sourceNumber: UInt64 = 2
    private static let destinationNumber: UInt64 = 3
    /// The property by which programs recognise a network session.
    private static let sessionProperty = "apple.midirtp.session"

    /// Makes a carrier whose session is closed.
    ///
    /// - Parameters:
    ///   - name: The name that others see.
    ///   - seed: A number by chance.
    package init(name: String, seed: UInt64) {
        state = Guarded(State(session: NetworkSession(name: name, seed: seed)))
    }

    // MARK: The session

    /// Opens the session on a port.
    ///
    /// - Parameters:
    ///   - port: The control port; 0 for 5004 or a free one behind it.
    ///   - isLocal: Whether only this machine reaches it.
    /// - Returns: Whether it is open.
    @discardableResult
    package func open(port: UInt16 = 0, isLocal: Bool = false) -> Bool {
        if state.withLock({ $0.sockets != nil }) { return true }
        guard let sockets = DatagramPair(port: port, isLocal: isLocal) else { return false }
        let hear = state.withLock { state in
            state.sockets = sockets
            return state.hear
        }
        guard startThreadIfPossible({ [self] in run(sockets) }) else {
            state.withLock { $0.sockets = nil }
            return false
        }
        hear?(.appeared(device))
        return true
    }

    /// Ends all connections and closes the ports.
    package func close() {
        handle(.close)
        let (sockets, hear) = state.withLock { state in
            defer { state.sockets = nil }
            return (state.sockets, state.hear)
        }
        guard let sockets else { return }
        sockets.ring()
        hear?(.vanished(Self.deviceNumber))
    }

    /// The control port; 0 while the session is closed.
    package var port: UInt16 { state.withLock { $0.sockets?.port ?? 0 } }

    /// The participants that may connect with this one.
    package var policy: NetworkSession.Policy {
        get { state.withLock { $0.session.policy } }
        set { state.withLock { $0.session.policy = newValue } }
    }

    /// The participants that are connected, each from when the answer that made it so has left.
    package var connected: [NetworkAddress] { turn.withLock { _ in state.withLock { $0.session.connected } } }

    /// The name that a participant has sent; empty for one that is not connected.
    package func name(of address: NetworkAddress) -> String {
        state.withLock { $0.session.name(of: address) }
    }

    /// Invites a participant.
    ///
    /// - Returns: False while the session is closed, and for more than `NetworkSession.peerLimit` participants.
    package func connect(_ address: NetworkAddress) -> Bool {
        guard port != 0, address.port > 0, address.port < UInt16.max else { return false }
        if state.withLock({ $0.session.knows(address) }) { return true }
        // It may be refused by the time that this returns.
        return !handle(.connect(address)).isEmpty
    }

    /// Ends a connection, or an invitation.
    ///
    /// - Returns: Whether there was one.
    package func disconnect(_ address: NetworkAddress) -> Bool {
        guard state.withLock({ $0.session.knows(address) }) else { return false }
        handle(.disconnect(address))
        return true
    }

    /// Calls a function, on any thread, when connections have come or gone.
    package func setChangeCall(_ call: (@Sendable () -> Void)?) { state.withLock { $0.onChange = call } }

    private var device: RemoteDevice {
        RemoteDevice(
            number: Self.deviceNumber, name: "Network", manufacturer: "", model: "Session",
            driver: "com.apple.AppleMIDINetworkDriver",
            ports: [
                RemoteDevice.Port(
                    name: "Session 1", source: Self.sourceNumber, destination: Self.destinationNumber,
                    properties: [Self.sessionProperty: .integer(1)])
            ])
    }

    // MARK: Events

    /// - Returns: The effects of the event, all of them performed.
    @discardableResult
    private func handle(_ event: NetworkSession.Event) -> [NetworkSession.Effect] {
        let effects = turn.withLock { _ in
            let (effects, sockets) = state.withLock { state in
                (state.session.handle(event, at: HostClock.now()), state.sockets)
            }
            for case .send(let bytes, let address, let isControl) in effects {
                sockets?.send(bytes, to: address, isControl: isControl)
            }
            // The thread's wait may be too long now.
            if case .datagram = event {} else { sockets?.ring() }
            return effects
        }
        let (hear, onChange) = state.withLock { ($0.hear, $0.onChange) }
        var hasChanged = false
        for effect in effects {
            switch effect {
            case .send: break
            case .arrived(let words, let time, _):
                hear?(.arrived(source: Self.sourceNumber, TimedWords(time: time, words: words)))
            case .connected, .ended: hasChanged = true
            }
        }
        if hasChanged { onChange?() }
        return effects
    }

    /// Runs as long as the session is open.
    private func run(_ sockets: DatagramPair) {
        ThreadPriority.requestRealtime(level: 50)
        while true {
            let (isOpen, due) = state.withLock { ($0.sockets === sockets, $0.session.nextDue) }
            guard isOpen else { return }
            // At most 64 at a time, so that due work has its turn.
            for _ in 0..<64 {
                let word = sockets.receive(isControl: true)
                // Packets on the data port that were sent before a goodbye on the control port are handled before it.
                var count = 0
                while count < 64, let (bytes, address) = sockets.receive(isControl: false) {
                    handle(.datagram(bytes, from: address, isControl: false))
                    count += 1
                }
                guard let (bytes, address) = word else { break }
                handle(.datagram(bytes, from: address, isControl: true))
            }
            let now = HostClock.now()
            if let due, due <= now { handle(.time) }
            let next = state.withLock { $0.session.nextDue }
            let milliseconds = next.map { $0 > now ? min(($0 - now) / 1_000_000 + 1, 60_000) : 0 }
            sockets.wait(milliseconds: milliseconds.map { Int32($0) } ?? -1)
        }
    }

    // MARK: MIDICarrier

    package func begin(_ hear: @escaping @Sendable (MIDICarrierEvent) -> Void) {
        let isOpen = state.withLock { state in
            state.hear = hear
            return state.sockets != nil
        }
        if isOpen { hear(.appeared(device)) }
    }

    package func publish(_ id: MIDIObjectID, name: String, isSource: Bool) {}

    package func withdraw(_ id: MIDIObjectID) {}

    package func listen(_ isListening: Bool, to source: UInt64) {}

    package func send(_ packet: TimedWords, to destination: UInt64) { handle(.send(packet.words)) }

    package func emit(_ packet: TimedWords, from source: MIDIObjectID) {}
}
