import Synchronization

extension PlannedGain {
    /// Adopts a target with a new serial, and computes the factors of the block that begins.
    ///
    /// The first frame of a ramp already moves and its last frame has exactly the target. A ramp of 0 seconds takes
    /// `StageFade.seconds` when something sounds or has to start from silence, and no time otherwise.
    @_noAllocation @_noLocks
    func beginBlock(frameCount: Int, sampleRate: Double) {
        if cell.pointee.serial != serial {
            cell.pointee.serial = serial
            let isSounding = cell.pointee.isSounding
            if startsFromSilence, !isSounding { cell.pointee.current = 0 }
            let seconds = rampSeconds > 0 ? rampSeconds : isSounding || startsFromSilence ? StageFade.seconds : 0
            // 2^40 frames: months at any rate, and far from overflow.
            let frames = min(seconds * sampleRate + 0.5, 1_099_511_627_776)
            cell.glide(to: target, frameCount: Int(frames), sampleRate: sampleRate)
        }
        cell.render(frameCount: frameCount, sampleRate: sampleRate)
    }
}

// On pointers, so that no access covers the whole cell: the control side reads `landed` meanwhile.
extension UnsafeMutablePointer where Pointee == GainCell {
    /// Begins a ramp pointee.from the present factor.
    @_noAllocation @_noLocks
    func glide(to target: Float, frameCount: Int, sampleRate: Double) {
        pointee.from = Double(pointee.current)
        pointee.target = target
        pointee.sampleRate = sampleRate
        pointee.framesTotal = pointee.current == target ? 0 : frameCount
        pointee.framesDone = 0
        if pointee.framesTotal == 0 { pointee.current = target }
    }

    /// Works out the factors of one block.
    @_noAllocation @_noLocks
    func render(frameCount: Int, sampleRate: Double) {
        guard pointee.framesDone < pointee.framesTotal else {
            pointee.isSteady = true
            pointee.landed.store(pointee.serial, ordering: .releasing)
            return
        }
        if sampleRate != pointee.sampleRate { recount(sampleRate: sampleRate) }
        pointee.isSteady = false
        let moving = min(frameCount, pointee.framesTotal - pointee.framesDone)
        let (factors, target) = (pointee.factors, pointee.target)
        let (curve, start, end) = (pointee.curve, pointee.from, Double(target))
        let (done, step) = (pointee.framesDone, 1 / Double(pointee.framesTotal))
        for frame in 0..<moving {
            factors[frame] = Float(curve.factor(from: start, to: end, progress: Double(done + frame + 1) * step))
        }
        pointee.framesDone += moving
        if pointee.framesDone == pointee.framesTotal, moving > 0 { factors[moving - 1] = target }
        for frame in moving..<max(moving, frameCount) { factors[frame] = target }
        if frameCount > 0 { pointee.current = factors[frameCount - 1] }
    }

    /// Keeps a ramp's duration when the device's rate changes under it.
    @_noAllocation @_noLocks
    private func recount(sampleRate: Double) {
        let ratio = sampleRate / pointee.sampleRate
        pointee.sampleRate = sampleRate
        pointee.framesTotal = max(Int(Double(pointee.framesTotal) * ratio + 0.5), 1)
        pointee.framesDone = min(Int(Double(pointee.framesDone) * ratio + 0.5), pointee.framesTotal - 1)
    }
}
