/// A consequence of an event that the service has to perform.
///
/// The service performs effects in order.
package enum Effect: Hashable, Sendable {
    /// The answer to a request; success is nil.
    case reply(AppID, RequestID, SessionError?)
    /// The copy that the session's getters read; always sent before the notification that announces the change.
    indirect case snapshot(AppID, SessionSnapshot)
    /// The values that the getters of all sessions share; sent once for all programs, before the notification that
    /// announces them.
    case device(DeviceSnapshot)
    /// A notification to the program, in the order of its queue. A suspended program gets it on resume.
    case notify(AppID, SessionNotification)
    /// An I/O object of the program is stopped from outside: players pause and keep their position.
    case stopIO(AppID, IOID, Cause)
    /// An I/O object that was stopped with its session is free to be started again: per-player delegates (rule R4.18).
    case ioInterrupted(AppID, IOID, began: Bool, shouldResume: Bool)
    /// The gain of all a program's streams of one class: reached after `rampSeconds`, from wherever it is now.
    /// 1 is untouched, 0 silent. `causes` is empty at full level. Until the first of them an app's media is silent.
    case gain(ProgramID, AudioClass, Float, rampSeconds: Double, causes: [Cause])
    /// The ports that a program's streams of one class use.
    case route(ProgramID, AudioClass, Route)
    /// The rate and block requested of the hardware; it answers with `Event.hardwareTiming`.
    case hardware(HardwareTiming)
    /// The device's output volume, 0 to 1.
    case volume(Float)
    /// The gain of an input, 0 to 1; nil restores the gain from before any program set it (rule R5.22).
    case inputGain(portUID: String, Float?)
    /// The user is to be asked whether the program may record; the answer is `Event.recordPermissionAnswered`.
    case askRecordPermission(AppID)
    /// The person is to be asked whether the program may add its sound to calls; the answer is
    /// `Event.microphoneInjectionPermissionAnswered`.
    case askMicrophoneInjectionPermission(AppID)
    /// The person is to be asked whether the program may see the library of music; the answer is
    /// `Event.libraryPermissionAnswered`.
    case askLibraryPermission(AppID)
    /// The person is to be asked whether the program may take the sound of others; the answer is
    /// `Event.systemAudioPermissionAnswered`.
    case askSystemAudioPermission(AppID)
    /// The microphone delivers zeros to this program (permission, muted microphone).
    case silenceInput(AppID, Bool)
    /// A program's sound is added to the microphone of these others, and of no more; the cause says why, or why not.
    case inject(AppID, into: [AppID], Cause)
    /// A program's taps, each with the programs that it takes, in place of those before; the cause says why there are any, or none.
    case tap(AppID, [ProgramTap], Cause)
    /// An actor makes itself heard (ringtone, alarm) or stops.
    case actorSounds(SystemActor, Bool)
    /// The system takes the program's processor away, or gives it back.
    case suspend(AppID, Bool)
    /// Send `Event.timeReached` at this moment; replaces the moment of an earlier `wake`.
    case wake(at: Moment)
}

/// A notification to a program about its session, as Apple names it (rules.md §4.12, §5.3, §6.6).
package enum SessionNotification: Hashable, Sendable {
    case interruptionBegan(InterruptionReason, wasSuspended: Bool)
    case interruptionEnded(shouldResume: Bool)
    case routeChanged(RouteChangeReason, previous: Route)
    case silenceSecondaryAudioHint(begin: Bool)
    case mediaServicesLost
    case mediaServicesReset
    case recordPermission(RecordPermission)
    case outputVolume(Float)
    case promptStyle(PromptStyle)
    case inputAvailable(Bool)
    case availableInputsChanged
    case remoteCommand(RemoteCommand)
    case outputMuted(Bool)
    case inputMuted(Bool)
    /// The person turned the volume while the session had muted its output.
    case unmuteIntended
    case renderingMode(RenderingMode)
    case renderingCapabilitiesChanged
    case spatialAudio(enabled: Bool)
    case microphoneInjectionPermission(RecordPermission)
    /// The answer to `Request.requestLibraryPermission`, or a later change of mind.
    case libraryPermission(RecordPermission)
    case microphoneInjectionAvailable(Bool)
}

/// The state of a session at this moment.
package enum SessionState: Hashable, Sendable { case inactive, active, interrupted }

/// The values that all sessions share; together with `SessionSnapshot`, everything that the getters of one session
/// return.
package struct DeviceSnapshot: Hashable, Sendable {
    /// The present rate and block of the hardware.
    package var timing = HardwareTiming(sampleRate: 48_000, blockFrames: 1_024)
    /// The volume in force, 0 to 1.
    package var outputVolume: Float = 1
    /// False between the loss of the media services and their return.
    package var isServerUp = true
    /// The apps with running output.
    package var playing = Players.nobody
    /// Those of them whose session does not mix.
    package var playingWithoutMixing = Players.nobody
    /// Indicates whether the person lets programs add their sound to calls.
    package var isMicrophoneInjectionOn = false
    /// Indicates whether the device decodes one compressed stream in hardware (§7.7).
    package var hasHardwareDecoder = false
    /// The apps that record for a call.
    package var callRecorders = Players.nobody
    /// All ports, built-in ones first, then in the order of their arrival.
    package var ports: [Port] = []
    /// The ports that plain playback and plain recording use; nil where there is none.
    package var defaultOutputUID: String?
    package var defaultInputUID: String?

    package init() {}

    /// Returns whether an app other than `app` is heard or could be: `isOtherAudioPlaying` (rule R6.16).
    package func isOtherAudioPlaying(than app: AppID) -> Bool { playing.includesOther(than: app) }

    /// Returns whether another app records for a call that a program may speak into: `isMicrophoneInjectionAvailable`.
    package func isMicrophoneInjectionAvailable(to app: AppID) -> Bool {
        isMicrophoneInjectionOn && callRecorders.includesOther(than: app)
    }

    /// Returns whether another app plays without mixing: `secondaryAudioShouldBeSilencedHint` (rule R6.17).
    package func shouldSilenceSecondaryAudio(of app: AppID) -> Bool { playingWithoutMixing.includesOther(than: app) }
}

