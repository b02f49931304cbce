/// Decodes residuals and adds the prediction to them, in one pass: the bits of the next sample are looked for while the
/// sums of this one are still being made.
///
/// Source: RFC 9639, 9.2.5 to 9.2.7.
enum FLACRice {
    /// Decodes samples of one partition.
    ///
    /// - Parameters:
    ///   - cursor: Stands at the first residual.
    ///   - parameter: The Rice parameter, 0 to 30.
    ///   - out: The first sample of the partition; `order` samples before it are known.
    ///   - count: Samples of the partition.
    ///   - order: Coefficients. A constant makes the loop fast.
    ///   - coefficients: That of the newest sample first.
    ///   - shift: Bits to cut off the sum, 0 to 15.
    /// - Returns: Whether all residuals were found.
    @inline(__always)
    static func decode(
        _ cursor: inout PaddedBitInput, parameter: Int, _ out: UnsafeMutablePointer<Int32>, _ count: Int, order: Int,
        _ coefficients: UnsafePointer<Int64>, shift: Int
    ) -> Bool {
        let width = UInt64(truncatingIfNeeded: parameter)
        let drop = 63 &- width
        // The last byte from which a word can be read.
        let last = cursor.count &>> 3 &+ 64
        var place = min(cursor.position &>> 3, last)
        var word = UInt64(bigEndian: UnsafeRawPointer(cursor.base + place).loadUnaligned(as: UInt64.self))
        word = word &<< UInt64(truncatingIfNeeded: cursor.position & 7)
        // Bits of the word that count, at least 56 after each filling; those behind them are true or zero.
        var there = UInt64(truncatingIfNeeded: 56 &- cursor.position & 7)
        place &+= 7
        var newest = out[-1]
        for index in 0..<count {
            let more = UInt64(bigEndian: UnsafeRawPointer(cursor.base + place).loadUnaligned(as: UInt64.self))
            word |= more &>> there
            place &+= Int(truncatingIfNeeded: (63 &- there) &>> 3)
            there |= 56
            let zeros = UInt64(truncatingIfNeeded: (word | 1).leadingZeroBitCount)
            var folded: UInt32
            if zeros &+ width < 56 {
                let turned = word &<< zeros
                folded = UInt32(truncatingIfNeeded: (zeros &- 1) &<< width &+ turned &>> drop)
                word = (turned &<< width) &<< 1
                there &-= zeros &+ width &+ 1
            } else {
                cursor.position = place &* 8 &- Int(truncatingIfNeeded: there)
                guard let zeros = cursor.zeros(), zeros &>> (32 &- parameter) == 0 else { return false }
                folded = UInt32(truncatingIfNeeded: zeros &<< parameter)
                if parameter > 0 { folded |= UInt32(truncatingIfNeeded: cursor.bits(parameter)) }
                place = min(cursor.position &>> 3, last)
                word = UInt64(bigEndian: UnsafeRawPointer(cursor.base + place).loadUnaligned(as: UInt64.self))
                word = word &<< UInt64(truncatingIfNeeded: cursor.position & 7)
                there = UInt64(truncatingIfNeeded: 56 &- cursor.position & 7)
                place &+= 7
            }
            let residual = Int32(bitPattern: folded &>> 1 ^ (0 &- folded & 1))
            newest = residual &+ predict(out + index, newest, order: order, coefficients, shift: shift)
            out[index] = newest
        }
        cursor.position = place &* 8 &- Int(truncatingIfNeeded: there)
        return !cursor.isPast
    }

    /// The prediction of a sample from those before it.
    ///
    /// Products are of 64 bits: narrower ones the compiler puts in vectors, which have to wait for the stores of single
    /// samples before them. The newest sample does not come from memory for the same reason.
    @inline(__always)
    static func predict(
        _ sample: UnsafePointer<Int32>, _ newest: Int32, order: Int, _ coefficients: UnsafePointer<Int64>, shift: Int
    ) -> Int32 {
        guard order > 0 else { return 0 }
        var sum: Int64 = 0
        var index = order &- 1
        while index > 0 {
            sum &+= coefficients[index] &* Int64(sample[-1 &- index])
            index &-= 1
        }
        sum &+= coefficients[0] &* Int64(newest)
        return Int32(truncatingIfNeeded: sum &>> Int64(truncatingIfNeeded: shift))
    }

    /// Adds the predictions to residuals that lie in `out`.
    static func restore(
        _ out: UnsafeMutablePointer<Int32>, _ count: Int, order: Int, _ coefficients: UnsafePointer<Int64>, shift: Int
    ) {
        for index in 0..<count {
            out[index] &+= predict(out + index, out[index - 1], order: order, coefficients, shift: shift)
        }
    }
}
