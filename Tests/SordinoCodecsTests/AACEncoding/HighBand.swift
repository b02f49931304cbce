import Foundation

@testable import SordinoCodecs

/// Measures the upper band of a decoded signal against the original.
enum HighBand {
    /// Energies of the 64 subbands by slot of 64 samples, in decibels against full scale; at least -90.
    static func levels(_ plane: [Float]) -> [[Double]] {
        let slots = plane.count / 64
        let rows = (slots + 4) * 64
        var (real, imaginary) = ([Float](repeating: 0, count: rows), [Float](repeating: 0, count: rows))
        QMFAnalysis(kind: .standard, bandCount: 64, slotLimit: slots, gain: 1)
            .process(plane, slotCount: slots, real: &real, imaginary: &imaginary, stride: 64)
        return (0..<slots).map { slot in
            (0..<64).map { band in
                let (re, im) = (Double(real[slot * 64 + band]), Double(imaginary[slot * 64 + band]))
                return re * re + im * im
            }
        }
    }

    /// The mean distance in decibels between the levels of groups of four subbands over 32 slots, where the original is
    /// above -70 dB.
    ///
    /// - Parameters:
    ///   - first: The lowest subband that counts, and `end` the one after the highest.
    static func distance(_ reference: [[Float]], _ test: [[Float]], first: Int, end: Int) -> Double {
        var (sum, count) = (0.0, 0.0)
        for (a, b) in zip(reference, test) {
            let (wanted, found) = (levels(a), levels(b))
            for start in stride(from: 0, through: min(wanted.count, found.count) - 32, by: 32) {
                for band in stride(from: first, to: end - 3, by: 4) {
                    var (x, y) = (1e-9, 1e-9)
                    for slot in start..<start + 32 {
                        for place in band..<band + 4 {
                            x += wanted[slot][place] / 128
                            y += found[slot][place] / 128
                        }
                    }
                    guard x > 1e-7 else { continue }
                    sum += abs(10 * log10(y / x))
                    count += 1
                }
            }
        }
        return count > 0 ? sum / count : .infinity
    }

    /// The energy in decibels of the part of a plane above a frequency, by a high-pass of second differences.
    static func energy(_ plane: ArraySlice<Float>) -> Double {
        let list = Array(plane)
        var sum = 1e-12
        for index in 2..<max(2, list.count) {
            let high = Double(list[index] - 2 * list[index - 1] + list[index - 2])
            sum += high * high
        }
        return 10 * log10(sum / Double(max(1, list.count)))
    }
}
