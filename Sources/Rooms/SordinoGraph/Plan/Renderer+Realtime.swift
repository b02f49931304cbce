import SordinoRealtime
import Synchronization

extension RendererState {
    /// Says which frame of the time line comes next, where somebody else keeps the time.
    @_noAllocation @_noLocks
    package func setSampleTime(_ time: Int64) { news.pointee.sampleTime.store(time, ordering: .relaxed) }

    /// Renders one block of any length; silence when there is no plan.
    ///
    /// - Parameters:
    ///   - hostNanoseconds: When the first frame is heard; below 0 when nobody knows.
    ///   - output: `outputChannelCount` pointers to `frameCount` floats, which are all written; nil to render for sinks and
    ///     taps alone.
    ///   - input: `inputChannelCount` pointers to `frameCount` floats; nil for silence.
    /// - Thread: render, one at a time. No heap, no lock.
    @_noAllocation @_noLocks
    package mutating func render(
        frameCount: Int, hostNanoseconds: Int64, output: UnsafePointer<UnsafeMutablePointer<Float>>?,
        outputChannelCount: Int, input: UnsafePointer<UnsafeMutablePointer<Float>>?, inputChannelCount: Int
    ) {
        let visit = RenderThread.enter()
        let start = news.pointee.sampleTime.load(ordering: .relaxed)
        if let plan = plans.takeUp() {
            var done = 0
            while done < frameCount {
                let count = min(frameCount &- done, plan.pointee.maximumFrameCount)
                var cycle = RenderCycle()
                cycle.frameCount = count
                cycle.sampleTime = start &+ Int64(done)
                cycle.output = output
                cycle.outputChannelCount = outputChannelCount
                cycle.input = input
                cycle.inputChannelCount = inputChannelCount
                cycle.frameOffset = done
                if hostNanoseconds >= 0 {
                    cycle.hostNanoseconds =
                        hostNanoseconds &+ Int64(Double(done) / plan.pointee.sampleRate * 1_000_000_000)
                }
                plan.pointee.render(cycle)
                done &+= count
            }
            blocks.set(
                RenderedBlock(
                    sampleTime: start, hostNanoseconds: hostNanoseconds, frameCount: frameCount,
                    sampleRate: plan.pointee.sampleRate))
        } else if let output {
            for channel in 0..<outputChannelCount { clearSamples(output[channel], count: frameCount) }
        }
        news.pointee.sampleTime.store(start &+ Int64(frameCount), ordering: .relaxed)
        RenderThread.leave(visit)
    }
}
