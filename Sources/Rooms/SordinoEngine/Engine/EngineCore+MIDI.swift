import SordinoGraph

extension EngineCore {
    /// Connects a source of MIDI to destinations, and sets its tap.
    ///
    /// - Parameters:
    ///   - destinations: Nodes whose units take MIDI, and a way to each.
    ///   - format: Set on the source's output; nil leaves it as it is.
    ///   - tap: Instead of the tap before it that has the same kind of function; nil only ends that.
    ///   - isTap: Whether a way is a tap that `tap` stands for.
    ///   - hangUp: Makes the source's unit send to the hub; called when there is none yet.
    /// - Throws: `notAttached`, `loopOfMIDI`.
    package func connectMIDI(
        _ source: any EngineMember, to destinations: [(node: any EngineMember, way: (NodeID) -> MIDIWay)],
        format: EngineFormat?, tap: MIDIWay?, replacing isTap: (MIDIWay) -> Bool, hangUp: (MIDIHub) -> Void
    ) throws(EngineMisuse) {
        try lockedThrowing { () throws(EngineMisuse) in
            let id = try place(of: source)
            var ways: [MIDIWay] = []
            for destination in destinations {
                let node = try place(of: destination.node)
                guard node != id else { throw .loopOfMIDI }
                ways.append(destination.way(node))
            }
            if let format, source.processor.outputBusCount > 0 {
                formats[BusID(id, 0)] = format
                live.graph.setOutputFormat(format.bus, of: BusID(id, 0))
            }
            let hub = midiHubs[id] ?? makeHub(of: source, hangUp)
            midiHubs[id] = hub
            hub.change { present in
                present.removeAll { $0.node == nil && isTap($0) }
                for way in ways where !present.contains(where: { $0.node == way.node }) {
                    // Taps come last.
                    present.insert(way, at: present.firstIndex { $0.node == nil } ?? present.count)
                }
                if let tap { present.append(tap) }
            }
            graphChanged(outputsOf: [])
        }
    }

    /// Takes what a unit sends; the unit gets ready again, since it may have looked at its blocks already.
    private func makeHub(of node: any EngineMember, _ hangUp: (MIDIHub) -> Void) -> MIDIHub {
        let hub = MIDIHub()
        hangUp(hub)
        (node.processor as? HostedUnit)?.renew()
        return hub
    }

    /// Ends the MIDI connections of a source to nodes.
    ///
    /// - Throws: `notAttached`.
    package func disconnectMIDI(
        _ source: any EngineMember, from destinations: [any EngineMember]
    ) throws(EngineMisuse) {
        try lockedThrowing { () throws(EngineMisuse) in
            let hub = midiHubs[try place(of: source)]
            for destination in destinations {
                let id = try place(of: destination)
                hub?.change { ways in ways.removeAll { $0.node == id } }
            }
        }
    }

    /// Ends all MIDI connections that lead to a node.
    ///
    /// - Throws: `notAttached`.
    package func disconnectMIDI(into node: any EngineMember) throws(EngineMisuse) {
        try lockedThrowing { () throws(EngineMisuse) in forgetMIDI(into: try place(of: node)) }
    }

    /// Ends all connections that take MIDI from a node, and its taps of MIDI.
    ///
    /// - Throws: `notAttached`.
    package func disconnectMIDI(outOf node: any EngineMember) throws(EngineMisuse) {
        try lockedThrowing { () throws(EngineMisuse) in midiHubs[try place(of: node)]?.change { $0 = [] } }
    }

    private func forgetMIDI(into id: NodeID) {
        for hub in midiHubs.values where hub.ways.contains(where: { $0.node == id }) {
            hub.change { ways in ways.removeAll { $0.node == id } }
        }
    }

    /// Forgets a node that goes, with the engine locked.
    func forgetMIDI(of id: NodeID) {
        midiHubs.removeValue(forKey: id)?.change { $0 = [] }
        forgetMIDI(into: id)
    }

    /// Senders that no sound leads from would not be rendered otherwise.
    ///
    /// A sender of which sound leads somewhere is rendered where the graph of sound has it.
    var midiRoots: [NodeID] {
        if midiHubs.isEmpty { return [] }
        var found: [NodeID] = []
        var seen: Set<NodeID> = []
        // Senders come before their receivers; in a ring, one receiver gets the messages a block later.
        func visit(_ id: NodeID) {
            guard let hub = midiHubs[id], seen.insert(id).inserted else { return }
            for way in hub.ways { way.node.map(visit) }
            if !hub.ways.isEmpty, graph.outputs(of: id).isEmpty { found.append(id) }
        }
        for id in midiHubs.keys.sorted() { visit(id) }
        return found.reversed()
    }
}
