import Glibc
import SordinoBus
import SordinoDevice
import SordinoPolicy
import SordinoSession
import SordinoWork
import Synchronization

/// The device-control interface, on a connection and under a name of its own.
///
/// A sandbox that lets a program talk to `org.sordino.AudioSession1` does not let it talk to this name. A caller that
/// floods this connection delays only its own calls: the programs' connection has another thread.
/// Everything is confined to the connection's thread.
final class DeviceControl: @unchecked Sendable {
    weak var bus: BusService?
    private let service: SessionService
    let options: BusService.Options
    private let owners: ProcessOwners
    private let connection: BusConnection
    private let callers: BusCallers
    var watchers: [Watcher] = []
    let hasWatchers = Mutex(false)
    /// Held while inter-device audio is switched.
    private let switching = OneAtATime()

    init(_ bus: BusService, on connection: BusConnection) {
        self.bus = bus
        service = bus.service
        options = bus.options
        owners = bus.owners
        self.connection = connection
        callers = BusCallers(bus.options)
        callers.proveSandboxes { [weak self] sender, who in
            self?.connection.perform { [weak self] link in self?.callers.learn(sender, who, link) }
        }
    }

    /// Takes the name.
    ///
    /// - Throws: `.refused` if another connection owns it.
    func offer() throws(BusError) {
        try connection.takeName(BusInterface.controlName) { [weak self] link throws(BusError) in
            try link.addObject(BusInterface.controlPath) { [weak self] link, message in
                self?.hear(message, link)
                return true
            }
            try link.addLeaving { [weak self] name in
                guard let self else { return }
                callers.forget(name)
                stopWatching(name)
            }
        }
    }

    /// Sends a decision to the watchers as a line of JSON.
    func follow(_ decision: SessionService.Decision) {
        guard hasWatchers.withLock({ $0 }) else { return }
        let line = JSON.line(EventLog.record(decision, withSnapshots: false).wireValue)
        connection.perform { [weak self] link in self?.notifyWatchers(line, link) }
    }

    /// Gives the name back before the other one, so that a new service that can take that one can take this one, too.
    func end() {
        let released = BusAnswer<Bool>()
        let isAsked = connection.perform { link in
            link.releaseName(BusInterface.controlName)
            released.finish(.success(true))
        }
        if isAsked { _ = try? released.wait(seconds: 1) }
        connection.close()
    }

    /// Calls `done` on the connection's thread, to show that the thread answers.
    func prove(_ done: @escaping @Sendable () -> Void) { connection.prove(done) }

    // MARK: Calls

    private func hear(_ message: BusMessage, _ link: BusLink) {
        callers.serve(message, cost: cost(of: message.member), link) { [weak self, unowned link] message in
            self?.receiveCall(message, link)
        }
    }

    private func receiveCall(_ message: BusMessage, _ link: BusLink) {
        guard let sender = message.sender else { return }
        link.serve(message) {
            if message.interface == BusInterface.control { return try control(message, from: sender, link) }
            let isAnswered = try link.answerStandard(message, introspection: BusInterface.controlIntrospection) {
                interface in
                var record = WireRecord()
                if interface == .text(BusInterface.control) {
                    record.add("AllowsSimulation", options.allowsSimulation)
                }
                return record
            }
            guard isAnswered else {
                throw BusService.Refusal(BusInterface.Refusal.unknownMethod, "there is no such interface")
            }
        }
    }

    /// Returns the cost of a call.
    ///
    /// It grows with the number of programs for a status, which lists all of them, and for a change of the device, of which
    /// all of them are notified.
    private func cost(of member: String) -> Double {
        if member == "Status" || member == "Permissions" { return 4 + appCount / 2 }
        if member == "Introspect" || member == "Reload" { return 4 }
        return BusInterface.happenings.contains { $0.member == member } ? 2 + appCount / 16 : 1
    }

    private var appCount: Double { Double(bus?.board.withLock { $0.appCount } ?? 0) }

