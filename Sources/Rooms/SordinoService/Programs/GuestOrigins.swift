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
        /// The last component of the path of the executable, and the name by which the process was started.
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
        /// Executables for which reading exceeded the time limit, and the host time of that; files of their other processes are
        /// not read for `slowNanoseconds`.
        var slow: [String: UInt64] = [:]
        var whenKnown: (@Sendable () -> Void)?

        /// Returns whether files of an executable are not to be read.
        func isSlow(_ executable: String, at now: UInt64) -> Bool {
            slow[executable].map { now < $0 + GuestOrigins.slowNanoseconds } ?? false
        }

        /// Notes an executable in place of the one that was noted longest ago, if there is no room.
        mutating func noteSlow(_ executable: String, at now: UInt64, limit: Int) {
            if slow[executable] == nil, slow.count >= limit, let oldest = slow.min(by: { $0.value < $1.value })?.key {
                slow[oldest] = nil
            }
            slow[executable] = now
        }
    }

    private let state = Mutex(State())
    private let reads: Read
    private let limits: Limits
    private let clock: @Sendable () -> UInt64

    /// Reads the beginning of a file, up to a host time.
    typealias Read = @Sendable (_ path: String, _ limit: Int, _ deadline: UInt64) -> String?

    package convenience init() { self.init(reads: FileLook.strangersText) }

    /// - Parameters:
    ///   - reads: Reads files.
    ///   - limits: The size of the tables.
    ///   - clock: The present host time.
    init(
        reads: @escaping Read, limits: Limits = Limits(), clock: @escaping @Sendable () -> UInt64 = { HostClock.now() }
    ) {
        (self.limits, self.clock, self.reads) = (limits, clock, reads)
    }

    /// The number of remembered processes.
    var count: Int { state.withLock { $0.known.count } }

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
            if state.known.count >= limits.processes {
                state.known = state.known.filter { ProcessStatus($0.key)?.began == $0.value.began }
            }
            return state.isSlow(ProcessStatus.executable(facts.family), at: clock())
                || state.known.count >= limits.processes
        }
        if isSlow {
            facts.entry = Entry()
        } else {
            let (family, asked) = (facts.family, clock())
            state.withLock { $0.known[process] = facts }
            let isTaken = FileLook.worker.perform { [weak self] in self?.look(process, family, began, asked) }
            if !isTaken { facts.entry = Entry() }
        }
        state.withLock { state in
            if facts.entry != nil, state.known.count < limits.processes { state.known[process] = facts }
        }
        return facts
    }

    /// The size of the tables.
    struct Limits {
        /// Remembered processes; files of further processes are not read.
        var processes = 1_024
        /// Remembered slow executables; the one that was noted longest ago makes room for another.
        var slowExecutables = 64
    }

    /// The time for which files of a slow executable are not read: a disk that is slow at the start of the device is not slow
    /// for ever.
    static let slowNanoseconds: UInt64 = 60_000_000_000
    /// The time limit for the files of one process, and the longest time that a process waits for its turn.
    private static let lookNanoseconds: UInt64 = 50_000_000
    private static let patienceNanoseconds: UInt64 = 200_000_000

    /// Reads a program's files, on `FileLook.worker`.
    private func look(_ process: Int32, _ family: Int32, _ began: UInt64, _ asked: UInt64) {
        let executable = ProcessStatus.executable(family)
        let start = clock()
        var entry = Entry()
        if start < asked + Self.patienceNanoseconds, !state.withLock({ $0.isSlow(executable, at: start) }) {
            let deadline = start + Self.lookNanoseconds
            let traces = ProcessDeclaration.Traces(process: family) { reads($0, $1, deadline) }
            if let found = traces.entry(read: { reads($0, 65_536, deadline) }) {
                entry = Entry(identifier: found.id, categories: found.entry.categories)
            }
            let end = clock()
            if end >= deadline { state.withLock { $0.noteSlow(executable, at: end, limit: limits.slowExecutables) } }
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
        return ProcessDeclaration.Traces.appUnit(of: text).map(String.init) ?? ""
    }
}
