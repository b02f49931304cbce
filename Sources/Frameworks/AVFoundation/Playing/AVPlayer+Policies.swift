/// The treatment of items with pictures while the program is in the background.
///
/// Items have no pictures here: sound continues by the category of its session and the program's background modes.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    /// The system decides by the kind of item.
    case automatic = 1
    /// The player pauses in the background.
    case pauses = 2
    /// The player keeps playing where the session allows it.
    case continuesIfPossible = 3
}
