import Testing

@testable import SordinoCodecs

#if canImport(Glibc)
import Glibc
#endif

/// Deterministic numbers for the tests of band replication.
struct TestNoise {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % max(1, limit) }

    /// A number from -1 to 1.
    mutating func sample() -> Float { Float(Int(next() >> 40)) / Float(1 << 23) - 1 }
}

@Suite("Filter banks of band replication")
struct QMFTests {
    static let banks: [(QMFKind, Int)] = [(.standard, 32), (.standard, 64), (.lowDelay, 32), (.lowDelay, 64)]

    private func window(_ kind: QMFKind, _ bands: Int) -> [Double] {
        var whole: [Double] = []
        var narrow: [Double] = []
        let half = QMFPrototypes.firstHalf
        switch kind {
        case .standard:
            for index in 0..<640 {
                let value = Double(half[index <= 320 ? index : 640 - index])
                whole.append(index == 384 || index == 512 ? -value : value)
            }
            for index in 0..<320 { narrow.append(whole[2 * index]) }
        case .lowDelay:
            for value in QMFPrototypes.lowDelay.reversed() { whole.append(Double(value)) }
            for index in 0..<320 { narrow.append((whole[2 * index] + whole[2 * index + 1]) / 2) }
        }
        return bands == 64 ? whole : narrow
    }

    /// The phases in the formulas of the standard, exp(i pi / 2N (k + 1/2)(2n - phase)).
    private func phases(_ kind: QMFKind, _ bands: Int) -> (Double, Double) {
        switch kind {
        case .standard: bands == 32 ? (0.5, 127.5) : (1, 255)
        case .lowDelay: (Double(3 * bands - 1), Double(bands - 1))
        }
    }

    @Test("Analysis equals the standard's sum", arguments: banks)
    func analysisEqualsTheStandardsSum(kind: QMFKind, bands: Int) {
        var noise = TestNoise(seed: 7)
        let slots = 15
        let samples = (0..<slots * bands).map { _ in noise.sample() }
        var (real, imaginary) = ([Float](repeating: 0, count: 16 * 64), [Float](repeating: 0, count: 16 * 64))
        let bank = QMFAnalysis(kind: kind, bandCount: bands, slotLimit: slots, gain: 1)
        bank.process(samples, slotCount: 4, real: &real, imaginary: &imaginary, stride: 64)
        let rest = Array(samples[4 * bands..<9 * bands])
        bank.process(rest, slotCount: 5, real: &real, imaginary: &imaginary, stride: 64)
        let (window, phase) = (window(kind, bands), phases(kind, bands).0)
        var worst = 0.0
        for slot in 4..<9 {
            for band in 0..<bands {
                var (re, im) = (0.0, 0.0)
                for index in 0..<10 * bands where (slot + 1) * bands - 1 - index >= 0 {
                    let value = Double(samples[(slot + 1) * bands - 1 - index]) * window[index]
                    let place = Double(2 * (index % (2 * bands))) - phase
                    let angle: Double = Double.pi / Double(2 * bands) * (Double(band) + 0.5) * place
                    re += value * cos(angle)
                    im += value * sin(angle)
                }
                worst = max(worst, abs(re - Double(real[(slot - 4) * 64 + band])))
                worst = max(worst, abs(im - Double(imaginary[(slot - 4) * 64 + band])))
            }
        }
        #expect(worst < 2e-5, "largest error \(worst)")
    }

    @Test("Synthesis equals the standard's sum", arguments: banks)
    func synthesisEqualsTheStandardsSum(kind: QMFKind, bands: Int) {
        var noise = TestNoise(seed: 8)
        let slots = 7
        let real = (0..<8 * 64).map { _ in noise.sample() }
        let imaginary = (0..<8 * 64).map { _ in noise.sample() }
        var output = [Float](repeating: 0, count: slots * bands)
        let bank = QMFSynthesis(kind: kind, bandCount: bands, slotLimit: slots, gain: 1)
        bank.process(real: real, imaginary: imaginary, stride: 64, slotCount: slots, output: &output)
        let (window, phase) = (window(kind, bands), phases(kind, bands).1)
        var blocks = [Double](repeating: 0, count: 20 * bands)
        var worst = 0.0
        for slot in 0..<slots {
            blocks = [Double](repeating: 0, count: 2 * bands) + blocks.dropLast(2 * bands)
            for n in 0..<2 * bands {
                for band in 0..<bands {
                    let place = Double(2 * n) - phase
                    let angle: Double = Double.pi / Double(2 * bands) * (Double(band) + 0.5) * place
                    blocks[n] += Double(real[slot * 64 + band]) * cos(angle)
                    blocks[n] -= Double(imaginary[slot * 64 + band]) * sin(angle)
                }
            }
            for k in 0..<bands {
                var sum = 0.0
                for j in 0..<5 {
                    sum += blocks[4 * bands * j + k] * window[2 * bands * j + k]
                    sum += blocks[4 * bands * j + 3 * bands + k] * window[2 * bands * j + bands + k]
                }
                worst = max(worst, abs(sum - Double(output[slot * bands + k])))
            }
        }
        #expect(worst < 2e-4, "largest error \(worst)")
    }

    @Test(
        "Analysis and synthesis together delay",
        arguments: [(QMFKind.standard, 577, -59.0), (QMFKind.lowDelay, 64, -100.0)])
    func analysisAndSynthesisTogetherDelay(kind: QMFKind, delay: Int, limitDecibels: Double) {
        var noise = TestNoise(seed: 9)
        let slots = 32
        let samples = (0..<slots * 64).map { _ in noise.sample() }
        var (real, imaginary) = ([Float](repeating: 0, count: slots * 64), [Float](repeating: 0, count: slots * 64))
        var output = [Float](repeating: 0, count: slots * 64)
        QMFAnalysis(kind: kind, bandCount: 64, slotLimit: slots, gain: 1)
            .process(samples, slotCount: slots, real: &real, imaginary: &imaginary, stride: 64)
        QMFSynthesis(kind: kind, bandCount: 64, slotLimit: slots, gain: 1.0 / 64)
            .process(real: real, imaginary: imaginary, stride: 64, slotCount: slots, output: &output)
        var (difference, power) = (0.0, 0.0)
        for index in 0..<slots * 64 - delay {
            difference += pow(Double(output[index + delay] - samples[index]), 2)
            power += pow(Double(samples[index]), 2)
        }
        #expect(10 * log10(difference / power) < limitDecibels)
    }

    @Test func theNoiseTableHasUnitPower() {
        let power = SBRNoiseTable.values.reduce(0) { $0 + Double($1) * Double($1) } / 512
        #expect(SBRNoiseTable.values.count == 1024)
        #expect(abs(power - 1) < 0.05)
    }
}
