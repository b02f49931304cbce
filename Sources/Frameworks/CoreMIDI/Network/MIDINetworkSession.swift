import CCoreMIDI
import Foundation
import Glibc
import SordinoMIDI
import SordinoMIDIPorts
import Synchronization

/// The network session of this machine: MIDI with others over UDP, by RTP-MIDI and the session protocol of Apple's
/// driver.
///
/// All connections share one source and one destination, those of the device "Network", which exists while the session
/// is enabled. The session listens on all interfaces, with `SORDINO_MIDI_NETWORK=local` on this machine alone. It is
/// not advertised: others connect by address and port. On a simulated device it cannot be enabled.
/// - Thread: any. Notifications are posted on threads of the MIDI system's.
open class MIDINetworkSession: NSObject, @unchecked Sendable {
    private struct State {
        var policy = MIDINetworkConnectionPolicy.noOne
        var contacts: Set<MIDINetworkHost> = []
        var connections: [NetworkAddress: MIDINetworkConnection] = [:]
    }

    private static let sessions = PerPlace { MIDINetworkSession($0) }

    /// Returns the only session of the process.
    open class func `default`() -> MIDINetworkSession { sessions.current }

    private let place: MIDIPlace
    private let state = Mutex(State())

    private init(_ place: MIDIPlace) {
        self.place = place
        super.init()
        let call = place.caller()
        place.network?.policy = .noOne
        place.network?.setChangeCall { [weak self] in
            guard let self else { return }
            call { self.post(MIDINetworkNotificationSessionDidChange) }
        }
    }

    private func post(_ name: String) {
        NotificationCenter.default.post(name: NSNotification.Name(name), object: self)
    }

    /// Indicates whether the session takes and makes connections.
    ///
    /// Its ports are the first two free ones from 5004 on. Where none is free it stays disabled.
    public var isEnabled: Bool {
        get { networkPort != 0 }
        set {
            guard newValue != isEnabled, let network = place.network else { return }
            if newValue {
                let reach = getenv("SORDINO_MIDI_NETWORK").map { String(cString: $0) }
                guard network.open(isLocal: reach == "local") else { return }
            } else {
                network.close()
                state.withLock { $0.connections = [:] }
            }
            post(MIDINetworkNotificationSessionDidChange)
        }
    }

    /// The UDP port that others connect with; 0 while the session is disabled.
    public var networkPort: Int { Int(place.network?.port ?? 0) }
    /// The name of the session that others see: that of the machine.
    public var networkName: String { ProcessInfo.processInfo.hostName }
    /// The name of the session for its own user.
    public var localName: String { "Session 1" }

    /// The hosts that may connect; no one at first.
    public var connectionPolicy: MIDINetworkConnectionPolicy {
        get { state.withLock { $0.policy } }
        set {
            state.withLock { $0.policy = newValue }
            follow()
        }
    }

    /// The hosts that the program has named; they are forgotten when the process ends.
    public func contacts() -> Set<MIDINetworkHost> { state.withLock { $0.contacts } }

    /// Names a host.
    ///
    /// - Returns: False for one that was named before.
    @discardableResult
    public func addContact(_ contact: MIDINetworkHost) -> Bool {
        guard state.withLock({ $0.contacts.insert(contact).inserted }) else { return false }
        follow()
        post(MIDINetworkNotificationContactsDidChange)
        return true
    }

    /// Removes a host from the contacts.
    ///
    /// - Returns: False for one that was not named.
    @discardableResult
    public func removeContact(_ contact: MIDINetworkHost) -> Bool {
        guard state.withLock({ $0.contacts.remove(contact) != nil }) else { return false }
        follow()
        post(MIDINetworkNotificationContactsDidChange)
        return true
    }

    /// Hands the policy to the session.
    private func follow() {
        let (policy, contacts) = state.withLock { ($0.policy, $0.contacts) }
        place.network?.policy =
            switch policy {
            case .noOne: .noOne
            case .hostsInContactList: .contacts(Set(contacts.compactMap { $0.resolved?.host }))
            case .anyone: .anyone
            @unknown default: .noOne
            }
    }

