import AllocationProbe
import Foundation
import SordinoGraph
import SordinoSignal
import Testing

/// Units that change time, in the graph: who asks whom for how many frames.
@Suite struct TimeUnitTests {
    /// A sine in a player, through the units, to the output.
    private func rig(
        _ units: [UnitProcessor], hertz: Double = 440, frames: Int = 200_000, channelCount: Int = 1
    ) throws -> (rig: Rig, player: Player) {
        let rig = Rig(channelCount: channelCount)
        let player = Player()
        var last = rig.add(player)
        for unit in units {
            let node = rig.add(unit)
            _ = try rig.connect(last, to: node)
            last = node
        }
        _ = try rig.connect(last, to: rig.outputNode)
        let samples = (0..<frames).map { Float(sin(2 * .pi * hertz * Double($0) / 48_000)) }
        player.schedule(.samples([[Float]](repeating: samples, count: channelCount)))
        player.play()
        try rig.publish()
        return (rig, player)
    }

    /// Cycles a second by counting upward crossings of zero.
    private func hertz(_ samples: ArraySlice<Float>) -> Double {
        var crossings: [Double] = []
        for index in samples.indices.dropFirst() where samples[index - 1] < 0 && samples[index] >= 0 {
            let step = Double(samples[index] - samples[index - 1])
            crossings.append(Double(index) - Double(samples[index]) / step)
        }
        guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else { return 0 }
        return Double(crossings.count - 1) / (last - first) * 48_000
    }

    @Test(arguments: [0.25, 0.5, 0.8, 1.0, 1.5, 2.0, 4.0]) func varispeedChangesSpeedAndPitchTogether(rate: Double)
        throws
    {
        let unit = VarispeedUnit()
        unit.set(0, to: Float(rate))
        let (rig, player) = try rig([unit])
        let made = rig.render(blocks: [Int](repeating: 480, count: 30))[0]
        let heard = hertz(made[3000...])
        #expect(abs(heard - 440 * rate) < 0.02 * rate)
        let report = player.latestReport
        let used = Double(report.sampleTime) + Double(report.frameCount)
        #expect(abs(used - rate * 14_400) < 20, "\(used) frames")
    }

    @Test func centsCountLikeRates() throws {
        let unit = VarispeedUnit()
        unit.set(1, to: 1200)
        let (rig, _) = try rig([unit])
        #expect(abs(hertz(rig.render(9600)[0][2000...]) - 880) < 0.05)
    }

    @Test(arguments: [1.0 / 32, 0.25, 0.75, 1.5, 4, 32]) func timePitchChangesSpeedAlone(rate: Double) throws {
        let unit = TimePitchUnit()
        unit.set(0, to: Float(rate))
        let (rig, player) = try rig([unit], frames: 900_000)
        var blocks = [Int](repeating: 512, count: 40)
        let made = rig.render(blocks: blocks)[0]
        let heard = hertz(made[12_000...])
        #expect(abs(heard - 440) < 1, "\(heard) Hz at rate \(rate)")
        // In the long run the input goes `rate` times as fast: after what the first block fetched ahead is used up.
        guard rate >= 0.25 else { return }
        _ = rig.render(blocks: [Int](repeating: 512, count: Int(40 / rate)))
        let before = player.latestReport.sampleTime
        blocks = [Int](repeating: 512, count: 20)
        _ = rig.render(blocks: blocks)
        let used = Double(player.latestReport.sampleTime - before)
        #expect(abs(used / (20 * 512) - rate) < 0.25 * rate + 0.06, "\(used) frames at rate \(rate)")
    }

    @Test(arguments: [-2400.0, -700, 300, 1200, 2400]) func timePitchChangesPitchAlone(cents: Double) throws {
        let unit = TimePitchUnit()
        unit.set(1, to: Float(cents))
        let (rig, player) = try rig([unit], frames: 900_000)
        let made = rig.render(blocks: [Int](repeating: 512, count: 60))[0]
        let expected = 440 * pow(2, cents / 1200)
        let heard = hertz(made[14_000...])
        #expect(abs(heard - expected) < 0.004 * expected, "\(heard) instead of \(expected) Hz")
        let before = player.latestReport.sampleTime
        _ = rig.render(blocks: [Int](repeating: 512, count: 20))
        #expect(abs(player.latestReport.sampleTime - before - 20 * 512) < 2500)
    }

