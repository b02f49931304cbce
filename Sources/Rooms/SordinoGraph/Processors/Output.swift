/// Where the graph's sound leaves it: the root that the plan is made from.
///
/// Takes any rate and any channels, like a mixer of one input without volume.
package final class Output: Processor, @unchecked Sendable {
    package let name = "Output"
    package let health = Health()
    private let held = Held(OutputState())

    /// Makes an output.
    package init() { held.pointer.pointee.health = health.state }

    package var inputBusLimit: Int { 1 }
    package var outputBusCount: Int { 0 }
    package var convertsInputs: Bool { true }

    /// Samples that were not numbers and were replaced by silence, in blocks.
    package var faultCount: Int { health.faultCount }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runOutput, state: UnsafeMutableRawPointer(held.pointer), owner: held)
    }
}

/// What the render thread keeps of an output.
struct OutputState {
    var health: UnsafeMutablePointer<HealthState>?
}
