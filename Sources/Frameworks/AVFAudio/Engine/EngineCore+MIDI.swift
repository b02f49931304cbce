import AVAudioTypes
import AudioToolbox
import CoreAudioTypes
import SordinoGraph

extension EngineCore {
    /// Connects a source to destinations, and sets its tap.
    func connectMIDI(
        _ source: AVAudioNode, to destinations: [AVAudioNode], format: AVAudioFormat?,
        setTap: (inout MIDIWays) -> Void
    ) {
        locked {
            let id = requireAttached(source)
            let sender = midiUnit(source)
            let found = destinations.map { node -> MIDIWays.Destination in
                let destination = requireAttached(node)
                requireCondition(destination != id, "required condition is false: sourceNode != destinationNode")
                let unit = midiUnit(node)
                requireCondition(
                    unit.scheduleMIDIEventBlock != nil || unit.scheduleMIDIEventListBlock != nil,
                    "required condition is false: the destination's audio unit takes MIDI")
                return MIDIWays.Destination(
                    node: destination, bytes: unit.scheduleMIDIEventBlock, list: unit.scheduleMIDIEventListBlock)
            }
            if let format, source.numberOfOutputs > 0 {
                formats[BusID(id, 0)] = format
                graph.setOutputFormat(format.bus, of: BusID(id, 0))
            }
            let hub = midiHubs[id] ?? makeHub(of: source, sender)
            midiHubs[id] = hub
            hub.change { ways in
                for destination in found where !ways.destinations.contains(where: { $0.node == destination.node }) {
                    ways.destinations.append(destination)
                }
                setTap(&ways)
            }
            graphChanged()
        }
    }

    private func midiUnit(_ node: AVAudioNode) -> AUAudioUnit {
        guard let unit = (node as? AVAudioUnit)?.unit else {
            stopOnMisuse("required condition is false: the node of a MIDI connection has an audio unit")
        }
        return unit
    }

    /// Takes what a unit sends; the unit gets ready again, since it may have looked at its blocks already.
    private func makeHub(of node: AVAudioNode, _ unit: AUAudioUnit) -> MIDIHub {
        let hub = MIDIHub()
        unit.midiOutputEventBlock = { hub.send($0, $1, $2, $3) }
        unit.midiOutputEventListBlock = { hub.send($0, $1, $2) }
        (node.processor as? HostedUnit)?.renew()
        return hub
    }

    func disconnectMIDI(_ source: AVAudioNode, from destinations: [AVAudioNode]) {
        locked {
            let hub = midiHubs[requireAttached(source)]
            let ids = destinations.map { requireAttached($0) }
            hub?.change { ways in ways.destinations.removeAll { ids.contains($0.node) } }
        }
    }

    func disconnectMIDI(into node: AVAudioNode) {
        locked {
            let id = requireAttached(node)
            for hub in midiHubs.values { hub.change { ways in ways.destinations.removeAll { $0.node == id } } }
        }
    }

    func disconnectMIDI(outOf node: AVAudioNode) {
        locked { midiHubs[requireAttached(node)]?.change { $0 = MIDIWays() } }
    }

    /// The node goes: with the engine locked.
    func forgetMIDI(of id: NodeID) {
        midiHubs.removeValue(forKey: id)?.change { $0 = MIDIWays() }
        for hub in midiHubs.values { hub.change { ways in ways.destinations.removeAll { $0.node == id } } }
    }

    /// Senders that no sound leads from would not be rendered otherwise.
    ///
    /// A sender of which sound leads somewhere is rendered where the graph of sound has it.
    var midiRoots: [NodeID] {
        var found: [NodeID] = []
        var seen: Set<NodeID> = []
        // Each before those it sends to; in a ring, somebody hears what was sent a block later.
        func visit(_ id: NodeID) {
            guard let hub = midiHubs[id], seen.insert(id).inserted else { return }
            for destination in hub.ways.destinations { visit(destination.node) }
            if hub.leadsAnywhere, graph.outputs(of: id).isEmpty { found.append(id) }
        }
        for id in midiHubs.keys.sorted() { visit(id) }
        return found.reversed()
    }
}
