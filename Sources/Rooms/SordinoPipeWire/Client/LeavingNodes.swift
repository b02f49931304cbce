/// Nodes of streams that were closed, each until the server has taken it out of the graph.
///
/// As long as the server counts on a node, a cycle waits for it. One that its own process destroys first never answers, and
/// that cycle is lost for all that play. So the server destroys it, and the process after that.
/// - Thread: the loop lock is held.
final class LeavingNodes {
    private struct Entry {
        let node: FilterNode
        let memory: AnyObject
        /// The synchronisation that comes back after the server has destroyed the node.
        let number: Int32
    }

    private let connection: PipeWireConnection
    private var entries: [Entry] = []

    init(_ connection: PipeWireConnection) { self.connection = connection }

    /// Indicates whether none is on its way.
    var isEmpty: Bool { entries.isEmpty }

    /// Has a node destroyed.
    ///
    /// - Parameter memory: What its callback reads until then.
    func add(_ node: FilterNode, memory: AnyObject) {
        if let id = node.id { connection.destroyObject(id) }
        entries.append(Entry(node: node, memory: memory, number: connection.synchronise()))
    }

    /// The server has done all that was asked before the synchronisation of that number.
    func done(_ number: Int32) {
        for entry in entries where entry.number == number { entry.node.close() }
        entries.removeAll { $0.number == number }
    }

    /// Closes all: the server is gone, or the connection ends.
    func close() {
        for entry in entries { entry.node.close() }
        entries = []
    }
}
