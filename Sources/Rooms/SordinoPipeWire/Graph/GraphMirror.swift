import Glibc

/// A copy of the graph of a server: nodes, ports, links, devices, clients, metadata.
///
/// A value without a connection: events go in, and the present state can be read.
package struct GraphMirror: Hashable, Sendable {
    package private(set) var nodes: [UInt32: GraphNode] = [:]
    package private(set) var ports: [UInt32: GraphPort] = [:]
    /// The numbers of each node's ports: floods of nodes must not make every look at one of them longer.
    private var portsOfNodes: [UInt32: [UInt32]] = [:]
    package private(set) var links: [UInt32: GraphLink] = [:]
    /// The numbers of the links that lead into each node.
    private var linksIntoNodes: [UInt32: [UInt32]] = [:]
    package private(set) var devices: [UInt32: GraphDevice] = [:]
    /// The registry's properties of each client.
    package private(set) var clients: [UInt32: [String: String]] = [:]
    /// The number of this process among the clients.
    package var ownClient: UInt32?
    /// By metadata object's name and subject.
    package private(set) var metadata: [String: [UInt32: [String: String]]] = [:]
    /// The session manager's settings: its object's number.
    private var managers = Set<UInt32>()

    package init() {}

    /// Takes in an event.
    package mutating func apply(_ event: GraphEvent) {
        switch event {
        case .appeared(let id, let kind, let properties): appear(id, kind, properties)
        case .removed(let id): remove(id)
        case .properties(let id, let properties):
            if nodes[id] != nil {
                nodes[id]?.properties.merge(properties) { $1 }
                nodes[id]?.isKnown = true
            }
            if devices[id] != nil {
                devices[id]?.properties.merge(properties) { $1 }
                devices[id]?.isKnown = true
            }
        case .flows(let id, let flows): links[id]?.flows = flows
        case .runs(let id, let runs): nodes[id]?.isRunning = runs
        case .channels(let id, let count): nodes[id]?.channelCount = count
        case .rate(let id, let hertz): nodes[id]?.sampleRate = hertz
        case .volumes(let id, let volumes, let isMuted):
            nodes[id]?.volumes = volumes
            nodes[id]?.isMuted = isMuted
        case .latency(let id, let latency):
            if ports[id]?.isInput == latency.isInput { ports[id]?.latency = latency }
        case .route(let id, let route): devices[id]?.take(route)
        case .profile(let id, let profile): devices[id]?.take(profile)
        case .metadata(let object, let subject, let key, let value):
            guard let key else {
                metadata[object]?[subject] = nil
                return
            }
            metadata[object, default: [:]][subject, default: [:]][key] = value
        case .done: break
        case .lost: self = GraphMirror()
        }
    }

    private mutating func appear(_ id: UInt32, _ kind: GraphKind, _ properties: [String: String]) {
        switch kind {
        case .node: nodes[id] = GraphNode(id: id, properties: properties)
        case .device: devices[id] = GraphDevice(id: id, properties: properties)
        case .client: clients[id] = properties
        case .metadata:
            if properties["metadata.name"] == WirePlumberTreaty.object { managers.insert(id) }
        case .port:
            guard let node = properties.number("node.id") else { return }
            forgetPort(id)
            portsOfNodes[node, default: []].append(id)
            ports[id] = GraphPort(
                id: id, nodeID: node, isInput: properties["port.direction"] == "in", properties: properties)
        case .link:
            guard let outputNode = properties.number("link.output.node"),
                let outputPort = properties.number("link.output.port"),
                let inputNode = properties.number("link.input.node"),
                let inputPort = properties.number("link.input.port")
            else { return }
            forgetLink(id)
            linksIntoNodes[inputNode, default: []].append(id)
            links[id] = GraphLink(
                id: id, outputNode: outputNode, inputNode: inputNode,
                ends: GraphLinkEnds(output: outputPort, input: inputPort),
                serial: properties.number("object.serial") ?? id, client: properties.number("client.id"))
        }
    }

    private mutating func remove(_ id: UInt32) {
        nodes[id] = nil
        forgetPort(id)
        forgetLink(id)
        devices[id] = nil
        clients[id] = nil
        for object in metadata.keys { metadata[object]?[id] = nil }
        // Settings say nothing without their session manager; what it said of default devices stays until another one speaks.
        if managers.remove(id) != nil, managers.isEmpty { metadata[WirePlumberTreaty.object] = nil }
    }

    private mutating func forgetPort(_ id: UInt32) {
        guard let port = ports.removeValue(forKey: id) else { return }
        portsOfNodes[port.nodeID]?.removeAll { $0 == id }
        if portsOfNodes[port.nodeID]?.isEmpty == true { portsOfNodes[port.nodeID] = nil }
    }

    private mutating func forgetLink(_ id: UInt32) {
        guard let link = links.removeValue(forKey: id) else { return }
        linksIntoNodes[link.inputNode]?.removeAll { $0 == id }
        if linksIntoNodes[link.inputNode]?.isEmpty == true { linksIntoNodes[link.inputNode] = nil }
    }

    /// The links that lead into a node.
    package func links(into node: UInt32) -> [GraphLink] { (linksIntoNodes[node] ?? []).compactMap { links[$0] } }

    /// A node's ports in one direction that carry the device's own samples, in the order of their numbers.
    ///
    /// Monitors do not, but on a virtual source, where they are what it gives.
    package func ports(of node: UInt32, isInput: Bool) -> [GraphPort] {
        let hasMonitors = nodes[node]?.properties["media.class"] == "Audio/Source/Virtual"
        return (portsOfNodes[node] ?? []).compactMap { ports[$0] }
            .filter { $0.isInput == isInput }
            .filter { hasMonitors || $0.properties["port.monitor"] != "true" }
            .sorted { ($0.number, $0.id) < ($1.number, $1.id) }
    }

    /// The rate in hertz and the frames of a cycle that the server reports, if it does.
    ///
    /// The settings say the usual rate; a graph that runs at another one of the rates allowed shows it at its driver.
    package var timing: (sampleRate: Double, blockFrames: Int)? {
        guard let settings = metadata["settings"]?[0] else { return nil }
        let forced = settings.number("clock.force-quantum") ?? 0
        let frames = forced > 0 ? forced : settings.number("clock.quantum") ?? 1_024
        let forcedRate = settings.number("clock.force-rate") ?? 0
        let usual = settings.number("clock.rate") ?? 48_000
        let allowed = (settings["clock.allowed-rates"] ?? "").split { !$0.isNumber }.compactMap { UInt32($0) }
        let driven = driverRate.flatMap { allowed.contains($0) ? $0 : nil }
        return (Double(forcedRate > 0 ? forcedRate : driven ?? usual), Int(frames))
    }

    /// The rate of the running device that drives the graph: that of the highest priority.
    private var driverRate: UInt32? {
        nodes.values
            .filter { $0.isRunning && $0.sampleRate > 0 && $0.properties["media.class"]?.hasPrefix("Audio/") == true }
            .max { (priority($0), $1.id) < (priority($1), $0.id) }?.sampleRate
    }

    private func priority(_ node: GraphNode) -> UInt32 { node.properties.number("priority.driver") ?? 0 }

    /// The socket of a card that a node leads to now, and the card; nil for nodes of no card, and cards without sockets.
    package func activeRoute(ofNode id: UInt32) -> (device: UInt32, route: GraphRoute)? {
        guard let node = nodes[id], let device = node.properties.number("device.id").flatMap({ devices[$0] }) else {
            return nil
        }
        // A Bluetooth device's node has no number within its card: it has one socket in each direction.
        let part = (node.properties["card.profile.device"] ?? device.properties["card.profile.device"]).flatMap {
            Int32($0)
        }
        let isInput = node.properties["media.class"]?.hasPrefix("Audio/Source") == true
        let route = device.routes.first { route in
            route.isActive && route.isInput == isInput && (part.map { $0 == route.device } ?? device.isBluetooth)
        }
        return route.map { (device.id, $0) }
    }

    /// A device node's volumes, linear for each channel, and whether it is muted: its card's where that has them.
    package func loudness(ofNode id: UInt32) -> (volumes: [Float], isMuted: Bool) {
        if let (_, route) = activeRoute(ofNode: id), !route.volumes.isEmpty { return (route.volumes, route.isMuted) }
        return nodes[id].map { ($0.volumes, $0.isMuted) } ?? ([], false)
    }

    /// The process that the server itself found at the other end of the connection that made a node.
    package func processID(ofNode node: UInt32) -> Int32? {
        nodes[node]?.properties.number("client.id").flatMap { processID(ofClient: $0) }
    }

    /// The process that the server itself found at the other end of a connection.
    package func processID(ofClient client: UInt32) -> Int32? {
        let process = clients[client]?["pipewire.sec.pid"].flatMap { Int32($0) }
        // In a sandbox this process has another number than outside, where the server sees it.
        if let process, let ownClient, clients[ownClient]?["pipewire.sec.pid"].flatMap({ Int32($0) }) == process {
            return getpid()
        }
        return process
    }
}

