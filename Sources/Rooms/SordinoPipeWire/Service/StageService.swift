import CPipeWire
import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import Synchronization

/// The nodes and links of the stage in the graph: two nodes of the service, and all links of programs' streams.
///
/// One node for each direction, so that a program with both stands between them without a loop: device -> capture ->
/// program -> playback -> device, all in one cycle. Programs' streams are found by their nodes' properties; the process
/// of a node is read from the server, not from the node. All links of such a stream lead to the stage; any other is
/// removed at once.
///
/// After every change the whole desired state is computed anew (`reconcile`), and the differences are carried out.
///
/// - Thread: the loop lock is held.
final class StageService {
    /// Says which program a found stream belongs to; nil for streams that are not this service's.
    typealias Identify = @Sendable (FoundStream) -> ProgramID?
    /// Says whether a process is a program of this service's, so that nothing of it may reach the device but by the stage.
    typealias IsManaged = @Sendable (Int32) -> Bool

    let connection: PipeWireConnection
    let mixer: StageMixer
    let identify: Identify
    let isManaged: IsManaged
    let capture: FilterNode
    let playback: FilterNode
    private let programInputs: PortPool
    private let programOutputs: PortPool
    private let deviceInputs: PortPool
    private let deviceOutputs: PortPool
    /// Ports of the playback node that hear what others play on a port of the device.
    private let otherInputs: PortPool
    private let cycle: UnsafeMutablePointer<StageCycleCell>
    private let bell: LoopBell
    let links: LinkTable
    /// Streams of programs without a session; nil where they are left alone.
    let guests: StageGuests?
    /// Programs that record what others play; nil where they may.
    let recordings: OutputRecordings?
    /// The programs' volume controls in mixers; nil if programs are not shown there.
    let sliders: ProgramSliders?
    /// The number of the latest start of a stream of theirs.
    var guestStarts: Int32 = 0

    var streams: [UInt32: ManagedStream] = [:]
    /// Streams whose nodes are gone and whose end may still be heard.
    private var fading: [ManagedStream] = []
    var ports: [String: ManagedPort] = [:]
    /// The ports that streams were on at the last call of `linger`.
    var lastInUse = Set<String>()
    var outsideSound = OutsideSound()
    private let stopped: StoppedPrograms
    var bypasses = BypassLedger()
    /// The number of foreign links that the server was asked to remove.
    var bypassCount = 0
    /// Links of others that the server was asked to remove and has not yet.
    var sentAway = Set<UInt32>()
    var cards = CardDesk()
    var isActive = false
    /// The time at which the last stream stopped, in monotonic nanoseconds.
    private var lastBusy = HostClock.now()
    /// The block that was asked for; 0 for none.
    private var forcedFrames = 0
    private var told: (rate: Int, frames: Int) = (0, 0)

    /// Reads the graph as it is.
    var mirror: () -> GraphMirror = { GraphMirror() }
    /// Makes the program with that node begin the start of that number.
    var beginStart: (UInt32, Int32) -> Void = { _, _ in }
    /// Takes the start back that was written for that node: another node may get its number.
    var takeBack: (UInt32) -> Void = { _ in }
    /// Called when there is another program that records what others play.
    var guestsChanged: () -> Void = {}
    /// Called when the block or rate of the cycles changes.
    var timingChanged: (HardwareTiming) -> Void = { _ in }

    /// The time that links and nodes stay after their last use: sounds that follow soon begin at once.
    static let lingerNanoseconds: UInt64 = 1_000_000_000
    /// The time that the links of a port stay after another has taken its place: a fade and some cycles.
    ///
    /// The server may lose a cycle when they go, since it changes drivers. That belongs to the change, not into the music after it.
    static let replacedNanoseconds: UInt64 = 100_000_000

