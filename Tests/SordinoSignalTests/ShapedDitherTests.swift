import AllocationProbe
import SordinoRealtime
import SordinoSignal
import Testing

@Suite struct ShapedDitherTests {
    private func quantized(_ samples: [Float], bitCount: Int, blocks: (Int) -> Int = { _ in 4096 }) -> [Float] {
        var samples = samples
        var dither = ShapedDither()
        samples.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            var (done, block) = (0, 0)
            while done < buffer.count {
                let count = min(blocks(block), buffer.count - done)
                dither.quantize(start + done, bitCount: bitCount, frameCount: count)
                done += count
                block += 1
            }
        }
        return samples
    }

    @Test func everySampleLiesOnAStepWithinTheRange() {
        var random = Seeded(80)
        for bits in [8, 16] {
            let full = Float(1 << (bits - 1))
            for sample in quantized(random.samples(3000).map { $0 * 1.2 }, bitCount: bits) {
                #expect((sample * full).rounded() == sample * full)
                #expect(sample >= -1 && sample <= (full - 1) / full)
            }
        }
    }

    /// Power of the error at a frequency against even noise of a quarter step squared: the filter's response, in dB.
    @Test func theErrorIsShapedByTheFilter() {
        let count = 1 << 15
        let input = SineFit.tone(997, rate: 44_100, amplitude: 0.3, count: count)
        let output = quantized(input, bitCount: 16)
        let errors = zip(output, input).map { (Double($0) - Double($1)) * 32768 }
        for hertz in [500.0, 4000, 12_000, 20_000] {
            // The mean power of 64 pieces at this frequency.
            let piece = 512
            var power = 0.0
            for start in stride(from: 0, to: count, by: piece) {
                var (real, imaginary) = (0.0, 0.0)
                for index in 0..<piece {
                    let angle = 2 * Double.pi * hertz / 44_100 * Double(index)
                    let window = 1 - RealtimeMath.cos(2 * Double.pi * (Double(index) + 0.5) / Double(piece))
                    real += errors[start + index] * RealtimeMath.cos(angle) * window
                    imaginary += errors[start + index] * RealtimeMath.sin(angle) * window
                }
                power += (real * real + imaginary * imaginary) / (1.5 * Double(piece))
            }
            let measured = power / Double(count / piece)
            let omega = 2 * Double.pi * hertz / 44_100
            let c = [1, -1.623, 0.982, -0.109]
            let real = c.indices.reduce(0.0) { $0 + c[$1] * RealtimeMath.cos(omega * Double($1)) }
            let imaginary = c.indices.reduce(0.0) { $0 + c[$1] * RealtimeMath.sin(omega * Double($1)) }
            let expected = 0.25 * (real * real + imaginary * imaginary)
            let difference = 10 * RealtimeMath.log10(measured / expected)
            #expect(abs(difference) < 2.5, "\(hertz) Hz: \(difference) dB")
        }
    }

    @Test func anySplitIntoBlocksGivesTheSameSamplesAndTouchesNoHeap() {
        var random = Seeded(81)
        let input = random.samples(2000)
        let whole = quantized(input, bitCount: 16)
        #expect(quantized(input, bitCount: 16, blocks: { $0 % 97 + 1 }) == whole)
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: 256)
        defer { samples.deallocate() }
        Mixing.clear(samples, frameCount: 256)
        var dither = ShapedDither()
        #expect(countingHeapCalls { dither.quantize(samples, bitCount: 8, frameCount: 256) } == .none)
    }

    @Test func whatIsNoNumberLeavesNoTrace() {
        let output = quantized([.nan, .infinity, -.infinity, 0, 0], bitCount: 16)
        #expect(output[0] == 0 && output[1] == 32767 / 32768 && output[2] == -1)
        #expect(output.allSatisfy { $0.isFinite })
    }
}
