import SordinoDevice
import SordinoPolicy
import SordinoSession

/// With a change of the microphone injection's capabilities: a number, 1 if it is available.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey = "AVAudioSessionMicrophoneInjectionIsAvailableKey"

extension AVAudioSession {
    /// Posted on the main queue when `isMicrophoneInjectionAvailable` has changed.
    public class var microphoneInjectionCapabilitiesChangeNotification: NSNotification.Name {
        NSNotification.Name("AVAudioSessionMicrophoneInjectionCapabilitiesChangeNotification")
    }
}

extension AVAudioApplication {
    /// Indicates whether the program may add its sound to the calls of others.
    public enum MicrophoneInjectionPermission: Int, Sendable {
        /// The person has switched it off for all programs.
        case serviceDisabled = 1_936_876_659  // 'srds'
        /// The person has not been asked yet.
        case undetermined = 1_970_168_948  // 'undt'
        case denied = 1_684_369_017  // 'deny'
        case granted = 1_735_552_628  // 'grnt'
    }

    /// Indicates whether the program may add its sound to the calls of others now.
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
