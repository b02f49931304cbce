/// The inputs, outputs and time of one step.
///
/// Made by the compiler for one plan; the step's state outlives it.
/// - Thread: render.
package struct StepIO: BitwiseCopyable {
    /// The clock of the region in which the step's output is.
    package let clock: UnsafeMutablePointer<BlockClock>
    /// The clock of the region that the inputs come from; the same one unless the step converts.
    package let inputClock: UnsafeMutablePointer<BlockClock>
    /// One buffer for each connected input bus, by ascending bus.
    package let inputs: UnsafeMutablePointer<UnsafeMutablePointer<BusBuffer>>
    package let inputCount: Int
    /// One buffer for each output bus.
    package let outputs: UnsafeMutablePointer<UnsafeMutablePointer<BusBuffer>>
    package let outputCount: Int
    /// Memory for the length of a block, as much as the recipe asked for.
    package let scratch: UnsafeMutableRawPointer
    /// The inputs of a step that gathers; the plan sets it before the step runs, because they change from plan to plan.
    var bank: UnsafePointer<Bank>?

    /// Frames that the step renders in this block.
    package var frameCount: Int {
        @_noAllocation @_noLocks get { clock.pointee.frameCount }
    }
}
