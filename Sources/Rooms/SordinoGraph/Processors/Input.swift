import CoreAudioTypes
import SordinoSignal
import Synchronization

/// The node by which sound from outside enters the graph: in each block the input frames of the stream, or those that
/// a function of the program returns when it is called.
package final class Input: Processor, @unchecked Sendable {
    package let name = "Input"
    package let health = Health()
    private let memory = SpeechActivityMemory()
    private let held: Shared<InputNews, InputState>
    private var keeper: AnyObject?
    private let map = Mutex<[Int]>([])

    /// Makes an input that takes the frames of the stream.
    package init() {
        let speech = SpeechActivity(memory)
        held = Shared(InputNews()) { InputState(news: $0, speech: speech) }
    }

    package var isExamined: Bool { true }

    /// Takes the frames from a function of the program; nil goes back to the stream.
    ///
    /// Nothing may be rendering.
    ///
    /// - Parameters:
    ///   - kind: The type of the samples that the function gives.
    ///   - isInterleaved: Whether all channels come in one buffer.
    ///   - keeping: An object that keeps the context of the function.
    package func setSource(
        _ block: ClientBlock?, kind: PackedSample = .float32, isInterleaved: Bool = false, keeping: AnyObject? = nil
    ) {
        held.own.pointee.block = block
        held.own.pointee.kind = kind
        held.own.pointee.isInterleaved = isInterleaved
        keeper = keeping
    }

    /// Which channel of the stream each channel of the input gives, -1 for silence; empty for the usual order.
    ///
    /// Holds from the next plan on. Channels of the input beyond the map are silent.
    package var channelMap: [Int] {
        get { map.withLock { $0 } }
        set { map.withLock { $0 = newValue } }
    }

    /// Indicates whether the input gives silence instead of its frames; a block comes whole or not at all.
    package var isMuted: Bool {
        get { held.both.pointee.isMuted.load(ordering: .relaxed) }
        set { held.both.pointee.isMuted.store(newValue, ordering: .relaxed) }
    }

    /// Indicates whether the input listens for speech while it is muted.
    package var isListeningForSpeech: Bool {
        get { held.both.pointee.isListening.load(ordering: .relaxed) }
        set { held.both.pointee.isListening.store(newValue, ordering: .relaxed) }
    }

    /// How often speech has begun or ended while the input was muted; odd during speech.
    package var speechChangeCount: Int { held.both.pointee.speechChanges.load(ordering: .acquiring) }

    /// Shows whether the function had too few frames; valid as long as the input lives.
    package var shortage: InputShortage { InputShortage(news: held.both) }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        let hold = InputHold(self, ChannelMap(channelMap), held.own)
        return StepRecipe(run: runInput, state: UnsafeMutableRawPointer(hold.pointer), owner: hold)
    }
}

/// A plan's step of an input, and its memory; it retains the processor, so that the function's context lives as long as
/// the plan.
private final class InputHold {
    private let input: Input
    private let map: ChannelMap
    private let held: Held<InputStep>
    var pointer: UnsafeMutablePointer<InputStep> { held.pointer }

    init(_ input: Input, _ map: ChannelMap, _ state: UnsafeMutablePointer<InputState>) {
        (self.input, self.map) = (input, map)
        held = Held(InputStep(state: state, map: map.channels, mapCount: map.count))
    }
}

/// An input in one plan.
struct InputStep: BitwiseCopyable {
    let state: UnsafeMutablePointer<InputState>
    /// `mapCount` channels of the stream, -1 for silence.
    let map: UnsafeMutablePointer<Int>
    let mapCount: Int
}

/// The state of an input shared by control and render threads.
struct InputNews: ~Copyable {
    let isMuted = Atomic<Bool>(false)
    let isShort = Atomic<Bool>(false)
    let isListening = Atomic<Bool>(false)
    let speechChanges = Atomic<Int>(0)
}

/// The render thread's state of an input.
struct InputState {
    let news: UnsafeMutablePointer<InputNews>
    var speech: SpeechActivity
    /// Indicates whether `speech` has heard the blocks before.
    var wasListening = false
    var block: ClientBlock?
    var kind = PackedSample.float32
    var isInterleaved = false
}

/// Indicates whether an input's function had too few frames.
package struct InputShortage {
    let news: UnsafeMutablePointer<InputNews>
}

/// The data passed between an input and its function.
package struct InputExchange {
    /// The number of frames that are needed.
    package let frameCount: Int
    /// The answer; nil when there is nothing.
    package var list: UnsafePointer<AudioBufferList>?

    @_noAllocation @_noLocks
    init(frameCount: Int) { self.frameCount = frameCount }
}
