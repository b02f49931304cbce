import CPipeWire
import Glibc
import SordinoHardware
import SordinoPolicy
import SordinoRealtime

/// The streams of programs without a session that are to go through the stage: found in the graph, and led to the hold.
///
/// The session manager is given the target of such a stream (`target.object`, which `pavucontrol` and `pactl` use too),
/// and links it there; without one the stage makes the ports and these links itself. A link between such a stream and a
/// device is removed at once, also one of the session manager, which makes the other when it reads the new target.
///
/// - Thread: the loop lock is held.
final class StageGuests {
    /// Says whether a stream goes through the stage.
    typealias Takes = @Sendable (GuestStream) -> Bool

    /// The settings for such streams.
    struct Wish {
        var takes: Takes
        /// The command line of the `SoundKeeper`; nil: none.
        var keeper: [String]?
        /// Says which programs may record what others play; nil: all.
        var allows: OutputRecordings.Allows?
        /// Says whether the outputs of a process are parts of the device.
        var makesOutputs: StageService.IsManaged = { _ in true }
    }

    private let connection: PipeWireConnection
    let hold: GuestHold
    private let takes: Takes
    private let isManaged: StageService.IsManaged
    /// Links the streams to a sink when this process has died and there is no session manager.
    private let keeper: KeeperProcess
    /// The actions that the session manager leaves to the policy.
    private var treaty = WirePlumberTreaty(process: getpid())
    /// The streams that go through the stage, by the number of their node.
    private(set) var streams: [UInt32: GuestStream] = [:]
    /// Alarms and screen readers, which are left alone: without a session manager the stage links them to the device.
    private var voices: [UInt32: GuestStream] = [:]
    /// Streams whose programs want them to lead to a node that is no output of the device, with that node: they are left alone.
    private(set) var ledAway: [UInt32: (stream: GuestStream, target: UInt32)] = [:]
    /// Streams whose programs name a node, and those of them that another link led to an output: these stay on the stage.
    private var (wishful, strayed) = (Set<UInt32>(), Set<UInt32>())
    /// Says whether what comes into a node is heard on an output of the device.
    var leadsToOutput: (UInt32) -> Bool = { _ in true }
    /// The links to the device that programs made themselves.
    private var recorded: [GraphLinkEnds: KeptLinks.Nodes] = [:]
    private var patches = GuestPatches()
    /// The node name of the sink in use.
    private var sink: String?
    /// The target that the session manager was given for a node: the serial number of the hold.
    private var targets: [UInt32: String] = [:]
    private var hasManager = false
    /// Nodes whose ports were asked for.
    private var configured = Set<UInt32>()
    /// Streams that were linked past the stage at any time.
    private(set) var rerouted = Set<UInt32>()
    /// When streams were last seen linked past the stage, in monotonic nanoseconds.
    private var direct: [UInt32: UInt64] = [:]
    /// Streams that the session manager does not link to the hold, because they may not be moved or another program makes
    /// their links; the stage links these itself.
    private var unled = Set<UInt32>()
    /// The time that the server and a program need to take the buffers of a link back: two long cycles.
    private static let quietNanoseconds: UInt64 = 200_000_000
    /// When nodes without ports and without a session manager were first seen, in monotonic nanoseconds.
    private var bare: [UInt32: UInt64] = [:]

    /// The interval of checks for a session manager that begins.
    static let patienceNanoseconds: UInt64 = 100_000_000
    /// The time that a session manager has to begin: one that comes later never links ports that it did not make.
    private static let beginningNanoseconds: UInt64 = 3_000_000_000

    init(
        _ connection: PipeWireConnection, group: String, wish: Wish, isManaged: @escaping StageService.IsManaged
    ) {
        self.connection = connection
        takes = wish.takes
        self.isManaged = isManaged
        hold = GuestHold(connection, group: group, guardsOutput: wish.allows != nil)
        keeper = KeeperProcess(wish.keeper)
    }

    func close() {
        // Its settings stay until the keeper gives them back: before the nodes of the hold are gone it would pause the players
        // that led there.
        hold.close()
        keeper.end()
    }

    /// Notes the node name of the sink in use, and sends it to the keeper.
    func plays(on sink: String?) {
        self.sink = sink
        updateKeeper()
    }

    private func updateKeeper() {
        keeper.tell(KeeperWord(sink: sink, patches: patches.all.merging(recorded) { own, _ in own }))
    }

    /// Notes the links that the stage makes for programs that may record what others play: the keeper makes them again.
    func records(by links: [LinkTable.Wanted]) {
        let nodes = links.map { ($0.ends, KeptLinks.Nodes(output: $0.outputNode, input: $0.inputNode)) }
        let now = Dictionary(nodes) { first, _ in first }
        guard now != recorded else { return }
        recorded = now
        updateKeeper()
    }

