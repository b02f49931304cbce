import AVFAudio
import SordinoPolicy
import SordinoSession
import SordinoSimulator
import Synchronization
import Testing

/// Microphones, assistants and players of scenarios S28, S53, S54, S93, S94, S107 to S113: exact notifications, and what is
/// heard at both ends.
@Suite struct InputScenarioTests {
    private typealias Code = AVAudioSession.ErrorCode

    /// The microphone hears a tone of this peak.
    private func scene(_ amplitude: Float = 0.25) -> Scenario {
        let scene = Scenario()
        scene.device.microphone(hears: .tone(hertz: 440, amplitude: amplitude))
        return scene
    }

    private func isAbout(_ peak: Float, _ expected: Float) -> Bool { abs(peak - expected) < 0.005 }

    @Test func s28RecordingGoesOnUnderTheLock() throws {
        let scene = scene()
        let rec = scene.device.app("Rec", backgroundModes: .audio)
        try rec.activate(.record)
        let stops = Stops()
        let recorder = try rec.context.client.openIO(
            IOKind(.recorder, hasInput: true, hasOutput: false), handler: stops)
        try recorder.start()
        scene.device.advance(0.5)
        _ = scene.heard()
        scene.device.lock()
        #expect(scene.audible() == "silence")
        #expect(scene.heard() == [])
        #expect(stops.count.withLock { $0 } == 0)
        #expect(rec.context.client.snapshot.state == .active)
        recorder.stop()
    }

    @Test func s53WhatTheAssistantWasToldComesBeforeTheEnd() throws {
        let scene = Scenario()
        let mus = try scene.mus(resumes: false)
        scene.device.invokeAssistant()
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        let told = Mutex<[String]>([])
        let observer = mus.context.client.addObserver { notification in
            switch notification {
            case .remoteCommand(let command): told.withLock { $0.append("\(command)") }
            case .interruptionEnded: told.withLock { $0.append("ended") }
            default: break
            }
        }
        defer { mus.context.client.removeObserver(observer) }
        mus.send(.pause)
        #expect(told.withLock { $0 } == [], "it waits for the assistant to go")
        scene.device.dismissAssistant()
        #expect(told.withLock { $0 } == ["pause", "ended"])
        #expect(scene.heard() == ["E(Mus,1)", "pl-(Mus)"])
        #expect(scene.audible() == "silence")
    }

    @Test func s54NobodyRecordsWhileTheAssistantListens() throws {
        let scene = scene()
        let rec = scene.device.app("Rec", backgroundModes: .audio)
        try rec.session.setCategory(.playAndRecord)
        scene.device.invokeAssistant()
        let recorder = try rec.context.client.openIO(IOKind(.ioUnit, hasInput: true), handler: Stops())
        let refused = code {
            do { try recorder.start() } catch let error as SessionError { throw NSError(error) }
        }
        #expect(refused == Code.siriIsRecording.rawValue)
        #expect(scene.heard().filter { !$0.hasPrefix("R(") } == [])
        scene.device.assistantSpeaks()
        let recording = try InputRecording(rec)
        #expect(scene.audible() == "Speaker: assistantVoice 0")
        #expect(isAbout(recording.peak, 0.25))
    }

    @Test func s93AModeThatTheCategoryDoesNotKnowChangesNothing() throws {
        let scene = Scenario()
        let app = try scene.playing("DJ", .multiRoute)
        #expect(scene.audible() == "Speaker: DJ 0")
        _ = scene.heard()
        try app.perform { try app.session.setMode(.gameChat) }
        #expect(app.session.mode == .gameChat)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: DJ 0")
    }

    @Test func s94AModeOnASessionThatMixesHasNoEffect() throws {
        let scene = Scenario()
        let app = try scene.playing("Mix", .playAndRecord, options: [.mixWithOthers, .defaultToSpeaker])
        #expect(scene.audible() == "Speaker: Mix 0")
        _ = scene.heard()
        try app.perform { try app.session.setMode(.voiceChat) }
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mix 0")
        #expect(app.session.currentRoute.inputs.map(\.portType) == [.builtInMic])
    }

    @Test func s107EveryPlayerHearsOfTheInterruption() throws {
        let scene = Scenario()
        let app = scene.device.app("Mus", backgroundModes: .audio)
        let listener = PlayerListener()
        let sound = Sound.constant(0.125, frames: 480_000).wave()
        let players = try app.perform {
            try app.session.setCategory(.playback)
            return try (0..<4).map { _ in
                let player = try AVAudioPlayer(data: sound)
                player.delegate = listener
                #expect(player.play())
                return player
            }
        }
        scene.device.advance(0.5)
        let time = scene.device.now
        #expect(try scene.speaker.samples(from: time - 0.1, to: time).allSatisfy { $0 == 0.5 }, "all four")
        _ = scene.heard()
        scene.device.ring()
        #expect(scene.heard().filter { $0.hasPrefix("B(") } == ["B(Mus)"])
        #expect(listener.heard.withLock { $0 } == Array(repeating: "began", count: 4))
        #expect(scene.audible() == "Speaker: ringtone 0")
        #expect(players.allSatisfy { !$0.isPlaying })
        scene.device.declineCall()
        #expect(scene.heard().filter { $0.hasPrefix("E(") } == ["E(Mus,1)"])
        #expect(listener.heard.withLock { $0.suffix(4) } == Array(repeating: "ended 1", count: 4)[...])
    }

