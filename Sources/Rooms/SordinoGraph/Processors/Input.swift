import CoreAudioTypes
import SordinoSignal
import Synchronization

/// Where sound from outside enters the graph: what the stream's input delivers with each block, or what a function of the
/// program's gives when it is asked.
package final class Input: Processor, @unchecked Sendable {
    package let name = "Input"
    package let health = Health()
    private let held = Shared(InputNews()) { InputState(news: $0) }
    private var keeper: AnyObject?

    /// Makes an input that takes what the stream delivers.
    package init() {}

    package var isExamined: Bool { true }

    /// Takes the frames from a function of the program's; nil goes back to the
    /// stream.
    ///
    /// Nothing may be rendering.
    ///
    /// - Parameters:
    ///   - kind: The type of the samples that the function gives.
    ///   - isInterleaved: Whether all channels come in one buffer.
    ///   - keeping: What keeps the function's context.
    package func setSource(
        _ block: ClientBlock?, kind: PackedSample = .float32, isInterleaved: Bool = false, keeping: AnyObject? = nil
    ) {
        held.own.pointee.block = block
        held.own.pointee.kind = kind
        held.own.pointee.isInterleaved = isInterleaved
        keeper = keeping
    }

    /// Whether the input gives silence, whatever comes in; a block comes whole or not at all.
    package var isMuted: Bool {
        get { held.both.pointee.isMuted.load(ordering: .relaxed) }
        set { held.both.pointee.isMuted.store(newValue, ordering: .relaxed) }
    }

    /// Tells whether the function had too few frames; as long as the input lives.
    package var shortage: InputShortage { InputShortage(news: held.both) }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        // The processor itself, so that the function's context lives as long as the plan.
        StepRecipe(run: runInput, state: UnsafeMutableRawPointer(held.own), owner: self)
    }
}

/// What both sides know of an input.
struct InputNews: ~Copyable {
    let isMuted = Atomic<Bool>(false)
    let isShort = Atomic<Bool>(false)
}

/// What the render thread knows of an input.
struct InputState {
    let news: UnsafeMutablePointer<InputNews>
    var block: ClientBlock?
    var kind = PackedSample.float32
    var isInterleaved = false
}

/// Whether an input's function had too few frames.
package struct InputShortage: @unchecked Sendable {
    let news: UnsafeMutablePointer<InputNews>
}

/// What an input and its function exchange.
package struct InputExchange {
    /// Frames wanted.
    package let frameCount: Int
    /// The answer; nil when there is nothing.
    package var list: UnsafePointer<AudioBufferList>?

    @_noAllocation @_noLocks
    init(frameCount: Int) { self.frameCount = frameCount }
}
