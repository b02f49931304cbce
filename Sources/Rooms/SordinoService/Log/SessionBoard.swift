import SordinoPolicy
import SordinoSession

/// The programs, their sound and the reasons for silence: collected from decisions, for status displays.
package struct SessionBoard: Sendable {
    private struct App: Sendable {
        var declaration: AppDeclaration
        var session = SessionSnapshot()
        var gain: Float = 0
        var runningIOs: [IOID] = []
        /// Those of its I/O objects that record and do not play.
        var recorders = Set<IOID>()
        /// The moment at which the session became active or last had I/O running; used to find holders that play nothing.
        var idleSince = Moment.zero
        var isSuspended = false
        /// In whose calls it is heard.
        var injectsInto: [AppID] = []
        var injection: Cause?
        /// Its taps with the programs that they take, and whether it uses any.
        var taps: [ProgramTap] = []
        var tapping: Cause?
        var usesTaps = false
        /// The reports of its running inputs with voice processing.
        var voices: [IOID: VoiceCondition] = [:]
        /// Its report of its playback; nil before the first one.
        var report: PlaybackReport?
        /// Where it was at that moment, in seconds, and whether it was playing.
        var place = 0.0
        var placeMoment = Moment.zero
        var wasPlaying = false

        var isPlaying: Bool {
            guard session.state == .active, !runningIOs.isEmpty else { return false }
            return report.map { $0.state != .paused && $0.state != .stopped && $0.rate != 0 } ?? true
        }
    }

    private var apps: [AppID: App] = [:]
    private var device = DeviceSnapshot()
    private var isRingerSilent = false
    private var isScreenLocked = false
    private var isMicrophoneMuted = false
    private var isOutputMuted = false
    private var hasAudioServer = true
    private var zones: [Zone] = []
    /// A session that keeps others interrupted this long without playing is called stuck.
    private var stuckSeconds = PolicySettings().stuckHolderSeconds
    private var sounding: [SystemActor] = []
    /// The program that last played without mixing, as music and films do.
    private var lastPlayer: AppID?

    package init() {}

    /// The reason for which a service on PipeWire has no port.
    private static let noServer = "no PipeWire server answers"

    /// Takes in what a decision changed.
    package mutating func follow(_ decision: SessionService.Decision) {
        switch decision.event {
        case .appLaunched(let app, let declaration):
            apps[app] = App(declaration: declaration, idleSince: decision.moment)
        case .appMoved(let app, let lifecycle): apps[app]?.declaration.lifecycle = lifecycle
        case .ringer(let silent): isRingerSilent = silent
        case .screen(let locked): isScreenLocked = locked
        case .microphoneMuted(let isMuted): isMicrophoneMuted = isMuted
        case .outputMuted(let isMuted): isOutputMuted = isMuted
        case .audioServer(let answers): hasAudioServer = answers
        case .configured(let settings): (zones, stuckSeconds) = (settings.zones, settings.stuckHolderSeconds)
        default: break
        }
        for effect in decision.effects { follow(effect, at: decision.moment) }
        if case .request(let app, let id, let request) = decision.event {
            let isGranted = decision.effects.contains(.reply(app, id, nil))
            switch request {
            case .openIO(let io, let kind) where isGranted && !kind.hasOutput: apps[app]?.recorders.insert(io)
            case .startIO(let io) where isGranted: run(io, of: app, true, decision.moment)
            case .stopIO(let io): run(io, of: app, false, decision.moment)
            case .closeIO(let io):
                run(io, of: app, false, decision.moment)
                apps[app]?.recorders.remove(io)
            case .prefer(.taps(let taps)) where isGranted: apps[app]?.usesTaps = !taps.isEmpty
            default: break
            }
        }
        if case .appEnded(let app) = decision.event { apps[app] = nil }
        if case .only(let app) = device.playingWithoutMixing, let session = apps[app]?.session,
            session.configuration.category == .playback || session.configuration.category == .multiRoute
        {
            lastPlayer = app
        }
        for id in apps.keys where apps[id]?.report != nil { notePlaying(id, at: decision.moment) }
    }

    /// A place moves while a program plays, and stays where it was when it stops.
    private mutating func notePlaying(_ id: AppID, at moment: Moment) {
        guard let app = apps[id], app.isPlaying != app.wasPlaying else { return }
        settlePlace(of: id, at: moment)
        apps[id]?.wasPlaying = app.isPlaying
    }

    private mutating func settlePlace(of id: AppID, at moment: Moment) {
        guard let app = apps[id] else { return }
        let moved = max(0, moment.seconds - app.placeMoment.seconds) * (app.report?.rate ?? 1)
        apps[id]?.place = app.place + (app.wasPlaying ? moved : 0)
        apps[id]?.placeMoment = moment
    }

    /// Takes in what a program says of its playback.
    package mutating func follow(_ report: PlaybackReport, of id: AppID, at moment: Moment) {
        guard apps[id] != nil else { return }
        settlePlace(of: id, at: moment)
        if let elapsed = report.elapsed { apps[id]?.place = elapsed }
        apps[id]?.report = report
        let isPlaying = apps[id]?.isPlaying ?? false
        apps[id]?.wasPlaying = isPlaying
    }

    /// Takes in what a program says of the voice processing of one of its I/O objects, which counts while that runs.
    package mutating func follow(_ voice: VoiceCondition, of io: IOID, _ id: AppID) {
        guard apps[id]?.runningIOs.contains(io) == true else { return }
        apps[id]?.voices[io] = voice
    }

    /// The programs that answer to keys, ascending; the one that last played without mixing is marked.
    package var players: [NowPlaying] {
        let latest = lastPlayer.flatMap { apps[$0]?.report?.commands.isEmpty == false ? $0 : nil }
        return apps.keys.sorted().compactMap { id in
            guard let app = apps[id], let report = app.report, !report.commands.isEmpty else { return nil }
            return NowPlaying(
                app: id, name: app.declaration.name, identifier: app.declaration.bundleID, isPlaying: app.isPlaying,
                report: report, place: app.place, placeMoment: app.placeMoment, isLatest: id == latest)
        }
    }

    /// Returns whether there is a zone of this name.
    package func hasZone(_ name: String) -> Bool { name == Zone.main || zones.contains { $0.name == name } }

    /// The lifecycle state of a program; nil if it does not exist.
    package func lifecycle(of app: AppID) -> Lifecycle? { apps[app]?.declaration.lifecycle }

    /// The name of a program; nil if it does not exist.
    package func name(of app: AppID) -> String? { apps[app]?.declaration.name }

    /// Whether a program may take the sound of others.
    package func systemAudioPermission(of app: AppID) -> RecordPermission {
        apps[app]?.session.systemAudioPermission ?? .undetermined
    }

    /// The programs that are there.
    package var appCount: Int { apps.count }

    /// Returns whether an actor of the system sounds: a call that rings or is connected, an alarm.
    package func isSounding(_ actor: SystemActor) -> Bool { sounding.contains(actor) }

    private mutating func run(_ io: IOID, of app: AppID, _ runs: Bool, _ moment: Moment) {
        apps[app]?.runningIOs.removeAll { $0 == io }
        if runs { apps[app]?.runningIOs.append(io) } else { apps[app]?.voices[io] = nil }
        apps[app]?.idleSince = moment
    }

    private mutating func follow(_ effect: Effect, at moment: Moment) {
        switch effect {
        case .snapshot(let app, let snapshot):
            if snapshot.state == .active, apps[app]?.session.state != .active { apps[app]?.idleSince = moment }
            apps[app]?.session = snapshot
        case .device(let device): self.device = device
        case .stopIO(let app, let io, _): run(io, of: app, false, moment)
        case .gain(.app(let app), .media, let gain, _, _): apps[app]?.gain = gain
        case .suspend(let app, let suspends): apps[app]?.isSuspended = suspends
        case .inject(let app, let targets, let cause):
            apps[app]?.injectsInto = targets
            apps[app]?.injection = cause
        case .tap(let app, let taps, let cause):
            apps[app]?.taps = taps
            apps[app]?.tapping = cause
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

    // MARK: Status text

    /// Everything at once.
    ///
    /// - Parameters:
    ///   - ports: What is there, with the peak of each.
    ///   - choices: Which outputs carry media, and why.
    ///   - processes: The processes that a program consists of.
    ///   - level: The peak of what a program sends; nil without a stream.
    ///   - volume: A program's own volume, 0 to 1 as mixers show it, and whether it is muted there.
    package func status(
        now: Moment, ports: [(port: Port, level: Float)] = [], choices: [OutputChoice] = [],
        processes: (AppID) -> [Int32] = { _ in [] },
        level: (AppID) -> Float? = { _ in nil }, volume: (AppID) -> (place: Float, isMuted: Bool)? = { _ in nil }
    ) -> DeviceStatus {
        var status = DeviceStatus()
        status.now = now
        status.sampleRate = device.timing.sampleRate
        status.blockFrames = device.timing.blockFrames
        status.volume = device.outputVolume
        status.isServerUp = device.isServerUp
        status.isRingerSilent = isRingerSilent
        status.isScreenLocked = isScreenLocked
        status.isMicrophoneMuted = isMicrophoneMuted
        status.isOutputMuted = isOutputMuted
        if !hasAudioServer { status.noSound = Self.noServer }
        status.addsSoundToCalls = device.isMicrophoneInjectionOn
        status.sounding = sounding.sorted()
        if !zones.isEmpty {
            status.zones = ([Zone(name: Zone.main)] + zones).map { zone in
                var shown = DeviceStatus.Zone()
                shown.name = zone.name
                shown.title = zone.title ?? zone.name
                return shown
            }
        }
        status.apps = apps.keys.sorted().compactMap { id in
            apps[id].map { app(id, $0, level(id), processes(id), volume(id), now: now) }
        }
        status.ports = ports.map { port, level in
            var shown = DeviceStatus.Port()
            shown.uid = port.uid
            shown.name = port.name
            shown.type = port.type
            shown.direction = port.direction
            shown.channels = port.channels.map(\.name)
            shown.level = level
            shown.latency = port.latencySeconds
            shown.isRemote = port.isRemote
            if let choice = choices.first(where: { $0.uid == port.uid }), port.direction == .output {
                (shown.isChosen, shown.why) = (choice.isChosen, choice.sentence)
            }
            if !zones.isEmpty { shown.zone = zones.first { $0.includes(port) }?.name ?? Zone.main }
            return shown
        }
        return status
    }

    private func app(
        _ id: AppID, _ app: App, _ level: Float?, _ processes: [Int32], _ volume: (place: Float, isMuted: Bool)?,
        now: Moment
    ) -> DeviceStatus.App {
        var shown = DeviceStatus.App()
        shown.app = id
        shown.name = app.declaration.name
        shown.bundleID = app.declaration.bundleID
        shown.lifecycle = app.isSuspended ? .suspended : app.declaration.lifecycle
        shown.state = app.session.state
        shown.category = app.session.configuration.category
        shown.mode = app.session.configuration.mode
        shown.options = app.session.effectiveOptions
        shown.runningIO = app.runningIOs.count
        shown.gain = app.gain
        shown.outputs = app.session.route.outputs.map(\.name)
        shown.inputs = app.session.route.inputs.map(\.name)
        if !zones.isEmpty { shown.zone = app.session.zone.isEmpty ? Zone.main : app.session.zone }
        shown.microphoneMode = app.session.microphoneMode
        shown.voices = app.voices.sorted { $0.key < $1.key }.map(\.value)
        shown.level = level
        shown.title = app.report?.title
        let isSilenced = volume.map { $0.isMuted || $0.place == 0 } ?? false
        shown.ownVolume = volume?.place
        shown.isOwnMuted = volume?.isMuted
        shown.processes = processes.map(Int.init)
        let heard = heard(app)
        let takers = apps.keys.sorted().filter { taker in
            apps[taker]?.taps.contains { tap in
                let isEverywhere =
                    tap.portUID.map { uid in app.session.route.outputs.allSatisfy { $0.uid == uid } } ?? true
                return tap.mutes && tap.apps.contains(id) && isEverywhere
            } == true
        }
        shown.heard = (isSilenced || !takers.isEmpty) && heard != .interrupted ? .silent : heard
        let own =
            isSilenced ? ["its own volume is \(volume?.isMuted == true ? "muted" : "0") on the desktop's mixer"] : []
        shown.why =
            app.session.causes.map { sentence($0, now: now) } + own
            + takers.map { "\(name(.app($0))) takes its sound, and it is not heard meanwhile" }
            + circumstances(app)
        if app.session.preferredMicrophoneInjection != .none, let cause = app.injection {
            shown.speaksInto = app.injectsInto.map { name(.app($0)) }
            shown.injection = sentence(cause, now: now)
        }
        if app.usesTaps, let cause = app.tapping {
            let taken = Set(app.taps.flatMap(\.apps))
            shown.taps = taken.sorted().map { name(.app($0)) }
            shown.tapping = sentence(cause, now: now)
        }
        shown.stuckSeconds = silentSeconds(id, app, now: now)
        return shown
    }

    private func heard(_ app: App) -> DeviceStatus.Hearing {
        if app.session.state == .interrupted { return .interrupted }
        // One that only records has no sound that could be heard.
        if !app.runningIOs.isEmpty, app.recorders.isSuperset(of: app.runningIOs) { return .quiet }
        if app.gain == 0 || app.session.route.outputs.isEmpty || device.outputVolume == 0 || !device.isServerUp
            || isOutputMuted || !hasAudioServer
        {
            return .silent
        }
        if app.runningIOs.isEmpty { return .quiet }
        return app.gain < 1 ? .ducked : .full
    }

    /// Returns the circumstances beyond decisions that keep a program from being heard, or from hearing.
    private func circumstances(_ app: App) -> [String] {
        var sentences: [String] = []
        if !device.isServerUp { sentences.append("the media services are down (§7.6)") }
        if !hasAudioServer { sentences.append("no sound: \(Self.noServer)") }
        if app.isSuspended { sentences.append("the program is suspended, it does not run (§4.7)") }
        guard app.session.state == .active, device.isServerUp else { return sentences }
        let category = app.session.configuration.category
        let records = category == .record || category == .playAndRecord || category == .multiRoute
        if category != .record, category != .audioProcessing {
            if app.session.route.outputs.isEmpty { sentences.append("there is no port to play on (§4.2)") }
            if isOutputMuted { sentences.append("the output is muted (by its slider or key, not by the service)") }
            if device.outputVolume == 0 { sentences.append("the device's volume is 0 (§6.4)") }
            if app.gain > 0, app.runningIOs.isEmpty { sentences.append("it plays nothing itself") }
        }
        guard records else { return sentences }
        if app.session.route.inputs.isEmpty { sentences.append("there is no port to record from (§4.2)") }
        if app.session.recordPermission != .granted {
            sentences.append("it records silence: it has no permission (R6.15)")
        }
        if app.session.isInputMuted { sentences.append("it records silence: it muted its own input") }
        if isMicrophoneMuted, app.session.route.inputs.contains(where: { $0.type == .builtInMic }) {
            sentences.append("it records silence: the microphone is muted (§4.12)")
        }
        return sentences
    }

    /// The time that an app has kept others interrupted without playing; nil if it does not, or for less than `silent-holder-named`.
    private func silentSeconds(_ id: AppID, _ app: App, now: Moment) -> Double? {
        guard app.session.state == .active, app.runningIOs.isEmpty else { return nil }
        let holds = apps.values.contains { other in
            other.session.state == .interrupted && other.session.causes.contains { $0.by == .app(id) }
        }
        let seconds = now.seconds - app.idleSince.seconds
        return holds && seconds >= stuckSeconds ? seconds : nil
    }

    /// Such as "interrupted by a phone call (§4.2, the call, since 12.3 s)".
    package func sentence(_ cause: Cause, now: Moment) -> String {
        let tenths = max(0, (now.nanoseconds - cause.since.nanoseconds) / 100_000_000)
        let holder = cause.by.map { ", \(name($0))" } ?? ""
        return "\(cause.sentence) (\(cause.ruleWords)\(holder), since \(tenths / 10).\(tenths % 10) s)"
    }
}

extension SystemActor {
    fileprivate var wireText: String { Self.wireNames.first { $0.value == self }?.name ?? "system" }
}
