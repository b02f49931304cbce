/// Long-term prediction of one channel: ISO/IEC 14496-3, 4.6.7.
final class AACPrediction {
    private static let factors: [Float] = [
        0.570829, 0.696616, 0.813004, 0.911304, 0.984900, 1.067894, 1.194601, 1.369533,
    ]

    /// Indicates a prediction in this frame.
    var isPresent = false
    private var lag = 0
    private var factor: Float = 0
    private let frameLength: Int
    /// Two frames of output and the windowed half of the next.
    private let history: UnsafeMutablePointer<Float>
    private let samples: UnsafeMutablePointer<Float>
    private let lines: UnsafeMutablePointer<Float>
    private let isUsed: UnsafeMutablePointer<Bool>
    private var usedCount = 0

    /// Makes a prediction with a history of silence.
    init(frameLength: Int) {
        self.frameLength = frameLength
        history = .allocate(capacity: 3 * frameLength)
        samples = .allocate(capacity: 2 * frameLength)
        lines = .allocate(capacity: frameLength)
        isUsed = .allocate(capacity: AACBands.predictionLimit)
        history.initialize(repeating: 0, count: 3 * frameLength)
        samples.initialize(repeating: 0, count: 2 * frameLength)
        lines.initialize(repeating: 0, count: frameLength)
        isUsed.initialize(repeating: false, count: AACBands.predictionLimit)
    }

    deinit {
        history.deallocate()
        samples.deallocate()
        lines.deallocate()
        isUsed.deallocate()
    }

    /// Forgets earlier frames, as after a jump.
    func reset() {
        history.update(repeating: 0, count: 3 * frameLength)
        lag = 0
        isPresent = false
    }

    /// Reads `ltp_data`.
    ///
    /// - Parameters:
    ///   - bits: Behind the bit that says it is there.
    ///   - isLowDelay: Whether the lag has 10 bits and may be that of the frame before.
    func read(_ bits: inout AACBits, _ windows: AACWindowInfo, isLowDelay: Bool) {
        isPresent = true
        if isLowDelay {
            if bits.flag() { lag = bits.bits(10) }
        } else {
            lag = bits.bits(11)
        }
        factor = Self.factors[bits.bits(3)]
        usedCount = windows.isShort ? 0 : min(windows.bandCount, AACBands.predictionLimit)
        for band in 0..<usedCount { isUsed[band] = bits.flag() }
    }

    /// Adds the prediction to the lines of the bands that use it.
    func apply(_ channel: AACChannel, _ filterbank: AACFilterbank, _ layout: AACBandLayout) {
        guard isPresent, !channel.windows.isShort else { return }
        let length = 2 &* frameLength
        let count = min(length, lag &+ frameLength)
        let source = history + max(0, length &- lag)
        for n in 0..<count { samples[n] = source[n] * factor }
        for n in count..<length { samples[n] = 0 }
        filterbank.analyse(samples, channel.windows, previousShape: channel.previousShape, lines)
        channel.shaping.apply(lines, channel.windows, layout, isAnalysis: true)
        for band in 0..<usedCount where isUsed[band] {
            for line in layout.offsets[band]..<layout.offsets[band &+ 1] { channel.lines[line] += lines[line] }
        }
    }

    /// Takes the frame's output and the half of it that the next one overlaps.
    func update(_ time: UnsafePointer<Float>, _ overlap: UnsafePointer<Float>) {
        history.update(from: history + frameLength, count: frameLength)
        (history + frameLength).update(from: time, count: frameLength)
        (history + 2 &* frameLength).update(from: overlap, count: frameLength)
    }
}
