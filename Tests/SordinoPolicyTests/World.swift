import SordinoPolicy

/// A device with programs on it, driven by the policy alone; its effects are recorded in the notation of `scenarios-of-the-rules.md`.
///
/// `B(X)` began (`B(X,2)` with a reason other than 0), `E(X,1)` ended, `R(X,1: Speaker→Headphones)` route change,
/// `H(X,begin)` hint, `P(X,shrt)` prompt style, `L(X)`, `X(X)` services lost and reset, `V(X,0.1625)` volume,
/// `pl+(X.1)`, `pl-(X.1)` per-player delegates, `stop(X.1)` I/O stopped from outside, `ok` and `err(code)` answers.
struct World {
    var policy: Policy
    var now = Moment.zero
    /// Everything since the last `clear`.
    var effects: [Effect] = []
    /// Gain in force or aimed at, by program; media class.
    private(set) var gains: [ProgramID: Float] = [:]
    private(set) var localGains: [ProgramID: Float] = [:]
    private(set) var routes: [ProgramID: Route] = [:]
    private(set) var localRoutes: [ProgramID: Route] = [:]
    private(set) var views: [AppID: SessionSnapshot] = [:]
    private(set) var taps: [AppID: [ProgramTap]] = [:]
    private(set) var device = DeviceSnapshot()
    private(set) var sounding: Set<SystemActor> = []
    private(set) var wake: Moment?
    private var names: [AppID: String] = [:]
    private var nextRequest = 1

    init(_ settings: PolicySettings = PolicySettings(), ports: [Port] = World.phonePorts) {
        policy = Policy(settings: settings)
        send(.portsArrived(ports))
        clear()
    }

    // MARK: Saying