/// A node of the graph.
package struct GraphNode: Hashable, Sendable {
    package var id: UInt32
    package var properties: [String: String]
    /// Indicates whether all properties are there, not only the registry's.
    package var isKnown = false
    /// Indicates whether samples go through it now.
    package var isRunning = false
    /// Linear for each channel; empty when the node has none.
    package var volumes: [Float] = []
    /// The channels of the program or device behind it; 0 while it has not said so.
    package var channelCount = 0
    /// The rate, in hertz, of the program or device behind it; 0 while it has none.
    package var sampleRate: UInt32 = 0
    package var isMuted = false

    package init(id: UInt32, properties: [String: String], isKnown: Bool = false) {
        self.id = id
        self.properties = properties
        self.isKnown = isKnown
    }

    /// Indicates whether it forces the graph to a rate outside 8,000 to 768,000 Hz or a block outside 16 to 8,192 frames.
    ///
    /// 0 forces nothing. Source: PipeWire's `node.force-rate` and `node.force-quantum`.
    package var forcesStandstill: Bool {
        func isOutside(_ key: String, _ range: ClosedRange<Int64>) -> Bool {
            guard let value = properties[key].flatMap({ Int64($0) }), value != 0 else { return false }
            return !range.contains(value)
        }
        return isOutside("node.force-rate", 8_000...768_000) || isOutside("node.force-quantum", 16...8_192)
    }
}

