import SordinoHardware
import SordinoRealtime

/// The part of the player mixer that the render thread owns.
struct MixerState: ~Copyable {
    let plans: HandOverRenderer<MixPlan>

    init(plans: HandOverRenderer<MixPlan>) { self.plans = plans }

    @_noAllocation @_noLocks
    func render(_ cycle: borrowing StreamCycle) {
        guard let plan = plans.takeUp(), let output = cycle.output, cycle.outputChannelCount > 0 else { return }
        for index in 0..<plan.pointee.count {
            plan.pointee.states[index].pointee.render(
                into: output, outputCount: cycle.outputChannelCount, frameCount: cycle.frameCount,
                firstNanoseconds: cycle.hostNanoseconds, blockRate: cycle.sampleRate)
        }
    }
}

/// The entry point of the player mixer's stream.
@_noAllocation @_noLocks
func renderPlayers(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
    context.assumingMemoryBound(to: MixerState.self).pointee.render(
        cycle.assumingMemoryBound(to: StreamCycle.self).pointee)
}
