/// Where the graph's sound leaves it: the root that the plan is made from.
///
/// Takes any rate and any channels, like a mixer of one input without volume.
package final class Output: Processor, @unchecked Sendable {
    private let held = Held(OutputState())

    /// Makes an output.
    package init() { super.init(name: "Output") }

    package override var inputBusLimit: Int { 1 }
    package override var outputBusCount: Int { 0 }
    package override var convertsInputs: Bool { true }

    /// Samples that were not numbers and were replaced by silence, in blocks.
    package var faultCount: Int { health.faultCount }

    package override func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        held.pointer.pointee.health = health.state
        return StepRecipe(run: runOutput, state: UnsafeMutableRawPointer(held.pointer), owner: held)
    }
}

/// What the render thread keeps of an output.
struct OutputState {
    var health: UnsafeMutablePointer<HealthState>?
}
