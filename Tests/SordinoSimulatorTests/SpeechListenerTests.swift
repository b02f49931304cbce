import AVFAudio
import Foundation
import SordinoSimulator
import Synchronization
import Testing

/// A program learns that its user speaks into a muted microphone.
@Suite struct SpeechListenerTests {
    /// Harmonics of 130 Hz as a mouth colours them, four syllables a second, over a soft noise.
    private static func talk(seconds: Double, speech: Range<Double>) -> [Float] {
        var seed: UInt32 = 5
        return (0..<Int(seconds * 48_000)).map { frame in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let time = Double(frame) / 48_000
            var sample = 0.001 * Double(Int32(bitPattern: seed)) / 2_147_483_648
            guard speech.contains(time) else { return Float(sample) }
            let syllable = abs(sin(2 * .pi * 2 * time))
            for harmonic in 1...24 {
                let hertz = 130 * Double(harmonic)
                let level = 1 / (1 + pow((hertz - 500) / 200, 2)) + 0.4 / (1 + pow((hertz - 1500) / 250, 2))
                sample += 0.1 * syllable * level * sin(2 * .pi * hertz * time)
            }
            return Float(sample)
        }
    }

    @Test func aListenerHearsThatSpeechIntoAMutedMicrophoneBeginsAndEnds() throws {
        let device = SimulatedDevice(.phone)
        let app = device.app("Calls", backgroundModes: .audio)
        try app.activate(.playAndRecord)
        device.advance(0.2)
        device.microphone(
            hears: .recording([Self.talk(seconds: 7, speech: 1..<3)], sampleRate: 48_000, repeats: false))
        let events = Mutex<[(AVAudioVoiceProcessingSpeechActivityEvent, Double)]>([])
        func told() -> [AVAudioVoiceProcessingSpeechActivityEvent] { events.withLock { $0.map(\.0) } }
        let engine = try app.perform {
            let engine = AVAudioEngine()
            // Nothing to listen with before voice processing is on.
            #expect(!engine.inputNode.setMutedSpeechActivityEventListener { _ in })
            try engine.inputNode.setVoiceProcessingEnabled(true)
            #expect(
                engine.inputNode.setMutedSpeechActivityEventListener { event in
                    let now = device.now
                    events.withLock { $0.append((event, now)) }
                })
            engine.inputNode.isVoiceProcessingInputMuted = true
            try engine.start()
            return engine
        }
        let start = device.now
        device.advance(0.9)
        #expect(told() == [])
        device.advance(1)
        #expect(told() == [.started])
        device.advance(2.5)
        #expect(told() == [.started, .ended])
        let times = events.withLock { $0.map { $0.1 - start } }
        #expect(times[0] > 1 && times[0] < 1.6, "\(times)")
        #expect(times[1] > 3.4 && times[1] < 4.3, "\(times)")
        engine.stop()
    }

    @Test func whoIsHeardIsNotTold() throws {
        let device = SimulatedDevice(.phone)
        let app = device.app("Calls", backgroundModes: .audio)
        try app.activate(.playAndRecord)
        device.advance(0.2)
        device.microphone(
            hears: .recording([Self.talk(seconds: 9, speech: 0.5..<8)], sampleRate: 48_000, repeats: false))
        let events = Mutex<[AVAudioVoiceProcessingSpeechActivityEvent]>([])
        let engine = try app.perform {
            let engine = AVAudioEngine()
            try engine.inputNode.setVoiceProcessingEnabled(true)
            _ = engine.inputNode.setMutedSpeechActivityEventListener { event in events.withLock { $0.append(event) } }
            try engine.start()
            return engine
        }
        device.advance(2)
        #expect(events.withLock { $0 } == [])
        engine.inputNode.isVoiceProcessingInputMuted = true
        device.advance(2)
        #expect(events.withLock { $0 } == [.started])
        // Heard again: no longer speech into a muted microphone.
        engine.inputNode.isVoiceProcessingInputMuted = false
        device.advance(0.5)
        #expect(events.withLock { $0 } == [.started, .ended])
        engine.inputNode.isVoiceProcessingInputMuted = true
        #expect(engine.inputNode.setMutedSpeechActivityEventListener(nil))
        device.advance(2)
        #expect(events.withLock { $0.count } == 2)
        engine.stop()
    }
}
