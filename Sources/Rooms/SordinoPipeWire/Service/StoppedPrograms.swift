import CPipeWire
import Glibc

/// The streams of programs that are stopped (SIGSTOP, a debugger) while they play.
///
/// The stage's playback node waits in each cycle for all streams that are linked to it, and a stopped program never answers: all
/// programs would be silent. So the stage links such a stream to a silent node that has a clock of its own, and then removes its links
/// to the stage, until the program continues. Without any link the server would ask the program to pause, and make no links
/// of any program until it answers.
///
/// - Thread: the loop lock is held.
final class StoppedPrograms {
    private let connection: PipeWireConnection
    /// The nodes of the streams.
    private var nodes = Set<UInt32>()
    private var lastLook: UInt64 = 0
    /// The silent node; nil while no program is stopped.
    private var parking: OpaquePointer?
    private let name = "sordino.parking.\(getpid())"

    /// The interval of checks.
    static let lookNanoseconds: UInt64 = 400_000_000
    /// The word in `StreamProperties.role`.
    private static let role = "parking"

    init(_ connection: PipeWireConnection) { self.connection = connection }

    /// Indicates whether no program is stopped.
    var isEmpty: Bool { nodes.isEmpty }

    /// Checks the programs of nodes, unless it was just done.
    func look(at playing: [UInt32], in mirror: GraphMirror, now: UInt64) {
        guard now >= lastLook + Self.lookNanoseconds else { return }
        lastLook = now
        var known: [Int32: Bool] = [:]
        // Also those whose streams have left the stage meanwhile: without a link the server would wait for their programs.
        nodes = nodes.union(playing).filter { node in
            guard let process = mirror.processID(ofNode: node), process != getpid() else { return false }
            if known[process] == nil { known[process] = Self.isStopped(process) }
            return known[process] == true
        }
        if nodes.isEmpty { close() } else if parking == nil { makeParking() }
    }

    private func makeParking() {
        parking = SilentNode.make(
            connection, name: name, description: "Sordino (stopped programs)", positions: "[ MONO ]", role: Self.role,
            more: ["priority.driver": "0", "adapter.auto-port-config": "{ mode = dsp }"])
    }

    /// Returns the link of each stopped stream to the silent node.
    func links(in mirror: GraphMirror) -> [LinkTable.Wanted] { nodes.compactMap { link(of: $0, in: mirror) } }

    /// Returns whether a stream is stopped and linked to the silent node, so that its other links can go.
    func isParked(_ node: UInt32, _ links: LinkTable, in mirror: GraphMirror) -> Bool {
        nodes.contains(node) && link(of: node, in: mirror).map { links.isActive($0.ends) } ?? false
    }

    private func link(of node: UInt32, in mirror: GraphMirror) -> LinkTable.Wanted? {
        let place = mirror.nodes.values.first {
            $0.properties["node.name"] == name && $0.properties[StreamProperties.role] == Self.role
        }
        guard let place, let input = mirror.ports(of: place.id, isInput: true).first,
            let output = mirror.ports(of: node, isInput: false).first
        else { return nil }
        return LinkTable.Wanted(
            outputNode: node, inputNode: place.id, ends: GraphLinkEnds(output: output.id, input: input.id))
    }

    /// Removes the silent node.
    func close() {
        if let parking { cpw_object_destroy(parking) }
        parking = nil
    }

    /// Returns whether a process is stopped; false if there is none.
    ///
    /// Source: proc(5), `/proc/PID/stat`.
    static func isStopped(_ process: Int32) -> Bool {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { Glibc.close(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(file, &bytes, bytes.count)
        // The name before the state may hold anything, brackets too.
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else {
            return false
        }
        return bytes[end + 2] == UInt8(ascii: "T") || bytes[end + 2] == UInt8(ascii: "t")
    }
}
