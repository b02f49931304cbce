import SordinoRealtime
import Synchronization

/// The part of a voice that the render thread owns, and the flags that both sides look at.
struct VoiceState: ~Copyable {
    /// The most frames that one block of a device has (spec R6.5).
    static var blockFrameLimit: Int { @_noAllocation @_noLocks get { 4_096 } }

    let ring: FloatRingConsumer
    let channelCount: Int
    let sampleRate: Double
    let scratch: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let commands: RingConsumer<VoiceCommand>
    let meters: UnsafeMutablePointer<ChannelMeter>
    var left: GainGlide
    var right: GainGlide
    let isPlaying = Atomic<Bool>(false)
    let startNanoseconds = Atomic<Int64>(.min)
    let played = Atomic<Int>(0)
    let end = Atomic<Int>(.max)
    let hasFinished = Atomic<Bool>(false)
    let underruns = Atomic<Int>(0)

    init(
        ring: FloatRingConsumer, channelCount: Int, sampleRate: Double,
        scratch: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, commands: RingConsumer<VoiceCommand>,
        meters: UnsafeMutablePointer<ChannelMeter>, gain: StereoGain
    ) {
        self.ring = ring
        self.channelCount = channelCount
        self.sampleRate = sampleRate
        self.scratch = scratch
        self.commands = commands
        self.meters = meters
        left = GainGlide(gain.left)
        right = GainGlide(gain.right)
    }

    /// Adds the voice's next frames to a stereo block.
    ///
    /// - Parameters:
    ///   - outputs: Two pointers to `frameCount` floats, or one: then the mean of both sides is added.
    ///   - firstNanoseconds: When the block's first frame leaves, on the device's time line.
    ///   - blockRate: Hertz; a voice made for another rate waits for its replacement.
    @_noAllocation @_noLocks
    mutating func render(
        into outputs: UnsafePointer<UnsafeMutablePointer<Float>>, outputCount: Int, frameCount: Int,
        firstNanoseconds: Int64, blockRate: Double
    ) {
        while let command = commands.pop() {
            switch command {
            case .glide(let gain, let frames):
                left.glide(to: gain.left, frames: frames)
                right.glide(to: gain.right, frames: frames)
            }
        }
        guard isPlaying.load(ordering: .acquiring), blockRate == sampleRate else { return }
        let first = firstFrame(frameCount: frameCount, firstNanoseconds: firstNanoseconds)
        guard first < frameCount else { return }
        let played = self.played.load(ordering: .relaxed)
        let left = end.load(ordering: .acquiring) &- played
        let wanted = min(frameCount &- first, min(left, Self.blockFrameLimit))
        let count = wanted > 0 ? ring.read(into: UnsafePointer(scratch), frameCount: wanted) : 0
        if count > 0 { mix(into: outputs, outputCount: outputCount, from: first, count: count) }
        self.played.store(played &+ count, ordering: .releasing)
        if count == left {
            isPlaying.store(false, ordering: .relaxed)
            hasFinished.store(true, ordering: .releasing)
        } else if count < wanted {
            underruns.wrappingAdd(1, ordering: .relaxed)
        }
    }

    /// The first frame of the block that may sound.
    @_noAllocation @_noLocks
    private func firstFrame(frameCount: Int, firstNanoseconds: Int64) -> Int {
        let start = startNanoseconds.load(ordering: .relaxed)
        guard start > firstNanoseconds else { return 0 }
        let frames = Double(start &- firstNanoseconds) * 1e-9 * sampleRate + 0.5
        guard frames < Double(frameCount) else { return frameCount }
        startNanoseconds.store(.min, ordering: .relaxed)
        return Int(frames)
    }

    @_noAllocation @_noLocks
    private mutating func mix(
        into outputs: UnsafePointer<UnsafeMutablePointer<Float>>, outputCount: Int, from first: Int, count: Int
    ) {
        for channel in 0..<channelCount { meters[channel].add(scratch[channel], count: count) }
        // Mono goes to both sides at full level; of more than two channels the pairs fold onto the two sides.
        let rightSource = channelCount > 1 ? scratch[1] : scratch[0]
        if channelCount > 2 { foldDown(count: count) }
        if outputCount > 1 {
            left.mix(scratch[0], into: outputs[0] + first, count: count)
            right.mix(rightSource, into: outputs[1] + first, count: count)
        } else {
            left.mix(scratch[0], into: outputs[0] + first, count: count, factor: 0.5)
            right.mix(rightSource, into: outputs[0] + first, count: count, factor: 0.5)
        }
    }

    /// L R C LFE Ls Rs … onto two channels: the centre and the surrounds 3 dB down, the bass channel left out
    /// (ITU-R BS.775-3, annex 4).
    @_noAllocation @_noLocks
    private func foldDown(count: Int) {
        let share: Float = 0.707_106_77
        for channel in 2..<channelCount where !(channelCount >= 6 && channel == 3) {
            let source = scratch[channel]
            let isCentre = channel == 2
            let isLeft = isCentre || channel % 2 == 0
            let isRight = isCentre || channel % 2 == 1
            for frame in 0..<count {
                let value = source[frame] * share
                if isLeft { scratch[0][frame] += value }
                if isRight { scratch[1][frame] += value }
            }
        }
    }
}

/// A gain that moves in a straight line and lands exactly on its last frame.
struct GainGlide: BitwiseCopyable {
    private(set) var gain: Float
    private var origin: Float
    private var target: Float
    private var frameCount = 0
    private var framesDone = 0

    init(_ gain: Float) { (self.gain, origin, target) = (gain, gain, gain) }

    /// Begins a new line from wherever it is.
    @_noAllocation @_noLocks
    mutating func glide(to target: Float, frames: Int) {
        origin = gain
        self.target = target
        frameCount = frames
        framesDone = 0
        if frames == 0 { gain = target }
    }

    /// Adds `source` times the gain, frame by frame.
    @_noAllocation @_noLocks
    mutating func mix(
        _ source: UnsafePointer<Float>, into sum: UnsafeMutablePointer<Float>, count: Int, factor: Float = 1
    ) {
        var frame = 0
        while frame < count, framesDone < frameCount {
            framesDone += 1
            gain =
                framesDone == frameCount
                ? target : origin + (target - origin) * (Float(framesDone) / Float(frameCount))
            sum[frame] += source[frame] * (gain * factor)
            frame += 1
        }
        let rest = gain * factor
        while frame < count {
            sum[frame] += source[frame] * rest
            frame += 1
        }
    }
}

/// Running levels of one channel: the render thread adds, the control side takes differences.
struct ChannelMeter: ~Copyable {
    /// Sum of squares and frames since the beginning; written by the render thread only.
    private let squares = Atomic<UInt64>(0)
    private let frames = Atomic<Int>(0)
    /// Largest magnitude since the control side last took it, as the bits of a float.
    private let peak = Atomic<UInt32>(0)
    private var takenSquares = 0.0
    private var takenFrames = 0

    @_noAllocation @_noLocks
    func add(_ samples: UnsafePointer<Float>, count: Int) {
        var sum: Float = 0
        var largest: Float = 0
        for frame in 0..<count {
            let value = samples[frame]
            sum += value * value
            largest = max(largest, abs(value))
        }
        let before = Double(bitPattern: squares.load(ordering: .relaxed))
        squares.store((before + Double(sum)).bitPattern, ordering: .relaxed)
        // The bits of floats that are not negative sort as the floats do.
        peak.max(largest.bitPattern, ordering: .relaxed)
        frames.wrappingAdd(count, ordering: .releasing)
    }

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
