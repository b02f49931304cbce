/// All that the policy keeps of one program and its session.
struct SessionRecord: Hashable, Sendable {
    let app: AppID
    let name: String
    /// The program's declaration, and its permission at that time.
    let bundleID: String
    var declaredPermission: RecordPermission = .granted
    /// The rules of the configuration for this program.
    var rule = ProgramRule(program: "")
    /// The configuration that the program asked for; its rule may hold it to another.
    var asked = SessionConfiguration()
    /// The zone that it is in; 0 is the main one.
    var zone = 0
    let backgroundModes: BackgroundModes
    var lifecycle: Lifecycle
    /// Indicates whether the system took its processor away; its notifications wait.
    var isSuspended = false
    /// Indicates whether its session was active when the system suspended it (late `began`, §4.7).
    var owesSuspendedBegan = false
    /// Number of its call, 0 without one: its session has a call's priority (§4.1).
    var hasCall = false

    // The session.

    var view: SessionSnapshot
    var isViewDirty = true
    /// The view that was sent last, where zones make views change and change back within one event.
    var sentView: SessionSnapshot?
    /// Order of activation among all sessions, from 1; kept while interrupted.
    var activationSeq = 0
    /// The interrupters that keep it interrupted, oldest first; empty while interrupted if they ended without a notice.
    var interruptions: [Interruption] = []
    /// The combined contribution of all interrupters so far to `shouldResume` (R4.8).
    var mayResume = true
    /// Slots of the sessions that have this one among their interrupters.
    var victims: [Int] = []
    var isOverriddenToSpeaker = false
    /// Indicates whether the route that its getters show is the one that it has or had as an active session.
    var showsOwnRoute = false
    var grants: [Grant] = []
    /// Since when it has been active without running I/O; nil while it runs some, or is not active.
    var idleSince: Moment?
    /// The time at which its fade ends and a prompt interrupts it; nil if it does not fade.
    var fadeEnds: Moment?
    /// The moment at which the app is suspended unless it makes sound before.
    var graceEnds: Moment?
    var heldCommands: [RemoteCommand] = []
    var sourcePreferences: [SelectedDataSource] = []
    /// Indicates whether a notice is due that the input was muted or opened while the program could not record.
    var owesInputMuteNotice = false
    /// The strength with which its voice processing turns others down; nil if it does not.
    var voiceDucking: VoiceDuckingLevel?
    /// The rendering that was last reported to the program.
    var sentRendering = Rendering()

    // Its I/O.

    /// In the order in which they were opened.
    var ios: [IOObject] = []
    var runningOutputs = 0
    var runningInputs = 0

    // The last values sent to the stage.

    var gainReasons: GainReasons = .notActive
    var duck: Duck?
    var voiceDuck: VoiceDuck?
    var gain: Float = 0
    var localGain: Float?
    var stageRoute: Route?
    var localRoute: Route?
    var isInputSilenced = false
    /// Indicates whether the person has been asked whether it may record, and has not answered.
    var isPermissionAsked = false
    var injection: Injection?
    /// The taps that the program uses, as it asked for them.
    var taps: [ProgramTap] = []
    var tapping: Tapping?
    /// Indicates whether the person has been asked whether it may take the sound of others, and has not answered.
    var isSystemAudioAsked = false
    /// Whether the person was asked, where the permission is refused for the want of an answer; nil after an answer.
    var systemAudioWasAsked: Bool?
    var process = 0

    var state: SessionState { view.state }
    var configuration: SessionConfiguration { view.configuration }
    var category: Category { view.configuration.category }
    var isMixable: Bool { view.configuration.isMixable }
    var priority: Int {
        if rule.isInterrupted == false { return Priority.never }
        return hasCall ? Priority.call : Priority.app
    }

    var soundClass: SoundClass { rule.soundClass ?? configuration.soundClass }
    /// Indicates whether it turns others down.
    var ducksOthers: Bool { configuration.ducksOthers && rule.ducks != false }
    var isPlaying: Bool { view.state == .active && runningOutputs > 0 }

    var hasAudioMode: Bool { backgroundModes.contains(.audio) }

    func isInterrupted(by who: Interrupter) -> Bool { interruptions.contains { $0.who == who } }

    func indexOfIO(_ io: IOID) -> Int? { ios.lastIndex { $0.id == io } }
}

/// An I/O object as the session knows it.
struct IOObject: Hashable, Sendable {
    let id: IOID
    let kind: IOKind
    var isRunning = false
    /// Stopped by an interruption that it has been told of.
    var isInterrupted = false
    /// Made before the media services were lost: it can never run again (§7.6).
    var isZombie = false
    var holdsDecoder = false
    /// A player: the system pauses it when its port is pulled out.
    var isPlayer: Bool { kind.face == .player }
    var isSystemSound: Bool { kind.face == .systemSound }
    /// Told of interruptions itself (R4.18).
    var hasDelegate: Bool { kind.face == .player || kind.face == .recorder }
}

/// One interrupter's share in a session's silence.
struct Interruption: Hashable, Sendable {
    let who: Interrupter
    var cause: Cause
}

/// The program that turns a session down, how far and how fast.
struct Duck: Hashable, Sendable {
    var by: AppID
    var gain: Float
    var attackSeconds: Double
    var releaseSeconds: Double
}

/// An originator that keeps a session interrupted.
enum Interrupter: Hashable, Sendable {
    case app(AppID)
    case actor(SystemActor)
    case mutedMicrophone
    case routeDisconnect
}

/// Leave to activate from the background (§4.9).
enum Grant: Hashable, Sendable {
    /// After an interruption that ended with `shouldResume`; used up by the first activation.
    case resume(until: Moment)
    case remoteCommand(until: Moment)

    var isResume: Bool {
        switch self {
        case .resume: true
        case .remoteCommand: false
        }
    }

    func isValid(at moment: Moment) -> Bool {
        switch self {
        case .resume(let until), .remoteCommand(let until): moment <= until
        }
    }
}

/// The priorities that decide which sounds may interrupt others, in a total order (rules.md §4.1).
enum Priority {
    /// Programs that the configuration protects from every interrupter except an emergency.
    static let never = 95
    static let emergency = 100
    static let call = 90
    static let ringing = 85
    static let alarm = 80
    static let assistantCapturing = 70
    static let assistantSpeaking = 65
    static let app = 50
}

/// The reasons for which a program is not heard at full gain.
struct GainReasons: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    static let notActive = GainReasons(rawValue: 1)
    static let interrupted = GainReasons(rawValue: 2)
    static let ringer = GainReasons(rawValue: 4)
    static let locked = GainReasons(rawValue: 8)
    static let background = GainReasons(rawValue: 16)
    static let recording = GainReasons(rawValue: 32)
    static let ducked = GainReasons(rawValue: 64)
    static let screenReader = GainReasons(rawValue: 128)
    static let outputMuted = GainReasons(rawValue: 256)
    static let voice = GainReasons(rawValue: 512)

    /// Those that leave something audible.
    static let attenuating: GainReasons = [.ducked, .screenReader, .voice]
}
