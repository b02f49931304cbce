import CKernels

extension GlidingFactors {
    /// The targets have been changed: goes to them, or is there at once.
    @_noAllocation @_noLocks
    mutating func glide(frames: Int) {
        let (done, isGliding) = (Float(framesDone), isGliding)
        frameCount = max(frames, 0)
        framesDone = 0
        for index in 0..<14 {
            let current = isGliding ? lines[2 &* index] + lines[2 &* index &+ 1] * done : lines[2 &* index]
            lines[2 &* index] = frameCount == 0 ? targets[index] : current
            lines[2 &* index &+ 1] = frameCount == 0 ? 0 : (targets[index] - current) / Float(frameCount)
        }
    }

    var isGliding: Bool {
        @_noAllocation @_noLocks get { framesDone < frameCount }
    }

    /// The number that the first frame of a block has in the glide, from 1, as the kernels take it; 0 without a glide.
    var first: Int32 {
        @_noAllocation @_noLocks get { isGliding ? Int32(truncatingIfNeeded: framesDone &+ 1) : 0 }
    }

    /// Indicates whether a number is this one now and until the targets change.
    @_noAllocation @_noLocks
    func rests(_ index: Int, at value: Float) -> Bool {
        lines[2 &* index] == value && lines[2 &* index &+ 1] == 0
    }

    /// Frames until the glide lands, at most `limit`.
    @_noAllocation @_noLocks
    func run(atMost limit: Int) -> Int { isGliding ? min(limit, frameCount &- framesDone) : limit }

    @_noAllocation @_noLocks
    mutating func advance(_ frames: Int) {
        guard isGliding else { return }
        framesDone &+= frames
        guard !isGliding else { return }
        for index in 0..<14 { (lines[2 &* index], lines[2 &* index &+ 1]) = (targets[index], 0) }
    }

    /// target[i] = source[i] * number; in place when both are the same.
    @_noAllocation @_noLocks
    func scale(
        _ index: Int, _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        ckernels_scale_ramp(target, source, lines[2 &* index], lines[2 &* index &+ 1], first, frameCount)
    }

    /// sum[i] += source[i] * number.
    @_noAllocation @_noLocks
    func add(
        _ index: Int, _ source: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, frameCount: Int
    ) {
        ckernels_mix_ramp(sum, source, lines[2 &* index], lines[2 &* index &+ 1], first, frameCount)
    }
}
