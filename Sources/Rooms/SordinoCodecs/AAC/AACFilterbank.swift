/// Turns spectra into samples with the windows of a sequence: ISO/IEC 14496-3, 4.6.11.
///
/// One serves all channels of a decoder.
final class AACFilterbank {
    /// Samples of a frame, M.
    let frameLength: Int
    /// Lines of a short window, M / 8.
    let shortLength: Int
    /// Samples before and after a short slope in a half of the frame.
    private let flat: Int
    private let long: MDCT
    private let short: MDCT
    /// The rising long slopes: sine, then Kaiser-Bessel derived (or low overlap).
    private let longSlopes: UnsafeMutablePointer<Float>
    private let shortSlopes: UnsafeMutablePointer<Float>
    private let core: UnsafeMutablePointer<Float>
    private let block: UnsafeMutablePointer<Float>
    private let sums: UnsafeMutablePointer<Float>

    /// Makes a filterbank of so many lines.
    ///
    /// - Parameters:
    ///   - frameLength: 1024, 960, 512 or 480.
    ///   - isLowDelay: Whether the second shape is low overlap; there are then no short windows.
    init(frameLength: Int, isLowDelay: Bool) {
        self.frameLength = frameLength
        shortLength = isLowDelay ? 64 : frameLength / 8
        flat = (frameLength - shortLength) / 2
        long = MDCT(lineCount: frameLength, scale: 1.0 / 32768)
        short = MDCT(lineCount: shortLength, scale: 1.0 / 32768)
        longSlopes = .allocate(capacity: 2 * frameLength)
        shortSlopes = .allocate(capacity: 2 * shortLength)
        core = .allocate(capacity: frameLength)
        block = .allocate(capacity: 2 * frameLength)
        sums = .allocate(capacity: 2 * frameLength)
        let second = isLowDelay ? AACWindows.lowOverlap(frameLength) : AACWindows.kaiserBessel(frameLength)
        longSlopes.initialize(from: AACWindows.sine(frameLength) + second, count: 2 * frameLength)
        let shorts = AACWindows.sine(shortLength) + AACWindows.kaiserBessel(shortLength)
        shortSlopes.initialize(from: shorts, count: 2 * shortLength)
        core.initialize(repeating: 0, count: frameLength)
        block.initialize(repeating: 0, count: 2 * frameLength)
        sums.initialize(repeating: 0, count: 2 * frameLength)
    }

    deinit {
        longSlopes.deallocate()
        shortSlopes.deallocate()
        core.deallocate()
        block.deallocate()
        sums.deallocate()
    }

    /// Makes a frame of samples.
    ///
    /// - Parameters:
    ///   - lines: `frameLength` lines, short windows one after the other.
    ///   - windows: The frame's sequence and shape.
    ///   - previousShape: The shape of the frame before.
    ///   - overlap: The state of the channel, `frameLength` samples.
    ///   - time: Receives `frameLength` samples.
    func synthesise(
        _ lines: UnsafePointer<Float>, _ windows: AACWindowInfo, previousShape: Int,
        overlap: UnsafeMutablePointer<Float>,
        time: UnsafeMutablePointer<Float>
    ) {
        let left = longSlopes + (previousShape & 1) &* frameLength
        let right = longSlopes + (windows.shape & 1) &* frameLength
        switch windows.sequence {
        case .long:
            long.inverseCore(lines, core)
            Self.addFirst(core, left, overlap, time, frameLength)
            Self.keepSecond(core, right, overlap, frameLength)
        case .longStart:
            long.inverseCore(lines, core)
            Self.addFirst(core, left, overlap, time, frameLength)
            keepSecondShort(windows.shape, overlap)
        case .longStop:
            long.inverseCore(lines, core)
            addFirstShort(previousShape, overlap, time)
            Self.keepSecond(core, right, overlap, frameLength)
        case .eightShort:
            synthesiseShort(lines, windows.shape, previousShape, overlap, time)
        }
    }

    /// Adds the first half under a long slope to the overlap.
    @inline(__always)
    private static func addFirst(
        _ core: UnsafePointer<Float>, _ slope: UnsafePointer<Float>, _ overlap: UnsafePointer<Float>,
        _ time: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        let half = count / 2
        var n = 0
        while n < half {
            let value = load4(core + (half &+ n))
            let mirror = count &- 4 &- n
            store4(time + n, load4(overlap + n) + value * load4(slope + n))
            store4(time + mirror, load4(overlap + mirror) - reversed(value) * load4(slope + mirror))
            n &+= 4
        }
    }

