/// Computes the errors of predictions, folded: 0, -1, 1, -2 become 0, 1, 2, 3.
enum FLACErrors {
    /// 0; not a constant for the compiler.
    @inline(never) @_optimize(none) private static func nothing() -> UInt64 { 0 }

    @inline(__always)
    static func fold(_ value: Int32) -> UInt32 { UInt32(bitPattern: value &<< 1 ^ value &>> 31) }

    /// Errors of a prediction of which the sums fit in 32 bits.
    ///
    /// - Parameters:
    ///   - samples: At least 32 samples or zeros lie before the first; some behind the last may be read.
    ///   - folded: Receives the errors from `order` on; 4 more may be overwritten.
    ///   - order: Coefficients, 1 to 32.
    static func narrow(
        _ samples: UnsafePointer<Int32>, _ folded: UnsafeMutablePointer<UInt32>, _ count: Int, order: Int,
        _ coefficients: UnsafePointer<Int64>, shift: Int
    ) {
        switch order {
        case 1: narrow(samples, folded, count, from: order, order: 1, coefficients, shift)
        case 2: narrow(samples, folded, count, from: order, order: 2, coefficients, shift)
        case 3...4: narrow(samples, folded, count, from: order, order: 4, coefficients, shift)
        case 5...6: narrow(samples, folded, count, from: order, order: 6, coefficients, shift)
        case 7...8: narrow(samples, folded, count, from: order, order: 8, coefficients, shift)
        case 9...10: narrow(samples, folded, count, from: order, order: 10, coefficients, shift)
        case 11...12: narrow(samples, folded, count, from: order, order: 12, coefficients, shift)
        default: narrow(samples, folded, count, from: order, order: 32, coefficients, shift)
        }
    }

    /// Two products in a vector of 64 bits each, of which the lower 32 are right: even places and odd ones apart.
    @inline(__always)
    private static func narrow(
        _ samples: UnsafePointer<Int32>, _ folded: UnsafeMutablePointer<UInt32>, _ count: Int, from start: Int,
        order: Int, _ coefficients: UnsafePointer<Int64>, _ shift: Int
    ) {
        let low = SIMD2<UInt64>(repeating: 0xFFFF_FFFF)
        // A shift by what the compiler does not know: else it would multiply 64 bits, of which 32 are wanted.
        let nothing = SIMD2<UInt64>(repeating: nothing())
        let amount = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: shift))
        var index = start
        while index < count {
            let place = UnsafeRawPointer(samples + index)
            var (even, odd) = (SIMD2<UInt64>(), SIMD2<UInt64>())
            var next = place.loadUnaligned(as: SIMD2<UInt64>.self)
            let here = unsafeBitCast(next, to: SIMD4<Int32>.self)
            for tap in 0..<order {
                let samples = place.loadUnaligned(fromByteOffset: -4 &- 4 &* tap, as: SIMD2<UInt64>.self)
                let factor = SIMD2<UInt64>(repeating: UInt64(bitPattern: coefficients[tap])) & low
                even = even &+ (samples & low) &* factor
                odd = odd &+ (next & low) &* factor
                next = samples
            }
            let e = unsafeBitCast(even &>> nothing, to: SIMD4<Int32>.self)
            let o = unsafeBitCast(odd &>> nothing, to: SIMD4<Int32>.self)
            let sums = SIMD4(e[0], o[0], e[2], o[2])
            let error = here &- sums &>> amount
            let result = unsafeBitCast(error &<< 1 ^ error &>> 31, to: SIMD4<UInt32>.self)
            UnsafeMutableRawPointer(folded + index).storeBytes(of: result, as: SIMD4<UInt32>.self)
            index &+= 4
        }
    }

    /// Errors of a prediction of which the sums need more than 32 bits.
    ///
    /// - Returns: Whether all errors fit in 32 bits.
    static func wide(
        _ samples: UnsafePointer<Int32>, _ folded: UnsafeMutablePointer<UInt32>, _ count: Int, order: Int,
        _ coefficients: UnsafePointer<Int64>, shift: Int
    ) -> Bool {
        switch order {
        case 0...4: wide(samples, folded, count, from: order, order: 4, coefficients, shift)
        case 5...8: wide(samples, folded, count, from: order, order: 8, coefficients, shift)
        case 9...12: wide(samples, folded, count, from: order, order: 12, coefficients, shift)
        default: wide(samples, folded, count, from: order, order: 32, coefficients, shift)
        }
    }

    @inline(__always)
    private static func wide(
        _ samples: UnsafePointer<Int32>, _ folded: UnsafeMutablePointer<UInt32>, _ count: Int, from start: Int,
        order: Int, _ coefficients: UnsafePointer<Int64>, _ shift: Int
    ) -> Bool {
        let amount = Int64(truncatingIfNeeded: shift)
        var excess: Int64 = 0
        for index in start..<count {
            let place = samples + index
            var sum: Int64 = 0
            for tap in 0..<order { sum &+= coefficients[tap] &* Int64(place[-1 &- tap]) }
            let error = Int64(place[0]) &- sum &>> amount
            excess |= error ^ error &>> 63
            folded[index] = fold(Int32(truncatingIfNeeded: error))
        }
        // The least number is not allowed.
        return excess < Int64(Int32.max)
    }
}
