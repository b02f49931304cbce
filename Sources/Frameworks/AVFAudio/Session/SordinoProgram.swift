import SordinoDevice
import SordinoPolicy
import SordinoSession
import SordinoSpeech
import SordinoWork

/// A program's declarations to the system, which an iPhone app makes in its Info.plist; Sordino's own API.
///
/// A desktop entry with `X-Sordino-BackgroundModes=audio;voip;` has the same effect without code.
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
    /// To be called before the program first uses its session, a player or an engine.
    /// - Parameters:
    ///   - name: Shown by `audioctl`; nil leaves the desktop entry's or the executable's.
    ///   - backgroundModes: Everything else stops when the program goes to the background.
    /// - Returns: False when it is too late.
    @discardableResult
    public static func declare(name: String? = nil, backgroundModes: Set<BackgroundMode>) -> Bool {
        var modes: BackgroundModes = []
        if backgroundModes.contains(.audio) { modes.insert(.audio) }
        if backgroundModes.contains(.voip) { modes.insert(.voip) }
        return ProcessDeclaration.declare(name: name, backgroundModes: modes)
    }

    /// Returns a sentence why the program would be silent or record silence, with a remedy; nil if sound is available.
    ///
    /// A program without an audio server runs, and plays into nothing; one that has nothing else to do asks, prints the
    /// sentence and ends with an error.
    ///
    /// - Parameters:
    ///   - playing: Whether the program is to play, in the category of its session.
    ///   - recording: Whether the program is to record.
    public static func reasonForNoSound(playing: Bool = true, recording: Bool = false) -> String? {
        AppContext.current.noSound(playing: playing, recording: recording)?.sentence
    }

    /// Returns a sentence why the program cannot speak, with a remedy; nil if it can.
    ///
    /// Waits for the voice's process, which starts.
    public static var reasonForNoSpeech: String? {
        do throws(SpeechFailure) {
            _ = try VoiceProcess.shared.voices()
            return nil
        } catch { return error.sentence }
    }

    /// The descriptor that becomes readable when notifications, delegate calls or other work wait on the main queue; nil if
    /// the system gives none.
    ///
    /// For programs whose main thread waits in a loop of its own, such as `poll` or `select`: they wait for this descriptor
    /// too, and call `serveMainQueue()` when it is readable. `RunLoop.main`, `dispatchMain()`, and the main loop of GLib,
    /// which GTK and Qt run, serve the queue by themselves.
    public static var mainQueueDescriptor: Int32? { MainQueue.descriptor }

    /// Runs what waits on the main queue, and returns.
    ///
    /// - Thread: the main thread; on another one nothing happens.
    public static func serveMainQueue() { MainQueue.serve() }
}
