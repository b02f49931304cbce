import Glibc
import SordinoGraph
import Testing

/// Filters against their analogue prototypes, evaluated where the bilinear transform puts each frequency.
@Suite struct FilterUnitTests {
    static let rate = 48_000.0
    static let hertz = [25.0, 60, 110, 240, 500, 990, 1000, 1400, 2500, 5000, 7100, 11_000, 16_000, 21_000]

    /// A prototype: numerator and denominator by falling powers of s, which is 1j at the corner.
    struct Prototype {
        let top: (Double, Double, Double)
        let bottom: (Double, Double, Double)

        func decibels(at hertz: Double, corner: Double) -> Double {
            let w = tan(.pi * hertz / rate) / tan(.pi * corner / rate)
            func square(_ c: (Double, Double, Double)) -> Double {
                (c.2 - c.0 * w * w) * (c.2 - c.0 * w * w) + c.1 * w * c.1 * w
            }
            return 10 * log10(max(square(top), 1e-30) / square(bottom))
        }
    }

    static func prototype(_ kind: Int, q: Double, decibels: Double) -> Prototype {
        let a = pow(10, decibels / 40)
        switch kind {
        case 1, 3: return Prototype(top: (0, 0, 1), bottom: (1, 1 / q, 1))
        case 2, 4: return Prototype(top: (1, 0, 0), bottom: (1, 1 / q, 1))
        case 5: return Prototype(top: (0, 1 / q, 0), bottom: (1, 1 / q, 1))
        case 6: return Prototype(top: (1, 0, 1), bottom: (1, 1 / q, 1))
        case 7, 9:
            let root = sqrt(a) / q
            return Prototype(top: (a, a * root, a * a), bottom: (a, root, 1))
        case 8, 10:
            let root = sqrt(a) / q
            return Prototype(top: (a * a, a * root, a), bottom: (1, root, a))
        default: return Prototype(top: (1, a / q, 1), bottom: (1, 1 / (a * q), 1))
        }
    }

    static func quality(octaves: Double, corner: Double) -> Double {
        let w = 2 * Double.pi * corner / rate
        return 1 / (2 * sinh(log(2) / 2 * octaves * w / sin(w)))
    }

