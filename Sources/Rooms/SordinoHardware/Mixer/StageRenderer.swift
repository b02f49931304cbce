import SordinoRealtime

/// The render thread's end of a `StageMixer`; must not outlive it.
///
/// A block, whoever drives it: `beginBlock`; for each stream of the plan `deliverInput`, the program's callback,
/// `accept`; then `mix`.
package struct StageRenderer: @unchecked Sendable {
    let handOver: HandOverRenderer<StagePlan>
    let state: UnsafeMutablePointer<StageRenderState>
}

/// What the render thread knows between blocks.
struct StageRenderState {
    /// The number of the block that is being rendered, from 1.
    var block: UInt64 = 0
    /// One block for products of two ramps.
    let scratch: UnsafeMutablePointer<Float>
}
