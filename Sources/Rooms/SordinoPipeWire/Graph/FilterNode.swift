import CPipeWire

/// A node of ours in the server's graph, with its ports and its callback on the data thread.
///
/// - Thread: the loop lock is held.
package final class FilterNode {
    /// Called on the data thread: the context, and a `cpw_cycle`.
    package typealias Process = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

    private let filter: OpaquePointer
    private let receiver: Unmanaged<Receiver>
    private(set) var isOpen = true

    /// The object that the C callbacks call.
    private final class Receiver {
        let process: Process
        let context: UnsafeMutableRawPointer
        var failed: (String) -> Void = { _ in }

        init(process: @escaping Process, context: UnsafeMutableRawPointer) {
            self.process = process
            self.context = context
        }
    }

    /// Makes a node that is not in the graph before `connect`.
    ///
    /// - Parameters:
    ///   - process: Called once in each cycle, on the data thread.
    ///   - context: Must live until `close` has returned.
    package init?(
        _ connection: PipeWireConnection, name: String, properties: [String: String], process: @escaping Process,
        context: UnsafeMutableRawPointer
    ) {
        let receiver = Unmanaged.passRetained(Receiver(process: process, context: context))
        let filter = properties.withItems { items, count in
            cpw_filter_create(
                connection.server, name, items, count, context, process,
                { context, state, error in
                    guard state < 0 else { return }
                    let reason = error.map { String(cString: $0) } ?? "the server refuses the node"
                    Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().failed(reason)
                },
                receiver.toOpaque())
        }
        guard let filter else {
            receiver.release()
            return nil
        }
        self.filter = filter
        self.receiver = receiver
    }

    deinit { close() }

    /// Sets the function that is called with the reason when the node fails.
    package func whenFailed(_ failed: @escaping (String) -> Void) { receiver.takeUnretainedValue().failed = failed }

    /// Adds a port for one channel; nil when the server gives none.
    package func addPort(isInput: Bool, name: String, properties: [String: String] = [:]) -> OpaquePointer? {
        var properties = properties
        properties["port.name"] = name
        return properties.withItems { cpw_filter_add_port(filter, isInput, $0, $1) }
    }

    /// Removes a port; does nothing while the node runs.
    ///
    /// - Returns: Whether the port was removed.
    package func remove(_ port: OpaquePointer) -> Bool { cpw_filter_remove_port(port) }

    package func connect(isActive: Bool) -> Bool { cpw_filter_connect(filter, isActive) }

    /// Changes some of the properties.
    package func update(_ properties: [String: String]) {
        _ = properties.withItems { cpw_filter_update_items(filter, $0, $1) }
    }

    /// Lets the node run in the graph, or not.
    package func setActive(_ isActive: Bool) { cpw_filter_set_active(filter, isActive) }

    /// The node's number in the graph; nil before it has one.
    package var id: UInt32? {
        let id = isOpen ? cpw_filter_node(filter) : UInt32.max
        return id == .max ? nil : id
    }

    /// The callback has returned for the last time when this returns.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        cpw_filter_destroy(filter)
        receiver.release()
    }
}
