import SordinoEngine
import SordinoSession

extension AVCaptureDevice {
    /// What voice processing leaves of the sound at a microphone.
    ///
    /// The person chooses it for each program, with `audioctl voice PROGRAM MODE`; it holds within 0.1 seconds, and is
    /// remembered. A program cannot set it.
    public enum MicrophoneMode: Int, Sendable {
        /// Takes the echo and the noise of the room away.
        case standard = 0
        /// Takes the echo away and leaves all other sound.
        case wideSpectrum = 1
        /// Takes all away but the voice beside the microphone.
        case voiceIsolation = 2
    }

    /// The mode that the person has chosen for this program; at first the standard.
    ///
    /// - Thread: any.
    public class var preferredMicrophoneMode: MicrophoneMode {
        MicrophoneMode(rawValue: AppContext.current.client.snapshot.microphoneMode.rawValue) ?? .standard
    }

    /// The mode that is in force: the person's while the program's microphone goes through voice processing, else the standard.
    ///
    /// - Thread: any.
    public class var activeMicrophoneMode: MicrophoneMode {
        let context = AppContext.current
        guard context.client.snapshot.state == .active, RunningVoices.of(context).isAny else { return .standard }
        return preferredMicrophoneMode
    }
}