/// The sound of other programs in a zone other than the main one.
package enum ZoneSound: UInt, Sendable {
    /// The session is in the main zone, and the fields of the device snapshot hold for it.
    case asDevice = 0
    case nothing = 1
    /// Others play, all of them mixing.
    case mixing = 2
    case withoutMixing = 3
}

extension SessionSnapshot {
    /// Returns whether another app in the zone of this session plays or could be heard: `isOtherAudioPlaying` (rule
    /// R6.16).
    package func isOtherAudioPlaying(_ device: DeviceSnapshot, than app: AppID) -> Bool {
        zoneSound == .asDevice ? device.isOtherAudioPlaying(than: app) : zoneSound != .nothing
    }

    /// Returns whether another app of the zone plays without mixing: `secondaryAudioShouldBeSilencedHint` (rule R6.17).
    package func shouldSilenceSecondaryAudio(_ device: DeviceSnapshot, of app: AppID) -> Bool {
        zoneSound == .asDevice ? device.shouldSilenceSecondaryAudio(of: app) : zoneSound == .withoutMixing
    }
}

/// As much about a set of apps as is needed to tell whether it has a member other than a given one.
package enum Players: Hashable, Sendable {
    case nobody
    case only(AppID)
    case several

    /// Returns whether the set has a member that is not `app`.
    package func includesOther(than app: AppID) -> Bool {
        switch self {
        case .nobody: false
        case .only(let player): player != app
        case .several: true
        }
    }
}

/// The values that the getters of one session return, except those that all sessions share (`DeviceSnapshot`).
package struct SessionSnapshot: Hashable, Sendable {
    package var state: SessionState = .inactive
    package var configuration = SessionConfiguration()
    /// Options with those that others and the mode imply (rules.md §0.3).
    @Bits package var effectiveOptions: CategoryOptions = []
    package var route: Route = .none
    package var availableInputs: [Port] = []
    package var preferredInputUID: String?
    /// Ports that the program alone uses; empty where its category decides.
    package var chosenOutputUIDs: [String] = []
    package var chosenInputUIDs: [String] = []
    /// Chosen data source by port UID, as (port, source) pairs in port order.
    package var selectedDataSources: [SelectedDataSource] = []
    package var preferredSampleRate: Double = 0
    package var preferredIOBufferDuration: Double = 0
    package var preferredInputChannels = 0
    package var preferredOutputChannels = 0
    package var inputChannels = 0
    package var outputChannels = 0
    package var maximumInputChannels = 0
    package var maximumOutputChannels = 0
    package var inputLatencySeconds: Double = 0
    package var outputLatencySeconds: Double = 0
    package var inputGain: Float = 1
    package var isInputGainSettable = false
    package var isInputAvailable = false
    package var promptStyle: PromptStyle = .normal
    package var recordPermission: RecordPermission = .granted
    package var allowsHapticsAndSystemSoundsDuringRecording = false
    package var prefersNoInterruptionsFromSystemAlerts = false
    package var prefersInterruptionOnRouteDisconnect = true
    package var prefersAggregatedIO = false
    package var preferredInputOrientation: UInt = 0
    package var inputOrientation: UInt = 0
    package var availableCategories: [Category] = []
    package var availableModes: [Mode] = []
    package var isOutputMuted = false
    package var isInputMuted = false
    package var prefersEchoCancelledInput = false
    package var isEchoCancelledInputAvailable = false
    package var isEchoCancelledInputEnabled = false
    package var supportsMultichannelContent = false
    package var renderingMode: RenderingMode = .notApplicable
    package var preferredMicrophoneInjection: MicrophoneInjectionMode = .none
    package var microphoneInjectionPermission: RecordPermission = .undetermined
    /// Whether the program may see the person's library of music.
    package var libraryPermission: RecordPermission = .undetermined
    /// Whether the program may take the sound of others.
    package var systemAudioPermission: RecordPermission = .undetermined
    /// All programs, ascending by number, while the program asks for them with `Preference.programList`.
    package var programs: [ListedProgram] = []
    /// The person's choice for the program's voice processing.
    package var microphoneMode: MicrophoneMode = .standard
    /// The name of the zone that the session is in; empty for the main one.
    package var zone = ""
    /// The sound of other programs in the same zone; `asDevice` in the main zone.
    package var zoneSound: ZoneSound = .asDevice
    /// The reasons for which the session is silent, ducked or interrupted now; empty when it is not.
    package var causes: [Cause] = []

    package init() {}
}

/// The data source and polar pattern in force and asked for at one port.
package struct SelectedDataSource: Hashable, Sendable {
    package var portUID: String
    package var selected: Int?
    package var preferred: Int?
    package var selectedPattern: String?
    package var preferredPattern: String?

    package init(
        portUID: String, selected: Int?, preferred: Int?, selectedPattern: String? = nil,
        preferredPattern: String? = nil
    ) {
        self.portUID = portUID
        self.selected = selected
        self.preferred = preferred
        self.selectedPattern = selectedPattern
        self.preferredPattern = preferredPattern
    }
}
