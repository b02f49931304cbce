import AllocationProbe
import CKernels
import SordinoRealtime
import Testing

@testable import SordinoSignal

/// Voice processing of sounds that are made by formulas: noise through a decaying path, syllables, tones.
@Suite struct VoiceProcessorTests {
    /// A way from a loudspeaker to a microphone: a delay, and noise that decays by 60 dB in `seconds`.
    private static func path(rate: Double, delay: Int, seconds: Double, seed: UInt64) -> [Float] {
        var random = Seeded(seed)
        let count = Int(seconds * rate)
        let decay = (0..<count).map { Float(Double.pow10(-3 * Double($0) / Double(count))) }
        let taps = decay.map { $0 * random.sample() }
        let energy = taps.reduce(0) { $0 + $1 * $1 }
        return [Float](repeating: 0, count: delay) + taps.map { 0.5 * $0 / energy.squareRoot() }
    }

    private static func convolve(_ samples: [Float], _ taps: [Float]) -> [Float] {
        let late = [Float](repeating: 0, count: taps.count) + samples
        var result = [Float](repeating: 0, count: samples.count)
        late.withUnsafeBufferPointer { late in
            guard let start = late.baseAddress else { return }
            let sources = taps.enumerated().filter { $0.element != 0 }.map {
                CKernelsSource(samples: start + (taps.count - $0.offset), gain: $0.element)
            }
            ckernels_mix(&result, sources, sources.count, samples.count)
        }
        return result
    }

    /// Bursts of noise, four a second, like syllables.
    private static func syllables(_ count: Int, rate: Double, level: Float, seed: UInt64) -> [Float] {
        var random = Seeded(seed)
        return (0..<count).map { index in
            let swell = Double.sine(2 * .pi * 2 * Double(index) / rate)
            return level * Float(swell * swell) * random.sample()
        }
    }

    private static func run(
        _ voice: VoiceProcessor, _ samples: [Float], reference: [[Float]] = [], parts: VoiceParts, piece: Int = 480
    ) -> [Float] {
        let planes = Planes([samples, samples] + reference)
        var done = 0
        while done < samples.count {
            let count = min(piece, samples.count - done)
            let channels = Planes.Moved(planes, by: done)
            voice.state.pointee.process(
                channels.pointers[0], reference: UnsafePointer(channels.pointers + 2), referenceCount: reference.count,
                into: channels.pointers[1], frameCount: count, parts: parts)
            done += count
        }
        return planes[1]
    }

    private static func decibels(_ samples: some Collection<Float>) -> Double {
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
        return 10 * (power + 1e-20).log10
    }

    @Test(arguments: [8_000.0, 16_000, 24_000, 44_100, 48_000])
    func theEchoOfALoudspeakerIsTakenAway(rate: Double) {
        let count = Int(3 * rate)
        let far = Self.syllables(count, rate: rate, level: 0.3, seed: 1)
        let echo = Self.convolve(far, Self.path(rate: rate, delay: Int(0.02 * rate), seconds: 0.06, seed: 2))
        let voice = VoiceProcessor(sampleRate: rate, referenceChannels: 1, tailSeconds: 0.128)
        let output = Self.run(voice, echo, reference: [far], parts: .echo)
        let last = count - Int(rate)
        #expect(Self.decibels(echo[last...]) - Self.decibels(output[last...]) > 35)
        #expect(voice.report.isEcho)
    }

    @Test func aDelayOfAlmostASecondIsFoundAndFollowed() {
        let rate = 8_000.0
        let count = Int(8 * rate)
        let far = Self.syllables(count, rate: rate, level: 0.3, seed: 1)
        let path = Self.path(rate: rate, delay: 0, seconds: 0.06, seed: 2)
        let echo = Self.convolve(far, path)
        // 0.6 seconds late, and after four seconds 0.12 more.
        let heard = (0..<count).map { index -> Float in
            let late = index - Int((index < Int(4 * rate) ? 0.6 : 0.72) * rate)
            return late < 0 ? 0 : echo[late]
        }
        let voice = VoiceProcessor(sampleRate: rate, referenceChannels: 1, tailSeconds: 0.128)
        let output = Self.run(voice, heard, reference: [far], parts: .echo)
        for end in [4.0, 8.0] {
            let range = Int((end - 1) * rate)..<Int(end * rate)
            #expect(Self.decibels(heard[range]) - Self.decibels(output[range]) > 25)
        }
        #expect(abs(voice.report.delaySeconds - 0.72) < 0.02)
    }

