import CKernels

/// The realtime end of an `FFT`: one thread at a time, no heap, no lock.
package struct FFTTransform: @unchecked Sendable {
    let half: Int
    let twiddles: UnsafePointer<Float>
    let turns: UnsafePointer<Float>
    let scratch: UnsafeMutablePointer<Float>

    /// From samples to bins.
    ///
    /// - Parameters:
    ///   - samples: `sampleCount` samples.
    ///   - real: Receives `binCount` real parts; may be none of the other memory.
    ///   - imaginary: Receives `binCount` imaginary parts; the first and the last are 0.
    @_noAllocation @_noLocks
    package func forward(
        _ samples: UnsafePointer<Float>, real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>
    ) {
        ckernels_unzip(scratch, scratch + half, samples, half)
        let sorted = complex(scratch, scratch + half, scratch + 2 &* half, scratch + 3 &* half)
        ckernels_fft_split(real, imaginary, sorted.real, sorted.imaginary, turns, half)
    }

    /// From bins to samples.
    ///
    /// - Parameters:
    ///   - real: `binCount` real parts.
    ///   - imaginary: `binCount` imaginary parts; the first and the last do not count.
    ///   - samples: Receives `sampleCount` samples.
    @_noAllocation @_noLocks
    package func inverse(
        real: UnsafePointer<Float>, imaginary: UnsafePointer<Float>, samples: UnsafeMutablePointer<Float>
    ) {
        let scale = 0.5 / Float(half)
        ckernels_fft_join(scratch, scratch + half, real, imaginary, turns, scale, half)
        // Backwards is forwards with real and imaginary parts exchanged.
        let sorted = complex(scratch + half, scratch, scratch + 3 &* half, scratch + 2 &* half)
        ckernels_zip(samples, sorted.imaginary, sorted.real, half)
    }

    /// The complex transform of `half` numbers, going back and forth between two pairs of planes; says where it ended.
    @_noAllocation @_noLocks
    private func complex(
        _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>,
        _ otherReal: UnsafeMutablePointer<Float>, _ otherImaginary: UnsafeMutablePointer<Float>
    ) -> (real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>) {
        var (from, to) = ((real, imaginary), (otherReal, otherImaginary))
        var table = twiddles
        var span = half
        var stride = 1
        while span >= 4 {
            ckernels_fft_pass4(to.0, to.1, from.0, from.1, table, span, stride)
            swap(&from, &to)
            table += 6 &* (span / 4)
            span /= 4
            stride &*= 4
        }
        if span == 2 {
            ckernels_fft_pass2(to.0, to.1, from.0, from.1, stride)
            swap(&from, &to)
        }
        return (from.0, from.1)
    }
}
