import AllocationProbe
import SordinoRealtime
import Testing

@testable import SordinoSignal

/// A detector of speech, with voices that are made: pulses of a larynx through the resonances of a mouth.
@Suite struct SpeechActivityTests {
    /// Sound with a seed.
    private struct Scene {
        let rate: Double
        var samples: [Float]
        private var seed: UInt32 = 7

        init(seconds: Double, rate: Double, noiseDecibels: Double) {
            self.rate = rate
            samples = []
            let level = Float(Double.pow10(noiseDecibels / 20) * 3.0.squareRoot())
            samples = (0..<Int(seconds * rate)).map { _ in 0 }
            for index in samples.indices { samples[index] = level * random() }
        }

        /// -1 to 1, evenly.
        mutating func random() -> Float {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return Float(Int32(bitPattern: seed)) / 2_147_483_648
        }

        /// Four syllables a second, of a voice whose pitch moves around `hertz`; `decibels` is the mean power while it sounds.
        mutating func speak(from start: Double, to end: Double, hertz: Double, decibels: Double) {
            let frames = Int(start * rate)..<Int(end * rate)
            var voice = [Double](repeating: 0, count: frames.count)
            var phase = 0.0
            let formants = [(500.0, 8.0, 1.0), (1500, 12, 0.5), (2500, 14, 0.25)]
            var filters = formants.map { SpeechFilter(.bandPass(BiquadCorner(hertz: $0.0, q: $0.1, sampleRate: rate))) }
            for index in voice.indices {
                let time = Double(index) / rate
                phase += hertz * (1 + 0.1 * Double.sine(2 * .pi * 1.3 * time)) / rate
                var pulse = 0.0
                if phase >= 1 {
                    phase -= 1
                    pulse = 1
                }
                let syllable = max(Double.sine(2 * .pi * 2 * time), -Double.sine(2 * .pi * 2 * time))
                var sum = 0.0
                for number in formants.indices { sum += filters[number].filter(pulse) * formants[number].2 }
                voice[index] = sum * syllable
            }
            let power = voice.reduce(0) { $0 + $1 * $1 } / Double(voice.count)
            let factor = Double.pow10(decibels / 20) / power.squareRoot()
            for (index, frame) in frames.enumerated() { samples[frame] += Float(voice[index] * factor) }
        }

        mutating func add(from start: Double, to end: Double, _ value: (Double) -> Double) {
            for frame in Int(start * rate)..<Int(end * rate) { samples[frame] += Float(value(Double(frame) / rate)) }
        }

        mutating func burst(from start: Double, to end: Double, level: Float) {
            for frame in Int(start * rate)..<Int(end * rate) { samples[frame] += level * random() }
        }

        /// Seconds at which speech began and ended.
        func changes(blocks: [Int] = [480]) -> [Double] {
            let memory = SpeechActivityMemory()
            var activity = SpeechActivity(memory)
            var found: [Double] = []
            var (frame, block, was) = (0, 0, false)
            samples.withUnsafeBufferPointer { samples in
                guard let start = samples.baseAddress else { return }
                while frame < samples.count {
                    let count = min(blocks[block % blocks.count], samples.count - frame)
                    let isSpeech = activity.listen(start + frame, frameCount: count, sampleRate: rate)
                    frame += count
                    block += 1
                    if isSpeech != was { found.append(Double(frame) / rate) }
                    was = isSpeech
                }
            }
            return found
        }
    }

    @Test(arguments: [8000.0, 16_000, 44_100, 48_000]) func speechBeginsAndEnds(_ rate: Double) {
        for hertz in [95.0, 130, 210, 300] {
            var scene = Scene(seconds: 4.5, rate: rate, noiseDecibels: -60)
            scene.speak(from: 1, to: 2.5, hertz: hertz, decibels: -20)
            let changes = scene.changes()
            #expect(changes.count == 2, "\(hertz) Hz: \(changes)")
            guard changes.count == 2 else { continue }
            #expect(changes[0] > 1.05 && changes[0] < 1.35, "\(hertz) Hz: \(changes)")
            #expect(changes[1] > 3.0 && changes[1] < 3.4, "\(hertz) Hz: \(changes)")
        }
    }

    @Test func pausesBetweenSentencesAreTold() {
        var scene = Scene(seconds: 7, rate: 16_000, noiseDecibels: -55)
        scene.speak(from: 1, to: 2, hertz: 120, decibels: -25)
        // Half a second to breathe is no end.
        scene.speak(from: 2.5, to: 3.5, hertz: 120, decibels: -25)
        scene.speak(from: 5, to: 6, hertz: 180, decibels: -25)
        let changes = scene.changes()
        #expect(changes.count == 4, "\(changes)")
    }

