import SordinoHardware
import SordinoRealtime

/// Streams of programs without a session.
extension StageService {
    /// The streams of programs without a session that go through the stage, ascending by serial number.
    var guestStreams: [GuestStream] { (guests?.all ?? []) + (recordings?.all ?? []) }

    /// A node that is none of ours came, or changed: its properties, or whether it runs.
    func lookForGuest(_ node: GraphNode) {
        guard let guests else { return }
        let mirror = mirror()
        if guests.look(at: node, in: mirror) || guests.hasWishes { ring() }
        // The far end of a virtual device may have appeared before the device.
        if let group = node.properties["node.link-group"], node.properties["media.class"]?.hasPrefix("Audio/") == true {
            for other in mirror.nodes.values where other.properties["node.link-group"] == group && other.id != node.id {
                if guests.look(at: other, in: mirror) { ring() }
            }
        }
        // Links may have been there before the node was known.
        guard GuestStreams.isPatched(node), guests.streams[node.id] == nil else { return }
        for link in mirror.links.values where link.outputNode == node.id { look(at: link) }
    }

    /// Leads a stream back to the stage if another program set its target.
    func targeted(_ node: UInt32, key: String?, value: String?) {
        let isLed = guests?.targeted(node, key: key, value: value) == true
        if recordings?.targeted(node, key: key, value: value) == true || isLed { ring() }
        guests?.dropRemembered(node, key: key, value: value, told: recordings?.target(of: node), in: mirror())
    }

    /// Leads every stream to the stage again, since the metadata object that holds their targets is another.
    func targetsAreNew() {
        guests?.forgetTargets()
        recordings?.forgetTargets()
        ring()
    }

    /// Another session manager came.
    func managerIsNew(serial: UInt32) { guests?.managerIsNew(serial: serial) }

    /// The session manager has told one of its settings.
    func managerHas(_ key: String?, _ value: String?) {
        // It may be the master of cards in calls now.
        ring()
        guard let topic = key.flatMap({ WirePlumberTreaty.Topic(rawValue: $0) }) else { return }
        guests?.managerHas(topic, value, in: mirror())
    }

    /// Identifies a guest again, since its program may be known now.
    func identifyAgain(serial: UInt32) {
        guard let guest = guestStreams.first(where: { $0.serial == serial }) else { return }
        if let known = streams[guest.node], identify(known.found) != known.stageStream.description.program {
            removeStream(guest.node)
        }
        ring()
    }

    /// Identifies the streams of a process again, since its program may have changed.
    func identifyAgain(process: Int32) {
        for (id, stream) in streams
        where stream.found.processID == process && stream.found.guest == nil
            && identify(stream.found) != stream.stageStream.description.program
        {
            removeStream(id)
        }
        let mirror = mirror()
        for node in mirror.nodes.values
        where (streams[node.id] == nil || streams[node.id]?.found.guest != nil)
            && mirror.processID(ofNode: node.id) == process
        {
            look(at: node, processID: process)
        }
        ring()
    }

    /// Brings the guests' streams on the stage up to what they are.
    func receiveGuests(_ guests: StageGuests, _ mirror: GraphMirror) {
        for guest in guests.streams.values {
            let found = FoundStream(guest, portNames: guests.portNames(guest, in: mirror))
            if let known = streams[guest.node],
                known.found.outputNames != found.outputNames || known.found.inputNames != found.inputNames
            {
                removeStream(guest.node)
            }
            if streams[guest.node] == nil, found.outputChannels + found.inputChannels > 0, let program = identify(found)
            {
                add(found, of: program)
            }
            guard let stream = streams[guest.node], guest.isRunning != (stream.wanted != 0) else { continue }
            if guest.isRunning, !guests.isHeld(guest, in: mirror, now: HostClock.now()) { continue }
            if guest.isRunning { guestStarts = guestStarts == .max ? 1 : guestStarts + 1 }
            set(guest.isRunning ? guestStarts : 0, stream)
        }
        for (id, stream) in streams where stream.found.guest != nil && guests.streams[id] == nil { removeStream(id) }
    }
}
