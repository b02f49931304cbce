/// The reason for which a graph cannot be changed or rendered as asked.
package enum GraphError: Error, Hashable, Sendable {
    /// The node is not in this graph.
    case unknownNode(NodeID)
    /// The node has no such bus.
    case noSuchBus(NodeID, bus: Int)
    /// The connection would lead a node's output back to its own input.
    case cycle(NodeID, NodeID)
    /// The node passes its input on as it is and cannot make one format from another; mixers can.
    case formatMismatch(NodeID, input: BusFormat, output: BusFormat)
    /// The node does not work at this format.
    case unsupportedFormat(NodeID, BusFormat)
    /// One output is needed at two speeds at once: between a split and the mixer where its paths meet again, nothing
    /// may convert the rate or stretch time.
    case splitAcrossRates(NodeID, bus: Int)
}

extension GraphError: CustomStringConvertible {
    /// A sentence for people; nodes have the numbers that drawings of the graph show.
    package var description: String {
        switch self {
        case .unknownNode(let node): "\(node) is not in this graph"
        case .noSuchBus(let node, let bus): "\(node) has no bus \(bus)"
        case .cycle(let from, let to): "a connection from \(from) to \(to) would lead a sound back into itself"
        case .formatMismatch(let node, let input, let output):
            "\(node) cannot convert its input (\(input)) to its output (\(output)); a mixer in between can"
        case .unsupportedFormat(let node, let format): "\(node) does not work with the format \(format)"
        case .splitAcrossRates(let node, let bus):
            "bus \(bus) of \(node) is split, and its paths meet again at different rates"
        }
    }
}
