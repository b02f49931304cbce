/// The versions of behaviour (rules.md §0.2).
package enum Profile: Int, Comparable, CaseIterable, Sendable {
    case p5 = 5
    case p6 = 6
    case p9 = 9
    /// iOS 10 to 15: the system deactivates sessions of suspended apps and notifies them late.
    case p12 = 12
    case modern = 100

    package static func < (left: Profile, right: Profile) -> Bool { left.rawValue < right.rawValue }
}

/// Every open choice of the rules, each with the default of rules.md §10; the profile's own choices can be overruled.
package struct PolicySettings: Hashable, Sendable {
    package var profile: Profile = .modern

    // Ducking (§4.10).

    /// The factor of a session's gain while it is ducked: −14 dB.
    package var duckGain: Float = 0.199_526_23
    package var duckAttackSeconds = 0.5
    package var duckReleaseSeconds = 0.5
    package var duckerVersusDucker = DuckerVersusDucker.newestWins
    /// Indicates whether a session that starts under a duck starts ducked.
    package var lateStarterIsDucked = true
    /// Indicates whether the screen reader ducks the apps while it speaks (§7.5).
    package var screenReaderDucks = false

    /// The factors of others' gain while a program records with voice processing, by level: −6, −20 and −30 dB; the default
    /// level is `duckGain` (own 26).
    package var leastVoiceDuckGain: Float = 0.501_187_2
    package var middleVoiceDuckGain: Float = 0.1
    package var mostVoiceDuckGain: Float = 0.031_622_776_6

    /// Ducks between two classes of sound that differ from those of all; the most exact holds, of equals the last.
    package var duckPairs: [DuckPair] = []

    // Programs and recording (own 27).

    /// Rules for single programs.
    package var programs: [ProgramRule] = []
    /// The answer to requests of programs on the bus to record, if they have no rule and no remembered answer.
    package var recording = RecordingRule.allow
    /// Indicates whether a program may record if the user cannot be asked or does not answer.
    package var unansweredMayRecord = true

    // Interruptions (§4.4, §4.5).

    /// The notice to interrupted sessions when the interrupter is deactivated without the flag.
    package var endedWithoutNotifyFlag = EndedNotice.none
    /// The notice to interrupted sessions when the interrupter crashes or is suspended.
    package var crashEnded = EndedNotice.shouldNotResume
    package var mutedMicEnded = EndedNotice.shouldResume
    /// For tests of programs: no notice of an interruption's end is sent, since none is guaranteed (rule R4.3).
    package var dropsEnded = false
    package var victimOrder = VictimOrder.newestFirst
    package var endedOrder = VictimOrder.newestFirst
    /// Indicates whether a call interrupts sessions that mix.
    package var callInterruptsMixable = true
    /// Indicates whether an alarm during a call takes the call's place instead of sounding low beside it.
    package var alarmInterruptsCall = false
    /// The duration of an alarm that is not acknowledged, in seconds.
    package var alarmSeconds = 15.0 * 60

    // Foreground and background (§1.2, §4.7 to §4.9).

    /// Indicates whether sound under the lock needs the background mode; nil: as the profile defines.
    package var lockNeedsBackgroundMode: Bool?
    /// Indicates whether a background app needs a grant even if it would interrupt no session.
    package var strictBackgroundActivation = false
    /// The time that a background app with an active session may stay without sound, in seconds.
    package var backgroundGraceSeconds = 30.0
    /// The lifetime of a grant to activate from the background, in seconds.
    package var grantSeconds = 10.0

    // Routes and hardware (§1.1, §5, §6).

    /// Indicates whether the ringer switch silences the ambient categories on headphones and the like, too.
    package var ringerAffectsExternalRoutes = false
    /// Indicates whether mixing sessions may set rate and block of the hardware while no other session is active.
    package var mixableMayTune = true
    /// Indicates whether sessions that are not active hear of route changes.
    package var routeChangeToInactiveApps = true
    package var multiRouteOrder = MultiRouteOrder.byType
    package var airPlayOption = AirPlayOptionRule.badParam
    package var deniedInput = DeniedInput.zeros
    /// Indicates whether the device has a decoder in hardware: one path, for one stream at a time (rules.md §7.7); without it
    /// everything is decoded in software.
    package var hasHardwareDecoder = true
    /// Indicates whether a second stream of HE-AAC may be decoded in software while the first holds the decoder (rule R7.2).
    package var secondHEAACDecodesInSoftware = false
    /// Indicates whether `outputVolume` is reported in steps of 0.05.
    package var roundsOutputVolume = false

    /// Indicates whether programs may add their sound to the calls of others, until the person says otherwise (own 24).
    package var allowsMicrophoneInjection = false

    /// UIDs, device UIDs or types of output ports: the first that is there and that a session may use is its route.
    ///
    /// It comes before the order of arrival; empty for that order alone.
    package var portOrder: [String] = []
    /// When a headset's profile for calls is used.
    package var callProfile = CallProfileUse.asked
    /// The program that switches a card into its profile for telephone calls; no decision of the policy depends on it.
    package var telephoneProfile = TelephoneProfileUse.auto
    /// Zones beside the main one (own 28).
    package var zones: [Zone] = []

    // Protection from programs that hold on to things.

    /// I/O objects that one program may have open; more are refused.
    package var maximumIOObjects = 4_096
    /// The time that a session may keep others interrupted without a sound before the status names it, in seconds.
    package var stuckHolderSeconds = 30.0
    /// The time that a session may keep others interrupted without running any I/O before it is deactivated (own 25),
    /// in seconds; nil for ever.
    package var stuckHolderReleaseSeconds: Double?

    // The device.

    package var defaultTiming = HardwareTiming(sampleRate: 48_000, blockFrames: 1_024)
    package var minimumBlockFrames = 64
    package var maximumBlockFrames = 4_096
    package var initialVolume: Float = 1
    /// Indicates whether the device can ever have an input (rule R1.12).
    package var canHaveInput = true
    /// Indicates whether the device has a camera (rule R2.6).
    package var hasCamera = true

    /// The highest rate in hertz, and the longest I/O buffer in seconds, that a program may prefer: no hardware reaches them.
    package static let highestSampleRate = 1_536_000.0, longestIOBuffer = 10.0

    /// The most ports of a direction that a program may choose for itself.
    package static let maximumChosenPorts = 32

    package init() {}

    package init(profile: Profile) { self.profile = profile }

    /// Indicates whether sound under the lock needs the background mode (rule R1.5).
    var needsBackgroundModeUnderLock: Bool { lockNeedsBackgroundMode ?? (profile >= .p9) }
}

