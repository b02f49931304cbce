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
}
