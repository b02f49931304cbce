import SordinoGraph
import Testing

/// Processors that sleep while silence comes in continue as if they had not.
@Suite struct SilenceTests {
    /// Renders sound, silence for longer than any tail, sound.
    ///
    /// - Parameters:
    ///   - saysSo: Whether the source says that it is silent, or writes zeros.
    ///   - second: The frame of the source at which sound begins again.
    private func render(
        _ units: [UnitProcessor], saysSo: Bool, rate: Double = 48_000, second: Int = 60_000, blocks: [Int]
    ) throws -> (samples: [Float], silentBlocks: Int, blocks: Int) {
        let rig = Rig(channelCount: 1)
        let mixer = rig.add(Mixer())
        let format = BusFormat(sampleRate: rate, channelCount: 1)
        var last = rig.add(Bursts(first: 3000, second: second, saysSo: saysSo))
        for unit in units {
            let node = rig.add(unit)
            _ = try rig.connect(last, to: node, 0, format)
            last = node
        }
        let probe = SilenceProbe()
        if rate == 48_000 {
            let node = rig.add(probe)
            _ = try rig.connect(last, to: node)
            _ = try rig.connect(node, to: mixer)
        } else {
            _ = try rig.connect(last, to: mixer, 0, format)
            let node = rig.add(probe)
            _ = try rig.connect(mixer, to: node)
            _ = try rig.connect(node, to: rig.outputNode)
        }
        if rate == 48_000 { _ = try rig.connect(mixer, to: rig.outputNode) }
        try rig.publish()
        var lengths: [Int] = []
        var left = 80_000
        while left > 0 {
            lengths.append(min(blocks[lengths.count % blocks.count], left))
            left -= lengths[lengths.count - 1]
        }
        return (rig.render(blocks: lengths)[0], probe.silentBlocks, lengths.count)
    }

    private func varispeed(_ rate: Float) -> UnitProcessor {
        let unit = VarispeedUnit()
        unit.set(0, to: rate)
        return unit
    }

    private func timePitch(_ rate: Float, _ cents: Float) -> UnitProcessor {
        let unit = TimePitchUnit()
        unit.set(0, to: rate)
        unit.set(1, to: cents)
        return unit
    }

    @Test(arguments: [1, 1.37, 0.6] as [Float]) func aVarispeedSleepsAndGoesOnAsIfItHadNot(rate: Float) throws {
        let second = rate < 1 ? 40_000 : 60_000
        let awake = try render([varispeed(rate)], saysSo: false, second: second, blocks: [512])
        for blocks in [[512], [480, 37, 300]] {
            let asleep = try render([varispeed(rate)], saysSo: true, second: second, blocks: blocks)
            #expect(asleep.samples == awake.samples)
            #expect(asleep.silentBlocks > asleep.blocks / 4)
        }
        #expect(awake.silentBlocks == 0)
        #expect(awake.samples[70_000...].contains { $0 != 0 })
    }

    @Test(arguments: [(1, 0), (0.8, 0), (1.4, 300), (1, -500)] as [(Float, Float)])
    func aTimePitchSleepsAndGoesOnAsIfItHadNot(rate: Float, cents: Float) throws {
        let second = rate < 1 ? 40_000 : 60_000
        let awake = try render([timePitch(rate, cents)], saysSo: false, second: second, blocks: [512])
        for blocks in [[512], [480, 37, 300]] {
            let asleep = try render([timePitch(rate, cents)], saysSo: true, second: second, blocks: blocks)
            #expect(asleep.samples == awake.samples)
            #expect(asleep.silentBlocks > asleep.blocks / 4)
        }
        #expect(awake.samples[78_000...].contains { $0 != 0 })
    }

    @Test(arguments: [44_100.0, 96_000, 47_999]) func aRateConverterSleepsAndGoesOnAsIfItHadNot(rate: Double) throws {
        let awake = try render([], saysSo: false, rate: rate, blocks: [512])
        for blocks in [[512], [480, 37, 300]] {
            let asleep = try render([], saysSo: true, rate: rate, blocks: blocks)
            #expect(asleep.samples == awake.samples)
            #expect(asleep.silentBlocks > asleep.blocks / 4)
        }
        #expect(awake.silentBlocks == 0)
        #expect(awake.samples[78_000...].contains { $0 != 0 })
    }
}

/// Noise, silence, noise, by the frames of its own time.
private final class Bursts: Processor, @unchecked Sendable {
    let name = "Bursts"
    let health = Health()
    private let held: Held<BurstsState>

    init(first: Int, second: Int, saysSo: Bool) {
        held = Held(BurstsState(first: Int64(first), second: Int64(second), saysSo: saysSo))
    }

    func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runBursts, state: UnsafeMutableRawPointer(held.pointer), owner: self)
    }
}

private struct BurstsState {
    let first: Int64
    let second: Int64
    let saysSo: Bool
}

private func runBursts(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let state = state.assumingMemoryBound(to: BurstsState.self)
    let io = io.assumingMemoryBound(to: StepIO.self)
    let (output, time) = (io.pointee.outputs[0], io.pointee.clock.pointee.sampleTime)
    let end = time + Int64(io.pointee.frameCount)
    if state.pointee.saysSo, time >= state.pointee.first, end <= state.pointee.second {
        return output.pointee.publishSilence()
    }
    for frame in 0..<io.pointee.frameCount {
        let at = time + Int64(frame)
        let isHeard = at < state.pointee.first || at >= state.pointee.second
        output.pointee.own[0][frame] = isHeard ? Float((at &* 7919) % 1001) / 1001 - 0.5 : 0
    }
    output.pointee.publishOwn()
}

/// Passes its input on and counts the blocks that are said to be silent.
private final class SilenceProbe: Processor, @unchecked Sendable {
    let name = "SilenceProbe"
    let health = Health()
    private let held = Held(0)
    var inputBusLimit: Int { 1 }
    var silentBlocks: Int { held.pointer.pointee }

    func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runSilenceProbe, state: UnsafeMutableRawPointer(held.pointer), owner: self)
    }
}

private func runSilenceProbe(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    let (input, output) = (io.pointee.inputs[0], io.pointee.outputs[0])
    if input.pointee.isSilent {
        state.assumingMemoryBound(to: Int.self).pointee += 1
        return output.pointee.publishSilence()
    }
    for channel in 0..<output.pointee.channelCount {
        output.pointee.borrow(input.pointee.channels[channel], asChannel: channel)
    }
    output.pointee.publishBorrowed()
}
