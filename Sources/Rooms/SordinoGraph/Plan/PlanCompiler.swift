import SordinoRealtime

/// Makes a flat plan of a graph.
///
/// From the roots upwards: the order in which every node finds its inputs ready; the regions between rate converters, each
/// with its clock; the buffers, used again as soon as their last reader is done. What must not start anew with each plan
/// (the clocks' times) is kept here from plan to plan, so one compiler belongs to one graph.
/// - Thread: control, one at a time.
package final class PlanCompiler {
    private var clocks: [RegionKey: Held<BlockClock>] = [:]
    private let store = SampleStore()

    /// The last plan, for those who want to look at it; nil before the first.
    package private(set) var outline: PlanOutline?

    /// Makes a compiler that has seen no graph yet.
    package init() {}

    /// What a plan is made for.
    package struct Request {
        /// The nodes whose sound is wanted, the output first; others are rendered only if a root needs them.
        package var roots: [NodeID]
        /// Frames per second of the root region.
        package var sampleRate: Double
        /// The longest block of the root region.
        package var maximumFrameCount: Int
        /// Who listens to which output bus.
        package var taps: [BusID: [Tap]]

        /// Makes a request.
        package init(
            roots: [NodeID], sampleRate: Double, maximumFrameCount: Int, taps: [BusID: [Tap]] = [:]
        ) {
            self.roots = roots
            self.sampleRate = sampleRate
            self.maximumFrameCount = maximumFrameCount
            self.taps = taps
        }
    }

    /// Starts all times of the regions anew; nothing may be rendering.
    package func resetTime() {
        for clock in clocks.values { clock.pointer.pointee.isSet = false }
    }

    /// Makes a plan; the caller owns it.
    ///
    /// - Throws: `GraphError` when a node cannot work at its formats, or a split is needed at two speeds.
    package func compile(_ graph: Graph, _ request: Request) throws(GraphError) -> UnsafeMutablePointer<RenderPlan> {
        let order = PlanOrder(graph, from: request.roots)
        let regions = try Regions(order: order, request: request)
        var kept: [RegionKey: Held<BlockClock>] = [:]
        let present = regions.all.map { region in
            let clock = clocks[region.key] ?? Held(BlockClock(sampleRate: region.sampleRate))
            kept[region.key] = clock
            return clock
        }
        clocks = kept
        var builder = PlanBuilder(
            graph: graph, request: request, order: order, regions: regions, clocks: present, store: store)
        for place in order.nodes.indices { try builder.add(at: place) }
        let (plan, outline) = builder.finish()
        self.outline = outline
        return plan
    }
}
