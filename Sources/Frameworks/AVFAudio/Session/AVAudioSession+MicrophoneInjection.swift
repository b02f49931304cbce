import SordinoDevice
import SordinoPolicy
import SordinoSession

/// With a change of the microphone injection's capabilities: a number, 1 if it is available.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey = "AVAudioSessionMicrophoneInjectionIsAvailableKey"

extension AVAudioSession {
    /// What of a program's sound is added to the microphone of other programs' calls.
    ///
    /// For programs that speak for people who cannot. A muted input is mute for what is added, too.
    public enum MicrophoneInjectionMode: Int, Sendable {
        /// Nothing: the default.
        case none = 0
        /// What it plays, which should be speech, together with what the microphone hears.
        case spokenAudio = 1
    }

    /// Posted on the main queue when `isMicrophoneInjectionAvailable` has changed.
    public class var microphoneInjectionCapabilitiesChangeNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionMicrophoneInjectionCapabilitiesChangeNotification")
    }

    /// What the program asked to be added to calls.
    public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode {
        MicrophoneInjectionMode(rawValue: Int(snapshot.preferredMicrophoneInjection.rawValue)) ?? .none
    }

    /// Asks for what the program plays to be added to the microphone of other programs that record for a call.
    ///
    /// It happens while the session is active and heard, the person has given the program the permission
    /// (`AVAudioApplication.requestMicrophoneInjectionPermission()`), and such a call is there.
    /// - Throws: `mediaServicesFailed` while the services are down.
    public func setPreferredMicrophoneInjectionMode(_ inValue: MicrophoneInjectionMode) throws {
        try ask(.prefer(.microphoneInjection(inValue == .spokenAudio ? .spokenAudio : .none)))
    }

    /// Whether the person lets programs add their sound to calls, and another program records for one.
    public var isMicrophoneInjectionAvailable: Bool { client.device.isMicrophoneInjectionAvailable(to: client.id) }
}

extension AVAudioApplication {
    /// Whether the program may add its sound to the calls of others.
    public enum MicrophoneInjectionPermission: Int, Sendable {
        /// The person has switched it off for all programs.
        case serviceDisabled = 1_936_876_659  // 'srds'
        /// The person has not been asked yet.
        case undetermined = 1_970_168_948  // 'undt'
        case denied = 1_684_369_017  // 'deny'
        case granted = 1_735_552_628  // 'grnt'
    }

    /// Whether the program may add its sound to the calls of others now.
    public var microphoneInjectionPermission: MicrophoneInjectionPermission { Self.injectionPermission(of: client) }

    /// Asks the person, if that has not happened yet and the service is switched on.
    ///
    /// - Parameter response: Called on the main queue with the answer.
    public class func requestMicrophoneInjectionPermission(
        completionHandler response: @escaping @Sendable (MicrophoneInjectionPermission) -> Void
    ) {
        let context = AppContext.current
        PermissionRequest.ask(
            context.client, context.system.callbacks, .requestMicrophoneInjectionPermission,
            answer: { client in
                let permission = injectionPermission(of: client)
                return permission == .undetermined ? nil : permission
            }, response)
    }

    /// Asks the person, if that has not happened yet and the service is switched on.
    ///
    /// - Returns: The answer.
    @discardableResult
    public class func requestMicrophoneInjectionPermission() async -> MicrophoneInjectionPermission {
        await withCheckedContinuation { continuation in
            requestMicrophoneInjectionPermission { continuation.resume(returning: $0) }
        }
    }

    private static func injectionPermission(of client: SessionClient) -> MicrophoneInjectionPermission {
        guard client.device.isMicrophoneInjectionOn else { return .serviceDisabled }
        return switch client.snapshot.microphoneInjectionPermission {
        case .undetermined: .undetermined
        case .denied: .denied
        case .granted: .granted
        }
    }
}
