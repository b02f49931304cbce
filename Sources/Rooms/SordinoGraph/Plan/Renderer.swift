import SordinoRealtime
import Synchronization

/// Renders the plans that it is given, one block after the other, on whichever thread calls.
///
/// The control side publishes a plan at any time; it is taken up at the next block and the one before comes back to be
/// freed.
package final class Renderer: Sendable {
    private let handOver: HandOver<RenderPlan>
    private let held: Shared<RendererNews, RendererState>
    /// Serves the parts of the graph beside the render thread.
    package let desk = ServiceDesk()
    private let blocks = TripleBuffer(Renderer.noBlock)
    private static let noBlock = RenderedBlock(sampleTime: 0, hostNanoseconds: -1, frameCount: -1, sampleRate: 0)

    /// Makes a renderer without a plan: it renders silence.
    package init() {
        handOver = HandOver<RenderPlan>(returnCapacity: 64) { plan in
            plan.deinitialize(count: 1)
            plan.deallocate()
        }
        let (plans, writer, board) = (handOver.renderer, blocks.writer, desk.board)
        held = Shared(RendererNews()) { RendererState(plans: plans, blocks: writer, board: board, news: $0) }
    }

    /// The part of the render thread, for the host that drives it by `RendererState.render`.
    package var state: UnsafeMutablePointer<RendererState> { held.own }

    /// Offers a plan, which belongs to the renderer from now on.
    ///
    /// - Thread: control, one at a time.
    package func publish(_ plan: UnsafeMutablePointer<RenderPlan>) { handOver.publish(plan) }

    /// Frees plans that came back.
    ///
    /// - Thread: control, one at a time.
    package func collect() { handOver.collect() }

    /// Frees every plan; nothing may be rendering.
    package func retire() { handOver.retire() }

    /// Sets the time line back to 0; nothing may be rendering.
    package func resetTime() {
        held.both.pointee.sampleTime.store(0, ordering: .relaxed)
        blocks.writer.set(Renderer.noBlock)
    }

    /// Frames rendered since the time line began.
    package var sampleTime: Int64 { held.both.pointee.sampleTime.load(ordering: .relaxed) }

    /// Seconds that were rendered since the renderer was made: the time of `desk`.
    ///
    /// - Thread: any.
    package var renderedSeconds: Double {
        Double(held.both.pointee.nanoseconds.load(ordering: .relaxed)) / 1e9
    }

    /// Counts since the renderer was made: calls, late ones, and their cost.
    ///
    /// - Thread: any.
    package var counts: RenderCounts {
        var counts = RenderCounts()
        counts.callCount = held.both.pointee.calls.load(ordering: .relaxed)
        counts.lateCount = held.both.pointee.lateCalls.load(ordering: .relaxed)
        counts.load = held.both.pointee.load.total
        return counts
    }

    /// The last block that was rendered; nil before the first since the time line began.
    ///
    /// - Thread: control, one at a time.
    package var lastBlock: RenderedBlock? {
        let block = blocks.reader.latest()
        return block.frameCount < 0 ? nil : block
    }
}

/// The time of a rendered block.
package struct RenderedBlock: BitwiseCopyable, Sendable {
    /// Its first frame on the root's time line.
    package var sampleTime: Int64
    /// The time at which that frame is heard, nanoseconds of host time; negative if unknown.
    package var hostNanoseconds: Int64
    package var frameCount: Int
    /// The rate of the root, in hertz.
    package var sampleRate: Double

    /// Describes a rendered block.
    @_noAllocation @_noLocks
    package init(sampleTime: Int64, hostNanoseconds: Int64, frameCount: Int, sampleRate: Double) {
        self.sampleTime = sampleTime
        self.hostNanoseconds = hostNanoseconds
        self.frameCount = frameCount
        self.sampleRate = sampleRate
    }
}

/// The render thread's reports on a renderer.
struct RendererNews: ~Copyable {
    /// Frames rendered since the time line began.
    let sampleTime = Atomic<Int64>(0)
    /// Render calls, late ones among them, and their cost.
    let calls = Atomic<Int>(0)
    /// The length of all blocks since the renderer was made.
    let nanoseconds = Atomic<Int>(0)
    let lateCalls = Atomic<Int>(0)
    let load = LoadState()
}

/// The state of a renderer on the render thread.
package struct RendererState {
    let plans: HandOverRenderer<RenderPlan>
    let blocks: TripleBufferWriter<RenderedBlock>
    let board: ServiceBoard
    let news: UnsafeMutablePointer<RendererNews>

    init(
        plans: HandOverRenderer<RenderPlan>, blocks: TripleBufferWriter<RenderedBlock>, board: ServiceBoard,
        news: UnsafeMutablePointer<RendererNews>
    ) {
        self.news = news
        self.plans = plans
        self.blocks = blocks
        self.board = board
    }
}
