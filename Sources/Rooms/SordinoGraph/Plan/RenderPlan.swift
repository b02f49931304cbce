import SordinoRealtime

/// A graph made flat: steps in an order in which each finds its inputs ready, over buffers allocated beforehand.
///
/// Made by `PlanCompiler` on the control side, handed to the render thread as a pointer, and freed on the control side
/// after the render thread has let go of it. The states that the steps point to belong to the processors and live on.
package struct RenderPlan: ~Copyable {
    /// Frames that the buffers hold for the root region; longer blocks are rendered in pieces.
    package let maximumFrameCount: Int
    /// Frames per second of the root region.
    package let sampleRate: Double
    let steps: UnsafeBufferPointer<TrunkStep>
    /// The meter of each step, in their order.
    let meters: UnsafeBufferPointer<UnsafeMutablePointer<HealthState>>
    let demands: UnsafeBufferPointer<TrunkDemand>
    /// The clocks of all regions, the root first.
    let clocks: UnsafeBufferPointer<UnsafeMutablePointer<BlockClock>>
    /// The inputs of each gathering node.
    let banks: UnsafeBufferPointer<Bank>
    /// Memory that buses share.
    let stack: UnsafeMutablePointer<PlaneStack>
    let stackStart: UnsafeMutablePointer<Float>
    /// Frames of one channel.
    let stackFrames: Int
    /// Keeps the memory and everything the steps point to.
    private let outline: Unmanaged<PlanOutline>

    init(_ outline: PlanOutline) {
        maximumFrameCount = outline.maximumFrameCount
        sampleRate = outline.sampleRate
        (steps, meters, demands) = (outline.trunk.steps, outline.trunk.meters, outline.trunk.demands)
        (clocks, banks) = (outline.clockPointers, outline.bankViews)
        stack = outline.shared.stack.pointer
        stackStart = outline.shared.planes.start.assumingMemoryBound(to: Float.self)
        stackFrames = outline.stackFrames
        self.outline = .passRetained(outline)
    }

    deinit { outline.release() }

    /// Steps of the plan, for tests and views.
    package var stepCount: Int { outline.takeUnretainedValue().stepCount }
    /// Regions with a clock of their own, the root included.
    package var regionCount: Int { clocks.count }
    /// Bytes of sample memory that the plan holds.
    package var sampleByteCount: Int { outline.takeUnretainedValue().sampleByteCount }
}

/// Runs one step: the processor's state, and a pointer to its `StepIO`.
package typealias RunStep = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void

/// Returns how many frames a step must be given to make `frames`: the step's state, the frames.
package typealias RunDemand = @convention(c) (UnsafeMutableRawPointer, Int) -> Int

/// One step of a plan.
package struct RenderStep: BitwiseCopyable {
    let run: RunStep
    /// Belongs to the processor and outlives plans, or every change of the graph would click.
    let state: UnsafeMutableRawPointer
    let io: UnsafeMutablePointer<StepIO>
    /// The fault counters of the processor; nil for steps that only pass on samples that they were given.
    let health: UnsafeMutablePointer<HealthState>?
}

/// The way in which a region learns the number of frames to render.
package struct DemandStep: BitwiseCopyable {
    let run: RunDemand
    let state: UnsafeMutableRawPointer
    let asking: UnsafeMutablePointer<BlockClock>
    let asked: UnsafeMutablePointer<BlockClock>
    /// Frames that the region's buffers hold.
    let limit: Int
}
