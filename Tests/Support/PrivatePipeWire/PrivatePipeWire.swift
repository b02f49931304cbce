import CGraphClock
import CPipeWire
import Foundation
import Patience
import SordinoPipeWire
import SordinoRealtime

/// A PipeWire server of a test's own: no hardware, no session manager, no D-Bus, in a folder that is private to it.
package final class PrivatePipeWire: @unchecked Sendable {
    /// The folder that clients find as `XDG_RUNTIME_DIR`.
    package let folder: URL
    /// The path of the socket that clients connect to.
    package var remote: String { folder.appendingPathComponent("sordino-test").path }
    /// The environment under which outside tools find the server.
    package var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "PIPEWIRE_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "sordino-test"]
    }
    private var process: Process?
    /// Drives the graph: a cycle begins when the one before is complete, so no node is ever late.
    private var clock: OpaquePointer?
    private let hasClock: Bool
    private let speed: UInt32
    private let quantum: Int
    private let sampleRate: Int
    private let more: String
    private let objects: String
    private let namespace: String?
    private let otherRates: [Int]

    /// Indicates whether this machine has a server to start.
    package static var isInstalled: Bool { path(of: "pipewire") != nil && sordino_pipewire_headers_version() != nil }

    /// Where a program is, if it is installed.
    package static func path(of program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
            .map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - quantum: Frames of a cycle unless a client asks for another.
    ///   - sampleRate: Hertz of the graph.
    ///   - otherRates: Hertz that it changes to when a program asks for them first.
    ///   - speed: How many times faster than real time the graph runs at most.
    ///   - hasClock: Whether a clock of the test's own drives the graph; else the sinks do, as sound cards do: in real time, and
    ///     a node may be late.
    ///   - more: More modules, in the words of a configuration.
    ///   - objects: More objects, likewise.
    ///   - namespace: The network namespace of the server, by the name that `ip netns` gave it; nil for that of the test.
    package init(
        quantum: Int = 256, sampleRate: Int = 48_000, otherRates: [Int] = [], speed: UInt32 = 1,
        hasClock: Bool = true, context more: String = "", objects: String = "", namespace: String? = nil
    ) throws {
        self.hasClock = hasClock
        self.sampleRate = sampleRate
        self.otherRates = otherRates
        self.speed = speed
        self.quantum = quantum
        self.more = more
        self.objects = objects
        self.namespace = namespace
        // Short: a socket's path has 107 bytes.
        folder = URL(fileURLWithPath: "/tmp/sordino-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try configuration.write(to: folder.appendingPathComponent("server.conf"), atomically: true, encoding: .utf8)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Reads the memory that the server's process has of its own, in KiB, heap and shared memory; zeros when it is gone.
    package var ownKiB: (heap: Int, shared: Int) {
        let id = process?.processIdentifier ?? 0
        let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        return (number("RssAnon:"), number("RssShmem:"))
    }

    /// The server's process; nil when it is stopped.
    package var id: pid_t? { process?.processIdentifier }

    package struct NotStarted: Error {}

    /// Starts the server anew.
    package func start() throws {
        // `ip netns exec` becomes the server: the process is the same.
        let command = ["pipewire", "-c", folder.appendingPathComponent("server.conf").path]
        let whole = namespace.map { ["ip", "netns", "exec", $0] + command } ?? command
        process = try Self.run(whole[0], Array(whole.dropFirst()), environment: environment)
        let answers = Patience.first { () -> Bool? in
            if let connection = PipeWireConnection(remote: remote, properties: [:]) {
                connection.close()
                return true
            }
            return process?.isRunning == true ? nil : false
        }
        guard answers == true else { throw NotStarted() }
        guard hasClock else { return }
        clock = graph_clock_start(remote)
        guard let clock else { throw NotStarted() }
        graph_clock_set_speed(clock, speed)
    }

    /// Kills the server.
    package func stop() {
        if let clock { graph_clock_free(clock) }
        clock = nil
        guard let process else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Starts an outside tool that finds this server.
    package static func run(_ program: String, _ arguments: [String], environment: [String: String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(of: program) ?? program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private var configuration: String {
        """
        context.properties = {
            core.daemon = true
            core.name = sordino-test
            support.dbus = false
            log.level = 1
            default.clock.rate = \(sampleRate)
            default.clock.allowed-rates = [ \(([sampleRate] + otherRates).map(String.init).joined(separator: " ")) ]
            default.clock.quantum = \(quantum)
            default.clock.min-quantum = 32
            default.clock.max-quantum = 8192
        }
        context.spa-libs = {
            audio.convert.* = audioconvert/libspa-audioconvert
            support.* = support/libspa-support
        }
        context.modules = [
            { name = libpipewire-module-rt flags = [ ifexists nofail ] }
            { name = libpipewire-module-protocol-native }
            { name = libpipewire-module-profiler }
            { name = libpipewire-module-metadata }
            { name = libpipewire-module-spa-node-factory }
            { name = libpipewire-module-client-node }
            { name = libpipewire-module-client-device }
            { name = libpipewire-module-access }
            { name = libpipewire-module-adapter }
            { name = libpipewire-module-link-factory }
            { name = libpipewire-module-session-manager }
            \(more)
        ]
        context.objects = [
            { factory = spa-node-factory
              args = { factory.name = support.node.driver node.name = Dummy-Driver
                       node.group = pipewire.dummy priority.driver = 20000 } }
            \(objects)
        ]
        """
    }
}
