import SordinoRealtime

/// Makes a flat plan of a graph.
///
/// From the roots upwards: the order in which every node finds its inputs ready; the regions between rate converters, each
/// with its clock; the buffers, used again as soon as their last reader is done. What must not start anew with each plan
/// (the clocks' times) is kept here from plan to plan, so one compiler belongs to one graph.
/// - Thread: control, one at a time.
package final class PlanCompiler {
    private var clocks: [RegionKey: Held<BlockClock>] = [:]

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
        let regions = try Regions(graph, order: order, request: request)
        var kept: [RegionKey: Held<BlockClock>] = [:]
        for key in regions.keys {
            kept[key] = clocks[key] ?? Held(BlockClock(sampleRate: regions.sampleRate(of: key)))
        }
        clocks = kept
        var builder = PlanBuilder(graph: graph, request: request, order: order, regions: regions, clocks: kept)
        for node in order.nodes { try builder.add(node) }
        let (plan, outline) = builder.finish()
        self.outline = outline
        return plan
    }
}

/// The nodes that the roots need, each after everything that leads into it, and what leads into them.
struct PlanOrder {
    private(set) var nodes: [NodeID] = []
    /// Sorted once: every part of the compiler asks for them.
    private var inputs: [NodeID: [Connection]] = [:]

    init(_ graph: Graph, from roots: [NodeID]) {
        var entered: Set<NodeID> = []
        entered.reserveCapacity(graph.nodes.count)
        nodes.reserveCapacity(graph.nodes.count)
        // A stack of its own: a chain of ten thousand nodes must not use up the thread's.
        var stack: [(node: NodeID, isDone: Bool)] = roots.reversed().map { ($0, false) }
        while let (node, isDone) = stack.popLast() {
            if isDone {
                nodes.append(node)
            } else if entered.insert(node).inserted, graph.nodes[node] != nil {
                let found = graph.inputs(of: node)
                if found.isEmpty {
                    nodes.append(node)
                    continue
                }
                inputs[node] = found
                stack.append((node, true))
                for input in found.reversed() where !entered.contains(input.source.node) {
                    stack.append((input.source.node, false))
                }
            }
        }
    }

    /// What leads into a node, by ascending bus.
    func inputs(of node: NodeID) -> [Connection] { inputs[node] ?? [] }
}
