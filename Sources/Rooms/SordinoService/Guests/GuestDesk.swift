import SordinoHardware
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoWork
import Synchronization

/// Acts for the programs without a session: connects each as a program, asks in its name, and carries out the service's
/// replies.
///
/// `GuestLedger` decides; the desk performs the effects on a thread of its own.
package final class GuestDesk: Sendable {
    /// A program as media players are looked for: by its process, or by the identifier of its desktop entry.
    package struct Player: Hashable, Sendable {
        package var process: Int32
        package var identifier: String

        package init(process: Int32, identifier: String) {
            (self.process, self.identifier) = (process, identifier)
        }
    }

    /// Sends a command to a program's media players: pause or play.
    ///
    /// - Parameter report: To be called, on any thread, with true when a player that played did pause, and with false when it
    ///   plays again unasked.
    package typealias Tell =
        @Sendable (Player, RemoteCommand, _ report: @escaping @Sendable (_ isPaused: Bool) -> Void) -> Void
    /// Completes a stream by what the system knows of its process: family, identifier, categories; nil while that is found
    /// out, until `lookAgain`.
    package typealias Describe = @Sendable (GuestStream) -> GuestStream?

    private struct Guest {
        var app: AppID
        var identifier: String
        var name: String
        var opened: Set<PortDirection> = []
        /// Its rows in the table of permissions.
        var permissionKey = ""
        var serials: [UInt32] = []
    }

    private struct State {
        var rules: GuestRules
        var ledger = GuestLedger()
        var guests: [GuestLedger.Key: Guest] = [:]
        var latest: [GuestStream] = []
        /// Applications in sandboxes, as the audio server knows them.
        var sandboxes: [GuestLedger.Key: String] = [:]
        var ringtones = Ringtones()
        /// The names of the programs that play the ringtone now.
        var ringing: [String] = []
        var tell: Tell?
        var identified: (@Sendable (_ serial: UInt32) -> Void)?
    }

    private let service: SessionService
    /// Confined to the thread, but for rules and closures.
    private let state: Mutex<State>
    private let owners: GuestOwners
    private let describe: Describe
    private let thread = SerialThread()

    /// - Parameters:
    ///   - service: Whose programs they become.
    ///   - owners: Where the stage finds the program of a stream.
    ///   - describe: What else is known of a stream's program; called on the desk's own thread.
    package init(
        _ service: SessionService, rules: GuestRules, owners: GuestOwners, describe: @escaping Describe = { $0 }
    ) {
        self.service = service
        self.describe = describe
        self.owners = owners
        state = Mutex(State(rules: rules))
        _ = thread.begin()
    }

    deinit { thread.end() }

    /// Calls `done` on the desk's thread.
    package func prove(_ done: @escaping @Sendable () -> Void) { thread.prove(done) }

    /// Calls `identified` when it is known which program a stream is of, and `tell` for media players.
    package func begin(identified: @escaping @Sendable (_ serial: UInt32) -> Void, tell: Tell?) {
        state.withLock { ($0.identified, $0.tell) = (identified, tell) }
        _ = service.addObserver { [weak self] decision in
            if Self.mayAllowRefusedPrograms(decision.event) { self?.send(.floorIsFree) }
            for case .suspend(let app, false) in decision.effects { self?.suspensionEnded(of: app) }
            if case .portsArrived = decision.event { self?.send(.plugged) }
            if let rings = Ringtones.rings(decision.event) { self?.telephoneRings(rings) }
        }
        service.whenGuestsChange { [weak self] streams in self?.note(streams) }
    }

    /// Looks at all streams again, since more is known of one.
    ///
    /// The streams are those that are known when it comes to that: older ones would take the place of a report on its way.
    package func lookAgain() {
        thread.perform { [weak self] in
            guard let self else { return }
            look(at: state.withLock(\.latest))
        }
    }

    /// Changes the rules; streams that are there already keep their treatment until they end or are reported anew.
    package func setRules(_ rules: GuestRules) {
        let guests = state.withLock { state in
            state.rules = rules
            return state.guests.values.sorted { $0.app < $1.app }
        }
        for guest in guests {
            let permission = rules.permission(bundleID: guest.identifier, name: guest.name)
            service.send(.recordPermissionAnswered(guest.app, permission))
        }
        lookAgain()
    }

    /// Returns whether who was refused before may be allowed now.
    private static func mayAllowRefusedPrograms(_ event: Event) -> Bool {
        switch event {
        case .callDeclined, .callEnded, .alarmAcknowledged, .assistant(.dismissed), .emergency(sounding: false),
            .portsArrived, .portsPreferred, .servicesRestarted, .microphoneMuted(false), .screen(locked: false),
            .appMoved:
            true
        default: false
        }
    }

    private func note(_ streams: [GuestStream]) {
        thread.perform { [weak self] in
            guard let self else { return }
            state.withLock { $0.latest = streams }
            look(at: streams)
        }
    }

    /// A program without a session, as the service is to know it.
    package struct Identity: Hashable, Sendable {
        package var process: Int32
        /// Its rows in the table of permissions.
        package var permissionKey: String
    }

    /// The programs whose process is known.
    package var identities: [AppID: Identity] {
        let known = state.withLock { $0.guests.filter { $0.key.process > 0 } }
        let rows = known.map { key, guest in
            (guest.app, Identity(process: key.process, permissionKey: guest.permissionKey))
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// The names of the programs whose streams are the ringtone of the call that rings.
    package var ringing: [String] { state.withLock(\.ringing) }

    /// Programs without a session that are managed at most.
    ///
    /// Each of them is a program of the service. Streams of others are silent.
    static let most = 256

    /// The streams of the programs that came first.
    private static func bounded<Treatment>(_ taken: [(GuestStream, Treatment)]) -> [(GuestStream, Treatment)] {
        let first = Dictionary(taken.map { (GuestLedger.key($0.0), $0.0.serial) }, uniquingKeysWith: min)
        guard first.count > most else { return taken }
        let kept = Set(first.sorted { $0.value < $1.value }.prefix(most).map(\.key))
        return taken.filter { kept.contains(GuestLedger.key($0.0)) }
    }

    /// Decides about all streams that there are; on the desk's thread.
    private func look(at streams: [GuestStream]) {
        let rules = state.withLock(\.rules)
        // A stream whose program is not known yet stays silent.
        let taken = streams.compactMap { stream in
            describe(stream).flatMap { stream in rules.treatment(of: stream).map { (stream, $0) } }
        }
        // A ringtone is the sound of the call, independent of the program that plays it, and belongs to no session: it rings
        // also beside as many programs as there may be.
        let (rung, changed) = state.withLock { state in
            for stream in taken.lazy.map(\.0) where !stream.sandbox.isEmpty {
                state.sandboxes[GuestLedger.key(stream)] = stream.sandbox
            }
            let before = state.ringtones.serials
            let named = Set(taken.lazy.filter { $0.1.kind == .ringtone }.map(\.0.serial))
            let rung = state.ringtones.note(taken.map(\.0), named: named, at: service.now)
            state.ringing = taken.lazy.map(\.0).filter { rung.contains($0.serial) }
                .map { $0.executable.isEmpty ? $0.application : $0.executable }
            return (rung, before == rung ? [] : before.symmetricDifference(rung))
        }
        let others = Self.bounded(taken.filter { !rung.contains($0.0.serial) })
        decide(.streams(others.map(\.0), others.map(\.1)))
        guard !changed.isEmpty else { return }
        owners.set(rung.sorted(), of: .actor(.call))
        let identified = state.withLock { $0.identified }
        for serial in changed.sorted() { identified?(serial) }
    }

    /// A program that was suspended, as games are under the lock, may run again; its session was left meanwhile.
    private func suspensionEnded(of app: AppID) {
        let key = state.withLock { state in state.guests.first { $0.value.app == app }?.key }
        if let key { send(.suspensionEnded(key)) }
    }

    /// Notes that a call begins or ceases to ring.
    private func telephoneRings(_ rings: Bool) {
        state.withLock { $0.ringtones.telephoneRings(rings, at: service.now) }
        lookAgain()
    }

    private func send(_ event: GuestLedger.Event) { thread.perform { [weak self] in self?.decide(event) } }

    private func decide(_ event: GuestLedger.Event) {
        let effects = state.withLock { $0.ledger.handle(event, at: service.now) }
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: GuestLedger.Effect) {
        switch effect {
        case .connect(let key, let said):
            var declaration = said
            declaration.process = Int(max(0, key.process))
            declaration.recordPermission = state.withLock(\.rules).permission(bundleID: said.bundleID, name: said.name)
            let app = service.connect(declaration) { [weak self] delivery in self?.hear(delivery, key) }
            state.withLock { state in
                var guest = Guest(app: app, identifier: said.bundleID, name: said.name)
                guest.permissionKey =
                    state.sandboxes[key].map { "app:\($0)" } ?? RecordingPermissions.key(ofProcess: key.process)
                state.guests[key] = guest
            }
        case .disconnect(let key):
            guard let guest = state.withLock({ $0.guests.removeValue(forKey: key) }) else { return }
            state.withLock { $0.sandboxes[key] = nil }
            owners.set([], of: .app(guest.app))
            _ = owners.setRecordsOutput(guest.app, false)
            service.disconnect(guest.app)
        case .identify(let key, let serials):
            guard let app = app(key) else { return }
            owners.set(serials, of: .app(app))
            let identified = state.withLock { state in
                state.guests[key]?.serials = serials
                return state.identified
            }
            for serial in serials { identified?(serial) }
        case .configure(let key, let configuration):
            guard let app = app(key) else { return }
            _ = service.ask(
                .configure(
                    category: configuration.category.rawValue, mode: configuration.mode.rawValue,
                    options: configuration.options.rawValue, policy: nil), from: app)
        case .start(let key, let direction): start(key, direction)
        case .stop(let key, let direction):
            if let app = app(key) { _ = service.ask(.stopIO(Self.io(direction)), from: app) }
        case .recordOutput(let key, let begins):
            guard let app = app(key) else { return }
            // All that is heard, but for its own sound.
            let tap = ProgramTap(number: 1, apps: [app], isExclusive: true, isRead: true)
            _ = service.ask(.prefer(.taps(begins ? [tap] : [])), from: app)
        case .deactivate(let key):
            if let app = app(key) { _ = service.ask(.setActive(false, notifyOthers: true), from: app) }
        case .tell(let key, let command):
            let (tell, guest) = state.withLock { ($0.tell, $0.guests[key]) }
            guard let tell, let guest else { return }
            tell(Player(process: key.process, identifier: guest.identifier), command) { [weak self] isPaused in
                self?.send(isPaused ? .paused(key) : .played(key))
            }
        case .wake(let moment):
            let delay = max(0, moment.nanoseconds - service.now.nanoseconds)
            thread.perform(afterNanoseconds: UInt64(delay)) { [weak self] in self?.decide(.time) }
        }
    }

    private func start(_ key: GuestLedger.Key, _ direction: PortDirection) {
        guard let app = app(key) else { return }
        let io = Self.io(direction)
        let isNew = state.withLock { $0.guests[key]?.opened.insert(direction).inserted ?? false }
        if isNew {
            let kind = IOKind(.engine, hasInput: direction == .input, hasOutput: direction == .output)
            _ = service.ask(.openIO(io, kind), from: app)
        }
        if service.ask(.startIO(io), from: app) != nil { decide(.refused(key)) }
    }

    private static func io(_ direction: PortDirection) -> IOID { IOID(direction == .output ? 1 : 2) }

    private func app(_ key: GuestLedger.Key) -> AppID? { state.withLock { $0.guests[key]?.app } }

    /// Only keeps what the service says: it may be deciding.
    private func hear(_ delivery: SessionDelivery, _ key: GuestLedger.Key) {
        switch delivery {
        // A suspended program gets this notification when the suspension is over.
        case .notification(.interruptionBegan(_, wasSuspended: true)): send(.suspensionEnded(key))
        case .notification(.interruptionBegan(.routeDisconnected, _)): send(.unplugged(key))
        case .notification(.interruptionBegan): send(.interrupted(key))
        case .notification(.interruptionEnded(let shouldResume)):
            send(.interruptionEnded(key, shouldResume: shouldResume))
        case .notification(.remoteCommand(let command)): send(.command(key, command))
        case .snapshot(let session):
            let isAllowed = session.systemAudioPermission == .granted
            let isNew = state.withLock { state in
                state.guests[key].map { owners.mayRecordOutput($0.app) != isAllowed } ?? false
            }
            if isNew { thread.perform { [weak self] in self?.setRecordsOutput(key, isAllowed) } }
        case .notification, .device, .stopIO, .ioInterrupted: break
        }
    }

    /// Has the stage look at a program again when the user has answered.
    private func setRecordsOutput(_ key: GuestLedger.Key, _ isAllowed: Bool) {
        let (guest, identified) = state.withLock { ($0.guests[key], $0.identified) }
        guard let guest, owners.setRecordsOutput(guest.app, isAllowed) else { return }
        for serial in guest.serials { identified?(serial) }
    }
}
