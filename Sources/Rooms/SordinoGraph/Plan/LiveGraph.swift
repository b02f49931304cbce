/// A graph that is edited while it renders: the graph, the compiler of its plans, and their renderer.
///
/// - Thread: control, one at a time.
package final class LiveGraph: @unchecked Sendable {
    /// The longest block of a device, in frames (rules.md R6.5); a device renders longer ones in pieces.
    package static let maximumFrameCount = 4096

    /// The nodes and their connections; what is rendered follows with `update`.
    package var graph = Graph()
    /// The renderer of the plans, with its times and counts.
    package let renderer = Renderer()
    /// The compiler of the plans, which knows the last one.
    package let compiler = PlanCompiler()

    /// Makes a graph without nodes, which renders silence.
    package init() {}

    /// Renders the graph as it is now from the next block on.
    ///
    /// - Throws: `GraphError` if a node cannot work at its formats; then the plan before stays.
    package func update(_ request: PlanCompiler.Request) throws(GraphError) {
        renderer.publish(try compiler.compile(graph, request))
    }

    /// Starts all times anew; nothing may be rendering.
    package func resetTime() {
        renderer.resetTime()
        compiler.resetTime()
    }

    /// Frees every plan; nothing may be rendering.
    package func retire() { renderer.retire() }
}
