import AVFAudio
import SordinoPolicy
import SordinoSession
import SordinoSimulator
import SordinoStories
import SordinoTimeline
import Synchronization

/// Plays a scenario on a simulated device, as fast as it can be computed.
@MainActor package final class ScenarioRun {
    /// The resolution of the drawing, in seconds.
    static let stepSeconds = 0.02

    let scenario: Scenario
    let device: SimulatedDevice
    /// The programs that were launched, in the order of the script.
    var apps: [PlayingApp] { scenario.apps.compactMap { launched[$0.name] } }
    private var launched: [String: PlayingApp] = [:]
    /// The sounds of each program.
    private var sounds: [String: [Recording]] = [:]
    /// Indicates whether a program was brought to the foreground; a program launched afterwards starts in the
    /// background.
    private var isFrontTaken = false
    private(set) var events: [Timeline.Mark] = []
    /// Positions and ports, step by step, for the drawing.
    private(set) var ears = Observations(stepSeconds: ScenarioRun.stepSeconds)
    private(set) var systemSounds: [Scenario.SystemVoice: Recording] = [:]
    private let log = DecisionLog()
    /// The expectations of the script that were not met, in its order.
    package private(set) var failures: [ScenarioError] = []

    /// Seconds that the story lasts.
    package var durationSeconds: Double { scenario.lengthSeconds ?? (scenario.scenes.last?.seconds ?? 0) + 1 }

    /// The decisions of the service so far.
    package var diary: DecisionDiary { log.diary.withLock { $0 } }

    /// Every decision so far, as a service's log has them.
    package var decisionLog: [SessionService.Decision] { log.decisions.withLock { $0 } }

    /// Makes the device and reads all sounds.
    ///
    /// No program is launched and no line performed.
    ///
    /// - Parameter folder: Where the script's sounds lie.
    package init(_ scenario: Scenario, folder: URL) throws(ScenarioError) {
        self.scenario = scenario
        let kinds: [Scenario.DeviceKind: SimulatedDevice.Kind] = [
            .phone: .phone, .tablet: .tablet, .desktop: .desktop, .car: .car,
        ]
        var behaviour = SimulatedBehaviour()
        do {
            if !scenario.policy.isEmpty { behaviour.policy = try SimulatedPolicy(scenario.policy) }
        } catch {
            throw ScenarioError(line: scenario.policyLine + error.line, sentence: error.sentence)
        }
        device = SimulatedDevice(
            kinds[scenario.device] ?? .phone, behaving: behaviour, observing: { [log] in log.take($0) })
        for app in scenario.apps {
            for sound in app.sounds { sounds[app.name, default: []].append(try Recording(sound, in: folder)) }
        }
        for (voice, sound) in scenario.systemSounds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let recording = try Recording(sound, in: folder)
            systemSounds[voice] = recording
            let actors = device.system.service.actorVoices
            switch voice {
            case .ringtone: actors?.setRecording(recording.loop, for: .ringtone)
            case .alarm: actors?.setRecording(recording.loop, for: .alarm)
            case .caller: actors?.setRecording(recording.loop, for: .callVoice)
            }
        }
    }

    /// Plays it from the first scene to the end.
    ///
    /// - Parameter says: Called at the beginning of each scene that has a title, with its time in seconds and the
    ///   title.
    package func play(_ says: (Double, String) -> Void = { _, _ in }) {
        for scene in scenario.scenes {
            pass(until: scene.seconds)
            if !scene.title.isEmpty {
                events.append(Timeline.Mark(seconds: device.now, title: scene.title, detail: scene.detail))
                says(device.now, scene.title)
            }
            for act in scene.acts { perform(act) }
        }
        pass(until: durationSeconds)
    }

    /// Lets time pass and observes the playing programs.
    private func pass(until seconds: Double) {
        while device.now < seconds - 1e-6 {
            ears.look(at: device.now, apps: apps, diary: diary)
            device.advance(min(Self.stepSeconds, seconds - device.now))
        }
    }

    /// Performs one line of the script; an impossible step is reported as a failure of this line.
    private func perform(_ act: Scenario.Act) {
        let known = device.impossibleSteps.count
        defer {
            failures += device.impossibleSteps.dropFirst(known).map {
                ScenarioError(line: act.line, sentence: $0.sentence)
            }
        }
        switch act.what {
        case .device(.servicesLost): device.loseMediaServices()
        case .device(.servicesRestarted): device.restartMediaServices()
        case .device(let event): device.happen(event)
        case .plug(let name): plug(name, true, act.line)
        case .unplug(let name): plug(name, false, act.line)
        case .reset: device.resetMediaServices()
        case .wait: break  // the parser begins another scene
        case .expect(let name, let hearing): expect(name, hearing, act.line)
        case .app(let name, let what):
            guard let app = running(name) else { return }
            perform(what, app)
        }
    }

    /// Returns a program of the script; the first line that names it launches it.
    private func running(_ name: String) -> PlayingApp? {
        if let app = launched[name] { return app }
        guard let script = scenario.apps.first(where: { $0.name == name }) else { return nil }
        do throws(ScenarioError) {
            let app = try PlayingApp(script, on: device, recordings: sounds[name] ?? [])
            if isFrontTaken { app.app.moveToBackground() }
            launched[name] = app
            return app
        } catch {
            failures.append(error)
            return nil
        }
    }

    private func perform(_ what: AppAct, _ app: PlayingApp) {
        switch what {
        case .opens:
            isFrontTaken = true
            for other in apps where other !== app { other.app.moveToBackground() }
            app.app.moveToForeground()
        case .ends: app.app.kill()
        case .plays(let sound): app.play(sound)
        case .pauses: app.pause()
        case .stops: app.stop()
        case .activates: app.activate()
        case .deactivates(let notifyingOthers): app.deactivate(notifyingOthers: notifyingOthers)
        case .mutes(let isMuted): app.mute(isMuted)
        case .lifecycle, .command: if let event = what.event(of: app.app.context.id) { app.app.tell(event) }
        case .moves, .call: if let event = what.event(of: app.app.context.id) { device.happen(event) }
        }
    }

    private func plug(_ name: String, _ isThere: Bool, _ line: Int) {
        guard let accessory = Self.accessories[name] else {
            let names = Self.accessories.keys.sorted().joined(separator: ", ")
            failures.append(ScenarioError(line: line, sentence: "there is no \(name) to plug; there are \(names)"))
            return
        }
        if isThere { device.plug(accessory) } else { device.unplug(accessory) }
    }

    private static let accessories: [String: SimulatedAccessory] = [
        "headphones": .headphones, "headset": .headset, "line-out": .lineOut, "car": .car,
        "bluetooth": .bluetoothHeadset(), "bluetooth-speaker": .bluetoothSpeaker(), "hdmi": .hdmi(),
        "surround": .hdmi(channelCount: 6), "airplay": .airPlay(), "usb": .usb(),
    ]

    // MARK: Expectations

    private func expect(_ name: String, _ expected: Hearing, _ line: Int) {
        guard let app = apps.first(where: { $0.script.name == name }) else { return }
        let gain = diary.gain(of: .app(app.app.context.id))
        let found: Hearing = !app.isPlaying || gain == 0 ? .silent : gain < 1 ? .ducked : .heard
        guard found != expected else { return }
        let reasons = app.app.reasonsForSilence
        let why = reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
        failures.append(
            ScenarioError(line: line, sentence: "\(name) was expected to be \(expected), and is \(found)\(why)"))
    }
}

/// Everything that the service decided, as it is and as a diary.
private final class DecisionLog: Sendable {
    let decisions = Mutex<[SessionService.Decision]>([])
    let diary = Mutex(DecisionDiary())

    func take(_ decision: SessionService.Decision) {
        decisions.withLock { $0.append(decision) }
        diary.withLock { $0.take(decision) }
    }
}
