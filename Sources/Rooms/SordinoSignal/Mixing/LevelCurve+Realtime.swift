import CKernels
import SordinoRealtime

/// The curve by which a compressor and expander turns a level into a gain: everything in decibels.
///
/// Above the threshold the output rises ever less, with slope 1 at the threshold, and never above threshold + headroom:
/// `threshold + headroom * over / (over + headroom)`. Below the expansion's threshold it falls `ratio` times as fast as
/// the input.
package struct LevelCurve: BitwiseCopyable, Sendable {
    private let curve: CKernelsDynamicsCurve
    /// The level, as a power of two, below which the gain is the same for all: where a follower needs to go at most.
    package let floor: Float

    /// Decibels as powers of two.
    @_noAllocation @_noLocks
    private static func powers(_ decibels: Float) -> Float { decibels * (1 / 6.020_599_913_279_624) }

    /// Makes a curve.
    ///
    /// - Parameters:
    ///   - headroom: Above 0.
    ///   - expansionThreshold: -120 or more; at -120 nothing is expanded.
    ///   - ratio: 1 or more; 1 does not expand.
    @_noAllocation @_noLocks
    package init(threshold: Float, headroom: Float, expansionThreshold: Float, ratio: Float) {
        let least: Float = -120
        let slope = max(ratio, 1) - 1
        let expands = slope > 0 && expansionThreshold > least
        let deepest = expands ? max(expansionThreshold + least / slope, least) : threshold
        floor = LevelCurve.powers(max(min(deepest, threshold), least))
        curve = CKernelsDynamicsCurve(
            threshold: LevelCurve.powers(threshold), headroom: LevelCurve.powers(max(headroom, 0.01)),
            expansion_threshold: LevelCurve.powers(expands ? expansionThreshold : -1000), expansion_slope: slope,
            least: LevelCurve.powers(least))
    }

    /// A curve that only compresses.
    @_noAllocation @_noLocks
    package init(threshold: Float, headroom: Float) {
        self.init(threshold: threshold, headroom: headroom, expansionThreshold: -120, ratio: 1)
    }

    /// Levels as factors become powers of two, not below the floor; in place.
    @_noAllocation @_noLocks
    package func takeLogarithms(of levels: UnsafeMutablePointer<Float>, frameCount: Int) {
        ckernels_log_levels(levels, floor, frameCount)
    }

    /// Levels as powers of two become the factors by which they are changed; in place.
    @_noAllocation @_noLocks
    package func makeGains(of levels: UnsafeMutablePointer<Float>, frameCount: Int) {
        ckernels_dynamics_gains(levels, curve, frameCount)
    }

    /// The factor for one level, a power of two.
    @_noAllocation @_noLocks
    package func gain(of level: Float) -> Float {
        var value = level
        makeGains(of: &value, frameCount: 1)
        return value
    }
}

/// Follows levels, up with one time constant and down with another.
package struct LevelFollower: BitwiseCopyable, Sendable {
    /// The present level, as a power of two.
    package private(set) var state: Double
    private var rising: Double
    private var falling: Double

    /// Stands at full scale.
    @_noAllocation @_noLocks
    package init() { (state, rising, falling) = (0, 1, 1) }

    /// Sets the times in which 63 % of a way is gone.
    @_noAllocation @_noLocks
    package mutating func set(attackSeconds: Float, releaseSeconds: Float, sampleRate: Double) {
        rising = LevelFollower.part(attackSeconds, sampleRate)
        falling = LevelFollower.part(releaseSeconds, sampleRate)
    }

    /// Goes on to stand at a level.
    @_noAllocation @_noLocks
    package mutating func jump(to level: Float) { state = Double(level) }

    /// Levels become followed levels, in place; powers of two.
    @_noAllocation @_noLocks
    package mutating func follow(_ levels: UnsafeMutablePointer<Float>, frameCount: Int) {
        state = ckernels_smooth(levels, state, rising, falling, frameCount)
    }

    /// Four followers side by side, all with the times of the first: levels of follower k begin at `levels + k *
    /// stride`.
    @_noAllocation @_noLocks
    package static func follow(
        _ followers: UnsafeMutablePointer<LevelFollower>, _ levels: UnsafeMutablePointer<Float>, stride: Int,
        frameCount: Int
    ) {
        var states = (followers[0].state, followers[1].state, followers[2].state, followers[3].state)
        let (rising, falling) = (followers[0].rising, followers[0].falling)
        withUnsafeMutablePointer(to: &states) { pointer in
            let first = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Double.self)
            ckernels_smooth4(levels, stride, first, rising, falling, frameCount)
        }
        followers[0].state = states.0
        followers[1].state = states.1
        followers[2].state = states.2
        followers[3].state = states.3
    }

    /// The part of a way that is gone in one frame.
    @_noAllocation @_noLocks
    package static func part(_ seconds: Float, _ sampleRate: Double) -> Double {
        1 - RealtimeMath.exp(-1 / (Double(max(seconds, 1e-5)) * sampleRate))
    }
}

extension Mixing {
    /// level[i] = max(level[i], |samples[i]|).
    @_noAllocation @_noLocks
    package static func takeLevel(
        of samples: UnsafePointer<Float>, into level: UnsafeMutablePointer<Float>, frameCount: Int
    ) { ckernels_max_level(level, samples, frameCount) }

    /// The greatest of the levels, after a gain each where there is one.
    @_noAllocation @_noLocks
    package static func greatest(
        _ levels: UnsafePointer<Float>, byEach gain: UnsafePointer<Float>? = nil, frameCount: Int
    ) -> Float { ckernels_greatest(levels, gain, frameCount) }

    /// target[i] = samples[i] * gain[i].
    @_noAllocation @_noLocks
    package static func scale(
        _ samples: UnsafePointer<Float>, byEach gain: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) { ckernels_scale_each(target, samples, gain, frameCount) }

    /// sum[i] += samples[i] * gain[i].
    @_noAllocation @_noLocks
    package static func add(
        _ samples: UnsafePointer<Float>, byEach gain: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) { ckernels_add_scaled_each(sum, samples, gain, frameCount) }

    /// target[i] = samples[i] * gain[i], within -1 and 1.
    @_noAllocation @_noLocks
    package static func limit(
        _ samples: UnsafePointer<Float>, byEach gain: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) { ckernels_limit_each(target, samples, gain, frameCount) }

    /// Levels become the gains that bring them to 1 at most, in place.
    @_noAllocation @_noLocks
    package static func makeLimits(_ levels: UnsafeMutablePointer<Float>, frameCount: Int) {
        ckernels_reciprocals(levels, frameCount)
    }
}
