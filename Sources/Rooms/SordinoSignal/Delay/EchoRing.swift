/// The past of each channel, and a place in it that is read: when the place moves, the old and the new are crossfaded.
///
/// A move that is asked for while one is under way waits for its end; of several that wait, the last counts.
struct EchoRing {
    /// Frames handled at a time, at most.
    static var blockFrames: Int {
        @_noAllocation @_noLocks get { 256 }
    }

    let channelCount: Int
    /// Longest delay, in frames.
    let longest: Int
    /// A power of two.
    let capacity: Int
    let fadeFrames: Int
    let rings: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// For the samples of a crossfade.
    let mixed: UnsafeMutablePointer<Float>

    /// The position of the next frame.
    var write = 0
    var delay = 1
    /// The delay that a fade leads to; equal to `delay` when nothing fades.
    var next = 1
    /// The requested delay after that.
    var wanted = 1
    var fadeDone = 0

    /// - Parameter longest: Frames, 1 or more.
    /// - Thread: control.
    init(channelCount: Int, longest: Int, fadeFrames: Int) {
        self.channelCount = channelCount
        self.longest = max(longest, 1)
        self.fadeFrames = max(fadeFrames, 1)
        var capacity = 512
        while capacity < self.longest + 2 * Self.blockFrames { capacity *= 2 }
        self.capacity = capacity
        rings = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            (rings + channel).initialize(to: .allocate(capacity: capacity))
            rings[channel].initialize(repeating: 0, count: capacity)
        }
        mixed = .allocate(capacity: Self.blockFrames)
        mixed.initialize(repeating: 0, count: Self.blockFrames)
    }

    /// - Thread: control, while no block is being rendered.
    func deallocate() {
        for channel in 0..<channelCount { rings[channel].deallocate() }
        rings.deallocate()
        mixed.deallocate()
    }
}
