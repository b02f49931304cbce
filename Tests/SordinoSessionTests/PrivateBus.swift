import Foundation
import Glibc
import SordinoPolicy
import SordinoSession
import Synchronization

/// A program that a test starts; its standard output can be read.
final class Child {
    let id: pid_t
    private let output: Int32
    private var hasEnded = false

    init(_ words: [String], environment: [String: String] = [:]) throws {
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

    struct Failure: Error {
        let errno: Int32
    }

    /// The next piece of output; empty at the end.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(output, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Waits for its end.
    ///
    /// - Returns: All the output that is left, and the exit status; -1 after a signal.
    func finish() -> (output: String, status: Int32) {
        var text = ""
        while case let piece = read(), !piece.isEmpty { text += piece }
        var status: Int32 = 0
        waitpid(id, &status, 0)
        hasEnded = true
        return (text, status & 0x7F == 0 ? (status >> 8) & 0xFF : -1)
    }

    /// Kills it: other signals may be blocked, as they are on a test's threads.
    func end() {
        guard !hasEnded else { return }
        kill(id, SIGKILL)
        _ = finish()
    }

    deinit {
        end()
        close(output)
    }
}

/// A message bus of the test's own, on a socket that nobody else knows; it ends with this.
final class PrivateBus {
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    let address: String
    private let child: Child
    private let folder: URL

    var bus: BusAddress { .at(address) }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let config = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder.appendingPathComponent("bus").path)</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        let configPath = folder.appendingPathComponent("bus.conf")
        try Data(config.utf8).write(to: configPath)
        child = try Child([
            "/usr/bin/dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(configPath.path)", "--print-address=1",
        ])
        // The bus prints its address when it listens.
        address = child.read().split(separator: "\n").first.map(String.init) ?? ""
    }

    deinit {
        child.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a program with this as its session bus.
    func run(_ words: [String]) throws -> (output: String, status: Int32) {
        try Child(words, environment: ["DBUS_SESSION_BUS_ADDRESS": address]).finish()
    }
}

/// What one program was told, in order, with a way to wait for more.
final class Told: Sendable {
    private struct State {
        var deliveries: [SessionDelivery] = []
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    var receive: @Sendable (SessionDelivery) -> Void {
        { delivery in
            self.state.withLock { $0.deliveries.append(delivery) }
            self.bell.signal()
        }
    }

    var all: [SessionDelivery] { state.withLock { $0.deliveries } }

    /// Waits until `isEnough` of what was told; how long is no part of any result.
    ///
    /// - Returns: False after 20 seconds.
    func wait(_ isEnough: ([SessionDelivery]) -> Bool) -> Bool {
        while !isEnough(all) {
            guard bell.wait(timeout: .now() + 20) == .success else { return isEnough(all) }
        }
        return true
    }

    /// Waits for a notification.
    func waits(for notification: SessionNotification) -> Bool {
        wait { $0.contains(.notification(notification)) }
    }

    /// Notifications and stops, without what only getters see.
    var words: [SessionDelivery] {
        all.filter { delivery in
            switch delivery {
            case .snapshot, .device: false
            case .notification, .stopIO, .ioInterrupted: true
            }
        }
    }

    var snapshot: SessionSnapshot? {
        for case .snapshot(let snapshot) in all.reversed() { return snapshot }
        return nil
    }

    var device: DeviceSnapshot? {
        for case .device(let device) in all.reversed() { return device }
        return nil
    }
}
