/// The nodes of the trunk, each after all nodes of the trunk that lead into it; the connections into them; and the
/// branches beside the trunk.
///
/// Found once, by place instead of by name: the rest of the compiler counts instead of looking things up.
struct PlanOrder {
    /// A connection that leads into a node.
    struct Wire {
        let connection: Connection
        /// The place of the source node in the order.
        let source: Int
    }

    /// A connection that leads into a gathering node, and the nodes of the branch behind it.
    struct BranchWire {
        let connection: Connection
        /// Each after the nodes that lead into it.
        let nodes: [NodeID]
    }

    private(set) var nodes: [NodeID] = []
    private(set) var processors: [any Processor] = []
    private var wires: [Wire] = []
    /// The first wire of each node, and one more.
    private var firstWires: [Int] = [0]
    private var branchWires: [BranchWire] = []
    private var firstBranchWires: [Int] = [0]
    private(set) var places: [NodeID: Int] = [:]
    /// The place of a node that is entered, while its inputs come first.
    private static let pending = -1

    init(_ graph: Graph, _ rule: BranchRule, from roots: [NodeID]) {
        // A stack of its own: a chain of ten thousand nodes must not use up the thread's.
        var stack: [(node: NodeID, inputs: [Connection]?)] = roots.reversed().map { ($0, nil) }
        var branches: [NodeID: [BranchWire]] = [:]
        while let (node, inputs) = stack.popLast() {
            if let inputs {
                append(node, graph.nodes[node], inputs, branches.removeValue(forKey: node) ?? [])
            } else if places[node] == nil, let processor = graph.nodes[node] {
                var found = graph.inputs(of: node)
                if processor.gathersInputs {
                    var apart: [BranchWire] = []
                    var trunk: [Connection] = []
                    for connection in found {
                        if let nodes = rule.branch(connection, graph) {
                            apart.append(BranchWire(connection: connection, nodes: nodes))
                        } else {
                            trunk.append(connection)
                        }
                    }
                    (branches[node], found) = (apart, trunk)
                }
                if found.isEmpty {
                    append(node, processor, found, branches.removeValue(forKey: node) ?? [])
                    continue
                }
                places[node] = Self.pending
                stack.append((node, found))
                for input in found.reversed() { stack.append((input.source.node, nil)) }
            }
        }
    }

    private mutating func append(
        _ node: NodeID, _ processor: (any Processor)?, _ inputs: [Connection], _ branches: [BranchWire]
    ) {
        guard let processor else { return }
        places[node] = nodes.count
        nodes.append(node)
        processors.append(processor)
        for connection in inputs {
            if let source = places[connection.source.node] {
                wires.append(Wire(connection: connection, source: source))
            }
        }
        branchWires += branches
        firstWires.append(wires.count)
        firstBranchWires.append(branchWires.count)
    }

    /// Returns the place of a node; nil if it does not belong to the trunk.
    func place(of node: NodeID) -> Int? { places[node] }

    /// Returns the wires from the trunk into the node at a place, by ascending bus.
    func inputs(at place: Int) -> ArraySlice<Wire> { wires[firstWires[place]..<firstWires[place + 1]] }

    /// The branches that lead into the node at a place, by ascending bus.
    func branches(at place: Int) -> ArraySlice<BranchWire> {
        branchWires[firstBranchWires[place]..<firstBranchWires[place + 1]]
    }
}

/// Decides which nodes can be compiled apart from the trunk.
struct BranchRule {
    /// Longer chains belong to the trunk.
    private static let longest = 32
    private let roots: Set<NodeID>
    private let tapped: Set<NodeID>

    init(_ request: PlanCompiler.Request) {
        roots = Set(request.roots)
        tapped = Set(request.taps.keys.map(\.node))
    }

    /// The nodes behind an input of a node that gathers, each after those that lead into it; nil if they cannot be
    /// compiled apart.
    ///
    /// They can if each of them stands alone, leads nowhere else and is not listened to.
    func branch(_ connection: Connection, _ graph: Graph) -> [NodeID]? {
        var found: [NodeID] = []
        var next: Connection? = connection
        while let connection = next {
            let node = connection.source.node
            guard found.count < Self.longest, let processor = graph.nodes[node], processor.standsAlone,
                graph.readerCount(of: connection.source) == 1, !roots.contains(node), !tapped.contains(node)
            else { return nil }
            found.append(node)
            next = graph.inputs(of: node).first
        }
        if found.count > 1 { found.reverse() }
        return found
    }
}