    @Test(arguments: [(1.1, 0.0), (1, 100), (2, 0), (0.5, -500), (1.1, -2400)])
    func timePitchReadsNoFurtherAheadThanItMust(rate: Double, cents: Double) throws {
        let unit = TimePitchUnit()
        unit.set(0, to: Float(rate))
        unit.set(1, to: Float(cents))
        let (rig, player) = try rig([unit], frames: 900_000)
        var ahead: [Double] = []
        for block in 1...200 {
            _ = rig.render(512)
            let report = player.latestReport
            ahead.append(Double(report.sampleTime) + Double(report.frameCount) - rate * Double(512 * block))
        }
        // The first block fetches what changes of the parameters in it could need; from then on less is enough.
        let (first, later) = (ahead[0], ahead[100...].max() ?? 0)
        #expect(later <= first, "\(later) frames ahead, \(first) at first")
        // The latency is one of the output, `ahead` counts frames of the input.
        #expect(later < 3 * Double(unit.latencyFrames) * max(rate, 1) + 3, "\(later) frames ahead")
    }

    @Test func atRateOneSamplesPassUnchangedAndNoFrameMoreIsAskedFor() throws {
        let unit = TimePitchUnit()
        let rig = Rig()
        let node = rig.add(unit)
        _ = try rig.connect(rig.add(Input()), to: node)
        _ = try rig.connect(node, to: rig.outputNode)
        try rig.publish()
        var noise = Noise(seed: 8)
        let input = [noise.samples(12_000), noise.samples(12_000)]
        var joined: [Float] = []
        for start in stride(from: 0, to: 12_000, by: 480) {
            joined += rig.render(480, input: input.map { Array($0[start..<start + 480]) })[0]
        }
        let latency = unit.latencyFrames
        #expect(latency > 0 && latency < 6_000)
        #expect(Array(joined[latency...]) == Array(input[0][..<(12_000 - latency)]))
    }

    @Test func aLiveInputThatIsAskedForTooMuchIsFollowedBySilence() throws {
        let unit = VarispeedUnit()
        unit.set(0, to: 2)
        let rig = Rig()
        let node = rig.add(unit)
        let input = Input()
        _ = try rig.connect(rig.add(input), to: node)
        _ = try rig.connect(node, to: rig.outputNode)
        try rig.publish()
        let ones = [[Float]](repeating: [Float](repeating: 1, count: 480), count: 2)
        let made = (0..<4).map { _ in rig.render(480, input: ones)[0] }.joined()
        #expect(made.allSatisfy { $0.isFinite && abs($0) < 1.3 })
        #expect(input.shortage.take())
    }

    @Test(arguments: [UInt64(31), 32]) func anySplitIntoBlocksGivesTheSameSamples(seed: UInt64) throws {
        for kind in [0, 1] {
            let results = try [[6000], [512], [1, 7, 480, 33, 64, 300]].map { blocks in
                let unit: UnitProcessor = kind == 0 ? VarispeedUnit() : TimePitchUnit()
                let (rig, _) = try rig([unit])
                rig.maximumFrameCount = 6000
                try rig.publish()
                var noise = Noise(seed: seed)
                for value in [0.5, 1.7, 1, 0.8] as [Float] {
                    unit.port.schedule(
                        value, at: 0, time: Int64(noise.below(6000)), rampFrames: UInt32(noise.below(900)))
                }
                unit.port.schedule(350, at: 1, time: Int64(noise.below(6000)), rampFrames: 0)
                var lengths: [Int] = []
                var left = 18_000
                while left > 0 {
                    lengths.append(min(blocks[lengths.count % blocks.count], left))
                    left -= lengths[lengths.count - 1]
                }
                return rig.render(blocks: lengths)[0]
            }
            #expect(results[0] == results[1], "kind \(kind), seed \(seed)")
            #expect(results[0] == results[2], "kind \(kind), seed \(seed)")
            #expect(results[0].contains { $0 != 0 })
        }
    }

    @Test func timeUnitsNest() throws {
        let (outer, inner) = (VarispeedUnit(), VarispeedUnit())
        outer.set(0, to: 2)
        inner.set(0, to: 1.5)
        let (rig, player) = try rig([inner, outer])
        let made = rig.render(blocks: [Int](repeating: 480, count: 25))[0]
        #expect(abs(hertz(made[2000...]) - 1320) < 0.1)
        let report = player.latestReport
        #expect(abs(Double(report.sampleTime) + Double(report.frameCount) - 36_000) < 100)
    }

    @Test func slowAfterFastGivesTheToneBack() throws {
        let (pitch, speed) = (TimePitchUnit(), VarispeedUnit())
        // Twice as fast and an octave down: the tone is where it was, twice as soon over.
        speed.set(0, to: 2)
        pitch.set(1, to: -1200)
        let (rig, _) = try rig([speed, pitch])
        #expect(abs(hertz(rig.render(blocks: [Int](repeating: 512, count: 50))[0][14_000...]) - 440) < 2)
    }

