import SordinoPolicy

/// Requests and notifications in the few words that a drawing has room for.
package enum DecisionWords {
    /// Returns words for a program's request; nil for requests that would crowd a drawing.
    package static func words(for request: Request) -> String? {
        switch request {
        case .configure(let category, let mode, _, _):
            [category, mode].compactMap { $0.map(short) }.joined(separator: " · ")
        case .setActive(true, _): "activate"
        case .setActive(false, let notifies): notifies ? "deactivate, tell others" : "deactivate"
        case .overrideOutput(let toSpeaker): toSpeaker ? "to the speaker" : "no override"
        case .startIO: "start"
        case .stopIO: "stop"
        case .vibrate: "vibrate"
        case .prefer, .requestRecordPermission, .requestMicrophoneInjectionPermission, .requestLibraryPermission,
            .openIO, .closeIO:
            nil
        }
    }

    /// Returns words for a notification to a program; nil for notifications that would crowd a drawing.
    package static func words(for notification: SessionNotification) -> (title: String, detail: String)? {
        switch notification {
        case .interruptionBegan(let reason, _): ("interruption began", reason == .default ? "" : "\(reason)")
        case .interruptionEnded(let resumes): (resumes ? "ended, should resume" : "ended", "")
        case .routeChanged(let reason, let previous):
            ("route changed", "\(reason), from \(previous.outputs.map(\.type.rawValue).joined(separator: ", "))")
        case .silenceSecondaryAudioHint(let begin): (begin ? "be silent, please" : "may sound again", "")
        case .mediaServicesLost: ("media services lost", "")
        case .mediaServicesReset: ("media services reset", "")
        case .remoteCommand(let command): ("\(command)", "")
        case .outputMuted(let isMuted): (isMuted ? "output muted" : "output open", "")
        case .inputMuted(let isMuted): (isMuted ? "input muted" : "input open", "")
        case .unmuteIntended: ("unmute?", "")
        case .microphoneInjectionAvailable(let isAvailable):
            (isAvailable ? "may speak into a call" : "no call to speak into", "")
        case .recordPermission, .outputVolume, .promptStyle, .inputAvailable, .availableInputsChanged, .renderingMode,
            .renderingCapabilitiesChanged, .spatialAudio, .microphoneInjectionPermission, .libraryPermission:
            nil
        }
    }

    /// Category and mode by their names, without Apple's prefixes.
    package static func words(for configuration: SessionConfiguration) -> String {
        let category = short(configuration.category.rawValue)
        return configuration.mode == .standard ? category : "\(category) · \(short(configuration.mode.rawValue))"
    }

    private static func short(_ name: String) -> String {
        for prefix in ["AVAudioSessionCategory", "AVAudioSessionMode"] where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return name
    }
}