    @Test(arguments: [200.0, 300, -300])
    func clocksThatRunApartAreFollowed(millionths: Double) {
        let rate = 8_000.0
        let count = Int(6 * rate)
        let far = Self.syllables(count, rate: rate, level: 0.3, seed: 1)
        // 60 ms late, and some millionths more with each frame: read between frames by a windowed sinc.
        let heard = (0..<count).map { index -> Float in
            let place = Double(index) * (1 - millionths * 1e-6) - 480
            let middle = Int(place.rounded(.down))
            guard middle >= 16, middle < count - 17 else { return 0 }
            return ((middle - 15)...(middle + 16)).reduce(Float(0)) { sum, tap in
                let distance = Double(tap) - place
                let angle = Double.pi * distance
                let sinc = abs(distance) < 1e-9 ? 1 : Double.sine(angle) / angle
                let window = 0.5 + 0.5 * Double.sine(angle / 17 + .pi / 2)
                return sum + 0.5 * far[tap] * Float(sinc * window)
            }
        }
        let voice = VoiceProcessor(sampleRate: rate, referenceChannels: 1, tailSeconds: 0.128)
        let output = Self.run(voice, heard, reference: [far], parts: .echo)
        let last = Int(5 * rate)
        #expect(Self.decibels(heard[last...]) - Self.decibels(output[last...]) > 20)
        #expect(abs(voice.report.driftPerMillion - Float(millionths)) < 30, "\(voice.report.driftPerMillion)")
    }

    @Test func aTalkerIsHeardWholeWhileTheLoudspeakerPlays() {
        let rate = 16_000.0
        let count = Int(5 * rate)
        let far = Self.syllables(count, rate: rate, level: 0.3, seed: 1)
        let echo = Self.convolve(far, Self.path(rate: rate, delay: 300, seconds: 0.06, seed: 2))
        // The talker begins after three seconds, as loud as the echo, in a pitch of 150 Hz.
        let level = Float(Double.pow10(Self.decibels(echo) / 20))
        let near = (0..<count).map { index -> Float in
            guard index > Int(3 * rate) else { return 0 }
            let time = Double(index) / rate
            let harmonics = (1...12).reduce(0.0) { $0 + Double.sine(2 * .pi * 150 * Double($1) * time) }
            return level * Float(0.4 * harmonics * (0.6 + 0.4 * Double.sine(2 * .pi * 3 * time)))
        }
        let voice = VoiceProcessor(sampleRate: rate, referenceChannels: 1, tailSeconds: 0.128)
        let output = Self.run(voice, zip(echo, near).map { $0 + $1 }, reference: [far], parts: .echo)
        // The share of the talker in the output, by projection.
        let late = voice.latencyFrames
        var (product, power, rest): (Double, Double, Double) = (0, 0, 0)
        let range = Int(3.5 * rate)..<count - late
        for index in range {
            product += Double(near[index]) * Double(output[index + late])
            power += Double(near[index]) * Double(near[index])
        }
        let share = product / power
        for index in range {
            let value = Double(output[index + late]) - share * Double(near[index])
            rest += value * value
        }
        #expect(share > 0.7 && share < 1.1)
        // In the microphone it is 0 dB.
        #expect(10 * (share * share * power / rest).log10 > 6)
    }