    static func expectResponse(
        _ unit: UnitProcessor, _ expected: (Double) -> Double, _ comment: Comment, frames: Int = 16_384
    ) throws {
        let measured = try UnitRig(unit, channelCount: 1).decibels(at: hertz, frameCount: frames)
        for (level, frequency) in zip(measured, hertz) {
            let wanted = expected(frequency)
            // Below -90 dB the impulse response of floats says little.
            if wanted < -90 { #expect(level < -80, comment) } else { #expect(abs(level - wanted) < 0.05, comment) }
        }
    }

    @Test(arguments: 0...10) func everyKindOfBandHasItsTextbookResponse(_ kind: Int) throws {
        for (corner, octaves, gain) in [(1000.0, 0.5, 12.0), (200, 2, -18), (9000, 1.3, 6)] {
            let unit = NBandEQ(bandCount: 2)
            let band = 1
            unit.set(NBandEQ.address(.bypass, band: band), to: 0)
            unit.set(NBandEQ.address(.kind, band: band), to: Float(kind))
            unit.set(NBandEQ.address(.frequency, band: band), to: Float(corner))
            unit.set(NBandEQ.address(.bandwidth, band: band), to: Float(octaves))
            unit.set(NBandEQ.address(.gain, band: band), to: Float(gain))
            unit.set(0, to: -3)
            let isPlain = [1, 2, 7, 8].contains(kind)
            let q = isPlain ? 0.5.squareRoot() : Self.quality(octaves: Double(Float(octaves)), corner: corner)
            let prototype = Self.prototype(kind, q: q, decibels: gain)
            try Self.expectResponse(
                unit, { prototype.decibels(at: $0, corner: corner) - 3 }, "kind \(kind), \(corner) Hz")
        }
    }

    @Test func bandsAddUpInDecibels() throws {
        let unit = NBandEQ(bandCount: 10)
        var wanted: [Prototype] = []
        let corners = (0..<10).map { 31.25 * pow(2, Double($0)) }
        for (band, corner) in corners.enumerated() where band != 4 {
            let gain = Double(band % 3 * 4 - 4)
            unit.set(NBandEQ.address(.bypass, band: band), to: 0)
            unit.set(NBandEQ.address(.frequency, band: band), to: Float(corner))
            unit.set(NBandEQ.address(.bandwidth, band: band), to: 1)
            unit.set(NBandEQ.address(.gain, band: band), to: Float(gain))
            wanted.append(Self.prototype(0, q: Self.quality(octaves: 1, corner: corner), decibels: gain))
        }
        let active = corners.enumerated().filter { $0.offset != 4 }.map(\.element)
        try Self.expectResponse(
            unit, { hertz in zip(wanted, active).reduce(0) { $0 + $1.0.decibels(at: hertz, corner: $1.1) } }, "ten")
    }

    @Test func theSingleFiltersHaveTheirTextbookResponse() throws {
        func check(_ unit: UnitProcessor, _ second: Float, _ corner: Double, _ kind: Int, q: Double, _ gain: Double)
            throws
        {
            unit.set(0, to: Float(corner))
            unit.set(1, to: second)
            let prototype = Self.prototype(kind, q: q, decibels: gain)
            try Self.expectResponse(unit, { prototype.decibels(at: $0, corner: corner) }, "\(unit.name)")
        }
        try check(LowPass(), 6, 3000, 1, q: pow(10, 0.3), 0)
        try check(HighPass(), -3, 900, 2, q: pow(10, -0.15), 0)
        try check(BandPass(), 1200, 2000, 5, q: Self.quality(octaves: 1, corner: 2000), 0)
        try check(LowShelf(), 9, 150, 7, q: 0.5.squareRoot(), 9)
        try check(HighShelf(), -12, 12_000, 8, q: 0.5.squareRoot(), -12)
        let equaliser = ParametricEQ()
        equaliser.set(2, to: 15)
        try check(equaliser, 4, 700, 0, q: 4, 15)
    }

    @Test func theDefaultsLeaveAnEqualiserTransparentBitForBit() throws {
        var noise = Noise(seed: 9)
        let input = [noise.samples(3000), noise.samples(3000)]
        #expect(try UnitRig(NBandEQ()).render(input, blocks: [512]) == input)
    }

    /// A jump of a coefficient or gain shows as a jump of the second difference, which for a sine is bounded.
    @Test func changesGlideWithoutZipperNoise() throws {
        let unit = NBandEQ(bandCount: 1)
        unit.set(NBandEQ.address(.bypass, band: 0), to: 0)
        let rig = try UnitRig(unit, channelCount: 1)
        let angle = 2 * Double.pi * 300 / Self.rate
        let sine = (0..<24_000).map { Float(0.1 * sin(angle * Double($0))) }
        let output = rig.render([sine], blocks: [480]) { frame in
            if frame == 4800 { unit.set(NBandEQ.address(.gain, band: 0), to: 20) }
            if frame == 9600 { unit.set(NBandEQ.address(.frequency, band: 0), to: 300) }
            if frame == 14_400 { unit.set(NBandEQ.address(.kind, band: 0), to: 1) }
            if frame == 19_200 { unit.set(NBandEQ.address(.bypass, band: 0), to: 1) }
        }[0]
        // The loudest steady sine is 20 dB up, so 1.0; in a glide of 480 frames its level adds a little.
        let bound = Float(1.0 * angle * angle * 1.5)
        var worst: Float = 0
        for frame in 2..<output.count {
            let bend = output[frame] - output[frame - 1] - (output[frame - 1] - output[frame - 2])
            worst = max(worst, abs(bend))
        }
        #expect(worst < bound)
        #expect(output[14_000..<14_400].max().map { $0 > 0.95 } ?? false)
        #expect(Array(output[22_000...]) == Array(sine[22_000...]))
    }

    @Test func scheduledRampsBeginOnTheirSampleAndLandOnTheirLast() throws {
        let unit = NBandEQ(bandCount: 1)
        let rig = try UnitRig(unit, channelCount: 1)
        unit.port.schedule(-20, at: 0, time: 1000, rampFrames: 800)
        let output = rig.render([[Float](repeating: 1, count: 3000)], blocks: [512])[0]
        #expect(output[..<1000].allSatisfy { $0 == 1 })
        #expect(output[1000] < 1 && output[1000] > 0.99)
        #expect(output[1798] > 0.1 && output[1800...].allSatisfy { abs($0 - 0.1) < 1e-7 })
        #expect(abs(20 * log10(output[1399]) + 10) < 0.1)
        #expect(unit.value(0) == -20)
    }
}
