import SordinoBus
import SordinoPolicy
import SordinoRealtime
import SordinoService
import SordinoSession
import SordinoWork

/// Asks the service while there are viewers, and shows all of them the same.
///
/// Without viewers there is no connection to the bus, no timer, and its thread sleeps.
final class ConsoleFeed: Sendable {
    /// The viewers that are served at once.
    static let mostViewers = 32
    /// Decisions between two looks; more are dropped.
    private static let mostPending = 1_000
    /// The names of programs that are kept; those of programs that have ended are forgotten then.
    private static let mostNames = 1_000
    /// The least time between two looks, however much happens.
    private static let leastNanoseconds: UInt64 = 30_000_000
    /// The time between two looks while something sounds, and while nothing does.
    private static let liveNanoseconds: UInt64 = 200_000_000
    private static let quietNanoseconds: UInt64 = 1_000_000_000
    /// Looks between two of the things that change seldom.
    private static let seldomLooks = 10

    /// The state of the thread while there are viewers.
    private struct Sight {
        var controller: DeviceController?
        var allowsSimulation = false
        var permissions: [ListedPermission] = []
        var looks = 0
        var reasons = ConsoleReasons()
        var scene: ConsoleScene?
        var lastSeconds = 0.0
        /// Whether the phone rings; nil until that was heard.
        var isRinging: Bool?
        var names: [AppID: String] = [:]
        var lastBeat: UInt64 = 0
    }

    private struct Pending {
        var decisions: [SessionService.Decision] = []
        var isLookAsked = false
        var lastLook: UInt64 = 0
    }

    private let bus: BusAddress
    private let thread = SerialThread()
    private let sight = Guarded(Sight())
    private let pending = Guarded(Pending())
    private let board = Guarded(ConsoleBoard())
    private let viewers = Guarded<[ObjectIdentifier: HTTPStream]>([:])
    /// Called on the thread with whether there are viewers, at each look.
    private let watched: @Sendable (Bool) -> Void

    init(_ bus: BusAddress, watched: @escaping @Sendable (Bool) -> Void) { (self.bus, self.watched) = (bus, watched) }

    /// Starts the thread, which sleeps.
    func begin() -> Bool { thread.begin() }

    /// Ends the thread after its last job.
    func end() { thread.end() }

    /// Shows what is around the device.
    ///
    /// - Thread: any.
    func show(surroundings line: String) {
        board.withLock { $0.show(surroundings: line) }
        for stream in viewers.withLock({ Array($0.values) }) { stream.wake() }
    }

    /// The number of viewers that are connected now.
    var viewerCount: Int { viewers.withLock { $0.count } }

    /// Makes the stream of a new viewer; nil when there are as many as are served.
    func makeStream() -> HTTPStream? {
        let place = Guarded(ConsoleBoard.Place())
        let stream = HTTPStream(
            more: { [self] in place.withLock { place in board.withLock { $0.next(&place) } } },
            gone: { [weak self] in self?.remove($0) })
        let count = viewers.withLock { viewers in
            if viewers.count < Self.mostViewers { viewers[ObjectIdentifier(stream)] = stream } else { return 0 }
            return viewers.count
        }
        if count == 1 { askForLook() }
        return count == 0 ? nil : stream
    }

    private func remove(_ stream: HTTPStream) {
        let isLast = viewers.withLock { viewers in
            viewers[ObjectIdentifier(stream)] = nil
            return viewers.isEmpty
        }
        if isLast { askForLook() }
    }

    /// Makes what a person did happen, and looks at once.
    ///
    /// - Returns: False when too much waits.
    func perform(_ words: [String], _ done: @escaping @Sendable (ConsoleActs.Refusal?) -> Void) -> Bool {
        thread.perform { [self] in
            do throws(ConsoleActs.Refusal) {
                try ConsoleActs.perform(words, try controller())
                sight.withLock { $0.looks = 0 }
                done(nil)
            } catch {
                done(error)
            }
            askForLook()
        }
    }

    /// The connection that watches, or one for a moment.
    func controller() throws(ConsoleActs.Refusal) -> DeviceController {
        if let controller = sight.withLock({ $0.controller }) { return controller }
        do throws(BusError) { return try DeviceController(bus) } catch {
            throw ConsoleActs.Refusal(ConsoleActs.sentence(error))
        }
    }

    // MARK: Looking

    private func hear(_ line: String) {
        guard let decision = try? SessionService.Decision(line: line) else { return }
        pending.withLock { pending in
            if pending.decisions.count < Self.mostPending { pending.decisions.append(decision) }
        }
        askForLook()
    }

    /// Has the thread look as soon as it can; once for many.
    private func askForLook() {
        let now = HostClock.now()
        let wait = pending.withLock { pending -> UInt64? in
            guard !pending.isLookAsked else { return nil }
            pending.isLookAsked = true
            let passed = now - min(now, pending.lastLook)
            return Self.leastNanoseconds - min(Self.leastNanoseconds, passed)
        }
        guard let wait else { return }
        thread.perform(afterNanoseconds: wait) { [self] in look() }
    }

