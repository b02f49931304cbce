import CPipeWire
import SordinoRealtime

/// The links that the stage needs, with their state.
///
/// - Thread: the loop lock is held.
final class LinkTable {
    private let connection: PipeWireConnection
    /// Called when a link changed its state.
    private let changed: () -> Void
    private var links: [GraphLinkEnds: Entry] = [:]
    /// The times at which links failed, in monotonic nanoseconds: they are tried again after a pause.
    private var failures: [GraphLinkEnds: UInt64] = [:]
    /// Links that were removed here, as long as the server has not told all that came of it: each with the number of the
    /// synchronisation that says so.
    private var leaving: [GraphLinkEnds: Int32] = [:]

    /// The pause after a failed link, in nanoseconds.
    static let pauseNanoseconds: UInt64 = 100_000_000

    /// A link as C calls it back.
    private final class Entry {
        let nodes: [UInt32]
        var link: OpaquePointer?
        var state: Int32 = 0
        var changed: () -> Void = {}

        init(nodes: [UInt32]) { self.nodes = nodes }
    }

    init(_ connection: PipeWireConnection, changed: @escaping () -> Void) {
        self.connection = connection
        self.changed = changed
    }

    /// A link that is to be.
    struct Wanted: Hashable {
        var outputNode: UInt32
        var inputNode: UInt32
        var ends: GraphLinkEnds
    }

    /// Makes what is missing and removes what is not wanted any more.
    func update(_ wanted: Set<Wanted>) {
        let ends = Set(wanted.map(\.ends))
        let now = HostClock.now()
        for (old, entry) in links where !ends.contains(old) || entry.state < 0 {
            if entry.state < 0 { failures[old] = now }
            remove(old)
        }
        failures = failures.filter { ends.contains($0.key) && now < $0.value + Self.pauseNanoseconds }
        // In a certain order, so that runs are alike.
        let missing = wanted.filter { links[$0.ends] == nil && failures[$0.ends] == nil }
            .sorted { ($0.ends.output, $0.ends.input) < ($1.ends.output, $1.ends.input) }
        for want in missing {
            let entry = Entry(nodes: [want.outputNode, want.inputNode])
            entry.changed = changed
            entry.link = cpw_link_create(
                connection.server, want.outputNode, want.ends.output, want.inputNode, want.ends.input,
                { context, state in
                    let entry = Unmanaged<Entry>.fromOpaque(context).takeUnretainedValue()
                    entry.state = Int32(state)
                    entry.changed()
                }, Unmanaged.passUnretained(entry).toOpaque())
            if entry.link != nil { links[want.ends] = entry }
        }
    }

    /// Indicates whether a link waits to be tried again.
    var hasFailures: Bool { !failures.isEmpty }

    func contains(_ ends: GraphLinkEnds) -> Bool { links[ends] != nil }

    /// Returns whether a link that was ours may still be seen between these ends, although it is on its way out.
    func isLeaving(_ ends: GraphLinkEnds) -> Bool { leaving[ends] != nil }

    /// The server has done all that was asked before the synchronisation of that number.
    ///
    /// - Returns: Whether links between some ends are now those of others for certain.
    func done(_ number: Int32) -> Bool {
        let count = leaving.count
        leaving = leaving.filter { $1 != number }
        return leaving.count < count
    }

    /// Returns whether the server says that samples go through.
    func isActive(_ ends: GraphLinkEnds) -> Bool { links[ends]?.state == 4 }

    /// Removes all links of a node.
    func remove(node: UInt32) {
        for (ends, entry) in links where entry.nodes.contains(node) { remove(ends) }
    }

    private func remove(_ ends: GraphLinkEnds) {
        guard let entry = links.removeValue(forKey: ends), let link = entry.link else { return }
        cpw_link_destroy(link)
        leaving[ends] = connection.synchronise()
    }

    /// Removes links that are wanted, so that the next update makes them again.
    func remove(_ ends: [GraphLinkEnds]) { for ends in ends { remove(ends) } }

    /// Removes all links of the stage.
    func close() { for ends in links.keys { remove(ends) } }
}
