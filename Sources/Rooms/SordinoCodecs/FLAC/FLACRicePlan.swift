/// The partitions of a block's errors, and their Rice parameters.
///
/// Source: RFC 9639, 9.2.7.
struct FLACRicePlan {
    /// There are 2 to the power of this partitions.
    var partitionOrder = 0
    /// Bits of residuals with their headers, on average.
    var bitCount = Int.max
    /// Bits of residuals with their headers, at least as many as are written.
    var bitLimit = Int.max
    /// Indicates whether parameters take 5 bits instead of 4.
    var isWide = false

    /// The longest list of parameters.
    static let parameterLimit = 1 << 8
    /// Marks a partition of zeros.
    static let silent: UInt8 = 255

    /// Finds the partitions.
    ///
    /// - Parameters:
    ///   - folded: The errors, from `order` on.
    ///   - count: Samples of the block.
    ///   - limit: The most partitions: 2 to the power of this, at most 8.
    ///   - sums: Room for 2 * `parameterLimit` sums.
    ///   - parameters: Receives the parameters; has room for 2 * `parameterLimit`.
    init(
        _ folded: UnsafePointer<UInt32>, _ count: Int, order: Int, limit: Int, _ sums: UnsafeMutablePointer<UInt64>,
        _ parameters: UnsafeMutablePointer<UInt8>
    ) {
        var finest = min(limit, count.trailingZeroBitCount)
        while finest > 0, count >> finest <= order { finest -= 1 }
        let length = count >> finest
        for partition in 0..<1 << finest {
            let start = partition == 0 ? order : partition &* length
            sums[partition] = Self.sum(folded + start, (partition &+ 1) &* length &- start)
        }
        let trial = parameters + Self.parameterLimit
        for level in stride(from: finest, through: 0, by: -1) {
            if level < finest {
                for partition in 0..<1 << level { sums[partition] = sums[2 &* partition] &+ sums[2 &* partition &+ 1] }
            }
            var largest: UInt8 = 0
            var (bits, bound) = (6, 6)
            for partition in 0..<1 << level {
                let length = (count >> level) &- (partition == 0 ? order : 0)
                let (parameter, cost, most) = Self.parameter(sums[partition], length)
                trial[partition] = parameter
                if parameter != Self.silent { largest = max(largest, parameter) }
                bits &+= cost
                bound &+= most
            }
            let heads = (largest > 14 ? 5 : 4) << level
            guard bits &+ heads < bitCount else { continue }
            (bitCount, bitLimit) = (bits &+ heads, bound &+ heads)
            (partitionOrder, isWide) = (level, largest > 14)
            parameters.update(from: trial, count: 1 << level)
        }
    }

    private static func sum(_ folded: UnsafePointer<UInt32>, _ count: Int) -> UInt64 {
        var sum: UInt64 = 0
        for index in 0..<count { sum &+= UInt64(folded[index]) }
        return sum
    }

    /// The parameter for errors of this sum, the bits that they take on average, and those that they take at most.
    @inline(__always)
    private static func parameter(_ sum: UInt64, _ count: Int) -> (UInt8, Int, Int) {
        guard sum > 0 else { return (silent, 5, 5) }
        // The parameter rises where the mean and a half times the logarithm of the golden ratio is a power of 2.
        let scaled = UInt64(0.4812 * (Double(sum) / Double(count) + 0.5))
        let parameter = min(30, 64 &- scaled.leadingZeroBitCount)
        let head = count &* (parameter &+ 1)
        let lost = UInt64(truncatingIfNeeded: count &* ((1 &<< parameter) &- 1) &>> 1)
        let usual = head &+ Int(truncatingIfNeeded: (max(sum, lost) &- lost) &>> UInt64(parameter))
        return (UInt8(truncatingIfNeeded: parameter), usual, head &+ Int(truncatingIfNeeded: sum &>> UInt64(parameter)))
    }

    /// Writes the residuals with their headers.
    func put(
        _ output: inout PackedBitOutput, _ folded: UnsafePointer<UInt32>, _ count: Int, order: Int,
        _ parameters: UnsafePointer<UInt8>
    ) {
        output.put(isWide ? 1 : 0, 2)
        output.put(UInt64(partitionOrder), 4)
        let length = count >> partitionOrder
        let width: UInt64 = isWide ? 5 : 4
        var start = order
        for partition in 0..<1 << partitionOrder {
            let end = (partition + 1) * length
            let parameter = parameters[partition]
            if parameter == Self.silent {
                output.put((1 << width) - 1, width)
                output.put(0, 5)
            } else {
                output.put(UInt64(parameter), width)
                Self.put(&output, folded + start, end - start, UInt64(parameter))
            }
            start = end
        }
    }

    private static func put(
        _ output: inout PackedBitOutput, _ folded: UnsafePointer<UInt32>, _ count: Int, _ parameter: UInt64
    ) {
        var out = output
        let one = UInt64(1) &<< parameter
        let mask = one &- 1
        for index in 0..<count {
            let value = UInt64(folded[index])
            var zeros = value &>> parameter
            while zeros &+ parameter > 55 {
                let part = min(zeros, 32)
                out.put(0, part)
                zeros &-= part
            }
            out.put(one | value & mask, zeros &+ parameter &+ 1)
        }
        output = out
    }
}
