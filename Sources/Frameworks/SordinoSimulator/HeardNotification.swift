import AVFAudio

/// A notification that a simulated program received.
public enum HeardNotification: Hashable, Sendable {
    case interruptionBegan(AVAudioSession.InterruptionReason)
    case interruptionEnded(shouldResume: Bool)
    /// Port types before and after, inputs first.
    case routeChanged(
        AVAudioSession.RouteChangeReason, from: [AVAudioSession.Port], to: [AVAudioSession.Port])
    case silenceSecondaryAudioHint(AVAudioSession.SilenceSecondaryAudioHintType)
    case mediaServicesLost
    case mediaServicesReset
    /// The session's `outputVolume` changed, from 0 to 1.
    case outputVolume(Float)
    /// The session's `promptStyle` changed.
    case promptStyle(AVAudioSession.PromptStyle)
    case availableInputsChanged
    /// The tone, which plays as an audio player does, was interrupted or may resume.
    case playerInterruptionBegan
    case playerInterruptionEnded(shouldResume: Bool)
}

extension HeardNotification: CustomStringConvertible {
    /// A few words, such as "interruption began" or "route changed (newDeviceAvailable): Speaker -> Headphones".
    public var description: String {
        switch self {
        case .interruptionBegan(.default): "interruption began"
        case .interruptionBegan(let reason): "interruption began (\(reason))"
        case .interruptionEnded(let shouldResume): "interruption ended\(shouldResume ? ", should resume" : "")"
        case .routeChanged(let reason, let from, let to):
            "route changed (\(reason)): \(Self.names(from)) -> \(Self.names(to))"
        case .silenceSecondaryAudioHint(let type): "silence secondary audio: \(type)"
        case .mediaServicesLost: "media services lost"
        case .mediaServicesReset: "media services reset"
        case .outputVolume(let volume): "output volume \(volume)"
        case .promptStyle(let style): "prompt style \(style)"
        case .availableInputsChanged: "available inputs changed"
        case .playerInterruptionBegan: "player: interruption began"
        case .playerInterruptionEnded(let shouldResume):
            "player: interruption ended\(shouldResume ? ", should resume" : "")"
        }
    }

    private static func names(_ ports: [AVAudioSession.Port]) -> String {
        ports.isEmpty ? "nothing" : ports.map(\.rawValue).joined(separator: "+")
    }
}
