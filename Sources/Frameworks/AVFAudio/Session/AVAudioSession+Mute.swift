import SordinoPolicy

extension AVAudioSession {
    /// Posted on the main queue when the program's output was muted or opened.
    public class var outputMuteStateChangeNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionOutputMuteStateChangeNotification")
    }

    /// Posted on the main queue when the person turns up the volume of a program that has muted its output.
    public class var userIntentToUnmuteOutputNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionUserIntentToUnmuteOutputNotification")
    }

    /// With a change of the mute state: a number, 1 for muted.
    public class var muteStateKey: String { "AVAudioSessionMuteStateKey" }

    /// Whether the program has muted its own output.
    public var isOutputMuted: Bool { snapshot.isOutputMuted }

    /// Mutes or opens everything that the session plays; at first it is open.
    ///
    /// A change from the default mode opens it in `playAndRecord`.
    /// - Throws: `badParam` in `playAndRecord` with another mode than the default.
    public func setOutputMuted(_ muted: Bool) throws { try ask(.prefer(.outputMuted(muted))) }

    // MARK: Echo

    /// Whether the route's microphone can take the loudspeaker's sound out of what it hears.
    public var isEchoCancelledInputAvailable: Bool { snapshot.isEchoCancelledInputAvailable }

    /// Whether it does so now: available, preferred, and the session active in `playAndRecord` with the default mode.
    public var isEchoCancelledInputEnabled: Bool { snapshot.isEchoCancelledInputEnabled }

    /// Whether it was asked for.
    public var prefersEchoCancelledInput: Bool { snapshot.prefersEchoCancelledInput }

    /// Asks for a microphone without the loudspeaker's echo; at first false.
    public func setPrefersEchoCancelledInput(_ value: Bool) throws { try ask(.prefer(.echoCancelledInput(value))) }
}
