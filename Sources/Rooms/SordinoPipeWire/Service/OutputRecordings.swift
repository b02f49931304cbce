import Glibc
import SordinoHardware
import SordinoRealtime

/// Programs that record what the device plays, past the stage: the monitor of an output, or the stream of another program.
///
/// Each such link waits for the owner, who lets the program take the sound of others or does not. Meanwhile the link is removed, and a
/// session manager that would make it again and again is given a silent node as the target. When the owner has allowed it the
/// session manager links the program as before, and what programs had linked themselves is linked by the stage.
///
/// The process at the other end counts, not what a node says of itself: a level meter is a recording like any other.
///
/// - Thread: the loop lock is held.
final class OutputRecordings {
    /// Says whether a stream of a process may record what others play.
    ///
    /// Called for every such link at every look at the graph.
    typealias Allows = @Sendable (_ serial: UInt32, _ process: Int32) -> Bool

    private struct Recording {
        var stream: GuestStream
        /// The links that it was given or would be, each with its number in the graph while it is another's and is there.
        var links: [LinkTable.Wanted: UInt32?] = [:]
        /// The target that the session manager was given: the serial number of the silent node.
        var target: String?
        /// When the session manager was given its target back, in monotonic nanoseconds.
        var released: UInt64?
    }

    private let connection: PipeWireConnection
    private let allows: Allows
    /// Says whether the outputs of a process are parts of the device, as those of a session manager.
    private let makesOutputs: StageService.IsManaged
    private let isManaged: StageService.IsManaged
    private var recordings: [UInt32: Recording] = [:]

    /// Programs that are asked about at once, and links of one; others are removed unasked.
    static let (most, mostLinks) = (64, 64)
    /// The time that a session manager has to link a program again.
    private static let patienceNanoseconds: UInt64 = 1_000_000_000
    private static let target = "target.object"

    init(
        _ connection: PipeWireConnection, isManaged: @escaping StageService.IsManaged, allows: @escaping Allows,
        makesOutputs: @escaping StageService.IsManaged
    ) {
        (self.connection, self.isManaged, self.allows) = (connection, isManaged, allows)
        self.makesOutputs = makesOutputs
    }

    /// Returns whether a program made a node: not the server's configuration, nor a session manager.
    ///
    /// A node without a client that its maker left behind has said so when it was made.
    func isStrange(_ id: UInt32, in mirror: GraphMirror) -> Bool {
        guard let node = mirror.nodes[id] else { return false }
        guard node.properties["client.id"] != nil else { return node.properties["object.linger"] == "true" }
        guard let process = mirror.processID(ofNode: id) else { return true }
        return process != getpid() && !makesOutputs(process)
    }

    /// All streams, ascending by serial number.
    var all: [GuestStream] { recordings.values.map(\.stream).sorted { $0.serial < $1.serial } }

    /// Returns whether a link gives a program what others play.
    func isRecording(_ link: GraphLink, in mirror: GraphMirror, _ places: MonitorTrace.Places) -> Bool {
        // Nodes that the server's own configuration makes have no client.
        guard mirror.nodes[link.inputNode]?.properties["client.id"] != nil,
            mirror.processID(ofNode: link.inputNode) != getpid()
        else { return false }
        return MonitorTrace(mirror, places).gives(link)
    }

    /// Takes in a link that gives a program what others play.
    ///
    /// - Returns: Whether the program may have it, and whether it is to be told of.
    func note(_ link: GraphLink, isOurs: Bool, in mirror: GraphMirror) -> (isAllowed: Bool, isNew: Bool) {
        guard let node = mirror.nodes[link.inputNode] else { return (false, false) }
        let process = mirror.processID(ofNode: node.id)
        let stream = GuestStreams.recorder(node, in: mirror)
        let isAllowed = allows(stream.serial, process ?? 0)
        // A program with a session has taps for it, and is not asked about what it does beside them.
        guard let process, !isManaged(process) else { return (isAllowed, false) }
        let isNew = recordings[node.id] == nil
        guard !isNew || recordings.count < Self.most else { return (isAllowed, false) }
        var recording = recordings[node.id] ?? Recording(stream: stream)
        recording.stream = stream
        let wanted = LinkTable.Wanted(outputNode: link.outputNode, inputNode: link.inputNode, ends: link.ends)
        if recording.links[wanted] != nil || recording.links.count < Self.mostLinks {
            recording.links[wanted] = .some(isOurs ? nil : link.id)
        }
        recordings[node.id] = recording
        return (isAllowed, isNew)
    }