    // MARK: - The session manager

    /// Another session manager came: it knows nothing of what the one before was asked.
    func managerIsNew(serial: UInt32) {
        treaty.managerIsNew(serial: serial)
        _ = treaty.wants([.pausePlayback])
    }

    /// The session manager has told one of its settings.
    func managerHas(_ topic: WirePlumberTreaty.Topic, _ value: String?, in mirror: GraphMirror) {
        carryOut(
            treaty.heard(topic, value, note: mirror.metadata[WirePlumberTreaty.noteObject]?[0]?[topic.noteKey]))
    }

    /// Notes whether a headset is in its call profile for a program of the policy.
    func headsetIsInCall(_ isInCall: Bool) {
        carryOut(treaty.wants(isInCall ? [.pausePlayback, .headsetProfile] : [.pausePlayback]))
    }

    private func carryOut(_ orders: [WirePlumberTreaty.Order]) {
        guard !orders.isEmpty else { return }
        keeper.begin()
        connection.perform(orders)
    }

    /// The device has ports of its own in these directions now.
    func update(_ directions: Set<PortDirection>) { hold.update(directions) }

    /// All streams, ascending by serial number.
    var all: [GuestStream] { streams.values.sorted { $0.serial < $1.serial } }

    /// Reads a node anew.
    ///
    /// - Returns: Whether the stream is another than before, or is none any more.
    func look(at node: GraphNode, in mirror: GraphMirror) -> Bool {
        let found = GuestStreams.stream(node, in: mirror, isManaged: isManaged)
        var stream = found.flatMap { takes($0) ? $0 : nil }
        let isOtherVoice = note(stream == nil ? found : nil, ofNode: node.id)
        if let wanted = stream, let target = target(of: wanted, node, in: mirror) {
            ledAway[node.id] = (wanted, target)
            stream = nil
        } else {
            ledAway[node.id] = nil
        }
        if stream?.isPatched == true {
            stream?.channelCount = patches.ports(of: node.id).count
            if stream?.channelCount == 0 { stream = nil }
        }
        guard stream != streams[node.id] else { return isOtherVoice }
        streams[node.id] = stream
        if stream == nil { release(node.id) } else { lead(node.id, in: mirror) }
        return true
    }

    /// Returns the node that the program of a stream names for it, if nothing of it is heard on an output of the device.
    private func target(of stream: GuestStream, _ node: GraphNode, in mirror: GraphMirror) -> UInt32? {
        guard stream.direction == .output, !stream.isPatched, let target = GuestStreams.target(of: node, in: mirror),
            target.properties[StreamProperties.role] == nil
        else {
            wishful.remove(node.id)
            return nil
        }
        wishful.insert(node.id)
        guard !strayed.contains(node.id), !leadsToOutput(target.id) else { return nil }
        return target.id
    }

    /// Indicates whether programs name nodes for their streams: these are looked at again when the graph changes.
    var hasWishes: Bool { !wishful.isEmpty }

    /// Looks again at the streams whose programs name a node.
    func lookAtWishes(in mirror: GraphMirror) {
        for id in wishful { if let node = mirror.nodes[id] { _ = look(at: node, in: mirror) } }
    }

    /// Takes a stream back on the stage if a link leads it to an output of the device although its program names another node.
    ///
    /// - Returns: Whether it did.
    func takesBack(_ link: GraphLink, in mirror: GraphMirror) -> Bool {
        // Links to the stage may still be there when a program is left alone again.
        guard let away = ledAway[link.outputNode], away.target != link.inputNode,
            mirror.processID(ofNode: link.inputNode) != getpid(), leadsToOutput(link.inputNode),
            let node = mirror.nodes[link.outputNode]
        else { return false }
        strayed.insert(node.id)
        return look(at: node, in: mirror)
    }

    /// Notes a stream that is left alone if its role is one of those that have an effect on programs with a session.
    ///
    /// - Returns: Whether it is another than before.
    private func note(_ stream: GuestStream?, ofNode id: UInt32) -> Bool {
        let voice = stream.flatMap {
            $0.direction == .output && !$0.isPatched && MediaRoles.sound($0.role) != nil ? $0 : nil
        }
        defer { voices[id] = voice }
        return voice != voices[id]
    }