    /// Makes the stage's nodes.
    ///
    /// - Returns: Nil when the server gives none.
    init?(
        _ connection: PipeWireConnection, mixer: StageMixer, identify: @escaping Identify,
        isManaged: @escaping IsManaged, guests wish: StageGuests.Wish?, book: ProgramBook?
    ) {
        self.connection = connection
        self.mixer = mixer
        self.identify = identify
        self.isManaged = isManaged
        let bell = LoopBell(connection)
        guard let bell else { return nil }
        self.bell = bell
        cycle = .allocate(capacity: 1)
        cycle.initialize(
            to: StageCycleCell(
                renderer: mixer.renderer, frameCapacity: mixer.frameCapacity, bell: bell.bell))
        let capture = FilterNode(
            connection, name: "sordino.stage.capture", properties: Self.properties("capture"),
            process: { context, cycle in
                context.assumingMemoryBound(to: StageCycleCell.self)
                    .capture(cycle.assumingMemoryBound(to: cpw_cycle.self).pointee)
            }, context: cycle)
        let playback = FilterNode(
            connection, name: "sordino.stage.playback", properties: Self.properties("playback"),
            process: { context, cycle in
                context.assumingMemoryBound(to: StageCycleCell.self)
                    .playback(cycle.assumingMemoryBound(to: cpw_cycle.self).pointee)
            }, context: cycle)
        guard let capture, let playback else {
            cycle.deinitialize(count: 1)
            cycle.deallocate()
            return nil
        }
        self.capture = capture
        self.playback = playback
        programInputs = PortPool(playback, isInput: true, prefix: Self.program, count: 4)
        deviceOutputs = PortPool(playback, isInput: false, prefix: Self.device, count: 4)
        otherInputs = PortPool(playback, isInput: true, prefix: "other", count: 2)
        deviceInputs = PortPool(capture, isInput: true, prefix: Self.device, count: 2)
        programOutputs = PortPool(capture, isInput: false, prefix: Self.program, count: 2)
        links = LinkTable(connection) { cpw_bell_ring(bell.bell) }
        stopped = StoppedPrograms(connection)
        guests = wish.map { StageGuests(connection, group: Self.group, wish: $0, isManaged: isManaged) }
        recordings = wish.flatMap { wish in
            wish.allows.map {
                OutputRecordings(connection, isManaged: isManaged, allows: $0, makesOutputs: wish.makesOutputs)
            }
        }
        sliders = book.map { ProgramSliders(connection, mixer: mixer, book: $0) }
        _ = capture.connect(isActive: true)
        _ = playback.connect(isActive: true)
        bell.rung = { [weak self] in self?.reconcile() }
        guests?.leadsToOutput = { [weak self] in self?.leadsToOutput($0) ?? true }
    }

    private var pools: [PortPool] { [programInputs, programOutputs, deviceInputs, deviceOutputs, otherInputs] }

    /// Returns whether a program may have one more stream within its share of the ports.
    ///
    /// The device's own voices always may.
    private func hasRoom(for found: FoundStream, of program: ProgramID) -> Bool {
        let channels = found.inputChannels + (found.wantsReference ? Self.referenceChannels : 0)
        guard programInputs.room >= found.outputChannels, programOutputs.room >= channels else { return false }
        guard case .app = program else { return true }
        let others = streams.values.filter {
            // Streams of the same process are one program's, except those of this process, which has several programs.
            $0.found.processID == found.processID && found.processID != getpid()
                || $0.stageStream.description.program == program
        }
        let taken = others.reduce(0) { $0 + $1.outputs.count + $1.inputs.count }
        return others.count < StreamProperties.streamLimit
            && taken + found.outputChannels + found.inputChannels <= StreamProperties.programLimit
    }

    private static let referenceChannels = StreamProperties.referenceChannels
    private static let program = "program"
    private static let device = "device"

    static func role(_ direction: String) -> String { "stage " + direction }
    private static let group = StreamProperties.stageGroup(getpid())

