import SordinoSignal
import Synchronization

/// Volume and pan of one input of a mixer.
///
/// Set from any thread at any time; while sound is rendered a change glides, before that it holds at once.
package final class MixInput: Sendable {
    let held = Shared(MixInputSetting()) { MixInputState(setting: $0) }
    /// The place of an environment's input; nil at other mixers.
    package let space: SpaceInput?

    /// Makes an input at volume 1 in the middle.
    package init() { space = nil }

    /// Makes an input at volume 1 that has a place in an environment.
    init(placing format: BusFormat) {
        let space = SpaceInput(format: format)
        self.space = space
        held.own.pointee.space = space.held.pointer
    }

    /// Linear, 1 leaves the samples as they are; normally 0 to 1.
    package var volume: Float {
        get { Float(bitPattern: held.both.pointee.volume.load(ordering: .relaxed)) }
        set {
            held.both.pointee.glideSeconds.store(0, ordering: .relaxed)
            held.both.pointee.volume.store(newValue.bitPattern, ordering: .releasing)
        }
    }

    /// Goes to a volume in a straight line.
    ///
    /// - Parameters:
    ///   - origin: Where it begins if nothing was rendered yet; nil for `volume`.
    ///   - seconds: 0 or less for the usual short glide.
    package func glide(from origin: Float? = nil, to volume: Float, seconds: Double) {
        held.both.pointee.origin.store((origin ?? volume).bitPattern, ordering: .relaxed)
        held.both.pointee.glideSeconds.store(Float(max(seconds, 0)).bitPattern, ordering: .relaxed)
        held.both.pointee.volume.store(volume.bitPattern, ordering: .releasing)
    }

    /// -1 left to 1 right; 0 leaves both sides as they are.
    package var pan: Float {
        get { Float(bitPattern: held.both.pointee.pan.load(ordering: .relaxed)) }
        set { held.both.pointee.pan.store(min(max(newValue, -1), 1).bitPattern, ordering: .relaxed) }
    }

    /// Lets the next block begin at the set values, without a glide; called while nothing renders.
    package func settle() {
        held.own.pointee.isSet = false
        held.own.pointee.isResting = false
        space?.settle()
    }
}

/// The values set, as bit patterns.
struct MixInputSetting: ~Copyable {
    let volume = Atomic<UInt32>(Float(1).bitPattern)
    let pan = Atomic<UInt32>(Float(0).bitPattern)
    /// How long the way to `volume` takes; 0 for the usual short glide.
    let glideSeconds = Atomic<UInt32>(0)
    /// The volume before the first block, if a way of `glideSeconds` begins with it.
    let origin = Atomic<UInt32>(Float(1).bitPattern)
}

/// The render thread's state of one input of a mixer.
///
/// The fields that a block reads while nothing changes come first and lie in one line of the cache.
struct MixInputState: BitwiseCopyable {
    let setting: UnsafeMutablePointer<MixInputSetting>
    /// The settings for which `left`, `right` and `rest` have their targets, as bit patterns.
    var seenVolume: UInt32 = 0
    var seenPan: UInt32 = 0
    /// Indicates whether no ramp glides, so that the gains are the targets.
    var isResting = false
    /// Indicates whether the ramps have a value yet.
    var isSet = false
    /// The environment's state of its input; nil for other mixers.
    var space: UnsafeMutablePointer<SpaceInputState>?
    /// The targets, side by side.
    var leftGain: Float = 1
    var rightGain: Float = 1
    /// The factors of the first channel, the second, and all others.
    var left = GainRamp(1)
    var right = GainRamp(1)
    var rest = GainRamp(1)
}
