import SordinoPolicy

/// Watches a policy from outside, by its effects alone, and says which promise was broken first.
struct Invariants: Hashable {
    private struct Watched: Hashable {
        var view = SessionSnapshot()
        var running: Set<IOID> = []
        var systemSounds: Set<IOID> = []
        var kinds: [IOID: IOKind] = [:]
        /// Interruptions that were begun and neither ended nor overruled by the program itself.
        var owed = 0
        var gain: Float = 0
        var hasCall = false
        var isAlive = true
        var injectsInto: [AppID] = []
        var wantsVoiceDucking = false
        /// Indicates whether others are to be turned down for its voice.
        var turnsDown: Bool {
            wantsVoiceDucking && view.state == .active && running.contains { kinds[$0]?.hasInput == true }
        }
    }

    /// Indicates whether the settings have the default rules of ducking, which `mix` knows.
    let checksDucks: Bool
    private var apps: [AppID: Watched] = [:]
    private var device: DeviceSnapshot?
    private var suspended: Set<AppID> = []
    private var ports: Set<String> = []
    private let settings: PolicySettings
    /// The zone of each program, where it is not the main one.
    private var zones: [AppID: String] = [:]

    init(_ settings: PolicySettings = PolicySettings()) {
        self.settings = settings
        checksDucks =
            settings.lateStarterIsDucked && settings.duckerVersusDucker == .newestWins && !settings.screenReaderDucks
            && settings.duckPairs.isEmpty && settings.programs.isEmpty && settings.zones.isEmpty
    }

    /// Takes in what one event brought about.
    ///
    /// - Returns: Nil while all is well.
    mutating func violation(after event: Event, _ effects: [Effect]) -> String? {
        let before = apps
        prepare(event)
        var replies = 0
        for effect in effects {
            if let fault = take(effect, &replies, event) { return fault }
        }
        if case .servicesLost = event {
            for app in apps.keys where apps[app]?.view.state != .interrupted { apps[app]?.owed = 0 }
        }
        if case .request(_, _, _) = event, replies != 1 { return "\(replies) answers to one question" }
        return exclusivity() ?? silence() ?? injection() ?? mix() ?? players()
            ?? interruptionsByApps(event, effects, before)
    }

    private mutating func prepare(_ event: Event) {
        switch event {
        case .appLaunched(let app, let declaration):
            apps[app] = Watched()
            let rule = settings.programs.first { $0.program == declaration.bundleID }
            zones[app] = rule?.zone == Zone.main ? nil : rule?.zone
        case .appZone(let app, let zone):
            if apps[app]?.isAlive == true, zone == Zone.main || settings.zones.contains(where: { $0.name == zone }) {
                zones[app] = zone == Zone.main ? nil : zone
            }
        case .appEnded(let app): apps[app]?.isAlive = false
        case .appCall(let app, let begins): apps[app]?.hasCall = begins
        case .portsArrived(let arrived): ports.formUnion(arrived.map(\.uid))
        case .portsDeparted(let uids): ports.subtract(uids)
        case .servicesLost:
            for app in apps.keys { apps[app]?.wantsVoiceDucking = false }
        default: break
        }
    }

    private mutating func take(_ effect: Effect, _ replies: inout Int, _ event: Event) -> String? {
        switch effect {
        case .reply(let app, let id, let refusal):
            replies += 1
            guard case .request(app, id, let request) = event else { return "an answer to nobody's question" }
            answered(request, app, refusal)
        case .snapshot(let app, let view):
            if apps[app]?.view == view { return "getters' copy of \(app) sent without a change" }
            apps[app]?.view = view
            let uids = (view.route.inputs + view.route.outputs).map(\.uid)
            if let uid = uids.first(where: { !ports.contains($0) }) {
                return "the route of \(app) has \(uid), which is gone"
            }
        case .device(let snapshot):
            if device == snapshot { return "the device's copy was sent without a change" }
            device = snapshot
        case .notify(let app, let notification):
            guard apps[app]?.isAlive == true else { return "a notification to \(app), which is gone" }
            return notified(app, notification)
        case .stopIO(let app, let io, _):
            let wasRunning = apps[app]?.running.remove(io) ?? apps[app]?.systemSounds.remove(io)
            if wasRunning == nil { return "\(io) of \(app) stopped though it did not run" }
        case .gain(.app(let app), .media, let gain, let seconds, let causes):
            if apps[app]?.gain == gain { return "gain of \(app) said without a change" }
            if (gain == 1) != causes.isEmpty { return "gain \(gain) of \(app) with \(causes.count) causes" }
            if seconds > 0, gain == 0 || apps[app]?.gain == 0 { return "silence of \(app) glides" }
            apps[app]?.gain = gain
        case .suspend(let app, true): suspended.insert(app)
        case .suspend(let app, false): suspended.remove(app)
        case .gain, .route, .hardware, .volume, .inputGain, .silenceInput, .actorSounds, .ioInterrupted, .wake,
            .askRecordPermission, .askMicrophoneInjectionPermission, .askLibraryPermission, .askSystemAudioPermission,
            .tap:
            break
        case .inject(let app, let targets, _):
            if targets.contains(app) { return "\(app) is added to its own microphone" }
            apps[app]?.injectsInto = targets
        }
        return nil
    }