    @discardableResult
    mutating func send(_ event: Event) -> [Effect] {
        let new = policy.handle(event, at: now)
        for effect in new { note(effect) }
        effects += new
        return new
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .gain(let program, .media, let gain, _, _): gains[program] = gain
        case .gain(let program, .local, let gain, _, _): localGains[program] = gain
        case .route(let program, .media, let route): routes[program] = route
        case .route(let program, .local, let route): localRoutes[program] = route
        case .snapshot(let app, let view): views[app] = view
        case .device(let snapshot): device = snapshot
        case .actorSounds(let actor, true): sounding.insert(actor)
        case .actorSounds(let actor, false): sounding.remove(actor)
        case .wake(let moment): wake = moment
        case .reply, .notify, .stopIO, .ioInterrupted, .hardware, .volume, .inputGain, .silenceInput, .suspend,
            .askRecordPermission, .askMicrophoneInjectionPermission, .askLibraryPermission, .askSystemAudioPermission,
            .inject:
            break
        case .tap(let app, let taps, _): self.taps[app] = taps
        }
    }

    mutating func clear() { effects.removeAll() }

    /// Lets time pass; requested wake-ups happen on the way.
    mutating func wait(_ seconds: Double) {
        let end = now + seconds
        while let moment = wake, moment <= end {
            wake = nil
            now = max(now, moment)
            send(.timeReached)
        }
        now = end
    }

    // MARK: Programs

    mutating func launch(
        _ name: String, category: SordinoPolicy.Category? = nil, mode: Mode? = nil, options: CategoryOptions = [],
        background: BackgroundModes = [], lifecycle: Lifecycle = .foreground, permission: RecordPermission = .granted
    ) -> AppID {
        let app = AppID(names.count + 1)
        names[app] = name
        send(
            .appLaunched(
                app,
                AppDeclaration(
                    bundleID: "test.\(name)", name: name, backgroundModes: background, lifecycle: lifecycle,
                    recordPermission: permission)))
        if let category { set(app, category, mode ?? .standard, options) }
        clear()
        return app
    }

    @discardableResult
    mutating func request(_ app: AppID, _ request: Request) -> SessionError? {
        let id = RequestID(nextRequest)
        nextRequest += 1
        for case .reply(app, id, let refusal) in send(.request(app, id, request)) { return refusal }
        return nil
    }

    @discardableResult
    mutating func set(
        _ app: AppID, _ category: SordinoPolicy.Category, _ mode: Mode? = nil, _ options: CategoryOptions = [],
        policy: RouteSharingPolicy? = nil
    ) -> SessionError? {
        request(
            app,
            .configure(
                category: category.rawValue, mode: mode?.rawValue, options: options.rawValue, policy: policy?.rawValue))
    }

    @discardableResult
    mutating func activate(_ app: AppID) -> SessionError? { request(app, .setActive(true, notifyOthers: false)) }

    @discardableResult
    mutating func deactivate(_ app: AppID, notify: Bool = false) -> SessionError? {
        request(app, .setActive(false, notifyOthers: notify))
    }

    @discardableResult
    mutating func open(_ app: AppID, _ io: Int = 1, _ kind: IOKind = IOKind(.player)) -> SessionError? {
        request(app, .openIO(IOID(io), kind))
    }

    @discardableResult
    mutating func start(_ app: AppID, _ io: Int = 1) -> SessionError? { request(app, .startIO(IOID(io))) }

    mutating func stop(_ app: AppID, _ io: Int = 1) { request(app, .stopIO(IOID(io))) }

    /// Opens if needed, activates, starts.
    mutating func play(_ app: AppID, _ io: Int = 1, _ kind: IOKind = IOKind(.player)) {
        open(app, io, kind)
        start(app, io)
    }

    mutating func move(_ app: AppID, _ lifecycle: Lifecycle) { send(.appMoved(app, lifecycle)) }

    /// A background music player, playing: `Mus` of the scenarios.
    mutating func music(_ name: String = "Mus", lifecycle: Lifecycle = .background) -> AppID {
        let app = launch(name, category: .playback, background: .audio)
        play(app)
        if lifecycle != .foreground { move(app, lifecycle) }
        clear()
        return app
    }

    /// Any app that plays.
    mutating func playing(
        _ name: String, _ category: SordinoPolicy.Category, _ mode: Mode = .standard, _ options: CategoryOptions = [],
        background: BackgroundModes = [], lifecycle: Lifecycle = .foreground
    ) -> AppID {
        let app = launch(name, category: category, mode: mode, options: options, background: background)
        play(app)
        if lifecycle != .foreground { move(app, lifecycle) }
        clear()
        return app
    }

    // MARK: Reading

    func view(_ app: AppID) -> SessionSnapshot { views[app] ?? SessionSnapshot() }

    func state(_ app: AppID) -> SessionState { view(app).state }

    func gain(_ app: AppID) -> Float { gains[.app(app)] ?? 0 }

    /// The level in decibels, rounded; nil when silent.
    func decibels(_ app: AppID) -> Int? {
        switch gain(app) {
        case 1: 0
        case PolicySettings().leastVoiceDuckGain: -6
        case PolicySettings().duckGain: -14
        case PolicySettings().middleVoiceDuckGain: -20
        case PolicySettings().mostVoiceDuckGain: -30
        default: nil
        }
    }

    func outputs(_ app: AppID) -> [String] { (routes[.app(app)] ?? .none).outputs.map(\.type.rawValue) }

    /// The effects since the last `clear`, but for getters' copies and the stage's business.
    var heard: [String] { effects.compactMap(describe) }

    /// The same without answers and stops: notifications alone.
    var notified: [String] {
        effects.compactMap { effect in
            if case .notify = effect { return describe(effect) }
            return nil
        }
    }

    private func describe(_ effect: Effect) -> String? {
        switch effect {
        case .reply(_, _, let refusal): refusal.map { "err(\(fourCharacters($0.code)))" } ?? "ok"
        case .notify(let app, let notification): describe(notification, name(app))
        case .stopIO(let app, let io, _): "stop(\(name(app)).\(io.number))"
        case .ioInterrupted(let app, let io, let began, _): "pl\(began ? "+" : "-")(\(name(app)).\(io.number))"
        case .suspend(let app, let suspends): suspends ? "suspend(\(name(app)))" : "resume(\(name(app)))"
        case .snapshot, .device, .gain, .route, .hardware, .volume, .inputGain, .silenceInput, .actorSounds, .wake,
            .askRecordPermission, .askMicrophoneInjectionPermission, .askLibraryPermission, .askSystemAudioPermission,
            .inject, .tap:
            nil
        }
    }

    private func describe(_ notification: SessionNotification, _ name: String) -> String {
        switch notification {
        case .interruptionBegan(let reason, let wasSuspended):
            "B(\(name)\(reason == .default ? "" : ",\(reason.rawValue)")\(wasSuspended ? ",suspended" : ""))"
        case .interruptionEnded(let resumes): "E(\(name),\(resumes ? 1 : 0))"
        case .routeChanged(let reason, let previous): "R(\(name),\(reason.rawValue): from \(describe(previous)))"
        case .silenceSecondaryAudioHint(let begin): "H(\(name),\(begin ? "begin" : "end"))"
        case .mediaServicesLost: "L(\(name))"
        case .mediaServicesReset: "X(\(name))"
        case .recordPermission(let permission): "permission(\(name),\(permission))"
        case .outputVolume(let volume): "V(\(name),\(volume))"
        case .promptStyle(let style): "P(\(name),\(style))"
        case .inputAvailable(let available): "input(\(name),\(available))"
        case .availableInputsChanged: "inputs(\(name))"
        case .remoteCommand(let command): "remote(\(name),\(command))"
        case .outputMuted(let isMuted): "muted(\(name),\(isMuted ? 1 : 0))"
        case .inputMuted(let isMuted): "inputMuted(\(name),\(isMuted ? 1 : 0))"
        case .unmuteIntended: "unmute?(\(name))"
        case .renderingMode(let mode): "rendering(\(name),\(mode))"
        case .renderingCapabilitiesChanged: "layouts(\(name))"
        case .spatialAudio(let isEnabled): "spatial(\(name),\(isEnabled ? 1 : 0))"
        case .libraryPermission(let permission): "libraryPermission(\(name),\(permission))"
        case .microphoneInjectionPermission(let permission): "injectionPermission(\(name),\(permission))"
        case .microphoneInjectionAvailable(let isAvailable): "injection(\(name),\(isAvailable ? 1 : 0))"
        }
    }

    func name(_ app: AppID) -> String { names[app] ?? "?" }

    private func describe(_ route: Route) -> String {
        (route.outputs.map(\.type.rawValue) + route.inputs.map(\.type.rawValue)).joined(separator: "+")
    }

    private func fourCharacters(_ code: SessionErrorCode) -> String {
        guard code.rawValue > 0 else { return "\(code.rawValue)" }
        return String(
            decoding: (0..<4).map { UInt8(truncatingIfNeeded: code.rawValue >> (24 - 8 * $0)) }, as: UTF8.self)
    }
}

