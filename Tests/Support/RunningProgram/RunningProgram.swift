import Foundation
import Glibc
import Patience
import Synchronization

/// A program of the package, or of others, that a test or benchmark started: it can be told lines, and what it says can be
/// waited for.
package final class RunningProgram: @unchecked Sendable {
    /// The folder with the package's programs: the running one's own.
    package static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    /// Where a program of the package stands.
    package static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    /// Returns whether a program of the package was built.
    package static func isBuilt(_ name: String) -> Bool { FileManager.default.isExecutableFile(atPath: path(name)) }

    /// Something that was waited for did not come.
    package struct Missing: Error {
        /// The result of the program.
        package let what: String

        /// Makes the error.
        package init(what: String) { self.what = what }
    }

    private let process = Process()
    private let input = Pipe()
    private let heard = Mutex<(lines: [String], isOver: Bool)>(([], false))

    /// Starts it; of the environment's variables that begin with `SORDINO_` it sees only those that are given here.
    ///
    /// - Parameter name: One of the package's programs, or an outside tool's path.
    package init(_ name: String, _ arguments: [String] = [], environment: [String: String]) throws {
        process.executableURL = URL(fileURLWithPath: name.hasPrefix("/") ? name : Self.path(name))
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        for key in all.keys where key.hasPrefix("SORDINO_") && environment[key] == nil { all[key] = nil }
        // Without a PipeWire server a program of the package would play on the machine's own card.
        if !name.hasPrefix("/"), environment["ALSA_CONFIG_PATH"] == nil { all["ALSA_CONFIG_PATH"] = "/dev/null" }
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
                    heard.withLock { $0.lines.append(line) }
                }
            }
            self?.heard.withLock { $0.isOver = true }
        }
    }

    deinit { kill() }

    /// The process's number.
    package var id: pid_t { process.processIdentifier }
    /// Indicates whether it has not ended.
    package var isRunning: Bool { process.isRunning }

    /// All that it has said.
    package var said: [String] { heard.withLock { $0.lines } }

    /// Tells it something, and waits until it says that it is done.
    @discardableResult
    package func tell(_ line: String) -> Bool {
        let count = said.count
        say(line)
        return says("done \(line)", after: count)
    }

    /// Tells it something, and does not wait.
    package func say(_ line: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Presses keys: tells it text without the end of a line, and does not wait.
    package func type(_ keys: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data(keys.utf8))
    }

    /// Waits until it says a line, or one that begins with these words; how long is no part of any result.
    ///
    /// - Returns: False when it ended, or `Patience` did.
    package func says(_ line: String, after count: Int = 0) -> Bool {
        Patience.first {
            heard.withLock { heard in
                if heard.lines.dropFirst(count).contains(where: { $0 == line || $0.hasPrefix(line + " ") }) {
                    return true
                }
                return heard.isOver ? false : nil
            }
        } ?? false
    }

    /// Waits until it has said a line that fits.
    package func waits(for fits: (String) -> Bool) -> Bool { Patience.until { said.contains(where: fits) } }

    /// Waits until it says a line, as `says` does.
    ///
    /// - Throws: `Missing` when it does not.
    package func wait(for line: String, after count: Int = 0) throws {
        guard says(line, after: count) else {
            throw Missing(what: "\(process.executableURL?.lastPathComponent ?? "") says \(line)")
        }
    }

    /// Ends it at once, as a crash would.
    package func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks it to end, as a service's manager does, and waits until it has.
    package func terminate() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
    }

    /// Waits for its end, and until all that it said was read.
    ///
    /// - Returns: The exit status.
    package func finish() -> Int32 {
        process.waitUntilExit()
        Patience.until { heard.withLock { $0.isOver } }
        return process.terminationStatus
    }
}
