import SordinoRealtime

/// The render thread's end of a `StageMixer`; must not outlive it.
///
/// The peer that drives it makes these calls for each block:
/// 1. `beginBlock`, which gives the plan. A peer whose samples lie in other memory in every block (a node of an audio
///    server's graph) now points `PlannedStream.output` and `input` and `PlannedPort.samples` there.
/// 2. For each input port `acceptInput`.
/// 3. For each stream, in the order of `StagePlan.turns`, `deliverInput`, the program's callback, and `accept`; or
/// `skip` when the program delivered no samples.
/// 4. `mix`, after which the output ports have their samples.
package struct StageRenderer: Sendable {
    let handOver: HandOverRenderer<StagePlan>
    let lent: Lent<UnsafeMutablePointer<StageRenderState>>
    var state: UnsafeMutablePointer<StageRenderState> { @_noAllocation @_noLocks get { lent.value } }
}

/// The state of the render thread between blocks.
struct StageRenderState {
    /// The number of the block that is being rendered, from 1.
    var block: UInt64 = 0
    let frameCapacity: Int
    /// One block for products of two ramps.
    let scratch: UnsafeMutablePointer<Float>
}
