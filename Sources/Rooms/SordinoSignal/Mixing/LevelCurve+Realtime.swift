import CKernels
import SordinoRealtime

/// How a compressor and expander turns a level into a gain: everything in decibels.
///
/// Above the threshold the output rises ever less, with slope 1 at the threshold, and never above threshold + headroom:
/// `threshold + headroom * over / (over + headroom)`. Below the expansion's threshold it falls `ratio` times as fast as the
/// input.
package struct LevelCurve: BitwiseCopyable, Sendable {
    private let curve: CKernelsDynamicsCurve
    /// Decibels of one power of two.
    @_noAllocation @_noLocks
    private static func powers(_ decibels: Float) -> Float { decibels * (1 / 6.020_599_913_279_624) }

    /// Makes a curve.
    ///
    /// - Parameters:
    ///   - headroom: Above 0.
    ///   - ratio: 1 or more; 1 does not expand.
    ///   - floor: The lowest gain.
    @_noAllocation @_noLocks
    package init(
        threshold: Float, headroom: Float, expansionThreshold: Float = -200, ratio: Float = 1, floor: Float = -120
    ) {
        curve = CKernelsDynamicsCurve(
            threshold: LevelCurve.powers(threshold), headroom: LevelCurve.powers(max(headroom, 0.01)),
            expansion_threshold: LevelCurve.powers(expansionThreshold), expansion_slope: max(ratio, 1) - 1,
            least: LevelCurve.powers(floor))
    }

    /// Turns levels, as factors, into gains as powers of two, in place.
    @_noAllocation @_noLocks
    package func apply(_ levels: UnsafeMutablePointer<Float>, frameCount: Int) {
        ckernels_dynamics_curve(levels, levels, curve, frameCount)
    }

    /// The gain for a level, as a power of two.
    @_noAllocation @_noLocks
    package func gain(of level: Float) -> Float {
        var value = level
        apply(&value, frameCount: 1)
        return value
    }
}

/// Follows gains, down with one time constant and up with another.
package struct GainFollower: BitwiseCopyable, Sendable {
    /// Where it stands, as a power of two.
    package private(set) var state: Float
    private var down: Float
    private var up: Float

    /// Stands at no change.
    @_noAllocation @_noLocks
    package init() { (state, down, up) = (0, 1, 1) }

    /// Sets the times in which 63 % of a way is gone.
    @_noAllocation @_noLocks
    package mutating func set(attackSeconds: Float, releaseSeconds: Float, sampleRate: Double) {
        down = GainFollower.part(attackSeconds, sampleRate)
        up = GainFollower.part(releaseSeconds, sampleRate)
    }

    /// Goes on to stand at a gain.
    @_noAllocation @_noLocks
    package mutating func jump(to gain: Float) { state = gain }

    /// Turns wished gains into followed ones, in place; powers of two.
    @_noAllocation @_noLocks
    package mutating func follow(_ gains: UnsafeMutablePointer<Float>, frameCount: Int) {
        state = ckernels_smooth(gains, state, down, up, frameCount)
    }

    /// The part of a way that is gone in one frame.
    @_noAllocation @_noLocks
    package static func part(_ seconds: Float, _ sampleRate: Double) -> Float {
        Float(1 - RealtimeMath.exp(-1 / (Double(max(seconds, 1e-5)) * sampleRate)))
    }
}

extension Mixing {
    /// level[i] = max(level[i], |samples[i]|).
    @_noAllocation @_noLocks
    package static func takeLevel(
        of samples: UnsafePointer<Float>, into level: UnsafeMutablePointer<Float>, frameCount: Int
    ) { ckernels_max_level(level, samples, frameCount) }

    /// Powers of two become factors, in place.
    @_noAllocation @_noLocks
    package static func makeFactors(_ powers: UnsafeMutablePointer<Float>, frameCount: Int) {
        ckernels_exp2(powers, frameCount)
    }

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
    ///
    /// - Returns: The greatest level.
    @_noAllocation @_noLocks
    package static func makeLimits(_ levels: UnsafeMutablePointer<Float>, frameCount: Int) -> Float {
        ckernels_reciprocals(levels, frameCount)
    }
}
