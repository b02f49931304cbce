import SordinoEngine
import SordinoSession
import SordinoVocabulary

extension AVCaptureDevice {
    /// The sounds that voice processing keeps at a microphone.
    ///
    /// The user chooses it for each program, with `audioctl voice PROGRAM MODE`; it takes effect within 0.1 seconds,
    /// and is remembered. A program cannot set it.
    public typealias MicrophoneMode = SessionVocabulary.MicrophoneMode

    /// The mode that the person has chosen for this program; at first the standard.
    ///
    /// - Thread: any.
    public class var preferredMicrophoneMode: MicrophoneMode {
        AppContext.current.client.snapshot.microphoneMode
    }

    /// The mode that is in force: the person's while the program's microphone goes through voice processing, else the
    /// standard.
    ///
    /// - Thread: any.
    public class var activeMicrophoneMode: MicrophoneMode {
        let context = AppContext.current
        guard context.client.snapshot.state == .active, RunningVoices.of(context).isAny else { return .standard }
        return preferredMicrophoneMode
    }
}