    private func control(_ message: BusMessage, from sender: String, _ link: BusLink) throws {
        let who = try callers.whoIs(sender)
        guard options.anyUserControls || who.user == geteuid() else {
            throw BusService.Refusal(BusInterface.Refusal.access, "another user's device")
        }
        if let row = BusInterface.happenings.first(where: { $0.member == message.member }) {
            if row.isSimulation { try checkSimulation() }
            try check(row.right, who)
            let record = try row.record(try message.read(signature: row.signature), key: "event")
            let event = try Event(wire: .record(record))
            try checkThatItExists(event)
            service.send(event)
            return try link.reply(to: message)
        }
        switch message.member {
        case "Status":
            try check(.settings, who)
            _ = try message.read(signature: "")
            let (ports, choices) = (service.portLevels, service.outputChoices)
            let processes = options.guests().mapValues { [$0.process] }.merging(owners.processes()) { $1 }
            var status = bus?.board.withLock {
                $0.status(
                    now: service.now, ports: ports, choices: choices, processes: { processes[$0] ?? [] },
                    level: service.level,
                    volume: options.volume)
            }
            let telephone = options.telephone()
            status?.call = telephone.sentences
            status?.callProfileBy = telephone.profileBy
            try link.reply(to: message, [status?.wireValue ?? .record(WireRecord())], signature: "a{sv}")
        case "Watch":
            try check(.settings, who)
            try setWatching(sender, who, try message.read(signature: "b") == [.bool(true)], link)
            try link.reply(to: message)
        case "Reload":
            try check(.programs, who)
            _ = try message.read(signature: "")
            guard let reload = bus?.reload.withLock({ $0 }) else {
                throw WireError("the service was started without configuration files")
            }
            answerLater(message) { done in
                reload { fault in
                    done(
                        fault.map {
                            .failure(BusService.Refusal(BusInterface.Refusal.configuration, $0.description))
                        } ?? .success([]))
                }
            }
        case "Permissions":
            try check(.settings, who)
            _ = try message.read(signature: "")
            onProgramsThread(message, link) { bus in
                var record = WireRecord()
                record.add("programs", bus.listedPermissions)
                return ([.record(record)], "a{sv}")
            }
        case "SetPermission":
            try check(.programs, who)
            let values = try message.read(signature: "ss")
            let (key, answer) = (try String(wire: values[0]), try String(wire: values[1]))
            guard ["allow", "deny", "reset"].contains(answer) else {
                throw WireError("the answer must be allow, deny or reset")
            }
            guard PermissionKey(key).isPossible || answer == "reset" else {
                throw WireError(
                    "\"\(key.prefix(64))\" names no program: app:IDENTIFIER or program:PATH is expected, behind "
                        + "library: or system-audio: for another permission than the microphones")
            }
            onProgramsThread(message, link) { bus throws(BusService.Refusal) in
                let isKept =
                    key.isEmpty ? bus.forgetAnswers() : bus.remember(key, answer == "reset" ? nil : answer == "allow")
                guard isKept else {
                    throw BusService.Refusal(
                        BusInterface.Refusal.notKept,
                        "the answer holds until the service ends: it could not be written to the disk")
                }
                return ([], "")
            }
        case "SetInterDevice":
            try check(.programs, who)
            let isOn = try message.read(signature: "b") == [.bool(true)]
            guard let gadget = options.interDevice else { throw WireError("this service has no inter-device audio") }
            answerLater(message, signature: "as") { [switching] done in
                // The kernel may wait for the other end of the cable.
                let isStarted = startThreadIfPossible {
                    switch switching.withLock({ _ in gadget.set(isOn) }) {
                    case .success(let services): done(.success([.list(services.map { .text($0.rawValue) })]))
                    case .failure(let failure):
                        done(.failure(BusService.Refusal(BusInterface.Refusal.failed, failure.sentence)))
                    }
                }
                if !isStarted {
                    done(.failure(BusService.Refusal(BusInterface.Refusal.busy, "too many requests; try again later")))
                }
            }
        case "MoveProcess":
            try check(.programs, who)
            let values = try message.read(signature: "us")
            let lifecycle = try Lifecycle(wire: values[1])
            let process = Int32(truncatingIfNeeded: try Int(wire: values[0]))
            let apps = owners.apps(of: process)
            guard !apps.isEmpty else { throw WireError("no program of process \(process) is registered") }
            for app in apps { service.send(.appMoved(app, lifecycle)) }
            try link.reply(to: message)
        case "Plug", "Unplug":
            try checkSimulation()
            guard case .text(let name)? = try message.read(signature: "s").first, let plug = options.plug,
                plug(name, message.member == "Plug")
            else { throw WireError("this device has no accessory of this kind") }
            try link.reply(to: message)
        default:
            throw BusService.Refusal(
                BusInterface.Refusal.unknownMethod, "there is no method \(message.member.prefix(40))")
        }
    }

    /// Replies once `begin` has passed on an answer, on any thread.
    private func answerLater(
        _ message: BusMessage, signature: String = "",
        _ begin: (_ done: @escaping @Sendable (Result<[WireValue], BusService.Refusal>) -> Void) -> Void
    ) {
        message.keep()
        nonisolated(unsafe) let call = message
        begin { [connection] result in
            // If the connection has ended, the message is not freed: its thread may be freeing the bus.
            connection.perform { link in
                link.serve(call) { try link.reply(to: call, result.get(), signature: signature) }
                call.letGo()
            }
        }
    }

