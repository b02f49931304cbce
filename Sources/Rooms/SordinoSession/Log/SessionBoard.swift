import SordinoPolicy

/// Who is there, who is heard and why not: kept from decisions, for status displays.
package struct SessionBoard: Sendable {
    private struct App: Sendable {
        var declaration: AppDeclaration
        var session = SessionSnapshot()
        var gain: Float = 0
        var runningIOs: [IOID] = []
        /// When it last had something running while active; for holders that hold for nothing.
        var idleSince = Moment.zero
        var isSuspended = false
    }

    private var apps: [AppID: App] = [:]
    private var device = DeviceSnapshot()
    private var isRingerSilent = false
    private var isScreenLocked = false
    private var sounding: [SystemActor] = []
    private var requests: [RequestID: (AppID, Request)] = [:]

    package init() {}

    /// A session that keeps others interrupted this long without playing is called stuck.
    static let stuckSeconds = 10.0

    /// Takes in what a decision changed.
    package mutating func follow(_ decision: SessionService.Decision) {
        switch decision.event {
        case .appLaunched(let app, let declaration):
            apps[app] = App(declaration: declaration, idleSince: decision.moment)
        case .appMoved(let app, let lifecycle): apps[app]?.declaration.lifecycle = lifecycle
        case .ringer(let silent): isRingerSilent = silent
        case .screen(let locked): isScreenLocked = locked
        default: break
        }
        for effect in decision.effects { follow(effect, at: decision.moment) }
        if case .request(let app, let id, let request) = decision.event {
            let isGranted = decision.effects.contains(.reply(app, id, nil))
            switch request {
            case .startIO(let io) where isGranted: run(io, of: app, true, decision.moment)
            case .stopIO(let io), .closeIO(let io): run(io, of: app, false, decision.moment)
            default: break
            }
        }
        if case .appEnded(let app) = decision.event { apps[app] = nil }
    }

    /// Where a program stands; nil if it is not there.
    package func lifecycle(of app: AppID) -> Lifecycle? { apps[app]?.declaration.lifecycle }

    private mutating func run(_ io: IOID, of app: AppID, _ runs: Bool, _ moment: Moment) {
        apps[app]?.runningIOs.removeAll { $0 == io }
        if runs { apps[app]?.runningIOs.append(io) }
        apps[app]?.idleSince = moment
    }

    private mutating func follow(_ effect: Effect, at moment: Moment) {
        switch effect {
        case .snapshot(let app, let snapshot): apps[app]?.session = snapshot
        case .device(let device): self.device = device
        case .stopIO(let app, let io, _): run(io, of: app, false, moment)
        case .gain(.app(let app), .media, let gain, _, _): apps[app]?.gain = gain
        case .suspend(let app, let suspends): apps[app]?.isSuspended = suspends
        case .actorSounds(let actor, let sounds):
            sounding.removeAll { $0 == actor }
            if sounds { sounding.append(actor) }
        default: break
        }
    }

    /// The name of a program, as people know it.
    private func name(_ program: ProgramID) -> String {
        switch program {
        case .app(let app): apps[app]?.declaration.name ?? "app \(app.number)"
        case .actor(let actor): "the " + actor.wireText
        }
    }

    // MARK: What is shown

    /// Everything at once.
    package func status(now: Moment) -> WireRecord {
        var record = WireRecord()
        record.add("now", now)
        record.add("sampleRate", device.timing.sampleRate)
        record.add("blockFrames", device.timing.blockFrames)
        record.add("volume", device.outputVolume)
        record.add("isServerUp", device.isServerUp)
        record.add("isRingerSilent", isRingerSilent)
        record.add("isScreenLocked", isScreenLocked)
        record.add("sounding", sounding.sorted().map(\.wireText))
        record.add("apps", apps.keys.sorted().compactMap { id in apps[id].map { app(id, $0, now: now) } })
        return record
    }

    private func app(_ id: AppID, _ app: App, now: Moment) -> WireRecord {
        var record = WireRecord()
        record.add("app", id)
        record.add("name", app.declaration.name)
        record.add("bundleID", app.declaration.bundleID)
        record.add("lifecycle", app.isSuspended ? .suspended : app.declaration.lifecycle)
        record.add("state", app.session.state)
        record.add("category", app.session.configuration.category)
        record.add("mode", app.session.configuration.mode)
        record.add("options", app.session.effectiveOptions)
        record.add("runningIO", app.runningIOs.count)
        record.add("gain", app.gain)
        record.add("outputs", app.session.route.outputs.map(\.name))
        record.add("inputs", app.session.route.inputs.map(\.name))
        record.add("why", app.session.causes.map { sentence($0, now: now) })
        if let seconds = stuckSeconds(id, app, now: now) { record.add("stuckSeconds", seconds) }
        return record
    }

    /// How long an app has kept others interrupted without playing; nil if it does not, or not for long.
    private func stuckSeconds(_ id: AppID, _ app: App, now: Moment) -> Double? {
        guard app.session.state == .active, app.runningIOs.isEmpty else { return nil }
        let holds = apps.values.contains { other in
            other.session.state == .interrupted && other.session.causes.contains { $0.by == .app(id) }
        }
        let seconds = now.seconds - app.idleSince.seconds
        return holds && seconds >= Self.stuckSeconds ? seconds : nil
    }

    /// Such as "interrupted by a phone call (§4.2, the call, since 12.3 s)".
    package func sentence(_ cause: Cause, now: Moment) -> String {
        let tenths = max(0, (now.nanoseconds - cause.since.nanoseconds) / 100_000_000)
        let holder = cause.by.map { ", \(name($0))" } ?? ""
        return "\(cause.sentence) (\(cause.rule)\(holder), since \(tenths / 10).\(tenths % 10) s)"
    }
}

extension SystemActor {
    fileprivate var wireText: String { Self.wireNames.first { $0.value == self }?.name ?? "system" }
}