    @Test func whatOnlyTheCentreOfSixChannelsPlaysIsTakenAway() {
        let rate = 16_000.0
        let count = Int(3 * rate)
        let far = Self.syllables(count, rate: rate, level: 0.3, seed: 1)
        let echo = Self.convolve(far, Self.path(rate: rate, delay: 300, seconds: 0.06, seed: 2))
        let silence = [Float](repeating: 0, count: count)
        let voice = VoiceProcessor(sampleRate: rate, referenceChannels: 2, tailSeconds: 0.128)
        let output = Self.run(
            voice, echo, reference: [silence, silence, far, silence, silence, silence], parts: .echo)
        let last = count - Int(rate)
        #expect(Self.decibels(echo[last...]) - Self.decibels(output[last...]) > 30)
    }

    @Test(arguments: [8_000.0, 16_000, 32_000, 44_100, 48_000, 96_000])
    func withoutAnyPartTheMicrophoneComesAsItIsAndLate(rate: Double) {
        var random = Seeded(3)
        let samples = random.samples(Int(0.3 * rate))
        let voice = VoiceProcessor(sampleRate: rate, referenceChannels: 0)
        let output = Self.run(voice, samples, parts: [], piece: 333)
        let late = voice.latencyFrames
        // The first block fades over from silence.
        let start = Int(0.05 * rate)
        #expect(Array(output[(start + late)...]) == Array(samples[start..<(samples.count - late)]))
    }

    @Test func atFortyEightKilohertzAVoiceIsAtMostTenMillisecondsLate() {
        let voice = VoiceProcessor(sampleRate: 48_000, referenceChannels: 2)
        #expect(Double(voice.latencyFrames) / 48_000 <= 0.010)
    }

    @Test(arguments: [16_000.0, 48_000])
    func aToneThroughAllBandsKeepsItsLevelAndPlace(rate: Double) {
        // Nothing to take away: the bands are parted and joined again, and only what is below 90 Hz is gone.
        let voice = VoiceProcessor(sampleRate: rate, referenceChannels: 1)
        for hertz in [500.0, 3_000, 7_500] {
            let samples = (0..<Int(rate)).map { 0.1 * Float(Double.sine(2 * .pi * hertz * Double($0) / rate)) }
            let output = Self.run(voice, samples, reference: [samples.map { _ in 0 }], parts: .echo)
            let half = samples.count / 2
            #expect(abs(Self.decibels(output[half...]) - Self.decibels(samples[half...])) < 0.2)
        }
    }

    @Test func anySplitIntoPiecesGivesTheSameSamples() {
        let far = Self.syllables(24_000, rate: 48_000, level: 0.3, seed: 1)
        let echo = Self.convolve(far, Self.path(rate: 48_000, delay: 300, seconds: 0.02, seed: 2))
        let results = [64, 480, 1_000].map { piece in
            Self.run(
                VoiceProcessor(sampleRate: 48_000, referenceChannels: 2), echo, reference: [far, far],
                parts: [.echo, .noise, .level], piece: piece)
        }
        #expect(results[1] == results[0])
        #expect(results[2] == results[0])
    }

    @Test func theNoiseOfARoomFallsByTenDecibels() {
        var random = Seeded(5)
        let samples = random.samples(48_000).map { 0.01 * $0 }
        let output = Self.run(VoiceProcessor(sampleRate: 16_000, referenceChannels: 0), samples, parts: .noise)
        #expect(Self.decibels(samples[32_000...]) - Self.decibels(output[32_000...]) > 10)
    }