    private func look() {
        pending.withLock { pending in
            pending.isLookAsked = false
            pending.lastLook = HostClock.now()
        }
        let isWatched = viewerCount > 0
        watched(isWatched)
        guard isWatched else { return close() }
        var pause = Self.quietNanoseconds
        do throws(BusError) {
            let controller = try open()
            let looks = sight.withLock { sight in
                defer { sight.looks += 1 }
                return sight.looks
            }
            let isNews = pending.withLock { !$0.decisions.isEmpty }
            if isNews || looks % Self.seldomLooks == 0 {
                // A service that was started anew knows nothing of this watcher.
                try watch(controller)
                let permissions = (try? controller.permissions()) ?? []
                sight.withLock { $0.permissions = permissions }
            }
            let status = try controller.status()
            show(status)
            let sounds = status.apps.contains { $0.runningIO > 0 } || status.ports.contains { $0.level > 0 }
            if sounds || !status.sounding.isEmpty { pause = Self.liveNanoseconds }
        } catch {
            lose(error)
        }
        tellViewers()
        // One that was asked for meanwhile comes soon.
        if pending.withLock({ $0.isLookAsked }) { pause = Self.leastNanoseconds }
        thread.perform(afterNanoseconds: pause) { [self] in look() }
    }

    private func open() throws(BusError) -> DeviceController {
        if let controller = sight.withLock({ $0.controller }) { return controller }
        let controller = try DeviceController(bus)
        let allows = try controller.allowsSimulation()
        sight.withLock { sight in
            sight.controller = controller
            sight.allowsSimulation = allows
            sight.looks = 0
        }
        return controller
    }

    private func watch(_ controller: DeviceController) throws(BusError) {
        try controller.watch { [weak self] in self?.hear($0) }
    }

    private func close() {
        sight.withLock { $0 = Sight() }
        pending.withLock { $0.decisions = [] }
        board.withLock { $0 = ConsoleBoard() }
    }

    private func lose(_ error: BusError) {
        // The service has too much to do: the next look may be answered.
        if case .refused(BusInterface.Refusal.busy, _) = error { return }
        let scene = ConsoleScene(missing: ConsoleActs.sentence(error))
        let isNew = sight.withLock { sight in
            defer { sight.scene = scene }
            sight.controller = nil
            return sight.scene != scene
        }
        if isNew { board.withLock { $0.show(scene: scene.line) } }
    }

    private func show(_ all: DeviceStatus) {
        let (status, moreApps, morePorts) = ConsoleShare.bounded(all)
        let decisions = pending.withLock { pending in
            defer { pending.decisions = [] }
            return pending.decisions
        }
        let levels = ConsoleScene.levels(status)
        let (scene, isNew, isFirst, names) = sight.withLock { sight in
            for decision in decisions {
                switch decision.event {
                case .callRings: sight.isRinging = true
                case .callAccepted, .callDeclined, .callEnded: sight.isRinging = false
                default: break
                }
            }
            let scene = ConsoleScene(
                status, more: (moreApps, morePorts), permissions: sight.permissions,
                allowsSimulation: sight.allowsSimulation, isRinging: sight.isRinging, reasons: &sight.reasons)
            let isNew = sight.scene != scene
            // Also where the service was started anew: its clock begins again.
            let isFirst = sight.scene == nil || status.now.seconds < sight.lastSeconds
            (sight.scene, sight.lastSeconds) = (scene, status.now.seconds)
            // Programs come and go for as long as there are viewers.
            if sight.names.count > Self.mostNames { sight.names = [:] }
            for app in all.apps { sight.names[app.app] = ConsoleNames.isolated(ConsoleNames.shown(app.name)) }
            for case .appLaunched(let app, let declaration) in decisions.map(\.event) {
                sight.names[app] = ConsoleNames.isolated(ConsoleNames.shown(declaration.name))
            }
            return (scene, isNew, isFirst, sight.names)
        }
        board.withLock { board in
            if isNew { board.show(scene: scene.line) }
            board.show(levels: levels)
            if isFirst {
                let begins = ConsoleMoment(beginning: status.now.seconds)
                board.add(moment: begins.line(number: board.lastMoment + 1, scene: scene))
            }
            for decision in decisions {
                guard let moment = ConsoleMoment(decision, names: names) else { continue }
                board.add(moment: moment.line(number: board.lastMoment + 1, scene: scene))
            }
        }
    }

    private func tellViewers() {
        let now = HostClock.now()
        let isBeat = sight.withLock { sight in
            guard now - min(now, sight.lastBeat) > 2_000_000_000 else { return false }
            sight.lastBeat = now
            return true
        }
        if isBeat { board.withLock { $0.giveBeat() } }
        for stream in viewers.withLock({ Array($0.values) }) { stream.wake() }
    }
}
