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
    let steps: UnsafeMutableBufferPointer<RenderStep>
    /// Whose time each step takes, in their order; apart from the steps, because few blocks are measured.
    let meters: UnsafeMutableBufferPointer<UnsafeMutablePointer<HealthState>>
    let demands: UnsafeMutableBufferPointer<DemandStep>
    /// The clocks of all regions, the root first.
    let clocks: UnsafeMutableBufferPointer<UnsafeMutablePointer<BlockClock>>
    /// Memory that buses share.
    let stack: UnsafeMutablePointer<PlaneStack>
    /// Keeps the memory and everything the steps point to.
    private let keeper: Unmanaged<PlanKeeper>

    init(
        maximumFrameCount: Int, sampleRate: Double, steps: [RenderStep],
        meters: [UnsafeMutablePointer<HealthState>], demands: [DemandStep],
        clocks: [UnsafeMutablePointer<BlockClock>], stack: UnsafeMutablePointer<PlaneStack>, keeper: PlanKeeper
    ) {
        self.stack = stack
        self.maximumFrameCount = maximumFrameCount
        self.sampleRate = sampleRate
        self.steps = keeper.copy(steps)
        self.meters = keeper.copy(meters)
        self.demands = keeper.copy(demands)
        self.clocks = keeper.copy(clocks)
        self.keeper = .passRetained(keeper)
    }

    deinit { keeper.release() }

    /// Steps of the plan, for tests and views.
    package var stepCount: Int { steps.count }
    /// Regions with a clock of their own, the root included.
    package var regionCount: Int { clocks.count }
    /// Bytes of sample memory that the plan holds.
    package var sampleByteCount: Int { keeper.takeUnretainedValue().sampleByteCount }
}

/// Runs one step: the processor's state, and a pointer to its `StepIO`.
package typealias RunStep = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void

/// Says how many frames a step must be given to make `frames`: the step's state, the frames.
package typealias RunDemand = @convention(c) (UnsafeMutableRawPointer, Int) -> Int

/// One step of a plan.
package struct RenderStep: BitwiseCopyable {
    let run: RunStep
    /// Belongs to the processor and outlives plans, or every change of the graph would click.
    let state: UnsafeMutableRawPointer
    let io: UnsafeMutablePointer<StepIO>
    /// Where the processor's faults are kept; nil for steps that cannot make a sample that they were not given.
    let health: UnsafeMutablePointer<HealthState>?
}

/// How a region learns how many frames it has to render.
package struct DemandStep: BitwiseCopyable {
    let run: RunDemand
    let state: UnsafeMutableRawPointer
    let asking: UnsafeMutablePointer<BlockClock>
    let asked: UnsafeMutablePointer<BlockClock>
    /// Frames that the region's buffers hold.
    let limit: Int
}
