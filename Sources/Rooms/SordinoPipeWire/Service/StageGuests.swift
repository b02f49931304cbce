import CPipeWire
import SordinoHardware
import SordinoRealtime

/// The streams of programs without a session that are to go through the stage: found in the graph, and led to the hold.
///
/// The session manager is told where such a stream leads (`target.object`, what `pavucontrol` and `pactl` use too), and links
/// it there; without one the stage makes the ports and these links itself. A link between such a stream and a device is not
/// wanted: it goes at once where no session manager made it, and else if the manager has not moved it itself in a while.
///
/// - Thread: the loop lock is held.
final class StageGuests {
    /// Says whether a stream goes through the stage.
    typealias Takes = @Sendable (GuestStream) -> Bool

    private let connection: PipeWireConnection
    private let hold: GuestHold
    private let takes: Takes
    private let isManaged: StageService.IsManaged
    /// By node.
    private(set) var streams: [UInt32: GuestStream] = [:]
    /// The serial number of the hold that the session manager was told for a node.
    private var targets: [UInt32: String] = [:]
    private var hasManager = false
    /// Nodes whose ports were asked for.
    private var configured = Set<UInt32>()
    /// When nodes without ports and without a session manager were first seen, in monotonic nanoseconds.
    private var bare: [UInt32: UInt64] = [:]
    /// When links to devices were first seen, in monotonic nanoseconds, by serial number.
    private var bypasses: [UInt32: UInt64] = [:]

    /// The time that a session manager has to move a link itself.
    static let patienceNanoseconds: UInt64 = 100_000_000
    /// The time that a session manager has to begin: ports that somebody else made are never linked by one that comes later.
    private static let beginningNanoseconds: UInt64 = 3_000_000_000

    init(
        _ connection: PipeWireConnection, group: String, takes: @escaping Takes,
        isManaged: @escaping StageService.IsManaged
    ) {
        self.connection = connection
        self.takes = takes
        self.isManaged = isManaged
        hold = GuestHold(connection, group: group)
    }

    func close() { hold.close() }

    /// All streams, ascending by serial number.
    var all: [GuestStream] { streams.values.sorted { $0.serial < $1.serial } }

    /// Reads a node anew.
    ///
    /// - Returns: Whether the stream is another than before, or is none any more.
    func look(at node: GraphNode, in mirror: GraphMirror) -> Bool {
        let stream = GuestStreams.stream(node, in: mirror, isManaged: isManaged).flatMap { takes($0) ? $0 : nil }
        guard stream != streams[node.id] else { return false }
        streams[node.id] = stream
        if stream == nil { release(node.id) } else { lead(node.id, in: mirror) }
        return true
    }

    /// The node is gone.
    ///
    /// - Returns: Whether it was a stream.
    func forget(_ id: UInt32) -> Bool {
        targets[id] = nil
        configured.remove(id)
        bare[id] = nil
        return streams.removeValue(forKey: id) != nil
    }

    /// The session manager links the stream as it likes again.
    private func release(_ id: UInt32) {
        bare[id] = nil
        if targets.removeValue(forKey: id) != nil {
            connection.setMetadata("default", subject: id, key: Self.target, type: nil, value: nil)
        }
    }

    private static let target = "target.object"

    /// Has the session manager link a stream to the hold, or makes the stream's ports where there is no session manager.
    private func lead(_ id: UInt32, in mirror: GraphMirror) {
        guard let stream = streams[id],
            let serial = hold.node(isSink: stream.direction == .output, in: mirror)?.properties["object.serial"]
        else { return }
        let isTold =
            targets[id] == serial
            || connection.setMetadata("default", subject: id, key: Self.target, type: "Spa:Id", value: serial)
        hasManager = isTold
        if isTold { targets[id] = serial }
        guard !isTold, mirror.ports(of: id, isInput: stream.direction == .input).isEmpty, !configured.contains(id)
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
            id, isSource: stream.direction == .output, sampleRate: mirror.timing?.sampleRate ?? 48_000, channels: 2)
    }

    /// Leads all streams, and returns the links to the hold that nobody else makes.
    func links(in mirror: GraphMirror) -> [LinkTable.Wanted] {
        for id in streams.keys { lead(id, in: mirror) }
        guard !hasManager else { return [] }
        return streams.values.flatMap { stream -> [LinkTable.Wanted] in
            let isSink = stream.direction == .output
            guard let hold = hold.node(isSink: isSink, in: mirror)?.id else { return [] }
            let own = mirror.ports(of: stream.node, isInput: !isSink)
            let others = mirror.ports(of: hold, isInput: isSink)
            return zip(own, others).map { own, other in
                isSink
                    ? LinkTable.Wanted(
                        outputNode: stream.node, inputNode: hold,
                        ends: GraphLinkEnds(output: own.id, input: other.id))
                    : LinkTable.Wanted(
                        outputNode: hold, inputNode: stream.node,
                        ends: GraphLinkEnds(output: other.id, input: own.id))
            }
        }
    }

    /// Whether all links between a stream and the hold are up: links that the server makes at the same time may get other
    /// buffers than the stream writes to.
    func isHeld(_ stream: GuestStream, in mirror: GraphMirror) -> Bool {
        guard let hold = hold.node(isSink: stream.direction == .output, in: mirror)?.id else { return false }
        let ends = stream.direction == .output ? (stream.node, hold) : (hold, stream.node)
        let links = mirror.links.values.filter { ($0.outputNode, $0.inputNode) == ends }
        return !links.isEmpty && links.count >= min(2, portNames(stream, in: mirror).count) && links.allSatisfy(\.flows)
    }

    /// Names of the ports by which a stream plays or records.
    func portNames(_ stream: GuestStream, in mirror: GraphMirror) -> [String] {
        mirror.ports(of: stream.node, isInput: stream.direction == .input).compactMap { $0.properties["port.name"] }
    }

    // MARK: - Links around the stage

    /// Whether one end of a link is a stream of these.
    func isEnd(of link: GraphLink) -> Bool { streams[link.outputNode] != nil || streams[link.inputNode] != nil }

    /// Whether a link to a device is to be removed now.
    func isOverdue(_ link: GraphLink, at now: UInt64) -> Bool {
        guard hasManager else { return true }
        let since = bypasses[link.serial] ?? now
        bypasses[link.serial] = since
        return now >= since + Self.patienceNanoseconds
    }

    /// Forgets links that are gone.
    ///
    /// - Returns: Whether some are waited for, or a session manager is.
    func waits(for links: some Sequence<GraphLink>) -> Bool {
        guard !bypasses.isEmpty else { return !bare.isEmpty }
        let present = Set(links.map(\.serial))
        bypasses = bypasses.filter { present.contains($0.key) }
        return !bypasses.isEmpty || !bare.isEmpty
    }
}
