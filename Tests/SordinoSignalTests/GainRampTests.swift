import AllocationProbe
import SordinoSignal
import Testing

@Suite struct GainRampTests {
    /// The effect of a ramp on ones, in blocks of the given sizes.
    private func gains(_ ramp: GainRamp, blocks: [Int]) -> [Float] {
        var ramp = ramp
        var result: [Float] = []
        for block in blocks {
            let ones = [Float](repeating: 1, count: block)
            var target = [Float](repeating: 0, count: block)
            ramp.scale(ones, into: &target, frameCount: block)
            ramp.advance(block)
            result += target
        }
        return result
    }

    @Test func aGlideIsAStraightLineThatLandsExactlyOnItsLastFrame() {
        for (from, to, frames) in [(0, 1, 480), (1, 0.1, 441), (0.3, 0.7, 7), (1, 0, 1), (0.9, 0.2, 100_000)]
            as [(Float, Float, Int)]
        {
            var ramp = GainRamp(from)
            ramp.glide(to: to, frames: frames)
            let result = gains(ramp, blocks: [frames + 10])
            for frame in 1..<frames {
                let line = Double(from) + (Double(to) - Double(from)) * Double(frame) / Double(frames)
                #expect(abs(Double(result[frame - 1]) - line) < 2e-7, "\(from) to \(to), frame \(frame) of \(frames)")
            }
            #expect(result[(frames - 1)...].allSatisfy { $0 == to })
            if frames > 1 { #expect(result[frames - 2] != to) }
        }
    }

    @Test func anySplitIntoBlocksGivesTheSameSamples() {
        var random = Seeded(20)
        var ramp = GainRamp(0.25)
        ramp.glide(to: 0.9, frames: 777)
        let whole = gains(ramp, blocks: [1000])
        for _ in 0..<20 {
            var blocks: [Int] = []
            while blocks.reduce(0, +) < 1000 { blocks.append(min(random.below(130), 1000 - blocks.reduce(0, +))) }
            #expect(gains(ramp, blocks: blocks).bitPatterns == whole.bitPatterns)
        }
    }

    @Test func aGlideThatIsInterruptedGoesOnFromWhereItWas() {
        var ramp = GainRamp(0)
        ramp.glide(to: 1, frames: 100)
        ramp.advance(50)
        let half = ramp.current
        #expect(abs(half - 0.5) < 1e-6)
        ramp.glide(to: 0, frames: 10)
        let result = gains(ramp, blocks: [10])
        #expect(abs(result[0] - 0.45) < 1e-6)
        #expect(result[9] == 0)
        ramp.advance(10)
        #expect(ramp.isSilent)
        ramp.jump(to: 1)
        #expect(ramp.isUnity)
    }

    @Test func addingAndScalingUseTheSameGains() {
        var random = Seeded(21)
        let source = random.samples(300)
        var ramp = GainRamp(0.1)
        ramp.glide(to: 0.8, frames: 250)
        var scaled = source
        var added = [Float](repeating: 0, count: 300)
        ramp.scale(source, into: &scaled, frameCount: 300)
        ramp.add(source, to: &added, frameCount: 300)
        #expect(added == scaled)
    }

    @Test func glidingTouchesNoHeap() {
        let source = [Float](repeating: 1, count: 512)
        var target = [Float](repeating: 0, count: 512)
        var ramp = GainRamp(1)
        let calls = countingHeapCalls {
            ramp.glide(to: 0, frames: 700)
            ramp.scale(source, into: &target, frameCount: 512)
            ramp.advance(512)
            ramp.add(source, to: &target, frameCount: 512)
        }
        #expect(calls == .none)
        #expect(ramp.isGliding)
    }
}