    private static func properties(_ direction: String) -> [String: String] {
        [
            StreamProperties.role: role(direction),
            "node.name": "sordino.stage." + direction,
            "node.description": "Sordino stage (\(direction))",
            "media.type": "Audio", "media.category": "Filter",
            "node.autoconnect": "false",
            // Both in one driver's cycle.
            "node.group": group,
            // Without links they rest: nothing wakes this process then. (Filters cannot be made inactive: the library of older
            // servers ignores it.)
            "node.want-driver": "false",
        ]
    }

    /// Frees the nodes; the mixer may then be given to another stage.
    ///
    /// Before the connection closes.
    func close() {
        links.close()
        guests?.close()
        stopped.close()
        sliders?.close()
        for uid in ports.keys { mixer.removePort(uid: uid) }
        for stream in Array(streams.values) + fading { mixer.removeStream(stream.stageStream) }
        ports = [:]
        streams = [:]
        fading = []
        capture.close()
        playback.close()
        bell.close()
        cycle.deinitialize(count: 1)
        cycle.deallocate()
    }

    // MARK: - Events

    /// Has everything looked at soon.
    func ring() { cpw_bell_ring(bell.bell) }

    /// A port of the device arrived.
    func add(_ named: NamedPort) {
        let pool = named.port.direction == .output ? deviceOutputs : deviceInputs
        let numbers = pool.take(named.port.channels.count)
        let others = named.port.direction == .output ? otherInputs.take(min(numbers.count, Self.referenceChannels)) : []
        let end = PortEnd(
            pool.pointers(numbers), others: otherInputs.pointers(others), frameCapacity: mixer.frameCapacity)
        ports[named.port.uid] = ManagedPort(named, end: end, numbers: numbers, others: others)
        _ = mixer.addPort(named.port, peer: UnsafeMutableRawPointer(end.cell), peerKeeper: end)
        guests?.update(directions)
        ring()
    }

    /// A port of the device departed.
    func removePort(_ uid: String) {
        guard let port = ports.removeValue(forKey: uid) else { return }
        mixer.removePort(uid: uid)
        (port.named.port.direction == .output ? deviceOutputs : deviceInputs).giveBack(port.numbers)
        otherInputs.giveBack(port.others)
        guests?.update(directions)
        ring()
    }

    private var directions: Set<PortDirection> { Set(ports.values.map(\.named.port.direction)) }

    /// Updates the stage after a node's properties were received for the first time or changed.
    func look(at node: GraphNode, processID: Int32?) {
        if refuses(node, process: processID) || standsStill(by: node) { return }
        if let known = streams[node.id], known.found.guest == nil {
            let wanted = node.properties[StreamProperties.start].flatMap { Int32($0) } ?? 0
            if wanted != known.wanted { want(wanted, known) }
            return
        }
        guard let found = FoundStream(node, processID: processID) else { return lookForGuest(node) }
        guard let program = identify(found) else { return }
        add(found, of: program)
        let wanted = node.properties[StreamProperties.start].flatMap { Int32($0) } ?? 0
        if wanted != 0, let stream = streams[node.id] { want(wanted, stream) }
        ring()
    }

    func add(_ found: FoundStream, of program: ProgramID) {
        guard hasRoom(for: found, of: program) else { return }
        let outputs = programInputs.take(found.outputChannels)
        let inputs = programOutputs.take(found.inputChannels)
        let references = programOutputs.take(found.wantsReference ? Self.referenceChannels : 0)
        let end = StreamEnd(
            outputs: programInputs.pointers(outputs), inputs: programOutputs.pointers(inputs),
            references: programOutputs.pointers(references))
        let description = StreamDescription(
            program: program, audioClass: found.audioClass, name: found.name, outputChannels: found.outputChannels,
            inputChannels: found.inputChannels, wantsReference: found.wantsReference, taps: found.taps)
        if found.guest == nil, found.outputChannels > 0 { sliders?.prepare(program) }
        let stageStream = mixer.addStream(
            description, peer: UnsafeMutableRawPointer(end.cell), peerKeeper: end)
        let stream = ManagedStream(
            found, stageStream: stageStream, end: end, outputs: outputs, inputs: inputs, references: references)
        streams[found.node] = stream
    }

