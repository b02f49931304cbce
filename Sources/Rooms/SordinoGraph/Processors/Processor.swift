import SordinoRealtime
import SordinoSignal

/// One thing that makes, changes or takes sound: the control side of a node.
///
/// The idea of a node, whole: the processor, an object of the control side, owns a state that only the render thread
/// touches while a plan names it, and a plain function over that state. A plan retains the processor and its
/// `StepRecipe.owner`, so a state is freed after the last plan that names it has come back. Units, effects and clients'
/// own units are processors; the graph sees only this protocol.
/// - Thread: control.
package protocol Processor: Served {
    /// Shown in descriptions, such as "Mixer".
    var name: String { get }

    /// Faults of this processor, counted while rendering.
    var health: Health { get }

    /// How many input buses may be connected; by default none.
    var inputBusLimit: Int { get }

    /// How many output buses there are; by default one.
    var outputBusCount: Int { get }

    /// Indicates whether each input may have its own rate and channels; the compiler puts a rate converter before it
    /// then.
    var convertsInputs: Bool { get }

    /// The quality of these rate converters; by default that of mixer inputs.
    var converterQuality: ResamplerQuality { get }

    /// Indicates whether the frames that the input gives are other in number than those of the output: varispeed,
    /// time-pitch.
    var changesTime: Bool { get }

    /// The most input frames that a block of so many frames may need; asked of those that change time.
    func inputFrameLimit(outputFrames: Int, sampleRate: Double) -> Int

    /// Indicates whether the node adds up any number of inputs: it finds them in `StepIO.bank`, not in `StepIO.inputs`,
    /// and may get others with each plan without being prepared again.
    var gathersInputs: Bool { get }

    /// Indicates whether each input has a place in a room: its connection gets a `SpaceInput`.
    var placesInputs: Bool { get }

    /// Indicates whether the node's output depends on nothing but its one input, its values and its time, so that it
    /// may be rendered earlier or later than nodes that lead elsewhere, and stay prepared from plan to plan.
    ///
    /// Such a node has one output bus, at most one input bus, and neither converts nor changes time.
    var standsAlone: Bool { get }

    /// Indicates whether the rendered block is looked through for NaN and infinity.
    var isExamined: Bool { get }

    /// Indicates whether the output is mostly samples that lie elsewhere, so that its own memory may be shared with
    /// others.
    ///
    /// Its step has to call `BusBuffer.needOwn` before it writes.
    var lendsOutput: Bool { get }

    /// Frames by which the output lags behind the input; by default 0.
    var latencyFrames: Int { get }

    /// Seconds for which there may be sound above -120 dB after the input has ended; by default 0.
    var tailSeconds: Double { get }

    /// Makes everything ready to render at these formats, and returns the step for it.
    ///
    /// Called at least for each new plan in which connections to the node or from it have changed; must not disturb the
    /// sound: states stay unless their format changed.
    ///
    /// - Throws: `unsupportedFormat`.
    func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe

    /// Forgets the past (tails, faults); called while nothing renders. By default only the faults.
    func reset()
}

extension Processor {
    package var inputBusLimit: Int { 0 }
    package var outputBusCount: Int { 1 }
    package var convertsInputs: Bool { false }
    package var converterQuality: ResamplerQuality { .good }
    package var changesTime: Bool { false }
    package func inputFrameLimit(outputFrames: Int, sampleRate: Double) -> Int { outputFrames }
    package var gathersInputs: Bool { false }
    package var placesInputs: Bool { false }
    package var standsAlone: Bool { false }
    package var isExamined: Bool { false }
    package var lendsOutput: Bool { false }
    package var latencyFrames: Int { 0 }
    package var tailSeconds: Double { 0 }
    package func reset() { health.unmute() }
}

/// The connections of a processor in the plan that is being made.
package struct Wiring {
    package let node: NodeID
    /// The connected inputs, by ascending bus, with the formats in which they arrive (rates are converted already);
    /// none for a node that gathers.
    package let inputs: [WiredInput]
    /// The formats of all output buses.
    package let outputs: [BusFormat]
    /// The most frames of a block at the output's rate.
    package let maximumFrameCount: Int
}

/// One connected input bus: its format and its place in space.
package struct WiredInput {
    package let bus: Int
    package let format: BusFormat
    /// The input's position in space; nil for inputs without one.
    let space: SpaceInput?
}

/// How a processor is rendered.
package struct StepRecipe {
    /// A marked global function.
    package let run: RunStep
    /// The first argument of `run`.
    package let state: UnsafeMutableRawPointer
    /// The object that keeps `state` alive.
    package let owner: AnyObject
    /// For processors that change time: a marked global function over the same state.
    package var demand: RunDemand?
    /// Bytes of memory that the step may use as it likes during a block.
    package var scratchByteCount: Int

    /// Makes a recipe for a step.
    package init(
        run: @escaping RunStep, state: UnsafeMutableRawPointer, owner: AnyObject, demand: RunDemand? = nil,
        scratchByteCount: Int = 0
    ) {
        self.scratchByteCount = scratchByteCount
        self.run = run
        self.state = state
        self.owner = owner
        self.demand = demand
    }
}

/// Owns one value at a fixed place, so that the render thread can point to it.
package final class Held<Value: ~Copyable>: @unchecked Sendable {
    /// Where the value is.
    package let pointer: UnsafeMutablePointer<Value>

    /// Puts a value in its place.
    package init(_ value: consuming Value) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}

/// Owns two values side by side: one that both sides touch, of atomics alone, and one that belongs to the render
/// thread.
///
/// Apart, because the render thread holds its own value exclusively while it works on it; side by side, so that both
/// are in the cache together.
final class Shared<Both: ~Copyable, Own: ~Copyable>: @unchecked Sendable {
    /// The state shared by control and render threads.
    let both: UnsafeMutablePointer<Both>
    /// The state that only the render thread uses; it is made with the address of `both`.
    let own: UnsafeMutablePointer<Own>
    private let memory: UnsafeMutableRawPointer

    init(_ both: consuming Both, _ own: (UnsafeMutablePointer<Both>) -> Own) {
        let offset = (MemoryLayout<Both>.size + 15) & ~15
        memory = .allocate(byteCount: offset + MemoryLayout<Own>.size, alignment: 64)
        self.both = memory.bindMemory(to: Both.self, capacity: 1)
        self.own = (memory + offset).bindMemory(to: Own.self, capacity: 1)
        self.both.initialize(to: both)
        self.own.initialize(to: own(self.both))
    }

    deinit {
        own.deinitialize(count: 1)
        both.deinitialize(count: 1)
        memory.deallocate()
    }
}
