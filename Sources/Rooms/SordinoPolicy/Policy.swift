/// The rules of managed audio as one value: events in, effects out.
///
/// The same events give the same effects.
/// A session is found by its slot in `sessions`. Nothing here reads a clock or iterates a hash table.
package struct Policy: Hashable, Sendable {
    package internal(set) var settings: PolicySettings

    // Programs.

    var sessions: [SessionRecord] = []
    var slots = ProgramSlots()
    var lists = SessionLists()
    var lastActivation = 0

    // The device.

    var ports = PortTable() { didSet { splitPorts() } }
    var routing = Routing()
    var device: DeviceSnapshot
    var switches = Switches()
    var volumes = VolumeTable()
    /// Of the inputs whose gain a program set, as they were set.
    var inputGains: [InputGain] = []
    /// The program and stream that hold the one hardware decoder (§7.7).
    var decoder: DecoderClaim?
    /// The players of each zone, and those that the hints were computed from when they were last sent.
    var zonePlayers: [ZonePlayers] = [ZonePlayers()]
    var actors = Actors()

    var turn = Turn()
    var sent: Sent

    package init(settings: PolicySettings = PolicySettings()) {
        self.settings = settings
        device = DeviceSnapshot()
        device.timing = settings.defaultTiming
        device.outputVolume = settings.initialVolume
        device.isMicrophoneInjectionOn = settings.allowsMicrophoneInjection
        device.hasHardwareDecoder = settings.hasHardwareDecoder
        sent = Sent(timing: settings.defaultTiming)
        volumes.ringer = settings.initialVolume
        routing.controllers = zoneNumbers.map { _ in ControllerMemory() }
        zonePlayers = zoneNumbers.map { _ in ZonePlayers() }
        splitPorts()
    }

    /// Takes in one event and says what follows from it.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - moment: When; never earlier than that of the event before.
    /// - Returns: What to do, in order.
    package mutating func handle(_ event: Event, at moment: Moment) -> [Effect] {
        turn.now = max(turn.now, moment)
        meetDeadlines()
        take(event)
        refreshMix()
        restoreInputGains()
        settleInjection()
        settleTaps()
        settleZoneSound()
        settleHints()
        flush()
        askToWake()
        var done: [Effect] = []
        swap(&done, &turn.effects)
        return done
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .appLaunched(let app, let declaration): launch(app, declaration)
        case .appMoved(let app, let lifecycle): withSession(of: app) { $0.move($1, to: lifecycle) }
        case .appEnded(let app): withSession(of: app) { $0.end($1) }
        case .request(let app, let id, let request): answer(request, id, from: app)
        case .remoteCommand(let app, let command): withSession(of: app) { $0.pass(command, to: $1) }
        case .recordPermissionAnswered(let app, let answer): withSession(of: app) { $0.setPermission(answer, of: $1) }
        case .microphoneInjectionPermissionAnswered(let app, let answer):
            withSession(of: app) { $0.setInjectionPermission(answer, of: $1) }
        case .libraryPermissionAnswered(let app, let answer):
            withSession(of: app) { $0.setLibraryPermission(answer, of: $1) }
        case .systemAudioPermissionAnswered(let app, let answer):
            withSession(of: app) { $0.setSystemAudioPermission(answer, of: $1) }
        case .systemAudioUnanswered(let app, let wasAsked):
            withSession(of: app) { $0.leaveSystemAudioUnanswered(of: $1, wasAsked: wasAsked) }
        case .appCall(let app, let begins): withSession(of: app) { $0.setCall(begins, of: $1) }
        case .microphoneMode(let app, let mode): withSession(of: app) { $0.set(\.microphoneMode, mode, $1) }
        case .configured(let settings): adopt(settings)
        case .appZone(let app, let name):
            guard let zone = zoneNumber(name) else { return }
            withSession(of: app) { $0.move($1, toZone: zone) }
        case .portsArrived(let ports): arrive(ports)
        case .portsDeparted(let uids): depart(uids)
        case .userPicked(let uid): pick(uid)
        case .userPickedTogether(let uids): pick(together: uids)
        case .userAdded(let uid): pickToo(uid)
        case .userRemoved(let uid): pickNoMore(uid)
        case .portsPreferred(let uids): prefer(uids)
        case .ringer(let silent): setRinger(silent: silent)
        case .screen(let locked): setScreen(locked: locked)
        case .volumeSet(let volume): setVolume(volume)
        case .volumeKey(let key): press(key)
        case .microphoneMuted(let isMuted): setMicrophone(muted: isMuted)
        case .spatialAudio(let isEnabled): setSpatialAudio(isEnabled)
        case .microphoneInjection(let isEnabled): setMicrophoneInjection(isEnabled)
        case .woke: wake()
        case .servicesLost: loseServices()
        case .servicesRestarted: restartServices()
        case .hardwareTiming(let timing): hardwareRuns(at: timing)
        case .timeReached: break  // deadlines were met above
        case .outputMuted, .audioServer: break  // facts for those who ask why nothing is heard
        case .callRings(let style): callRings(style)
        case .callGivesWay(let style): callGivesWay(style)
        case .callAccepted: callConnects()
        case .callDeclined, .callEnded: callLeaves()
        case .alarmStarts: alarmStarts()
        case .alarmAcknowledged: alarmLeaves()
        case .assistant(let phase): assistantEnters(phase)
        case .screenReader(let speaking): screenReader(speaking: speaking)
        case .emergency(let sounding): emergency(sounding: sounding)
        }
    }

    /// The data that the routes of sessions are computed from.
    struct Routing: Hashable, Sendable {
        /// The ports of each zone, the main one first; empty where there is only that one.
        var zonePorts: [PortTable] = []
        var cache = RouteCache()
        /// Of each zone the session that decided the routes of active sessions when they were last computed.
        var controllers: [ControllerMemory] = [ControllerMemory()]
    }

    /// Session that decided the routes of a zone, and its route.
    struct ControllerMemory: Hashable, Sendable {
        var slot: Int?
        var route = Route.none
    }

    /// The switches of the device, as the owner set them.
    struct Switches: Hashable, Sendable {
        var isRingerSilent = false
        var isLocked = false
        var isMicrophoneMuted = false
    }

    /// The event that is being handled.
    struct Turn: Hashable, Sendable {
        /// The time of the event; never earlier than that of the event before.
        var now = Moment.zero
        var effects: [Effect] = []
        /// Sessions whose snapshot is sent at the end.
        var dirtyViews: [Int] = []
        var isDeviceDirty = true
        /// Indicates whether the gains have to be computed because a session began or ceased to duck or silence others.
        var isMixDirty = false
    }

    /// The contents of earlier effects, so that nothing is sent twice.
    struct Sent: Hashable, Sendable {
        /// Nil before the first.
        var device: DeviceSnapshot?
        var timing: HardwareTiming
        var wake: Moment?
        /// Indicates whether there were zones when sessions were last sent the sound of others in theirs.
        var hasZones = false
    }

    /// Events about programs that are gone, or never came, change nothing.
    private mutating func withSession(of app: AppID, _ body: (inout Policy, Int) -> Void) {
        guard let slot = slots.ofApp[app] else { return }
        body(&self, slot)
    }
}
