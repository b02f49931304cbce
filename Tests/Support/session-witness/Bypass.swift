import CPipeWire
import SordinoPipeWire

/// A node that plays one level, independent of the program's session.
final class Bypass {
    private struct State {
        var ports: (OpaquePointer?, OpaquePointer?)
        let level: Float
    }

    private let connection: PipeWireConnection?
    private let state: UnsafeMutablePointer<State>
    private var node: FilterNode?

    init(name: String, level: Float) {
        connection = PipeWireConnection(remote: nil, properties: ["application.name": "bypass"])
        state = .allocate(capacity: 1)
        state.initialize(to: State(ports: (nil, nil), level: level))
        guard let connection, connection.start({ _ in }) else { return }
        let state = state
        node = connection.locked { () -> FilterNode? in
            let node = FilterNode(
                connection, name: name, properties: ["node.name": name, "node.autoconnect": "false"],
                process: { context, cycle in
                    let frames = cycle.assumingMemoryBound(to: cpw_cycle.self).pointee.frames
                    let state = context.assumingMemoryBound(to: State.self).pointee
                    for port in [state.ports.0, state.ports.1] {
                        guard let port, let samples = cpw_port_samples(port, frames) else { continue }
                        for frame in 0..<Int(frames) { samples[frame] = state.level }
                    }
                }, context: state)
            guard let node else { return nil }
            state.pointee.ports = (
                node.addPort(isInput: false, name: "out_1"), node.addPort(isInput: false, name: "out_2")
            )
            return node.connect(isActive: true) ? node : nil
        }
    }

    deinit {
        connection?.locked { node?.close() }
        connection?.close()
        state.deallocate()
    }
}
