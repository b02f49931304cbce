import SordinoDevice
import SordinoHardware
import SordinoRealtime
import SordinoWork
import Synchronization

/// Completes the streams of programs without a session by what the system says of their processes: which program a process
/// is of, and what its desktop entry says.
///
/// Facts from the kernel are available at once. The environment and the files belong to the program, and reading them may never
/// end: they are read on `FileLook.worker`, once for each process, with a time limit.
package final class GuestOrigins: Sendable {
    /// The known facts about a process.
    private struct ProcessFacts {
        /// Ticks since the machine's start at which the process began: another process of that number began later.
        var began: UInt64
        var family: Int32
        /// The last component of the executable's path, and the name by which the process was started.
        var executable: String
        var command: String
        /// Nil while its files are being read.
        var entry: Entry?

        /// Adds the facts to a stream; a stream that does not declare its executable gets that of the process.
        func describe(_ stream: GuestStream) -> GuestStream {
            var stream = stream
            stream.family = family
            stream.command = command
            if stream.executable.isEmpty { stream.executable = executable }
            return stream
        }
    }

    private struct Entry {
        var identifier = ""
        var categories: [String] = []
    }

    private struct State {
        var known: [Int32: ProcessFacts] = [:]
        /// Executables for which reading exceeded the time limit; files of their other processes are not read.
        var slow = Set<String>()
        var whenKnown: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let reads: Read

    /// Reads the beginning of a file, up to a host time.
    typealias Read = @Sendable (_ path: String, _ limit: Int, _ deadline: UInt64) -> String?

    package convenience init() { self.init(reads: FileLook.strangersText) }

    /// - Parameter reads: Reads files.
    init(reads: @escaping Read) { self.reads = reads }

    /// Calls `body` on `FileLook.worker` whenever the files of a process were read, and once at first.
    package func whenKnown(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenKnown = body }
        FileLook.worker.perform(body)
    }

    /// Returns a stream with its family, identifier and categories; nil while the files of its program are being read.
    ///
    /// - Thread: any but the render thread; reads only from the kernel itself.
    package func describe(_ stream: GuestStream) -> GuestStream? {
        guard let facts = facts(of: stream.process, asksFiles: true) else { return stream }
        guard let entry = facts.entry else { return nil }
        var stream = facts.describe(stream)
        if stream.identifier.isEmpty { stream.identifier = entry.identifier }
        stream.categories = entry.categories
        return stream
    }

    /// Returns a stream with the facts that are known at present, without waiting for files.
    package func describeForNow(_ stream: GuestStream) -> GuestStream {
        describe(stream) ?? facts(of: stream.process, asksFiles: false)?.describe(stream) ?? stream
    }

    /// The process that stands for the program of a process: the first of its ancestors that runs the same executable, or lives
    /// in the same unit of an application.
    package func family(of process: Int32) -> Int32 { facts(of: process, asksFiles: false)?.family ?? process }

    private func facts(of process: Int32, asksFiles: Bool) -> ProcessFacts? {
        guard process > 0, let status = ProcessStatus(process) else { return nil }
        let began = status.began
        if let facts = state.withLock({ $0.known[process] }), facts.began == began { return facts }
        var facts = ProcessFacts(
            began: began, family: Self.family(process),
            executable: ProcessStatus.executable(process).split(separator: "/").last.map(String.init) ?? "",
            command: status.command)
        guard asksFiles else { return facts }
        let isSlow = state.withLock { state in
            if state.known.count >= Self.limit {
                state.known = state.known.filter { ProcessStatus($0.key)?.began == $0.value.began }
            }
            return state.slow.contains(ProcessStatus.executable(facts.family)) || state.known.count >= Self.limit
        }
        if isSlow {
            facts.entry = Entry()
        } else {
            let (family, asked) = (facts.family, HostClock.now())
            state.withLock { $0.known[process] = facts }
            let isTaken = FileLook.worker.perform { [weak self] in self?.look(process, family, began, asked) }
            if !isTaken { facts.entry = Entry() }
        }
        state.withLock { state in
            if facts.entry != nil, state.known.count < Self.limit { state.known[process] = facts }
        }
        return facts
    }

    /// The maximum numbers of remembered processes and slow executables.
    ///
    /// Files of further processes are not read.
    private static let limit = 1_024
    private static let slowLimit = 64
    /// The time limit for the files of one process, and the longest time that a process waits for its turn.
    private static let lookNanoseconds: UInt64 = 50_000_000
    private static let patienceNanoseconds: UInt64 = 200_000_000

    /// Reads a program's files, on `FileLook.worker`.
    private func look(_ process: Int32, _ family: Int32, _ began: UInt64, _ asked: UInt64) {
        let executable = ProcessStatus.executable(family)
        let start = HostClock.now()
        var entry = Entry()
        if start < asked + Self.patienceNanoseconds, !state.withLock({ $0.slow.contains(executable) }) {
            let deadline = start + Self.lookNanoseconds
            let traces = ProcessDeclaration.Traces(process: family) { reads($0, $1, deadline) }
            if let found = traces.entry(read: { reads($0, 65_536, deadline) }) {
                entry = Entry(identifier: found.id, categories: found.entry.categories)
            }
            if HostClock.now() >= deadline {
                state.withLock { if $0.slow.count < Self.slowLimit { $0.slow.insert(executable) } }
            }
        }
        let whenKnown = state.withLock { [entry] state in
            if state.known[process]?.began == began { state.known[process]?.entry = entry }
            return state.whenKnown
        }
        whenKnown?()
    }

    private static func family(_ process: Int32) -> Int32 {
        let executable = ProcessStatus.executable(process)
        let unit = unit(of: process)
        var family = process
        var next = ProcessStatus(process)?.parent ?? 0
        // Bounded, so that a race with ending processes cannot loop for ever.
        for _ in 0..<64 {
            guard next > 1, let status = ProcessStatus(next) else { break }
            let isSame =
                !executable.isEmpty && ProcessStatus.executable(next) == executable
                || !unit.isEmpty && Self.unit(of: next) == unit
            if isSame { family = next }
            next = status.parent
        }
        return family
    }

    /// The unit of one application that a process lives in; empty outside of such.
    private static func unit(of process: Int32) -> String {
        let text = FileLook.text(of: "/proc/\(process)/cgroup", atMost: 8_192) ?? ""
        return text.split(whereSeparator: { $0 == "/" || $0.isNewline })
            .last { $0.hasPrefix("app-") && ($0.hasSuffix(".scope") || $0.hasSuffix(".service")) }.map(String.init)
            ?? ""
    }
}
