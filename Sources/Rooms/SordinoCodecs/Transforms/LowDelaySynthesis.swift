/// Turns the spectra of the low-delay filterbank into samples: ISO/IEC 14496-3, 4.6.20.2.
///
/// The state is the transforms of the last four spectra; all memory is allocated in `init`. The window's first quarter frame is
/// zero; the output begins behind it, so that analysis and synthesis together are half a frame late.
package final class LowDelaySynthesis {
    /// Samples of a frame, and lines of a spectrum: 512 or 480.
    package let frameLength: Int
    private let transform: DCTIV
    private let cores: UnsafeMutablePointer<Float>
    private let window: UnsafeMutablePointer<Float>
    private var newest = 0

    /// Makes the filterbank with a history of silence.
    ///
    /// - Parameters:
    ///   - frameLength: 480, or 512 for everything else.
    ///   - scale: A factor of the output: 1 gives samples in the units that `LowDelayAnalysis` took.
    package init(frameLength wanted: Int, scale: Double = 1) {
        frameLength = wanted == 480 ? 480 : 512
        transform = DCTIV(count: frameLength, scale: scale / Double(frameLength))
        cores = .allocate(capacity: 4 * frameLength)
        window = .allocate(capacity: 4 * frameLength)
        cores.initialize(repeating: 0, count: 4 * frameLength)
        AACWindows.lowDelay(frameLength: frameLength).withUnsafeBufferPointer { values in
            for index in 0..<(4 * frameLength) { window[index] = values[index] }
        }
    }

    deinit {
        cores.deallocate()
        window.deallocate()
    }

    /// Forgets all spectra, as after a jump.
    package func reset() { cores.update(repeating: 0, count: 4 * frameLength) }

    /// Takes the next spectrum and gives the next frame.
    ///
    /// - Parameters:
    ///   - lines: `frameLength` lines.
    ///   - samples: Receives `frameLength` samples; may be `lines`.
    package func synthesise(_ lines: UnsafePointer<Float>, _ samples: UnsafeMutablePointer<Float>) {
        let (m, half) = (frameLength, frameLength / 2)
        newest = (newest &+ 1) & 3
        transform.transform(lines, cores + newest &* m)
        // A block of the window is 4 m samples: (-Y low reversed, -Y low, -Y high, Y high reversed), then the same negated.
        let y0 = UnsafePointer(cores + newest &* m)
        let y1 = UnsafePointer(cores + ((newest &+ 3) & 3) &* m)
        let y2 = UnsafePointer(cores + ((newest &+ 2) & 3) &* m)
        let y3 = UnsafePointer(cores + ((newest &+ 1) & 3) &* m)
        let w = UnsafePointer(window)
        // The first quarter of the window is zero, so that the output can begin a quarter frame ahead of it: samples from
        // m / 4 on, then those in which the next spectrum has no part.
        let quarter = m / 4
        let target = samples - quarter
        let v = w + half
        var p = quarter
        while p < half {
            let low = half &- 4 &- p
            let value =
                load4(w + (2 &* m &+ p)) * reversed(load4(y2 + low)) - load4(w + p) * reversed(load4(y0 + low))
                + load4(w + (3 &* m &+ p)) * load4(y3 + (half &+ p)) - load4(w + (m &+ p)) * load4(y1 + (half &+ p))
            store4(target + p, value)
            p &+= 4
        }
        p = 0
        while p < half {
            let high = m &- 4 &- p
            let value =
                load4(v + (2 &* m &+ p)) * load4(y2 + p) - load4(v + p) * load4(y0 + p)
                + load4(v + (m &+ p)) * reversed(load4(y1 + high)) - load4(v + (3 &* m &+ p))
                * reversed(load4(y3 + high))
            store4(target + (half &+ p), value)
            p &+= 4
        }
        p = 0
        while p < quarter {
            let low = half &- 4 &- p
            let value =
                load4(w + (2 &* m &+ p)) * reversed(load4(y1 + low)) - load4(w + (m &+ p)) * load4(y0 + (half &+ p))
                + load4(w + (3 &* m &+ p)) * load4(y2 + (half &+ p))
            store4(target + (m &+ p), value)
            p &+= 4
        }
    }
}
