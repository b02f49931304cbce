import Glibc
import SordinoRealtime

/// Links that carry nothing, and links that others made: what may stay, and what goes.
extension StageService {
    /// Makes the links of a stream again that are up and through which nothing comes.
    ///
    /// The server now and then gives a link other buffers than the stream writes to, when another link of the same port goes at
    /// about that time: those of a session manager, or of the keeper. Such a stream is silent, so nothing is lost by it.
    ///
    /// - Returns: Whether it is to be looked at again.
    func revive(_ stream: ManagedStream, _ lookUp: GraphLookUp, _ now: UInt64) -> Bool {
        let cell = stream.end.cell
        let isDead =
            !cell.pointee.outputFlows.load(ordering: .relaxed)
            || (guests?.rerouted.contains(stream.found.node) == true
                && !cell.pointee.isAudible.load(ordering: .relaxed))
        guard stream.found.outputChannels > 0, isDead, stream.revivals < Self.revivalLimit else {
            stream.deadSince = nil
            return false
        }
        let own = programLinks(stream, lookUp).filter { $0.outputNode == stream.found.node }.map(\.ends)
        guard own.count == stream.found.outputChannels, own.allSatisfy(links.isActive) else {
            stream.deadSince = nil
            return false
        }
        let since = stream.deadSince ?? now
        stream.deadSince = since
        guard now >= since + max(3 * cycleNanoseconds, 100_000_000) << UInt64(stream.revivals) else { return true }
        stream.deadSince = nil
        stream.revivals += 1
        links.remove(own)
        ring()
        return true
    }

    /// A program may play silence for ever: 0.1, 0.2, 0.4, 0.8, 1.6 s after its links were made.
    private static let revivalLimit = 5

    /// Handles a link that appeared.
    func appeared(_ link: GraphLink) {
        look(at: link)
        if guests?.hasWishes == true { ring() }
        if outsideSound.concerns(link) { ring() }
    }

    /// Looks at a link: one of a managed stream or of the stage that we did not make goes at once, and so does one between
    /// the device and anything else that a managed program shows in the graph.
    func look(at link: GraphLink) {
        if guests?.takesBack(link, in: mirror()) == true { ring() }
        let isTheft = takesSound(link)
        if isDevice(link.inputNode), link.outputNode != playback.id, guests?.patched(link, in: mirror()) == true {
            ring()
        }
        if guests?.isEnd(of: link) == true { connection.watchLink(link.id) }
        if guests?.isEnd(of: link) == true, !isOfStage(link),
            [link.outputNode, link.inputNode].contains(where: isDevice)
        {
            guests?.isDirect(link, now: HostClock.now())
        }
        guard isTheft || isUnwanted(link) && !isReference(link), !links.contains(link.ends),
            !links.isLeaving(link.ends),
            // Once: the server gives the number of a removed object to the next new one.
            sentAway.insert(link.id).inserted
        else { return }
        connection.destroyObject(link.id)
        bypassCount += 1
        let now = HostClock.now()
        guard let culprit = isTheft ? link.inputNode : culprit(link) else { return }
        // For a guest stream at least 8 channels are assumed, because users move such streams in mixers.
        let channels = streams[culprit].map { $0.found.guest == nil ? $0.outputs.count + $0.inputs.count : 8 } ?? 0
        guard bypasses.note(culprit, link: link.serial, channels: channels, at: now) else { return }
        // The session manager or the program will make the links again and again, and each carries sound until it is removed.
        // Without the node no link can be made.
        connection.destroyObject(culprit)
        if let process = mirror().processID(ofNode: culprit), process != getpid(), isManaged(process) {
            bypasses.ban(process, at: now)
        }
    }

    /// Removes a new node of a process whose nodes were repeatedly linked past the stage.
    ///
    /// - Returns: Whether it was removed.
    func refuses(_ node: GraphNode, process: Int32?) -> Bool {
        let now = HostClock.now()
        guard let process, bypasses.isBanned(process, at: now) else { return false }
        bypasses.ban(process, at: now)
        connection.destroyObject(node.id)
        return true
    }

    /// Removes a node that forces the whole graph to a rate or a block at which nothing is heard any more.
    ///
    /// At 1 Hz a cycle takes minutes, and the server's own converters, also those in this process, ask for gigabytes.
    ///
    /// - Returns: Whether it was removed.
    func standsStill(by node: GraphNode) -> Bool {
        guard node.forcesStandstill else { return false }
        connection.destroyObject(node.id)
        return true
    }

