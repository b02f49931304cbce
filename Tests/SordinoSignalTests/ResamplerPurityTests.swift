import SordinoRealtime
import SordinoSignal
import Testing

/// Faults that the ear would notice: distortion and noise beside a tone, level over frequency, and what folds back.
@Suite struct ResamplerPurityTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var from: Double
        var to: Double
        var quality: ResamplerQuality
        /// The worst distortion and noise allowed, in dB; at mastering quality above that of rounding alone.
        var distortion: Double
        /// Highest tone tried.
        var highest: Double
        var testDescription: String { "\(from) to \(to), \(quality)" }
    }

    // At mastering quality what is allowed beyond the noise of rounding the tone to float32 before and after.
    static let cases: [Case] = [
        Case(from: 44100, to: 48000, quality: .mastering, distortion: 0.1, highest: 20_000),
        Case(from: 48000, to: 44100, quality: .mastering, distortion: 0.1, highest: 20_000),
        Case(from: 44100.5, to: 48000, quality: .mastering, distortion: 0.1, highest: 20_000),
        Case(from: 16000, to: 48000, quality: .mastering, distortion: 0.1, highest: 7200),
        Case(from: 96000, to: 44100, quality: .mastering, distortion: 0.1, highest: 20_000),
        Case(from: 96000, to: 44100, quality: .high, distortion: -130, highest: 20_000),
        Case(from: 44100, to: 48000, quality: .high, distortion: -130, highest: 20_000),
        Case(from: 48000, to: 44100, quality: .high, distortion: -130, highest: 20_000),
        Case(from: 44100.5, to: 48000, quality: .high, distortion: -126, highest: 20_000),
        Case(from: 16000, to: 48000, quality: .high, distortion: -130, highest: 7200),
        Case(from: 44100, to: 48000, quality: .good, distortion: -78, highest: 18_000),
        Case(from: 48000, to: 44100, quality: .good, distortion: -78, highest: 18_000),
        Case(from: 44100.5, to: 48000, quality: .good, distortion: -78, highest: 18_000),
        Case(from: 22050, to: 48000, quality: .good, distortion: -78, highest: 9000),
        Case(from: 44100, to: 48000, quality: .voice, distortion: -60, highest: 16_000),
        Case(from: 22050, to: 48000, quality: .voice, distortion: -60, highest: 8000),
    ]

    @Test(arguments: cases)
    func distortionAndNoiseStayBelowTheLimit(_ test: Case) {
        var worst = -200.0
        // Few samples to a whole number of periods, as 12 or 18 kHz at 48 kHz have them, would round alike again and again.
        for hertz in [997, 0.61 * test.highest, 0.893 * test.highest, 0.9997 * test.highest] {
            let input = SineFit.tone(hertz, rate: test.from, count: Int(0.15 * test.from))
            let resampler = Resampler(
                channelCount: 1, inputRate: test.from, outputRate: test.to, quality: test.quality)
            let output = resampled(input, with: resampler, outputCount: Int(0.13 * test.to))
            let fit = SineFit(output[Int(0.03 * test.to)..<Int(0.12 * test.to)], cyclesPerSample: hertz / test.to)
            let floor = test.quality == .mastering ? Self.roundingDecibels(hertz, test) : 0
            worst = max(worst, fit.distortionDecibels - floor)
        }
        #expect(worst <= test.distortion, "worst \(worst) dB")
    }

    /// The result of a perfect converter: the tone's rounding to float32 at both rates, in dB below the tone.
    private static func roundingDecibels(_ hertz: Double, _ test: Case) -> Double {
        let powers = [(test.from, 0..<Int(0.15 * test.from)), (test.to, Int(0.03 * test.to)..<Int(0.12 * test.to))].map
        {
            (rate: Double, frames: Range<Int>) in
            frames.reduce(0.0) { sum, frame in
                let exact = 0.891_250_938 * RealtimeMath.sin(2 * Double.pi * hertz * Double(frame) / rate)
                let error = Double(Float(exact)) - exact
                return sum + error * error
            } / Double(frames.count)
        }
        return 10 * RealtimeMath.log10((powers[0] + powers[1]) / (0.891_250_938 * 0.891_250_938 / 2))
    }

    @Test func highQualityIsFlatUpToTwentyKilohertz() {
        for (from, to) in [(44100, 48000), (48000, 44100)] as [(Double, Double)] {
            for hertz in stride(from: 500.0, through: 20_000, by: 2437.5) {
                let input = SineFit.tone(hertz, rate: from, amplitude: 0.5, count: 9000)
                let resampler = Resampler(channelCount: 1, inputRate: from, outputRate: to, quality: .high)
                let output = resampled(input, with: resampler, outputCount: 8000)
                let level = decibels(SineFit(output[1000..<7000], cyclesPerSample: hertz / to).amplitude / 0.5)
                #expect(abs(level) < (hertz < 13_000 ? 0.0001 : 0.01), "\(hertz) Hz: \(level) dB")
            }
        }
    }

    /// Tones above the new Nyquist frequency must vanish, not come back lower.
    @Test(arguments: [
        (ResamplerQuality.voice, -60.0), (.good, -78), (.high, -127), (.mastering, -150),
    ])
    func whatDoesNotFitIntoALowerRateIsGone(_ quality: ResamplerQuality, _ limit: Double) {
        for hertz in [8100.0, 9500, 12_000, 16_000, 20_000, 23_500] {
            let input = SineFit.tone(hertz, rate: 48000, amplitude: 1, count: 24_000)
            let resampler = Resampler(channelCount: 1, inputRate: 48000, outputRate: 16000, quality: quality)
            let output = resampled(input, with: resampler, outputCount: 7000)
            let loudest = output[1000..<6000].map { abs(Double($0)) }.max() ?? 1
            #expect(decibels(loudest) <= limit, "\(hertz) Hz comes back at \(decibels(loudest)) dB")
        }
    }

    /// Played faster, a source's highest tones leave the band instead of folding back.
    @Test func aFasterPlaybackDoesNotFoldBack() {
        for step in [1.3, 2, 3.7] {
            let input = SineFit.tone(0.6 / step * 48000, rate: 48000, amplitude: 1, count: 30_000)
            let resampler = Resampler(channelCount: 1, step: step, maximumStep: 4, quality: .good)
            let output = resampled(input, with: resampler, outputCount: 6000)
            let loudest = output[1000..<5000].map { abs(Double($0)) }.max() ?? 1
            #expect(decibels(loudest) <= -78, "step \(step): \(decibels(loudest)) dB")
        }
    }
}
