import CKernels
import SordinoRealtime

/// The way in which the sound between the samples of a recording is found.
package enum NoteInterpolation: UInt8, BitwiseCopyable, Sendable, CaseIterable {
    /// The nearest sample before the place, uninterpolated.
    case none
    /// A straight line between two samples.
    case linear
    /// The cubic through four samples: the usual one.
    case cubic
    /// Sixteen samples under a sine cardinal with Kaiser's window: for offline rendering.
    case sinc

    /// The rows of weights of `sinc`, made once: one for each fraction, each of sum 1.
    ///
    /// - Thread: control.
    nonisolated(unsafe) static let sincTable: UnsafePointer<Float> = {
        let (taps, phases) = (Int(CKERNELS_NOTE_TAPS), Int(CKERNELS_NOTE_PHASES))
        let table = UnsafeMutablePointer<Float>.allocate(capacity: (phases + 1) * taps)
        for phase in 0...phases {
            let fraction = Double(phase) / Double(phases)
            let weights = (0..<taps).map { tap -> Double in
                let x = Double(tap - (taps / 2 - 1)) - fraction
                let cardinal = x == 0 ? 1 : RealtimeMath.sin(Double.pi * x) / (Double.pi * x)
                return cardinal * kaiser(x / Double(taps / 2))
            }
            let sum = weights.reduce(0, +)
            for tap in 0..<taps { table[phase * taps + tap] = Float(weights[tap] / sum) }
        }
        return UnsafePointer(table)
    }()

    /// The window of Kaiser at -1 to 1: sidelobes lie 90 dB below.
    private static func kaiser(_ x: Double) -> Double {
        guard abs(x) < 1 else { return 0 }
        let beta = 9.0
        return bessel(beta * (1 - x * x).squareRoot()) / bessel(beta)
    }

    /// The modified Bessel function of order 0, by its series.
    private static func bessel(_ x: Double) -> Double {
        var (term, sum, k) = (1.0, 1.0, 1.0)
        while term > sum * 1e-17 {
            term *= (x / (2 * k)) * (x / (2 * k))
            sum += term
            k += 1
        }
        return sum
    }
}
