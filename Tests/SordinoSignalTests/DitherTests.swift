import AllocationProbe
import SordinoSignal
import Testing

@Suite struct DitherTests {
    /// The dithered values of a constant, in steps of the integer.
    private func quantized(_ steps: Float, count: Int, seed: UInt64 = 1) -> [Int16] {
        var samples = [Float](repeating: steps / 32768, count: count)
        var dither = Dither(seed: seed)
        dither.add(to: &samples, bitCount: 16, frameCount: count)
        var packed = [Int16](repeating: 0, count: count)
        SampleConversion.encode(samples, into: &packed, .int16, .native, count: count)
        return packed
    }

    @Test func theMeanAndThePowerOfTheErrorDoNotDependOnTheSignal() {
        for steps in [0, 0.1, 0.3, 0.5, 100.7] as [Float] {
            let count = 50_000
            let errors = quantized(steps, count: count).map { Double($0) - Double(steps) }
            let mean = errors.reduce(0, +) / Double(count)
            let power = errors.reduce(0) { $0 + $1 * $1 } / Double(count)
            // A quarter of a step squared: rounding's twelfth and the noise's sixth. Five standard errors of the mean.
            #expect(abs(mean) < 5 * 0.5 / Double(count).squareRoot(), "\(steps): \(mean)")
            #expect(abs(power - 0.25) < 0.01, "\(steps): \(power)")
        }
    }

    @Test func theSameSeedGivesTheSameNoiseAndAnotherGivesAnother() {
        #expect(quantized(0.4, count: 100) == quantized(0.4, count: 100))
        #expect(quantized(0.4, count: 100, seed: 2) != quantized(0.4, count: 100))
    }

    @Test func noiseIsWithinAStepAndTouchesNoHeap() {
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: 4096)
        defer { samples.deallocate() }
        Mixing.clear(samples, frameCount: 4096)
        var dither = Dither()
        #expect(countingHeapCalls { dither.add(to: samples, bitCount: 8, frameCount: 4096) } == .none)
        let peak = Mixing.peak(samples, frameCount: 4096) * 128
        #expect(peak < 1 && peak > 0.9)
    }
}