/// The rule for two sessions that both duck.
package enum DuckerVersusDucker: Hashable, Sendable {
    /// The ducker that was activated last is heard in full.
    case newestWins
    /// Duckers duck one another.
    case mutual
}

/// The notice to interrupted sessions when their interrupter ends.
package enum EndedNotice: Hashable, Sendable { case none, shouldNotResume, shouldResume }

/// In which order sessions are interrupted, or told of the end.
package enum VictimOrder: Hashable, Sendable { case newestFirst, oldestFirst }

/// In which order the multi-route category lists its ports.
package enum MultiRouteOrder: Hashable, Sendable { case byType, byArrival }

/// The answer to `playback` with `allowAirPlay` (rule R3.3).
package enum AirPlayOptionRule: Hashable, Sendable { case badParam, unspecified, ignore }

/// The input of a program that may not record: silence, or an error.
package enum DeniedInput: Hashable, Sendable { case zeros, fails }

extension SessionConfiguration {
    /// Makes the configuration that a rule holds a program to.
    package init(_ forced: ProgramRule.ForcedCategory) { self.init(category: forced.category, options: forced.options) }
}

extension PolicySettings {
    /// Returns the pair that holds between two classes; nil where none is written.
    package func pair(_ ducker: SoundClass, over ducked: SoundClass) -> DuckPair? {
        var best: DuckPair?
        for pair in duckPairs where pair.applies(ducker, over: ducked) {
            if pair.exactness >= best?.exactness ?? 0 { best = pair }
        }
        return best
    }
}
