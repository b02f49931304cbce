import SordinoHardware

/// The links that the keeper makes: streams that a session manager would link, to the ports of one sink.
///
/// Pure.
package enum KeptLinks {
    /// The nodes at the ends of a link.
    package struct Nodes: Hashable, Sendable {
        package var output: UInt32
        package var input: UInt32
    }

    /// Returns the missing links.
    ///
    /// - Parameter sink: The name of the node that was in use; another sink takes its place when it is not there.
    /// - Returns: Nil while the dead service's nodes are in the graph; none where there is a session manager.
    package static func links(in mirror: GraphMirror, sink: String?) -> [GraphLinkEnds: Nodes]? {
        let roles = mirror.nodes.values.compactMap { $0.properties[StreamProperties.role] }
        guard !roles.contains(where: { $0 != StreamProperties.streamRole }) else { return nil }
        // Session managers keep the default devices in this object.
        guard mirror.metadata[StageGuests.targets] == nil, let place = place(in: mirror, named: sink) else {
            return [:]
        }
        let inputs = mirror.ports(of: place.id, isInput: true)
        var links: [GraphLinkEnds: Nodes] = [:]
        for stream in mirror.nodes.values where isWaiting(stream, in: mirror) {
            let outputs = mirror.ports(of: stream.id, isInput: false)
            for (output, input) in pairs(outputs, inputs) {
                links[GraphLinkEnds(output: output.id, input: input.id)] = Nodes(output: stream.id, input: place.id)
            }
        }
        return links
    }

    /// Whether a stream plays into nothing although its program expects to be linked.
    private static func isWaiting(_ node: GraphNode, in mirror: GraphMirror) -> Bool {
        node.properties["media.class"] == "Stream/Output/Audio" && node.properties[StreamProperties.role] == nil
            && node.properties["node.autoconnect"] == "true"
            && !mirror.links.values.contains { $0.outputNode == node.id }
    }

    /// The sink of that name, else the first one.
    private static func place(in mirror: GraphMirror, named name: String?) -> GraphNode? {
        let sinks = mirror.nodes.values.filter {
            $0.properties["media.class"]?.hasPrefix("Audio/Sink") == true
                && !mirror.ports(of: $0.id, isInput: true).isEmpty
        }
        return sinks.first { name != nil && $0.properties["node.name"] == name } ?? sinks.min { $0.id < $1.id }
    }

    /// Channels of the same name; a single channel on all of the sink's.
    private static func pairs(_ outputs: [GraphPort], _ inputs: [GraphPort]) -> [(GraphPort, GraphPort)] {
        if outputs.count == 1 { return inputs.map { (outputs[0], $0) } }
        let key = "audio.channel"
        return outputs.compactMap { output in
            inputs.first { $0.properties[key] == output.properties[key] }.map { (output, $0) }
        }
    }
}
