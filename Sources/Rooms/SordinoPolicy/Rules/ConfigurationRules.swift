/// Checks what a program asks for against rules.md §2 and §3; nothing is changed when anything is wrong.
enum ConfigurationRules {
    /// The configuration that follows from a request, or why there is none.
    ///
    /// - Parameters:
    ///   - old: What is in force; parts that are nil in the request follow from it.
    ///   - options: Nil with a category clears them (R3.1); nil with a mode alone keeps those that survive it (R2.4).
    static func merge(
        _ old: SessionConfiguration, category: String?, mode: String?, options: UInt?, policy: UInt?,
        _ settings: PolicySettings, at moment: Moment
    ) throws(SessionError) -> SessionConfiguration {
        func refuse(_ rule: String, _ sentence: String, _ code: SessionErrorCode = .badParam) -> SessionError {
            SessionError(code, Cause(rule: rule, sentence: sentence, since: moment))
        }
        var new = old
        if let category {
            guard let known = Category(rawValue: category), known.isKnown(in: settings.profile) else {
                throw refuse("R3.5", "no such category")
            }
            guard known.isAvailable(settings) else {
                throw refuse("R1.13", "the device can have no input", .resourceNotAvailable)
            }
            new.category = known
            new.options = []
            new.policy = .default
            new.declinesImpliedHFP = false
        }
        if let mode {
            guard let known = Mode(rawValue: mode), known.isKnown(in: settings.profile) else {
                throw refuse("R3.5", "no such mode")
            }
            new.mode = known
            if category == nil {
                new.options.subtract([.allowBluetoothHFP, .allowBluetoothA2DP, .allowAirPlay])
            }
        }
        if let options { new.options = CategoryOptions(rawValue: options).intersection(known(in: settings.profile)) }
        // The option is an effect of setting the mode: who sets it has it, who states options afterwards may do without.
        new.declinesImpliedHFP =
            mode == nil && old.effectiveMode.impliedOptions.contains(.allowBluetoothHFP)
            && (options == nil ? new.declinesImpliedHFP : !new.options.contains(.allowBluetoothHFP))
        if let policy {
            guard let known = RouteSharingPolicy(rawValue: policy), known != .independent else {
                throw refuse("R3.6", "no such route-sharing policy for programs")
            }
            new.policy = known
        }
        if new.options.contains(.allowAirPlay), new.category != .playAndRecord {
            switch settings.airPlayOption {
            case .badParam: throw refuse("R3.3", "allowAirPlay needs playAndRecord")
            case .unspecified: throw refuse("R3.3", "allowAirPlay needs playAndRecord", .unspecified)
            case .ignore: new.options.remove(.allowAirPlay)
            }
        }
        if let fault = optionFault(new) { throw refuse(fault.rule, fault.sentence) }
        return new
    }

    /// Options that this version of behaviour knows; the rest is ignored (R3.5).
    static func known(in profile: Profile) -> CategoryOptions {
        var all: CategoryOptions = [.mixWithOthers, .duckOthers, .allowBluetoothHFP, .defaultToSpeaker]
        if profile >= .p9 { all.insert(.interruptSpokenAudio) }
        if profile >= .p12 { all.formUnion([.allowBluetoothA2DP, .allowAirPlay]) }
        if profile >= .modern {
            all.formUnion([.overrideMutedMicrophoneInterruption, .farFieldInput, .bluetoothHighQualityRecording])
        }
        return all
    }

    private static func optionFault(_ new: SessionConfiguration) -> (rule: String, sentence: String)? {
        let (category, options) = (new.category, new.options)
        let isDualRoute = category == .multiRoute && new.mode == .dualRoute
        if new.policy != .default {
            let fits = new.mode == .standard || new.mode == .moviePlayback || new.mode == .spokenAudio
            guard category == .playback, fits, options.isEmpty else {
                return ("R3.6", "long-form audio is for playback without options")
            }
        }
        // Mixing options are accepted in every category (R3.7) and have no effect in one that does not mix.
        if options.contains(.allowBluetoothHFP), category != .playAndRecord, category != .record, !isDualRoute {
            return ("R3.2", "allowBluetooth needs an input category")
        }
        if options.contains(.defaultToSpeaker), category != .playAndRecord {
            return ("R3.2", "defaultToSpeaker needs playAndRecord")
        }
        if options.contains(.allowBluetoothA2DP), category != .playAndRecord {
            return ("R3.2", "allowBluetoothA2DP needs playAndRecord")
        }
        if options.contains(.overrideMutedMicrophoneInterruption), !(category.hasInput && category.hasOutput) {
            return ("R3.4", "overrideMutedMicrophoneInterruption needs input and output")
        }
        if options.contains(.farFieldInput) {
            let fits = category == .playAndRecord || category == .record || isDualRoute
            guard fits, options.contains(.allowBluetoothHFP) else {
                return ("R3.2", "farFieldInput needs an input category and allowBluetoothHFP")
            }
        }
        if options.contains(.bluetoothHighQualityRecording) {
            guard category == .playAndRecord || category == .record, new.mode == .standard else {
                return ("R3.2", "bluetoothHighQualityRecording needs an input category in the default mode")
            }
        }
        return nil
    }
}
