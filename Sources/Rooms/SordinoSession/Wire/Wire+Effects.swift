import SordinoPolicy

// The notifications and other effects of events.

extension SessionNotification: WireChoice {
    package static let wireKey = "notification"
    package static let wireCases: [WireCase<SessionNotification>] = [
        WireCase("interruptionBegan", "reason", "wasSuspended", make: SessionNotification.interruptionBegan) {
            if case .interruptionBegan(let reason, let wasSuspended) = $0 { (reason, wasSuspended) } else { nil }
        },
        WireCase("interruptionEnded", "shouldResume", make: SessionNotification.interruptionEnded) {
            if case .interruptionEnded(let shouldResume) = $0 { shouldResume } else { nil }
        },
        WireCase("routeChanged", "reason", "previous", make: SessionNotification.routeChanged) {
            if case .routeChanged(let reason, let previous) = $0 { (reason, previous) } else { nil }
        },
        WireCase("silenceSecondaryAudioHint", "begin", make: SessionNotification.silenceSecondaryAudioHint) {
            if case .silenceSecondaryAudioHint(let begin) = $0 { begin } else { nil }
        },
        WireCase("mediaServicesLost", .mediaServicesLost),
        WireCase("mediaServicesReset", .mediaServicesReset),
        WireCase("recordPermission", "permission", make: SessionNotification.recordPermission) {
            if case .recordPermission(let permission) = $0 { permission } else { nil }
        },
        WireCase("outputVolume", "volume", make: SessionNotification.outputVolume) {
            if case .outputVolume(let volume) = $0 { volume } else { nil }
        },
        WireCase("promptStyle", "style", make: SessionNotification.promptStyle) {
            if case .promptStyle(let style) = $0 { style } else { nil }
        },
        WireCase("inputAvailable", "isAvailable", make: SessionNotification.inputAvailable) {
            if case .inputAvailable(let isAvailable) = $0 { isAvailable } else { nil }
        },
        WireCase("availableInputsChanged", .availableInputsChanged),
        WireCase("remoteCommand", "command", make: SessionNotification.remoteCommand) {
            if case .remoteCommand(let command) = $0 { command } else { nil }
        },
        WireCase("outputMuted", "isMuted", make: SessionNotification.outputMuted) {
            if case .outputMuted(let isMuted) = $0 { isMuted } else { nil }
        },
        WireCase("inputMuted", "isMuted", make: SessionNotification.inputMuted) {
            if case .inputMuted(let isMuted) = $0 { isMuted } else { nil }
        },
        WireCase("unmuteIntended", .unmuteIntended),
        WireCase("renderingMode", "mode", make: SessionNotification.renderingMode) {
            if case .renderingMode(let mode) = $0 { mode } else { nil }
        },
        WireCase("renderingCapabilitiesChanged", .renderingCapabilitiesChanged),
        WireCase("spatialAudio", "enabled", make: SessionNotification.spatialAudio) {
            if case .spatialAudio(let enabled) = $0 { enabled } else { nil }
        },
        WireCase("libraryPermission", "permission", make: SessionNotification.libraryPermission) {
            if case .libraryPermission(let permission) = $0 { permission } else { nil }
        },
        WireCase("microphoneInjectionPermission", "permission", make: SessionNotification.microphoneInjectionPermission)
        {
            if case .microphoneInjectionPermission(let permission) = $0 { permission } else { nil }
        },
        WireCase("microphoneInjectionAvailable", "isAvailable", make: SessionNotification.microphoneInjectionAvailable)
        {
            if case .microphoneInjectionAvailable(let isAvailable) = $0 { isAvailable } else { nil }
        },
    ]
}

extension Effect: WireChoice {
    package static let wireKey = "effect"
    package static let wireCases: [WireCase<Effect>] = onPrograms + onTheDevice

    private static let onPrograms: [WireCase<Effect>] = [
        WireCase("reply", "app", "id", "refusal", make: Effect.reply) {
            if case .reply(let app, let id, let refusal) = $0 { (app, id, refusal) } else { nil }
        },
        WireCase("snapshot", "app", "session", make: Effect.snapshot) {
            if case .snapshot(let app, let session) = $0 { (app, session) } else { nil }
        },
        WireCase("device", "device", make: Effect.device) { if case .device(let device) = $0 { device } else { nil } },
        WireCase("notify", "app", "says", make: Effect.notify) {
            if case .notify(let app, let says) = $0 { (app, says) } else { nil }
        },
        WireCase("stopIO", "app", "io", "cause", make: Effect.stopIO) {
            if case .stopIO(let app, let io, let cause) = $0 { (app, io, cause) } else { nil }
        },
        WireCase("ioInterrupted", "app", "io", "began", "shouldResume", make: Effect.ioInterrupted) {
            if case .ioInterrupted(let app, let io, let began, let shouldResume) = $0 {
                (app, io, began, shouldResume)
            } else {
                nil
            }
        },
        WireCase("askRecordPermission", "app", make: Effect.askRecordPermission) {
            if case .askRecordPermission(let app) = $0 { app } else { nil }
        },
        WireCase("askLibraryPermission", "app", make: Effect.askLibraryPermission) {
            if case .askLibraryPermission(let app) = $0 { app } else { nil }
        },
        WireCase("askSystemAudioPermission", "app", make: Effect.askSystemAudioPermission) {
            if case .askSystemAudioPermission(let app) = $0 { app } else { nil }
        },
        WireCase("tap", "app", "taps", "cause", make: Effect.tap) {
            if case .tap(let app, let taps, let cause) = $0 { (app, taps, cause) } else { nil }
        },
        WireCase("askMicrophoneInjectionPermission", "app", make: Effect.askMicrophoneInjectionPermission) {
            if case .askMicrophoneInjectionPermission(let app) = $0 { app } else { nil }
        },
        WireCase("inject", "app", "into", "cause", make: Effect.inject) {
            if case .inject(let app, let into, let cause) = $0 { (app, into, cause) } else { nil }
        },
        WireCase("silenceInput", "app", "silences", make: Effect.silenceInput) {
            if case .silenceInput(let app, let silences) = $0 { (app, silences) } else { nil }
        },
        WireCase("suspend", "app", "suspends", make: Effect.suspend) {
            if case .suspend(let app, let suspends) = $0 { (app, suspends) } else { nil }
        },
    ]

    private static let onTheDevice: [WireCase<Effect>] = [
        WireCase("gain", "program", "class", "gain", "rampSeconds", "causes", make: Effect.gain) {
            if case .gain(let program, let audioClass, let gain, let rampSeconds, let causes) = $0 {
                (program, audioClass, gain, rampSeconds, causes)
            } else {
                nil
            }
        },
        WireCase("route", "program", "class", "route", make: Effect.route) {
            if case .route(let program, let audioClass, let route) = $0 { (program, audioClass, route) } else { nil }
        },
        WireCase("hardware", "timing", make: Effect.hardware) {
            if case .hardware(let timing) = $0 { timing } else { nil }
        },
        WireCase("volume", "volume", make: Effect.volume) { if case .volume(let volume) = $0 { volume } else { nil } },
        WireCase("inputGain", "portUID", "gain", make: Effect.inputGain) {
            if case .inputGain(let portUID, let gain) = $0 { (portUID, gain) } else { nil }
        },
        WireCase("actorSounds", "actor", "sounds", make: Effect.actorSounds) {
            if case .actorSounds(let actor, let sounds) = $0 { (actor, sounds) } else { nil }
        },
        WireCase("wake", "at", make: Effect.wake) { if case .wake(let moment) = $0 { moment } else { nil } },
    ]
}