    @Test func aSplitBehindATimeUnitGivesBothPathsTheSame() throws {
        let unit = VarispeedUnit()
        unit.set(0, to: 1.25)
        let rig = Rig(channelCount: 1)
        let (player, mixer) = (Player(), Mixer())
        let (source, node, sum) = (rig.add(player), rig.add(unit), rig.add(mixer))
        _ = try rig.connect(source, to: node)
        _ = try rig.connect(node, to: sum, 0)
        _ = try rig.connect(node, to: sum, 1)
        _ = try rig.connect(sum, to: rig.outputNode)
        player.schedule(.samples([(0..<60_000).map { Float(sin(2 * .pi * 440 * Double($0) / 48_000)) }]))
        player.play()
        try rig.publish()
        let made = rig.render(blocks: [Int](repeating: 480, count: 20))[0]
        #expect(abs(hertz(made[3000...]) - 550) < 0.05)
        #expect(abs((made[3000...].max() ?? 0) - 2) < 0.01)
    }

    @Test func aSplitInFrontOfATimeUnitIsRefused() throws {
        let rig = Rig(channelCount: 1)
        let (source, node, sum) = (rig.add(Player()), rig.add(TimePitchUnit()), rig.add(Mixer()))
        _ = try rig.connect(source, to: node)
        _ = try rig.connect(source, to: sum, 0)
        _ = try rig.connect(node, to: sum, 1)
        _ = try rig.connect(sum, to: rig.outputNode)
        #expect(throws: GraphError.splitAcrossRates(source, bus: 0)) { try rig.publish() }
    }

    @Test func aMixerBeforeATimeUnitTakesOtherRates() throws {
        let unit = VarispeedUnit()
        unit.set(0, to: 2)
        let rig = Rig(channelCount: 1)
        let (player, mixer) = (Player(), Mixer())
        let (source, node, sum) = (rig.add(player), rig.add(unit), rig.add(mixer))
        _ = try rig.connect(source, to: sum, 0, BusFormat(sampleRate: 44_100, channelCount: 1))
        _ = try rig.connect(sum, to: node)
        _ = try rig.connect(node, to: rig.outputNode)
        player.schedule(.samples([(0..<60_000).map { Float(sin(2 * .pi * 440 * Double($0) / 44_100)) }]))
        player.play()
        try rig.publish()
        #expect(abs(hertz(rig.render(blocks: [Int](repeating: 480, count: 20))[0][3000...]) - 880) < 0.1)
    }

    /// Clicks in a player, stretched by the unit.
    private func stretched(_ unit: UnitProcessor) throws -> [Float] {
        let rig = Rig(channelCount: 1)
        let player = Player()
        let (source, node) = (rig.add(player), rig.add(unit))
        _ = try rig.connect(source, to: node)
        _ = try rig.connect(node, to: rig.outputNode)
        let samples = (0..<60_000).map { frame -> Float in
            let tone = Float(0.05 * sin(2 * .pi * 330 * Double(frame) / 48_000))
            return tone + (frame % 12_000 < 4 && frame > 0 ? 0.8 : 0)
        }
        player.schedule(.samples([samples]))
        player.play()
        try rig.publish()
        return rig.render(blocks: [Int](repeating: 512, count: 60))[0]
    }

    @Test func transientsAndCoherenceCanBeSwitched() throws {
        let units = (0..<3).map { _ in TimePitchUnit() }
        for unit in units { unit.set(0, to: 0.75) }
        units[1].set(7, to: 0)
        units[2].set(6, to: 0)
        let made = try units.map { try stretched($0) }
        #expect(made[0] != made[1] && made[0] != made[2])
        // A click that goes through as it is keeps its height; one that is smeared does not.
        let peaks = made.map { $0.map { abs($0) }.max() ?? 0 }
        #expect(peaks[0] > 0.7 && peaks[1] < 0.8 * peaks[0], "\(peaks)")
        #expect(made[2].allSatisfy { $0.isFinite })
    }

    @Test(arguments: [0, 1]) func renderingTouchesNoHeapAndBypassReturnsToRateOne(kind: Int) throws {
        let unit: UnitProcessor = kind == 0 ? VarispeedUnit() : TimePitchUnit()
        unit.set(0, to: 1.5)
        let (rig, player) = try rig([unit])
        _ = rig.render(512)
        let planes = Planes(channelCount: 1, frameCount: 512)
        let output = UnsafePointer(planes.pointers)
        let state = rig.renderer.state
        for service in [true, false] {
            unit.isBypassed = !service
            _ = player.serve(ServiceRequest(readAheadFrames: 65_536)) { $0() }
            let calls = countingHeapCalls {
                for _ in 0..<8 {
                    state.pointee.render(
                        frameCount: 512, hostNanoseconds: -1, output: output, outputChannelCount: 1, input: nil,
                        inputChannelCount: 0)
                }
            }
            #expect(calls == .none)
        }
        #expect(abs(hertz(rig.render(blocks: [Int](repeating: 512, count: 30))[0][8_000...]) - 440) < 0.1)
    }
}
