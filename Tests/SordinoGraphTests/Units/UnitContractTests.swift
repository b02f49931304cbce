import AllocationProbe
import SordinoGraph
import Testing

/// Promises of every built-in effect, independent of its kind.
@Suite struct UnitContractTests {
    /// Effects with one input and one output at the same time.
    static let effects = BuiltInUnits.all.filter { $0.identity.type == UnitIdentity("aufx", "    ").type }
        .map(\.name)

    private func make(_ name: String) throws -> UnitProcessor {
        try #require(BuiltInUnits.all.first { $0.name == name }).make()
    }

    /// Schedules a walk of every parameter through its range, the same each time.
    private func scheduleWalk(_ unit: UnitProcessor, seed: UInt64) {
        var noise = Noise(seed: seed)
        for spec in unit.parameters where spec.flags.contains(.isWritable) {
            let values = [0.25, 0.75].map { spec.minimum + (spec.maximum - spec.minimum) * Float($0) }
            for value in values {
                unit.port.schedule(
                    spec.unit == .indexed || spec.unit == .boolean ? value.rounded() : value, at: spec.address(),
                    time: Int64(noise.below(3000)), rampFrames: UInt32(noise.below(3) * 300))
            }
        }
    }

    @Test(arguments: effects) func anySplitIntoBlocksGivesTheSameSamples(_ name: String) throws {
        var noise = Noise(seed: 11)
        // Long enough for what comes late.
        let frameCount = try 4000 + UnitRig(make(name)).unit.latencyFrames
        let input = [noise.samples(frameCount), noise.samples(frameCount)]
        let splits = [[], [512], [1, 7, 480, 33, 64]]
        let results = try splits.map { blocks in
            let rig = try UnitRig(make(name))
            rig.rig.maximumFrameCount = max(4096, frameCount)
            try rig.rig.publish()
            scheduleWalk(rig.unit, seed: 5)
            return rig.render(input, blocks: blocks)
        }
        #expect(results[0][0].contains { $0 != 0 })
        #expect(results[0] == results[1])
        #expect(results[0] == results[2])
    }

    @Test(arguments: effects) func aBypassFadesAndThenPassesTheInputAsItIs(_ name: String) throws {
        let rig = try UnitRig(make(name))
        var noise = Noise(seed: 2)
        let input = [noise.samples(6000), noise.samples(6000)]
        _ = rig.render(input, blocks: [512])
        rig.unit.isBypassed = true
        _ = rig.render(input, blocks: [512])
        #expect(rig.unit.latencyFrames == 0)
        #expect(rig.render(input, blocks: [512, 100]) == input)
        rig.unit.isBypassed = false
        #expect(rig.render(input, blocks: [512])[0].allSatisfy { $0.isFinite })
    }

    @Test(arguments: effects) func aBypassMayBeTurnedRoundAtAnyTime(_ name: String) throws {
        let rig = try UnitRig(make(name))
        var noise = Noise(seed: 12)
        let input = [noise.samples(6000), noise.samples(6000)]
        let output = rig.render(input, blocks: [37, 480, 1, 600, 211]) { frame in
            rig.unit.isBypassed = (frame / 100) % 3 != 0
            rig.unit.port.schedule(1, at: 0, time: frame % 2 == 0 ? .max : .min, rampFrames: .max)
        }
        #expect(output[0].count == 6000 && output[0].allSatisfy { $0.isFinite })
    }

    @Test(arguments: effects) func aSampleThatIsNoNumberDoesNotStay(_ name: String) throws {
        let rig = try UnitRig(make(name))
        var noise = Noise(seed: 3)
        let frameCount = 2048 + rig.unit.latencyFrames
        let input = [noise.samples(frameCount), noise.samples(frameCount)]
        var spoilt = input
        spoilt[0][100] = .nan
        spoilt[1][101] = .infinity
        spoilt[0][900] = 3e38
        #expect(rig.render(spoilt, blocks: [512])[0].allSatisfy { $0.isFinite })
        let after = rig.render(input, blocks: [512])
        #expect(after[0].contains { $0 != 0 } && after[0].allSatisfy { $0.isFinite })
        #expect(!rig.unit.health.isMuted)
    }

    @Test(arguments: effects) func itDecaysToExactSilenceWithinItsTail(_ name: String) throws {
        let rig = try UnitRig(make(name))
        var noise = Noise(seed: 4)
        _ = rig.render([noise.samples(1024), noise.samples(1024)], blocks: [512])
        // The tail is given to -120 dB, silence is -300 dB.
        let tail = Int(rig.unit.tailSeconds * 48_000 * 3) + rig.unit.latencyFrames + 1024
        let silence = [[Float]](repeating: [Float](repeating: 0, count: tail), count: 2)
        _ = rig.render(silence, blocks: [512])
        let rest = [[Float]](repeating: [Float](repeating: 0, count: 1024), count: 2)
        #expect(rig.render(rest, blocks: [512]) == rest)
    }

    @Test(arguments: effects) func renderingTouchesNoHeap(_ name: String) throws {
        let rig = try UnitRig(make(name))
        var noise = Noise(seed: 5)
        let input = [noise.samples(512), noise.samples(512)]
        _ = rig.render(input)
        scheduleWalk(rig.unit, seed: 6)
        #expect(rig.heapCalls(input) == .none)
        rig.unit.isBypassed = true
        #expect(rig.heapCalls(input) == .none)
        let (port, address) = (rig.unit.port, rig.unit.parameters[0].address())
        let calls = countingHeapCalls {
            port.set(1, at: address)
            port.schedule(1, at: address, time: ParameterPort.immediately, rampFrames: 10)
        }
        #expect(calls == .none)
    }

    @Test(arguments: effects) func anyNumberOfChannelsAndAnyRateIsRendered(_ name: String) throws {
        for (rate, channels) in [(8000.0, 1), (44_100, 6), (192_000, 3)] {
            let rig = try UnitRig(make(name), sampleRate: rate, channelCount: channels)
            var noise = Noise(seed: 6)
            let input = (0..<channels).map { _ in noise.samples(1000) }
            let output = rig.render(input, blocks: [512])
            #expect(output.count == channels && output.allSatisfy { $0.allSatisfy(\.isFinite) })
        }
    }

    @Test(arguments: effects) func aNewPlanLeavesTheSoundAsItIs(_ name: String) throws {
        var noise = Noise(seed: 7)
        let input = [noise.samples(2000), noise.samples(2000)]
        let (first, second) = (try UnitRig(make(name)), try UnitRig(make(name)))
        let undisturbed = first.render(input, blocks: [500])
        let disturbed = second.render(input, blocks: [500]) { _ in try? second.rig.publish() }
        #expect(undisturbed == disturbed)
    }
}
