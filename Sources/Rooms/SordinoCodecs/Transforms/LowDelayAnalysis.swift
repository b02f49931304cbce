/// Turns samples into the spectra of the low-delay filterbank: ISO/IEC 14496-3, 4.6.20.2 (the encoder's side).
///
/// A window spans four frames; its last quarter frame has the weight zero and lies behind the newest sample. With
/// `LowDelaySynthesis` the output is the input, half a frame late.
package final class LowDelayAnalysis {
    /// Samples of a frame, and lines of a spectrum: 512 or 480.
    package let frameLength: Int
    private let transform: DCTIV
    private let history: UnsafeMutablePointer<Float>
    private let window: UnsafeMutablePointer<Float>
    private let fold: UnsafeMutablePointer<Float>

    /// Makes the filterbank with a history of silence.
    ///
    /// - Parameter frameLength: 480, or 512 for everything else.
    package init(frameLength wanted: Int) {
        frameLength = wanted == 480 ? 480 : 512
        transform = DCTIV(count: frameLength, scale: 2)
        history = .allocate(capacity: 4 * frameLength)
        window = .allocate(capacity: 4 * frameLength)
        fold = .allocate(capacity: frameLength)
        history.initialize(repeating: 0, count: 4 * frameLength)
        fold.initialize(repeating: 0, count: frameLength)
        let synthesis = AACWindows.lowDelay(frameLength: frameLength)
        for index in 0..<(4 * frameLength) { window[index] = synthesis[4 * frameLength - 1 - index] }
    }

    deinit {
        history.deallocate()
        window.deallocate()
        fold.deallocate()
    }

    /// Forgets all samples, as after a jump.
    package func reset() { history.update(repeating: 0, count: 4 * frameLength) }

    /// Takes the next frame and gives the spectrum of the window that ends a quarter frame after it.
    ///
    /// - Parameters:
    ///   - samples: `frameLength` samples.
    ///   - lines: Receives `frameLength` lines.
    package func analyse(_ samples: UnsafePointer<Float>, _ lines: UnsafeMutablePointer<Float>) {
        let (m, half) = (frameLength, frameLength / 2)
        let kept = 3 * m - m / 4
        history.update(from: history + m, count: kept)
        (history + kept).update(from: samples, count: m)
        for j in 0..<half {
            let (low, high) = (half &- 1 &- j, half &+ j)
            let first = windowed(low) - windowed(low &+ 2 &* m)
            fold[j] = first + windowed(high) - windowed(high &+ 2 &* m)
            let (near, far) = (m &+ j, 2 &* m &- 1 &- j)
            let second = windowed(near) - windowed(near &+ 2 &* m)
            fold[half &+ j] = second - windowed(far) + windowed(far &+ 2 &* m)
        }
        transform.transform(fold, lines)
    }

    @inline(__always)
    private func windowed(_ index: Int) -> Float { history[index] * window[index] }
}
