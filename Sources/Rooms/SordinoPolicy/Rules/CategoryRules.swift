/// The category table (rules.md §1).
extension Category {
    var hasInput: Bool {
        switch self {
        case .record, .playAndRecord, .multiRoute: true
        case .ambient, .soloAmbient, .playback, .audioProcessing: false
        }
    }

    /// Indicates whether the category plays.
    package var hasOutput: Bool {
        switch self {
        case .ambient, .soloAmbient, .playback, .playAndRecord, .multiRoute: true
        case .record, .audioProcessing: false
        }
    }

    /// Silent while the ringer switch says so.
    var obeysRinger: Bool { isAmbient }

    /// Silent while the screen is locked.
    var obeysLock: Bool { isAmbient }

    var isAmbient: Bool { self == .ambient || self == .soloAmbient }

    /// Indicates whether it can sound in the background, given the mode `audio` (§0.3).
    var allowsBackground: Bool { !isAmbient }

    /// Indicates whether A2DP and AirPlay come with the category (rules of §3).
    var isOutputOnly: Bool { hasOutput && !hasInput }

    /// Indicates whether it is non-mixable when it is not told to mix, and may be told.
    package var mayMix: Bool {
        switch self {
        case .playback, .playAndRecord, .multiRoute: true
        case .ambient, .soloAmbient, .record, .audioProcessing: false
        }
    }

    /// Exists in this version of behaviour.
    func isKnown(in profile: Profile) -> Bool { self != .multiRoute || profile >= .p6 }

    /// As the categories of this device (rule R1.12).
    func isAvailable(_ settings: PolicySettings) -> Bool {
        isKnown(in: settings.profile) && (settings.canHaveInput || (self != .record && self != .playAndRecord))
    }
}

/// The mode table (rules.md §2).
extension Mode {
    /// Categories in which the mode means something; in others the session behaves as in the standard mode (R2.1).
    func isSupported(by category: Category) -> Bool {
        switch self {
        case .standard: true
        case .voiceChat, .gameChat, .videoChat: category == .playAndRecord
        case .videoRecording: category == .playAndRecord || category == .record
        case .measurement: category == .playAndRecord || category == .record || category == .playback
        case .moviePlayback, .spokenAudio, .shortFormVideo: category == .playback
        case .voicePrompt: category != .record && category != .audioProcessing
        case .dualRoute: category == .multiRoute
        }
    }

    func isKnown(in profile: Profile) -> Bool {
        switch self {
        case .standard, .voiceChat, .videoRecording, .measurement, .gameChat: true
        case .moviePlayback: profile >= .p6
        case .videoChat, .spokenAudio: profile >= .p9
        case .voicePrompt: profile >= .p12
        case .shortFormVideo, .dualRoute: profile >= .modern
        }
    }

    func isAvailable(_ settings: PolicySettings) -> Bool {
        isKnown(in: settings.profile) && (settings.hasCamera || self != .videoRecording)
    }

    /// A conversation: routes fit for voices only, the voice's own volume.
    var isVoice: Bool { self == .voiceChat || self == .videoChat || self == .gameChat }

    var impliedOptions: CategoryOptions {
        switch self {
        case .voiceChat, .gameChat: .allowBluetoothHFP
        case .videoChat: [.allowBluetoothHFP, .defaultToSpeaker]
        case .standard, .videoRecording, .measurement, .moviePlayback, .spokenAudio, .voicePrompt, .shortFormVideo,
            .dualRoute:
            []
        }
    }
}

/// Predicates of rules.md §0.3.
extension SessionConfiguration {
    /// The explicit options and, if the category can mix, the options that they imply.
    var closedOptions: CategoryOptions {
        var closed = options
        guard category.mayMix || category == .ambient else { return closed }
        if closed.contains(.duckOthers) || closed.contains(.interruptSpokenAudio) { closed.insert(.mixWithOthers) }
        return closed
    }

    package var isMixable: Bool {
        category == .ambient || (category.mayMix && closedOptions.contains(.mixWithOthers))
    }

    /// The mode as far as the category knows it (rule R2.1).
    var supportedMode: Mode { mode.isSupported(by: category) ? mode : .standard }

    /// The mode that hardware and routes follow: none on a session that mixes (rule R2.2).
    var effectiveMode: Mode { isMixable ? .standard : supportedMode }

    /// `effOptions`: closed under implication, with what mode and category bring.
    var effectiveOptions: CategoryOptions {
        var implied = effectiveMode.impliedOptions
        if declinesImpliedHFP { implied.remove(.allowBluetoothHFP) }
        var all = closedOptions.union(implied)
        if category.isOutputOnly { all.formUnion([.allowBluetoothA2DP, .allowAirPlay]) }
        return all
    }

    var isSpoken: Bool { supportedMode == .spokenAudio }

    var ducksOthers: Bool {
        options.contains(.duckOthers) && (category.mayMix || category == .ambient)
    }

    var interruptsSpoken: Bool { category.mayMix && options.contains(.interruptSpokenAudio) }

    var isLongForm: Bool { policy == .longFormAudio || policy == .longFormVideo }
}
