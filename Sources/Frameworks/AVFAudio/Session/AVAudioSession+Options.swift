extension AVAudioSession {
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

    /// Indicates whether input and output share one clock.
    public enum IOType: UInt, Sendable {
        case notSpecified = 0
        case aggregated = 1
    }
}
