import SordinoHardware
import Synchronization

/// A looping voice as the render thread knows it.
struct LoopState: ~Copyable {
    let samples: UnsafeBufferPointer<Float>
    let sampleRate: Double
    /// The next frame's place in the recording; below `samples.count`.
    var position: Double = 0
    let framesPlayed = Atomic<Int>(0)

    init(samples: UnsafeBufferPointer<Float>, sampleRate: Double) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    @_noAllocation @_noLocks
    mutating func render(_ cycle: borrowing StreamCycle) {
        guard let output = cycle.output else { return }
        let step = sampleRate / cycle.sampleRate
        let end = Double(samples.count)
        for frame in 0..<cycle.frameCount {
            let index = Int(position)
            let next = index + 1 < samples.count ? index + 1 : 0
            let share = Float(position - Double(index))
            let value = samples[index] + (samples[next] - samples[index]) * share
            for channel in 0..<cycle.outputChannelCount { output[channel][frame] = value }
            position += step
            while position >= end { position -= end }
        }
        framesPlayed.wrappingAdd(cycle.frameCount, ordering: .relaxed)
    }
}

/// The entry point of a looping voice's stream.
@_noAllocation @_noLocks
func renderLoop(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
    context.assumingMemoryBound(to: LoopState.self).pointee.render(
        cycle.assumingMemoryBound(to: StreamCycle.self).pointee)
}