    private mutating func answered(_ request: Request, _ app: AppID, _ refusal: SessionError?) {
        switch request {
        case .openIO(let io, let kind):
            if refusal == nil { apps[app]?.kinds[io] = kind }
        case .startIO(let io) where refusal == nil:
            if apps[app]?.kinds[io]?.face == .systemSound {
                apps[app]?.systemSounds.insert(io)
            } else {
                apps[app]?.running.insert(io)
            }
        case .stopIO(let io), .closeIO(let io):
            apps[app]?.running.remove(io)
            apps[app]?.systemSounds.remove(io)
            if case .closeIO = request { apps[app]?.kinds[io] = nil }
        case .prefer(.voiceDucking(let level)) where refusal == nil:
            apps[app]?.wantsVoiceDucking = level != nil
        default: break
        }
        // The program acts by itself: nothing is owed any more.
        if apps[app]?.view.state != .interrupted { apps[app]?.owed = 0 }
    }

    /// INV-3, and R4.7: one `began` until it ends or the program acts.
    private mutating func notified(_ app: AppID, _ notification: SessionNotification) -> String? {
        switch notification {
        case .interruptionBegan(_, let wasSuspended):
            guard !wasSuspended else { return nil }
            if apps[app]?.owed != 0 { return "INV-3: a second began to \(app)" }
            if apps[app]?.view.state != .interrupted { return "began to \(app) before its getters know" }
            apps[app]?.owed = 1
        case .interruptionEnded:
            if apps[app]?.owed != 1 { return "INV-3: ended to \(app) without began" }
            if apps[app]?.view.state != .inactive { return "ended to \(app) before its getters know" }
            apps[app]?.owed = 0
        case .routeChanged(let reason, let previous):
            let names: [RouteChangeReason] = [.newDeviceAvailable, .oldDeviceUnavailable, .categoryChange, .override]
            if names.contains(reason), apps[app]?.view.route == previous {
                return "a route change (\(reason)) to \(app) whose getters have the old route"
            }
            if suspended.contains(app) { return "a route change to \(app), which is suspended" }
        default: break
        }
        return nil
    }

    /// INV-1.
    private func exclusivity() -> String? {
        let holders = apps.filter { $1.isAlive && !$1.hasCall && $1.view.state == .active && !Self.isMixable($1.view) }
        let crowded = Dictionary(grouping: holders.keys) { zones[$0] ?? Zone.main }.first { $1.count > 1 }
        return crowded.map { "INV-1: \($1.count) sessions that do not mix are active in \($0)" }
    }

    /// INV-2, and that no program is heard without an active session.
    private func silence() -> String? {
        for (app, watched) in apps where watched.isAlive {
            if watched.view.state != .active {
                if !watched.running.isEmpty { return "INV-2: I/O of \(app) runs while it is \(watched.view.state)" }
                if watched.gain != 0 { return "\(app) is heard while it is \(watched.view.state)" }
            }
        }
        return nil
    }

    /// Own 24: only who is heard is added to a microphone, only into running input, and with the person's leave.
    private func injection() -> String? {
        for (app, watched) in apps where watched.isAlive && !watched.injectsInto.isEmpty {
            if watched.gain == 0 { return "\(app) is silent and added to microphones" }
            if device?.isMicrophoneInjectionOn != true || watched.view.microphoneInjectionPermission != .granted
                || watched.view.preferredMicrophoneInjection != .spokenAudio
            {
                return "\(app) is added to microphones without leave"
            }
            for target in watched.injectsInto {
                let runsInput = apps[target]?.running.contains { apps[target]?.kinds[$0]?.hasInput == true }
                if apps[target]?.isAlive != true || runsInput != true { return "\(app) is added to no microphone" }
            }
        }
        return nil
    }

