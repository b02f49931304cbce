import Glibc

/// The way of a sound through the graph, back to what the device or other programs play.
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
        // A stream leads to an output by right; the monitor of that output is guarded itself.
        if isMonitor(link, of: from) { return true }
        if isStream(from) { return !places.isDevice(link.inputNode) && !isOwn(link) }
        return !isOwn(link) && passesOn(from.id)
    }

    /// Returns whether what a node gives is, at least in part, what the device or other programs play.
    func passesOn(_ node: UInt32) -> Bool {
        var (seen, left) = (Set([node]), [node])
        func visit(_ node: UInt32) { if seen.insert(node).inserted { left.append(node) } }
        while let id = left.popLast() {
            guard seen.count <= Self.mostNodes else { return true }
            // The two sides of a loopback or a filter are two nodes.
            if let group = mirror.nodes[id]?.properties["node.link-group"] {
                for other in mirror.nodes.values where other.properties["node.link-group"] == group { visit(other.id) }
            }
            for link in mirror.links(into: id) where isSound(link) {
                guard let from = mirror.nodes[link.outputNode] else { continue }
                if isMonitor(link, of: from) || isStream(from) && isTaken(link) { return true }
                // The stage gives programs the microphone.
                if mirror.processID(ofNode: from.id) != getpid() { visit(from.id) }
            }
        }
        return false
    }

    /// Programs of JACK also link ports for MIDI, and this process gives silence to those that may not record.
    private func isSound(_ link: GraphLink) -> Bool {
        guard mirror.ports[link.ends.output]?.properties["format.dsp"]?.contains("audio") != false else { return false }
        return mirror.nodes[link.outputNode]?.properties["node.name"]?.hasPrefix(GuestHold.listeningName) != true
            || mirror.processID(ofNode: link.outputNode) != getpid()
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
