import Glibc
import SordinoGraph
import Testing

/// Compressors and limiters against their formulae.
@Suite struct DynamicsUnitTests {
    private func decibels(_ level: Float) -> Double { 20 * log10(Double(level)) }

    private func amplitude(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

    @Test func theStaticCurveIsItsFormula() throws {
        // threshold -20 dB, headroom 5 dB; expansion 3 below -50 dB.
        for input in [-70.0, -55, -40, -21, -20, -18, -10, 0, 12] {
            let unit = DynamicsProcessor()
            unit.set(2, to: 3)
            unit.set(3, to: -50)
            unit.set(6, to: 2)
            let rig = try UnitRig(unit)
            let level = [Float](repeating: amplitude(input), count: 24_000)
            let output = rig.render([level, level.map { -$0 / 2 }], blocks: [512])
            let over = max(input + 20, 0)
            let wanted = min(input, -20) + (over > 0 ? 5 * over / (over + 5) : 0) + min((input + 50) * 2, 0) + 2
            #expect(abs(decibels(output[0][23_999]) - wanted) < 0.02, "\(input) dB")
            #expect(abs(output[1][23_999] / output[0][23_999] + 0.5) < 1e-6)
            let amount = Double(unit.value(1000))
            #expect(abs(amount - (input + 2 - wanted)) < 0.05, "meter at \(input) dB")
            #expect(abs(Double(unit.value(2000)) - max(input, -120)) < 0.02)
            #expect(abs(Double(unit.value(3000)) - wanted) < 0.05)
        }
    }

    @Test func attackAndReleaseAreTimesOf63Percent() throws {
        let unit = DynamicsProcessor()
        unit.set(4, to: 0.01)
        unit.set(5, to: 0.1)
        let rig = try UnitRig(unit, channelCount: 1)
        let signal =
            [Float](repeating: 0.01, count: 4800) + [Float](repeating: 1, count: 24_000)
            + [Float](repeating: 0.01, count: 24_000)
        let output = rig.render([signal], blocks: [480])[0]
        // The level that decides goes from the threshold, below which nothing depends on it, to 0 dB and back.
        func gain(_ over: Double) -> Double { -over * over / (over + 5) }
        #expect(abs(decibels(output[28_799]) - gain(20)) < 0.02)
        #expect(abs(decibels(output[4800 + 479]) - gain(20 * (1 - exp(-1)))) < 0.05)
        #expect(abs(decibels(output[28_800 + 4799] / 0.01) - gain(20 * exp(-1))) < 0.05)
    }

    @Test func theLimiterNeverExceedsFullScaleAndLeavesTheRestAlone() throws {
        let unit = PeakLimiter()
        let rig = try UnitRig(unit)
        #expect(unit.latencyFrames == 576)
        var noise = Noise(seed: 21)
        let soft = [noise.samples(6000), noise.samples(6000)]
        let passed = rig.render(soft, blocks: [512, 77])
        #expect(zip(passed[0][576...], soft[0]).allSatisfy { $0 == $1 })
        unit.set(2, to: 18)
        let loud = rig.render([noise.samples(24_000), noise.samples(24_000)], blocks: [512, 77])
        #expect(loud.allSatisfy { $0.allSatisfy { abs($0) <= 1 } })
        #expect(loud[0].map { abs($0) }.max().map { $0 > 0.9 } ?? false)
        unit.set(2, to: 0)
        _ = rig.render([noise.samples(24_000), noise.samples(24_000)], blocks: [512])
        let again = rig.render(soft, blocks: [512])
        #expect(zip(again[0][576...], soft[0]).allSatisfy { $0 == $1 })
    }

    @Test func theLimiterTurnsDownAheadOfAPeakAndUpAfterIt() throws {
        let unit = PeakLimiter()
        unit.set(1, to: 0.005)
        let rig = try UnitRig(unit, channelCount: 1)
        var signal = [Float](repeating: 0.1, count: 12_000)
        signal[3000] = 4
        let output = rig.render([signal], blocks: [500])[0]
        #expect(output[3576] <= 1 && output[3576] > 0.999)
        #expect(output[2990] == 0.1 && output[3400] < 0.08 && output[3400] > 0.02)
        // No sample's gain differs from its neighbour's by more than the straight line of the attack.
        for frame in 2990..<3575 { #expect(abs(output[frame + 1] - output[frame]) < 0.1 * 0.75 / 576 * 1.1) }
        #expect(abs(output[11_000] - 0.1) < 1e-6)
    }

    @Test func aNewAttackTimeIsTheLatencyOfTheNextPlan() throws {
        let unit = PeakLimiter()
        let rig = try UnitRig(unit)
        unit.set(0, to: 0.002)
        #expect(unit.latencyFrames == 576)
        try rig.rig.publish()
        #expect(unit.latencyFrames == 96)
    }

    @Test func theBandsAddUpToAFlatResponse() throws {
        let unit = MultibandCompressor()
        for band in 0..<4 { unit.set(UInt64(5 + band), to: 0) }
        let levels = try UnitRig(unit, channelCount: 1).decibels(at: FilterUnitTests.hertz)
        for level in levels { #expect(abs(level) < 0.05) }
    }

    @Test func eachBandHasItsOwnGainAndCompressor() throws {
        let centers = [40.0, 300, 1500, 12_000]
        for band in 0..<4 {
            let unit = MultibandCompressor()
            for other in 0..<4 { unit.set(UInt64(5 + other), to: 0) }
            unit.set(UInt64(15 + band), to: 12)
            let levels = try UnitRig(unit, channelCount: 1).decibels(at: centers)
            for other in 0..<4 { #expect(abs(levels[other] - (other == band ? 12 : 0)) < 2, "\(band) \(other)") }
            unit.set(UInt64(15 + band), to: 0)
            unit.set(UInt64(5 + band), to: -40)
            let rig = try UnitRig(unit, channelCount: 1)
            let angle = 2 * Double.pi * centers[band] / 48_000
            _ = rig.render([(0..<48_000).map { Float(0.5 * sin(angle * Double($0))) }], blocks: [512])
            let amounts = (0..<4).map { unit.value(UInt64(1000 * ($0 + 1))) }
            #expect(amounts[band] > 10 && amounts.enumerated().allSatisfy { $0.offset == band || $0.element < 3 })
        }
    }

    @Test func aDelayIsExactAndAChangeOfItFades() throws {
        let unit = SampleDelay()
        unit.set(0, to: 1234)
        let rig = try UnitRig(unit, channelCount: 1)
        var noise = Noise(seed: 8)
        let signal = noise.samples(8000)
        let output = rig.render([signal], blocks: [512, 3])[0]
        #expect(output[..<1234].allSatisfy { $0 == 0 } && Array(output[1234...]) == Array(signal[..<6766]))
        let constant = [Float](repeating: 0.5, count: 6000)
        _ = rig.render([constant], blocks: [512])
        unit.set(0, to: 10)
        #expect(rig.render([constant], blocks: [512])[0].allSatisfy { abs($0 - 0.5) < 1e-6 })
    }

    @Test func aPresetSetsEveryParameter() throws {
        let unit = IPodEQ()
        let booster = try #require(unit.factoryPresets.first { $0.name == "Bass Booster" })
        unit.set(9, to: -7)
        unit.apply(booster)
        #expect(unit.value(9) == 0 && unit.value(0) == 6)
        let levels = try UnitRig(unit, channelCount: 1).decibels(at: [40, 4000])
        #expect(levels[0] > 6 && abs(levels[1]) < 0.5)
    }
}
