import AVFAudio
import Foundation
import SordinoPolicy
import SordinoSession
import SordinoWork
import Synchronization

/// An unmodified program that runs as a process of its own on a simulated device.
///
/// Its sound and its session are on the device and in the device's time: time stands still until it has handled its
/// messages and rendered its block. Timers and run loops of the process use real time.
public final class SimulatedProcess: Sendable {
    /// A reason for which a program could not be started.
    public enum Failure: Error, Sendable, CustomStringConvertible {
        /// Programs talk to the device over a message bus, and none could be started.
        case noBus(String)
        /// The program could not be started.
        case noProgram(String)
        /// The process did not create a session within 20 seconds of real time, or ended before.
        case noSession(output: String)

        /// A sentence for people.
        public var description: String {
            switch self {
            case .noBus(let reason): "no message bus could be started for the program: \(reason)"
            case .noProgram(let reason): "the program could not be started: \(reason)"
            case .noSession(let output): "the program created no audio session; it wrote: \(output)"
            }
        }
    }

    /// The state of a session at one moment.
    public enum SessionState: Sendable { case inactive, active, interrupted }

    private let process: Mutex<Process>
    /// The output so far, and whether it is complete.
    private let written = Mutex((text: Data(), isOver: false))
    private let host: ProcessHost
    /// The number that the system gave it.
    public let processIdentifier: Int32

    init(
        _ executable: URL, _ arguments: [String], _ environment: [String: String], on device: SimulatedDevice,
        waitsForSession: Bool
    ) throws {
        host = try device.host()
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        let inherited = ProcessInfo.processInfo.environment.merging(host.environment) { $1 }
        process.environment = inherited.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        do {
            try withoutBlockedSignals { try process.run() }
        } catch {
            throw Failure.noProgram("\(executable.path): \(error.localizedDescription)")
        }
        processIdentifier = process.processIdentifier
        self.process = Mutex(process)
        // Not a readability handler: those of several pipes that come and go at once damage libdispatch's memory on
        // Linux.
        let reading = pipe.fileHandleForReading
        startThread { [weak self] in
            while let piece = Self.piece(from: reading.fileDescriptor) {
                self?.written.withLock { $0.text.append(piece) }
            }
            self?.written.withLock { $0.isOver = true }
        }
        if waitsForSession { try waitForSession() }
    }

    deinit { terminate() }

    /// Reads the next piece of output, waiting for it; nil at the end.
    private static func piece(from descriptor: Int32) -> Data? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var count = -1
        repeat { count = read(descriptor, &bytes, bytes.count) } while count < 0 && errno == EINTR
        return count > 0 ? Data(bytes.prefix(count)) : nil
    }

    private func waitForSession() throws {
        let deadline = Date(timeIntervalSinceNow: 20)
        while host.owners.latest(of: processIdentifier) == nil {
            guard isRunning, Date() < deadline else {
                terminate()
                throw Failure.noSession(output: output)
            }
            usleep(2_000)
        }
        host.settle()
    }

    // MARK: The process

    /// Indicates whether it runs.
    public var isRunning: Bool { process.withLock { $0.isRunning } }

    /// The exit status; nil while the process runs.
    public var terminationStatus: Int32? { process.withLock { $0.isRunning ? nil : $0.terminationStatus } }

    /// The text that the process has written so far to both streams; all of it once the process has ended.
    public var output: String {
        // Its last words may still be in the pipe; a child of its own that lives on may keep the pipe open.
        var looks = isRunning ? 0 : 2_000
        while looks > 0, !written.withLock({ $0.isOver }) {
            usleep(1_000)
            looks -= 1
        }
        return written.withLock { String(decoding: $0.text, as: UTF8.self) }
    }

    /// Asks it to end.
    public func terminate() { process.withLock { if $0.isRunning { $0.terminate() } } }

    /// Ends it as a crash does.
    public func kill() { _ = Glibc.kill(processIdentifier, SIGKILL) }

    // MARK: The session

    private var session: SessionSnapshot {
        host.owners.latest(of: processIdentifier).map { host.session(of: $0) } ?? SessionSnapshot()
    }

    /// The present state of its session; inactive if it has none.
    public var sessionState: SessionState {
        switch session.state {
        case .inactive: .inactive
        case .active: .active
        case .interrupted: .interrupted
        }
    }

    /// The reasons for which the process is silent or quieter than it asks for, such as "§7.1: interrupted by a ringing
    /// call"; empty while its sound is unchanged.
    public var reasonsForSilence: [String] { session.causes.map { "\($0.rule): \($0.sentence)" } }

    /// The output ports of the process.
    public var outputs: [AVAudioSession.Port] {
        session.route.outputs.map(\.type)
    }
}

extension SimulatedDevice {
    /// Starts an unmodified program as a process of its own on this device.
    ///
    /// Several run beside each other and beside the programs of this process, all on this device's clock.
    /// - Parameters:
    ///   - environment: Beside this process's own.
    ///   - waitsForSession: Whether this returns when the program has asked for its session; otherwise at once, and the
    ///     device does not wait for it before that.
    /// - Throws: `SimulatedProcess.Failure`.
    public func launch(
        _ executable: URL, arguments: [String] = [], environment: [String: String] = [:], waitsForSession: Bool = true
    ) throws -> SimulatedProcess {
        try SimulatedProcess(executable, arguments, environment, on: self, waitsForSession: waitsForSession)
    }

    /// Lets time pass until a process has ended.
    ///
    /// - Parameter seconds: The longest time to wait, on the clock of the device.
    /// - Returns: Whether it has ended.
    @discardableResult
    public func advance(until process: SimulatedProcess, endsWithin seconds: Double) -> Bool {
        let end = now + seconds
        while process.isRunning, now < end { advance(0.05) }
        return !process.isRunning
    }
}