    private func want(_ start: Int32, _ stream: ManagedStream) {
        set(start, stream)
        reconcile()
    }

    func set(_ start: Int32, _ stream: ManagedStream) {
        // A link does not outlive a pause of its node: the buffer that was on its way is lost to both ends then, and with the
        // last buffer the link is dead. What makes a guest's node run are links to the hold newer than its pause: they stay.
        if stream.hasRun, start == 0 || stream.found.guest == nil { links.remove(node: stream.found.node) }
        if start != 0 {
            stream.hasRun = true
            if stream.found.guest == nil { sliders?.prepare(stream.stageStream.description.program) }
        }
        stream.wanted = start
        stream.deadSince = nil
        stream.revivals = 0
        stream.end.cell.pointee.close()
        if start != 0 {
            // Also from one start to the next without a stop: its time begins anew.
            mixer.setRunning(false, stream.stageStream)
            mixer.setRunning(true, stream.stageStream)
            stream.fadesUntil = nil
        } else {
            lastBusy = HostClock.now()
            stream.fadesUntil = lastBusy + Self.fadeNanoseconds
        }
    }

    /// A stream's end is heard in the cycles that follow; a graph that stands still is not waited for.
    private static let fadeNanoseconds: UInt64 = 1_000_000_000
    /// The interval of checks for a fade's end.
    private static let fadeLookNanoseconds: UInt64 = 20_000_000

    /// The server has done all that was asked before the synchronisation of that number.
    func done(_ number: Int32) { if links.done(number) { ring() } }

    /// An object of the graph went.
    func removed(_ id: UInt32) {
        bypasses.forget(id)
        let wasSentAway = sentAway.remove(id) != nil
        if recordings?.forget(id, wasSentAway: wasSentAway) == true { ring() }
        if outsideSound.concerns(removed: id) { ring() }
        if guests?.forget(id, in: mirror()) == true || guests?.hasWishes == true { ring() }
        removeStream(id)
    }