    /// The connections, made from here and from there.
    public func connections() -> Set<MIDINetworkConnection> {
        guard let network = place.network else { return [] }
        let connected = network.connected
        return state.withLock { state in
            state.connections = state.connections.filter { connected.contains($0.key) || $0.value.isWanted }
            for address in connected where state.connections[address] == nil {
                let host = MIDINetworkHost(
                    name: network.name(of: address), address: address.text, port: Int(address.port))
                state.connections[address] = MIDINetworkConnection(host, isWanted: false)
            }
            return Set(connected.compactMap { state.connections[$0] })
        }
    }

    /// Invites a host; it is among `connections` once it has agreed.
    ///
    /// - Returns: False while the session is disabled, for an invalid address, and for more than 32 connections.
    @discardableResult
    public func addConnection(_ connection: MIDINetworkConnection) -> Bool {
        guard isEnabled, let address = connection.host.resolved else { return false }
        state.withLock { $0.connections[address] = connection }
        return place.network?.connect(address) ?? false
    }

    /// Ends a connection.
    ///
    /// - Returns: False if there is no such connection.
    @discardableResult
    public func removeConnection(_ connection: MIDINetworkConnection) -> Bool {
        guard let address = connection.host.resolved else { return false }
        state.withLock { $0.connections[address] = nil }
        return place.network?.disconnect(address) ?? false
    }

    /// Returns the source that all connections share; 0 while the session is disabled.
    public func sourceEndpoint() -> MIDIEndpointRef { endpoint(.source) }

    /// Returns the destination that leads to all connections; 0 while the session is disabled.
    public func destinationEndpoint() -> MIDIEndpointRef { endpoint(.destination) }

    private func endpoint(_ kind: MIDIObjectKind) -> MIDIEndpointRef {
        (try? place.system.read { setup in
            (kind == .source ? setup.sources : setup.destinations).first { id in
                guard let entity = setup.objects[id]?.parent else { return false }
                return setup.objects[entity]?.properties["apple.midirtp.session"] != nil
            }
        }) ?? 0
    }
}

/// A host with a network session: an address and a port.
open class MIDINetworkHost: NSObject, @unchecked Sendable {
    /// The name of the host, for people.
    public let name: String
    /// The address of the host, or its name in the network.
    public let address: String
    /// The UDP port of the control connection.
    public let port: Int

    /// Names a host.
    ///
    /// - Parameters:
    ///   - address: An IPv4 address, or a name that the machine finds one for.
    ///   - port: The port of its session; 5004 for most.
    public convenience init(name: String, address: String, port: Int) {
        self.init(name, address, port)
    }

    private init(_ name: String, _ address: String, _ port: Int) {
        (self.name, self.address, self.port) = (name, address, port)
    }

    /// Returns whether another host is at the same address and port.
    public func hasSameAddress(as other: MIDINetworkHost) -> Bool { address == other.address && port == other.port }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MIDINetworkHost else { return false }
        return hasSameAddress(as: other) && name == other.name
    }
    open override var hash: Int { address.hashValue ^ port }

    /// The address as a number; nil if there is none.
    ///
    /// A host name is looked up, which can take seconds.
    var resolved: NetworkAddress? {
        guard port > 0, port < Int(UInt16.max) else { return nil }
        var hints = addrinfo()
        hints.ai_family = AF_INET
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, nil, &hints, &found) == 0, let found else { return nil }
        defer { freeaddrinfo(found) }
        guard let place = found.pointee.ai_addr else { return nil }
        return place.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            NetworkAddress(host: UInt32(bigEndian: $0.pointee.sin_addr.s_addr), port: UInt16(port))
        }
    }
}

/// A connection of the network session with a host.
open class MIDINetworkConnection: NSObject, @unchecked Sendable {
    /// The host at the other end.
    public let host: MIDINetworkHost
    /// Indicates whether the program keeps it although it is not there yet.
    let isWanted: Bool

    /// A connection that `MIDINetworkSession.addConnection` makes.
    public convenience init(host: MIDINetworkHost) { self.init(host, isWanted: true) }

    fileprivate init(_ host: MIDINetworkHost, isWanted: Bool) { (self.host, self.isWanted) = (host, isWanted) }

    /// Connections are equal if their hosts are at the same address.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? MIDINetworkConnection).map { $0.host.hasSameAddress(as: host) } ?? false
    }
    open override var hash: Int { host.hash }
}
