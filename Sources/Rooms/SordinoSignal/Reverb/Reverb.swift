/// A room: reflections that come one by one at first, then more and more until they are a hiss that fades.
///
/// The late part is a network of sixteen delay lines whose outputs go through an orthogonal matrix (Hadamard) back into
/// all of them, so that only the lines lose energy: a filter in each makes every frequency fade in its own time. Pairs
/// of lines are slowly turned into each other, which moves the room's resonances, so that none of them rings. The input
/// goes through four all-passes first, so that the hiss is dense from the beginning. The early part are eight single
/// reflections for each side. All of this preserves energy; so wet is as loud as dry in every room.
///
/// Changes of the room are faded to over 40 ms. Any division into blocks gives the same samples; tails end in
/// exact silence. Output channels are different sums of the lines, so they do not resemble each other.
///
/// - Source: J.-M. Jot and A. Chaigne, "Digital Delay Networks for Designing Artificial Reverberators" (1991); M. R.
///   Schroeder, "Natural Sounding Artificial Reverberation" (1962), for the all-passes; S. J. Schlecht and E. A. P.
///   Habets, "Time-varying Feedback Matrices in Feedback Delay Networks" (2015).
package final class Reverb {
    /// The audio thread's end.
    package let renderer: ReverbRenderer
    /// Channels of the stream.
    package let channelCount: Int
    private let state: UnsafeMutablePointer<ReverbState>

    /// Makes a room.
    ///
    /// - Parameters:
    ///   - channelCount: 1 or more.
    ///   - sampleRate: Hertz, 2000 or more.
    /// - Thread: control.
    package init(channelCount: Int, sampleRate: Double, settings: ReverbSettings = ReverbSettings()) {
        precondition(channelCount > 0 && sampleRate >= 2_000, "a stream has at least one channel and a rate")
        self.channelCount = channelCount
        state = .allocate(capacity: 1)
        state.initialize(to: ReverbState(channelCount: channelCount, sampleRate: sampleRate))
        renderer = ReverbRenderer(state: state)
        renderer.set(settings, frames: 0)
    }

    deinit {
        state.pointee.deallocate()
        state.deallocate()
    }
}

/// The shape of a room, ready for rendering.
struct ReverbShape {
    /// The number of delay lines.
    static var lineCount: Int {
        @_noAllocation @_noLocks get { 16 }
    }
    /// Single reflections for each output channel.
    static var tapCount: Int {
        @_noAllocation @_noLocks get { 8 }
    }

    let channelCount: Int
    /// Frames of each line.
    let lengths: UnsafeMutablePointer<Int>
    /// Each line's filter: direct and from one frame ago; a quarter each, for the matrix.
    let direct: UnsafeMutablePointer<Float>
    let before: UnsafeMutablePointer<Float>
    /// Frames and factors of the single reflections, `tapCount` for each channel.
    let tapFrames: UnsafeMutablePointer<Int>
    let tapGains: UnsafeMutablePointer<Float>
    /// Factor of the late part.
    var lateGain: Float = 0
    /// The length of the shortest line, in frames.
    var shortest = 1

    init(channelCount: Int) {
        self.channelCount = channelCount
        let taps = Self.tapCount * channelCount
        lengths = .allocate(capacity: Self.lineCount)
        direct = .allocate(capacity: Self.lineCount)
        before = .allocate(capacity: Self.lineCount)
        tapFrames = .allocate(capacity: taps)
        tapGains = .allocate(capacity: taps)
        lengths.initialize(repeating: 1, count: Self.lineCount)
        direct.initialize(repeating: 0, count: Self.lineCount)
        before.initialize(repeating: 0, count: Self.lineCount)
        tapFrames.initialize(repeating: 1, count: taps)
        tapGains.initialize(repeating: 0, count: taps)
    }

    func deallocate() {
        lengths.deallocate()
        direct.deallocate()
        before.deallocate()
        tapFrames.deallocate()
        tapGains.deallocate()
    }
}

/// The state of a running room.
struct ReverbState {
    /// Frames handled at a time, at most.
    static var blockFrames: Int {
        @_noAllocation @_noLocks get { 256 }
    }
    /// Frames from one angle of the turning pairs to the next.
    static var gridFrames: Int {
        @_noAllocation @_noLocks get { 512 }
    }
    /// All-passes in a row.
    static var diffuserCount: Int {
        @_noAllocation @_noLocks get { 4 }
    }