    func removeStream(_ id: UInt32) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        if stream.wanted != 0 {
            lastBusy = HostClock.now()
            stream.fadesUntil = lastBusy + Self.fadeNanoseconds
        }
        if stream.fadesUntil != nil { fading.append(stream) } else { forget(stream) }
        if stream.found.guest == nil { takeBack(id) }
        ring()
    }

    private func forget(_ stream: ManagedStream) {
        mixer.removeStream(stream.stageStream)
        programInputs.giveBack(stream.outputs)
        programOutputs.giveBack(stream.inputs + stream.references)
    }

    /// Lets go of streams whose end has been heard.
    ///
    /// - Returns: Whether others are still heard.
    private func letGo(_ now: UInt64) -> Bool {
        for stream in streams.values where stream.hasFaded(now) {
            stream.fadesUntil = nil
            mixer.setRunning(false, stream.stageStream)
        }
        let over = fading.filter { $0.hasFaded(now) }
        for stream in over { forget(stream) }
        fading.removeAll { stream in over.contains { $0 === stream } }
        return !fading.isEmpty || streams.values.contains { $0.fadesUntil != nil }
    }

    /// Makes the graph run at that block while the stage is in it; 0 leaves the block to the others.
    func force(blockFrames: Int) {
        forcedFrames = blockFrames
        playback.update(["node.force-quantum": String(blockFrames)])
    }

    /// Indicates whether every stream with a requested start has begun.
    var isSettled: Bool { streams.values.allSatisfy { $0.wanted == $0.told || $0.wanted == 0 } }

    /// The stage stream of a node.
    func stageStream(ofNode id: UInt32) -> StageStream? { streams[id]?.stageStream }

    // MARK: - Desired state

    private func reconcile() {
        let now = HostClock.now()
        let isFading = letGo(now)
        let mirror = mirror()
        if let guests {
            guests.lookAtWishes(in: mirror)
            receiveGuests(guests, mirror)
        }
        let busy = streams.values.filter { $0.wanted != 0 }
        stopped.look(at: busy.filter { $0.found.outputChannels > 0 }.map(\.found.node), in: mirror, now: now)
        let inUse = portsInUse(busy)
        var used = linger(inUse, now: now)
        let isBusy = !busy.isEmpty
        let staysActive = isBusy || (isActive && now < lastBusy + Self.lingerNanoseconds)
        if staysActive != isActive {
            isActive = staysActive
            for node in [capture, playback] { node.setActive(staysActive) }
        }
        if let sink = sinks(inUse).min() { guests?.plays(on: mirror.nodes[sink]?.properties["node.name"]) }
        direct(busy: inUse, used: used, mirror)
        // A pause of the stage ends its links, as a pause of a program's node ends those.
        var hasSurplus = false
        if !isActive {
            used = []
            for pool in pools where pool.shrink() { hasSurplus = true }
        }
        let lookUp = GraphLookUp(mirror, nodes: [capture.id, playback.id].compactMap { $0 } + Array(streams.keys))
        var wanted = Set(streams.values.flatMap { programLinks($0, lookUp) })
        for uid in used { wanted.formUnion(deviceLinks(uid, lookUp)) }
        let heard = busy.filter(\.found.wantsReference)
            .compactMap { mixer.linkedPorts($0.stageStream, .output).first.flatMap { ports[$0.uid] } }
        outsideSound.follow(isActive ? heard : [], in: mirror) {
            $0.outputNode == playback.id || isBypass($0) || guests?.isEnd(of: $0) == true
        }
        wanted.formUnion(outsideSound.links(to: playback.id, lookUp) { otherInputs.name($0) })
        if let guests { wanted.formUnion(guests.links(in: mirror, alarmsOn: loudspeaker(inUse))) }
        wanted.formUnion(recordingLinks(in: mirror, now: now))
        wanted.formUnion(stopped.links(in: mirror))
        if let sliders { wanted.formUnion(sliders.links(isActive ? places(of: busy) : [:], in: mirror)) }
        links.update(wanted)
        for link in mirror.links.values { look(at: link) }
        openPorts(used, lookUp)
        var hasDead = false
        for stream in busy {
            if stream.told != stream.wanted, isReady(stream, lookUp) { open(stream) }
            if revive(stream, lookUp, now) { hasDead = true }
        }
        sliders?.show(shownPrograms)
        noteTiming()
        var waits = cards.waits + (isFading ? [Self.fadeLookNanoseconds] : [])
        if (!isBusy && isActive) || hasSurplus { waits.append(Self.lingerNanoseconds / 4) }
        if used.count > inUse.count { waits.append(isBusy ? Self.replacedNanoseconds / 2 : Self.lingerNanoseconds / 4) }
        if hasDead { waits.append(cycleNanoseconds) }
        if links.hasFailures || sliders?.isWaiting == true { waits.append(LinkTable.pauseNanoseconds) }
        if isBusy || !stopped.isEmpty { waits.append(StoppedPrograms.lookNanoseconds) }
        if guests?.waits == true || recordings?.waits == true { waits.append(StageGuests.patienceNanoseconds) }
        if let wait = waits.min() { bell.ring(afterNanoseconds: wait) }
    }

    func programLinks(_ stream: ManagedStream, _ lookUp: GraphLookUp) -> [LinkTable.Wanted] {
        let node = stream.found.node
        // Nodes with links run: those of a stream that does not play are no one's.
        guard stream.wanted != 0, !stopped.isParked(node, links, in: mirror()) else { return [] }
        return lookUp.links(
            from: node, stream.found.outputNames,
            to: playback.id, stream.outputs.map { programInputs.name($0) })
            + lookUp.links(
                from: capture.id, stream.inputs.map { programOutputs.name($0) },
                to: node, stream.found.inputNames)
            + lookUp.links(
                from: capture.id, stream.references.map { programOutputs.name($0) },
                to: node, stream.references.indices.map { "\(ClientStream.referenceName)_\($0 + 1)" })
    }

    func deviceLinks(_ uid: String, _ lookUp: GraphLookUp) -> [LinkTable.Wanted] {
        guard let port = ports[uid] else { return [] }
        let isOutput = port.named.port.direction == .output
        guard let own = isOutput ? playback.id : capture.id else { return [] }
        let pool = isOutput ? deviceOutputs : deviceInputs
        let present = mirror().ports
        return zip(port.numbers, port.named.graphPorts).compactMap { number, graphPort in
            // While a session manager gives the node other ports there are none to lead to.
            guard present[graphPort] != nil, let ownPort = lookUp.port(own, pool.name(number)) else { return nil }
            return isOutput
                ? LinkTable.Wanted(
                    outputNode: own, inputNode: port.named.node,
                    ends: GraphLinkEnds(output: ownPort, input: graphPort))
                : LinkTable.Wanted(
                    outputNode: port.named.node, inputNode: own,
                    ends: GraphLinkEnds(output: graphPort, input: ownPort))
        }
    }

    /// Returns whether samples of the stream come in on every channel, and every port that it is on is linked.
    private func isReady(_ stream: ManagedStream, _ lookUp: GraphLookUp) -> Bool {
        let cell = stream.end.cell
        let isOwn = stream.found.guest == nil
        if stream.found.outputChannels > 0, !cell.pointee.gives(isGuest: !isOwn) { return false }
        // Once a link is active, the server has told the program's process when the stage begins a cycle.
        if isOwn, !programLinks(stream, lookUp).allSatisfy({ links.isActive($0.ends) }) { return false }
        if stream.found.inputChannels > 0, !cell.pointee.inputFlows.load(ordering: .relaxed) { return false }
        for direction in [PortDirection.output, .input] {
            for port in mixer.linkedPorts(stream.stageStream, direction) {
                guard let managed = ports[port.uid] else { continue }
                let wanted = deviceLinks(port.uid, lookUp)
                guard wanted.count == managed.numbers.count, wanted.allSatisfy({ links.isActive($0.ends) }),
                    managed.end.cell.pointee.flows.load(ordering: .relaxed)
                else { return false }
            }
        }
        return true
    }

    private func open(_ stream: ManagedStream) {
        stream.told = stream.wanted
        stream.end.cell.pointee.start.store(stream.wanted, ordering: .relaxed)
        stream.end.cell.pointee.isOpen.store(true, ordering: .releasing)
        if stream.found.guest == nil { beginStart(stream.found.node, stream.wanted) }
    }

    /// The length of a cycle, as the stage saw it last.
    var cycleNanoseconds: UInt64 {
        let rate = max(cycle.pointee.rate.load(ordering: .relaxed), 8_000)
        return UInt64(max(cycle.pointee.blockFrames.load(ordering: .relaxed), 256)) * 1_000_000_000 / UInt64(rate)
    }

    /// Lets the stage's next cycle be told, also when it is like the last one that was.
    func forgetTiming() { told = (0, 0) }

    private func noteTiming() {
        let seen = (cycle.pointee.rate.load(ordering: .relaxed), cycle.pointee.blockFrames.load(ordering: .relaxed))
        guard seen.0 > 0, seen.1 > 0, told != seen else { return }
        told = seen
        timingChanged(HardwareTiming(sampleRate: Double(seen.0), blockFrames: seen.1))
    }
}
