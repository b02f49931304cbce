import Foundation
import Glibc
import Synchronization

/// A program that a test starts; its standard output can be read.
package final class Child {
    package let id: pid_t
    private let output: Int32
    private var hasEnded = false

    package init(_ words: [String], environment: [String: String] = [:]) throws {
        // One at a time: a child that is started between these calls would keep this one's output open.
        let started = try Self.starting.withLock { _ in try Self.start(words, environment) }
        (id, output) = (started.id, started.output)
    }

    private static let starting = Mutex(())

    private static func start(
        _ words: [String], _ environment: [String: String]
    ) throws -> (id: pid_t, output: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure(errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let all = ProcessInfo.processInfo.environment.merging(environment, uniquingKeysWith: { $1 })
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var id: pid_t = 0
        let result = posix_spawn(&id, words[0], &actions, nil, &arguments, &variables)
        close(ends[1])
        guard result == 0 else {
            close(ends[0])
            throw Failure(errno: result)
        }
        return (id, ends[0])
    }

    package struct Failure: Error {
        let errno: Int32
    }

    /// The next piece of output; empty at the end.
    package func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(output, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Waits for its end.
    ///
    /// - Returns: All the output that is left, and the exit status; -1 after a signal.
    package func finish() -> (output: String, status: Int32) {
        var text = ""
        while case let piece = read(), !piece.isEmpty { text += piece }
        var status: Int32 = 0
        waitpid(id, &status, 0)
        hasEnded = true
        return (text, status & 0x7F == 0 ? (status >> 8) & 0xFF : -1)
    }

    /// Indicates whether the process is there.
    package var isRunning: Bool { !hasEnded && kill(id, 0) == 0 }

    /// Kills it: other signals may be blocked, as they are on a test's threads.
    package func end() {
        guard !hasEnded else { return }
        kill(id, SIGKILL)
        _ = finish()
    }

    deinit {
        end()
        close(output)
    }
}
