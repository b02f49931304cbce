/// Sums and differences of two channels.
enum FLACPairing {
    /// Indicates whether the sums and differences of all samples fit in 32 bits.
    static func isJoinable(_ left: UnsafePointer<Int32>, _ right: UnsafePointer<Int32>, _ count: Int) -> Bool {
        var most: Int32 = 0
        for index in 0..<count { most |= left[index] ^ left[index] &>> 31 | right[index] ^ right[index] &>> 31 }
        return most < 1 << 30
    }

    /// Makes the middle and the difference.
    static func join(
        _ left: UnsafePointer<Int32>, _ right: UnsafePointer<Int32>, _ middle: UnsafeMutablePointer<Int32>,
        _ side: UnsafeMutablePointer<Int32>, _ count: Int
    ) {
        for index in 0..<count {
            let (l, r) = (left[index], right[index])
            middle[index] = (l &+ r) &>> 1
            side[index] = l &- r
        }
    }

    /// Estimates the bits of left, right, middle and difference from a simple prediction: second differences.
    static func costs(_ left: UnsafePointer<Int32>, _ right: UnsafePointer<Int32>, _ count: Int) -> [Double] {
        var (l, r, m, s) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        var index = 2
        while index + 4 <= count {
            let (a, b) = (second(left, index), second(right, index))
            l += size(a)
            r += size(b)
            m += size(0.5 * (a + b))
            s += size(a - b)
            index &+= 4
        }
        let frames = Double(max(1, count))
        return [l, r, m, s].map { sums in
            let mean = Double(sums.sum()) / frames
            // A residual takes a bit more than the logarithm of its mean.
            return frames * Double((Float(mean) + 0.3).exponent) + frames * Double((Float(mean) + 0.3).significand)
        }
    }

    @inline(__always)
    private static func second(_ plane: UnsafePointer<Int32>, _ index: Int) -> SIMD4<Float> {
        let raw = UnsafeRawPointer(plane + index)
        let here = raw.loadUnaligned(as: SIMD4<Int32>.self)
        let before = raw.loadUnaligned(fromByteOffset: -4, as: SIMD4<Int32>.self)
        let earlier = raw.loadUnaligned(fromByteOffset: -8, as: SIMD4<Int32>.self)
        return SIMD4<Float>(here &- before &- before &+ earlier)
    }

    @inline(__always)
    private static func size(_ value: SIMD4<Float>) -> SIMD4<Float> {
        unsafeBitCast(unsafeBitCast(value, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
    }
}