    /// An object went.
    ///
    /// - Parameter wasSentAway: Whether this process asked for that.
    /// - Returns: Whether a program records no more.
    func forget(_ id: UInt32, wasSentAway: Bool) -> Bool {
        if recordings.removeValue(forKey: id) != nil { return true }
        for (node, recording) in recordings {
            guard let link = recording.links.first(where: { $0.value == id })?.key else { continue }
            if wasSentAway {
                recordings[node]?.links[link] = .some(nil)
            } else {
                // The program, or a person at a patch bay, took it away.
                recordings[node]?.links[link] = nil
                guard recordings[node]?.links.isEmpty == true, recording.target == nil else { return false }
                recordings[node] = nil
                return true
            }
        }
        return false
    }

    /// Has the session manager lead programs to the silent node, or where they led themselves, and returns the links that the stage
    /// makes in place of those that were removed.
    func links(
        hold: GuestHold, in mirror: GraphMirror, now: UInt64, isOurs: (GraphLinkEnds) -> Bool,
        isGuest: (UInt32) -> Bool
    ) -> [LinkTable.Wanted] {
        recordings.keys.sorted().flatMap { id -> [LinkTable.Wanted] in
            guard let recording = recordings[id] else { return [] }
            guard allows(recording.stream.serial, mirror.processID(ofNode: id) ?? 0) else {
                lead(id, hold, in: mirror, isGuest: isGuest)
                return []
            }
            release(id, now: now)
            if let released = recordings[id]?.released, now < released + Self.patienceNanoseconds { return [] }
            recordings[id]?.released = nil
            let taken = Set(mirror.links.values.filter { $0.inputNode == id && !isOurs($0.ends) }.map(\.ends.input))
            return recording.links.keys.filter { link in
                !taken.contains(link.ends.input) && mirror.ports[link.ends.output] != nil
                    && mirror.ports[link.ends.input] != nil
            }
        }
    }

    /// Indicates whether a session manager is waited for.
    var waits: Bool { recordings.values.contains { $0.released != nil } }

    private func lead(
        _ id: UInt32, _ hold: GuestHold, in mirror: GraphMirror, isGuest: (UInt32) -> Bool
    ) {
        // A session manager leaves other nodes alone, and one that records a microphone is led already.
        guard let recording = recordings[id], !isGuest(id), mirror.nodes[id]?.properties["node.autoconnect"] == "true",
            let serial = hold.node(for: recording.stream, in: mirror)?.properties["object.serial"],
            recording.target != serial
        else { return }
        let isTold = connection.setMetadata(
            StageGuests.targets, subject: id, key: Self.target, type: "Spa:Id", value: serial)
        if isTold { recordings[id]?.target = serial }
    }

    private func release(_ id: UInt32, now: UInt64) {
        guard recordings[id]?.target != nil else { return }
        recordings[id]?.target = nil
        recordings[id]?.released = now
        connection.setMetadata(StageGuests.targets, subject: id, key: Self.target, type: nil, value: nil)
    }

    /// Notes that the target of a stream was set.
    ///
    /// - Returns: Whether another program set it, so that the stream has to be led again.
    func targeted(_ id: UInt32, key: String?, value: String?) -> Bool {
        guard key == nil || key == Self.target else { return false }
        guard let told = recordings[id]?.target, value != told else { return false }
        recordings[id]?.target = nil
        return true
    }

    /// The target that the session manager was given for a stream.
    func target(of id: UInt32) -> String? { recordings[id]?.target }

    /// Forgets what a session manager was told: the metadata object is another, which holds none of it.
    func forgetTargets() { for id in recordings.keys { recordings[id]?.target = nil } }
}
