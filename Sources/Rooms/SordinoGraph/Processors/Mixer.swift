import SordinoSignal
import Synchronization

/// Adds its inputs up, each with its volume and pan, in the order of their buses.
///
/// Inputs may have any rate and any channels: mono goes to both fronts at full level, two channels go into one by their
/// mean, and other layouts fold by `ChannelMatrix.fold`, so that nothing is lost. An input with volume 1 and pan 0 at
/// the output's format passes bit for bit.
package final class Mixer: Processor, Sendable {
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

    package var gathersInputs: Bool { true }

    package func prepare(_ wiring: Wiring) throws(GraphError) -> StepRecipe {
        StepRecipe(run: runMixer, state: UnsafeMutableRawPointer(held.own), owner: self)
    }

    package func reset() {
        health.unmute()
        held.own.pointee.isSet = false
    }
}

/// The value set, as a bit pattern.
struct MixerSetting: ~Copyable {
    let outputVolume = Atomic<UInt32>(Float(1).bitPattern)
}

/// The render thread's state of a mixer.
struct MixerState: BitwiseCopyable {
    let setting: UnsafeMutablePointer<MixerSetting>
    var isSet = false
    var output = GainRamp(1)
}

/// The state of a mixer's inputs in one block.
struct MixerFindings: BitwiseCopyable {
    /// Indicates whether any input has sound.
    var isHeard = false
    /// Indicates whether no gain of an input glides.
    var isResting = true
    /// Indicates whether `left` and `right` sources of the sides lie in the scratch memory.
    var isGathered = false
    var left = 0
    var right = 0

    /// Makes findings of no inputs.
    @_noAllocation @_noLocks
    init() {}
}
