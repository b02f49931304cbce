/// The nodes that the roots need, each after everything that leads into it, and what leads into them.
///
/// Found once, by place instead of by name: the rest of the compiler counts instead of looking things up.
struct PlanOrder {
    /// What leads into a node.
    struct Wire {
        let connection: Connection
        /// Where the node that it comes from stands in the order.
        let source: Int
    }

    private(set) var nodes: [NodeID] = []
    private(set) var processors: [any Processor] = []
    private var wires: [Wire] = []
    /// Where each node's wires begin, and one more.
    private var firstWires: [Int] = [0]
    private var places: [NodeID: Int] = [:]
    /// The place of a node that is entered, while its inputs come first.
    private static let pending = -1

    init(_ graph: Graph, from roots: [NodeID]) {
        let count = graph.nodes.count
        nodes.reserveCapacity(count)
        processors.reserveCapacity(count)
        wires.reserveCapacity(count)
        firstWires.reserveCapacity(count + 1)
        places.reserveCapacity(count)
        // A stack of its own: a chain of ten thousand nodes must not use up the thread's.
        var stack: [(node: NodeID, inputs: [Connection]?)] = roots.reversed().map { ($0, nil) }
        stack.reserveCapacity(count)
        while let (node, inputs) = stack.popLast() {
            if let inputs {
                append(node, graph.nodes[node], inputs)
            } else if places[node] == nil, let processor = graph.nodes[node] {
                let found = graph.inputs(of: node)
                if found.isEmpty {
                    append(node, processor, found)
                    continue
                }
                places[node] = Self.pending
                stack.append((node, found))
                for input in found.reversed() { stack.append((input.source.node, nil)) }
            }
        }
    }

    private mutating func append(_ node: NodeID, _ processor: (any Processor)?, _ inputs: [Connection]) {
        guard let processor else { return }
        places[node] = nodes.count
        nodes.append(node)
        processors.append(processor)
        for connection in inputs {
            if let source = places[connection.source.node] {
                wires.append(Wire(connection: connection, source: source))
            }
        }
        firstWires.append(wires.count)
    }

    /// Where a node stands; nil if no root needs it.
    func place(of node: NodeID) -> Int? { places[node] }

    /// What leads into the node at a place, by ascending bus.
    func inputs(at place: Int) -> ArraySlice<Wire> { wires[firstWires[place]..<firstWires[place + 1]] }
}
