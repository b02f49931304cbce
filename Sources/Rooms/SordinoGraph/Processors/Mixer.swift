import SordinoSignal
import Synchronization

/// Adds its inputs up, each with its volume and pan, in the order of their buses.
///
/// Inputs may have any rate and any channels: mono goes to the first two channels at full level, two channels go into one
/// by their mean, and other layouts fold by `ChannelMatrix.fold`, so that nothing is lost. An input with volume 1 and pan 0
/// at the output's format passes bit for bit.
package final class Mixer: Processor, @unchecked Sendable {
    package let name = "Mixer"
    package let health = Health()
    private let held = Shared(MixerSetting()) { MixerState(setting: $0) }

    /// Makes a mixer at volume 1.
    package init() {}

    /// Any number: a bus exists when it is connected.
    package var inputBusLimit: Int { .max }
    package var convertsInputs: Bool { true }

    /// The factor of the whole sum; 1 leaves it as it is.
    ///
    /// Glides like the volume of an input.
    package var outputVolume: Float {
        get { Float(bitPattern: held.both.pointee.outputVolume.load(ordering: .relaxed)) }
        set { held.both.pointee.outputVolume.store(newValue.bitPattern, ordering: .relaxed) }
    }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        // A mono output takes two channels of each input; of folded ones every channel may be heard on either side.
        var limit = max(wiring.inputs.count, 1)
        var folds: MixFolds?
        if let output = wiring.outputs.first {
            folds = MixFolds(wiring.inputs, into: output)
            if folds != nil { limit = wiring.inputs.reduce(0) { $0 + max($1.format.channelCount, 1) } }
        }
        let step = Held(MixerStep(mixer: held.own, folds: folds?.table, sourceLimit: limit))
        return StepRecipe(
            run: runMixer, state: UnsafeMutableRawPointer(step.pointer),
            owner: MixerHold(mixer: held, folds: folds, step: step),
            scratchByteCount: limit * 2 * MemoryLayout<MixSource>.stride)
    }

    package func reset() {
        health.unmute()
        held.own.pointee.isSet = false
    }
}

/// The folds of a mixer's inputs in one plan.
final class MixFolds: @unchecked Sendable {
    /// For each input the rows of its gains; nil where channels meet by number.
    let table: UnsafeMutablePointer<UnsafePointer<Float>?>
    private let count: Int

    /// Makes the folds; nil when no input needs one.
    init?(_ inputs: [WiredInput], into output: BusFormat) {
        let folds = inputs.map { $0.format.fold(into: output) }
        guard folds.contains(where: { $0 != nil }) else { return nil }
        count = folds.count
        table = .allocate(capacity: count)
        for (index, gains) in folds.enumerated() {
            let rows = gains.map { gains in
                let rows = UnsafeMutablePointer<Float>.allocate(capacity: gains.count)
                rows.initialize(from: gains, count: gains.count)
                return UnsafePointer(rows)
            }
            (table + index).initialize(to: rows)
        }
    }

    deinit {
        for index in 0..<count { table[index]?.deallocate() }
        table.deallocate()
    }
}

/// A mixer in one plan: what lasts, and what belongs to the plan.
struct MixerStep: BitwiseCopyable {
    let mixer: UnsafeMutablePointer<MixerState>
    /// As `MixFolds.table`; nil when no input is folded.
    let folds: UnsafeMutablePointer<UnsafePointer<Float>?>?
    /// Sources of one side that there is room for.
    let sourceLimit: Int
}

/// Keeps a mixer's memory while a plan names it.
private final class MixerHold: Sendable {
    private let mixer: Shared<MixerSetting, MixerState>
    private let folds: MixFolds?
    private let step: Held<MixerStep>

    init(mixer: Shared<MixerSetting, MixerState>, folds: MixFolds?, step: Held<MixerStep>) {
        self.mixer = mixer
        self.folds = folds
        self.step = step
    }
}

/// What was set, as a bit pattern.
struct MixerSetting: ~Copyable {
    let outputVolume = Atomic<UInt32>(Float(1).bitPattern)
}

/// What the render thread keeps of a mixer.
struct MixerState: BitwiseCopyable {
    let setting: UnsafeMutablePointer<MixerSetting>
    var isSet = false
    var output = GainRamp(1)
}

/// What a mixer found at its inputs for one block.
struct MixerFindings: BitwiseCopyable {
    /// Whether any input has sound.
    var isHeard = false
    /// Whether no gain of an input glides.
    var isResting = true
    /// Whether `left` and `right` sources of the sides lie in the scratch memory.
    var isGathered = false
    var left = 0
    var right = 0

    /// Nothing yet.
    @_noAllocation @_noLocks
    init() {}
}
