/// The steps of a plan that stand in no branch, in their order.
///
/// Plans share it as long as no edit touches one of its nodes.
final class Trunk {
    /// The description of a step, for views.
    struct Entry {
        let node: NodeID
        let role: PlanOutline.Role
    }

    let keeper: PlanKeeper
    let steps: UnsafeBufferPointer<TrunkStep>
    /// The meter of each step; apart from the steps, because few blocks are measured.
    let meters: UnsafeBufferPointer<UnsafeMutablePointer<HealthState>>
    let demands: UnsafeBufferPointer<TrunkDemand>
    /// The description of each step.
    let entries: [Entry]
    /// Frames of memory that the plan's stack has to have for it.
    let stackFrames: Int

    init(
        steps: [TrunkStep], meters: [UnsafeMutablePointer<HealthState>], demands: [TrunkDemand], entries: [Entry],
        stackFrames: Int, keeper: PlanKeeper
    ) {
        self.keeper = keeper
        self.steps = UnsafeBufferPointer(keeper.copy(steps))
        self.meters = UnsafeBufferPointer(keeper.copy(meters))
        self.demands = UnsafeBufferPointer(keeper.copy(demands))
        self.entries = entries
        self.stackFrames = stackFrames
    }
}

/// A step of the trunk.
struct TrunkStep: BitwiseCopyable {
    let step: RenderStep
    /// The number of the bank of a node that gathers; below 0 for other nodes.
    let bank: Int
}

/// The way in which regions learn the number of frames to render: of a step of the trunk, or of all branches of a bank.
struct TrunkDemand: BitwiseCopyable {
    /// Nil for a bank's.
    let step: DemandStep?
    let bank: Int
}
