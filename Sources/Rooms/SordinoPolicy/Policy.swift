/// The rules of managed audio as one value: events in, effects out.
///
/// The same events give the same effects.
/// A session is found by its slot in `sessions`; the lists of slots below are kept so that an event costs what the
/// sessions that it touches cost, however many others are idle. Nothing here reads a clock or iterates a hash table.
package struct Policy: Hashable, Sendable {
    package internal(set) var settings: PolicySettings

    // Programs.

    var sessions: [SessionRecord] = []
    var slotOfApp: [AppID: Int] = [:]
    var vacantSlots: [Int] = []
    /// Slots in the order of their apps' numbers.
    var slotsByApp: [Int] = []

    // Lists of slots. Those of active sessions ascend by activation.

    var active: [Int] = []
    var activeNonMixable: [Int] = []
    var duckers: [Int] = []
    /// Active sessions whose voice processing turns others down.
    var voiceDuckers: [Int] = []
    var recorders: [Int] = []
    var spokens: [Int] = []
    /// In the order in which they were interrupted.
    var interrupted: [Int] = []
    var playing: [Int] = []
    var playingWithoutMixing: [Int] = []
    /// Sessions that run input and so keep system sounds silent (§6.5).
    var silencers: [Int] = []
    /// Sessions that run input.
    var listeners: [Int] = []
    /// Sessions that want their sound in the calls of others (own 24).
    var injectors: [Int] = []
    /// Programs with a call of their own (§4.9).
    var callers: [Int] = []
    /// Programs that have system sounds.
    var localUsers: [Int] = []
    /// Spoken sessions that fade before a prompt interrupts them.
    var fading: [Int] = []
    /// Programs that are suspended by us because of the lock.
    var suspendedByLock: [Int] = []
    /// Programs in the background whose session is active without sound.
    var inGrace: [Int] = []
    var lastActivation = 0
    /// Indicates whether anyone began or ceased to duck or silence others since the gains were computed.
    var isMixDirty = false

    // The device.

    var ports = PortTable() { didSet { splitPorts() } }
    /// The ports of each zone, the main one first; empty where there is only that one.
    var zonePorts: [PortTable] = []
    var routes = RouteCache()
    /// Of each zone the session that decided the routes of active sessions when they were last computed.
    var lastControllers: [ControllerMemory] = [ControllerMemory()]
    var device: DeviceSnapshot
    var isDeviceDirty = true
    /// As programs have it; nil before the first.
    var saidDevice: DeviceSnapshot?
    var wishedTiming: HardwareTiming
    var volumes = VolumeTable()
    var isRingerSilent = false
    var isLocked = false
    var isMicrophoneMuted = false
    /// Of the inputs whose gain a program set, as they were set.
    var inputGains: [InputGain] = []
    /// The program and stream that hold the one hardware decoder (§7.7).
    var decoder: DecoderClaim?

    // System actors.

    var actors = Actors()

    // The event that is being handled.

    var now = Moment.zero
    var effects: [Effect] = []
    var dirtyViews: [Int] = []
    /// The players of each zone, and those that the hints were computed from when they were last sent.
    var zonePlayers: [ZonePlayers] = [ZonePlayers()]
    /// Indicates whether there were zones when sessions were last told what others play in theirs.
    var zonesWereHeard = false
    var wishedWake: Moment?

    package init(settings: PolicySettings = PolicySettings()) {
        self.settings = settings
        device = DeviceSnapshot()
        device.timing = settings.defaultTiming
        device.outputVolume = settings.initialVolume
        device.isMicrophoneInjectionOn = settings.allowsMicrophoneInjection
        device.hasHardwareDecoder = settings.hasHardwareDecoder
        wishedTiming = settings.defaultTiming
        volumes.ringer = settings.initialVolume
        lastControllers = zoneNumbers.map { _ in ControllerMemory() }
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
        now = max(now, moment)
        meetDeadlines()
        take(event)
        refreshMix()
        restoreInputGains()
        settleInjection()
        settleZoneSound()
        settleHints()
        flush()
        wishWake()
        var done: [Effect] = []
        swap(&done, &effects)
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
        case .appCall(let app, let begins): withSession(of: app) { $0.setCall(begins, of: $1) }
        case .microphoneMode(let app, let mode): withSession(of: app) { $0.set(\.microphoneMode, mode, $1) }
        case .configured(let settings): adopt(settings)
        case .appZone(let app, let name):
            guard let zone = zoneNumber(name) else { return }
            withSession(of: app) { $0.move($1, toZone: zone) }
        case .portsArrived(let ports): arrive(ports)
        case .portsDeparted(let uids): depart(uids)
        case .userPicked(let uid): pick(uid)
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

    /// Session that decided the routes of a zone, and its route.
    struct ControllerMemory: Hashable, Sendable {
        var slot: Int?
        var route = Route.none
    }

    /// Events about programs that are gone, or never came, change nothing.
    private mutating func withSession(of app: AppID, _ body: (inout Policy, Int) -> Void) {
        guard let slot = slotOfApp[app] else { return }
        body(&self, slot)
    }
}
