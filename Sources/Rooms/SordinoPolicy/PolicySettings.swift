/// The versions of behaviour (spec §0.2).
package enum Profile: Int, Comparable, Sendable {
    case p5 = 5
    case p6 = 6
    case p9 = 9
    /// iOS 10 to 15: the system deactivates sessions of suspended apps and tells them late.
    case p12 = 12
    case modern = 100

    package static func < (left: Profile, right: Profile) -> Bool { left.rawValue < right.rawValue }
}

/// Every open choice of the rules, each with the default of spec §10.
package struct PolicySettings: Hashable, Sendable {
    package var profile: Profile = .modern
    /// What another session is multiplied with while it is ducked: −14 dB.
    package var duckGain: Float = 0.199_526_23
    package var duckAttackSeconds = 0.5
    package var duckReleaseSeconds = 0.5

    package init() {}
}
