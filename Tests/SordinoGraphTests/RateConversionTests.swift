import Foundation
import SordinoGraph
import Testing

/// Mixer inputs at another rate than the mixer.
@Suite struct RateConversionTests {
    /// A sine through a player at `rate`, mixed at 48 kHz.
    private func rendered(_ hertz: Double, rate: Double, frames: Int, blocks: [Int]? = nil) throws -> [Float] {
        let rig = Rig(channelCount: 1)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        let player = Player()
        _ = try rig.connect(rig.add(player), to: mixer, 0, BusFormat(sampleRate: rate, channelCount: 1))
        let count = Int(Double(frames) * rate / 48_000) + 2000
        player.schedule(.samples([(0..<count).map { Float(sin(2 * .pi * hertz * Double($0) / rate)) }]))
        player.play()
        try rig.publish()
        return rig.render(blocks: blocks ?? [frames])[0]
    }

    /// The level in dB of what is left when the best fitting sine of this frequency is taken away.
    private func residue(_ samples: ArraySlice<Float>, hertz: Double) -> (level: Double, residue: Double) {
        var (s, c, power) = (0.0, 0.0, 0.0)
        let count = Double(samples.count)
        for (index, sample) in samples.enumerated() {
            // Hann, against the ends.
            let window = 1 - cos(2 * .pi * Double(index) / count)
            let phase = 2 * .pi * hertz * Double(index) / 48_000
            s += Double(sample) * sin(phase) * window
            c += Double(sample) * cos(phase) * window
        }
        let (a, b) = (2 * s / count, 2 * c / count)
        var left = 0.0
        for (index, sample) in samples.enumerated() {
            let phase = 2 * .pi * hertz * Double(index) / 48_000
            let rest = Double(sample) - a * sin(phase) - b * cos(phase)
            left += rest * rest
            power += Double(sample) * Double(sample)
        }
        return (20 * log10(sqrt(a * a + b * b)), 10 * log10(left / max(power, 1e-30)))
    }

    @Test(arguments: [44_100.0, 22_050, 32_000, 96_000, 8_000]) func aToneKeepsItsLevelAndGetsNoCompany(rate: Double)
        throws
    {
        let made = try rendered(1000, rate: rate, frames: 8000)
        let (level, residue) = residue(made[1000..<7000], hertz: 1000)
        #expect(abs(level) < 0.05, "\(rate) Hz: \(level) dB")
        #expect(residue < -75, "\(rate) Hz: \(residue) dB")
    }

    @Test(arguments: [28_500.0, 30_000, 40_000, 47_000]) func whatWouldFoldIntoTheAudibleIsGone(hertz: Double) throws {
        let made = try rendered(hertz, rate: 96_000, frames: 8000)
        let power = made[1000..<7000].reduce(0.0) { $0 + Double($1) * Double($1) } / 6000
        // Against a full sine, whose power is a half. From 28 kHz on, folding would end below 20 kHz.
        let level = 10 * log10(max(power, 1e-30) / 0.5)
        #expect(level < -75, "\(hertz) Hz: \(level) dB")
    }

    @Test func aToneNearTheTopHasNoImageAboveMinus60dB() throws {
        for hertz in [5000.0, 10_000, 15_000, 18_000] {
            let made = try rendered(hertz, rate: 44_100, frames: 8000)
            let (level, residue) = residue(made[1000..<7000], hertz: hertz)
            #expect(residue < -60, "\(hertz) Hz: \(residue) dB")
            #expect(abs(level) < 0.2, "\(hertz) Hz: \(level) dB")
        }
    }

    @Test func theFirstFrameLiesOnTheFirstFrame() throws {
        let made = try rendered(100, rate: 44_100, frames: 2000)
        for frame in stride(from: 200, to: 2000, by: 100) {
            let expected = sin(2 * .pi * 100 * Double(frame) / 48_000)
            #expect(abs(Double(made[frame]) - expected) < 2e-4)
        }
    }

    @Test(arguments: [UInt64(21), 22, 23]) func anySplitIntoBlocksGivesTheSameSamples(seed: UInt64) throws {
        var noise = Noise(seed: seed)
        var blocks: [Int] = []
        while blocks.reduce(0, +) < 4000 { blocks.append(1 + noise.below(500)) }
        let frames = blocks.reduce(0, +)
        for rate in [44_100.0, 96_000, 11_025] {
            let whole = try rendered(997, rate: rate, frames: frames)
            #expect(try rendered(997, rate: rate, frames: frames, blocks: blocks) == whole, "seed \(seed), \(rate) Hz")
        }
    }

    @Test func pathsOfOneRegionStayTogetherWhenOneBeginsLater() throws {
        let rig = Rig(channelCount: 1)
        let format = BusFormat(sampleRate: 44_100, channelCount: 1)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        let player = Player()
        let node = rig.add(player)
        _ = try rig.connect(node, to: mixer, 0, format)
        player.schedule(.samples([(0..<40_000).map { Float(sin(2 * .pi * 440 * Double($0) / 44_100)) }]))
        player.play()
        try rig.publish()
        _ = rig.render(5000)
        // The same player by a second way, through a converter that begins now.
        _ = try rig.connect(node, to: mixer, 1, format)
        try rig.publish()
        _ = rig.render(3000)
        let made = rig.render(4000)[0]
        let (level, residue) = residue(made[...], hertz: 440)
        // The second path is ahead by the filter's reach; both are whole, so the sum is one clean tone.
        #expect(residue < -70, "\(residue) dB")
        #expect(level < 6.1 && level > 4, "\(level) dB")
    }

    @Test func rangesOfRatesNest() throws {
        // 48 kHz <- 32 kHz mixer <- 44.1 kHz player.
        let rig = Rig(channelCount: 1)
        let outer = rig.add(Mixer())
        let inner = rig.add(Mixer())
        _ = try rig.connect(outer, to: rig.outputNode)
        _ = try rig.connect(inner, to: outer, 0, BusFormat(sampleRate: 32_000, channelCount: 1))
        let player = Player()
        _ = try rig.connect(rig.add(player), to: inner, 0, BusFormat(sampleRate: 44_100, channelCount: 1))
        player.schedule(.samples([(0..<20_000).map { Float(sin(2 * .pi * 700 * Double($0) / 44_100)) }]))
        player.play()
        try rig.publish()
        let made = rig.render(blocks: [Int](repeating: 480, count: 20))[0]
        let (level, residue) = residue(made[1500..<9000], hertz: 700)
        #expect(abs(level) < 0.05 && residue < -70, "\(level) dB, \(residue) dB")
    }

    @Test func aPlayersTimeRunsAtItsOwnRate() throws {
        let rig = Rig(channelCount: 1)
        let mixer = rig.add(Mixer())
        _ = try rig.connect(mixer, to: rig.outputNode)
        let player = Player()
        _ = try rig.connect(rig.add(player), to: mixer, 0, BusFormat(sampleRate: 44_100, channelCount: 1))
        player.play()
        try rig.publish()
        for _ in 0..<100 { _ = rig.render(480) }
        let report = player.latestReport
        #expect(report.sampleRate == 44_100)
        // A second of output, and what the filter looks ahead.
        let end = report.sampleTime + Int64(report.frameCount)
        #expect(end >= 44_100 && end < 44_100 + 100)
    }
}
