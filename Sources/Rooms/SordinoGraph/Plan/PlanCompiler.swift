import SordinoRealtime

/// Makes a flat plan of a graph.
///
/// From the roots upwards: the order in which every node finds its inputs ready; the regions between rate converters,
/// each with its clock; the buffers, used again as soon as their last reader is done. State that must not start anew
/// with each plan (the clocks' times) is kept here from plan to plan, so one compiler belongs to one graph.
///
/// A plan has a trunk, and branches: nodes that lead to one input of a mixer and nowhere else. When nothing but
/// branches changed since the last plan, only these are compiled, and the new plan shares the rest with the last one.
/// - Thread: control, one at a time.
package final class PlanCompiler {
    private let store = SampleStore()
    private let stack = Held(PlaneStack())
    private var present: Blueprint?
    private var planes = SharedPages(atLeast: 0)
    private var scratch = SharedPages(atLeast: 0)

    /// The last plan, for views; nil before the first.
    package private(set) var outline: PlanOutline?
    /// The work for the plans so far.
    package private(set) var work = Work()

    /// Makes a compiler that has seen no graph yet.
    package init() {}

    /// The request for a plan.
    package struct Request {
        /// The possible differences from the compiler's last plan.
        package enum Changes: Sendable {
            /// Anything: every node is prepared again.
            case anything
            /// Nodes, connections and formats, which the graph itself remembers; nothing inside a node that was there.
            case graphAlone
        }

        /// The nodes whose sound is wanted, the output first; others are rendered only if a root needs them.
        package var roots: [NodeID]
        /// Frames per second of the root region.
        package var sampleRate: Double
        /// The longest block of the root region.
        package var maximumFrameCount: Int
        /// The taps of each output bus.
        package var taps: [BusID: [Tap]]
        /// The possible differences from the last plan.
        package var changes: Changes

        /// Makes a request for a plan.
        package init(
            roots: [NodeID], sampleRate: Double, maximumFrameCount: Int = LiveGraph.maximumFrameCount,
            taps: [BusID: [Tap]] = [:], changes: Changes = .anything
        ) {
            self.roots = roots
            self.sampleRate = sampleRate
            self.maximumFrameCount = maximumFrameCount
            self.taps = taps
            self.changes = changes
        }

        /// Returns whether a plan of the same graph would be the same.
        func isSame(as other: Request) -> Bool {
            roots == other.roots && sampleRate == other.sampleRate && maximumFrameCount == other.maximumFrameCount
                && taps.count == other.taps.count
                && taps.allSatisfy { bus, taps in other.taps[bus]?.elementsEqual(taps, by: ===) ?? false }
        }
    }

    /// Counts of the work for plans.
    package struct Work: Equatable, Sendable {
        /// Plans that were made from nothing.
        package var wholePlanCount = 0
        /// Plans that share with the one before all that did not change.
        package var patchedPlanCount = 0
        /// Nodes that were prepared.
        package var preparedNodeCount = 0
        /// Inputs of mixers that were written into the parts of a bank that changed.
        package var movedInputCount = 0

        /// Makes counts of no plans.
        package init() {}
    }

    /// Starts all times of the regions anew; nothing may be rendering.
    package func resetTime() { present?.resetTime() }

    /// Makes a plan; the caller owns it.
    ///
    /// - Throws: `GraphError` when a node cannot work at its formats, or a split is needed at two speeds.
    package func compile(_ graph: Graph, _ request: Request) throws(GraphError) -> UnsafeMutablePointer<RenderPlan> {
        let blueprint: Blueprint
        if case .graphAlone = request.changes, let present, try present.patch(graph, request, &work) {
            blueprint = present
            work.patchedPlanCount += 1
        } else {
            blueprint = try Blueprint(graph, request, after: present, store: store, stack: stack)
            present = blueprint
            work.wholePlanCount += 1
            work.preparedNodeCount += blueprint.nodeCount
        }
        let outline = blueprint.outline(memory(for: blueprint))
        self.outline = outline
        let plan = UnsafeMutablePointer<RenderPlan>.allocate(capacity: 1)
        plan.initialize(to: RenderPlan(outline))
        return plan
    }

    /// Memory that is large enough; a plan in use keeps the memory that it was given.
    private func memory(for blueprint: Blueprint) -> PlanOutline.SharedMemory {
        let planeBytes = blueprint.sharedFrames * MemoryLayout<Float>.stride
        if planes.byteCount < planeBytes { planes = SharedPages(atLeast: planeBytes) }
        let scratchBytes = blueprint.scratchByteCount
        if scratch.byteCount < scratchBytes { scratch = SharedPages(atLeast: scratchBytes) }
        return PlanOutline.SharedMemory(stack: stack, planes: planes, scratch: scratch)
    }
}
