import SordinoPolicy
import SordinoRealtime

/// The ports that streams are on: which are used, and what their cards are asked for.
extension StageService {
    /// Programs whose streams have played since they came, and are still there.
    var shownPrograms: Set<ProgramID> {
        Set(
            streams.values.compactMap { stream in
                stream.found.guest == nil && stream.hasRun && stream.found.outputChannels > 0
                    ? stream.stageStream.description.program : nil
            }.filter { if case .app = $0 { true } else { false } })
    }

    /// The first port that each program plays on.
    func places(of busy: [ManagedStream]) -> [ProgramID: ManagedPort] {
        var places: [ProgramID: ManagedPort] = [:]
        for stream in busy where stream.found.guest == nil && stream.told == stream.wanted {
            guard let uid = mixer.linkedPorts(stream.stageStream, .output).first?.uid, let port = ports[uid] else {
                continue
            }
            places[stream.stageStream.description.program] = port
        }
        return places
    }

    /// The ports that streams are on.
    func portsInUse(_ busy: [ManagedStream]) -> Set<String> {
        var linked = Set<String>()
        for stream in busy {
            for direction in [PortDirection.output, .input] {
                linked.formUnion(mixer.linkedPorts(stream.stageStream, direction).map(\.uid))
            }
        }
        return linked.filter { ports[$0] != nil }
    }

    /// The nodes of those ports that are outputs.
    func sinks(_ uids: some Sequence<String>) -> [UInt32] {
        uids.compactMap { ports[$0]?.named }.filter { $0.port.direction == .output }.map(\.node)
    }

    /// The node of an output in use, else of any output; nil if there is none.
    func loudspeaker(_ inUse: Set<String>) -> UInt32? { sinks(inUse).min() ?? sinks(ports.keys).min() }

    /// The ports that streams are on, and those that they were on just now.
    func linger(_ inUse: Set<String>, now: UInt64) -> [String] {
        // Also the ports of the last call: their streams may have ended at any time since then.
        // A delayed room plays on after its streams have ended.
        for uid in inUse.union(lastInUse).union(mixer.latePorts) { ports[uid]?.lastUsed = now }
        lastInUse = inUse
        let directions = Set(inUse.compactMap { ports[$0]?.named.port.direction })
        return ports.filter { uid, port in
            let isReplaced = !inUse.contains(uid) && directions.contains(port.named.port.direction)
            let time = isReplaced ? Self.replacedNanoseconds : Self.lingerNanoseconds
            return port.lastUsed > 0 && now < port.lastUsed + time
        }.map(\.key)
    }

    /// Lets the sound of outputs out whose links have become active; samples that were written before that are lost.
    func openPorts(_ used: [String], _ lookUp: GraphLookUp) {
        for (uid, port) in ports where port.named.port.direction == .output {
            let own = used.contains(uid) ? deviceLinks(uid, lookUp) : []
            // A link that is made again for a moment is noticed by its samples.
            let isOpen = !own.isEmpty && (port.isOpen || own.allSatisfy { links.isActive($0.ends) })
            if isOpen != port.isOpen { port.isOpen = isOpen }
        }
    }
}
