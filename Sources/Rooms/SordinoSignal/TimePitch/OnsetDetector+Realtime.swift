import CKernels

extension OnsetDetector {
    @_noAllocation @_noLocks
    mutating func reset(frame: Int) {
        self.frame = frame
        rest = 0
        (onsetCount, judgedCount) = (0, 0)
        for index in 0..<Self.pastBlocks &+ 2 { energies[index] = 0 }
        for index in 0..<2 &* blockFrames { steps[index] = 0 }
    }

    /// Blocks that the present two are compared with, and that are left alone after an onset: 21 ms.
    static var pastBlocks: Int {
        @_noAllocation @_noLocks get { 16 }
    }
    /// Onsets kept until the stretcher has passed them.
    static var onsetLimit: Int {
        @_noAllocation @_noLocks get { 64 }
    }
    /// An onset has this many times the energy of before.
    static var rise: Float {
        @_noAllocation @_noLocks get { 8 }
    }

    /// Looks at the next block.
    ///
    /// - Parameter history: Each channel's block; the sample before it is read too.
    @_noAllocation @_noLocks
    mutating func take(_ history: UnsafePointer<UnsafeMutablePointer<Float>>, at place: Int) {
        Mixing.copy(steps + blockFrames, into: steps, frameCount: blockFrames)
        let fresh = steps + blockFrames
        Mixing.clear(fresh, frameCount: blockFrames)
        for channel in 0..<channelCount { ckernels_add_square_of_steps(fresh, history[channel] + place, blockFrames) }
        var energy: Float = 0
        for index in 0..<blockFrames { energy += fresh[index] }
        for index in 0..<Self.pastBlocks &+ 1 { energies[index] = energies[index &+ 1] }
        energies[Self.pastBlocks &+ 1] = energy
        frame &+= blockFrames
        if rest > 0 {
            rest &-= 1
            return
        }
        // Two blocks together, so that it does not matter where in a block it begins.
        var before: Float = silence
        for index in 1..<Self.pastBlocks { before = max(before, energies[index &- 1] + energies[index]) }
        let now = energies[Self.pastBlocks] + energies[Self.pastBlocks &+ 1]
        guard now > Self.rise * before, onsetCount < Self.onsetLimit else { return }
        rest = Self.pastBlocks
        onsets[onsetCount] = frame &- 2 &* blockFrames &+ beginning()
        onsetCount &+= 1
    }

    /// The first of the last two blocks' steps that belongs to the rise.
    @_noAllocation @_noLocks
    private func beginning() -> Int {
        var largest: Float = 0
        for index in 0..<2 &* blockFrames { largest = max(largest, steps[index]) }
        var index = 0
        while steps[index] < 0.02 * largest { index &+= 1 }
        return max(0, index &- 1)
    }

    /// The first onset behind a place that counts in any of these bands; nil if none is known.
    @_noAllocation @_noLocks
    func next(after place: Int, in bands: UInt32) -> (place: Int, bands: UInt32)? {
        for index in 0..<judgedCount where onsets[index] > place && risingBands[index] & bands != 0 {
            return (onsets[index], risingBands[index])
        }
        return nil
    }

    /// Forgets onsets up to a place.
    @_noAllocation @_noLocks
    mutating func drop(through place: Int) {
        var gone = 0
        while gone < judgedCount, onsets[gone] <= place { gone &+= 1 }
        guard gone > 0 else { return }
        for index in gone..<onsetCount {
            onsets[index &- gone] = onsets[index]
            risingBands[index &- gone] = risingBands[index]
        }
        onsetCount &-= gone
        judgedCount &-= gone
    }
}