    /// Takes in a link to the device, if a program made it that says itself where its sound leads.
    ///
    /// - Returns: Whether the program's stream is another now.
    func patched(_ link: GraphLink, in mirror: GraphMirror) -> Bool {
        guard let node = mirror.nodes[link.outputNode], GuestStreams.isPatched(node),
            GuestStreams.stream(node, in: mirror, isManaged: isManaged).map(takes) == true, patches.note(link)
        else { return false }
        // No session manager makes these links.
        keeper.begin()
        updateKeeper()
        return look(at: node, in: mirror)
    }

    /// A node is gone, or a port.
    ///
    /// - Returns: Whether a stream is gone or is another.
    func forget(_ id: UInt32, in mirror: GraphMirror) -> Bool {
        var isOther = false
        if let patched = patches.forget(id) {
            updateKeeper()
            isOther = mirror.nodes[patched].map { look(at: $0, in: mirror) } ?? false
        }
        targets[id] = nil
        configured.remove(id)
        bare[id] = nil
        direct[id] = nil
        rerouted.remove(id)
        unled.remove(id)
        voices[id] = nil
        ledAway[id] = nil
        wishful.remove(id)
        strayed.remove(id)
        return streams.removeValue(forKey: id) != nil || isOther
    }

    /// The session manager links the stream as it likes again, and what a program had linked itself is linked again.
    private func release(_ id: UInt32) {
        connection.makeLasting(patches.of(id))
        if patches.forget(id) != nil { updateKeeper() }
        bare[id] = nil
        unled.remove(id)
        if targets.removeValue(forKey: id) != nil {
            connection.setMetadata(Self.targets, subject: id, key: Self.target, type: nil, value: nil)
        }
    }

    /// Forgets what a session manager was told: the metadata object is another, which holds none of it.
    func forgetTargets() { targets = [:] }

    /// The metadata object that holds the targets of streams, and the key.
    static let targets = "default"
    private static let target = "target.object"

    /// Notes that the target of a stream was set.
    ///
    /// - Returns: Whether another program set it, so that the stream has to be led back: past the stage it would sound
    ///   through a call.
    func targeted(_ id: UInt32, key: String?, value: String?) -> Bool {
        guard streams[id] != nil, let told = targets[id], key == nil || key == Self.target, value != told else {
            return false
        }
        targets[id] = nil
        return true
    }

    /// Removes a stream's target that a session manager remembered, if it is one of the silent nodes.
    ///
    /// WirePlumber keeps a target by the stream's role, also for other programs. A stream that this process has not sent to a silent
    /// node must not be led there.
    ///
    /// - Parameter told: The target that this process gave the stream as a recording of an output.
    func dropRemembered(_ id: UInt32, key: String?, value: String?, told: String?, in mirror: GraphMirror) {
        guard let key, let value, hold.isMeant(by: key, value, in: mirror) else { return }
        if key == Self.target, value == told || value == targets[id] { return }
        connection.setMetadata(Self.targets, subject: id, key: key, type: nil, value: nil)
    }

    /// Has the session manager link a stream to the hold, or makes the stream's ports where there is no session manager.
    private func lead(_ id: UInt32, in mirror: GraphMirror) {
        guard let stream = streams[id], !stream.isPatched,
            let serial = hold.node(for: stream, in: mirror)?.properties["object.serial"]
        else { return }
        let isTold =
            targets[id] == serial
            || connection.setMetadata(Self.targets, subject: id, key: Self.target, type: "Spa:Id", value: serial)
        hasManager = isTold
        if !isTold { keeper.begin() }
        if isTold { targets[id] = serial }
        makePorts(of: stream, unless: isTold, in: mirror)
    }

    /// Makes the ports of a stream that has none, unless there is a session manager or one may still begin.
    private func makePorts(of stream: GuestStream, unless hasManager: Bool, in mirror: GraphMirror) {
        let id = stream.node
        guard !hasManager, mirror.ports(of: id, isInput: stream.direction == .input).isEmpty, !configured.contains(id)
        else {
            bare[id] = nil
            return
        }
        let now = HostClock.now()
        let since = bare[id] ?? now
        bare[id] = since
        guard now >= since + Self.beginningNanoseconds else { return }
        bare[id] = nil
        configured.insert(id)
        connection.configurePorts(
            id, isSource: stream.direction == .output, sampleRate: mirror.timing?.sampleRate ?? 48_000,
            channels: stream.direction == .output ? max(2, min(stream.channelCount, 8)) : 2)
    }

    /// Notes the streams whose links to the device were removed and that were not linked to the hold in the time after that.
    private func noteUnled(in mirror: GraphMirror, now: UInt64) {
        for (id, last) in direct where now >= last + Self.quietNanoseconds {
            guard let stream = streams[id], !stream.isPatched, let hold = hold.node(for: stream, in: mirror)?.id,
                !mirror.links.values.contains(where: { [$0.outputNode, $0.inputNode].sorted() == [id, hold].sorted() })
            else { continue }
            unled.insert(id)
        }
    }

