import CKernels
import SordinoSignal
import Testing

/// The C kernels beside their Swift twins, bit for bit.
@Suite struct ResamplingKernelTests {
    @Test func dotProductsEqualTheTwin() {
        var random = Seeded(50)
        for taps in [16, 32, 48, 64, 96, 112, 208] {
            let rowCount = 7
            let bank = random.samples((rowCount + 1) * taps)
            let samples = [random.samples(taps + 200), random.samples(taps + 200)]
            for count in [1, 15, 16, 17, 50] {
                let starts = (0..<count).map { _ in Int32(random.below(200)) }.sorted()
                let rows = (0..<count).map { _ in Int32(random.below(rowCount)) }
                let fractions = (0..<count).map { _ in abs(random.sample()) }
                var single = [Float](repeating: 0, count: count)
                var pair = (single, single)
                var between = single
                var betweenPair = (single, single)
                ckernels_fir(&single, samples[0], bank, taps, starts, rows, count)
                ckernels_fir2(&pair.0, &pair.1, samples[0], samples[1], bank, taps, starts, rows, count)
                ckernels_fir_between(&between, samples[0], bank, taps, starts, rows, fractions, count)
                ckernels_fir_between2(
                    &betweenPair.0, &betweenPair.1, samples[0], samples[1], bank, taps, starts, rows, fractions, count)
                for output in 0..<count {
                    let row = bank[Int(rows[output]) * taps..<(Int(rows[output]) + 1) * taps]
                    let next = bank[(Int(rows[output]) + 1) * taps..<(Int(rows[output]) + 2) * taps]
                    let mixed = PortableResampling.rowBetween(row, next, fraction: fractions[output])
                    let window = Int(starts[output])..<Int(starts[output]) + taps
                    let expected = samples.map { PortableResampling.dotProduct(row, $0[window]) }
                    let expectedBetween = samples.map { PortableResampling.dotProduct(mixed[...], $0[window]) }
                    #expect(single[output].bitPattern == expected[0].bitPattern)
                    #expect(pair.0[output].bitPattern == expected[0].bitPattern)
                    #expect(pair.1[output].bitPattern == expected[1].bitPattern)
                    #expect(between[output].bitPattern == expectedBetween[0].bitPattern)
                    #expect(betweenPair.0[output].bitPattern == expectedBetween[0].bitPattern)
                    #expect(betweenPair.1[output].bitPattern == expectedBetween[1].bitPattern)
                }
            }
        }
    }

    @Test func dotProductsInDoublePrecisionEqualTheTwin() {
        var random = Seeded(53)
        for taps in [8, 16, 24, 56] {
            let bank = random.samples(7 * taps).map(Double.init)
            let samples = [random.samples(taps + 60).map(Double.init), random.samples(taps + 60).map(Double.init)]
            for count in [1, 3, 7, 8, 13, 50] {
                let starts = (0..<count).map { _ in Int32(random.below(60)) }.sorted()
                let rows = (0..<count).map { _ in Int32(random.below(7)) }
                var single = [Double](repeating: 0, count: count)
                var pair = (single, single)
                ckernels_fir_double(&single, samples[0], bank, taps, starts, rows, count)
                ckernels_fir_double2(&pair.0, &pair.1, samples[0], samples[1], bank, taps, starts, rows, count)
                for output in 0..<count {
                    let row = bank[Int(rows[output]) * taps..<(Int(rows[output]) + 1) * taps]
                    let window = Int(starts[output])..<Int(starts[output]) + taps
                    let expected = samples.map { PortableResampling.dotProduct(row, $0[window]) }
                    #expect(single[output] == expected[0])
                    #expect(pair.0[output] == expected[0])
                    #expect(pair.1[output] == expected[1])
                }
            }
        }
        let (a, b) = (random.samples(48).map(Double.init), random.samples(48).map(Double.init))
        #expect(ckernels_dot_double(a, b, 48) == Float(PortableResampling.dotProduct(b[...], a[...])))
    }

    @Test func wholeNumberUpsamplingEqualsTheTwin() {
        var random = Seeded(54)
        for (phases, taps) in [(2, 32), (3, 64), (4, 48), (6, 160)] {
            let bank = random.samples(taps * phases)
            let row = { (bank: [Float], phase: Int) in stride(from: phase, to: bank.count, by: phases).map { bank[$0] }
            }
            for (first, count) in [(0, 1), (1, phases), (0, 32 * phases), (phases - 1, 33 * phases + 1), (1, 71)] {
                let frames = (first + count + phases - 1) / phases
                // Behind the last frame's taps lies what would show.
                let samples = random.samples(frames + taps - 1) + [Float](repeating: .nan, count: 64)
                var single = [Float](repeating: 0, count: count)
                ckernels_upsample(&single, samples, bank, taps, phases, first, count)
                for output in 0..<count {
                    let phase = (first + output) % phases
                    let start = (first + output) / phases
                    let window = samples[start..<start + taps]
                    let expected = PortableResampling.dotProductInwards(row(bank, phase)[...], window)
                    #expect(single[output].bitPattern == expected.bitPattern)
                }
            }
        }
    }

