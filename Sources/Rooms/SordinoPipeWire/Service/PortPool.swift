import CPipeWire

/// Ports of a stage node that are lent to streams and device ports.
///
/// Ports are made in advance, so that a new stream finds its ports in the graph. Additional ports are removed while the stage
/// is inactive.
///
/// - Thread: the loop lock is held.
final class PortPool {
    private let node: FilterNode
    private let isInput: Bool
    private let prefix: String
    private var ports: [OpaquePointer] = []
    private var free: [Int] = []
    /// The number of ports that are never removed.
    private let count: Int
    /// The maximum number of ports in a pool: each takes 0.15 MB of memory in the server.
    static let limit = 256

    init(_ node: FilterNode, isInput: Bool, prefix: String, count: Int) {
        self.node = node
        self.isInput = isInput
        self.prefix = prefix
        self.count = count
        grow(count)
    }

    private func grow(_ count: Int) {
        for _ in 0..<count {
            guard ports.count < Self.limit else { return }
            guard let port = node.addPort(isInput: isInput, name: name(ports.count)) else { return }
            free.append(ports.count)
            ports.append(port)
        }
    }

    /// The name in the graph of the port of that number.
    func name(_ number: Int) -> String { "\(prefix)_\(number + 1)" }

    /// The number of ports that can still be lent.
    var room: Int { free.count + Self.limit - ports.count }

    /// Removes unused additional ports, from the last on; removes none while the node runs.
    ///
    /// - Returns: Whether unused ports remain because the node still runs.
    func shrink() -> Bool {
        while ports.count > count, let last = ports.last, let place = free.firstIndex(of: ports.count - 1) {
            guard node.remove(last) else { return true }
            free.remove(at: place)
            ports.removeLast()
        }
        return false
    }

    /// Lends ports, the lowest numbers first; fewer than `count` if the server makes none or at the limit.
    func take(_ count: Int) -> [Int] {
        if free.count < count { grow(max(count - free.count, 4)) }
        free.sort()
        let taken = Array(free.prefix(count))
        free.removeFirst(taken.count)
        return taken
    }

    func giveBack(_ numbers: [Int]) { free += numbers }

    func pointers(_ numbers: [Int]) -> [OpaquePointer] { numbers.map { ports[$0] } }
}
