import Foundation
import Glibc
import SordinoRealtime
import Synchronization

/// A program that the benchmark starts: it can be told lines, and waited for by what it says.
final class Program: Sendable {
    /// Where the package's programs are: beside this one.
    static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private let process = Process()
    private let input = Pipe()
    private let lines = Mutex<[String]>([])

    /// - Parameter name: One of the package's programs, or an outside tool's path.
    init(_ name: String, _ arguments: [String] = [], environment: [String: String]) throws {
        process.executableURL = URL(fileURLWithPath: name.hasPrefix("/") ? name : Self.path(name))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let handle = output.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            var rest = Data()
            while case let piece = handle.availableData, !piece.isEmpty {
                rest += piece
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: rest[..<end], as: UTF8.self)
                    rest = Data(rest[(end + 1)...])
                    guard let self else { return }
                    lines.withLock { $0.append(line) }
                }
            }
        }
    }

    deinit { kill() }

    var id: pid_t { process.processIdentifier }
    var said: [String] { lines.withLock { $0 } }

    func tell(_ line: String) throws {
        let count = said.count
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        try wait(for: "done \(line)", after: count)
    }

    /// Waits until it says a line that begins so.
    func wait(for line: String, after count: Int = 0) throws {
        try until("\(process.executableURL?.lastPathComponent ?? "") says \(line)") {
            said.dropFirst(count).contains { $0.hasPrefix(line) }
        }
    }

    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// Something that was waited for did not come.
struct Missing: Error {
    let what: String
}

/// Waits, looking every millisecond.
///
/// - Throws: `Missing` after 20 seconds.
func until(_ what: String, _ isSo: () -> Bool) throws {
    let deadline = HostClock.now() + 20_000_000_000
    while !isSo() {
        guard HostClock.now() < deadline else { throw Missing(what: what) }
        ThreadPriority.sleep(untilHostTime: HostClock.now() + 1_000_000)
    }
}

/// What the kernel knows of a process.
enum Kernel {
    /// Resident and proportional memory in KiB.
    static func memory(_ process: pid_t) -> (resident: Int, proportional: Int) {
        (field("VmRSS:", "/proc/\(process)/status"), field("Pss:", "/proc/\(process)/smaps_rollup"))
    }

    private static func field(_ name: String, _ path: String) -> Int {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// How often the threads of a process began to run since they began.
    static func wakeUps(_ process: pid_t) -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return tasks.reduce(0) { $0 + field("voluntary_ctxt_switches:", "/proc/\(process)/task/\($1)/status") }
    }
}