// MARK: - Ports

extension World {
    static func output(
        _ type: PortType, _ channels: Int = 2, device: String? = nil, uid: String? = nil, rates: [Double] = []
    ) -> Port {
        port(type, .output, channels, device, uid, rates)
    }

    static func input(
        _ type: PortType, _ channels: Int = 1, device: String? = nil, uid: String? = nil, rates: [Double] = []
    ) -> Port {
        port(type, .input, channels, device, uid, rates)
    }

    private static func port(
        _ type: PortType, _ direction: PortDirection, _ channels: Int, _ device: String?, _ uid: String?,
        _ rates: [Double]
    ) -> Port {
        Port(
            uid: uid ?? "\(type.rawValue)-\(direction)", type: type, direction: direction, name: type.rawValue,
            deviceUID: device,
            channels: (1...channels).map { PortChannel(name: "\($0)", number: $0, label: UInt32($0)) },
            sampleRates: rates)
    }

    static let microphone: Port = {
        var port = input(.builtInMic)
        port.dataSources = [
            DataSource(
                id: 1, name: "Bottom", location: "Lower", orientation: "Bottom", polarPatterns: ["Omnidirectional"]),
            DataSource(
                id: 2, name: "Front", location: "Upper", orientation: "Front", polarPatterns: ["Cardioid", "Stereo"]),
            DataSource(id: 3, name: "Back", location: "Upper", orientation: "Back", polarPatterns: ["Subcardioid"]),
        ]
        return port
    }()

    static let phonePorts = [output(.builtInSpeaker), output(.builtInReceiver, 1), microphone]
    static let headset = [
        output(.headphones, device: "headset"), input(.headsetMic, device: "headset"),
    ]
    static let headphones = [output(.headphones)]

    mutating func plug(_ ports: [Port]) { send(.portsArrived(ports)) }

    mutating func unplug(_ ports: [Port]) { send(.portsDeparted(ports.map(\.uid))) }
}
