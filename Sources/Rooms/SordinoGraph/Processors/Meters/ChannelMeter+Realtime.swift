import Synchronization

/// Running levels of one channel: the render thread adds, the control side takes differences.
struct ChannelMeter: ~Copyable {
    /// Sum of squares and frames since the beginning; written by the render thread only.
    private let squares = Atomic<UInt64>(0)
    private let frames = Atomic<Int>(0)
    /// Largest magnitude since the control side last took it, as the bits of a float.
    private let peak = Atomic<UInt32>(0)
    private var takenSquares = 0.0
    private var takenFrames = 0

    /// Measures a block of one channel.
    @_noAllocation @_noLocks
    func add(_ samples: UnsafePointer<Float>, frameCount: Int) {
        var level = PieceLevel()
        level.add(samples, frameCount: frameCount)
        let before = Double(bitPattern: squares.load(ordering: .relaxed))
        squares.store((before + Double(level.sumOfSquares)).bitPattern, ordering: .relaxed)
        // The bits of floats that are not negative sort as the floats do.
        peak.max(level.peak.bitPattern, ordering: .relaxed)
        frames.wrappingAdd(frameCount, ordering: .releasing)
    }

    /// Measures a block of zeros.
    @_noAllocation @_noLocks
    func addSilence(frameCount: Int) { frames.wrappingAdd(frameCount, ordering: .releasing) }

    /// Mean square and peak since the last call; nil if nothing was rendered.
    ///
    /// - Thread: control, one at a time.
    @_noAllocation @_noLocks
    mutating func take() -> (meanSquare: Float, peak: Float)? {
        let frames = self.frames.load(ordering: .acquiring)
        let squares = Double(bitPattern: self.squares.load(ordering: .relaxed))
        let largest = Float(bitPattern: peak.exchange(0, ordering: .relaxed))
        guard frames > takenFrames else { return nil }
        defer { (takenFrames, takenSquares) = (frames, squares) }
        return (Float(max(0, squares - takenSquares) / Double(frames - takenFrames)), largest)
    }
}
