import CKernels

/// The realtime end of an `FFT`: one thread at a time, no heap, no lock.
package struct FFTTransform {
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
        let spectrum = scratch + 2 &* half
        ckernels_fft(spectrum, spectrum + half, scratch, scratch + half, scratch + 4 &* half, twiddles, half)
        ckernels_fft_split(real, imaginary, spectrum, spectrum + half, turns, half)
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
        let pairs = scratch + 2 &* half
        ckernels_fft(pairs + half, pairs, scratch + half, scratch, scratch + 4 &* half, twiddles, half)
        ckernels_zip(samples, pairs, pairs + half, half)
    }
}
