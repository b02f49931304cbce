import SordinoDevice
import SordinoPolicy
import SordinoSession

/// A program's declarations to the system, which an iPhone app makes in its Info.plist; Sordino's own API.
///
/// A desktop entry with `X-Sordino-BackgroundModes=audio;voip;` says the same without code.
public enum SordinoProgram {
    /// An activity that a program may continue in the background.
    public enum BackgroundMode: String, CaseIterable, Sendable {
        /// Playing and recording.
        case audio
        /// Calls over the network.
        case voip
    }

    /// Says who the program is and what it may go on doing in the background.
    ///
    /// To be called before the program first uses its session, a player or an engine.
    /// - Parameters:
    ///   - name: Shown by `audioctl`; nil leaves the desktop entry's or the executable's.
    ///   - backgroundModes: Everything else stops when the program goes to the background.
    /// - Returns: False when it is too late.
    @discardableResult
    public static func declare(name: String? = nil, backgroundModes: Set<BackgroundMode>) -> Bool {
        var modes: SordinoPolicy.BackgroundModes = []
        if backgroundModes.contains(.audio) { modes.insert(.audio) }
        if backgroundModes.contains(.voip) { modes.insert(.voip) }
        return ProcessDeclaration.declare(name: name, backgroundModes: modes)
    }

    /// The reason why the program would not be heard, or would hear nothing, and the way out, in one sentence; nil while
    /// there is sound to be had.
    ///
    /// A program without an audio server runs, and plays into nothing; one that has nothing else to do asks, says the
    /// sentence and ends with an error.
    ///
    /// - Parameters:
    ///   - playing: Whether the program wants to play, in the category that its session has.
    ///   - recording: Whether it wants to record.
    public static func reasonForNoSound(playing: Bool = true, recording: Bool = false) -> String? {
        AppContext.current.noSound(playing: playing, recording: recording)?.sentence
    }
}
