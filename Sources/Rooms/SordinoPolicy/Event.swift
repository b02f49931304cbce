/// All that can happen to the policy.
///
/// Events arrive one after the other, each with its moment.
package enum Event: Hashable, Sendable {
    // Programs.
    case appLaunched(AppID, AppDeclaration)
    case appMoved(AppID, Lifecycle)
    case appEnded(AppID)
    /// A program asks; exactly one `Effect.reply` with the same `RequestID` answers it.
    case request(AppID, RequestID, Request)
    /// The system (headset key, lock screen) sends a program a command; it also grants background activation for a while.
    case remoteCommand(AppID, RemoteCommand)
    /// The user's answer to `Effect.askRecordPermission`, or a later change of mind in the settings.
    case recordPermissionAnswered(AppID, RecordPermission)
    /// The person's answer to `Effect.askMicrophoneInjectionPermission`, or a later change of mind.
    case microphoneInjectionPermissionAnswered(AppID, RecordPermission)
    /// The person's answer to `Effect.askLibraryPermission`, or a later change of mind.
    case libraryPermissionAnswered(AppID, RecordPermission)
    /// The person's answer to `Effect.askSystemAudioPermission`, or a later change of mind.
    case systemAudioPermissionAnswered(AppID, RecordPermission)
    /// `Effect.askSystemAudioPermission` has no answer: the program may not, and may ask again.
    ///
    /// - Parameter wasAsked: Whether the person was asked; else no one is there who could ask.
    case systemAudioUnanswered(AppID, wasAsked: Bool)
    /// A call that the program runs and announces to the system begins or ends: its session has the priority of a call
    /// (§4.9).
    case appCall(AppID, begins: Bool)

    /// The person chooses how much of the sound at the microphone the voice processing of a program keeps.
    case microphoneMode(AppID, MicrophoneMode)
    /// A program moves to another zone, by the zone's name (own 28).
    case appZone(AppID, String)

    // The device.
    /// The configuration of the device, at its start or anew while programs run (own 27).
    case configured(PolicySettings)
    case portsArrived([Port])
    case portsDeparted([String])
    case userPicked(portUID: String)
    /// The person picks several outputs at once, which play together, or one; nothing changes if they are picked already (own 34).
    case userPickedTogether(portUIDs: [String])
    /// The person adds one more output to those that were picked (own 34).
    case userAdded(portUID: String)
    /// The person takes an output out of those that play together; the others play on (own 34).
    case userRemoved(portUID: String)
    /// The default devices of the person or of the session manager, as UIDs of ports: a route leads there before it
    /// follows the order of arrival. They may arrive later. Empty if no default is chosen.
    case portsPreferred([String])
    case ringer(silent: Bool)
    case screen(locked: Bool)
    case volumeSet(Float)
    /// The output device was muted or unmuted by another program; no decision depends on it.
    case outputMuted(Bool)
    /// Indicates whether an audio server answers at all; nothing is decided by it.
    case audioServer(answers: Bool)
    case volumeKey(VolumeKey)
    case microphoneMuted(Bool)
    /// The person switches spatial sound on or off for all ports that have it.
    case spatialAudio(enabled: Bool)
    /// The person lets programs add their sound to the calls of others, or no longer.
    case microphoneInjection(enabled: Bool)
    case woke
    case servicesLost
    case servicesRestarted
    /// The hardware says what it runs at, after it was asked or on its own.
    case hardwareTiming(HardwareTiming)
    /// A time asked for with `Effect.wake` has come.
    case timeReached

    // System actors.
    case callRings(CallStyle)
    case callAccepted
    case callDeclined
    case callEnded
    /// The connected call has ended while another waits, which rings now: no program comes back between the two.
    case callGivesWay(CallStyle)
    case alarmStarts
    case alarmAcknowledged
    case assistant(AssistantPhase)
    case screenReader(speaking: Bool)
    case emergency(sounding: Bool)
}

/// A program's declaration about itself when it starts.
package struct AppDeclaration: Hashable, Sendable {
    package var bundleID: String
    package var name: String
    package var backgroundModes: BackgroundModes
    package var lifecycle: Lifecycle
    package var recordPermission: RecordPermission
    /// The number of its process, as the service knows it; 0 where the program has none of its own.
    package var process = 0

    package init(
        bundleID: String, name: String, backgroundModes: BackgroundModes = [], lifecycle: Lifecycle = .foreground,
        recordPermission: RecordPermission = .granted
    ) {
        self.bundleID = bundleID
        self.name = name
        self.backgroundModes = backgroundModes
        self.lifecycle = lifecycle
        self.recordPermission = recordPermission
    }
}

/// The position of a program on the screen.
package enum Lifecycle: Hashable, Sendable { case foreground, inactive, background, suspended }