    /// Returns the links of streams that are left alone that no session manager makes: of alarms and screen readers to the device, and
    /// of others to the node that their programs name.
    private func voiceLinks(to sink: UInt32?, in mirror: GraphMirror) -> [LinkTable.Wanted] {
        let all =
            voices.values.compactMap { voice in sink.map { (voice, $0) } }
            + ledAway.values.map { ($0.stream, $0.target) }
        return all.flatMap { voice, sink -> [LinkTable.Wanted] in
            // Removing a key that is never set changes nothing, and fails without a session manager.
            let hasManager = connection.setMetadata(
                Self.targets, subject: voice.node, key: "sordino.none", type: nil, value: nil)
            makePorts(of: voice, unless: hasManager, in: mirror)
            guard !hasManager else { return [] }
            return zip(mirror.ports(of: voice.node, isInput: false), mirror.ports(of: sink, isInput: true)).map {
                LinkTable.Wanted(
                    outputNode: voice.node, inputNode: sink, ends: GraphLinkEnds(output: $0.id, input: $1.id))
            }
        }
    }

    /// Sets the targets of all streams, and returns the links that the session manager does not make: to the hold, and of alarms
    /// and screen readers to a sink.
    func links(in mirror: GraphMirror, alarmsOn sink: UInt32?) -> [LinkTable.Wanted] {
        for id in streams.keys { lead(id, in: mirror) }
        noteUnled(in: mirror, now: HostClock.now())
        let own = streams.values.filter { !$0.isPatched && (!hasManager || unled.contains($0.node)) }
        return voiceLinks(to: sink, in: mirror)
            + own.flatMap { stream -> [LinkTable.Wanted] in
                let isSink = stream.direction == .output
                guard let place = hold.node(for: stream, in: mirror)?.id else { return [] }
                let own = mirror.ports(of: stream.node, isInput: !isSink)
                let others = mirror.ports(of: place, isInput: isSink)
                return zip(own, others).map { own, other in
                    isSink
                        ? LinkTable.Wanted(
                            outputNode: stream.node, inputNode: place,
                            ends: GraphLinkEnds(output: own.id, input: other.id))
                        : LinkTable.Wanted(
                            outputNode: place, inputNode: stream.node,
                            ends: GraphLinkEnds(output: other.id, input: own.id))
                }
            }
    }

    /// Returns whether all links between a stream and the hold are up: links that the server makes at the same time may get
    /// other buffers than the stream writes to.
    ///
    /// The same goes for links to the device, which a session manager or the keeper made while there was no service: they
    /// have to be gone for `quietNanoseconds`.
    func isHeld(_ stream: GuestStream, in mirror: GraphMirror, now: UInt64) -> Bool {
        if let last = direct[stream.node] {
            guard now >= last + Self.quietNanoseconds else { return false }
            direct[stream.node] = nil
        }
        if stream.isPatched { return true }
        guard let hold = hold.node(for: stream, in: mirror)?.id else { return false }
        let ends = stream.direction == .output ? (stream.node, hold) : (hold, stream.node)
        let links = mirror.links.values.filter { ($0.outputNode, $0.inputNode) == ends }
        return !links.isEmpty && links.count >= min(2, portNames(stream, in: mirror).count) && links.allSatisfy(\.flows)
    }

    /// Names of the ports by which a stream plays or records.
    func portNames(_ stream: GuestStream, in mirror: GraphMirror) -> [String] {
        if stream.isPatched {
            return patches.ports(of: stream.node).compactMap { mirror.ports[$0]?.properties["port.name"] }
        }
        return mirror.ports(of: stream.node, isInput: stream.direction == .input).compactMap {
            $0.properties["port.name"]
        }
    }

    // MARK: - Links around the stage

    /// Returns whether one end of a link is a stream of these; what a program of JACK records is none.
    func isEnd(of link: GraphLink) -> Bool {
        streams[link.outputNode] != nil || streams[link.inputNode].map { !$0.isPatched } ?? false
    }

    /// Notes that a stream is linked past the stage.
    func isDirect(_ link: GraphLink, now: UInt64) {
        for node in [link.outputNode, link.inputNode] where streams[node] != nil {
            direct[node] = now
            rerouted.insert(node)
        }
    }

    /// Indicates whether a session manager is waited for, or the end of links past the stage.
    var waits: Bool { !bare.isEmpty || !direct.isEmpty }
}
