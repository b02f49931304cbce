import CKernels

/// A gain that can glide: constant, or on a straight line that lands exactly on its target.
///
/// On frame k of a glide over n frames (k = 1 ... n) the gain is `start + (target - start) / n * k`, and exactly
/// `target` on frame n. It is computed from k, not accumulated, so any split into blocks gives the same samples. One
/// ramp serves all channels of a block: apply it to each, then `advance` once.
package struct GainRamp: BitwiseCopyable, Sendable {
    private var start: Float
    private var step: Float = 0
    private var framesDone: Int32 = 0
    private var frameCount: Int32 = 0
    /// The gain it rests at, or glides to.
    package private(set) var target: Float

    /// Makes a gain that stays constant until a target is set.
    @_noAllocation @_noLocks
    package init(_ gain: Float) { (start, target) = (gain, gain) }

    /// The gain of the frame just rendered.
    package var current: Float {
        @_noAllocation @_noLocks get {
            framesDone == frameCount ? target : start + step * Float(framesDone)
        }
    }

    /// Indicates whether the next frame still glides.
    package var isGliding: Bool {
        @_noAllocation @_noLocks get { framesDone < frameCount }
    }

    /// Frames until a glide lands; 0 at rest.
    package var framesLeft: Int {
        @_noAllocation @_noLocks get { Int(frameCount &- framesDone) }
    }

    /// Indicates whether the gain is 1 in every frame until a new target is set.
    package var isUnity: Bool {
        @_noAllocation @_noLocks get { target == 1 && !isGliding }
    }

    /// Indicates whether the gain is 0 in every frame until a new target is set.
    package var isSilent: Bool {
        @_noAllocation @_noLocks get { target == 0 && !isGliding }
    }

    /// Sets the gain from the next frame on.
    @_noAllocation @_noLocks
    package mutating func jump(to gain: Float) { self = GainRamp(gain) }

    /// Starts a glide from the current gain.
    ///
    /// - Parameter frames: The glide lands on the frames-th frame from now; 0 or less jumps, more than 2^30 counts as
    ///   2^30 (six hours at 48 kHz; float32 moves on by up to 64 frames at once there).
    @_noAllocation @_noLocks
    package mutating func glide(to gain: Float, frames: Int) {
        guard frames > 0, gain != current else { return jump(to: gain) }
        start = current
        target = gain
        frameCount = Int32(min(frames, 1 << 30))
        framesDone = 0
        step = (target - start) / Float(frameCount)
    }

    /// The same way, multiplied by a factor.
    @_noAllocation @_noLocks
    package func times(_ factor: Float) -> GainRamp {
        var ramp = self
        ramp.start *= factor
        ramp.step *= factor
        ramp.target *= factor
        return ramp
    }

    /// Moves on by a block.
    @_noAllocation @_noLocks
    package mutating func advance(_ frames: Int) {
        framesDone = Int32(min(Int(framesDone) &+ max(frames, 0), Int(frameCount)))
    }

    /// Frames of the next block on the line proper, before the one that lands.
    @_noAllocation @_noLocks
    private func framesOnTheLine(of frames: Int) -> Int {
        min(max(Int(frameCount &- framesDone) &- 1, 0), frames)
    }

    /// `sum[i] += source[i] * gain`, the block beginning at the next frame.
    @_noAllocation @_noLocks
    package func add(_ source: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, frameCount: Int) {
        guard frameCount > 0 else { return }
        let line = framesOnTheLine(of: frameCount)
        if line > 0 { ckernels_mix_ramp(sum, source, start, step, framesDone &+ 1, line) }
        Mixing.add(source + line, gain: target, to: sum + line, frameCount: frameCount &- line)
    }

    /// `target[i] = source[i] * gain`, the block beginning at the next frame; in place when both are the same.
    @_noAllocation @_noLocks
    package func scale(
        _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        guard frameCount > 0 else { return }
        let line = framesOnTheLine(of: frameCount)
        if line > 0 { ckernels_scale_ramp(target, source, start, step, framesDone &+ 1, line) }
        Mixing.scale(source + line, gain: self.target, into: target + line, frameCount: frameCount &- line)
    }
}
