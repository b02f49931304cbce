import CPipeWire
import Glibc
import Patience
import SordinoPipeWire
import SordinoRealtime
import Synchronization

/// A test's hand in a server's graph: makes sinks and sources, links, records, and waits for what it sees.
package final class GraphHand: @unchecked Sendable {
    package let connection: PipeWireConnection
    /// Kept running as long as the hand is there.
    package let server: PrivatePipeWire
    private let seen = Mutex(GraphMirror())
    private let objects = Mutex<[String: UInt]>([:])
    private let isLost = Mutex(false)

    package init?(_ server: PrivatePipeWire) {
        guard let connection = PipeWireConnection(remote: server.remote, properties: ["application.name": "test"])
        else { return nil }
        self.connection = connection
        self.server = server
        let isStarted = connection.start { [weak self] event in
            guard let self else { return }
            seen.withLock { $0.apply(event) }
            switch event {
            case .appeared(let id, .node, _): connection.watchNode(id)
            case .appeared(let id, .metadata, let properties):
                connection.watchMetadata(id, name: properties["metadata.name"] ?? "")
            case .lost: isLost.withLock { $0 = true }
            default: break
            }
        }
        guard isStarted else { return nil }
    }

    deinit {
        connection.locked {
            for address in objects.withLock({ $0 }).values {
                if let object = OpaquePointer(bitPattern: address) { cpw_object_destroy(object) }
            }
        }
        connection.close()
    }

    /// The graph as it is seen now.
    package var mirror: GraphMirror { seen.withLock { $0 } }

    /// Waits until the graph is so.
    ///
    /// - Returns: What `find` found; nil when `Patience` ended.
    package func wait<Found>(looks: Int = Patience.allLooks, _ find: (GraphMirror) -> Found?) -> Found? {
        Patience.first(looks: looks) { find(mirror) }
    }

    /// The number of the node of that name, and waits for it.
    package func node(_ name: String) -> UInt32? {
        wait { $0.nodes.values.first { $0.properties["node.name"] == name }?.id }
    }

    // MARK: - Devices

    /// Plugs in a virtual device and waits until it has its ports.
    ///
    /// - Parameters:
    ///   - key: What `unplug` calls it, where another device has its node's name; else the name.
    ///   - type: One of Apple's port types, or nil for a device that says nothing of itself.
    ///   - positions: "FL FR", "MONO", ...
    ///   - fixedRate: The rate of the device where it cannot follow the graph's; nil is the rate that the graph has now.
    @discardableResult
    package func plug(
        _ name: String, as key: String? = nil, type: String? = nil, isSource: Bool = false,
        positions: String = "FL FR", fixedRate: Double? = nil, properties: [String: String] = [:]
    ) -> UInt32? {
        func named() -> [UInt32] { mirror.nodes.values.filter { $0.properties["node.name"] == name }.map(\.id) }
        let others = key == nil ? [] : Set(named())
        var all = [
            "factory.name": "support.null-audio-sink", "node.name": name, "node.description": name,
            "media.class": isSource ? "Audio/Source/Virtual" : "Audio/Sink", "audio.position": "[ \(positions) ]",
            "node.group": "test.clock",
            "adapter.auto-port-config": "{ mode = dsp monitor = true position = preserve }",
        ]
        // PipeWire 1.4 configures no ports from formats that leave a choice; with 0.3 such a device follows the graph's rate.
        if String(cString: cpw_realtime_configuration(nil)) == "client.conf" {
            all["audio.rate"] = "\(fixedRate ?? mirror.timing?.sampleRate ?? 48_000)"
            all["audio.format"] = "F32P"
        }
        if let type { all["sordino.port.type"] = type }
        all.merge(properties) { $1 }
        let object = connection.locked {
            all.withItems { cpw_object_create(connection.server, "adapter", GraphKind.node.rawValue, 3, $0, $1) }
        }
        guard let object else { return nil }
        let address = UInt(bitPattern: object)
        objects.withLock { $0[key ?? name] = address }
        let count = positions.split(separator: " ").count
        guard let node = wait({ _ in named().first { !others.contains($0) } }) else { return nil }
        return wait { $0.ports(of: node, isInput: !isSource).count == count ? node : nil }
    }

    /// Pulls a virtual device out.
    package func unplug(_ name: String) {
        let address = objects.withLock { $0.removeValue(forKey: name) }
        guard let object = address.flatMap({ OpaquePointer(bitPattern: $0) }) else { return }
        connection.locked { cpw_object_destroy(object) }
    }

    /// Gives a stream that records its ports, as a session manager would.
    package func configurePorts(_ node: UInt32, channels: UInt32, isSource: Bool = false) {
        _ = connection.locked { cpw_configure_ports(connection.server, node, isSource, 48_000, channels) }
    }

    // MARK: - Links

    /// Asks for a link, and does not wait for it.
    package func link(_ output: GraphPort, _ input: GraphPort) -> OpaquePointer? {
        connection.locked {
            cpw_link_create(
                connection.server, output.nodeID, output.id, input.nodeID, input.id, { _, _ in },
                Unmanaged.passUnretained(self).toOpaque())
        }
    }

    package func unlink(_ link: OpaquePointer) { connection.locked { cpw_link_destroy(link) } }

    /// A node's ports in one direction, monitors too, in order.
    package func ports(of node: UInt32, isInput: Bool) -> [GraphPort] {
        mirror.ports.values.filter { $0.nodeID == node && $0.isInput == isInput }
            .sorted { ($0.number, $0.id) < ($1.number, $1.id) }
    }
}
