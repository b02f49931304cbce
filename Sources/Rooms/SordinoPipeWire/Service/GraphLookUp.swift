/// Finds ports by their names.
struct GraphLookUp {
    private var ports: [UInt32: [String: UInt32]] = [:]

    init(_ mirror: GraphMirror, nodes: [UInt32]) {
        let wanted = Set(nodes)
        for port in mirror.ports.values where wanted.contains(port.nodeID) {
            if let name = port.properties["port.name"] { ports[port.nodeID, default: [:]][name] = port.id }
        }
    }

    func port(_ node: UInt32, _ name: String) -> UInt32? { ports[node]?[name] }

    /// One link for each pair of names; none for ports that are not there yet.
    func links(from output: UInt32?, _ outputs: [String], to input: UInt32?, _ inputs: [String])
        -> [LinkTable.Wanted]
    {
        guard let output, let input else { return [] }
        return zip(outputs, inputs).compactMap { from, to in
            guard let from = port(output, from), let to = port(input, to) else { return nil }
            return LinkTable.Wanted(
                outputNode: output, inputNode: input, ends: GraphLinkEnds(output: from, input: to))
        }
    }
}
