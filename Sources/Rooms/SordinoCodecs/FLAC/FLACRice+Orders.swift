/// One loop for each length of prediction.
extension FLACRice {
    /// Decodes a partition's residuals and adds the predictions.
    ///
    /// - Parameters:
    ///   - cursor: Stands at the first residual.
    ///   - parameter: The Rice parameter; negative: `-1 - width` of residuals that are stored as they are.
    ///   - out: The first sample; at least 32 samples, known or zero, lie before it.
    ///   - count: Samples of the partition.
    ///   - order: Coefficients, 0 to 32; zeros up to the 32nd lie behind them.
    ///   - coefficients: That of the newest sample first.
    ///   - shift: Bits to cut off the sum.
    /// - Returns: Whether all residuals were found.
    static func partition(
        _ cursor: inout PaddedBitInput, parameter: Int, _ out: UnsafeMutablePointer<Int32>, _ count: Int, order: Int,
        _ coefficients: UnsafePointer<Int64>, shift: Int
    ) -> Bool {
        if parameter < 0 {
            let width = -1 - parameter
            guard cursor.position + width * count <= cursor.count else { return false }
            for index in 0..<count {
                out[index] = width > 0 ? Int32(truncatingIfNeeded: cursor.signed(width)) : 0
            }
            restore(out, count, order: order, coefficients, shift: shift)
            return true
        }
        @inline(__always)
        func run(_ order: Int) -> Bool {
            decode(&cursor, parameter: parameter, out, count, order: order, coefficients, shift: shift)
        }
        switch order {
        case 0: return run(0)
        case 1: return run(1)
        case 2: return run(2)
        case 3: return run(3)
        case 4: return run(4)
        case 5: return run(5)
        case 6: return run(6)
        case 7: return run(7)
        case 8: return run(8)
        case 9: return run(9)
        case 10: return run(10)
        case 11: return run(11)
        case 12: return run(12)
        case 13...16: return run(16)
        case 17...24: return run(24)
        default: return run(32)
        }
    }
}
