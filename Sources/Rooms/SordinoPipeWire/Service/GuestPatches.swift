import SordinoHardware

/// The links by which programs lead their sound to the device themselves, as programs of JACK do; the stage took their place.
///
/// A value; its owner sees to the graph. They are made again when the stage lets go of the program, and by the
/// `SoundKeeper` after the service's death.
struct GuestPatches {
    /// By node and output port, each to the ports of devices that it led to.
    private var links: [UInt32: [GraphLinkEnds: KeptLinks.Nodes]] = [:]

    /// Links of one node at most; those beyond them are left as they are.
    static let limit = 2 * StreamProperties.channelLimit

    /// Every link that the stage took the place of.
    var all: [GraphLinkEnds: KeptLinks.Nodes] { links.values.reduce(into: [:]) { $0.merge($1) { $1 } } }

    /// Returns the links of a node.
    func of(_ node: UInt32) -> [GraphLinkEnds: KeptLinks.Nodes] { links[node] ?? [:] }

    /// Notes a link.
    ///
    /// - Returns: Whether it was not known.
    mutating func note(_ link: GraphLink) -> Bool {
        guard links[link.outputNode]?[link.ends] == nil, of(link.outputNode).count < Self.limit else { return false }
        links[link.outputNode, default: [:]][link.ends] =
            KeptLinks.Nodes(output: link.outputNode, input: link.inputNode)
        return true
    }

    /// The output ports of a node that led to the device, as channels: in the order of the device ports.
    func ports(of node: UInt32) -> [UInt32] {
        var first: [UInt32: UInt32] = [:]
        for ends in of(node).keys { first[ends.output] = min(first[ends.output] ?? .max, ends.input) }
        return first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }

    /// Forgets a node, or what led from a port: it is gone.
    ///
    /// - Returns: The node whose links are others now; nil for none.
    mutating func forget(_ id: UInt32) -> UInt32? {
        if links.removeValue(forKey: id) != nil { return id }
        guard let node = links.first(where: { $1.keys.contains { $0.output == id } })?.key else { return nil }
        links[node] = of(node).filter { $0.key.output != id }
        if links[node]?.isEmpty == true { links[node] = nil }
        return node
    }
}
