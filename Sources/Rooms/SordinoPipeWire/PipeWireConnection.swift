import CPipeWire
import SordinoRealtime
import SordinoWork

/// One connection to a PipeWire server, with a thread of its own (the *loop thread*) on which it reports events.
///
/// - Thread: requests to the server are made on the loop thread or inside `locked`; so the loop lock guards all state
///   of the objects that use a connection.
package final class PipeWireConnection: @unchecked Sendable {
    /// The shim's handle of the connection; valid until `close`.
    package let server: OpaquePointer
    private let receiver: Unmanaged<Receiver>

    private final class Receiver {
        var handler: ((GraphEvent) -> Void)?
    }

    /// The properties of a client that plays.
    static var soundProperties: [String: String] {
        [
            "application.name": "Sordino", "config.name": String(cString: cpw_realtime_configuration(nil)),
            "media.type": "Audio",
            // PipeWire would lock the buffers of each link: they have room for the largest block that there may be, and locked
            // they take the memory of it, in the service and in the program.
            "mem.allow-mlock": "false",
        ]
    }

    /// Connects; events come after `start`.
    ///
    /// - Parameters:
    ///   - remote: The server's name, or nil for the one that the environment names.
    ///   - properties: Of the client, such as "application.name".
    /// - Returns: Nil when no server answers under that name, or PipeWire is not built in.
    package init?(remote: String?, properties: [String: String]) {
        let receiver = Unmanaged.passRetained(Receiver())
        var events = Self.events
        let server = properties.withItems { items, count in
            cpw_server_connect(remote, items, count, &events, receiver.toOpaque())
        }
        guard let server else {
            receiver.release()
            return nil
        }
        self.server = server
        self.receiver = receiver
    }

    /// Lets events come from now on.
    ///
    /// - Parameter handler: Called on the loop thread, with the lock held.
    /// - Returns: False when the system gives no thread.
    package func start(_ handler: @escaping (GraphEvent) -> Void) -> Bool {
        receiver.takeUnretainedValue().handler = handler
        return cpw_server_start(server)
    }

    /// Indicates whether this is the loop thread.
    package var isOnLoopThread: Bool { cpw_server_is_loop_thread(server) }

    /// Ends the loop thread; nothing comes any more, and nothing may be asked.
    ///
    /// On the loop thread itself the end comes soon after: a thread cannot wait for itself, and a handler may
    /// release the last reference to the object that closes the connection.
    package func close() {
        locked { receiver.takeUnretainedValue().handler = nil }
        let end = { [server, receiver] in
            cpw_server_free(server)
            receiver.release()
        }
        guard isOnLoopThread else { return end() }
        let thread = SerialThread()
        // If no thread can be started the connection stays open; it calls no handler.
        guard thread.begin() else { return }
        let job = Lent(end)
        thread.perform { job.value() }
        thread.end()
    }

    /// Runs `body` while the loop thread is outside of all handlers.
    ///
    /// May be nested.
    package func locked<Result>(_ body: () -> Result) -> Result {
        cpw_server_lock(server)
        defer { cpw_server_unlock(server) }
        return body()
    }

    /// Calls `done` once the loop thread and the data thread have gone on, or when the connection ends.
    package func prove(_ done: @escaping @Sendable () -> Void) {
        final class Proof {
            let done: @Sendable () -> Void
            init(_ done: @escaping @Sendable () -> Void) { self.done = done }
        }
        let proof = Unmanaged.passRetained(Proof(done))
        locked {
            cpw_server_prove(
                server, { context in context.map { Unmanaged<Proof>.fromOpaque($0).takeRetainedValue().done() } },
                proof.toOpaque())
        }
    }

    /// The number of this connection among the graph's clients; nil before the server has told it.
    package var clientID: UInt32? {
        let id = cpw_server_client(server)
        return id == .max ? nil : id
    }

    /// Asks for `GraphEvent.done` when all that was asked before has been done.
    ///
    ///
    /// - Returns: The number that it will carry.
    package func synchronise() -> Int32 { cpw_server_sync(server) }

    /// Follows a node: its properties and volumes.
    package func watchNode(_ id: UInt32) { _ = cpw_watch_node(server, id) }
    /// Follows a port: its latency.
    package func watchPort(_ id: UInt32) { _ = cpw_watch_port(server, id) }
    /// Follows a link: whether samples go through it.
    package func watchLink(_ id: UInt32) { _ = cpw_watch_link(server, id) }
    /// Follows a device: its properties, routes and profiles.
    package func watchDevice(_ id: UInt32) { _ = cpw_watch_device(server, id) }
    /// Follows a metadata object: its values.
    package func watchMetadata(_ id: UInt32, name: String) { _ = cpw_watch_metadata(server, id, name) }

    /// Removes an object of the graph; its creator does not matter.
    package func destroyObject(_ id: UInt32) { cpw_destroy_global(server, id) }

    /// Sets a node's volumes, linear for each channel.
    package func setVolumes(node id: UInt32, _ volumes: [Float], isMuted: Bool) {
        _ = cpw_set_node_volumes(server, id, volumes, volumes.count, isMuted)
    }

    /// Sets the volumes of a card's socket, linear for each channel.
    package func setVolumes(device id: UInt32, route: Int32, part: Int32, _ volumes: [Float], isMuted: Bool) {
        _ = cpw_set_device_route(server, id, route, part, volumes, volumes.count, isMuted)
    }

    /// Asks a device for a profile or a route.
    package func perform(_ order: CardDirector.Order) {
        switch order {
        case .profile(let device, let index): _ = cpw_set_device_profile(server, device, index)
        case .route(let device, let index, let part):
            _ = cpw_set_device_route(server, device, index, part, nil, 0, false)
        case .mute(let socket, let volumes, let isMuted):
            setVolumes(device: socket.device, route: socket.route, part: socket.part, volumes, isMuted: isMuted)
        }
    }

    /// Sets a value of a metadata object that is followed.
    ///
    /// - Returns: False when there is no such object.
    @discardableResult
    package func setMetadata(_ object: String, subject: UInt32, key: String, type: String?, value: String?) -> Bool {
        cpw_set_metadata(server, object, subject, key, type, value)
    }

    /// Gives a stream ports for its channels, as a session manager would.
    package func configurePorts(_ node: UInt32, isSource: Bool, sampleRate: Double, channels: Int) {
        _ = cpw_configure_ports(server, node, isSource, UInt32(sampleRate), UInt32(channels))
    }

    // MARK: - From C

    private static let events = cpw_events(
        global: { context, id, type, items, count in
            guard let kind = GraphKind(rawValue: String(cString: type)) else { return }
            tell(context, .appeared(id, kind, read(items, count)))
        },
        global_removed: { context, id in tell(context, .removed(id)) },
        node_items: { context, id, items, count in tell(context, .properties(id, read(items, count))) },
        device_items: { context, id, items, count in tell(context, .properties(id, read(items, count))) },
        node_runs: { context, id, runs in tell(context, .runs(id, runs)) },
        node_channels: { context, id, channels in tell(context, .channels(id, Int(channels))) },
        node_rate: { context, id, rate in tell(context, .rate(id, hertz: rate)) },
        link_flows: { context, id, flows in tell(context, .flows(id, flows)) },
        node_volumes: { context, id, volumes, count, isMuted in
            tell(context, .volumes(id, Array(UnsafeBufferPointer(start: volumes, count: count)), isMuted: isMuted))
        },
        port_latency: { context, id, isInput, cycles, frames, nanoseconds in
            let latency = GraphLatency(
                isInput: isInput, cycles: cycles, frames: frames, nanoseconds: nanoseconds)
            tell(context, .latency(id, latency))
        },
        device_route: {
            context, id, index, direction, name, description, availability, type, isActive, device, volumes, count,
            isMuted in
            let route = GraphRoute(
                index: index, isInput: direction == 0, name: String(cString: name),
                description: String(cString: description),
                availability: GraphRoute.Availability(rawValue: availability) ?? .unknown,
                type: String(cString: type), isActive: isActive, device: device,
                volumes: Array(UnsafeBufferPointer(start: volumes, count: count)), isMuted: isMuted)
            tell(context, .route(id, route))
        },
        device_profile: { context, id, index, name, description, availability, isActive in
            let profile = GraphProfile(
                index: index, name: String(cString: name), description: String(cString: description),
                isAvailable: availability != 1, isActive: isActive)
            tell(context, .profile(id, profile))
        },
        metadata: { context, object, subject, key, value in
            tell(
                context,
                .metadata(
                    object: String(cString: object), subject: subject, key: key.map { String(cString: $0) },
                    value: value.map { String(cString: $0) }))
        },
        done: { context, sequence in tell(context, .done(sequence)) },
        lost: { context, reason in tell(context, .lost(String(cString: reason))) })

    private static func tell(_ context: UnsafeMutableRawPointer, _ event: GraphEvent) {
        Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().handler?(event)
    }

    private static func read(_ items: UnsafePointer<cpw_item>, _ count: Int) -> [String: String] {
        var properties: [String: String] = [:]
        for index in 0..<count { properties[String(cString: items[index].key)] = String(cString: items[index].value) }
        return properties
    }
}

extension [String: String] {
    /// Lends the properties to C for the duration of `body`.
    package func withItems<Result>(_ body: (UnsafePointer<cpw_item>?, Int) -> Result) -> Result {
        var items: [cpw_item] = []
        let texts = sorted { $0.key < $1.key }.map { (Array($0.key.utf8CString), Array($0.value.utf8CString)) }
        func lend(_ index: Int) -> Result {
            guard index < texts.count else { return items.withUnsafeBufferPointer { body($0.baseAddress, $0.count) } }
            return texts[index].0.withUnsafeBufferPointer { key in
                texts[index].1.withUnsafeBufferPointer { value in
                    if let key = key.baseAddress, let value = value.baseAddress {
                        items.append(cpw_item(key: key, value: value))
                    }
                    return lend(index + 1)
                }
            }
        }
        return lend(0)
    }
}
