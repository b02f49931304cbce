/// The treatment of items with pictures while the program is in the background.
///
/// Items have no pictures here: sound goes on by the category of its session and the program's background modes.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    /// The system decides.
    case automatic = 1
    /// The player pauses.
    case pauses = 2
    /// The player goes on where it can.
    case continuesIfPossible = 3
}
