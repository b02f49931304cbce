/// One node of one graph; never used again after the node has left.
package struct NodeID: Hashable, Sendable, BitwiseCopyable, Comparable, CustomStringConvertible {
    package let number: Int

    /// Names a node by its number.
    package init(_ number: Int) { self.number = number }

    package static func < (left: NodeID, right: NodeID) -> Bool { left.number < right.number }

    /// Such as "node 3".
    package var description: String { "node \(number)" }
}

/// One bus of one node; whether it is an input or an output follows from the context.
package struct BusID: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let node: NodeID
    /// The number of the bus, from 0.
    package let bus: Int

    /// Makes the ID of a node's bus.
    package init(_ node: NodeID, _ bus: Int) {
        self.node = node
        self.bus = bus
    }

    /// One number is hashed in half the time of two; buses beyond a million may share theirs.
    package func hash(into hasher: inout Hasher) { hasher.combine(node.number << 20 ^ bus) }

    package static func < (left: BusID, right: BusID) -> Bool { (left.node, left.bus) < (right.node, right.bus) }

    /// Such as "node 3 bus 0".
    package var description: String { "\(node) bus \(bus)" }
}