    let channelCount: Int
    let sampleRate: Double
    let fadeFrames: Int
    var settings = ReverbSettings()
    /// Frames of the ring of each line and of the input, a power of two.
    let capacity: Int
    let lines: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let arrived: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The all-passes' rings, `diffuserCount` for each channel, and their lengths.
    let diffusers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let diffuserLengths: UnsafeMutablePointer<Int>
    let diffuserCapacity: Int
    /// Sixteen planes of `blockFrames`, and again for fading.
    let planes: UnsafeMutablePointer<Float>
    let others: UnsafeMutablePointer<Float>
    /// The input behind the all-passes: `blockFrames` for each channel.
    let diffused: UnsafeMutablePointer<Float>
    let wetSamples: UnsafeMutablePointer<Float>

    /// The room, the one that is faded to, and the one that is requested after that.
    var shape: ReverbShape
    var next: ReverbShape
    var wanted: ReverbShape
    var hasWanted = false
    var isFading = false
    var fadeDone = 0

    var dry = GainRamp(0)
    var wet = GainRamp(1)
    var write = 0
    /// Frames since the reset.
    var frame = 0
    /// The grid point that the angle belongs to.
    var aimedAt = -1
    /// The turning pairs' angle at the last grid point and the step to the next: cosines, then sines.
    var cosine: Float = 1
    var cosineStep: Float = 0
    var sine: Float = 0
    var sineStep: Float = 0
    /// Frames since anything but silence came in or went round.
    var quietFrames = Int.max / 2

    init(channelCount: Int, sampleRate: Double) {
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        fadeFrames = Int(sampleRate * 0.04)
        func plane(_ count: Int) -> UnsafeMutablePointer<Float> {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: count)
            plane.initialize(repeating: 0, count: count)
            return plane
        }
        func list(_ count: Int, _ frames: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
            let list = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: count)
            for index in 0..<count { (list + index).initialize(to: plane(frames)) }
            return list
        }
        var capacity = 1_024
        // A second, a prime beyond it, and the distance by which writing is ahead of reading.
        while Double(capacity) < sampleRate + 512 + 2 * Double(Self.blockFrames) { capacity *= 2 }
        self.capacity = capacity
        lines = list(ReverbShape.lineCount, capacity)
        arrived = list(channelCount, capacity)

        let count = Self.diffuserCount * channelCount
        diffuserLengths = .allocate(capacity: count)
        let milliseconds = [2.35, 3.37, 5.02, 8.31]
        for index in 0..<count {
            let stretch = 1 + 0.13 * Double((index / Self.diffuserCount) % 5)
            let frames = milliseconds[index % Self.diffuserCount] * 0.001 * sampleRate * stretch
            (diffuserLengths + index).initialize(to: max(ReverbState.prime(from: Int(frames)), 2))
        }
        var diffuserCapacity = 64
        while Double(diffuserCapacity) < 0.013 * sampleRate + 512 { diffuserCapacity *= 2 }
        self.diffuserCapacity = diffuserCapacity
        diffusers = list(count, diffuserCapacity)
        planes = plane(ReverbShape.lineCount * Self.blockFrames)
        others = plane(ReverbShape.lineCount * Self.blockFrames)
        diffused = plane(channelCount * Self.blockFrames)
        wetSamples = plane(Self.blockFrames)
        shape = ReverbShape(channelCount: channelCount)
        next = ReverbShape(channelCount: channelCount)
        wanted = ReverbShape(channelCount: channelCount)
    }

    func deallocate() {
        for line in 0..<ReverbShape.lineCount { lines[line].deallocate() }
        for channel in 0..<channelCount { arrived[channel].deallocate() }
        for index in 0..<(channelCount * Self.diffuserCount) { diffusers[index].deallocate() }
        lines.deallocate()
        arrived.deallocate()
        diffusers.deallocate()
        diffuserLengths.deallocate()
        for plane in [planes, others, diffused, wetSamples] { plane.deallocate() }
        shape.deallocate()
        next.deallocate()
        wanted.deallocate()
    }
}
