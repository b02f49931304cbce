import CKernels
import SordinoRealtime

/// The discrete Fourier transform of real signals whose length is a power of two.
///
/// The control side makes it, with all tables and scratch; one thread at a time uses its `transform`, which lives as
/// long as the FFT does. A transform of n samples has n / 2 + 1 bins, bin k at k / n of the sample rate, as two planes
/// of real and imaginary parts. Forward is not scaled, inverse divides by n: one after the other gives the signal back.
///
/// - Source: Stockham's self-sorting form in radix 4 (Cochran et al., "What is the Fast Fourier Transform?", 1967); a
///   real signal as half as many complex numbers (Cooley, Lewis, Welch, 1970).
package final class FFT {
    /// Samples of one transform.
    package let sampleCount: Int
    /// Bins of one transform: half the samples and one more.
    package var binCount: Int { sampleCount / 2 + 1 }
    /// The transform for the audio thread; valid as long as this object.
    package let transform: FFTTransform

    private let memory: UnsafeMutablePointer<Float>

    /// Makes a transform.
    ///
    /// - Parameter sampleCount: A power of two, 4 to 2^24.
    /// - Thread: control.
    package init(sampleCount: Int) {
        precondition(
            sampleCount >= 4 && sampleCount <= 1 << 24 && sampleCount & (sampleCount - 1) == 0,
            "a transform has a power of two of samples, at least 4")
        self.sampleCount = sampleCount
        let half = sampleCount / 2
        let tableCount = ckernels_fft_table_count(half)
        let turnCount = 2 * (half / 2 + 1)
        memory = .allocate(capacity: tableCount + turnCount + 6 * half)
        memory.initialize(repeating: 0, count: tableCount + turnCount + 6 * half)
        ckernels_fft_make_table(memory, half)
        ckernels_fft_make_turns(memory + tableCount, half)
        transform = FFTTransform(
            half: half, twiddles: UnsafePointer(memory), turns: UnsafePointer(memory + tableCount),
            scratch: memory + tableCount + turnCount)
    }

    deinit { memory.deallocate() }
}
