extension LayerIIIHybrid {
    /// Computes a long block of four subbands.
    ///
    /// - Parameters:
    ///   - x: 18 lines.
    ///   - window: 36 factors.
    ///   - rest: The second half of the block before; receives that of this one.
    ///   - output: Receives 18 samples.
    @inline(__always)
    static func longBlock(
        _ x: UnsafeMutablePointer<SIMD4<Float>>, _ window: UnsafePointer<SIMD4<Float>>, _ tables: LayerIIIWindows,
        _ rest: UnsafeMutablePointer<SIMD4<Float>>, _ output: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        // Sums of neighbours make a transform of type III out of that of type IV, and once more for its odd half.
        var last = x[0]
        var lastOdd = SIMD4<Float>.zero
        for pair in 0..<8 {
            let (a, b) = (x[2 &* pair &+ 1], x[2 &* pair &+ 2])
            let odd = a + last
            x[2 &* pair &+ 1] = odd + lastOdd
            x[2 &* pair &+ 2] = b + a
            (last, lastOdd) = (b, odd)
        }
        x[17] = x[17] + last + lastOdd

        nine(x, tables.nine)
        nine(x + 1, tables.nine)
        for m in 0..<9 {
            let (even, odd) = (x[2 &* m], x[2 &* m &+ 1] * tables.oddScale[m])
            // Sample m of the transform, and sample 17 - m.
            let (low, high) = (even + odd, even - odd)
            let (first, second) = (17 &- m &- 9, 9 &+ m)
            output[first] = rest[first] + high * window[first]
            output[second] = rest[second] + high * window[second]
            rest[8 &- m] = low * window[26 &- m]
            rest[9 &+ m] = low * window[27 &+ m]
        }
    }

    /// Computes a cosine transform of type III of nine values in place, each second place.
    @inline(__always)
    private static func nine(_ x: UnsafeMutablePointer<SIMD4<Float>>, _ c: UnsafePointer<SIMD4<Float>>) {
        // The cosines of 40, 80, 50, 70, 30 degrees, and a half.
        let (x0, x1, x2) = (x[0], x[2], x[4])
        let (x3, x4, x5) = (x[6], x[8], x[10])
        let (x6, x7, x8) = (x[12], x[14], x[16])
        let base = x0 + x6 * c[5]
        let difference = x0 - x6
        let (a, b, d) = (x2 + x4, x2 + x8, x4 - x8)
        let e0 = base + a * c[0] + b * c[1]
        let e2 = base - a * c[1] - d * c[0]
        let e3 = base - b * c[0] + d * c[1]
        let half = x2 - x4 - x8
        let e1 = difference + half * c[5]
        let e4 = difference - half
        let t = x3 * c[4]
        let (f, g, h) = (x1 + x5, x1 + x7, x5 - x7)
        let o0 = t + f * c[2] + g * c[3]
        let o1 = (x1 - x5 - x7) * c[4]
        let o2 = g * c[2] - h * c[3] - t
        let o3 = f * c[3] + h * c[2] - t
        x[0] = e0 + o0
        x[16] = e0 - o0
        x[2] = e1 + o1
        x[14] = e1 - o1
        x[4] = e2 + o2
        x[12] = e2 - o2
        x[6] = e3 + o3
        x[10] = e3 - o3
        x[8] = e4
    }

    /// Computes three short blocks of four subbands.
    func shortBlocks(
        _ x: UnsafeMutablePointer<SIMD4<Float>>, _ rest: UnsafeMutablePointer<SIMD4<Float>>,
        _ output: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        output.update(from: rest, count: 18)
        rest.update(repeating: .zero, count: 18)
        let tables = LayerIIIWindows.shared
        let window = tables.shortWindow
        for block in 0..<3 {
            let source = x + block
            // As for long blocks, with two transforms of three.
            let (a, b, c) = (source[0], source[3], source[6])
            let (d, e, f) = (source[9], source[12], source[15])
            let (x1, x2, x3) = (b + a, c + b, d + c)
            let (x4, x5) = (e + d, f + e)
            let even = Self.three(a, x2, x4, tables.nine)
            let odd = Self.three(x1, x3 + x1, x5 + x3, tables.nine)
            let scale = tables.shortOddScale
            let (p, q, r) = (odd.0 * scale[0], odd.1 * scale[1], odd.2 * scale[2])
            let (y0, y1, y2) = (even.0 + p, even.1 + q, even.2 + r)
            let (y3, y4, y5) = (even.2 - r, even.1 - q, even.0 - p)
            let start = 6 + 6 * block
            let values = (y3, y4, y5, y5, y4, y3, y2, y1, y0, y0, y1, y2)
            Self.add(values.0, window[0], start, rest, output)
            Self.add(values.1, window[1], start + 1, rest, output)
            Self.add(values.2, window[2], start + 2, rest, output)
            Self.add(values.3, window[3], start + 3, rest, output)
            Self.add(values.4, window[4], start + 4, rest, output)
            Self.add(values.5, window[5], start + 5, rest, output)
            Self.add(values.6, window[6], start + 6, rest, output)
            Self.add(values.7, window[7], start + 7, rest, output)
            Self.add(values.8, window[8], start + 8, rest, output)
            Self.add(values.9, window[9], start + 9, rest, output)
            Self.add(values.10, window[10], start + 10, rest, output)
            Self.add(values.11, window[11], start + 11, rest, output)
        }
    }

    @inline(__always)
    private static func add(
        _ value: SIMD4<Float>, _ factor: SIMD4<Float>, _ place: Int, _ rest: UnsafeMutablePointer<SIMD4<Float>>,
        _ output: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        if place < 18 { output[place] += value * factor } else { rest[place - 18] += value * factor }
    }

    /// Computes a cosine transform of type III of three values.
    @inline(__always)
    private static func three(
        _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ factors: UnsafePointer<SIMD4<Float>>
    ) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
        let (base, swing) = (a + c * factors[5], b * factors[4])
        return (base + swing, a - c, base - swing)
    }
}
