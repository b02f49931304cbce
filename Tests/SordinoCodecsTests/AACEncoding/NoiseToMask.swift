import Foundation

/// Measures noise against masks, independently of the model in the encoder.
///
/// Blocks of 1024 under a Hann window; bands of a Bark (Zwicker's, by Traunmüller's formula), spread by 27 dB a Bark
/// downwards and 12 dB upwards, less 6 dB; a threshold of hearing of -90 dB. The difference of waveforms is the noise.
enum NoiseToMask {
    /// The measures of a sound.
    struct Measure {
        /// The mean over channels and blocks of the noise-to-mask ratio of all bands, in decibels.
        var mean: Double
        /// The share of blocks in which the noise of some band is more than 1.5 dB above its mask: ITU-R BS.1387, 4.6.
        var disturbed: Double
    }

    /// The mean of `measure`.
    static func decibels(_ reference: [[Float]], _ test: [[Float]], sampleRate: Int) -> Double {
        measure(reference, test, sampleRate: sampleRate).mean
    }

    /// Measures channels of equal length.
    static func measure(_ reference: [[Float]], _ test: [[Float]], sampleRate: Int) -> Measure {
        let size = 1024
        let bands = (0..<size / 2).map { bin -> Int in
            let hertz = (Double(bin) + 0.5) * Double(sampleRate) / Double(size)
            return max(0, min(23, Int(26.81 * hertz / (1960 + hertz) - 0.53)))
        }
        let window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)) }
        var (sum, count, disturbed) = (0.0, 0.0, 0.0)
        for (a, b) in zip(reference, test) {
            var first = 0
            while first + size <= min(a.count, b.count) {
                let signal = powers((0..<size).map { Double(a[first + $0]) * window[$0] })
                let noise = powers((0..<size).map { Double(a[first + $0] - b[first + $0]) * window[$0] })
                var (signals, noises) = ([Double](repeating: 0, count: 24), [Double](repeating: 0, count: 24))
                for bin in 0..<size / 2 {
                    signals[bands[bin]] += signal[bin]
                    noises[bands[bin]] += noise[bin]
                }
                if signals.reduce(0, +) > 1e-4 {
                    var (total, most) = (0.0, 0.0)
                    for band in 0..<24 {
                        var mask = 1e-9 * Double(size) * Double(size) / 16
                        for masker in 0..<24 {
                            let distance = Double(band - masker)
                            mask += signals[masker] * pow(10, distance < 0 ? 2.7 * distance : -1.2 * distance) / 4
                        }
                        total += noises[band] / mask
                        most = max(most, noises[band] / mask)
                    }
                    sum += 10 * log10(total / 24 + 1e-9)
                    count += 1
                    if most > pow(10, 0.15) { disturbed += 1 }
                }
                first += size
            }
        }
        return count > 0
            ? Measure(mean: sum / count, disturbed: disturbed / count) : Measure(mean: -.infinity, disturbed: 0)
    }

    /// The power spectrum, by a Fourier transform of radix 2.
    private static func powers(_ samples: [Double]) -> [Double] {
        let size = samples.count
        var (real, imaginary) = ([Double](repeating: 0, count: size), [Double](repeating: 0, count: size))
        let shift = size.leadingZeroBitCount + 1
        for index in 0..<size {
            var (bits, reversed) = (index, 0)
            for _ in 0..<(Int.bitWidth - shift) {
                reversed = reversed << 1 | bits & 1
                bits >>= 1
            }
            real[reversed] = samples[index]
        }
        var step = 1
        while step < size {
            let turns = (0..<step).map { (cos(.pi * Double($0) / Double(step)), -sin(.pi * Double($0) / Double(step))) }
            for start in stride(from: 0, to: size, by: 2 * step) {
                for index in 0..<step {
                    let (c, s) = turns[index]
                    let (low, high) = (start + index, start + index + step)
                    let (x, y) = (real[high] * c - imaginary[high] * s, real[high] * s + imaginary[high] * c)
                    (real[high], imaginary[high]) = (real[low] - x, imaginary[low] - y)
                    (real[low], imaginary[low]) = (real[low] + x, imaginary[low] + y)
                }
            }
            step *= 2
        }
        return (0..<size / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
    }
}
