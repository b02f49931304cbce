import Glibc
import SordinoHardware
import SordinoRealtime
import SordinoWork
import Synchronization

/// Completes the streams of programs without a session by what the system says of their processes: which program a process
/// is of, and what its desktop entry says.
///
/// The kernel's facts are there at once. Environment and files are the program's own, which may never answer: they are looked
/// at on a thread of their own, once for each process, and are given up after a while.
package final class GuestOrigins: Sendable {
    /// The kernel's word on a process.
    private struct Kin {
        /// Ticks since the machine's start at which the process began: another process of that number began later.
        var began: UInt64
        var family: Int32
        /// The last part of the executable's path, and the name by which it was started.
        var executable: String
        var command: String
        /// Nil while its files are looked at.
        var entry: Entry?

        /// Completes a stream whose program does not say its executable, as only those of PulseAudio do.
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
        var known: [Int32: Kin] = [:]
        /// Executables whose files did not answer: those of their other processes are not asked.
        var slow = Set<String>()
        var heard: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let reads: Read

    /// Reads the beginning of a file, up to a host time.
    typealias Read = @Sendable (_ path: String, _ limit: Int, _ deadline: UInt64) -> String?

    package convenience init() { self.init(reads: FileLook.strangersText) }

    /// - Parameter reads: Reads files.
    init(reads: @escaping Read) { self.reads = reads }

    /// Calls `body`, on the thread of files, when more is known of a process: once at first, for what is known already.
    package func whenKnown(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.heard = body }
        FileLook.worker.perform(body)
    }

    /// A stream with its family, identifier and categories; nil while its program's files are looked at.
    ///
    /// - Thread: any but the render thread; asks the kernel alone.
    package func describe(_ stream: GuestStream) -> GuestStream? {
        guard let kin = kin(of: stream.process, asksFiles: true) else { return stream }
        guard let entry = kin.entry else { return nil }
        var stream = kin.describe(stream)
        if stream.identifier.isEmpty { stream.identifier = entry.identifier }
        stream.categories = entry.categories
        return stream
    }

    /// The same, without what is not known yet.
    package func describeForNow(_ stream: GuestStream) -> GuestStream {
        describe(stream) ?? kin(of: stream.process, asksFiles: false)?.describe(stream) ?? stream
    }

    /// The process that stands for the program of a process: the first of its ancestors that runs the same executable, or lives
    /// in the same unit of an application.
    package func family(of process: Int32) -> Int32 { kin(of: process, asksFiles: false)?.family ?? process }

    private func kin(of process: Int32, asksFiles: Bool) -> Kin? {
        guard process > 0, let status = ProcessStatus(process) else { return nil }
        let began = status.began
        if let kin = state.withLock({ $0.known[process] }), kin.began == began { return kin }
        var kin = Kin(
            began: began, family: Self.family(process),
            executable: ProcessStatus.executable(process).split(separator: "/").last.map(String.init) ?? "",
            command: status.command)
        guard asksFiles else { return kin }
        let isSlow = state.withLock { state in
            if state.known.count >= Self.limit {
                state.known = state.known.filter { ProcessStatus($0.key)?.began == $0.value.began }
            }
            return state.slow.contains(ProcessStatus.executable(kin.family)) || state.known.count >= Self.limit
        }
        if isSlow {
            kin.entry = Entry()
        } else {
            let (family, asked) = (kin.family, HostClock.now())
            state.withLock { $0.known[process] = kin }
            let isTaken = FileLook.worker.perform { [weak self] in self?.look(process, family, began, asked) }
            if !isTaken { kin.entry = Entry() }
        }
        state.withLock { state in
            if kin.entry != nil, state.known.count < Self.limit { state.known[process] = kin }
        }
        return kin
    }

    /// Processes that are remembered at most, and executables; others are taken as the kernel knows them.
    private static let limit = 1_024
    private static let slowLimit = 64
    /// How long the files of one process are looked at, and how long one waits for others before.
    private static let lookNanoseconds: UInt64 = 50_000_000
    private static let patienceNanoseconds: UInt64 = 200_000_000

    /// Reads a program's files, on the thread of files.
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
        let heard = state.withLock { [entry] state in
            if state.known[process]?.began == began { state.known[process]?.entry = entry }
            return state.heard
        }
        heard?()
    }

    private static func family(_ process: Int32) -> Int32 {
        let executable = ProcessStatus.executable(process)
        let unit = unit(of: process)
        var family = process
        var next = ProcessStatus(process)?.parent ?? 0
        // Nobody has more ancestors; a race with dying processes cannot go round for ever.
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

/// A process as the kernel describes it.
struct ProcessStatus {
    var parent: Int32
    /// Ticks since the machine's start.
    var began: UInt64
    /// The name by which it was started, as far as the kernel keeps it: 15 bytes.
    var command: String

    /// Reads `/proc/PROCESS/stat`; nil when there is no such process.
    init?(_ process: Int32) {
        guard let text = FileLook.text(of: "/proc/\(process)/stat", atMost: 4_096),
            // The name before it may hold anything, brackets too.
            let end = text.lastIndex(of: ")"), let start = text[..<end].firstIndex(of: "(")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let began = UInt64(fields[19]) else { return nil }
        (self.parent, self.began) = (parent, began)
        command = String(text[text.index(after: start)..<end])
    }

    /// The path of a process's executable; empty when it may not be known.
    static func executable(_ process: Int32) -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/\(process)/exe", &path, path.count - 1)
        return String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
