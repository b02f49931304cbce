import AVFAudio
import SordinoSimulator
import Synchronization
import Testing

/// A program that speaks for a user who cannot, into the calls of others.
@Suite struct InjectionScenarioTests {
    let device = SimulatedDevice(.phone)

    @Test func theOtherProgramsEngineRecordsTheSpeech() throws {
        let voip = device.app("VoIP", backgroundModes: [.audio, .voip])
        let speech = device.app("Speech")
        device.microphone()
        try voip.activate(.playAndRecord, mode: .voiceChat)
        let recording = try InputRecording(voip)
        let changes = Mutex<[Bool]>([])
        let token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.microphoneInjectionCapabilitiesChangeNotification, object: speech.session,
            queue: nil
        ) { note in
            let number = note.userInfo?[AVAudioSessionMicrophoneInjectionIsAvailableKey] as? NSNumber
            changes.withLock { $0.append(number?.boolValue ?? false) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let application = speech.perform { AVAudioApplication.shared }
        #expect(application.microphoneInjectionPermission == .serviceDisabled)
        #expect(!speech.session.isMicrophoneInjectionAvailable)
        device.setAddsSoundToCalls(true)
        #expect(application.microphoneInjectionPermission == .undetermined)
        #expect(speech.session.isMicrophoneInjectionAvailable)
        #expect(!voip.session.isMicrophoneInjectionAvailable)

        let answers = Mutex<[AVAudioApplication.MicrophoneInjectionPermission]>([])
        speech.perform {
            AVAudioApplication.requestMicrophoneInjectionPermission { answer in answers.withLock { $0.append(answer) } }
        }
        #expect(answers.withLock { $0 } == [])
        speech.answerMicrophoneInjectionPermission(true)
        #expect(answers.withLock { $0 } == [.granted])

        try speech.activate(.playback, options: .mixWithOthers)
        try speech.playTone()
        device.advance(0.5)
        #expect(recording.peak == 0, "it has not asked for it")
        try speech.perform { try speech.session.setPreferredMicrophoneInjectionMode(.spokenAudio) }
        #expect(speech.session.preferredMicrophoneInjectionMode == .spokenAudio)
        device.advance(0.5)
        // The tone's peak, at any phase.
        #expect(abs(recording.peak - Float(SimulatedApp.toneAmplitude)) < 0.002)
        try voip.perform { try AVAudioApplication.shared.setInputMuted(true) }
        device.advance(0.5)
        #expect(recording.peak == 0, "muted input is mute for what is added")
        try voip.perform { try AVAudioApplication.shared.setInputMuted(false) }
        device.setAddsSoundToCalls(false)
        device.advance(0.5)
        #expect(recording.peak == 0)
        recording.stop()
        device.setAddsSoundToCalls(true)
        device.advance(0.1)
        #expect(!speech.session.isMicrophoneInjectionAvailable)
        #expect(changes.withLock { $0 } == [true, false])
    }
}
