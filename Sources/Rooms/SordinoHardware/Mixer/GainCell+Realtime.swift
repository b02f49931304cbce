import Synchronization

extension PlannedGain {
    /// Follows the wish if it is new, and works out the factors of the block that begins.
    ///
    /// A ramp's first frame already moves and its last frame has exactly the target. A wish at once moves within
    /// `StageFade.seconds` when something sounds, and without a fade when nothing does.
    @_noAllocation @_noLocks
    func beginBlock(frameCount: Int, sampleRate: Double) {
        if cell.pointee.serial != serial {
            cell.pointee.serial = serial
            let isAtOnce = rampSeconds <= 0
            let seconds = isAtOnce ? (cell.pointee.isSounding ? StageFade.seconds : 0) : rampSeconds
            // 2^40 frames: months at any rate, and far from overflow.
            let frames = min(seconds * sampleRate + 0.5, 1_099_511_627_776)
            cell.pointee.glide(to: target, frameCount: Int(frames), sampleRate: sampleRate)
        }
        cell.pointee.render(frameCount: frameCount, sampleRate: sampleRate)
    }
}

extension GainCell {
    /// Begins a ramp from the present factor.
    @_noAllocation @_noLocks
    mutating func glide(to target: Float, frameCount: Int, sampleRate: Double) {
        from = Double(current)
        self.target = target
        self.sampleRate = sampleRate
        framesTotal = current == target ? 0 : frameCount
        framesDone = 0
        if framesTotal == 0 { current = target }
    }

    /// Works out the factors of one block.
    @_noAllocation @_noLocks
    mutating func render(frameCount: Int, sampleRate: Double) {
        guard framesDone < framesTotal else {
            isSteady = true
            landed.store(serial, ordering: .releasing)
            return
        }
        if sampleRate != self.sampleRate { recount(sampleRate: sampleRate) }
        isSteady = false
        let moving = min(frameCount, framesTotal - framesDone)
        let end = Double(target)
        for frame in 0..<moving {
            let progress = Double(framesDone + frame + 1) / Double(framesTotal)
            factors[frame] = Float(curve.factor(from: from, to: end, progress: progress))
        }
        framesDone += moving
        if framesDone == framesTotal, moving > 0 { factors[moving - 1] = target }
        for frame in moving..<max(moving, frameCount) { factors[frame] = target }
        if frameCount > 0 { current = factors[frameCount - 1] }
    }

    /// Keeps a ramp's duration when the device's rate changes under it.
    @_noAllocation @_noLocks
    private mutating func recount(sampleRate: Double) {
        let ratio = sampleRate / self.sampleRate
        self.sampleRate = sampleRate
        framesTotal = max(Int(Double(framesTotal) * ratio + 0.5), 1)
        framesDone = min(Int(Double(framesDone) * ratio + 0.5), framesTotal - 1)
    }
}
