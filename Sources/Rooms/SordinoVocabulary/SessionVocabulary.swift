/// The values of an audio session, once for programs and for the rooms.
///
/// Programs know the types as members of `AVAudioSession`, `AVCaptureDevice` and the simulator. The rooms use the names at
/// the end of this file, and closed enumerations where rules have to treat every value: `Category`, `Mode`, `KnownPort`.
public enum SessionVocabulary {
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
        /// The bit of `interruptSpokenAudioAndMixWithOthers` alone.
        package static let interruptSpokenAudio = CategoryOptions(rawValue: 0x10)
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

    /// The way in which a session shares its route with other programs.
    public enum RouteSharingPolicy: UInt, Sendable {
        case `default` = 0
        case longFormAudio = 1
        case independent = 2
        case longFormVideo = 3

        /// The older name of `longFormAudio`.
        public static var longForm: RouteSharingPolicy { .longFormAudio }
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

    /// The way in which multichannel content is rendered on the present route.
    public enum RenderingMode: Int, Sendable {
        /// The session is not active or has no output.
        case notApplicable = 0
        case monoStereo = 1
        /// Each channel on a loudspeaker of its own.
        case surround = 2
        /// The port places the channels around the listener.
        case spatialAudio = 3
        /// Never reported: Sordino has no renderer of Dolby's.
        case dolbyAudio = 4
        case dolbyAtmos = 5
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

    /// The part of a program's sound that is added to the microphone of other programs' calls.
    ///
    /// For programs that speak for people who cannot. While the input is muted, the added sound is silent too.
    public enum MicrophoneInjectionMode: Int, Sendable {
        /// No injection: the default.
        case none = 0
        /// The program's own output, which should be speech, mixed with the microphone's signal.
        case spokenAudio = 1
    }

    /// The sounds that voice processing keeps at a microphone.
    ///
    /// The user chooses it for each program, with `audioctl voice PROGRAM MODE`; it takes effect within 0.1 seconds,
    /// and is remembered. A program cannot set it.
    public enum MicrophoneMode: Int, Sendable {
        /// Removes the echo and the noise of the room.
        case standard = 0
        /// Removes the echo and keeps all other sound.
        case wideSpectrum = 1
        /// Removes everything but the voice beside the microphone.
        case voiceIsolation = 2
    }

    /// Activities that a program may continue in the background.
    public struct BackgroundModes: OptionSet, Hashable, Sendable {
        /// One bit for each mode.
        public let rawValue: UInt

        /// Modes from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Playing and recording sound.
        public static let audio = BackgroundModes(rawValue: 1)
        /// Calls over the network.
        public static let voip = BackgroundModes(rawValue: 2)
    }
}

/// Stores options in values that are hashed; the options themselves are not hashable, as Apple's are not.
@propertyWrapper
package struct Bits<Options: OptionSet>: Hashable, Sendable where Options: Sendable, Options.RawValue: Hashable {
    package var wrappedValue: Options

    package init(wrappedValue: Options) { self.wrappedValue = wrappedValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue.rawValue) }
}

/// The name in the rooms.
package typealias BackgroundModes = SessionVocabulary.BackgroundModes
/// The name in the rooms.
package typealias CategoryOptions = SessionVocabulary.CategoryOptions
/// The name in the rooms.
package typealias InterruptionReason = SessionVocabulary.InterruptionReason
/// The name in the rooms.
package typealias MicrophoneInjectionMode = SessionVocabulary.MicrophoneInjectionMode
/// The name in the rooms.
package typealias MicrophoneMode = SessionVocabulary.MicrophoneMode
/// The name in the rooms.
package typealias PortType = SessionVocabulary.Port
/// The name in the rooms.
package typealias PromptStyle = SessionVocabulary.PromptStyle
/// The name in the rooms.
package typealias RecordPermission = SessionVocabulary.RecordPermission
/// The name in the rooms.
package typealias RenderingMode = SessionVocabulary.RenderingMode
/// The name in the rooms.
package typealias RouteChangeReason = SessionVocabulary.RouteChangeReason
/// The name in the rooms.
package typealias RouteSharingPolicy = SessionVocabulary.RouteSharingPolicy
