import AllocationProbe
import SordinoRealtime
import SordinoSignal
import Testing

@Suite struct FFTTests {
    private func transformed(_ samples: [Float]) -> (real: [Float], imaginary: [Float]) {
        let fft = FFT(sampleCount: samples.count)
        var real = [Float](repeating: 9, count: fft.binCount)
        var imaginary = real
        fft.transform.forward(samples, real: &real, imaginary: &imaginary)
        return (real, imaginary)
    }

    @Test func everySizeEqualsTheDirectSum() {
        var random = Seeded(60)
        for power in 2...11 {
            let count = 1 << power
            let samples = random.samples(count)
            let (real, imaginary) = transformed(samples)
            let table = (0..<count).map {
                let angle = -2 * Double.pi * Double($0) / Double(count)
                return (RealtimeMath.cos(angle), RealtimeMath.sin(angle))
            }
            var worst = 0.0
            // All bins of the small ones, some of the large ones.
            for bin in stride(from: 0, through: count / 2, by: max(1, count / 128)) {
                var sum = (0.0, 0.0)
                for (index, sample) in samples.enumerated() {
                    let turn = table[bin * index % count]
                    sum.0 += Double(sample) * turn.0
                    sum.1 += Double(sample) * turn.1
                }
                worst = max(worst, abs(Double(real[bin]) - sum.0), abs(Double(imaginary[bin]) - sum.1))
            }
            // A handful of roundings a pass, on sums of the size of the root of n.
            #expect(worst < 3e-7 * Double(power) * Double(count).squareRoot(), "\(count) samples: \(worst)")
        }
    }

    @Test func thereAndBackIsTheSignal() {
        var random = Seeded(61)
        for power in 2...16 {
            let count = 1 << power
            let samples = random.samples(count)
            let fft = FFT(sampleCount: count)
            var real = [Float](repeating: 0, count: fft.binCount)
            var imaginary = real
            var back = [Float](repeating: 0, count: count)
            fft.transform.forward(samples, real: &real, imaginary: &imaginary)
            fft.transform.inverse(real: real, imaginary: imaginary, samples: &back)
            let worst = zip(samples, back).map { abs($0 - $1) }.max() ?? 1
            #expect(worst < 1e-6, "\(count) samples: \(worst)")
        }
    }

    @Test func anImpulseIsFlatAndACosineIsOneBin() {
        var impulse = [Float](repeating: 0, count: 64)
        impulse[0] = 1
        let flat = transformed(impulse)
        #expect(flat.real.allSatisfy { $0 == 1 })
        #expect(flat.imaginary.allSatisfy { $0 == 0 })
        let cosine = (0..<256).map { Float(RealtimeMath.cos(2 * Double.pi * 10 * Double($0) / 256)) }
        let line = transformed(cosine)
        for bin in 0...128 {
            #expect(abs(line.real[bin] - (bin == 10 ? 128 : 0)) < 1e-4)
            #expect(abs(line.imaginary[bin]) < 1e-4)
        }
    }

    @Test func windowsHaveTheirTextbookSidelobes() {
        // Highest level beyond the main lobe, whose half width is given in bins; Harris 1978, table 1.
        let cases: [(Window, Double, Double)] = [
            (.rectangular, 1, -13.2), (.hann, 2, -31.4), (.blackmanHarris, 4, -92),
            (.kaiser(shape: Window.kaiserShape(attenuationDecibels: 80)), 3, -58),
        ]
        for (window, lobe, limit) in cases {
            let (count, padding) = (256, 16)
            let samples = window.periodic(count: count) + [Float](repeating: 0, count: count * (padding - 1))
            let (real, imaginary) = transformed(samples)
            let levels = zip(real, imaginary).map { (Double($0) * Double($0) + Double($1) * Double($1)).squareRoot() }
            let side = levels[(Int(lobe) * padding)...].max() ?? 1
            #expect(decibels(side / levels[0]) < limit, "\(window): \(decibels(side / levels[0])) dB")
        }
    }

    @Test func windowsAreSymmetricAndOneInTheMiddle() {
        for window in [Window.hann, .blackmanHarris, .kaiser(shape: 9)] {
            let values = window.symmetric(count: 65)
            #expect(abs(values[32] - 1) < 1e-6)
            for index in 0..<32 { #expect(abs(values[index] - values[64 - index]) < 1e-6) }
            #expect(window.value(at: -0.1) == 0)
            #expect(window.value(at: 1.1) == 0)
        }
        // Shifted by half, Hann windows add up to one.
        let hann = Window.hann.periodic(count: 128)
        for index in 0..<64 { #expect(abs(hann[index] + hann[index + 64] - 1) < 1e-6) }
    }

    @Test func transformingTouchesNoHeap() {
        let fft = FFT(sampleCount: 1024)
        let transform = fft.transform
        let planes = Planes(channelCount: 3, frameCount: 1024)
        let calls = countingHeapCalls {
            transform.forward(planes.pointers[0], real: planes.pointers[1], imaginary: planes.pointers[2])
            transform.inverse(real: planes.pointers[1], imaginary: planes.pointers[2], samples: planes.pointers[0])
        }
        #expect(calls == .none)
    }
}
