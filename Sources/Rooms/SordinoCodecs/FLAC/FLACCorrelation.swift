/// The autocorrelation of a block, for the first lags.
enum FLACCorrelation {
    @inline(__always)
    private static func pair(_ samples: UnsafePointer<Double>, _ index: Int) -> SIMD2<Double> {
        UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD2<Double>.self)
    }

    /// Lags 0 to 8; the others are 0.
    ///
    /// - Parameters:
    ///   - samples: At least 12 zeros lie before the first, and one behind the last.
    ///   - count: Samples.
    static func nine(_ samples: UnsafePointer<Double>, _ count: Int) -> SIMD16<Double> {
        let zero = SIMD2<Double>()
        var (a, b, c, d, e, f, g, h, i) = (zero, zero, zero, zero, zero, zero, zero, zero, zero)
        var index = 0
        while index < count {
            let here = pair(samples, index)
            a += here * here
            b += here * pair(samples, index &- 1)
            c += here * pair(samples, index &- 2)
            d += here * pair(samples, index &- 3)
            e += here * pair(samples, index &- 4)
            f += here * pair(samples, index &- 5)
            g += here * pair(samples, index &- 6)
            h += here * pair(samples, index &- 7)
            i += here * pair(samples, index &- 8)
            index &+= 2
        }
        var sums = SIMD16<Double>()
        for (lag, value) in [a, b, c, d, e, f, g, h, i].enumerated() { sums[lag] = value[0] + value[1] }
        return sums
    }

    /// Lags 0 to 12; the others are 0.
    ///
    /// The parameters are those of `nine`.
    static func thirteen(_ samples: UnsafePointer<Double>, _ count: Int) -> SIMD16<Double> {
        let zero = SIMD2<Double>()
        var sums = nine(samples, count)
        var (a, b, c, d) = (zero, zero, zero, zero)
        var index = 0
        while index < count {
            let here = pair(samples, index)
            a += here * pair(samples, index &- 9)
            b += here * pair(samples, index &- 10)
            c += here * pair(samples, index &- 11)
            d += here * pair(samples, index &- 12)
            index &+= 2
        }
        for (lag, value) in [a, b, c, d].enumerated() { sums[9 + lag] = value[0] + value[1] }
        return sums
    }
}
