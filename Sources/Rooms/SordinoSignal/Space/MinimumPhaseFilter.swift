import SordinoRealtime

/// Makes filters of least phase out of magnitude spectra of one length.
///
/// - Source: A. V. Oppenheim, R. W. Schafer, "Discrete-Time Signal Processing", the chapter on cepstrum analysis.
package final class MinimumPhaseFilter {
    /// Magnitudes of a spectrum, from 0 Hz to half the rate.
    package let binCount: Int
    private let fft: FFT
    private let samples: UnsafeMutablePointer<Float>
    private let real: UnsafeMutablePointer<Float>
    private let imaginary: UnsafeMutablePointer<Float>

    /// Makes a maker.
    ///
    /// - Parameter binCount: A power of two and one more.
    package init(binCount: Int) {
        self.binCount = binCount
        fft = FFT(sampleCount: 2 * (binCount - 1))
        func memory(_ count: Int) -> UnsafeMutablePointer<Float> {
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
            memory.initialize(repeating: 0, count: count)
            return memory
        }
        (samples, real, imaginary) = (memory(fft.sampleCount), memory(binCount), memory(binCount))
    }

    deinit { for piece in [samples, real, imaginary] { piece.deallocate() } }

    /// Writes the filter of a spectrum; its last eighth is faded out.
    ///
    /// - Parameter magnitudes: `binCount` of them; those below -140 dB count as -140 dB.
    package func make(_ magnitudes: [Double], into taps: UnsafeMutablePointer<Float>, tapCount: Int) {
        make(logarithms: magnitudes.map { Float(RealtimeMath.log(max($0, 1e-7))) }, into: taps, tapCount: tapCount)
    }

    /// Computes the phases of the filter of a spectrum, in radians.
    ///
    /// - Parameter logarithms: The natural logarithms of `binCount` magnitudes.
    /// - Returns: `binCount` numbers, until the next call.
    func phases(logarithms: UnsafePointer<Float>) -> UnsafePointer<Float> {
        fold(logarithms)
        return UnsafePointer(imaginary)
    }

    /// Leaves the logarithms of the spectrum in `real` and the minimum phases in `imaginary`.
    private func fold(_ logarithms: UnsafePointer<Float>) {
        for bin in 0..<binCount { (real[bin], imaginary[bin]) = (logarithms[bin], 0) }
        fft.transform.inverse(real: real, imaginary: imaginary, samples: samples)
        let half = fft.sampleCount / 2
        for time in 1..<half {
            samples[time] *= 2
            samples[half + time] = 0
        }
        fft.transform.forward(samples, real: real, imaginary: imaginary)
    }

    /// Writes the filter of a spectrum of logarithms, as the other function does.
    package func make(logarithms: UnsafePointer<Float>, into taps: UnsafeMutablePointer<Float>, tapCount: Int) {
        makeWhole(logarithms: logarithms, into: taps, tapCount: tapCount)
        for (tap, window) in Self.fade(tapCount: tapCount).enumerated() { taps[tap] *= window }
    }

    /// Writes the filter of a spectrum of logarithms without fading it out.
    func makeWhole(logarithms: UnsafePointer<Float>, into taps: UnsafeMutablePointer<Float>, tapCount: Int) {
        fold(logarithms)
        for bin in 0..<binCount {
            let magnitude = RealtimeMath.exp(real[bin])
            (real[bin], imaginary[bin]) = (
                magnitude * RealtimeMath.cos(imaginary[bin]), magnitude * RealtimeMath.sin(imaginary[bin])
            )
        }
        fft.transform.inverse(real: real, imaginary: imaginary, samples: samples)
        for tap in 0..<tapCount { taps[tap] = tap < fft.sampleCount ? samples[tap] : 0 }
    }

    /// The factors of a filter's taps that fade its last eighth out.
    static func fade(tapCount: Int) -> [Float] {
        let fade = tapCount / 8
        return (0..<tapCount).map { tap in
            let left = tapCount - tap
            return left > fade ? 1 : 0.5 - 0.5 * RealtimeMath.cos(.pi * Float(left) / Float(fade))
        }
    }
}
