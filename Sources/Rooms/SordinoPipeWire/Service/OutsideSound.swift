/// The sound of other nodes, beside the stage, on ports of which the mix is the reference of a stream.
///
/// This sound is in the room too, so the canceller needs it. Links lead from the same ends as theirs into the stage;
/// the device's own links stay as they are.
struct OutsideSound {
    private var nodes = Set<UInt32>()
    private var found: [UInt32: Tap] = [:]

    private struct Tap {
        var outputNode: UInt32
        var output: UInt32
        /// A number in the stage's pool.
        var number: Int
    }

    /// Returns whether a link that appeared leads to a port that is followed.
    func concerns(_ link: GraphLink) -> Bool { nodes.contains(link.inputNode) }

    /// Returns whether something that went was a link to a port that is followed.
    func concerns(removed id: UInt32) -> Bool { found[id] != nil }

    /// Finds the links of others to ports.
    ///
    /// - Parameter isLeft: Whether a link is none of others, or will not stay.
    mutating func follow(_ ports: [ManagedPort], in mirror: GraphMirror, isLeft: (GraphLink) -> Bool) {
        nodes = Set(ports.map(\.named.node))
        found = [:]
        guard !ports.isEmpty else { return }
        for link in mirror.links.values where nodes.contains(link.inputNode) && !isLeft(link) {
            for port in ports where port.named.node == link.inputNode {
                guard let channel = port.named.graphPorts.firstIndex(of: link.ends.input), channel < port.others.count
                else { continue }
                found[link.id] = Tap(
                    outputNode: link.outputNode, output: link.ends.output, number: port.others[channel])
            }
        }
    }

    /// The stage's links to the same ends.
    func links(to stage: UInt32?, _ lookUp: GraphLookUp, name: (Int) -> String) -> [LinkTable.Wanted] {
        guard let stage else { return [] }
        return found.values.compactMap { tap in
            guard let end = lookUp.port(stage, name(tap.number)) else { return nil }
            return LinkTable.Wanted(
                outputNode: tap.outputNode, inputNode: stage, ends: GraphLinkEnds(output: tap.output, input: end))
        }
    }
}