    /// Returns the node that must not have had this link: a stream on the stage, or another node of a managed program.
    private func culprit(_ link: GraphLink) -> UInt32? {
        let mirror = mirror()
        return [link.outputNode, link.inputNode].first { node in
            guard node != capture.id, node != playback.id, !ports.values.contains(where: { $0.named.node == node })
            else { return false }
            return streams[node] != nil || mirror.processID(ofNode: node).map(isManaged) ?? false
        }
    }

    /// Returns whether a link that the stage did not make is to go.
    private func isUnwanted(_ link: GraphLink) -> Bool {
        // A guest may lead anywhere but past the stage to a device: to the hold, or to a program that records it.
        if guests?.isEnd(of: link) == true, !isOfStage(link) {
            return [link.outputNode, link.inputNode].contains(where: isDevice)
        }
        return isOurs(link) || isBypass(link)
    }

    /// Returns whether a link gives a program what others play, and the owner has not allowed that.
    private func takesSound(_ link: GraphLink) -> Bool {
        let mirror = mirror()
        guard let recordings, recordings.isRecording(link, in: mirror, places) || isReference(link)
        else { return false }
        let (isAllowed, isNew) = recordings.note(link, isOurs: isOfTable(link.ends), in: mirror)
        if isNew {
            guestsChanged()
            ring()
        }
        return !isAllowed
    }

    private var places: MonitorTrace.Places {
        MonitorTrace.Places(
            isDevice: isDevice, isGuest: { self.guests?.streams[$0] != nil },
            isMeant: { self.guests?.ledAway[$0.outputNode]?.target == $0.inputNode },
            isPlayback: { $0 == self.playback.id }, isStrange: isStrange)
    }

    /// Returns whether the sound that comes into a node is heard on an output of the device, or will be.
    func leadsToOutput(_ node: UInt32) -> Bool { MonitorTrace(mirror(), places).leadsToOutput(node) }

    /// Returns whether a node is a program's own, where the owner is asked about recordings of what the device plays.
    func isStrange(_ node: UInt32) -> Bool { recordings?.isStrange(node, in: mirror()) == true }

    /// Returns whether a source is none of the device: it passes on what the device plays, and the owner is asked about that.
    func passesMonitorOn(_ node: UInt32) -> Bool {
        guard recordings != nil else { return false }
        return MonitorTrace(mirror(), places).passesOn(node)
    }

    /// Returns whether a new link, or one that went, may make a node pass on what the device plays, or no more.
    func mayPassMonitorOn(_ link: GraphLink) -> Bool {
        recordings != nil && (!isOurs(link) || link.outputNode == playback.id && isStrange(link.inputNode))
    }

    /// The links of programs that may record what others play, in place of those that were removed.
    func recordingLinks(in mirror: GraphMirror, now: UInt64) -> [LinkTable.Wanted] {
        guard let recordings, let hold = guests?.hold else { return [] }
        let wanted = recordings.links(
            hold: hold, in: mirror, now: now, isOurs: isOfTable, isGuest: { guests?.streams[$0] != nil })
        guests?.records(by: wanted)
        return wanted
    }

    /// Returns whether a link is one that the stage made, also one that is on its way out.
    private func isOfTable(_ ends: GraphLinkEnds) -> Bool { links.contains(ends) || links.isLeaving(ends) }

    private func isOfStage(_ link: GraphLink) -> Bool {
        [link.outputNode, link.inputNode].contains { $0 == capture.id || $0 == playback.id }
    }

    private func isDevice(_ node: UInt32) -> Bool { ports.values.contains { $0.named.node == node } }

    private func isOurs(_ link: GraphLink) -> Bool {
        streams[link.outputNode] != nil || streams[link.inputNode] != nil || isOfStage(link)
            || sliders?.contains(link.outputNode) == true || sliders?.contains(link.inputNode) == true
    }

    /// Returns whether another process's stage listens to what this one plays.
    private func isReference(_ link: GraphLink) -> Bool {
        link.outputNode == playback.id && link.inputNode != playback.id
            && mirror().nodes[link.inputNode]?.properties[StreamProperties.role] == Self.role("playback")
    }

    func isBypass(_ link: GraphLink) -> Bool {
        let mirror = mirror()
        func isManaged(_ node: UInt32) -> Bool { mirror.processID(ofNode: node).map(self.isManaged) ?? false }
        return isDevice(link.inputNode) && isManaged(link.outputNode)
            || isDevice(link.outputNode) && isManaged(link.inputNode)
    }
}
