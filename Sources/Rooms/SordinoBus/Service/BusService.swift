import Glibc
import SordinoPolicy
import SordinoSession
import Synchronization

/// The session service on a bus: programs register, ask and are told; the shell and `audioctl` control the device.
///
/// Everything but the outboxes is confined to the connection's thread.
package final class BusService: @unchecked Sendable {
    /// What one program may use up.
    package struct Limits: Hashable, Sendable {
        package var programs = 512
        package var connectionsPerProgram = 16
        package var ioObjectsPerProgram = 64
        package var requestBurst = 2_000.0
        package var requestsPerSecond = 1_000.0
        package var nameBytes = 256
        /// Signals that a client may leave unread before it is sent away; from half of them on the newest snapshots wait.
        package var unreadSignals = 1_024
        /// Seconds after which a client that has left half of them unread, and does not answer, is sent away too.
        package var silentSeconds = 5.0

        package init() {}
    }

    /// What whoever starts the service decides.
    package struct Options: Sendable {
        /// Whether calls, plugs and the like may be made up over the bus.
        package var allowsSimulation = false
        package var limits = Limits()
        /// Whether users other than the service's own may control the device.
        package var anyUserControls = false
        /// Tells programs apart: connections with the same answer are one program.
        package var identity: @Sendable (_ name: String, BusCredentials) -> String = { _, who in
            BusService.identity(of: who)
        }
        /// Told which process each program is.
        package var owners: ProcessOwners?
        /// Plugs in an accessory by its name, or pulls it out; nil where there is nothing virtual.
        package var plug: (@Sendable (_ accessory: String, _ isThere: Bool) -> Bool)?

        package init() {}
    }

    let service: SessionService
    let options: Options
    private let connection: BusConnection
    var programs: [String: BusProgram] = [:]
    /// By unique name.
    var registered: [String: (program: BusProgram, peer: BusPeer)] = [:]
    private var credentials: [String: BusCredentials] = [:]
    private var watchers: [String] = []
    let board = Mutex(SessionBoard())
    private let hasWatchers = Mutex(false)

    /// Stands between `service` and a connection; nobody finds it before `offer`.
    package init(_ service: SessionService, on connection: BusConnection, options: Options = Options()) {
        self.service = service
        self.options = options
        self.connection = connection
    }

    /// Takes the name on the bus: programs can come.
    ///
    /// `follow` must see the service's decisions by now, or the status is not whole.
    ///
    /// - Throws: `.refused` when another service has the name, `.timedOut` when the bus does not answer.
    package func offer() throws(BusError) {
        let begun = BusAnswer<Bool>()
        connection.perform { [weak self] link in
            begun.finish(.init { () throws(BusError) in try self?.begin(link) ?? false })
        }
        guard try begun.wait(seconds: 10) else {
            throw .refused(name: BusInterface.busName, text: "the name is taken")
        }
    }

    /// An app's own systemd unit, as desktops make them (`app-….scope`), else its process.
    package static func identity(of who: BusCredentials) -> String {
        who.unit.hasPrefix("app-") ? "unit \(who.unit)" : "process \(who.process)"
    }

    /// Waits until what was decided so far has been sent.
    package func waitUntilSaid() {
        let bell = BusAnswer<Bool>()
        guard connection.perform({ _ in bell.finish(.success(true)) }) else { return }
        _ = try? bell.wait(seconds: 10)
    }

    /// Follows a decision for `Status` and `Watch`; to be called with every decision from the beginning.
    package func follow(_ decision: SessionService.Decision) {
        board.withLock { $0.follow(decision) }
        guard hasWatchers.withLock({ $0 }) else { return }
        let line = JSON.line(EventLog.record(decision, withSnapshots: false).wireValue)
        connection.perform { [weak self] link in self?.tellWatchers(line, link) }
    }

    /// Whose playback a media key is about.
    package var nowPlaying: NowPlaying? { board.withLock { $0.nowPlaying } }

    private func begin(_ link: BusLink) throws(BusError) -> Bool {
        try link.addObject(BusInterface.path) { [weak self] link, message in
            self?.hear(message, link)
            return true
        }
        try link.addMatch(
            "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
                + "member='NameOwnerChanged',arg2=''"
        ) { [weak self] link, message in
            self?.hearOfLeaving(message)
            return false
        }
        return link.takeName(BusInterface.busName)
    }

    // MARK: Hearing

    /// Answers a call with an error.
    struct Refusal: Error {
        let name: String
        let text: String

        init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    private func hear(_ message: BusMessage, _ link: BusLink) {
        do {
            guard let sender = message.sender else { return }
            switch message.interface {
            case BusInterface.session: try hearProgram(message, from: sender, link)
            case BusInterface.control: try control(message, from: sender, link)
            case "org.freedesktop.DBus.Introspectable" where message.member == "Introspect":
                try link.reply(to: message, [.text(BusInterface.introspection)], signature: "s")
            case "org.freedesktop.DBus.Properties": try readProperty(message, link)
            default: throw Refusal(BusInterface.Refusal.unknownMethod, "there is no such interface")
            }
        } catch let refusal as Refusal {
            try? link.refuse(message, refusal.name, refusal.text)
        } catch let error as WireError {
            try? link.refuse(message, BusInterface.Refusal.arguments, error.sentence)
        } catch BusError.malformed(let sentence) {
            try? link.refuse(message, BusInterface.Refusal.arguments, sentence)
        } catch {
            // The bus is gone or full: nobody is left to be told.
        }
    }

    private func hearProgram(_ message: BusMessage, from sender: String, _ link: BusLink) throws {
        switch message.member {
        case "Register": try register(message, sender, link)
        case "Unregister":
            _ = try message.read(signature: "")
            leave(sender)
            try link.reply(to: message)
        default: try answer(message, from: sender, link)
        }
    }

    private func readProperty(_ message: BusMessage, _ link: BusLink) throws {
        func properties(of interface: WireValue?) -> WireRecord {
            var record = WireRecord()
            if interface == .text(BusInterface.session) { record.add("Version", Int64(BusInterface.version)) }
            if interface == .text(BusInterface.control) { record.add("AllowsSimulation", options.allowsSimulation) }
            return record
        }
        switch message.member {
        case "Get":
            let values = try message.read(signature: "ss")
            guard case .text(let name) = values[1], let value = properties(of: values[0])[name] else {
                throw Refusal("org.freedesktop.DBus.Error.UnknownProperty", "there is no such property")
            }
            try link.reply(to: message, [value], signature: "v")
        case "GetAll":
            let values = try message.read(signature: "s")
            try link.reply(to: message, [.record(properties(of: values.first))], signature: "a{sv}")
        default: throw Refusal(BusInterface.Refusal.unknownMethod, "properties here can only be read")
        }
    }

    func whoIs(_ sender: String, _ link: BusLink) throws -> BusCredentials {
        if let known = credentials[sender] { return known }
        guard let found = link.credentials(of: sender) else {
            throw Refusal(BusInterface.Refusal.access, "the bus does not say who you are")
        }
        credentials[sender] = found
        return found
    }

    // MARK: Leaving

    private func hearOfLeaving(_ message: BusMessage) {
        guard message.sender == "org.freedesktop.DBus", let values = try? message.read(signature: "sss"),
            case .text(let name)? = values.first
        else { return }
        leave(name)
        credentials[name] = nil
        if watchers.contains(name) { setWatching(name, false) }
    }

    /// Ends a connection; with the last one of a program its session ends.
    func leave(_ name: String) {
        guard let (program, peer) = registered.removeValue(forKey: name) else { return }
        program.peers.removeAll { $0 === peer }
        options.owners?.remove(program.app, process: peer.process)
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

    // MARK: Control

    private func control(_ message: BusMessage, from sender: String, _ link: BusLink) throws {
        let who = try whoIs(sender, link)
        guard options.anyUserControls || who.user == geteuid() else {
            throw Refusal(BusInterface.Refusal.access, "another user's device")
        }
        if let row = BusInterface.happenings.first(where: { $0.member == message.member }) {
            if row.isSimulation { try checkSimulation() }
            let record = try row.record(try message.read(signature: row.signature), key: "event")
            let event = try Event(wire: .record(record))
            if case .volumeSet(let volume) = event, !(0...1).contains(volume) {
                throw WireError("volume: \(volume) is not within 0 to 1")
            }
            service.send(event)
            try link.reply(to: message)
            return
        }
        switch message.member {
        case "Status":
            _ = try message.read(signature: "")
            let ports = service.portLevels
            let status = board.withLock { $0.status(now: service.now, ports: ports, level: service.level) }
            try link.reply(to: message, [.record(status)], signature: "a{sv}")
        case "Watch":
            setWatching(sender, try message.read(signature: "b") == [.bool(true)])
            try link.reply(to: message)
        case "MoveProcess":
            let values = try message.read(signature: "us")
            let lifecycle = try Lifecycle(wire: values[1])
            let apps = try programs(ofProcess: Int32(truncatingIfNeeded: Int(wire: values[0])))
            for app in apps { service.send(.appMoved(app, lifecycle)) }
            try link.reply(to: message)
        case "Plug", "Unplug":
            try checkSimulation()
            guard case .text(let name)? = try message.read(signature: "s").first, let plug = options.plug,
                plug(name, message.member == "Plug")
            else { throw Refusal(BusInterface.Refusal.arguments, "there is no such accessory here") }
            try link.reply(to: message)
        default: throw Refusal(BusInterface.Refusal.unknownMethod, "there is no method \(message.member.prefix(40))")
        }
    }

    private func checkSimulation() throws(Refusal) {
        if !options.allowsSimulation {
            throw Refusal(
                BusInterface.Refusal.simulation, "the service was not started with --allow-simulation")
        }
    }

    private func setWatching(_ name: String, _ watches: Bool) {
        watchers.removeAll { $0 == name }
        if watches, watchers.count < 16 { watchers.append(name) }
        hasWatchers.withLock { $0 = !watchers.isEmpty }
    }

    private func tellWatchers(_ line: String, _ link: BusLink) {
        for watcher in watchers {
            // A watcher that is gone is forgotten when the bus says so.
            try? link.signal(
                to: watcher, BusInterface.path, BusInterface.control, "Decided", [.text(line)], signature: "s")
        }
    }

    // MARK: Ending

    /// Ends all sessions of programs and the connection.
    package func end() {
        connection.perform { [self] _ in
            for name in Array(registered.keys) { leave(name) }
        }
        connection.close()
    }

    /// Runs on the connection's thread soon.
    func later(_ job: @escaping @Sendable (BusLink) -> Void) { connection.perform(job) }
}