    /// Keeps the second half under the falling slope, which is `slope` backwards.
    @inline(__always)
    private static func keepSecond(
        _ core: UnsafePointer<Float>, _ slope: UnsafePointer<Float>, _ overlap: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        let half = count / 2
        var n = 0
        while n < half {
            let value = -load4(core + (half &- 4 &- n))
            let mirror = count &- 4 &- n
            store4(overlap + n, reversed(value * load4(slope + mirror)))
            store4(overlap + mirror, value * reversed(load4(slope + n)))
            n &+= 4
        }
    }

    /// The sample `n` of the first or second half before windowing.
    @inline(__always)
    private func first(_ n: Int) -> Float {
        n < frameLength / 2 ? core[frameLength / 2 &+ n] : -core[frameLength &+ frameLength / 2 &- 1 &- n]
    }
    @inline(__always)
    private func second(_ n: Int) -> Float {
        n < frameLength / 2 ? -core[frameLength / 2 &- 1 &- n] : -core[n &- frameLength / 2]
    }

    private func addFirstShort(_ shape: Int, _ overlap: UnsafePointer<Float>, _ time: UnsafeMutablePointer<Float>) {
        let slope = shortSlopes + (shape & 1) &* shortLength
        for n in 0..<flat { time[n] = overlap[n] }
        for n in 0..<shortLength { time[flat &+ n] = overlap[flat &+ n] + slope[n] * first(flat &+ n) }
        for n in (flat &+ shortLength)..<frameLength { time[n] = overlap[n] + first(n) }
    }

    private func keepSecondShort(_ shape: Int, _ overlap: UnsafeMutablePointer<Float>) {
        let slope = shortSlopes + (shape & 1) &* shortLength
        for n in 0..<flat { overlap[n] = second(n) }
        for n in 0..<shortLength { overlap[flat &+ n] = slope[shortLength &- 1 &- n] * second(flat &+ n) }
        for n in (flat &+ shortLength)..<frameLength { overlap[n] = 0 }
    }

    private func synthesiseShort(
        _ lines: UnsafePointer<Float>, _ shape: Int, _ previousShape: Int, _ overlap: UnsafeMutablePointer<Float>,
        _ time: UnsafeMutablePointer<Float>
    ) {
        let own = shortSlopes + (shape & 1) &* shortLength
        sums.update(from: overlap, count: frameLength)
        (sums + frameLength).update(repeating: 0, count: frameLength)
        for window in 0..<8 {
            short.inverse(lines + window &* shortLength, block)
            let rising = window == 0 ? shortSlopes + (previousShape & 1) &* shortLength : own
            let target = sums + (flat &+ window &* shortLength)
            for n in 0..<shortLength {
                target[n] += rising[n] * block[n]
                target[shortLength &+ n] += own[shortLength &- 1 &- n] * block[shortLength &+ n]
            }
        }
        time.update(from: sums, count: frameLength)
        overlap.update(from: sums + frameLength, count: frameLength)
    }

    /// Transforms 2 * `frameLength` samples with the windows of a frame that is not of short windows, for long-term prediction.
    ///
    /// - Parameters:
    ///   - samples: Full scale ±1; they are windowed in place.
    ///   - lines: Receives `frameLength` lines in the stream's scale.
    func analyse(
        _ samples: UnsafeMutablePointer<Float>, _ windows: AACWindowInfo, previousShape: Int,
        _ lines: UnsafeMutablePointer<Float>
    ) {
        let left = longSlopes + (previousShape & 1) &* frameLength
        let right = longSlopes + (windows.shape & 1) &* frameLength
        let shortLeft = shortSlopes + (previousShape & 1) &* shortLength
        let shortRight = shortSlopes + (windows.shape & 1) &* shortLength
        for n in 0..<frameLength {
            let slope = n &- flat
            let rising =
                windows.sequence == .longStop
                ? (slope < 0 ? 0 : slope < shortLength ? shortLeft[slope] : 1) : left[n]
            let falling =
                windows.sequence == .longStart
                ? (slope < 0 ? 0 : slope < shortLength ? shortRight[slope] : 1) : right[n]
            samples[n] *= rising * 32768
            samples[2 &* frameLength &- 1 &- n] *= falling * 32768
        }
        long.forward(samples, lines)
    }
}
