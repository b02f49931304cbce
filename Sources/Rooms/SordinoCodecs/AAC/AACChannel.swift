/// The state of one decoded channel: what one frame says about it, and what is kept for the next.
final class AACChannel {
    /// The codebook number of noise, and of intensity out of phase and in phase.
    static let noiseBook = 13, negativeIntensityBook = 14, intensityBook = 15

    /// Lines of a frame.
    let frameLength: Int
    /// The dequantised spectrum of the frame.
    private(set) var lines: UnsafeMutablePointer<Float>
    /// The windowed second half of the previous frame.
    let overlap: UnsafeMutablePointer<Float>
    /// The frame's samples, full scale ±1.
    let time: UnsafeMutablePointer<Float>
    /// The codebook of each band of each group, at group * 16 + band for short windows.
    let books: UnsafeMutablePointer<UInt8>
    /// The scalefactor of each band; for noise and intensity, the level or position that stands in its place.
    let scalefactors: UnsafeMutablePointer<Int16>
    /// The noise-shaping filters of the frame.
    let shaping: AACNoiseShaping
    /// Long-term prediction; nil for object types without it.
    let prediction: AACPrediction?
    /// The low-delay filterbank, for object type 39.
    let lowDelay: LowDelaySynthesis?
    /// The spectrum of the last frame, for concealment.
    private(set) var lastLines: UnsafeMutablePointer<Float>

    /// The windows of the frame.
    var windows = AACWindowInfo()
    /// The shape of the previous frame's second half.
    var previousShape = 0
    /// The sequence of the last good frame.
    var lastWindows = AACWindowInfo()
    /// The pulses of the frame: none if 0.
    var pulses = AACPulses()
    /// The scalefactor before the first band.
    var globalGain = 0
    /// Indicates scalefactors so high that lines may be beyond all bounds.
    var isLoud = false

    /// Makes a silent channel.
    init(configuration: AACConfiguration) {
        frameLength = configuration.frameLength
        let count = frameLength
        lines = .allocate(capacity: count + 8)
        overlap = .allocate(capacity: count)
        time = .allocate(capacity: count)
        lastLines = .allocate(capacity: count + 8)
        books = .allocate(capacity: 128)
        scalefactors = .allocate(capacity: 128)
        lines.initialize(repeating: 0, count: count + 8)
        overlap.initialize(repeating: 0, count: count)
        time.initialize(repeating: 0, count: count)
        lastLines.initialize(repeating: 0, count: count + 8)
        books.initialize(repeating: 0, count: 128)
        scalefactors.initialize(repeating: 0, count: 128)
        shaping = AACNoiseShaping()
        prediction = configuration.hasLongTermPrediction ? AACPrediction(frameLength: count) : nil
        lowDelay =
            configuration.objectType == .enhancedLowDelay
            ? LowDelaySynthesis(frameLength: count, scale: 1.0 / 32768) : nil
    }

    deinit {
        lines.deallocate()
        overlap.deallocate()
        time.deallocate()
        lastLines.deallocate()
        books.deallocate()
        scalefactors.deallocate()
    }

    /// Forgets earlier frames, as after a jump.
    func reset() {
        overlap.update(repeating: 0, count: frameLength)
        time.update(repeating: 0, count: frameLength)
        lastLines.update(repeating: 0, count: frameLength)
        lastWindows = AACWindowInfo()
        previousShape = 0
        prediction?.reset()
        lowDelay?.reset()
    }

    /// Takes the spectrum and the windows of another channel.
    func repeatSpectrum(of other: AACChannel) {
        lines.update(from: other.lines, count: frameLength)
        windows = other.windows
        isLoud = other.isLoud
        shaping.clear()
        prediction?.isPresent = false
    }

    /// Makes the frame's spectrum the last one.
    func keepLines() { (lines, lastLines) = (lastLines, lines) }

    /// The band's place in `books` and `scalefactors`.
    @inline(__always)
    static func place(_ group: Int, _ band: Int) -> Int { group &* 16 &+ band }
}

/// The pulses that are added to quantised values: ISO/IEC 14496-3, 4.6.5.
struct AACPulses {
    /// Pulses, 0 to 4.
    var count = 0
    /// The band at which their lines begin to count.
    var startBand = 0
    /// The distances in lines.
    var offsets = SIMD4<Int32>.zero
    /// The amounts added to the magnitudes.
    var amounts = SIMD4<Int32>.zero
}
