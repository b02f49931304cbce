import AVFAudio
import SordinoSimulator
import Testing

/// A device with the programs of `scenarios-of-the-rules.md`, and its notation.
struct Scenario {
    let device: SimulatedDevice

    init(_ kind: SimulatedDevice.Kind = .phone, _ version: SimulatedBehaviour.Version = .current) {
        var behaviour = SimulatedBehaviour()
        behaviour.version = version
        device = SimulatedDevice(kind, behaving: behaviour)
    }

    // MARK: The cast

    /// A program that has activated its session and plays.
    @discardableResult
    func playing(
        _ name: String, _ category: AVAudioSession.Category, mode: AVAudioSession.Mode = .default,
        options: AVAudioSession.CategoryOptions = [], background: BackgroundModes = .audio,
        inBackground: Bool = false, resumes: Bool = false
    ) throws -> SimulatedApp {
        let app = device.app(name, backgroundModes: background)
        try app.activate(category, mode: mode, options: options)
        try app.playTone()
        app.resumesAfterInterruptions = resumes
        if inBackground { app.moveToBackground() }
        return app
    }

    /// The music player in the background.
    func mus(inBackground: Bool = true, resumes: Bool = false) throws -> SimulatedApp {
        try playing("Mus", .playback, inBackground: inBackground, resumes: resumes)
    }

    func mix(_ name: String = "Mix", inBackground: Bool = false, resumes: Bool = false) throws -> SimulatedApp {
        try playing(
            name, .playback, options: .mixWithOthers, inBackground: inBackground, resumes: resumes)
    }

    func game(resumes: Bool = false) throws -> SimulatedApp {
        try playing("Game", .ambient, background: [], resumes: resumes)
    }

    func pod(resumes: Bool = false) throws -> SimulatedApp {
        try playing("Pod", .playback, mode: .spokenAudio, inBackground: true, resumes: resumes)
    }

    func radio() throws -> SimulatedApp { try playing("Radio", .playback) }

    func voip() throws -> SimulatedApp { try playing("VoIP", .playAndRecord, mode: .voiceChat) }

    /// The navigation program, in the background and not yet speaking.
    func nav(_ name: String = "Nav") throws -> SimulatedApp {
        try silent(name, options: .duckOthers)
    }

    /// The navigation program that lets speech pause.
    func navPlus() throws -> SimulatedApp {
        try silent("Nav+", options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
    }

    private func silent(_ name: String, options: AVAudioSession.CategoryOptions) throws -> SimulatedApp {
        let app = device.app(name, backgroundModes: .audio)
        try app.perform { try app.session.setCategory(.playback, options: options) }
        app.moveToBackground()
        return app
    }

    /// Activates and speaks.
    func speak(_ app: SimulatedApp) throws {
        try app.perform { try app.session.setActive(true) }
        try app.playTone()
    }

    /// Stops speaking and deactivates.
    func fallSilent(_ app: SimulatedApp, notify: Bool = false) throws {
        app.pauseTone()
        try app.deactivate(notifyingOthers: notify)
    }

    // MARK: Notifications

    /// The notifications of programs since the last call, in the notation of the scenarios, with raw port types.
    ///
    /// Without `promptStyle`, which changes for every program but concerns those that prompt.
    func heard() -> [String] {
        defer { device.forgetNotifications() }
        return device.heard.compactMap { entry in
            switch entry.notification {
            case .promptStyle: nil
            case .interruptionBegan(let reason):
                reason == .default ? "B(\(entry.app))" : "B(\(entry.app),\(reason.rawValue))"
            case .interruptionEnded(let shouldResume): "E(\(entry.app),\(shouldResume ? 1 : 0))"
            case .routeChanged(let reason, let from, let to):
                "R(\(entry.app),\(reason.rawValue): \(Self.names(from))→\(Self.names(to)))"
            case .silenceSecondaryAudioHint(let type): "H(\(entry.app),\(type))"
            case .mediaServicesLost: "L(\(entry.app))"
            case .mediaServicesReset: "X(\(entry.app))"
            case .outputVolume(let volume): "V(\(entry.app),\(volume))"
            case .availableInputsChanged: "I(\(entry.app))"
            case .playerInterruptionBegan: "pl+(\(entry.app))"
            case .playerInterruptionEnded: "pl-(\(entry.app))"
            }
        }
    }

    private static func names(_ ports: [AVAudioSession.Port]) -> String {
        ports.map(\.rawValue).joined(separator: "+")
    }

    // MARK: Audible sound

    /// Lets time pass and says what every port played in its last 10 ms: "Speaker: Mus 0, Nav -14", decibels relative to
    /// each program's own level; "silence" if nothing.
    func audible(after seconds: Double = 1) -> String {
        device.advance(seconds)
        let time = device.now - SimulatedOutput.measureSeconds
        var ports: [String] = []
        for output in device.outputs {
            var voices: [String] = []
            for app in device.apps {
                let level = output.level(of: app, at: time)
                if level > -.infinity { voices.append("\(app.name) \(Self.rounded(level))") }
            }
            for sound in SystemSoundOfDevice.allCases {
                let level = output.level(of: sound, at: time)
                if level > -.infinity { voices.append("\(sound) \(Self.rounded(level))") }
            }
            if !voices.isEmpty { ports.append("\(output.portType.rawValue): \(voices.joined(separator: ", "))") }
        }
        return ports.isEmpty ? "silence" : ports.joined(separator: "; ")
    }

    /// To a tenth of a decibel.
    private static func rounded(_ decibels: Double) -> String {
        let tenths = (decibels * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }

    var speaker: SimulatedOutput {
        get throws { try #require(device.output(.builtInSpeaker)) }
    }

    /// A program's level follows the equal-power curve from one gain to another, begins no sooner than `start` and has
    /// ended `seconds` later.
    func expectRamp(
        of app: SimulatedApp, on output: SimulatedOutput, from: Double, to: Double, start: Double,
        seconds: Double = 0.5, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (fromPower, toPower) = (pow(10, from / 10), pow(10, to / 10))
        let points = output.envelope(of: app, from: start - 0.05, to: start + seconds + 0.1)
        for (time, decibels) in points {
            // The level is that of the middle of the measurement; within it the ramp bends a little.
            let progress = min(max((time + SimulatedOutput.measureSeconds / 2 - start) / seconds, 0), 1)
            let share = pow(sin(progress * Double.pi / 2), 2)
            let expected = 10 * log10(fromPower + (toPower - fromPower) * share)
            #expect(
                abs(decibels - expected) < 0.15, "at \(time - start) s of the ramp", sourceLocation: sourceLocation)
        }
        #expect(!points.isEmpty, sourceLocation: sourceLocation)
    }
}

/// The OSStatus of the error that `body` throws; nil if it throws none.
func code(of body: () throws -> Void) -> Int? {
    do {
        try body()
        return nil
    } catch {
        let error = error as NSError
        #expect(error.domain == NSOSStatusErrorDomain)
        return error.code
    }
}