/// A port of a node: one channel.
package struct GraphPort: Hashable, Sendable {
    package var id: UInt32
    package var nodeID: UInt32
    package var isInput: Bool
    package var properties: [String: String]
    /// From a device's port to its transducer; nil when not said.
    package var latency: GraphLatency?

    package init(id: UInt32, nodeID: UInt32, isInput: Bool, properties: [String: String]) {
        self.id = id
        self.nodeID = nodeID
        self.isInput = isInput
        self.properties = properties
    }

    /// Its place within the node.
    package var number: UInt32 { properties.number("port.id") ?? id }
}

/// The two ports that a link joins.
package struct GraphLinkEnds: Hashable, Sendable {
    package var output: UInt32
    package var input: UInt32

    package init(output: UInt32, input: UInt32) {
        self.output = output
        self.input = input
    }
}

/// A link between two ports.
package struct GraphLink: Hashable, Sendable {
    package var id: UInt32
    package var outputNode: UInt32
    package var inputNode: UInt32
    package var ends: GraphLinkEnds
    /// Unlike `id`, no other object gets it again.
    package var serial: UInt32
    /// The connection that made it; nil where it outlives that.
    package var client: UInt32?
    /// Indicates whether samples go through it; known of links that are followed.
    package var flows = false
}

/// A card, a Bluetooth device, a USB device.
package struct GraphDevice: Hashable, Sendable {
    package var id: UInt32
    package var properties: [String: String]
    package var isKnown = false
    /// The routes of the device, ascending by index.
    package private(set) var routes: [GraphRoute] = []
    package private(set) var profiles: [GraphProfile] = []

    package init(id: UInt32, properties: [String: String], isKnown: Bool = false) {
        self.id = id
        self.properties = properties
        self.isKnown = isKnown
    }

    /// Takes in a route; one that is active takes the place of the one that was, for the same node and direction.
    package mutating func take(_ route: GraphRoute) {
        var route = route
        if let known = routes.first(where: { $0.index == route.index }), route.volumes.isEmpty {
            // Nor does it say volumes.
            (route.volumes, route.isMuted) = (known.volumes, known.isMuted)
        }
        if route.isActive {
            for other in routes.indices
            where routes[other].isInput == route.isInput && routes[other].device == route.device {
                routes[other].isActive = false
            }
        } else if let known = routes.first(where: { $0.index == route.index }), known.isActive {
            // A listing of all routes does not say which is active.
            route.isActive = true
            route.device = known.device
        }
        routes.removeAll { $0.index == route.index }
        routes.append(route)
        routes.sort { $0.index < $1.index }
    }

    package mutating func take(_ profile: GraphProfile) {
        var profile = profile
        if profile.isActive {
            for other in profiles.indices { profiles[other].isActive = false }
        } else if profiles.contains(where: { $0.index == profile.index && $0.isActive }) {
            profile.isActive = true
        }
        profiles.removeAll { $0.index == profile.index }
        profiles.append(profile)
        profiles.sort { $0.index < $1.index }
    }
}

extension [String: String] {
    /// A property that is a number.
    func number(_ key: String) -> UInt32? { self[key].flatMap { UInt32($0) } }
}
