/// A node of silence, which replaces a program's own node without a processor.
package final class Silence: Processor, Sendable {
    package let name = "Silence"
    package let health = Health()

    /// Makes a silent node.
    package init() {}

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runSilence, state: UnsafeMutableRawPointer(health.state), owner: self)
    }
}
