import SordinoSignal
import Synchronization

/// Volume and pan of one input of a mixer.
///
/// Set from any thread at any time; while sound is rendered a change glides, before that it holds at once.
package final class MixInput: @unchecked Sendable {
    let held = Shared(MixInputSetting()) { MixInputState(setting: $0) }

    /// Makes an input at volume 1 in the middle.
    package init() {}

    /// Linear, 1 leaves the samples as they are; normally 0 to 1.
    package var volume: Float {
        get { Float(bitPattern: held.both.pointee.volume.load(ordering: .relaxed)) }
        set { held.both.pointee.volume.store(newValue.bitPattern, ordering: .relaxed) }
    }

    /// -1 left to 1 right; 0 leaves both sides as they are.
    package var pan: Float {
        get { Float(bitPattern: held.both.pointee.pan.load(ordering: .relaxed)) }
        set { held.both.pointee.pan.store(min(max(newValue, -1), 1).bitPattern, ordering: .relaxed) }
    }

    /// Lets the next block begin at the set values, without a glide; called while nothing renders.
    package func settle() { held.own.pointee.isSet = false }
}

/// What was set, as bit patterns.
struct MixInputSetting: ~Copyable {
    let volume = Atomic<UInt32>(Float(1).bitPattern)
    let pan = Atomic<UInt32>(Float(0).bitPattern)
}

/// What the render thread keeps of one input of a mixer.
struct MixInputState: BitwiseCopyable {
    let setting: UnsafeMutablePointer<MixInputSetting>
    /// Whether the ramps have a value yet.
    var isSet = false
    /// The factors of the first channel, the second, and all others.
    var left = GainRamp(1)
    var right = GainRamp(1)
    var rest = GainRamp(1)
}
