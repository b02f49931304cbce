import AllocationProbe
import SordinoGraph
import Testing

/// Promises of every built-in unit, for any inputs and outputs.
///
/// Effects, mixers, converters, splitters, units that change time. What only effects promise is in `UnitContractTests`.
@Suite struct EveryUnitTests {
    /// Units with an input; what plays files or slices of its own accord is tested where it gets them.
    static let names = BuiltInUnits.all.filter { $0.make().inputBusLimit > 0 }.map(\.name)
    /// Frames of sound; silence follows.
    private static let heard: Int64 = 3000

    /// A unit with noise at its first inputs, all its outputs added up, and something to do.
    private func rig(_ name: String) throws -> (rig: Rig, unit: UnitProcessor) {
        let unit = try #require(BuiltInUnits.all.first { $0.name == name }).make()
        let rig = Rig()
        let (node, sum) = (rig.add(unit), rig.add(Mixer()))
        for bus in 0..<min(unit.inputBusLimit, 3) {
            _ = try rig.connect(rig.add(TimedNoise(seed: bus + 1, until: Self.heard)), to: node, bus)
        }
        // A mono output of two channels holds both.
        for bus in 0..<unit.outputBusCount { _ = try rig.connect(node, bus, to: sum, bus) }
        _ = try rig.connect(sum, to: rig.outputNode)
        rig.maximumFrameCount = 4096
        if unit is MatrixMixer {
            // Everything open: all its volumes begin at 0.
            for spec in unit.parameters where spec.unit == .linearGain {
                for element in 0..<spec.elementCount { unit.set(spec.address(element: element), to: 0.4) }
            }
        }
        if unit is VarispeedUnit || unit is TimePitchUnit { unit.set(0, to: 1.25) }
        try rig.publish()
        return (rig, unit)
    }

    private func lengths(_ total: Int, _ blocks: [Int]) -> [Int] {
        var lengths: [Int] = []
        var left = total
        while left > 0 {
            lengths.append(min(blocks[lengths.count % blocks.count], left))
            left -= lengths[lengths.count - 1]
        }
        return lengths
    }

    @Test(arguments: names) func anySplitIntoBlocksGivesTheSameSamples(_ name: String) throws {
        let results = try [[4096], [512], [1, 7, 480, 33, 64, 300]].map { blocks in
            let (rig, unit) = try rig(name)
            return rig.render(blocks: lengths(8192 + unit.latencyFrames, blocks))
        }
        #expect(results[0][0].contains { $0 != 0 })
        #expect(results[0] == results[1])
        #expect(results[0] == results[2])
    }

    @Test(arguments: names) func itDecaysToExactSilenceWithoutDenormals(_ name: String) throws {
        let (rig, unit) = try rig(name)
        let sound = rig.render(blocks: lengths(4096 + unit.latencyFrames, [512]))
        #expect(sound[0].contains { $0 != 0 })
        // The tail is given to -120 dB, silence is -300 dB.
        let tail = Int(unit.tailSeconds * 48_000 * 3) + unit.latencyFrames + 2048
        let rest = rig.render(blocks: lengths(tail, [512]))
        for samples in sound + rest {
            #expect(samples.allSatisfy { $0.isZero || $0.isNormal })
        }
        let silence = rig.render(1024)
        #expect(silence.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test(arguments: names) func renderingTouchesNoHeap(_ name: String) throws {
        let (rig, unit) = try rig(name)
        _ = rig.render(512)
        for spec in unit.parameters.prefix(8) where spec.flags.contains(.isWritable) {
            unit.port.schedule(spec.maximum, at: spec.address(), time: 600, rampFrames: 100)
        }
        let planes = Planes(channelCount: 2, frameCount: 512)
        let output = UnsafePointer(planes.pointers)
        let state = rig.renderer.state
        let calls = countingHeapCalls {
            for _ in 0..<4 {
                state.pointee.render(
                    frameCount: 512, hostNanoseconds: -1, output: output, outputChannelCount: 2, input: nil,
                    inputChannelCount: 0)
            }
        }
        #expect(calls == .none)
    }
}

/// Noise until a frame of its own time, then zeros.
private final class TimedNoise: Processor, @unchecked Sendable {
    let name = "TimedNoise"
    let health = Health()
    private let held: Held<TimedNoiseState>

    init(seed: Int, until end: Int64) { held = Held(TimedNoiseState(seed: Int64(seed), end: end)) }

    func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runTimedNoise, state: UnsafeMutableRawPointer(held.pointer), owner: self)
    }
}

private struct TimedNoiseState {
    let seed: Int64
    let end: Int64
}

private func runTimedNoise(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let state = state.assumingMemoryBound(to: TimedNoiseState.self).pointee
    let io = io.assumingMemoryBound(to: StepIO.self)
    let (output, time) = (io.pointee.outputs[0], io.pointee.clock.pointee.sampleTime)
    for channel in 0..<output.pointee.channelCount {
        for frame in 0..<io.pointee.frameCount {
            let at = time + Int64(frame)
            let mixed = (at &* 2_654_435_761 &+ state.seed &* 40_503 &+ Int64(channel) &* 977) & 0xFFFF
            output.pointee.own[channel][frame] = at < state.end && at >= 0 ? Float(mixed) / 65_536 - 0.5 : 0
        }
    }
    output.pointee.publishOwn()
}
