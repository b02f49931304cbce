/// Writes residuals in Apple's adaptive Golomb code.
///
/// Source: Apple's reference of Apple Lossless (ag_enc).
enum ALACGolombWriter {
    /// 2^40 divided by one less than the powers of 2, rounded up: a number below 2^20 times this gives the quotient.
    private static let inverses: [UInt64] = (0..<32).map { $0 == 0 ? 0 : (1 << 40) / ((1 << UInt64($0)) - 1) + 1 }

    /// Writes residuals.
    ///
    /// - Parameters:
    ///   - cookie: Says how means are learnt; its remainders have up to 14 bits.
    ///   - width: Bits of a residual that the code is too long for, 1 to 32.
    static func put(
        _ errors: UnsafePointer<Int32>, _ count: Int, _ cookie: ALACCookie, width: Int, _ output: inout PackedBitOutput
    ) {
        inverses.withUnsafeBufferPointer { table in
            guard let inverses = table.baseAddress else { return }
            put(errors, count, cookie, UInt64(truncatingIfNeeded: width), inverses, &output)
        }
    }

    private static func put(
        _ errors: UnsafePointer<Int32>, _ count: Int, _ cookie: ALACCookie, _ width: UInt64,
        _ inverses: UnsafePointer<UInt64>, _ output: inout PackedBitOutput
    ) {
        let learning = UInt32(truncatingIfNeeded: cookie.learning)
        let limit = UInt64(truncatingIfNeeded: cookie.remainderBitLimit)
        var out = output
        var mean = UInt32(truncatingIfNeeded: cookie.mean)
        var afterRun: UInt32 = 0
        var index = 0
        while index < count {
            let error = errors[index]
            index &+= 1
            let folded = UInt32(bitPattern: error &<< 1 ^ error &>> 31)
            let coded = folded &- afterRun
            let wanted = UInt64(truncatingIfNeeded: 31 &- ((mean &>> 9) &+ 3).leadingZeroBitCount)
            number(UInt64(coded), min(wanted, limit), 0xFFFF_FFFF, width, inverses, &out)
            mean = learning &* folded &+ mean &- (learning &* mean) &>> 9
            if coded > 0xFFFF { mean = 0xFFFF }
            afterRun = 0
            guard mean < 128, index < count else { continue }
            let start = index
            while index < count, errors[index] == 0, index &- start < 0xFFFF { index &+= 1 }
            afterRun = index &- start < 0xFFFF ? 1 : 0
            let bits = UInt64(truncatingIfNeeded: mean.leadingZeroBitCount &- 24 &+ Int((mean &+ 16) &>> 6))
            number(UInt64(truncatingIfNeeded: index &- start), bits, (1 &<< limit) &- 1, 16, inverses, &out)
            mean = 0
        }
        output = out
    }

    /// Writes ones, a zero and a remainder; or nine ones and the number itself.
    @inline(__always)
    private static func number(
        _ value: UInt64, _ bits: UInt64, _ mask: UInt64, _ width: UInt64, _ inverses: UnsafePointer<UInt64>,
        _ out: inout PackedBitOutput
    ) {
        let scale = ((1 &<< bits) &- 1) & mask
        guard value < 9 &* scale else {
            out.put(0x1FF &<< width | value & ((1 &<< width) &- 1), 9 &+ width)
            return
        }
        let ones = (value &* inverses[Int(truncatingIfNeeded: bits)]) &>> 40
        let rest = value &- ones &* scale
        let isLong: UInt64 = rest > 0 ? 1 : 0
        let tail = bits &+ isLong
        out.put(((1 &<< ones) &- 1) &<< tail &+ rest &+ isLong, ones &+ tail)
    }
}