    @Test func wholeNumberDownsamplingEqualsTheTwin() {
        var random = Seeded(57)
        for (factor, taps) in [(2, 128), (3, 384), (4, 320), (6, 384)] {
            #expect(ckernels_has_downsampling(factor, taps) != 0)
            let bank = random.samples(taps)
            for count in [1, 15, 16, 17, 32, 63, 64, 65, 150] {
                // Behind the last output's taps lies what would show.
                let samples = (0..<2).map { _ in
                    random.samples((count - 1) * factor + taps) + [Float](repeating: .nan, count: 64)
                }
                var single = [Float](repeating: 0, count: count)
                var pair = (single, single)
                ckernels_downsample(&single, samples[0], bank, taps, factor, count)
                ckernels_downsample2(&pair.0, &pair.1, samples[0], samples[1], bank, taps, factor, count)
                for output in 0..<count {
                    let window = output * factor..<output * factor + taps
                    let expected = samples.map {
                        PortableResampling.dotProduct(bank[...], $0[window], byEvery: factor)
                    }
                    #expect(single[output].bitPattern == expected[0].bitPattern)
                    #expect(pair.0[output].bitPattern == expected[0].bitPattern)
                    #expect(pair.1[output].bitPattern == expected[1].bitPattern)
                }
            }
        }
        #expect(ckernels_has_downsampling(5, 640) == 0 && ckernels_has_downsampling(3, 96) == 0)
    }

    @Test func rowsBetweenRowsLieOnTheCubicThroughFour() {
        // Four rows that hold a cubic's values at -1, 0, 1, 2.
        let cubic = { (x: Double) in 0.3 - 0.7 * x + 0.2 * x * x + 0.11 * x * x * x }
        let bank = [-1.0, 0, 1, 2].flatMap { at in [cubic(at), -2 * cubic(at)] }
        for fraction in [0, 0.1, 0.5, 0.99] {
            var row = [0.0, 0]
            ckernels_row_between(&row, bank, 2, fraction)
            #expect(abs(row[0] - cubic(fraction)) < 1e-14)
            #expect(abs(row[1] + 2 * cubic(fraction)) < 1e-14)
        }
    }

    @Test func linesEqualTheTwinAtEveryStep() {
        var random = Seeded(51)
        let samples = random.samples(3000)
        for step in [0, 0.001, 0.5, 0.91875, 1, 1.0884, 1.8, 1.874, 1.876, 2, 5.3] {
            let stepUnits = UInt64(step * 0x1p48)
            for count in [1, 15, 16, 33, 500] {
                let position = random.bits() >> 16
                var out = [Float](repeating: 0, count: count)
                ckernels_linear(&out, samples, position, stepUnits, count)
                let expected = (0..<count).map {
                    PortableResampling.line(samples, at: position + stepUnits * UInt64($0))
                }
                #expect(out.bitPatterns == expected.bitPatterns, "step \(step), \(count) frames")
            }
        }
    }

    @Test func linesReadNothingBehindTheLastNeighbour() {
        // The sample behind the last one needed is a NaN that would show.
        for count in 1...64 {
            let step = UInt64(0.97 * 0x1p48)
            let last = Int((step * UInt64(count - 1)) >> 48) + 1
            var samples = [Float](repeating: 1, count: last + 1)
            samples.append(.nan)
            var out = [Float](repeating: 0, count: count)
            ckernels_linear(&out, samples, 0, step, count)
            #expect(out.allSatisfy { $0 == 1 })
        }
    }

    @Test func placesBetweenRowsAreExactArithmetic() {
        var random = Seeded(52)
        for rowCount in [128, 256, 4096] as [UInt32] {
            let position = random.bits() >> 16
            let step = random.bits() >> 14
            var (starts, rows) = ([Int32](repeating: 0, count: 100), [Int32](repeating: 0, count: 100))
            var fractions = [Float](repeating: 0, count: 100)
            ckernels_places(&starts, &rows, &fractions, position, step, rowCount, 100)
            for output in 0..<100 {
                let place = position + step * UInt64(output)
                let exact = Double(place & 0xFFFF_FFFF_FFFF) / 0x1p48 * Double(rowCount)
                #expect(starts[output] == Int32(place >> 48))
                #expect(abs(Double(rows[output]) + Double(fractions[output]) - exact) < 1e-6)
                #expect(fractions[output] >= 0 && fractions[output] < 1)
            }
        }
    }
}
