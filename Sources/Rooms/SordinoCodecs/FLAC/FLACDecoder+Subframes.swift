/// Subframes: RFC 9639, 9.2.
extension FLACDecoder {
    /// The beginning of a subframe.
    private struct Kind {
        var code = 0
        var wastedBitCount = 0
    }

    /// Decodes a subframe of samples of up to 32 bits.
    func decode(
        _ cursor: inout PaddedBitInput, _ out: UnsafeMutablePointer<Int32>, _ count: Int, _ bits: Int
    ) throws(CodecError) {
        let kind = try kind(&cursor, bits)
        let bits = bits - kind.wastedBitCount
        switch kind.code {
        case 0:
            let sample = Int32(truncatingIfNeeded: cursor.signed(bits))
            out.update(repeating: sample, count: count)
        case 1:
            guard cursor.position + count * bits <= cursor.count else { throw Self.cut(cursor) }
            for index in 0..<count { out[index] = Int32(truncatingIfNeeded: cursor.signed(bits)) }
        case 8...12, 32...63:
            let order = kind.code < 32 ? kind.code - 8 : kind.code - 31
            guard order <= count else { throw .damaged("a prediction longer than its block", bit: cursor.position) }
            for index in 0..<order { out[index] = Int32(truncatingIfNeeded: cursor.signed(bits)) }
            let shift = try prediction(&cursor, order: order, isFixed: kind.code < 32)
            try residuals(&cursor, order, count) { (cursor, start, count, parameter) in
                FLACRice.partition(
                    &cursor, parameter: parameter, out + start, count, order: order, coefficients, shift: shift)
            }
        default: throw .damaged("a kind of subframe that is reserved", bit: cursor.position)
        }
        guard !cursor.isPast else { throw Self.cut(cursor) }
        guard kind.wastedBitCount > 0 else { return }
        let shift = Int32(kind.wastedBitCount)
        for index in 0..<count { out[index] = out[index] &<< shift }
    }

    /// Decodes a subframe of samples of 33 bits.
    ///
    /// - Parameters:
    ///   - out: Receives the samples; `margin` zeros lie before them.
    ///   - scratch: Receives the residuals.
    func decodeWide(
        _ cursor: inout PaddedBitInput, _ out: UnsafeMutablePointer<Int64>, _ scratch: UnsafeMutablePointer<Int32>,
        _ count: Int
    ) throws(CodecError) {
        let kind = try kind(&cursor, 33)
        let bits = 33 - kind.wastedBitCount
        switch kind.code {
        case 0:
            let sample = Int64(cursor.signed(bits))
            out.update(repeating: sample, count: count)
        case 1:
            guard cursor.position + count * bits <= cursor.count else { throw Self.cut(cursor) }
            for index in 0..<count { out[index] = Int64(cursor.signed(bits)) }
        case 8...12, 32...63:
            let order = kind.code < 32 ? kind.code - 8 : kind.code - 31
            guard order <= count else { throw .damaged("a prediction longer than its block", bit: cursor.position) }
            for index in 0..<order { out[index] = Int64(cursor.signed(bits)) }
            let shift = try prediction(&cursor, order: order, isFixed: kind.code < 32)
            try residuals(&cursor, order, count) { (cursor, start, count, parameter) in
                FLACRice.partition(
                    &cursor, parameter: parameter, scratch + start, count, order: 0, coefficients, shift: 0)
            }
            for index in order..<count {
                var sum: Int64 = 0
                for tap in 0..<order { sum &+= coefficients[tap] &* out[index &- 1 &- tap] }
                out[index] = Int64(scratch[index]) &+ sum &>> Int64(shift)
            }
        default: throw .damaged("a kind of subframe that is reserved", bit: cursor.position)
        }
        guard !cursor.isPast else { throw Self.cut(cursor) }
        let shift = Int64(kind.wastedBitCount)
        if shift > 0 { for index in 0..<count { out[index] = out[index] &<< shift } }
    }

    private static func cut(_ cursor: PaddedBitInput) -> CodecError {
        .damaged("a subframe that is cut", bit: cursor.count)
    }

    private func kind(_ cursor: inout PaddedBitInput, _ bits: Int) throws(CodecError) -> Kind {
        var kind = Kind()
        guard cursor.bits(1) == 0 else { throw .damaged("a subframe without its zero", bit: cursor.position - 1) }
        kind.code = cursor.bits(6)
        if cursor.bits(1) == 1 {
            guard let zeros = cursor.zeros() else { throw Self.cut(cursor) }
            kind.wastedBitCount = zeros + 1
            guard kind.wastedBitCount < bits else { throw .damaged("samples without bits", bit: cursor.position) }
        }
        return kind
    }

    /// Sets the coefficients of a prediction.
    ///
    /// - Returns: Bits to cut off its sums.
    private func prediction(_ cursor: inout PaddedBitInput, order: Int, isFixed: Bool) throws(CodecError) -> Int {
        coefficients.update(repeating: 0, count: 32)
        if isFixed {
            for (index, value) in Self.differences[order].enumerated() { coefficients[index] = value }
            return 0
        }
        let precision = cursor.bits(4) + 1
        guard precision < 16 else { throw .damaged("coefficients of 16 bits", bit: cursor.position - 4) }
        let shift = cursor.signed(5)
        guard shift >= 0 else { throw .damaged("a prediction that is shifted up", bit: cursor.position - 5) }
        for index in 0..<order { coefficients[index] = Int64(cursor.signed(precision)) }
        return shift
    }

    /// The fixed predictions: those for which the differences of this order are the residuals.
    static let differences: [[Int64]] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

    /// Reads the partitions and has each of them decoded.
    ///
    /// - Parameter decode: Decodes residuals: takes the first sample, their number, and the Rice parameter or, for
    ///   residuals stored as they are, their width as `-1 - width`; returns whether there were as many.
    @inline(__always)
    private func residuals(
        _ cursor: inout PaddedBitInput, _ order: Int, _ count: Int,
        _ decode: (inout PaddedBitInput, Int, Int, Int) -> Bool
    ) throws(CodecError) {
        let method = cursor.bits(2)
        guard method < 2 else { throw .damaged("a code of residuals that is reserved", bit: cursor.position - 2) }
        let partitionOrder = cursor.bits(4)
        let partitionCount = 1 << partitionOrder
        let each = count >> partitionOrder
        guard each << partitionOrder == count, each >= order else {
            throw .damaged("partitions that do not fit the block", bit: cursor.position - 4)
        }
        let width = 4 + method
        let escape = 1 << width - 1
        var start = order
        for partition in 1...partitionCount {
            let end = partition * each
            var parameter = cursor.bits(width)
            if parameter == escape { parameter = -1 - cursor.bits(5) }
            guard decode(&cursor, start, end - start, parameter) else {
                throw .damaged("residuals that are cut or too large", bit: cursor.position)
            }
            start = end
        }
    }
}
