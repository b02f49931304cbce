import ByteMutation
import SordinoPipeWire
import SordinoPolicy

/// Receivers that strangers announce, damaged and in floods, on their way through the graph, the ports and the policy.
package struct StrangeReceivers {
    private var mutation: ByteMutation
    private var mirror = GraphMirror()
    private var catalog = PortCatalog()
    private var policy = Policy()
    private var now = Moment.zero
    private var nextID: UInt32 = 1_000
    private var nodes: [UInt32] = []

    /// Properties as PipeWire's modules give them to nodes.
    private static let seeds: [[(String, String)]] = [
        [
            ("node.network", "true"), ("rtp.session", "Kitchen"), ("rtp.ptime", "6"), ("node.latency", "320/48000"),
            ("rtp.destination.ip", "10.0.0.1"), ("sess.latency.msec", "60"),
        ],
        [("raop.ip", "10.0.0.1"), ("raop.latency.ms", "1500"), ("node.latency", "352/44100")],
        [("node.network", "true"), ("tunnel.mode", "sink"), ("pulse.latency", "200")],
        [("snapcast.ip", "10.0.0.2"), ("sordino.port.latency.msec", "1000")],
        [("roc.remote.ip", "10.0.0.3"), ("sess.latency.msec", "-200")],
        [("device.api", "avb"), ("device.bus", "avb"), ("node.latency", "nan/inf")],
        [("node.network", "true"), ("device.api", "bluez5"), ("api.bluez5.profile", "bap-broadcast-sink")],
    ]
    private static let names = [
        "Living\\032Room", "K\\195\\188che", "\u{1B}[2Jevil\u{202E}", "two\nlines",
        String(repeating: "\u{0301}", count: 300),
        String(repeating: "x", count: 70_000), "", "\\999\\0", "loudspeaker",
    ]

    /// Starts the receivers of a seed, beside a loudspeaker that the device has.
    package init(seed: UInt64) {
        mutation = ByteMutation(seed: seed)
        appear([("sordino.port.type", "Speaker"), ("node.name", "loudspeaker")], channels: 2, isDamaged: false)
        nodes = []
        settle()
    }

    /// The outputs that are shown now.
    package var outputs: [Port] { catalog.ports }

    /// Lets something happen on the network, or a person pick something.
    ///
    /// - Returns: The promise that was broken; nil if all is well.
    package mutating func step() -> String? {
        now = now + Double(mutation.choice(below: 1_000)) / 1_000
        switch mutation.choice(below: 12) {
        case 0..<5:
            let channels = [2, 2, 2, 1, 0, 8, 300][mutation.choice(below: 7)]
            appear(Self.seeds[mutation.choice(below: Self.seeds.count)], channels: channels, isDamaged: true)
        case 5, 6:
            guard let id = someone else { break }
            mirror.apply(.properties(id, damaged(Self.seeds[mutation.choice(below: Self.seeds.count)])))
        case 7, 8:
            guard let id = someone else { break }
            // Its ports may stay behind, or go alone.
            if mutation.choice(below: 3) > 0 { mirror.apply(.removed(id)) }
            for port in mirror.ports.values.filter({ $0.nodeID == id }) where mutation.choice(below: 4) > 0 {
                mirror.apply(.removed(port.id))
            }
        case 9: lie()
        default: choose()
        }
        return settle()
    }

    private var someone: UInt32? {
        mutating get { nodes.isEmpty ? nil : nodes[mutation.choice(below: nodes.count)] }
    }

    private mutating func appear(_ properties: [(String, String)], channels: Int, isDamaged: Bool) {
        let id = nextID
        nextID += UInt32(channels) + 1
        if nodes.count > 300 { nodes.removeFirst() }
        nodes.append(id)
        let plain = Dictionary(properties) { $1 }
        let node = (isDamaged ? damaged(properties) : plain).merging(["media.class": "Audio/Sink"]) { $1 }
        mirror.apply(.appeared(id, .node, node))
        mirror.apply(.properties(id, node))
        for channel in 0..<UInt32(channels) {
            let number = mutation.choice(below: 20) == 0 ? UInt32.max : channel
            mirror.apply(
                .appeared(
                    id + 1 + channel, .port,
                    [
                        "node.id": "\(id)", "port.id": "\(number)", "port.direction": "in",
                        "audio.channel": ["FL", "FR", "LFE", "AUX63", "\u{1B}[31m"][mutation.choice(below: 5)],
                    ]))
        }
    }

    /// Properties with values, and now and then keys, that are damaged.
    private mutating func damaged(_ properties: [(String, String)]) -> [String: String] {
        var made: [String: String] = [:]
        let names = ["node.name", "node.description"].map { ($0, Self.names[mutation.choice(below: Self.names.count)]) }
        for (key, value) in properties + names {
            let isDamaged = mutation.choice(below: 2) == 0
            let bytes = isDamaged ? mutation.damaged(Array(value.utf8)) : Array(value.utf8)
            made[mutation.choice(below: 30) == 0 ? "node.name" : key] = String(decoding: bytes, as: UTF8.self)
        }
        return made
    }

    /// A port or node that states what cannot be.
    private mutating func lie() {
        guard let id = someone else { return }
        let floats: [Float] = [.nan, .infinity, -.infinity, -1, 1e38, 0]
        let float = floats[mutation.choice(below: floats.count)]
        let numbers: [UInt64] = [0, 1, 250_000_000, 1 << 62, .max]
        let number = numbers[mutation.choice(below: numbers.count)]
        mirror.apply(.volumes(id, [float, float], isMuted: false))
        mirror.apply(.rate(id, hertz: UInt32(truncatingIfNeeded: number)))
        mirror.apply(.channels(id, Int(truncatingIfNeeded: number)))
        mirror.apply(
            .latency(
                id + 1,
                GraphLatency(
                    isInput: true, cycles: float, frames: UInt32(truncatingIfNeeded: number), nanoseconds: number)))
    }

    private mutating func choose() {
        let outputs = catalog.ports
        guard !outputs.isEmpty else { return }
        let uid = outputs[mutation.choice(below: outputs.count)].uid
        let choices: [Event] = [.userPicked(portUID: uid), .userAdded(portUID: uid), .userRemoved(portUID: uid)]
        note(choices[mutation.choice(below: choices.count)])
    }

    private var fault: String?

    private mutating func note(_ event: Event) {
        for case .route(_, _, let route) in policy.handle(event, at: now) {
            let isBounded = route.delays.allSatisfy { (0...4).contains($0) }
            if !isBounded || ![0, route.outputs.count].contains(route.delays.count) {
                fault = "delays \(route.delays)"
            }
        }
    }

    /// Brings ports and policy up to the graph, and checks what people and the stage get.
    @discardableResult
    private mutating func settle() -> String? {
        let changes = catalog.update(mirror, at: UInt64(max(now.seconds, 0) * 1e9))
        if !changes.departed.isEmpty { note(.portsDeparted(changes.departed)) }
        if !changes.arrived.isEmpty { note(.portsArrived(changes.arrived)) }
        if !changes.changed.isEmpty { note(.portsArrived(changes.changed)) }
        let ports = catalog.ports
        if Set(ports.map(\.uid)).count != ports.count { return "two ports have one UID" }
        let offered = ports.filter(\.isOffered)
        if offered.count > 64 { return "\(offered.count) receivers are shown" }
        if offered.reduce(0, { $0 + $1.channels.count }) > 128 { return "receivers take all channels" }
        if !ports.contains(where: { $0.uid == "loudspeaker" && $0.type == .builtInSpeaker && !$0.isOffered }) {
            return "the loudspeaker is gone: \(ports.map(\.uid))"
        }
        for port in offered {
            if !(0...10).contains(port.latencySeconds) { return "a latency of \(port.latencySeconds)" }
            if port.channels.isEmpty || port.channels.count > 8 { return "\(port.channels.count) channels" }
            for (text, limit) in [(port.name, 160), (port.uid, 180)] {
                if text.isEmpty || text.unicodeScalars.count > limit { return "a text of \(text.unicodeScalars.count)" }
                let isPlain = text.unicodeScalars.allSatisfy { scalar in
                    ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
                        scalar.properties.generalCategory)
                }
                if !isPlain { return "a text with controls: \(text.debugDescription)" }
            }
        }
        // Nothing is heard where it was not picked.
        let heard = policy.outputChoices.filter(\.isChosen).map(\.uid)
        if heard.count > 8 { return "\(heard.count) outputs play" }
        return fault
    }
}
