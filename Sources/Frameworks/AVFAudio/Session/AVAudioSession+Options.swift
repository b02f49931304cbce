extension AVAudioSession {
    /// Options that modify the behaviour of a category.
    public struct CategoryOptions: OptionSet, Sendable {
        /// The options as a bit mask.
        public let rawValue: UInt

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Mixes with the sound of other programs.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Lowers other programs while this session is active; implies `mixWithOthers`.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Allows Bluetooth devices with the call profile.
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// Allows Bluetooth devices with the call profile.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// Uses the loudspeaker instead of the receiver by default.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Interrupts spoken audio of other programs and mixes with the rest.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Allows Bluetooth devices with the music profile.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// Allows the route to AirPlay receivers.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// Prevents the interruption by a microphone that is muted in hardware.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
        /// Prefers capture from a distance.
        public static let farFieldInput = CategoryOptions(rawValue: 0x40000)
        /// Uses full bandwidth in both directions over Bluetooth.
        public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 0x80000)
    }

    /// Options for activating or deactivating a session.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// The options as a bit mask.
        public let rawValue: UInt

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Notifies the programs that this session interrupted that they may resume.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    /// Options that accompany the end of an interruption.
    public struct InterruptionOptions: OptionSet, Sendable {
        /// The options as a bit mask.
        public let rawValue: UInt

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Advises the program to resume.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// Indicates whether an interruption begins or ends; note the numbers.
    public enum InterruptionType: UInt, Sendable {
        case ended = 0
        case began = 1
    }

    /// The reason for which an interruption began.
    public enum InterruptionReason: UInt, Sendable {
        /// Another session or a part of the system took over.
        case `default` = 0
        /// The program was suspended meanwhile.
        case appWasSuspended = 1
        /// The microphone was muted in hardware.
        case builtInMicMuted = 2
        /// The port in use was disconnected.
        case routeDisconnected = 4
    }

    /// The reason for which the route changed.
    public enum RouteChangeReason: UInt, Sendable {
        case unknown = 0
        case newDeviceAvailable = 1
        case oldDeviceUnavailable = 2
        case categoryChange = 3
        case override = 4
        case wakeFromSleep = 6
        case noSuitableRouteForCategory = 7
        case routeConfigurationChange = 8
    }

    /// The way in which a session shares its route with other programs.
    public enum RouteSharingPolicy: UInt, Sendable {
        case `default` = 0
        case longFormAudio = 1
        case independent = 2
        case longFormVideo = 3

        /// The older name of `longFormAudio`.
        public static var longForm: RouteSharingPolicy { .longFormAudio }
    }

    /// Indicates whether secondary audio should fall silent or may come back.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        case end = 0
        case begin = 1
    }

    /// An output that replaces the one of the route.
    public enum PortOverride: UInt, Sendable {
        case none = 0
        case speaker = 1_936_747_378  // 'spkr'
    }

    /// The desired length of spoken prompts.
    public enum PromptStyle: UInt, Sendable {
        case none = 1_852_796_517  // 'none'
        case short = 1_936_224_884  // 'shrt'
        case normal = 1_852_992_876  // 'nrml'
    }

    /// Indicates whether the program may record.
    public enum RecordPermission: UInt, Sendable {
        case undetermined = 1_970_168_948  // 'undt'
        case denied = 1_684_369_017  // 'deny'
        case granted = 1_735_552_628  // 'grnt'
    }

    /// Indicates whether input and output share one clock.
    public enum IOType: UInt, Sendable {
        case notSpecified = 0
        case aggregated = 1
    }
}
