import Glibc
import SordinoBus
import SordinoDevice
import SordinoPolicy
import SordinoSession
import Synchronization

/// The session service on a bus: programs register, send requests and receive signals.
///
/// `DeviceControl` beside it is for the shell.
/// Everything but the outboxes is confined to the connection's thread.
package final class BusService: @unchecked Sendable {
    /// The resources that one program may use.
    package struct Limits: Hashable, Sendable {
        package var programs = 512
        /// Programs of one user, where several share a bus.
        package var programsPerUser = 384
        /// Programs that one executable makes of its processes: the others have room.
        package var programsPerExecutable = 128
        package var connectionsPerProgram = 16
        package var ioObjectsPerProgram = 64
        /// The maximum burst of calls of one program, over all interfaces.
        ///
        /// Registering and introspecting cost four calls; a status and changes of the device cost more, the more programs there
        /// are. All programs of one executable have twice this budget, all programs of one user four times.
        package var requestBurst = 500.0
        package var requestsPerSecond = 1_000.0
        /// The maximum burst and rate of `Busy` errors sent to one program; beyond them the errors are sent later, at that rate.
        package var refusalBurst = 1_000.0
        package var refusalsPerSecond = 200.0
        /// The maximum number of connections that watch decisions: in all, of one executable and of one process.
        ///
        /// A quarter of all is reserved for programs with the right `programs`.
        package var watchers = 64
        package var watchersPerExecutable = 16
        package var watchersPerProcess = 4
        package var nameBytes = 256
        /// Signals that a client may leave unread before it is sent away; from half of them on the newest snapshots wait.
        package var unreadSignals = 1_024
        /// Seconds after which a client that has left half of them unread, and does not answer, is sent away too.
        package var silentSeconds = 5.0
        /// Seconds that the person has to answer a question.
        package var personSeconds = 120.0

        package init() {}
    }

    /// The settings that the daemon passes to the service.
    package struct Options: Sendable {
        /// Indicates whether calls, plugs and the like may be made up over the bus.
        package var allowsSimulation = false
        package var limits = Limits()
        /// The rules by which callers may control the device.
        package var control = ControlRules()
        /// The person's answers to programs that want to record.
        package var permissions = RecordingPermissions()
        /// The person's choices of microphone modes, by program.
        package var microphoneModes = RememberedWords(known: Set(MicrophoneMode.wireNames.map(\.name)))
        /// Indicates whether users other than the service's own may control the device.
        package var anyUserControls = false
        /// Returns the identity of a program: connections with the same identity are one program.
        package var identity: @Sendable (_ name: String, BusCredentials) -> String = { _, who in
            BusService.identity(of: who)
        }
        /// The executable that programs are counted by.
        package var executable: @Sendable (BusCredentials) -> String = { who in
            who.sandbox.map { "app:\($0.application)" } ?? who.executable
        }
        /// Indicates whether a caller can be in a sandbox, and proves which one; the latter on `FileLook.worker`.
        package var mayBeSandboxed: @Sendable (BusCredentials) -> Bool = { BusService.mayBeSandboxed($0) }
        package var sandbox: @Sendable (BusCredentials) -> BusSandbox? = { BusService.sandbox(of: $0) }
        /// Told which process each program is.
        package var owners: ProcessOwners?
        /// A program's own volume, 0 to 1 as mixers show it, for `Status`; nil where programs have none.
        package var volume: @Sendable (AppID) -> (place: Float, isMuted: Bool)? = { _ in nil }
        /// The programs without a session of their own.
        package var guests: @Sendable () -> [AppID: GuestDesk.Identity] = { [:] }
        /// The gadget of inter-device audio; nil for none.
        package var interDevice: InterDeviceGadget?
        /// Sentences about the telephone's call, for `Status`, and the program that switches cards for calls.
        package var telephone: @Sendable () -> (sentences: [String], profileBy: String?) = { ([], nil) }
        /// Plugs in an accessory by its name, or pulls it out; nil where there is nothing virtual.
        package var plug: (@Sendable (_ accessory: String, _ isThere: Bool) -> Bool)?

        package init() {}
    }

    let service: SessionService
    let options: Options
    private let connection: BusConnection
    var programs: [String: BusProgram] = [:]
    /// Registered connections by their unique name on the bus.
    var registered: [String: (program: BusProgram, peer: BusPeer)] = [:]
    let callers: BusCallers
    let owners: ProcessOwners
    let board = Mutex(SessionBoard())
    /// The settings in force.
    let settings = Mutex(PolicySettings())
    let controlRules: Mutex<ControlRules>
    /// Programs that the person is being asked about, with those that wait for the answer; on the connection's thread.
    var asking: [String: [AppID]] = [:]
    /// Dialogs of the portal that are shown, by path, with the programs' keys.
    var portalRequests: [String: String] = [:]
    var (followsStore, followsPortal) = (false, false)
    let reload = Mutex<Reload?>(nil)
    private let control = Mutex<DeviceControl?>(nil)

    /// Connects `service` to a bus; programs find it only after `offer`.
    package init(_ service: SessionService, on connection: BusConnection, options: Options = Options()) {
        self.service = service
        self.options = options
        self.connection = connection
        callers = BusCallers(options)
        owners = options.owners ?? ProcessOwners()
        controlRules = Mutex(options.control)
        service.whenAskedToRecord { [weak self] in self?.askPerson($0) }
        service.whenAskedForLibrary { [weak self] in self?.answerForLibrary($0) }
        service.whenAskedForSystemAudio { [weak self] in self?.answerForSystemAudio($0) }
        callers.proveSandboxes { [weak self] sender, who in
            self?.later { [weak self] link in self?.callers.learn(sender, who, link) }
        }
    }

    /// Reads the configuration anew on another thread and calls `done` on it, with the first fault if there is one.
    package typealias Reload = @Sendable (_ done: @escaping @Sendable (ConfigurationFault?) -> Void) -> Void

    /// Sets the function for requests to reload by callers with the right.
    package func whenToReload(_ reload: @escaping Reload) { self.reload.withLock { $0 = reload } }

    /// Changes the rules by which callers may control the device.
    package func setControl(_ rules: ControlRules) { controlRules.withLock { $0 = rules } }

    /// Takes both names on the bus, that of the device control first: programs can come.
    ///
    /// `follow` must see the service's decisions by now, or the status is not whole.
    ///
    /// - Throws: `.refused` when another service has a name, `.timedOut` when the bus does not answer.
    package func offer() throws(BusError) {
        let control = DeviceControl(self, on: try BusConnection(connection.address, isGated: connection.isGated))
        try control.offer()
        self.control.withLock { $0 = control }
        try connection.takeName(BusInterface.busName) { [weak self] link throws(BusError) in
            try link.addObject(BusInterface.path) { [weak self] link, message in
                self?.hear(message, link)
                return true
            }
            try link.addLeaving { [weak self] name in
                self?.leave(name)
                self?.callers.forget(name)
            }
        }
    }

    /// A Flatpak's instance, an app's own systemd unit, as desktops make them (`app-….scope`), else its process.
    package static func identity(of who: BusCredentials) -> String {
        if let sandbox = who.sandbox { return "flatpak \(sandbox.instance)" }
        return who.unit.hasPrefix("app-") ? "unit \(who.unit)" : "process \(who.process)"
    }

    /// Waits until what was decided so far has been sent.
    package func waitUntilDecisionsAreSent() {
        let bell = BusAnswer<Bool>()
        guard connection.perform({ _ in bell.finish(.success(true)) }) else { return }
        _ = try? bell.wait(seconds: 10)
    }

    /// Follows a decision for `Status` and `Watch`; to be called with every decision from the beginning.
    package func follow(_ decision: SessionService.Decision) {
        switch decision.event {
        case .configured(let new): settings.withLock { $0 = new }
        case .microphoneMode(let app, let mode): later { [weak self] _ in self?.remember(mode, of: app) }
        default: break
        }
        board.withLock { $0.follow(decision) }
        control.withLock { $0 }?.follow(decision)
    }

    /// Follows what a program says of its playback.
    package func follow(_ report: PlaybackReport, of app: AppID) {
        board.withLock { $0.follow(report, of: app, at: service.now) }
    }

    /// Follows what a program says of its voice processing.
    package func follow(_ voice: VoiceCondition, of io: IOID, _ app: AppID) {
        board.withLock { $0.follow(voice, of: io, app) }
    }

    /// The programs that answer to media keys.
    package var players: [NowPlaying] { board.withLock { $0.players } }

    // MARK: Hearing

    /// Answers a call with an error.
    package struct Refusal: Error {
        let name: String
        let text: String

        package init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    private func hear(_ message: BusMessage, _ link: BusLink) {
        let cost = ["Register", "Introspect"].contains(message.member) ? 4.0 : 1
        callers.serve(message, cost: cost, link) { [weak self, unowned link] message in
            self?.receiveCall(message, link)
        }
    }

    private func receiveCall(_ message: BusMessage, _ link: BusLink) {
        guard let sender = message.sender else { return }
        link.serve(message) {
            if message.interface == BusInterface.session { return try receiveFromProgram(message, from: sender, link) }
            let isAnswered = try link.answerStandard(message, introspection: BusInterface.introspection) { interface in
                var record = WireRecord()
                if interface == .text(BusInterface.session) { record.add("Version", Int64(BusInterface.version)) }
                return record
            }
            guard isAnswered else {
                throw Refusal(BusInterface.Refusal.unknownMethod, "there is no such interface")
            }
        }
    }

    private func receiveFromProgram(_ message: BusMessage, from sender: String, _ link: BusLink) throws {
        switch message.member {
        case "Register": try register(message, sender, link)
        case "Unregister":
            _ = try message.read(signature: "")
            leave(sender)
            try link.reply(to: message)
        default:
            guard let report = BusReport(rawValue: message.member) else {
                return try answer(message, from: sender, link)
            }
            guard let (program, peer) = registered[sender] else {
                throw Refusal(BusInterface.Refusal.notRegistered, "register first")
            }
            let values = try message.read(signature: report.signature)
            switch report {
            case .playback: service.publish(try PlaybackReport(wire: values[0]), from: program.app)
            case .voice:
                guard let io = program.io(try Int(wire: values[0]), of: peer) else {
                    throw WireError("there is no such I/O object")
                }
                service.publish(try VoiceCondition(wire: values[1]), of: io, from: program.app)
            }
            try link.reply(to: message)
        }
    }

    // MARK: Leaving

    /// Ends a connection; with the last one of a program its session ends.
    func leave(_ name: String) {
        guard let (program, peer) = registered.removeValue(forKey: name) else { return }
        program.peers.removeAll { $0 === peer }
        owners.remove(program.app, process: peer.process, sandbox: peer.sandbox)
        if program.peers.isEmpty {
            programs[program.identity] = nil
            service.disconnect(program.app)
            return
        }
        for (io, owner) in program.ios where owner.peer === peer {
            program.ios[io] = nil
            // Closing what is there is never refused.
            _ = service.ask(.closeIO(io), from: program.app)
        }
    }

    // MARK: Ending

    /// Ends all sessions of programs and the connection.
    package func end() {
        control.withLock { $0.take() }?.end()
        connection.perform { [self] _ in
            for name in Array(registered.keys) { leave(name) }
        }
        connection.close()
    }

    /// Calls each closure on its connection's thread, to show that the thread answers.
    package func prove(programs: @escaping @Sendable () -> Void, control done: @escaping @Sendable () -> Void) {
        connection.prove(programs)
        guard let control = control.withLock({ $0 }) else { return done() }
        control.prove(done)
    }

    /// Runs on the connection's thread soon.
    func later(_ job: @escaping @Sendable (BusLink) -> Void) { connection.perform(job) }
}
