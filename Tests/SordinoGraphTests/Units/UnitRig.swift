import AllocationProbe
import Glibc
import SordinoGraph

/// One unit between an input that the test feeds and an output.
final class UnitRig {
    let rig: Rig
    let unit: UnitProcessor
    let node: NodeID

    init(_ unit: UnitProcessor, sampleRate: Double = 48_000, channelCount: Int = 2) throws {
        rig = Rig(sampleRate: sampleRate, channelCount: channelCount)
        self.unit = unit
        node = rig.add(unit)
        let input = rig.add(RawInput())
        _ = try rig.connect(input, to: node)
        _ = try rig.connect(node, to: rig.outputNode)
        try rig.publish()
    }

    /// Renders the input in blocks of these lengths, over and over; one block if there are none.
    func render(_ input: [[Float]], blocks: [Int] = [], before: (Int) -> Void = { _ in }) -> [[Float]] {
        var joined = [[Float]](repeating: [], count: rig.channelCount)
        let count = input.first?.count ?? 0
        var (frame, index) = (0, 0)
        while frame < count {
            let length = min(blocks.isEmpty ? count : blocks[index % blocks.count], count - frame)
            before(frame)
            let block = rig.render(length, input: input.map { Array($0[frame..<frame + length]) })
            for (channel, samples) in block.enumerated() { joined[channel] += samples }
            frame += length
            index += 1
        }
        return joined
    }

    /// Heap calls of one block.
    func heapCalls(_ input: [[Float]]) -> HeapCalls {
        let planes = Planes(channelCount: rig.channelCount, frameCount: input[0].count)
        let inputs = Planes(input)
        let state = rig.renderer.state
        let (output, source) = (UnsafePointer(planes.pointers), UnsafePointer(inputs.pointers))
        let (channels, frames) = (rig.channelCount, input[0].count)
        return countingHeapCalls {
            state.pointee.render(
                frameCount: frames, hostNanoseconds: -1, output: output, outputChannelCount: channels,
                input: source, inputChannelCount: channels)
        }
    }

    /// The levels of the impulse response of the first channel in dB, at these frequencies.
    func decibels(at hertz: [Double], frameCount: Int = 32_768) -> [Double] {
        var impulse = [Float](repeating: 0, count: frameCount)
        impulse[0] = 1
        let response = render([[Float]](repeating: impulse, count: rig.channelCount))[0]
        return hertz.map { Spectrum.decibels(response, at: $0, sampleRate: rig.sampleRate) }
    }
}

enum Spectrum {
    /// The level of a response at one frequency, by its Fourier sum in double precision.
    static func decibels(_ samples: [Float], at hertz: Double, sampleRate: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        let angle = 2 * Double.pi * hertz / sampleRate
        // A turning pointer, set right now and then.
        let (turnReal, turnImaginary) = (cos(angle), sin(angle))
        var (x, y) = (1.0, 0.0)
        samples.withUnsafeBufferPointer { samples in
            for frame in 0..<samples.count {
                if frame % 256 == 0 { (x, y) = (cos(angle * Double(frame)), sin(angle * Double(frame))) }
                let sample = Double(samples[frame])
                real += sample * x
                imaginary -= sample * y
                (x, y) = (x * turnReal - y * turnImaginary, x * turnImaginary + y * turnReal)
            }
        }
        return 10 * log10(max(real * real + imaginary * imaginary, 1e-30))
    }
}

/// Lets what the stream delivers into the graph without a look at it.
final class RawInput: Processor, @unchecked Sendable {
    let name = "RawInput"
    let health = Health()
    private let held = Held(0)

    func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runRawInput, state: UnsafeMutableRawPointer(held.pointer), owner: self)
    }
}

private func runRawInput(_ state: UnsafeMutableRawPointer, _ io: UnsafeMutableRawPointer) {
    let io = io.assumingMemoryBound(to: StepIO.self)
    let (cycle, output) = (io.pointee.clock.pointee.cycle, io.pointee.outputs[0])
    guard let input = cycle.input else { return output.pointee.publishSilence() }
    for channel in 0..<output.pointee.channelCount {
        output.pointee.borrow(input[min(channel, cycle.inputChannelCount - 1)] + cycle.frameOffset, asChannel: channel)
    }
    output.pointee.publishBorrowed()
}
