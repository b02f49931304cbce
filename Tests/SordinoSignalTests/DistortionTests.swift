import Foundation
import SordinoSignal
import Testing

/// Each stage of the distortion against its formula.
@Suite struct DistortionTests {
    /// Everything off: unity gain, all wet.
    private func plain(_ change: (inout DistortionSettings) -> Void) -> DistortionSettings {
        var settings = DistortionSettings()
        (settings.delayMix, settings.decimation, settings.polynomialMix, settings.ringMix) = (0, 0, 0, 0)
        (settings.gainDecibels, settings.finalMix) = (0, 100)
        change(&settings)
        return settings
    }

    private func render(_ settings: DistortionSettings, _ input: [Float]) -> [Float] {
        let distortion = Distortion(channelCount: 1, sampleRate: 48_000, settings: settings)
        let (source, target) = (Planes([input]), Planes(channelCount: 1, frameCount: input.count))
        distortion.renderer.process(
            UnsafePointer(source.pointers), into: UnsafePointer(target.pointers), frameCount: input.count)
        return target[0]
    }

    private func clipped(_ x: Double) -> Double {
        let t = min(max(x, -3), 3)
        return t * (27 + t * t) / (27 + 9 * t * t)
    }

    private let noise: [Float]
    init() {
        var numbers = Seeded(41)
        noise = numbers.samples(2_000)
    }

    @Test func gainAndSoftClipping() {
        let made = render(plain { $0.gainDecibels = 20 }, noise)
        for (sample, x) in zip(made, noise) { #expect(abs(Double(sample) - clipped(Double(x) * 10)) < 1e-5) }
    }

    @Test func thePolynomialIsMixedIn() {
        let settings = plain { ($0.linear, $0.squared, $0.cubic, $0.polynomialMix) = (0.5, 2, 3, 60) }
        for (sample, x) in zip(render(settings, noise), noise) {
            let v = Double(x)
            let shaped = 0.4 * v + 0.6 * (0.5 * v + 2 * v * v + 3 * v * v * v)
            #expect(abs(Double(sample) - clipped(shaped)) < 1e-5)
        }
    }

    @Test func theRingModulatorMultipliesByBothTones() {
        let settings = plain {
            ($0.ringFrequency1, $0.ringFrequency2, $0.ringBalance, $0.ringMix) = (440, 3_000, 25, 80)
        }
        for (frame, (sample, x)) in zip(render(settings, noise), noise).enumerated() {
            let time = Double(frame) / 48_000
            let tone = 0.75 * sin(2 * .pi * 440 * time) + 0.25 * sin(2 * .pi * 3_000 * time)
            #expect(abs(Double(sample) - clipped(Double(x) * (1 + 0.8 * (tone - 1)))) < 1e-5)
        }
    }

    @Test func decimationHoldsSamples() {
        // 48000 / 96^0.5 Hz: a new sample each 9.798 frames.
        let made = render(plain { ($0.decimation, $0.decimationMix) = (50, 100) }, noise)
        let changes = zip(made, made.dropFirst()).filter { $0 != $1 }.count
        #expect(abs(Double(changes) - 2_000 / 96.0.squareRoot()) < 2)
        #expect(
            made.allSatisfy { sample in
                sample == 0 || noise.contains { abs(clipped(Double($0)) - Double(sample)) < 1e-6 }
            })
    }

    @Test func roundingLeavesFewLevels() {
        // 2^-(15 / 5): eighths.
        let made = render(plain { ($0.rounding, $0.decimationMix) = (80, 100) }, noise)
        for (sample, x) in zip(made, noise) {
            #expect(abs(Double(sample) - clipped((Double(x) * 8).rounded(.toNearestOrEven) / 8)) < 1e-6)
        }
    }

    @Test(arguments: [0.1 as Float, 0.5, 7, 100]) func echoesLoseTheirDecayEachTime(milliseconds: Float) {
        let frames = Int(Double(milliseconds) * 48 + 0.5)
        var impulse = [Float](repeating: 0, count: 4 * frames + 100)
        impulse[0] = 0.01
        let made = render(
            plain { ($0.delayMilliseconds, $0.decay, $0.delayMix) = (milliseconds, 0.7, 40) }, impulse)
        #expect(abs(made[0] - 0.006) < 1e-6)
        for echo in 1...3 {
            let expected = 0.004 * exp(-0.7 * Double(echo - 1))
            #expect(abs(Double(made[echo * frames]) - expected) < 2e-6)
        }
        #expect(made.filter { abs($0) > 1e-6 }.count <= 5 + 100 / frames)
    }

    @Test func theFinalMixLeadsFromTheInputToTheResult() {
        #expect(render(plain { $0.finalMix = 0 }, noise) == noise)
        let half = render(plain { $0.finalMix = 50 }, noise)
        for (sample, x) in zip(half, noise) {
            #expect(abs(Double(sample) - 0.5 * (Double(x) + clipped(Double(x)))) < 1e-6)
        }
    }

    @Test func everyPresetIsItsOwnAndWithinTheRanges() {
        let all = DistortionPreset.all
        #expect(all.map(\.number) == Array(0...21))
        for preset in all {
            var clamped = DistortionSettings()
            for (number, value) in preset.settings.values.enumerated() { clamped.set(number, value) }
            #expect(clamped == preset.settings, "\(preset.name)")
            let made = render(preset.settings, noise)
            #expect(made.allSatisfy { $0.isFinite && abs($0) < 2 } && made != noise)
        }
        #expect(Set(all.map { "\($0.settings.values)" }).count == 22)
    }
}
