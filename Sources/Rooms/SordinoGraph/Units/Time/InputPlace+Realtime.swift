extension InputPlace {
    /// Begins the time line with the first frames that are taken; later ones change nothing.
    ///
    /// - Parameters:
    ///   - clock: That of the input.
    ///   - late: Input frames by which the output lags.
    @_noAllocation @_noLocks
    mutating func begin(_ clock: UnsafeMutablePointer<BlockClock>, late: Double) {
        guard isFresh, clock.pointee.frameCount > 0 else { return }
        isFresh = false
        next = Double(clock.pointee.sampleTime) - late
    }

    /// Notes a piece of a block, and how far the input has moved with it.
    @_noAllocation @_noLocks
    mutating func pass(_ piece: UnitPiece, by inputFrames: Double) {
        if piece.offset == 0 { (first, frames) = (next, 0) }
        frames += inputFrames
        next += inputFrames
    }
}
