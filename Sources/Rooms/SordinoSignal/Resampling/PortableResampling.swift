/// The resampler's kernels in plain Swift, one output at a time: the reference that the C kernels must equal bit for
/// bit.
package enum PortableResampling {
    /// The dot product of a row and as many samples: sixteen running sums, lane i over every 16th tap from i on, folded
    /// in halves.
    package static func dotProduct(_ row: ArraySlice<Float>, _ samples: ArraySlice<Float>) -> Float {
        var lanes = [Float](repeating: 0, count: 16)
        for (tap, (coefficient, sample)) in zip(row, samples).enumerated() { lanes[tap % 16] += coefficient * sample }
        var half = 8
        while half > 0 {
            for lane in 0..<half { lanes[lane] += lanes[lane + half] }
            half /= 2
        }
        return lanes[0]
    }

    /// The same in double precision: eight running sums, folded in halves.
    package static func dotProduct(_ row: ArraySlice<Double>, _ samples: ArraySlice<Double>) -> Double {
        var lanes = [Double](repeating: 0, count: 8)
        for (tap, (coefficient, sample)) in zip(row, samples).enumerated() { lanes[tap % 8] += coefficient * sample }
        var half = 4
        while half > 0 {
            for lane in 0..<half { lanes[lane] += lanes[lane + half] }
            half /= 2
        }
        return lanes[0]
    }

    /// The dot product as whole-number upsampling sums it: from both ends to the middle.
    package static func dotProductInwards(_ row: ArraySlice<Float>, _ samples: ArraySlice<Float>) -> Float {
        let products = zip(row, samples).map { $0 * $1 }
        let half = products.count / 2
        return products[..<half].reduce(0, +) + products[half...].reversed().reduce(0, +)
    }

    /// The dot product as whole-number downsampling sums it: every `factor`-th tap from the first on, from both ends to
    /// the middle; then those from the second on.
    package static func dotProduct(
        _ row: ArraySlice<Float>, _ samples: ArraySlice<Float>, byEvery factor: Int
    ) -> Float {
        (0..<factor).reduce(0) { sum, first in
            let (taps, frames) = (row.dropFirst(first), samples.dropFirst(first))
            let places = stride(from: 0, to: taps.count, by: factor)
            return sum
                + dotProductInwards(
                    ArraySlice(places.map { taps[taps.startIndex + $0] }),
                    ArraySlice(places.map { frames[frames.startIndex + $0] }))
        }
    }

    /// The row at `fraction` of the way from row to next row.
    package static func rowBetween(
        _ row: ArraySlice<Float>, _ next: ArraySlice<Float>, fraction: Float
    ) -> [Float] {
        zip(row, next).map { $0 + fraction * ($1 - $0) }
    }

    /// The straight line between two samples, at a place in units of 2^-48 frames.
    package static func line(_ samples: [Float], at place: UInt64) -> Float {
        let index = Int(place >> 48)
        let fraction = Float((place >> 24) & 0xFF_FFFF) / 16_777_216
        return samples[index] + fraction * (samples[index + 1] - samples[index])
    }
}
