import SordinoBus
import SordinoDevice
import SordinoPolicy
import Synchronization

/// The program of each process on the bus; the stage knows only the process that made a stream.
///
/// Both are the kernel's word: the bus and the audio server ask it who is at the other end of a socket. What a stream says
/// of itself only chooses among the programs of its own process.
package final class ProcessOwners: Sendable {
    private struct State {
        /// In the order in which they registered; a program stands here once for each of its connections.
        var apps: [Int32: [AppID]] = [:]
        /// The same by the namespace of processes of a sandbox: its proxy is on the bus, its other processes play.
        var sandboxed: [UInt64: [AppID]] = [:]
        var changed: (@Sendable (_ process: Int32) -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    /// Calls `changed` after each change with the process that it is about, on whichever thread makes it.
    package func whenChanged(_ changed: @escaping @Sendable (_ process: Int32) -> Void) {
        state.withLock { $0.changed = changed }
    }

    /// - Parameter sandbox: The namespace of the processes of its sandbox; 0 for none.
    func add(_ app: AppID, process: Int32, sandbox: UInt64 = 0) {
        change(process) { state in
            state.apps[process, default: []].append(app)
            if sandbox != 0 { state.sandboxed[sandbox, default: []].append(app) }
        }
    }

    func remove(_ app: AppID, process: Int32, sandbox: UInt64 = 0) {
        change(process) { state in
            Self.remove(app, process, from: &state.apps)
            Self.remove(app, sandbox, from: &state.sandboxed)
        }
    }

    private static func remove<Key>(_ app: AppID, _ key: Key, from table: inout [Key: [AppID]]) {
        guard let index = table[key]?.firstIndex(of: app) else { return }
        table[key]?.remove(at: index)
        if table[key]?.isEmpty == true { table[key] = nil }
    }

    private func change(_ process: Int32, _ body: (inout State) -> Void) {
        let changed = state.withLock { state in
            body(&state)
            return state.changed
        }
        changed?(process)
    }

    /// The programs of a process, or of the sandbox in which the kernel places it.
    private func all(of process: Int32) -> [AppID] {
        let (apps, hasSandboxes) = state.withLock { ($0.apps[process], !$0.sandboxed.isEmpty) }
        if let apps { return apps }
        guard hasSandboxes, let inside = KernelNamespace(of: process, .processes) else { return [] }
        return state.withLock { $0.sandboxed[inside.inode] } ?? []
    }

    /// The program that a stream of a process belongs to; nil while the process has no registered program.
    ///
    /// - Parameter claimed: The program that the stream names as its own.
    package func program(of process: Int32, claiming claimed: ProgramID?) -> ProgramID? {
        let apps = all(of: process)
        guard let latest = apps.last else { return nil }
        if case .app(let app)? = claimed, apps.contains(app) { return claimed }
        return .app(latest)
    }

    /// The program that a process registered as last; nil while it has not.
    package func latest(of process: Int32) -> AppID? { all(of: process).last }

    /// The programs of a process.
    func apps(of process: Int32) -> [AppID] { Set(all(of: process)).sorted() }

    /// The processes of every program.
    func processes() -> [AppID: [Int32]] {
        var processes: [AppID: Set<Int32>] = [:]
        for (process, apps) in state.withLock({ $0.apps }) {
            for app in apps { processes[app, default: []].insert(process) }
        }
        return processes.mapValues { $0.sorted() }
    }

    /// A process of a program: the lowest number; nil while it has none.
    package func process(of app: AppID) -> Int32? {
        state.withLock { $0.apps.filter { $0.value.contains(app) }.keys.min() }
    }

    /// Returns whether a process is a part of a program.
    package func owns(_ process: Int32, _ app: AppID) -> Bool {
        all(of: process).contains(app)
    }

    /// Returns whether a program of that process is registered.
    package func isManaged(_ process: Int32) -> Bool { state.withLock { $0.apps[process] != nil } }
}
