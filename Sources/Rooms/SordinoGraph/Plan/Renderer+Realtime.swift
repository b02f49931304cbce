import SordinoRealtime
import Synchronization

extension RendererState {
    /// Sets the frame of the time line that comes next, for hosts that keep the time themselves.
    @_noAllocation @_noLocks
    package func setSampleTime(_ time: Int64) { news.pointee.sampleTime.store(time, ordering: .relaxed) }

    /// Renders one block of any length; silence when there is no plan.
    ///
    /// - Parameters:
    ///   - hostNanoseconds: When the first frame is heard; below 0 if that is unknown.
    ///   - output: `outputChannelCount` pointers to `frameCount` floats, which are all written; nil to render for sinks
    ///     and taps alone.
    ///   - input: `inputChannelCount` pointers to `frameCount` floats; nil for silence.
    /// - Thread: render, one at a time. No heap, no lock.
    @_noAllocation @_noLocks
    package mutating func render(
        frameCount: Int, hostNanoseconds: Int64, output: UnsafePointer<UnsafeMutablePointer<Float>>?,
        outputChannelCount: Int, input: UnsafePointer<UnsafeMutablePointer<Float>>?, inputChannelCount: Int
    ) {
        let visit = RenderThread.enter()
        let begun = HostClock.now()
        let start = news.pointee.sampleTime.load(ordering: .relaxed)
        let call = news.pointee.calls.load(ordering: .relaxed)
        news.pointee.calls.store(call &+ 1, ordering: .relaxed)
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
                cycle.board = board
                if hostNanoseconds >= 0 {
                    cycle.hostNanoseconds =
                        hostNanoseconds &+ Int64(Double(done) / plan.pointee.sampleRate * 1_000_000_000)
                }
                plan.pointee.render(cycle, isMeasured: call % LoadSampling.interval == LoadSampling.first)
                done &+= count
            }
            blocks.set(
                RenderedBlock(
                    sampleTime: start, hostNanoseconds: hostNanoseconds, frameCount: frameCount,
                    sampleRate: plan.pointee.sampleRate))
            count(since: begun, frameCount: frameCount, sampleRate: plan.pointee.sampleRate)
        } else if let output {
            for channel in 0..<outputChannelCount { clearSamples(output[channel], count: frameCount) }
        }
        news.pointee.sampleTime.store(start &+ Int64(frameCount), ordering: .relaxed)
        RenderThread.leave(visit)
    }

    /// Counts the cost of a call, and whether it was late: longer than its frames last.
    @_noAllocation @_noLocks
    private func count(since begun: UInt64, frameCount: Int, sampleRate: Double) {
        let spent = Int(truncatingIfNeeded: HostClock.now() &- begun)
        let heard = Int(Double(frameCount) / sampleRate * 1_000_000_000)
        news.pointee.nanoseconds.store(
            news.pointee.nanoseconds.load(ordering: .relaxed) &+ heard, ordering: .relaxed)
        news.pointee.load.add(nanoseconds: spent, heard: heard)
        if spent > heard && frameCount > 0 {
            news.pointee.lateCalls.store(
                news.pointee.lateCalls.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
    }
}