    @Test func aVoiceIsHeardThroughNoise() {
        var scene = Scene(seconds: 4, rate: 16_000, noiseDecibels: -40)
        scene.speak(from: 2, to: 3.5, hertz: 140, decibels: -22)
        let changes = scene.changes()
        #expect(changes.count == 1 && changes[0] > 2 && changes[0] < 2.5, "\(changes)")
    }

    @Test func whatIsNoVoiceIsNoSpeech() {
        let rate = 16_000.0
        var noise = Scene(seconds: 6, rate: rate, noiseDecibels: -60)
        for start in [1.0, 2.2, 4.1] { noise.burst(from: start, to: start + 0.7, level: 0.3) }
        #expect(noise.changes() == [])
        // Louder noise than before, for good.
        var fan = Scene(seconds: 5, rate: rate, noiseDecibels: -60)
        fan.burst(from: 1, to: 5, level: 0.05)
        #expect(fan.changes() == [])
        var knocks = Scene(seconds: 5, rate: rate, noiseDecibels: -60)
        for knock in 0..<16 {
            let start = 1 + Double(knock) * 0.21
            knocks.add(from: start, to: start + 0.05) {
                0.5 * Double.sine(2 * .pi * 180 * $0) * (1 - ($0 - start) / 0.05)
            }
        }
        #expect(knocks.changes() == [])
        var beeps = Scene(seconds: 5, rate: rate, noiseDecibels: -60)
        for beep in 0..<6 {
            let start = 1 + Double(beep) * 0.5
            beeps.add(from: start, to: start + 0.25) { 0.2 * Double.sine(2 * .pi * 1000 * $0) }
        }
        #expect(beeps.changes() == [])
        #expect(Scene(seconds: 2, rate: rate, noiseDecibels: -300).changes() == [])
    }

    @Test func aHumThatStaysIsForgotten() {
        var hum = Scene(seconds: 8, rate: 16_000, noiseDecibels: -60)
        hum.add(from: 0, to: 8) { 0.05 * (Double.sine(2 * .pi * 100 * $0) + 0.5 * Double.sine(2 * .pi * 200 * $0)) }
        #expect(hum.changes() == [])
        var late = Scene(seconds: 8, rate: 16_000, noiseDecibels: -60)
        late.add(from: 2, to: 8) { 0.05 * (Double.sine(2 * .pi * 100 * $0) + 0.5 * Double.sine(2 * .pi * 200 * $0)) }
        let changes = late.changes()
        #expect(changes.isEmpty || changes.count == 2 && changes[1] < 5, "\(changes)")
    }

    @Test func anySplitIntoBlocksHearsTheSame() {
        var scene = Scene(seconds: 4, rate: 16_000, noiseDecibels: -60)
        scene.speak(from: 1, to: 2.5, hertz: 130, decibels: -20)
        let whole = scene.changes(blocks: [1])
        let split = scene.changes(blocks: [16, 333, 1, 64])
        #expect(whole.count == 2 && split.count == 2)
        for (one, other) in zip(whole, split) { #expect(other >= one && other - one < 333.0 / 16_000) }
    }

    @Test func brokenSamplesDoNoHarm() {
        var scene = Scene(seconds: 4, rate: 16_000, noiseDecibels: -60)
        scene.speak(from: 1, to: 2.5, hertz: 130, decibels: -20)
        for (frame, value) in [(100, Float.nan), (9000, .infinity), (20_000, -.greatestFiniteMagnitude)] {
            scene.samples[frame] = value
        }
        #expect(scene.changes().count == 2)
    }

    @Test func listeningTouchesNoHeap() {
        var scene = Scene(seconds: 2, rate: 16_000, noiseDecibels: -60)
        scene.speak(from: 0.5, to: 1.5, hertz: 130, decibels: -20)
        let memory = SpeechActivityMemory()
        var activity = SpeechActivity(memory)
        scene.samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            let count = samples.count
            let calls = countingHeapCalls {
                _ = activity.listen(start, frameCount: count, sampleRate: 16_000)
                activity.reset()
                _ = activity.listen(start, frameCount: count, sampleRate: 48_000)
            }
            #expect(calls == .none)
        }
    }
}

extension Double {
    fileprivate static func sine(_ radians: Double) -> Double { RealtimeMath.sin(radians) }
    fileprivate static func pow10(_ exponent: Double) -> Double { RealtimeMath.pow(10, exponent) }
}
