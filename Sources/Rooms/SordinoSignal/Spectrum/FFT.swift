import SordinoRealtime

/// The discrete Fourier transform of real signals whose length is a power of two.
///
/// The control side makes it, with all tables and scratch; one thread at a time uses its `transform`, which lives as long as
/// the FFT does. A transform of n samples has n / 2 + 1 bins, bin k at k / n of the sample rate, as two planes of real and
/// imaginary parts. Forward is not scaled, inverse divides by n: one after the other gives the signal back.
///
/// - Source: Stockham's self-sorting form in radix 4 (Cochran et al., "What is the Fast Fourier Transform?", 1967); a real
///   signal as half as many complex numbers (Cooley, Lewis, Welch, 1970).
package final class FFT: @unchecked Sendable {
    /// Samples of one transform.
    package let sampleCount: Int
    /// Bins of one transform: half the samples and one more.
    package var binCount: Int { sampleCount / 2 + 1 }
    /// The realtime end.
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
        let tables = Self.twiddles(half: half)
        let turns = Self.turns(half: half)
        memory = .allocate(capacity: tables.count + turns.count + 4 * half)
        memory.initialize(repeating: 0, count: tables.count + turns.count + 4 * half)
        for (index, value) in tables.enumerated() { memory[index] = value }
        for (index, value) in turns.enumerated() { memory[tables.count + index] = value }
        transform = FFTTransform(
            half: half, twiddles: UnsafePointer(memory), turns: UnsafePointer(memory + tables.count),
            scratch: memory + tables.count + turns.count)
    }

    deinit { memory.deallocate() }

    /// For each pass of four: w, w^2 and w^3 with w = exp(-2 pi i p / span), real parts first.
    private static func twiddles(half: Int) -> [Float] {
        var values: [Float] = []
        var span = half
        while span >= 4 {
            for isImaginary in [false, true] {
                for power in 1...3 {
                    for p in 0..<(span / 4) {
                        let angle = -2 * Double.pi * Double(power * p) / Double(span)
                        values.append(Float(isImaginary ? RealtimeMath.sin(angle) : RealtimeMath.cos(angle)))
                    }
                }
            }
            span /= 4
        }
        return values
    }

    /// Cosines and sines of -pi k / half.
    private static func turns(half: Int) -> [Float] {
        let angles = (0...(half / 2)).map { -Double.pi * Double($0) / Double(half) }
        return angles.map { Float(RealtimeMath.cos($0)) } + angles.map { Float(RealtimeMath.sin($0)) }
    }
}
