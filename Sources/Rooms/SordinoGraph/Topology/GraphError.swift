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
