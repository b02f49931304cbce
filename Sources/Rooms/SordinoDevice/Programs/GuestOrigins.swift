import Glibc
import SordinoHardware
import Synchronization

/// Completes the streams of programs without a session by what the system says of their processes: which program a process
/// is of, and what its desktop entry says.
///
/// Processes are asked once; what is known of one that has ended is forgotten when it is asked for again.
package final class GuestOrigins: Sendable {
    /// A process of a program.
    private struct Origin {
        /// Ticks since the machine's start at which the process began: another process of that number began later.
        var began: UInt64
        var family: Int32
        var identifier = ""
        var categories: [String] = []
    }

    private let known = Mutex<[Int32: Origin]>([:])

    package init() {}

    /// A stream with its family, identifier and categories.
    ///
    /// - Thread: any but the render thread; reads small files.
    package func describe(_ stream: GuestStream) -> GuestStream {
        guard let origin = origin(of: stream.process) else { return stream }
        var stream = stream
        stream.family = origin.family
        if stream.identifier.isEmpty { stream.identifier = origin.identifier }
        stream.categories = origin.categories
        return stream
    }

    /// The process that stands for the program of a process: the first of its ancestors that runs the same executable, or lives
    /// in the same unit of an application.
    package func family(of process: Int32) -> Int32 { origin(of: process)?.family ?? process }

    private func origin(of process: Int32) -> Origin? {
        guard process > 0, let began = ProcessStatus(process)?.began else { return nil }
        if let origin = known.withLock({ $0[process] }), origin.began == began { return origin }
        let origin = Self.look(process, began: began)
        known.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[process] = origin
        }
        return origin
    }

    /// Processes that are remembered at most.
    private static let limit = 1_024

    private static func look(_ process: Int32, began: UInt64) -> Origin {
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
        let traces = ProcessDeclaration.Traces(process: family)
        let entry = traces.entry { ProcessDeclaration.text(of: $0, atMost: 65_536) }
        return Origin(
            began: began, family: family, identifier: entry?.id ?? "", categories: entry?.entry.categories ?? [])
    }

    /// The unit of one application that a process lives in; empty outside of such.
    private static func unit(of process: Int32) -> String {
        let text = ProcessDeclaration.text(of: "/proc/\(process)/cgroup", atMost: 8_192) ?? ""
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

    /// Reads `/proc/PROCESS/stat`; nil when there is no such process.
    init?(_ process: Int32) {
        guard let text = ProcessDeclaration.text(of: "/proc/\(process)/stat", atMost: 4_096),
            // The name before it may hold anything, brackets too.
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let began = UInt64(fields[19]) else { return nil }
        (self.parent, self.began) = (parent, began)
    }

    /// The path of a process's executable; empty when it may not be known.
    static func executable(_ process: Int32) -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/\(process)/exe", &path, path.count - 1)
        return String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