    @Test func aVoiceIsPartedFromAQuieterOne() {
        let rate = 16_000.0
        func voice(_ hertz: Double, _ level: Double, from start: Double, to end: Double) -> [Float] {
            (0..<Int(6 * rate)).map { index in
                let time = Double(index) / rate
                guard time > start, time < end else { return 0 }
                let swell = Double.sine(2 * .pi * 2 * time)
                let tone = (1...10).reduce(0.0) { $0 + Double.sine(2 * .pi * hertz * Double($1) * time) / Double($1) }
                return Float(level * swell * swell * tone)
            }
        }
        let (near, other) = (voice(140, 0.1, from: 1, to: 3), voice(210, 0.01, from: 3.5, to: 6))
        let heard = zip(near, other).map { $0 + $1 }
        let outputs = [VoiceParts.noise, [.noise, .isolation]].map {
            Self.run(VoiceProcessor(sampleRate: rate, referenceChannels: 0), heard, parts: $0)
        }
        let (spoken, behind) = (Int(1.5 * rate)..<Int(2.9 * rate), Int(4 * rate)..<Int(5.9 * rate))
        for output in outputs { #expect(abs(Self.decibels(output[spoken]) - Self.decibels(heard[spoken])) < 2) }
        #expect(Self.decibels(outputs[1][behind]) < Self.decibels(outputs[0][behind]) - 10)
    }

    @Test(arguments: [-45.0, -35, -15])
    func speechComesToOneLevel(decibels: Double) {
        let rate = 16_000.0
        let samples = (0..<Int(6 * rate)).map { index -> Float in
            let time = Double(index) / rate
            let swell = max(Double.sine(2 * .pi * 2 * time), 0)
            let tone = (1...10).reduce(0.0) { $0 + Double.sine(2 * .pi * 140 * Double($1) * time) / Double($1) }
            return Float(tone * swell)
        }
        // The level of the half in which there is sound.
        let factor = Float(Double.pow10((decibels - Self.decibels(samples) - 3) / 20))
        let voice = VoiceProcessor(sampleRate: rate, referenceChannels: 0)
        let output = Self.run(voice, samples.map { factor * $0 }, parts: .level)
        let last = output[Int(4 * rate)...]
        #expect(abs(Self.decibels(last) + 3 - -18) < 2)
        #expect(output.allSatisfy { abs($0) <= 1 })
    }

    @Test func whatIsNoSoundIsSurvived() {
        let rate = 16_000.0
        let far = Self.syllables(Int(6 * rate), rate: rate, level: 0.3, seed: 1)
        let echo = Self.convolve(far, Self.path(rate: rate, delay: 100, seconds: 0.03, seed: 2))
        var (microphone, reference) = (echo, far)
        let bad: [Float] = [.nan, .infinity, -.infinity, 1e30, -.leastNonzeroMagnitude, 1, -1]
        for index in Int(2 * rate)..<Int(2.5 * rate) {
            microphone[index] = bad[index % bad.count]
            reference[index] = bad[(index / 3) % bad.count]
        }
        for index in Int(2.5 * rate)..<Int(2.8 * rate) { (microphone[index], reference[index]) = (1, 0) }
        let voice = VoiceProcessor(sampleRate: rate, referenceChannels: 1, tailSeconds: 0.128)
        let output = Self.run(voice, microphone, reference: [reference], parts: [.echo, .noise, .level])
        #expect(output.allSatisfy { abs($0) <= 1 })
        let last = Int(5 * rate)
        #expect(Self.decibels(echo[last...]) - Self.decibels(output[last...]) > 20)
    }

    @Test func processingTouchesNoHeap() {
        let voice = VoiceProcessor(sampleRate: 48_000, referenceChannels: 2)
        let planes = Planes(channelCount: 3, frameCount: 960)
        let parts: VoiceParts = [.echo, .noise, .level]
        let calls = countingHeapCalls {
            for _ in 0..<20 {
                voice.state.pointee.process(
                    planes.pointers[0], reference: UnsafePointer(planes.pointers + 1), referenceCount: 2,
                    into: planes.pointers[0], frameCount: 960, parts: parts)
            }
        }
        #expect(calls == .none)
    }
}

extension Planes {
    /// The same planes from a later frame on.
    fileprivate final class Moved {
        let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
        private let planes: Planes

        init(_ planes: Planes, by frames: Int) {
            self.planes = planes
            pointers = .allocate(capacity: planes.channelCount)
            for channel in 0..<planes.channelCount {
                (pointers + channel).initialize(to: planes.pointers[channel] + frames)
            }
        }

        deinit { pointers.deallocate() }
    }
}

extension Double {
    fileprivate static func sine(_ radians: Double) -> Double { RealtimeMath.sin(radians) }
    fileprivate static func pow10(_ exponent: Double) -> Double { RealtimeMath.pow(10, exponent) }
    fileprivate var log10: Double { RealtimeMath.log10(self) }
}
