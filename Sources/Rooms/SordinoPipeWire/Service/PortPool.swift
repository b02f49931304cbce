import CPipeWire

/// Ports of one of the stage's nodes that are lent to streams and device ports.
///
/// Ports are made ahead and never removed: a stream that begins finds its ports in the graph already, and libpipewire walks
/// the list of ports on the data thread without a lock.
///
/// - Thread: the loop lock is held.
final class PortPool {
    private let node: FilterNode
    private let isInput: Bool
    private let prefix: String
    private var ports: [OpaquePointer] = []
    private var free: [Int] = []

    init(_ node: FilterNode, isInput: Bool, prefix: String, count: Int) {
        self.node = node
        self.isInput = isInput
        self.prefix = prefix
        grow(count)
    }

    private func grow(_ count: Int) {
        for _ in 0..<count {
            guard let port = node.addPort(isInput: isInput, name: name(ports.count)) else { return }
            free.append(ports.count)
            ports.append(port)
        }
    }

    /// The name in the graph of the port of that number.
    func name(_ number: Int) -> String { "\(prefix)_\(number + 1)" }

    /// Lends so many ports, the lowest numbers first; fewer when the server gives none.
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
