import SordinoHardware
import SordinoPipeWire

/// The links that the keeper makes: streams that a session manager would link, to the ports of one sink, and the links that
/// programs had made themselves.
///
/// Pure.
extension KeptLinks {
    /// Returns the missing links.
    ///
    /// - Parameters:
    ///   - word: The sink that was in use, and the links of programs that make theirs themselves; another sink takes its place, and
    ///     that of a port that is gone, when it is not there.
    ///   - service: The process of the dead service; nil: the nodes of every service are waited for.
    /// - Returns: Nil while the dead service's nodes are in the graph; where there is a session manager, only the programs' own.
    package static func links(
        in mirror: GraphMirror, by word: KeeperWord, service: Int32? = nil
    ) -> [GraphLinkEnds: Nodes]? {
        // A program that began without a service has a stage of its own, which stays.
        let group = service.map(StreamProperties.stageGroup)
        let remains = mirror.nodes.values.contains { node in
            guard let role = node.properties[StreamProperties.role], role != StreamProperties.streamRole else {
                return false
            }
            return group == nil || node.properties["node.group"] == group
        }
        guard !remains else { return nil }
        let place = place(in: mirror, named: word.sink)
        var links = patches(word.patches, in: mirror, else: place)
        // Session managers keep the default devices in this object.
        guard mirror.metadata[DefaultDevices.object] == nil, let place else { return links }
        let inputs = mirror.ports(of: place.id, isInput: true)
        for stream in mirror.nodes.values where isWaiting(stream, in: mirror) {
            let outputs = mirror.ports(of: stream.id, isInput: false)
            for (output, input) in pairs(outputs, inputs) {
                links[GraphLinkEnds(output: output.id, input: input.id)] = Nodes(output: stream.id, input: place.id)
            }
        }
        return links
    }

    /// The programs' own links: as they were, or to the sink where their device is gone.
    private static func patches(
        _ known: [GraphLinkEnds: Nodes], in mirror: GraphMirror, else sink: GraphNode?
    ) -> [GraphLinkEnds: Nodes] {
        let present = Set(mirror.links.values.map(\.ends))
        let left = known.filter { ends, nodes in
            mirror.ports[ends.output]?.nodeID == nodes.output && !present.contains(ends)
        }
        var links = left.filter { ends, nodes in mirror.ports[ends.input]?.nodeID == nodes.input }
        guard let sink else { return links }
        let inputs = mirror.ports(of: sink.id, isInput: true)
        // A recording of an output is nothing to play.
        let sounds = left.filter {
            links[$0.key] == nil && mirror.ports[$0.key.output]?.properties["port.monitor"] != "true"
        }
        for (node, lost) in Dictionary(grouping: sounds, by: \.value.output) {
            let outputs = Set(lost.map(\.key.output)).sorted()
            let pairs = outputs.count == 1 ? inputs.map { (outputs[0], $0) } : Array(zip(outputs, inputs))
            for (output, input) in pairs {
                links[GraphLinkEnds(output: output, input: input.id)] = Nodes(output: node, input: sink.id)
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

    /// Pairs channels of the same name; a single channel with each channel of the sink.
    private static func pairs(_ outputs: [GraphPort], _ inputs: [GraphPort]) -> [(GraphPort, GraphPort)] {
        if outputs.count == 1 { return inputs.map { (outputs[0], $0) } }
        let key = "audio.channel"
        return outputs.compactMap { output in
            inputs.first { $0.properties[key] == output.properties[key] }.map { (output, $0) }
        }
    }
}
