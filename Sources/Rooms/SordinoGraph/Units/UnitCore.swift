/// The part of the render thread that all units share: parameters that glide, changes at their sample, bypass, silence,
/// faults.
///
/// `runUnit` is the loop over the actions that the core returns.
/// - Thread: render.
package struct UnitCore: BitwiseCopyable {
    /// The present values of the parameters.
    package let values: ParameterValues
    /// Shows values that the kernel measures.
    package let port: ParameterPort
    /// The rate of the output, in hertz.
    package let sampleRate: Double
    /// The number of channels of the output.
    package let channelCount: Int
    /// Frames that the unit has rendered since it was made or reset.
    package internal(set) var position: Int64 = 0

    let health: UnsafeMutablePointer<HealthState>
    /// Frames over which a value set from outside glides, and a bypass fades.
    let glideFrames: Int
    let pending: UnsafeMutablePointer<UnitEvent>
    var pendingCount = 0
    var isSet = false
    var seenChanges = -1
    /// The position at which the present glide of the kernel ends.
    var aimEnd: Int64 = 0
    var needsAim = false
    var isGliding = false

    var bypass = BypassState()
    /// Frames by which the kernel's output lags: it runs so long unheard when it comes back.
    let latencyFrames: Int

    // The block at hand.
    var io: UnsafeMutablePointer<StepIO>?
    var blockTime: Int64 = 0
    var frameCount = 0
    var done = 0
    /// Frames of the piece that the kernel is rendering.
    var pieceFrames = 0
    var isInputSilent = true
    var wasAtRest = true
    var isResting = false
    var isBorrowed = false
    var needsCalm = false
    var needsClear = false
    /// Indicates whether pieces are of the first input; other units look at their inputs themselves and are not
    /// bypassed here.
    let readsFirstInput: Bool
    let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Zeros for a silent input, or the input with zeros for NaN and infinity: `pieceLimit` frames for each channel.
    let clean: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let zeros: UnsafeMutablePointer<Float>

    /// The longest piece; also how often kernels are asked to calm.
    static var pieceLimit: Int {
        @_noAllocation @_noLocks get { 256 }
    }
    /// The interval at which a kernel gets a new aim while something glides: at 48 kHz a third of a millisecond.
    static var aimInterval: Int {
        @_noAllocation @_noLocks get { 16 }
    }

    init(
        bank: ParameterBank, health: Health, format: BusFormat, latencyFrames: Int, readsFirstInput: Bool,
        memory: UnitMemory
    ) {
        port = bank.port
        self.health = health.state
        self.readsFirstInput = readsFirstInput
        sampleRate = format.sampleRate
        channelCount = format.channelCount
        glideFrames = max(Int(0.01 * format.sampleRate), 1)
        values = ParameterValues(
            parameters: memory.copies(of: ParameterState(), count: bank.slotCount), count: bank.slotCount)
        pending = memory.copies(
            of: UnitEvent(slot: 0, value: 0, time: 0, rampFrames: 0), count: ParameterBank.eventCapacity)
        zeros = memory.floats(Self.pieceLimit)
        inputs = memory.copies(of: zeros, count: max(format.channelCount, 1))
        outputs = memory.copies(of: zeros, count: max(format.channelCount, 1))
        clean = memory.planes(format.channelCount, frameCount: Self.pieceLimit)
        self.latencyFrames = max(latencyFrames, 0)
    }
}

/// The next action of a unit's step.
package enum UnitAction: BitwiseCopyable {
    /// Be at `values` in this many frames from here, gliding from where you are; 0: be there now.
    case aim(frames: Int)
    /// Render this piece of the block.
    case render(UnitPiece)
    /// Set values too small to be heard to zero; comes every 256 frames that the unit has rendered.
    case calm
    /// Clear filters, delay lines and envelopes.
    case clear
    /// The block is done; `finish` comes next.
    case end
}

/// A piece of a block, of one input bus and one output bus; at most 256 frames.
package struct UnitPiece: BitwiseCopyable {
    /// `channelCount` pointers; the samples are numbers, and not to be written.
    package let inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// `channelCount` pointers; all frames are to be written.
    package let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The number of channels of inputs and outputs.
    package let channelCount: Int
    /// At least 1, at most 256.
    package let frameCount: Int
    /// The first frame's place in the block, for units that look at the other buses themselves.
    package let offset: Int
    /// The first frame on the unit's own time.
    package let position: Int64
    /// Indicates whether every input is silent in this block.
    package let isSilent: Bool
    /// The input and output of the whole block.
    package let io: UnsafeMutablePointer<StepIO>?

    @_noAllocation @_noLocks
    init(
        _ inputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
        _ outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frameCount: Int, of core: UnitCore
    ) {
        self.inputs = inputs
        self.outputs = outputs
        self.frameCount = frameCount
        channelCount = core.channelCount
        offset = core.done
        position = core.position
        isSilent = core.isInputSilent
        io = core.io
    }
}

/// The value of one parameter on the render thread.
struct ParameterState: BitwiseCopyable {
    var start: Float = 0
    var target: Float = 0
    var began: Int64 = 0
    var length: Int64 = 0
    /// The target of the aim.
    var next: Float = 0
    var isGliding = false
    /// Indicates whether it was set anew since the last aim.
    var isSetAnew = true
    /// Indicates whether the aim at hand is another than the one before.
    var hasChanged = true
    /// The value last seen in the bank.
    var seen: UInt32 = 0

    @_noAllocation @_noLocks
    init() {}
}

/// The parameters as an aim shows them to a kernel, by slot.
package struct ParameterValues: BitwiseCopyable {
    let parameters: UnsafeMutablePointer<ParameterState>
    /// The number of parameter slots.
    package let count: Int
}

/// The position of a unit between its own sound and its input.
struct BypassState: BitwiseCopyable {
    enum Phase: BitwiseCopyable { case active, fading, bypassed, warming }

    var phase = Phase.active
    /// Frames of the fade that lie behind on the way to the input, of `glideFrames`.
    var dryFrames = 0
    /// 1 towards the input, -1 towards the unit's sound.
    var direction = 1
    /// Frames for which the kernel runs unheard before it is faded in.
    var warmFrames = 0

    @_noAllocation @_noLocks
    init() {}
}