/// A key of a headset or a car.
package enum RemoteCommand: Hashable, Sendable {
    case play, pause, togglePlayPause, stop, nextTrack, previousTrack
    /// By so many seconds.
    case skipForward(Double)
    case skipBackward(Double)
    /// To a place in seconds from the beginning.
    case changePosition(Double)
    /// To a speed; 1 is the usual one.
    case changeRate(Double)
    /// One of the commands that no key of a headset gives, with its value.
    case further(FurtherCommand, Double)

    /// Indicates whether the command may be meant to start sound.
    package var mayBeginPlaying: Bool {
        switch self {
        case .pause, .stop, .further: false
        case .play, .togglePlayPause, .nextTrack, .previousTrack, .skipForward, .skipBackward, .changePosition,
            .changeRate:
            true
        }
    }
}
/// The commands of shells and cars beside those of keys, each with a number.
package enum FurtherCommand: String, CaseIterable, Hashable, Sendable {
    /// 1 while a key is held, 0 when it is released.
    case seekForward, seekBackward
    /// The value between the least and the greatest rating of the program.
    case rating
    /// 1 for the feedback, -1 to take it back.
    case like, dislike, bookmark
    /// 0 for off, 1 for one item, 2 for all.
    case changeRepeatMode
    /// 0 for off, 1 for items, 2 for collections.
    case changeShuffleMode
    /// The place, from 0, of the language in the list that the program reports.
    case enableLanguageOption, disableLanguageOption
}

/// A volume key of the device.
package enum VolumeKey: Hashable, Sendable { case up, down }
/// The presentation of an incoming call.
package enum CallStyle: Hashable, Sendable { case fullScreen, banner }
/// The phase of the voice assistant's work.
package enum AssistantPhase: Hashable, Sendable { case capturing, speaking, dismissed }

/// The rate and block of the device: one setting for all programs (rule R6.2).
package struct HardwareTiming: Hashable, Sendable {
    /// The sample rate in hertz.
    package var sampleRate: Double
    /// Frames of one I/O block.
    package var blockFrames: Int

    package init(sampleRate: Double, blockFrames: Int) {
        self.sampleRate = sampleRate
        self.blockFrames = blockFrames
    }
}

/// A request of a program to its session.
package enum Request: Hashable, Sendable {
    /// Category, mode and policy as Apple's raw values, so that unknown ones are refused by rule R3.5. Nil keeps.
    case configure(category: String?, mode: String?, options: UInt?, policy: UInt?)
    case setActive(Bool, notifyOthers: Bool)
    case overrideOutput(toSpeaker: Bool)
    case prefer(Preference)
    case requestRecordPermission
    case requestMicrophoneInjectionPermission
    /// May the program see the person's library of music?
    case requestLibraryPermission
    /// Shakes the device once, where it has a motor.
    case vibrate
    /// Makes an I/O object known; it does not run yet.
    case openIO(IOID, IOKind)
    /// Starts it; activates the session if it is not (rule R4.17).
    case startIO(IOID)
    case stopIO(IOID)
    case closeIO(IOID)
}

/// The kind of an I/O object and its directions.
package struct IOKind: Hashable, Sendable {
    /// The Apple interface that made the object.
    package enum Face: Hashable, Sendable { case player, recorder, queue, ioUnit, engine, systemSound }
    package var face: Face
    package var hasInput: Bool
    package var hasOutput: Bool
    /// The four-character code of a compressed format that needs the hardware decoder (§7.7); nil for PCM.
    package var formatID: UInt32?

    package init(_ face: Face, hasInput: Bool = false, hasOutput: Bool = true, formatID: UInt32? = nil) {
        self.face = face
        self.hasInput = hasInput
        self.hasOutput = hasOutput
        self.formatID = formatID
    }
}

/// A setting of the hardware that a session prefers, kept until it can be granted (rules.md §6.1, §5.5, §5.8).
package enum Preference: Hashable, Sendable {
    case sampleRate(Double)
    case ioBufferDuration(Double)
    case inputChannels(Int)
    case outputChannels(Int)
    case input(portUID: String?)
    /// Ports that this program alone uses, side by side, in place of the route of its category: the devices that
    /// desktop programs choose by name. Those that are not connected are left out; while none is connected, the
    /// category decides.
    case ports(outputs: [String], inputs: [String])
    case dataSource(portUID: String, id: Int?)
    case polarPattern(portUID: String, dataSource: Int, pattern: String?)
    case inputOrientation(UInt)
    case inputGain(Float)
    case aggregatedIO(Bool)
    case allowsHapticsAndSystemSoundsDuringRecording(Bool)
    case prefersNoInterruptionsFromSystemAlerts(Bool)
    case prefersInterruptionOnRouteDisconnect(Bool)
    case outputMuted(Bool)
    case inputMuted(Bool)
    case echoCancelledInput(Bool)
    case multichannelContent(Bool)
    case microphoneInjection(MicrophoneInjectionMode)
    /// How far others are turned down while the program records with voice processing, with Apple's raw values; nil not at all.
    case voiceDucking(level: UInt?)
    /// All taps that the program uses now, in place of those before.
    case taps([ProgramTap])
    /// Whether `SessionSnapshot.programs` is kept up to date.
    case programList(Bool)
}
