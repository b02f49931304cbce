import SordinoDevice
import SordinoPolicy
import SordinoSession
import SordinoSpeech
import SordinoWork

/// Sordino's own API for a whole program: its declarations, the reasons for silence, and the main queue in other loops.
///
/// An iPhone app declares its background modes in its Info.plist. Here `declare(name:backgroundModes:)` does it, or without
/// code a desktop entry with `X-Sordino-BackgroundModes=audio;voip;`.
public enum SordinoProgram {
    /// An activity that a program may continue in the background.
    public enum BackgroundMode: String, CaseIterable, Sendable {
        /// Playing and recording sound.
        case audio
        /// Calls over the network.
        case voip
    }

    /// Declares the program's name and its activities in the background.
    ///
    /// Call it before the program first uses its session, a player or an engine.
    /// - Parameters:
    ///   - name: The name that `audioctl` shows; nil for that of the desktop entry or the executable.
    ///   - backgroundModes: The activities that continue in the background; all others stop there.
    /// - Returns: False if the program has used audio already; the declaration has no effect then.
    @discardableResult
    public static func declare(name: String? = nil, backgroundModes: Set<BackgroundMode>) -> Bool {
        var modes: BackgroundModes = []
        if backgroundModes.contains(.audio) { modes.insert(.audio) }
        if backgroundModes.contains(.voip) { modes.insert(.voip) }
        return ProcessDeclaration.declare(name: name, backgroundModes: modes)
    }

    /// Returns a sentence that says why the program would be silent or record silence, with a remedy; nil if sound is
    /// available.
    ///
    /// Where there is no sound the program runs all the same, on a silent virtual device. A program whose only purpose is
    /// sound, such as `afplay`, can print the sentence and exit with an error.
    ///
    /// - Parameters:
    ///   - playing: Whether the program is to play, in the category of its session.
    ///   - recording: Whether the program is to record.
    public static func reasonForNoSound(playing: Bool = true, recording: Bool = false) -> String? {
        AppContext.current.noSound(playing: playing, recording: recording)?.sentence
    }

    /// A sentence that says why the program cannot speak, with a remedy; nil if it can speak.
    ///
    /// Starts the voice's process if it does not run yet, and waits for it.
    public static var reasonForNoSpeech: String? {
        do throws(SpeechFailure) {
            _ = try VoiceProcess.shared.voices()
            return nil
        } catch { return error.sentence }
    }

    /// A file descriptor that becomes readable when notifications, delegate calls or other work wait on the main queue; nil
    /// if the system gives none.
    ///
    /// It is for programs whose main thread waits in a loop of its own around `poll`, `select` or `epoll`: let the loop wait
    /// for this descriptor too, and call `serveMainQueue()` when it is readable. Do not read from it or close it.
    /// `RunLoop.main` and `dispatchMain()` run the queue by themselves; under GLib's main loop, which GTK and mostly Qt use,
    /// Sordino does. Where Qt runs a loop of its own, ask for the descriptor before the program first uses its session.
    public static var mainQueueDescriptor: Int32? { MainQueue.descriptor }

    /// Runs the work that waits on the main queue, and returns without waiting for more.
    ///
    /// - Thread: the main thread; on other threads it does nothing.
    public static func serveMainQueue() { MainQueue.serve() }
}
