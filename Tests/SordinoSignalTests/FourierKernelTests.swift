import CKernels
import SordinoRealtime
import Testing

@testable import SordinoSignal

/// The transform of mastering quality beside the sum that defines it, and what surrounds it.
@Suite struct FourierKernelTests {
    private let size = FourierPlan.size

    /// The spectrum of a few numbers, by the definition, at one bin.
    private func bin(_ bin: Int, of values: [(place: Int, real: Double, imaginary: Double)]) -> (Double, Double) {
        values.reduce((0.0, 0.0)) { sum, value in
            let angle = -2 * Double.pi * Double(bin * value.place % size) / Double(size)
            let (c, s) = (RealtimeMath.cos(angle), RealtimeMath.sin(angle))
            return (
                sum.0 + value.real * c - value.imaginary * s, sum.1 + value.real * s + value.imaginary * c
            )
        }
    }

    @Test func everyBinOfTheTransformIsInTheSpectrumOnce() {
        let bank = FourierBank.shared(phases: 2, isRising: true)
        let values = [(place: 3, real: 0.7, imaginary: -0.2), (place: 500, real: -0.4, imaginary: 0.9)]
        var (real, imaginary) = ([Double](repeating: 0, count: size), [Double](repeating: 0, count: size))
        for value in values { (real[value.place], imaginary[value.place]) = (value.real, value.imaginary) }
        ckernels_fourier_forward(&real, &imaginary, bank.table, size)
        // The order is the kernel's own: bins are told apart by an impulse at 1, whose bins turn once around the circle.
        var (turns, turnsImaginary) = ([Double](repeating: 0, count: size), [Double](repeating: 0, count: size))
        turns[1] = 1
        ckernels_fourier_forward(&turns, &turnsImaginary, bank.table, size)
        var seen = Set<Int>()
        for place in 0..<size {
            let turn = -RealtimeMath.atan2(turnsImaginary[place], turns[place]) / (2 * Double.pi) * Double(size)
            let number = (Int(turn.rounded()) + size) % size
            seen.insert(number)
            let expected = bin(number, of: values)
            #expect(abs(real[place] - expected.0) < 1e-13 && abs(imaginary[place] - expected.1) < 1e-13)
        }
        #expect(seen.count == size)
    }

    @Test func thereAndBackMultipliesByTheSize() {
        var random = Seeded(55)
        let bank = FourierBank.shared(phases: 2, isRising: true)
        let (a, b) = (random.samples(size).map(Double.init), random.samples(size).map(Double.init))
        var (real, imaginary) = (a, b)
        ckernels_fourier_forward(&real, &imaginary, bank.table, size)
        ckernels_fourier_backward(&real, &imaginary, bank.table, size)
        for index in 0..<size {
            #expect(abs(real[index] / Double(size) - a[index]) < 1e-14)
            #expect(abs(imaginary[index] / Double(size) - b[index]) < 1e-14)
        }
    }

    @Test func interleavingAndGatheringAreEachOthersOpposite() {
        var random = Seeded(56)
        for streams in 1...5 {
            let values = random.samples(40 * streams).map(Double.init)
            var mixed = [Double](repeating: 0, count: 33 * streams)
            ckernels_interleave_double(&mixed, values, 40, streams, 33)
            for stream in 0..<streams {
                var one = [Double](repeating: 0, count: 33)
                Array(mixed[stream...]).withUnsafeBufferPointer { rest in
                    guard let rest = rest.baseAddress else { return }
                    ckernels_gather_double(&one, rest, streams, 33)
                }
                #expect(one == Array(values[40 * stream..<40 * stream + 33]))
            }
        }
    }
}
