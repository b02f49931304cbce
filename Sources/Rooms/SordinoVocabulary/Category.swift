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

extension SessionVocabulary {
    /// The use that a program makes of sound.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// The text that names the category.
        public let rawValue: String

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: String) { self.rawValue = rawValue }

        package init(_ category: SordinoVocabulary.Category) { rawValue = category.rawValue }

        /// Mixes with others; silent with the ringer switch and the lock.
        public static let ambient = Category(.ambient)
        /// Like `ambient`, but interrupts other programs.
        ///
        /// The default.
        public static let soloAmbient = Category(.soloAmbient)
        /// For programs whose purpose is sound: music, films, speech.
        public static let playback = Category(.playback)
        /// Records, and silences all output meanwhile.
        public static let record = Category(.record)
        /// Plays and records at the same time: calls, instruments.
        public static let playAndRecord = Category(.playAndRecord)
        /// Neither plays nor records: works on audio offline.
        public static let audioProcessing = Category(.audioProcessing)
        /// Uses several outputs at the same time, each with its own sound.
        public static let multiRoute = Category(.multiRoute)
    }

    /// A refinement of the category.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The text that names the mode.
        public let rawValue: String

        /// Makes a value from Apple's raw value, also an unknown one.
        public init(rawValue: String) { self.rawValue = rawValue }

        package init(_ mode: SordinoVocabulary.Mode) { rawValue = mode.rawValue }

        /// The default mode: the category alone decides.
        public static let `default` = Mode(.standard)
        /// A conversation over the network.
        public static let voiceChat = Mode(.voiceChat)
        /// A conversation beside a game; set by the game-chat service.
        public static let gameChat = Mode(.gameChat)
        /// Records beside the camera.
        public static let videoRecording = Mode(.videoRecording)
        /// As little processing as possible.
        public static let measurement = Mode(.measurement)
        /// The sound of a film.
        public static let moviePlayback = Mode(.moviePlayback)
        /// A conversation with picture.
        public static let videoChat = Mode(.videoChat)
        /// Speech that is paused, not ducked, when a prompt speaks.
        public static let spokenAudio = Mode(.spokenAudio)
        /// Short spoken prompts, such as directions.
        public static let voicePrompt = Mode(.voicePrompt)
        /// Short films in a row.
        public static let shortFormVideo = Mode(.shortFormVideo)
        /// Uses the built-in route and a second one at the same time; with `multiRoute` only.
        public static let dualRoute = Mode(.dualRoute)
    }
}