    /// Replies with the result of `body`, which runs on the thread of the connection for programs.
    private func onProgramsThread(
        _ message: BusMessage, _ link: BusLink,
        _ body: @escaping @Sendable (BusService) throws(BusService.Refusal) -> ([WireValue], String)
    ) {
        let found = BusAnswer<Result<([WireValue], String), BusService.Refusal>>()
        bus?.later { [weak bus] _ in
            guard let bus else { return }
            do throws(BusService.Refusal) {
                found.finish(.success(.success(try body(bus))))
            } catch {
                found.finish(.success(.failure(error)))
            }
        }
        link.serve(message) {
            let (values, signature) = try found.wait(seconds: 5).get()
            try link.reply(to: message, values, signature: signature)
        }
    }

    // MARK: Checking

    private func checkSimulation() throws(BusService.Refusal) {
        if !options.allowsSimulation {
            throw BusService.Refusal(
                BusInterface.Refusal.simulation, "the service was not started with --allow-simulation")
        }
    }

    /// A service that allows simulation gives all rights to every caller on its bus.
    private func check(_ right: ControlRules.Right, _ who: BusCredentials) throws(BusService.Refusal) {
        let rules = bus?.controlRules.withLock { $0 }
        if options.allowsSimulation || rules?.allows(right, who) == true { return }
        let name = who.executable.isEmpty ? "process \(who.process)" : who.executable
        throw BusService.Refusal(
            BusInterface.Refusal.access,
            "\(name) has not the right \"\(right.rawValue)\": \((rules ?? ControlRules()).holders(of: right, for: name))"
        )
    }

    /// Throws if the port, program or call of an event does not exist: the policy ignores such events, but a person who
    /// sends one gets an error.
    private func checkThatItExists(_ event: Event) throws(WireError) {
        func check(_ app: AppID) throws(WireError) {
            if bus?.board.withLock({ $0.lifecycle(of: app) }) == nil {
                throw WireError("no program has the number \(app.number)")
            }
        }
        switch event {
        case .volumeSet(let volume):
            if !(0...1).contains(volume) { throw WireError("volume: \(volume) is not within 0 to 1") }
        case .userPickedTogether:
            if let objection = service.objection(to: event) { throw WireError(objection) }
        case .userPicked(let uid), .userAdded(let uid), .userRemoved(let uid):
            let isThere = service.portLevels.contains { $0.port.uid == uid && $0.port.direction == .output }
            if !isThere { throw WireError("there is no output port \"\(uid.prefix(64))\"") }
            if let objection = service.objection(to: event) { throw WireError(objection) }
        case .spatialAudio:
            if let objection = service.objection(to: event) { throw WireError(objection) }
        case .appMoved(let app, _), .remoteCommand(let app, _), .recordPermissionAnswered(let app, _),
            .microphoneInjectionPermissionAnswered(let app, _), .libraryPermissionAnswered(let app, _),
            .systemAudioPermissionAnswered(let app, _),
            .appCall(let app, _), .microphoneMode(let app, _):
            try check(app)
        case .appZone(let app, let zone):
            try check(app)
            if bus?.board.withLock({ $0.hasZone(zone) }) != true {
                throw WireError("there is no zone \"\(zone.prefix(64))\"")
            }
        case .callAccepted, .callDeclined, .callEnded:
            if bus?.board.withLock({ $0.isSounding(.call) }) != true { throw WireError("there is no call") }
        case .alarmAcknowledged:
            if bus?.board.withLock({ $0.isSounding(.alarm) }) != true { throw WireError("there is no alarm") }
        default: break
        }
    }
}

/// Lets one thread at a time pass.
private final class OneAtATime: Sendable {
    private let turn = Mutex(())

    func withLock<Result: Sendable>(_ body: (()) -> Result) -> Result { turn.withLock { body($0) } }
}

extension BusConnection {
    /// Prepares objects and matches on the connection's thread, then takes a name.
    ///
    /// - Throws: `.refused` if another connection owns the name, `.timedOut` if the bus does not answer.
    func takeName(
        _ name: String, _ prepare: @escaping @Sendable (BusLink) throws(BusError) -> Void
    ) throws(BusError) {
        let begun = BusAnswer<Bool>()
        perform { link in
            begun.finish(
                .init { () throws(BusError) in
                    try prepare(link)
                    return link.takeName(name)
                })
        }
        guard try begun.wait(seconds: 10) else { throw .refused(name: name, text: "the name \(name) is taken") }
    }
}

extension BusLink {
    /// Calls a function for every name that leaves the bus.
    package func addLeaving(_ hear: @escaping (_ name: String) -> Void) throws(BusError) {
        try addOwnerChanges("arg2=''") { name, _, _ in hear(name) }
    }
}
