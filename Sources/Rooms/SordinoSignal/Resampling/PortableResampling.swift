/// The resampler's kernels in plain Swift, one output at a time: what the C kernels must equal bit for bit.
package enum PortableResampling {
    /// The dot product of a row and as many samples: sixteen running sums, lane i over every 16th tap from i on, folded in
    /// halves.
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
        folded(row, samples, onto: [Double](repeating: 0, count: 8))
    }

    /// A row whose sides are single and whose middle is double, and as many samples.
    package static func dotProduct(
        left: ArraySlice<Float>, middle: ArraySlice<Double>, right: ArraySlice<Float>, _ samples: ArraySlice<Float>
    ) -> Float {
        var sides = [Float](repeating: 0, count: 16)
        for (row, part) in [(left, samples.prefix(left.count)), (right, samples.suffix(right.count))] {
            for (tap, (coefficient, sample)) in zip(row, part).enumerated() { sides[tap % 16] += coefficient * sample }
        }
        let lanes = (0..<8).map { Double(sides[$0]) + Double(sides[$0 + 8]) }
        let inner = samples.dropFirst(left.count).prefix(middle.count).map(Double.init)
        return Float(folded(middle, inner[...], onto: lanes))
    }

    private static func folded(_ row: ArraySlice<Double>, _ samples: ArraySlice<Double>, onto start: [Double]) -> Double
    {
        var lanes = start
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

    /// The same with sides in single precision and a middle in double.
    package static func dotProductInwards(
        left: ArraySlice<Float>, middle: ArraySlice<Double>, right: ArraySlice<Float>, _ samples: ArraySlice<Float>
    ) -> Float {
        let before = zip(left, samples).map { $0 * $1 }.reduce(0, +)
        let behind = zip(right, samples.suffix(right.count)).map { $0 * $1 }.reversed().reduce(0, +)
        let inner = samples.dropFirst(left.count)
        return Float(zip(middle, inner).map { $0 * Double($1) }.reduce(Double(before) + Double(behind), +))
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
