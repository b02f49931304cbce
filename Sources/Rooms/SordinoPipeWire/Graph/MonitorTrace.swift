import Glibc

/// The way of a sound through the graph: back to what the device or other programs play, and on to an output.
///
/// Pure. A node without a program, as one that its maker left behind, and a filter that the owner allows to listen pass on what comes
/// into them: what is recorded there is a recording of the monitor.
struct MonitorTrace {
    /// The nodes that are more than nodes of the graph.
    struct Places {
        /// Says whether a node is a port of the device.
        let isDevice: (UInt32) -> Bool
        /// Says whether a node is the stream of a program without a session that goes through the stage.
        let isGuest: (UInt32) -> Bool
        /// Says whether a link leads a stream to the node that its own program names.
        let isMeant: (GraphLink) -> Bool
        /// Says whether a node is the one through which the device plays.
        let isPlayback: (UInt32) -> Bool
        /// Says whether a program made a node, and not a part of the system.
        let isStrange: (UInt32) -> Bool
    }

    private let mirror: GraphMirror
    private let places: Places

    /// Nodes that are looked at for one link: a longer way counts as one from a monitor.
    static let mostNodes = 64

    init(_ mirror: GraphMirror, _ places: Places) { (self.mirror, self.places) = (mirror, places) }

    /// Returns whether a link gives its input node what others play.
    func gives(_ link: GraphLink) -> Bool {
        guard isSound(link), let from = mirror.nodes[link.outputNode], !isOwn(link) || places.isDevice(from.id) else {
            return false
        }
        // The device plays on its outputs, also on one that a program made and a person picked.
        if places.isPlayback(from.id), places.isDevice(link.inputNode) { return false }
        // A stream leads to an output by right; the monitor of that output is guarded itself.
        if isMonitor(link, of: from) { return true }
        if isStream(from) { return !places.isDevice(link.inputNode) && !isOwn(link) && !places.isMeant(link) }
        return !isOwn(link) && passesOn(from.id)
    }

    /// Returns whether what a node gives is, at least in part, what the device or other programs play.
    ///
    /// A program may pass the sound of its sink on to its source within itself, where no link shows it: so does a source that nothing
    /// leads to while the device plays on a sink of the same process.
    func passesOn(_ node: UInt32) -> Bool {
        var (seen, left) = (Set([node]), [node])
        func visit(_ node: UInt32) { if seen.insert(node).inserted { left.append(node) } }
        while let id = left.popLast() {
            guard seen.count <= Self.mostNodes else { return true }
            if let node = mirror.nodes[id] { for other in linked(to: node) { visit(other.id) } }
            let links = mirror.links(into: id).filter(isSound)
            if links.isEmpty, isPlayedTo(processOf: id) { return true }
            for link in links {
                guard let from = mirror.nodes[link.outputNode] else { continue }
                if isMonitor(link, of: from) || isStream(from) && isTaken(link) { return true }
                if places.isPlayback(from.id), places.isStrange(id) { return true }
                // The stage gives programs the microphone.
                if mirror.processID(ofNode: from.id) != getpid() { visit(from.id) }
            }
        }
        return false
    }

    /// Returns whether the sound that comes into a node is heard on an output of the device, or will be.
    ///
    /// A stream that plays leads to one in the end. A sink whose other side is a source leads there and nowhere else, as a cable, unless
    /// the device plays on it.
    func leadsToOutput(_ node: UInt32) -> Bool {
        var (seen, left) = (Set([node]), [node])
        func visit(_ node: UInt32) { if seen.insert(node).inserted { left.append(node) } }
        while let id = left.popLast() {
            guard seen.count <= Self.mostNodes, let found = mirror.nodes[id] else { return true }
            let others = linked(to: found)
            switch found.properties["media.class"] {
            case "Stream/Output/Audio": return true
            case "Audio/Duplex": return true
            case "Audio/Sink":
                let isCable =
                    !others.isEmpty
                    && others.allSatisfy { $0.properties["media.class"]?.hasPrefix("Audio/Source") == true }
                if !isCable || mirror.links(into: id).contains(where: { places.isPlayback($0.outputNode) }) {
                    return true
                }
            default: break
            }
            for other in others { visit(other.id) }
            for link in mirror.links.values where link.outputNode == id && isSound(link) { visit(link.inputNode) }
        }
        return false
    }

    /// The other sides of a loopback or a filter.
    private func linked(to node: GraphNode) -> [GraphNode] {
        guard let group = node.properties["node.link-group"] else { return [] }
        return mirror.nodes.values.filter { $0.properties["node.link-group"] == group && $0.id != node.id }
    }

    /// Programs of JACK also link ports for MIDI, and this process gives silence to those that may not record.
    private func isSound(_ link: GraphLink) -> Bool {
        guard mirror.ports[link.ends.output]?.properties["format.dsp"]?.contains("audio") != false else { return false }
        return mirror.nodes[link.outputNode]?.properties["node.name"]?.hasPrefix(GuestHold.listeningName) != true
            || mirror.processID(ofNode: link.outputNode) != getpid()
    }

    /// Returns whether the device plays on a sink of the program that a node belongs to.
    ///
    /// Programs of PulseAudio share a process.
    private func isPlayedTo(processOf node: UInt32) -> Bool {
        guard let process = mirror.processID(ofNode: node), process != getpid(), places.isStrange(node),
            mirror.nodes[node]?.properties["client.api"] != "pipewire-pulse"
        else { return false }
        return mirror.nodes.keys.contains { other in
            mirror.processID(ofNode: other) == process && places.isDevice(other)
                && mirror.links(into: other).contains { places.isPlayback($0.outputNode) }
        }
    }

    private func isOwn(_ link: GraphLink) -> Bool {
        mirror.processID(ofNode: link.outputNode).map { $0 == mirror.processID(ofNode: link.inputNode) } ?? false
    }

    /// The ports of a virtual microphone are also called monitors.
    private func isMonitor(_ link: GraphLink, of node: GraphNode) -> Bool {
        mirror.ports[link.ends.output]?.properties["port.monitor"] == "true"
            && node.properties["media.class"]?.hasPrefix("Audio/Source") != true
    }

    private func isStream(_ node: GraphNode) -> Bool {
        node.properties["media.class"] == "Stream/Output/Audio" || GuestStreams.isPatched(node)
    }

    /// Returns whether a stream was led to a node past the stage by another program: what a program leads to a virtual microphone
    /// itself is meant to be heard there.
    private func isTaken(_ link: GraphLink) -> Bool {
        guard !places.isDevice(link.inputNode) else { return false }
        let process = mirror.processID(ofNode: link.outputNode)
        guard process != getpid() else { return true }
        return places.isGuest(link.outputNode) && link.client.flatMap { mirror.processID(ofClient: $0) } != process
    }
}
