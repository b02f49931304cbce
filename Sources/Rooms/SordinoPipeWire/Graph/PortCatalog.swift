import SordinoPolicy

/// The ports in the order in which they arrived, and what arrives and departs as the graph changes.
///
/// A port keeps its place and its type over the loss of the server: what comes back under the same UID is the same port.
package struct PortCatalog {
    package init() {}

    /// In the order of arrival.
    private(set) var present: [NamedPort] = []
    /// Types that were given to ports that say nothing of their own, by UID.
    private var givenTypes: [String: PortType] = [:]
    /// All that were ever here, in order.
    private var history: [String] = []
    /// Ports whose node is there without its ports in the graph: since when, in monotonic nanoseconds, by UID.
    ///
    /// A session manager gives a node other ports by taking away those that it has.
    private var bare: [String: UInt64] = [:]

    /// The ports that are remembered.
    static let historyLimit = 512
    package var rememberedPorts: Int { max(history.count, givenTypes.count) }

    /// For how long a node may be without ports before it counts as unplugged, in nanoseconds.
    package static let patienceNanoseconds: UInt64 = 1_000_000_000

    /// Indicates whether a node without ports is waited for: look again within `patienceNanoseconds`.
    package var isWaiting: Bool { bare.values.contains { $0 != Self.always } }

    /// The time of ports that are kept for as long as their card is in its profile for calls.
    private static let always = UInt64.max

    /// The consequences of an update.
    package struct Changes: Hashable {
        /// In the order of arrival.
        package var arrived: [Port] = []
        /// The UIDs of ports that are gone.
        package var departed: [String] = []
        /// Those that are the same and can be described better than before.
        package var changed: [Port] = []

        /// UIDs of those that are the same with another place in the graph.
        package var moved: [String] = []

        package var isEmpty: Bool { arrived.isEmpty && departed.isEmpty && changed.isEmpty && moved.isEmpty }
    }

    /// The ports that are there, in the order of arrival.
    package var ports: [Port] { present.map(\.port) }

    func named(_ uid: String) -> NamedPort? { present.first { $0.port.uid == uid } }

    /// Looks at the graph anew.
    ///
    /// - Parameters:
    ///   - isReturn: The server has just come back: ports take the order that they had before.
    ///   - now: Monotonic nanoseconds.
    ///   - passesMonitorOn: Whether a source is no microphone, since it gives what the device plays.
    ///   - isStrange: Whether a sink is a program's own, so that a person has to pick it.
    package mutating func update(
        _ mirror: GraphMirror, isReturn: Bool = false, at now: UInt64 = 0,
        passesMonitorOn: (UInt32) -> Bool = { _ in false }, isStrange: (UInt32) -> Bool = { _ in false }
    ) -> Changes {
        var found: [NamedPort] = []
        var taken = Set<String>()
        // Outputs that are there keep their place in a flood of others.
        let known = Set(present.filter(\.port.isOffered).map(\.node))
        var room = NetworkNodes.outputLimit - known.count
        var channels = NetworkNodes.allChannelsLimit
        channels -= present.filter(\.port.isOffered).reduce(0) { $0 + $1.graphPorts.count }
        let strange = Set(mirror.nodes.values.filter(PortNaming.isOutput).map(\.id).filter(isStrange))
        // A program's sink does not take the name of a part of the device.
        for id in mirror.nodes.keys.filter({ !strange.contains($0) }).sorted() + strange.sorted() {
            let isStrange = strange.contains(id)
            let isCounted = !known.contains(id) && PortNaming.isOffered(node: id, in: mirror, isStrange: isStrange)
            if isCounted, room <= 0 { continue }
            var ports = PortNaming.ports(ofNode: id, in: mirror, isStrange: isStrange)
            if ports.contains(where: { $0.port.direction == .input }), passesMonitorOn(id) {
                ports.removeAll { $0.port.direction == .input }
            }
            if isCounted, !ports.isEmpty {
                let count = ports.reduce(0) { $0 + $1.graphPorts.count }
                guard count <= channels else { continue }
                (room, channels) = (room - 1, channels - count)
            }
            for var port in ports {
                // Two nodes of one name are two ports; the first keeps the name.
                var number = 2
                let name = port.port.uid
                while !taken.insert(port.port.uid).inserted {
                    port.port.uid = "\(name) \(number)"
                    number += 1
                }
                found.append(port)
            }
        }
        // Ports that need another profile come after the present ones, and only if they are not present.
        for id in mirror.devices.keys.sorted() {
            guard let device = mirror.devices[id] else { continue }
            for port in PortNaming.dormantPorts(ofDevice: device) where taken.insert(port.port.uid).inserted {
                found.append(port)
            }
        }
        var changes = Changes()
        let before = bare
        bare = [:]
        for old in present where !found.contains(where: { isSame($0, old) }) {
            let known = before[old.port.uid].flatMap { $0 == Self.always ? nil : $0 }
            let since = isHeldByCall(old, mirror) ? Self.always : known ?? now
            let isPatient = since == Self.always || now < since + Self.patienceNanoseconds
            if isBare(old, mirror, found), isPatient {
                bare[old.port.uid] = since
            } else {
                changes.departed.append(old.port.uid)
            }
        }
        present.removeAll { changes.departed.contains($0.port.uid) }
        var arrivals: [NamedPort] = []
        for new in found {
            if let index = present.firstIndex(where: { $0.port.uid == new.port.uid }) {
                if new.node != present[index].node || new.graphPorts != present[index].graphPorts {
                    changes.moved.append(new.port.uid)
                }
                let known = present[index].port
                var port = known
                port.channels = new.port.channels
                port.latencySeconds = new.port.latencySeconds
                port.isInputGainSettable = new.port.isInputGainSettable
                present[index] = new
                present[index].port = port
                if port != known { changes.changed.append(port) }
            } else {
                arrivals.append(new)
            }
        }
        if isReturn { arrivals.sort { place($0) < place($1) } }
        for new in arrivals {
            var port = new
            if !port.isTypeKnown { port.port.type = givenType(port.port) }
            // A program's output is not taken for another.
            let name = port.port.name
            var number = 2
            while port.port.isOffered, port.port.type == .virtual,
                present.contains(where: { $0.port.direction == .output && $0.port.name == port.port.name })
            {
                port.port.name = "\(name) \(number)"
                number += 1
            }
            present.append(port)
            changes.arrived.append(port.port)
            if !history.contains(port.port.uid) { history.append(port.port.uid) }
        }
        // Names that strangers made up are not remembered for ever.
        if history.count > Self.historyLimit {
            let here = Set(present.map(\.port.uid))
            var surplus = history.count - Self.historyLimit / 2
            history.removeAll { uid in
                guard surplus > 0, !here.contains(uid) else { return false }
                surplus -= 1
                return true
            }
            givenTypes = givenTypes.filter { here.contains($0.key) || history.contains($0.key) }
        }
        return changes
    }

    /// Forgets all ports when the server is gone; no change is reported, because they come back.
    package mutating func forget() { present = [] }

    private func place(_ port: NamedPort) -> Int { history.firstIndex(of: port.port.uid) ?? history.count }

    /// Returns whether a port is missing only because its node has no ports in the graph now, or because its card is between
    /// its usual profile and the one for calls.
    private func isBare(_ old: NamedPort, _ mirror: GraphMirror, _ found: [NamedPort]) -> Bool {
        guard !old.isDormant, !found.contains(where: { $0.port.uid == old.port.uid }) else { return false }
        guard mirror.nodes[old.node] != nil else { return isOfCallCard(old, mirror) }
        return mirror.ports(of: old.node, isInput: old.port.direction == .output).isEmpty
    }

    /// Returns whether the card of a port is there and has a profile for calls, which has nodes of its own.
    private func isOfCallCard(_ port: NamedPort, _ mirror: GraphMirror) -> Bool {
        port.route != nil && port.device.flatMap { mirror.devices[$0]?.telephoneProfile } != nil
    }

    /// Returns whether the card of a port is in its profile for calls now, which may lack the port.
    private func isHeldByCall(_ port: NamedPort, _ mirror: GraphMirror) -> Bool {
        isOfCallCard(port, mirror)
            && port.device.flatMap { mirror.devices[$0]?.telephoneProfile }?.isActive == true
    }

    /// A port that changed its node or its type is another one; other ports of the same node are the same.
    private func isSame(_ new: NamedPort, _ old: NamedPort) -> Bool {
        if new.isDormant || old.isDormant {
            return new.port.uid == old.port.uid && new.port.channels.count == old.port.channels.count
        }
        return isSameNode(new, old)
    }

    private func isSameNode(_ new: NamedPort, _ old: NamedPort) -> Bool {
        new.port.uid == old.port.uid && (new.node == old.node || (new.isOfCallCard && new.device == old.device))
            && (!new.isTypeKnown || new.port.type == old.port.type)
    }

    /// The first sink that says nothing of itself is the device's speaker, others are sockets; sources likewise.
    private mutating func givenType(_ port: Port) -> PortType {
        if let given = givenTypes[port.uid] { return given }
        let own = port.direction == .output ? PortType.builtInSpeaker : .builtInMic
        let other = port.direction == .output ? PortType.lineOut : .lineIn
        let type = present.contains { $0.port.type == own } ? other : own
        givenTypes[port.uid] = type
        return type
    }
}
