/// The kind of sound that a session makes (rules.md §1), by Apple's raw string.
package enum Category: String, CaseIterable, Sendable {
    case ambient = "AVAudioSessionCategoryAmbient"
    case soloAmbient = "AVAudioSessionCategorySoloAmbient"
    case playback = "AVAudioSessionCategoryPlayback"
    case record = "AVAudioSessionCategoryRecord"
    case playAndRecord = "AVAudioSessionCategoryPlayAndRecord"
    case audioProcessing = "AVAudioSessionCategoryAudioProcessing"
    case multiRoute = "AVAudioSessionCategoryMultiRoute"
}

/// A refinement of the category (rules.md §2), by Apple's raw string.
package enum Mode: String, CaseIterable, Sendable {
    case standard = "AVAudioSessionModeDefault"
    case voiceChat = "AVAudioSessionModeVoiceChat"
    case videoRecording = "AVAudioSessionModeVideoRecording"
    case measurement = "AVAudioSessionModeMeasurement"
    case moviePlayback = "AVAudioSessionModeMoviePlayback"
    case gameChat = "AVAudioSessionModeGameChat"
    case videoChat = "AVAudioSessionModeVideoChat"
    case spokenAudio = "AVAudioSessionModeSpokenAudio"
    case voicePrompt = "AVAudioSessionModeVoicePrompt"
    case shortFormVideo = "AVAudioSessionModeShortFormVideo"
    case dualRoute = "AVAudioSessionModeDualRoute"
}

/// Options of a category (rules.md §3), with Apple's raw values.
package struct CategoryOptions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt

    package init(rawValue: UInt) { self.rawValue = rawValue }

    package static let mixWithOthers = CategoryOptions(rawValue: 0x1)
    package static let duckOthers = CategoryOptions(rawValue: 0x2)
    package static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
    package static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
    /// The bit of `interruptSpokenAudioAndMixWithOthers` alone; Apple's constant is this and `mixWithOthers`, 0x11.
    package static let interruptSpokenAudio = CategoryOptions(rawValue: 0x10)
    package static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
    package static let allowAirPlay = CategoryOptions(rawValue: 0x40)
    package static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    package static let farFieldInput = CategoryOptions(rawValue: 0x40000)
    package static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 0x80000)
}

/// The way in which a session shares its route with other programs (rule R3.6), with Apple's raw values.
package enum RouteSharingPolicy: UInt, Sendable {
    case standard = 0
    case longFormAudio = 1
    case independent = 2
    case longFormVideo = 3
}

/// The configuration that a session asked for: category, mode, options and policy together.
package struct SessionConfiguration: Hashable, Sendable {
    package var category: Category = .soloAmbient
    package var mode: Mode = .standard
    package var options: CategoryOptions = []
    package var policy: RouteSharingPolicy = .standard
    /// Indicates whether the program has taken back the Bluetooth option that its mode brings (rules.md §2): it stated its
    /// options anew without stating the mode, and left the option out.
    package var declinesImpliedHFP = false

    package init(
        category: Category = .soloAmbient, mode: Mode = .standard, options: CategoryOptions = [],
        policy: RouteSharingPolicy = .standard
    ) {
        self.category = category
        self.mode = mode
        self.options = options
        self.policy = policy
    }
}
