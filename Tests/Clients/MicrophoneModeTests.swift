import AVFoundation
import Foundation
import SordinoSimulator
import Synchronization
import Testing

/// The person's choice of what is heard at a microphone with voice processing, by samples and as programs read it.
@Suite struct MicrophoneModeTests {
    /// Even noise at -50 dBFS, with harmonics of a voice between two moments.
    private static func room(seconds: Double, talkFrom: Double, to end: Double) -> [Float] {
        var seed: UInt32 = 5
        return (0..<Int(seconds * 48_000)).map { frame in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let noise = 0.0055 * Double(Int32(bitPattern: seed)) / 2_147_483_648
            let time = Double(frame) / 48_000
            guard time > talkFrom, time < end else { return Float(noise) }
            let voice = (1...20).reduce(0.0) { sum, harmonic in
                let hertz = 140 * Double(harmonic)
                return sum + 0.08 / (1 + pow((hertz - 500) / 200, 2)) * sin(2 * .pi * hertz * time)
            }
            return Float(noise + abs(sin(4 * .pi * time)) * voice)
        }
    }

    private static func decibels(_ samples: some Collection<Float>) -> Double {
        10 * log10(samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1)) + 1e-20)
    }

    /// The levels of a call in a mode: of the room's noise after 4 s, and of speech after 2 s.
    private func heard(_ mode: SimulatedApp.MicrophoneMode, isBypassed: Bool) throws -> (noise: Double, voice: Double) {
        let device = SimulatedDevice(.phone)
        device.microphone(
            hears: .recording(
                [Self.room(seconds: 6, talkFrom: 1.5, to: 3)], sampleRate: 48_000, repeats: false))
        let app = device.app("Chat", backgroundModes: .audio)
        device.choose(mode, for: app)
        let samples = Mutex<[Float]>([])
        let engine = try app.perform {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
            try AVAudioSession.sharedInstance().setActive(true)
            let engine = AVAudioEngine()
            try engine.inputNode.setVoiceProcessingEnabled(true)
            engine.inputNode.isVoiceProcessingAGCEnabled = false
            engine.inputNode.isVoiceProcessingBypassed = isBypassed
            engine.inputNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { buffer, _ in
                let heard = UnsafeBufferPointer(start: buffer.floatChannelData?[0], count: Int(buffer.frameLength))
                samples.withLock { $0.append(contentsOf: heard) }
            }
            try engine.start()
            return engine
        }
        device.advance(5)
        app.perform { engine.stop() }
        let all = samples.withLock { $0 }
        return (
            Self.decibels(all.suffix(48_000)), Self.decibels(all[min(96_000, all.count)..<min(134_400, all.count)])
        )
    }

    @Test func eachModeLeavesOtherSound() throws {
        let raw = try heard(.standard, isBypassed: true)
        let standard = try heard(.standard, isBypassed: false)
        let wide = try heard(.wideSpectrum, isBypassed: false)
        let isolated = try heard(.voiceIsolation, isBypassed: false)
        // The voice is there in all of them; the noise is whole, lower, and lower still.
        for mode in [standard, wide, isolated] { #expect(abs(mode.voice - raw.voice) < 2, "\(mode) of \(raw)") }
        #expect(abs(wide.noise - raw.noise) < 2, "\(wide) of \(raw)")
        #expect(standard.noise < raw.noise - 12, "\(standard) of \(raw)")
        #expect(isolated.noise < standard.noise - 10, "\(isolated) of \(standard)")
    }

    @Test func theChoiceOfThePersonCountsMoreThanBypass() throws {
        let isolated = try heard(.voiceIsolation, isBypassed: true)
        #expect(isolated.noise < -75, "\(isolated)")
    }

    @Test func aProgramReadsWhatWasChosenAndWhatIsInForce() throws {
        let device = SimulatedDevice(.phone)
        let app = device.app("Chat", backgroundModes: .audio)
        func modes() -> [AVCaptureDevice.MicrophoneMode] {
            app.perform { [AVCaptureDevice.preferredMicrophoneMode, AVCaptureDevice.activeMicrophoneMode] }
        }
        #expect(modes() == [.standard, .standard])
        device.choose(.wideSpectrum, for: app)
        // Nothing is recorded through voice processing yet.
        #expect(modes() == [.wideSpectrum, .standard])
        let engine = try app.perform {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
            let engine = AVAudioEngine()
            try engine.inputNode.setVoiceProcessingEnabled(true)
            engine.inputNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { _, _ in }
            try engine.start()
            return engine
        }
        #expect(modes() == [.wideSpectrum, .wideSpectrum])
        app.perform { engine.stop() }
        #expect(modes() == [.wideSpectrum, .standard])
        // Another program's choice is its own.
        let other = device.app("Game")
        #expect(other.perform { AVCaptureDevice.preferredMicrophoneMode } == .standard)
    }
}
