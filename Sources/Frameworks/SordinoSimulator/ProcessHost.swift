import Foundation
import SordinoBus
import SordinoDevice
import SordinoHardware
import SordinoPolicy
import SordinoService
import SordinoSession
import SordinoWork
import Synchronization

/// A bus, a session service on it and a socket for samples: all that other processes need to play on a simulated
/// device.
final class ProcessHost: Sendable {
    private struct State {
        var hook: VirtualHook?
        var decisions = 0
        var sessions: [AppID: SessionSnapshot] = [:]
        var notifications: [AppID: [SessionNotification]] = [:]
        /// The frame before which samples were fetched last.
        var fetchedFrame: Int64 = -1
    }

    let owners = ProcessOwners()
    private let system: AudioSystem
    private let hardware: VirtualDevice
    private let folder: URL
    private let bus: PrivateMessageBus
    private let busService: BusService
    private let relay: RelayServer
    private let state = Mutex(State())

    init(system: AudioSystem, hardware: VirtualDevice) throws {
        self.system = system
        self.hardware = hardware
        // `/tmp`, because a socket's path must be short; `mkdtemp` makes a new folder that only this user can read.
        var template = Array("/tmp/sordino-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SimulatedProcess.Failure.noBus("no folder can be made in /tmp: \(String(cString: strerror(errno)))")
        }
        let made = template.dropLast().map { UInt8(bitPattern: $0) }
        folder = URL(fileURLWithPath: String(decoding: made, as: UTF8.self))
        bus = try PrivateMessageBus(folder: folder)
        var options = BusService.Options()
        options.owners = owners
        options.identity = { _, who in "process \(who.process)" }
        // Virtual time runs faster than the clock that fills the buckets; simulated processes are not hostile.
        options.limits.requestBurst = 100_000
        do {
            busService = BusService(system.service, on: try BusConnection(.at(bus.address)), options: options)
            try busService.offer()
        } catch {
            throw SimulatedProcess.Failure.noBus("\(error)")
        }
        let socket = folder.appendingPathComponent("device").path
        guard let relay = RelayServer(hardware, path: socket, owns: { [owners] in owners.owns($0, $1) }) else {
            throw SimulatedProcess.Failure.noBus("the socket \(socket) cannot be made")
        }
        self.relay = relay
        _ = system.service.addObserver { [weak self, busService] decision in
            busService.follow(decision)
            self?.note(decision)
        }
        let hook = hardware.beforeBlock { [weak self] in self?.prepareBlock() ?? false }
        state.withLock { $0.hook = hook }
    }

    deinit {
        state.withLock { $0.hook }?.cancel()
        relay.end()
        busService.end()
        bus.end()
        try? FileManager.default.removeItem(at: folder)
    }

    private func note(_ decision: SessionService.Decision) {
        state.withLock { state in
            state.decisions += 1
            for effect in decision.effects {
                switch effect {
                case .snapshot(let app, let session): state.sessions[app] = session
                case .notify(let app, let notification): state.notifications[app, default: []].append(notification)
                default: break
                }
            }
        }
    }

    func session(of app: AppID) -> SessionSnapshot { state.withLock { $0.sessions[app] ?? SessionSnapshot() } }

    func notifications(of app: AppID) -> [SessionNotification] { state.withLock { $0.notifications[app] ?? [] } }

    /// The variables by which a process finds the device.
    var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "SORDINO_SESSION": "daemon",
            Backends.peerVariable: Backends.Peer.relay.rawValue,
            Backends.relayVariable: folder.appendingPathComponent("device").path,
        ]
    }

    /// Called before each block: lets all processes handle their messages, then fetches their samples.
    ///
    /// - Returns: Whether anything was decided meanwhile, so that all have to be asked again.
    private func prepareBlock() -> Bool {
        guard relay.hasProcesses else { return false }
        let before = state.withLock { $0.decisions }
        busService.waitUntilDecisionsAreSent()
        relay.settle()
        system.settle()
        guard state.withLock({ $0.decisions }) == before else { return true }
        let frame = hardware.framesRendered
        let isNew = state.withLock { state in
            defer { state.fetchedFrame = frame }
            return state.fetchedFrame != frame
        }
        if isNew { relay.fetch() }
        return false
    }

    /// Lets all processes handle their messages, without time passing.
    func settle() {
        for _ in 0..<100 {
            let before = state.withLock { $0.decisions }
            busService.waitUntilDecisionsAreSent()
            relay.settle()
            system.settle()
            if state.withLock({ $0.decisions }) == before { return }
        }
    }
}

/// A private message bus; it ends with `end`.
private final class PrivateMessageBus: Sendable {
    let address: String
    private let process: Mutex<Process>

    init(folder: URL) throws {
        let program = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        guard let program else { throw SimulatedProcess.Failure.noBus("dbus-daemon is not installed") }
        let socket = folder.appendingPathComponent("bus").path
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(socket)</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        let file = folder.appendingPathComponent("bus.conf")
        try Data(configuration.utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--nofork", "--nopidfile", "--config-file=\(file.path)", "--print-address=1"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try withoutBlockedSignals { try process.run() }
        // The bus prints its address when it listens.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let address = line.split(separator: "\n").first.map(String.init), !address.isEmpty else {
            process.terminate()
            throw SimulatedProcess.Failure.noBus("the bus did not start")
        }
        self.address = address
        self.process = Mutex(process)
    }

    func end() { process.withLock { $0.terminate() } }
}
