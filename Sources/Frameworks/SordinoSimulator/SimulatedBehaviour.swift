import AVFAudio
import SordinoPolicy

/// The behaviour of a simulated device where versions of iOS differ, or where Apple promises nothing.
public struct SimulatedBehaviour: Hashable, Sendable {
    /// The release of iOS whose rules apply.
    public enum Version: CaseIterable, Hashable, Sendable {
        case iOS5, iOS6
        /// iOS 8 and 9: deactivating with running I/O succeeds and fails.
        case iOS9
        /// iOS 10 to 15: a suspended program receives the begin of an interruption late.
        case iOS12
        case current

        var profile: Profile {
            switch self {
            case .iOS5: .p5
            case .iOS6: .p6
            case .iOS9: .p9
            case .iOS12: .p12
            case .current: .modern
            }
        }
    }

    /// The release whose rules apply.
    ///
    /// Default: the newest.
    public var version = Version.current

    /// Indicates whether the ends of interruptions are never notified.
    ///
    /// Notifications of the end are not guaranteed; a program must resume its sound without them.
    public var losesEndsOfInterruptions = false

    /// The attenuation of other programs under a session that ducks, in decibels below 0.
    public var duckDecibels = -14.0

    /// The duration of each ducking ramp, in seconds.
    public var duckSeconds = 0.5

    /// The configuration of the device; nil is none.
    public var policy: SimulatedPolicy?

    /// The newest rules, everything as it should be.
    public init() {}

    var settings: PolicySettings {
        policy.map { $0.configuration.settings(over: settingsWithoutPolicy) } ?? settingsWithoutPolicy
    }

    var settingsWithoutPolicy: PolicySettings {
        var settings = PolicySettings()
        settings.profile = version.profile
        settings.dropsEnded = losesEndsOfInterruptions
        settings.duckGain = duckDecibels == -14 ? settings.duckGain : Float(pow(10, min(duckDecibels, 0) / 20))
        settings.duckAttackSeconds = max(duckSeconds, 0)
        settings.duckReleaseSeconds = max(duckSeconds, 0)
        return settings
    }
}
