/// Computes the modified discrete cosine transform between `lineCount` lines and 2 * `lineCount` samples.
///
/// Forward: X[k] = 2 * the sum over n of z[n] cos(pi / M (n + 1/2 + M/2)(k + 1/2)); inverse: y[n] = 1/M * the sum over k of
/// X[k] cos(the same). With a window that keeps the power of overlapping halves, used twice, the overlapped output equals the
/// input: ISO/IEC 14496-3, 4.6.11. Sizes in use: 1024, 960, 512, 480, 128, 120. All memory is allocated in `init`.
package final class MDCT {
    /// Lines of a spectrum, M; a block of samples has twice as many.
    package let lineCount: Int
    private let forwardTransform: DCTIV
    private let inverseTransform: DCTIV
    private let fold: UnsafeMutablePointer<Float>

    /// Makes the transform both ways.
    ///
    /// - Parameters:
    ///   - lineCount: A multiple of 8 that only 2, 3 and 5 divide.
    ///   - scale: A factor of the inverse: 1 gives samples in the units that `forward` took.
    package init(lineCount: Int, scale: Double = 1) {
        forwardTransform = DCTIV(count: lineCount, scale: 2)
        inverseTransform = DCTIV(count: lineCount, scale: scale / Double(max(lineCount, 1)))
        self.lineCount = inverseTransform.count
        fold = .allocate(capacity: self.lineCount)
        fold.initialize(repeating: 0, count: self.lineCount)
    }

    deinit { fold.deallocate() }

    /// Transforms windowed samples to lines.
    ///
    /// - Parameters:
    ///   - samples: 2 * `lineCount` samples, already multiplied by the window.
    ///   - lines: Receives `lineCount` lines; may not overlap `samples`.
    package func forward(_ samples: UnsafePointer<Float>, _ lines: UnsafeMutablePointer<Float>) {
        let half = lineCount / 2
        var n = 0
        // The quarters a, b, c, d of the block fold to (-c reversed - d, a - b reversed).
        while n < half {
            let third = load4(samples + (3 &* half &- 4 &- n))
            store4(fold + n, -reversed(third) - load4(samples + (3 &* half &+ n)))
            store4(fold + (half &+ n), load4(samples + n) - reversed(load4(samples + (2 &* half &- 4 &- n))))
            n &+= 4
        }
        forwardTransform.transform(fold, lines)
    }

    /// Transforms lines to the `lineCount` numbers Y of which the inverse consists.
    ///
    /// y[n] = Y[M/2 + n] for n < M/2; y[M/2 + n] = -Y[M - 1 - n] for n < M; y[3M/2 + n] = -Y[n] for n < M/2.
    /// - Parameters:
    ///   - lines: `lineCount` lines.
    ///   - core: Receives `lineCount` numbers; may be `lines`.
    package func inverseCore(_ lines: UnsafePointer<Float>, _ core: UnsafeMutablePointer<Float>) {
        inverseTransform.transform(lines, core)
    }

    /// Transforms lines to 2 * `lineCount` samples that are still to be windowed and overlapped.
    ///
    /// - Parameters:
    ///   - lines: `lineCount` lines.
    ///   - samples: Receives 2 * `lineCount` samples; may not overlap `lines`.
    package func inverse(_ lines: UnsafePointer<Float>, _ samples: UnsafeMutablePointer<Float>) {
        let half = lineCount / 2
        inverseTransform.transform(lines, fold)
        var n = 0
        while n < half {
            store4(samples + n, load4(fold + (half &+ n)))
            store4(samples + (3 &* half &+ n), -load4(fold + n))
            store4(samples + (half &+ n), -reversed(load4(fold + (2 &* half &- 4 &- n))))
            store4(samples + (2 &* half &+ n), -reversed(load4(fold + (half &- 4 &- n))))
            n &+= 4
        }
    }
}
