/// Nodes and the connections between their buses: the sound to be rendered, not the way.
///
/// A value, changed on the control side only. An input bus takes one connection; an output bus may lead to several
/// inputs (a split) and is then rendered once per block. Cycles are refused when they are made, so a graph can always
/// be compiled.
package struct Graph {
    /// The processors of the nodes; numbers rise in the order in which they came.
    package private(set) var nodes: [NodeID: any Processor] = [:]
    /// The connections that lead into each node, by ascending bus.
    private var inputsByNode: [NodeID: [Connection]] = [:]
    private var inputsByOutput: [BusID: [BusID]] = [:]
    private var outputFormats: [BusID: BusFormat] = [:]
    /// One more than the highest output bus of a node that has a format.
    private var formatCounts: [NodeID: Int] = [:]
    private var nextNumber = 1
    /// The latest changes, and how many came before them.
    private var edits: [GraphEdit] = []
    private var forgottenEditCount = 0

    /// Makes an empty graph.
    package init() {}

    // MARK: Changes

    /// Changes that are remembered at least; after more than twice as many the older half is forgotten.
    private static let rememberedEditCount = 256

    /// Changes of connections and formats since the graph was made.
    var editCount: Int { forgottenEditCount + edits.count }

    /// The changes after the first `count`; nil if some of them are forgotten.
    func edits(since count: Int) -> ArraySlice<GraphEdit>? {
        count >= forgottenEditCount && count <= editCount ? edits[(count - forgottenEditCount)...] : nil
    }

    private mutating func remember(_ edit: GraphEdit) {
        if edits.count >= 2 * Self.rememberedEditCount {
            edits.removeFirst(Self.rememberedEditCount)
            forgottenEditCount += Self.rememberedEditCount
        }
        edits.append(edit)
    }

    // MARK: Nodes

    /// Takes a node in; it is connected to nothing.
    package mutating func attach(_ processor: any Processor) -> NodeID {
        let node = NodeID(nextNumber)
        nextNumber += 1
        nodes[node] = processor
        return node
    }

    /// Lets a node go, with its connections.
    ///
    /// - Throws: `unknownNode`.
    package mutating func detach(_ node: NodeID) throws(GraphError) {
        guard nodes[node] != nil else { throw .unknownNode(node) }
        for connection in inputs(of: node) { disconnect(input: connection.destination) }
        for connection in outputs(of: node) { disconnect(input: connection.destination) }
        for bus in 0..<(formatCounts.removeValue(forKey: node) ?? 0) { outputFormats[BusID(node, bus)] = nil }
        inputsByNode[node] = nil
        nodes[node] = nil
    }

    // MARK: Connections

    /// Connects an output bus to an input bus, beside the output's other connections; an earlier connection of the
    /// input ends.
    ///
    /// The output bus takes on `format`.
    ///
    /// - Throws: `unknownNode`, `noSuchBus`, `cycle`; then nothing changed.
    /// - Returns: The new connection, or the present one if it is the same.
    @discardableResult
    package mutating func connect(
        _ source: BusID, to destination: BusID, format: BusFormat
    ) throws(GraphError) -> Connection {
        guard let from = nodes[source.node] else { throw .unknownNode(source.node) }
        guard let into = nodes[destination.node] else { throw .unknownNode(destination.node) }
        guard (0..<from.outputBusCount).contains(source.bus) else { throw .noSuchBus(source.node, bus: source.bus) }
        guard (0..<into.inputBusLimit).contains(destination.bus) else {
            throw .noSuchBus(destination.node, bus: destination.bus)
        }
        guard format.isAccepted else { throw .unsupportedFormat(destination.node, format) }
        guard !isReachable(source.node, from: destination.node) else { throw .cycle(source.node, destination.node) }
        setOutputFormat(format, of: source)
        if let present = self.connection(into: destination), present.source == source, present.format == format {
            return present
        }
        disconnect(input: destination)
        let connection = Connection(
            source: source, destination: destination, format: format, isPlaced: into.placesInputs)
        insert(connection)
        return connection
    }

    /// Assigns the channels of a connection to channels of the mixer that it leads to; gains and history are kept.
    ///
    /// - Parameters:
    ///   - assignment: From 0, -1 for none, and none for channels beyond it; nil for the places that the format names.
    package mutating func assign(_ assignment: [Int]?, at input: BusID) {
        let (index, present) = position(of: input)
        guard let present, present.assignment != assignment else { return }
        remember(GraphEdit(source: present.source.node, destination: input))
        inputsByNode[input.node]?[index] = Connection(present, assignment: assignment)
    }

    /// Plays the connection to an input of an environment at the speed that its place asks for, from the next plan on.
    ///
    /// The nodes before that input may lead nowhere else.
    package mutating func vary(at input: BusID) {
        let (index, present) = position(of: input)
        guard let present, !present.isVaried, present.mix.space != nil else { return }
        remember(GraphEdit(source: present.source.node, destination: input))
        inputsByNode[input.node]?[index] = Connection(varying: present)
    }

    private mutating func insert(_ connection: Connection) {
        let destination = connection.destination
        remember(GraphEdit(source: connection.source.node, destination: destination))
        inputsByNode[destination.node, default: []].insert(connection, at: position(of: destination).index)
        inputsByOutput[connection.source, default: []].append(destination)
    }

    /// Puts a connection back that was there before, with its gains and its history, where nothing else leads to its
    /// input; nothing happens if it is there.
    package mutating func restore(_ connection: Connection) {
        if self.connection(into: connection.destination) == nil { insert(connection) }
    }

    /// Ends the connection to an input bus, if there is one.
    package mutating func disconnect(input: BusID) {
        let (index, present) = position(of: input)
        guard let connection = present else { return }
        remember(GraphEdit(source: connection.source.node, destination: input))
        inputsByNode[input.node]?.remove(at: index)
        inputsByOutput[connection.source]?.removeAll { $0 == input }
        if inputsByOutput[connection.source]?.isEmpty == true { inputsByOutput[connection.source] = nil }
    }

    /// Ends every connection of an output bus.
    package mutating func disconnect(output: BusID) {
        for input in inputsByOutput[output] ?? [] { disconnect(input: input) }
    }

    /// Sets the format that an output bus has while nothing is connected to it, and that later connections take over.
    ///
    /// - Parameter format: Nil for nothing.
    package mutating func setOutputFormat(_ format: BusFormat?, of bus: BusID) {
        if outputFormats[bus] == format { return }
        remember(GraphEdit(source: bus.node, destination: nil))
        outputFormats[bus] = format
        formatCounts[bus.node] = max(formatCounts[bus.node] ?? 0, bus.bus + 1)
    }

    // MARK: Questions

    /// Returns the connection that leads to an input bus.
    package func connection(into input: BusID) -> Connection? { position(of: input).connection }

    /// Returns the actual or possible position of a bus's connection among those of its node.
    private func position(of input: BusID) -> (index: Int, connection: Connection?) {
        guard let inputs = inputsByNode[input.node] else { return (0, nil) }
        var (low, high) = (0, inputs.count)
        while low < high {
            let middle = (low + high) / 2
            if inputs[middle].destination.bus < input.bus { low = middle + 1 } else { high = middle }
        }
        let found = low < inputs.count && inputs[low].destination.bus == input.bus
        return (low, found ? inputs[low] : nil)
    }

    /// Returns the connections from an output bus, in the order in which they were made.
    package func connections(from output: BusID) -> [Connection] {
        (inputsByOutput[output] ?? []).compactMap { connection(into: $0) }
    }

    /// Returns the connections that lead into a node, by ascending bus.
    package func inputs(of node: NodeID) -> [Connection] { inputsByNode[node] ?? [] }

    /// Returns the number of inputs that an output bus leads to.
    func readerCount(of output: BusID) -> Int { inputsByOutput[output]?.count ?? 0 }

    /// Returns the connections that lead out of a node, by ascending bus, then in the order in which they were made.
    package func outputs(of node: NodeID) -> [Connection] {
        guard let processor = nodes[node] else { return [] }
        return (0..<processor.outputBusCount).flatMap { connections(from: BusID(node, $0)) }
    }

    /// Returns the format of an output bus: that of its connection or the last one set; nil before.
    package func outputFormat(of bus: BusID) -> BusFormat? { outputFormats[bus] }

    /// Every connection, ordered by destination.
    package var connections: [Connection] { inputsByNode.keys.sorted().flatMap { inputs(of: $0) } }

    /// Returns whether sound can get from one node to another, or they are the same.
    package func isReachable(_ target: NodeID, from start: NodeID) -> Bool {
        var seen: Set<NodeID> = [start]
        var pending = [start]
        while let node = pending.popLast() {
            if node == target { return true }
            for next in outputs(of: node) where seen.insert(next.destination.node).inserted {
                pending.append(next.destination.node)
            }
        }
        return false
    }
}

/// One change of a graph: something leads to an input or no longer does, or an output has another format.
struct GraphEdit {
    /// The node whose output is concerned.
    let source: NodeID
    /// The input; nil for a change of format.
    let destination: BusID?
}