    @Test func s108PlayingActivatesTheSession() throws {
        let scene = Scenario()
        let mus = try scene.mus()
        let radio = scene.device.app("Radio", backgroundModes: .audio)
        try radio.session.setCategory(.playback)
        #expect(radio.context.client.snapshot.state == .inactive)
        try radio.playTone()
        #expect(radio.context.client.snapshot.state == .active)
        #expect(scene.heard() == ["B(Mus)", "pl+(Mus)"])
        #expect(!mus.isTonePlaying)
        #expect(scene.audible() == "Speaker: Radio 0")
    }

    @Test func s109AMutedMicrophoneInterruptsWhoRecordsWithIt() throws {
        let scene = scene()
        let voip = try scene.voip()
        let recording = try InputRecording(voip)
        #expect(scene.audible() == "Receiver: VoIP 0")
        #expect(isAbout(recording.peak, 0.25))
        _ = scene.heard()
        scene.device.setMicrophoneMuted(true)
        #expect(scene.heard().filter { !$0.hasPrefix("R(") } == ["B(VoIP,2)", "pl+(VoIP)"])
        #expect(scene.audible() == "silence")
        scene.device.setMicrophoneMuted(false)
        #expect(scene.heard().filter { !$0.hasPrefix("R(") } == ["E(VoIP,1)", "pl-(VoIP)"])
    }

    @Test func s110WithTheOptionAMutedMicrophoneDeliversZeros() throws {
        let scene = scene()
        let voip = try scene.playing(
            "VoIP", .playAndRecord, mode: .voiceChat, options: .overrideMutedMicrophoneInterruption)
        let recording = try InputRecording(voip)
        #expect(scene.audible() == "Receiver: VoIP 0")
        _ = scene.heard()
        scene.device.setMicrophoneMuted(true)
        #expect(scene.audible() == "Receiver: VoIP 0")
        #expect(scene.heard() == [])
        #expect(recording.peak == 0)
        scene.device.setMicrophoneMuted(false)
        #expect(scene.audible() == "Receiver: VoIP 0")
        #expect(isAbout(recording.peak, 0.25))
    }

    @Test func s111APromptIsToldHowMuchToSay() throws {
        let scene = Scenario()
        let nav = scene.device.app("Nav", backgroundModes: .audio)
        try nav.activate(
            .playback, mode: .voicePrompt, options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])
        scene.device.forgetNotifications()
        func styles() -> [AVAudioSession.PromptStyle] {
            nav.notifications.compactMap { if case .promptStyle(let style) = $0 { style } else { nil } }
        }
        scene.device.invokeAssistant()
        #expect(nav.session.promptStyle == .none)
        scene.device.assistantSpeaks()
        #expect(nav.session.promptStyle == .short)
        #expect(scene.audible() == "Speaker: assistantVoice 0")
        scene.device.dismissAssistant()
        #expect(nav.session.promptStyle == .normal)
        #expect(styles() == [.none, .short, .normal])
    }

    @Test func s112WithoutPermissionTheMicrophoneDeliversZeros() throws {
        let scene = scene()
        let app = scene.device.app("Memo", backgroundModes: .audio, recordPermission: .denied)
        try app.activate(.playAndRecord, options: .defaultToSpeaker)
        try app.playTone()
        let recording = try InputRecording(app)
        #expect(scene.audible() == "Speaker: Memo 0")
        #expect(recording.peak == 0)
        #expect(scene.heard().filter { !$0.hasPrefix("R(") } == [])
    }

    @Test func s113LongFormAudioTakesNoOptions() throws {
        let scene = Scenario()
        let mus = try scene.playing("Mus", .playback)
        _ = scene.heard()
        let refused = code {
            try mus.perform {
                try mus.session.setCategory(
                    .playback, mode: .default, policy: .longFormAudio, options: .mixWithOthers)
            }
        }
        #expect(refused == -50)
        #expect(mus.session.routeSharingPolicy == .default)
        #expect(scene.heard() == [])
        #expect(scene.audible() == "Speaker: Mus 0")
    }
}

/// Counts how often the session stopped something.
private final class Stops: SessionIOHandler {
    let count = Mutex(0)
    func sessionStopsIO(because cause: Cause) { count.withLock { $0 += 1 } }
    func sessionInterruption(began: Bool, shouldResume: Bool) {}
}

/// The delegate calls of players about interruptions.
private final class PlayerListener: NSObject, AVAudioPlayerDelegate, Sendable {
    let heard = Mutex<[String]>([])

    func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { heard.withLock { $0.append("began") } }

    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
        heard.withLock { $0.append("ended \(flags)") }
    }
}
