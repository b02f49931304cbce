import Foundation
import Glibc
import PrivateBus
import SordinoPipeWire
import SordinoRealtime
import Synchronization

/// A program of the whole system that a test started: what it says can be waited for, and it can be told something.
final class RunningProgram: @unchecked Sendable {
    /// The folder with the package's programs: the tests' own.
    static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    static func isBuilt(_ name: String) -> Bool { FileManager.default.isExecutableFile(atPath: path(name)) }

    private let process = Process()
    private let input = Pipe()
    private let lines = Mutex<[String]>([])
    private let changed = Latch()

    /// Starts it.
    ///
    /// - Parameter name: One of the package's programs, or an outside tool's path.
    init(_ name: String, _ arguments: [String] = [], environment: [String: String]) throws {
        process.executableURL = URL(fileURLWithPath: name.hasPrefix("/") ? name : Self.path(name))
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        for key in all.keys where key.hasPrefix("SORDINO_") && environment[key] == nil { all[key] = nil }
        process.environment = all
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
                    changed.open()
                }
            }
        }
    }

    deinit { kill() }

    var id: pid_t { process.processIdentifier }

    /// All that it has said.
    var said: [String] { lines.withLock { $0 } }

    /// Tells it something, and waits until it says that it is done.
    @discardableResult
    func tell(_ line: String) -> Bool {
        let count = said.count
        input.fileHandleForWriting.write(Data((line + "\n").utf8))
        return says("done \(line)", after: count)
    }

    /// Tells it something, and does not wait.
    func say(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// Waits until it says a line; how long is no part of any result.
    ///
    /// - Returns: False after 20 seconds.
    func says(_ line: String, after count: Int = 0) -> Bool {
        let deadline = HostClock.now() + 20_000_000_000
        while true {
            if said.dropFirst(count).contains(where: { $0 == line || $0.hasPrefix(line + " ") }) { return true }
            guard HostClock.now() < deadline else { return false }
            changed.wait(until: min(deadline, HostClock.now() + 50_000_000))
        }
    }

    /// Ends it at once, as a crash would.
    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for its end.
    ///
    /// - Returns: The exit status.
    func finish() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