    /// §4.10 and R1.7 from scratch: an audible program is ducked if and only if another session ducks, and silent beside a
    /// recording.
    private func mix() -> String? {
        for (app, watched) in apps where watched.isAlive && (watched.gain == 1) != watched.view.causes.isEmpty {
            return "\(app) has gain \(watched.gain) and \(watched.view.causes.count) causes"
        }
        guard checksDucks else { return nil }
        let active = apps.filter { $1.isAlive && $1.view.state == .active }
        let duckers = active.filter { Self.ducks($1.view) }
        for (app, watched) in active {
            let others = duckers.filter { $0.key != app }
            let isUnderVoice =
                !watched.wantsVoiceDucking && active.contains { $0.key != app && $0.value.turnsDown }
            if isUnderVoice, watched.gain == 1 { return "\(app) is heard in full beside a voice" }
            if watched.gain > 0,
                active.contains(where: { $0.key != app && $0.value.view.configuration.category == .record })
            {
                return "\(app) is heard beside a recording"
            }
            if Self.ducks(watched.view) {
                // The newest of them is heard in full; which one it is cannot be seen from here.
                if watched.gain > 0, watched.gain < 1, others.isEmpty, !isUnderVoice {
                    return "\(app) is ducked by nobody"
                }
            } else if watched.gain > 0, (watched.gain < 1) != (!others.isEmpty || isUnderVoice) {
                return "\(app) has gain \(watched.gain) beside \(others.count) duckers"
            }
        }
        return nil
    }

    /// Options of mixing act in these categories only; others accept and ignore them.
    private static func ducks(_ view: SessionSnapshot) -> Bool {
        view.configuration.options.contains(.duckOthers)
            && [.ambient, .playback, .playAndRecord, .multiRoute].contains(view.configuration.category)
    }

    /// R6.16 and R6.17 from scratch.
    private func players() -> String? {
        let playing = apps.filter { app, watched in
            watched.isAlive && zones[app] == nil && watched.view.state == .active
                && watched.running.contains { watched.kinds[$0]?.hasOutput == true }
        }
        let withoutMixing = playing.filter { !Self.isMixable($1.view) }
        for (said, found) in [
            (device?.playing ?? .nobody, playing), (device?.playingWithoutMixing ?? .nobody, withoutMixing),
        ] {
            let expected: Players =
                switch found.count {
                case 0: .nobody
                case 1: .only(found.first?.key ?? AppID(0))
                default: .several
                }
            if said != expected { return "players are said to be \(said), and are \(expected)" }
        }
        return nil
    }

    /// INV-4 and INV-5.
    private func interruptionsByApps(_ event: Event, _ effects: [Effect], _ before: [AppID: Watched]) -> String? {
        guard case .request(let app, _, _) = event, let actor = apps[app] else { return nil }
        for case .notify(let victim, .interruptionBegan(.default, _)) in effects {
            guard let victimBefore = before[victim] else { continue }
            let isSpoken = victimBefore.view.configuration.mode == .spokenAudio
            // Also a prompt whose fade is over when the event comes (§4.11).
            let mayInterruptSpoken =
                actor.view.configuration.options.contains(.interruptSpokenAudio)
                || before.values.contains {
                    $0.view.state == .active && $0.view.configuration.options.contains(.interruptSpokenAudio)
                }
            if isSpoken, mayInterruptSpoken { continue }
            if zones[app] != zones[victim] { return "\(app) interrupted \(victim) in another zone" }
            if Self.isMixable(actor.view) { return "INV-4: \(app) mixes and interrupted \(victim)" }
            if Self.isMixable(victimBefore.view) { return "INV-5: \(victim) mixes and was interrupted by \(app)" }
        }
        return nil
    }

    /// §0.3, written out once more: what is tested does not judge itself.
    private static func isMixable(_ view: SessionSnapshot) -> Bool {
        let options = view.configuration.options
        switch view.configuration.category {
        case .ambient: return true
        case .playback, .playAndRecord, .multiRoute: return options.rawValue & 0x13 != 0
        case .soloAmbient, .record, .audioProcessing: return false
        }
    }
}
