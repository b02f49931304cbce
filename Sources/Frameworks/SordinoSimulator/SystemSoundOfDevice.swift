import SordinoDevice
import SordinoSession

/// A sound that the simulated system makes by itself, each with a tone of its own.
public enum SystemSoundOfDevice: CaseIterable, Hashable, Sendable {
    case ringtone
    /// The other side of a call that was accepted.
    case callVoice
    case alarm
    case assistantVoice

    var sound: ActorVoices.Sound {
        switch self {
        case .ringtone: .ringtone
        case .callVoice: .callVoice
        case .alarm: .alarm
        case .assistantVoice: .assistantVoice
        }
    }

    /// The hertz of its tone.
    public var hertz: Double { sound.hertz }

    /// The tone's peak on a port at full level, linear.
    public static let amplitude = 0.25
}
