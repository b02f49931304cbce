/// A kind of number in which programs hold samples: `Int16`, `Int32`, `Float`, `Double`.
///
/// Stored samples reach it by one of three forms: integers moved up so that full scale is 2^31 ("justified"),
/// `Float` as it is, `Double` as it is. The rules are exact: integer to float divides by full scale;
/// float to integer multiplies by it, rounds half to even and clamps. A NaN becomes 0.
package protocol MemorySample: BitwiseCopyable {
    /// From an integer whose full scale is 2^31.
    init(justified: Int32)
    /// From a float whose full scale is 1.
    init(sample: Float)
    /// From a double whose full scale is 1.
    init(sample: Double)
    /// As an integer of `bits` bits, 8...32.
    func integer(bits: Int) -> Int32
    /// The value as a float whose full scale is 1.
    var float: Float { get }
    /// The value as a double whose full scale is 1.
    var double: Double { get }
}

/// Rounds an integer of 32 bits to its upper `bits` bits, half to even, clamped.
@inline(__always)
private func narrowed(_ justified: Int32, bits: Int) -> Int32 {
    if bits == 32 { return justified }
    let drop = Int32(32 - bits)
    let quotient = justified >> drop
    let remainder = justified & ((1 << drop) - 1)
    let half: Int32 = 1 << (drop - 1)
    let up: Int32 = remainder > half || (remainder == half && quotient & 1 == 1) ? 1 : 0
    return min(quotient + up, (1 << Int32(bits - 1)) - 1)
}

/// Rounds a sample to an integer of `bits` bits, half to even, clamped.
@inline(__always)
private func quantised(_ sample: Double, bits: Int) -> Int32 {
    let scale = Double(Int64(1) << Int64(bits - 1))
    var value = sample == sample ? sample * scale : 0
    value = value < scale - 1 ? value : scale - 1
    value = value > -scale ? value : -scale
    // Adding 1.5 * 2^52 leaves no room for a fraction: the hardware rounds half to even, and the low bits are the
    // integer.
    return Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern)
}

extension Int16: MemorySample {
    @inline(__always) package init(justified: Int32) { self = Int16(truncatingIfNeeded: narrowed(justified, bits: 16)) }
    @inline(__always) package init(sample: Float) {
        self = Int16(truncatingIfNeeded: quantised(Double(sample), bits: 16))
    }
    @inline(__always) package init(sample: Double) { self = Int16(truncatingIfNeeded: quantised(sample, bits: 16)) }
    /// As an integer of `bits` bits, 8...32.
    @inline(__always) package func integer(bits: Int) -> Int32 { narrowed(Int32(self) << 16, bits: bits) }
    @inline(__always) package var float: Float { Float(self) * 0x1p-15 }
    @inline(__always) package var double: Double { Double(self) * 0x1p-15 }
}

extension Int32: MemorySample {
    @inline(__always) package init(justified: Int32) { self = justified }
    @inline(__always) package init(sample: Float) { self = quantised(Double(sample), bits: 32) }
    @inline(__always) package init(sample: Double) { self = quantised(sample, bits: 32) }
    /// As an integer of `bits` bits, 8...32.
    @inline(__always) package func integer(bits: Int) -> Int32 { narrowed(self, bits: bits) }
    @inline(__always) package var float: Float { Float(self) * 0x1p-31 }
    @inline(__always) package var double: Double { Double(self) * 0x1p-31 }
}

extension Float: MemorySample {
    @inline(__always) package init(justified: Int32) { self = Float(justified) * 0x1p-31 }
    @inline(__always) package init(sample: Float) { self = sample }
    @inline(__always) package init(sample: Double) { self = Float(sample) }
    /// As an integer of `bits` bits, 8...32.
    @inline(__always) package func integer(bits: Int) -> Int32 { quantised(Double(self), bits: bits) }
    @inline(__always) package var float: Float { self }
    @inline(__always) package var double: Double { Double(self) }
}

extension Double: MemorySample {
    @inline(__always) package init(justified: Int32) { self = Double(justified) * 0x1p-31 }
    @inline(__always) package init(sample: Float) { self = Double(sample) }
    @inline(__always) package init(sample: Double) { self = sample }
    /// As an integer of `bits` bits, 8...32.
    @inline(__always) package func integer(bits: Int) -> Int32 { quantised(self, bits: bits) }
    @inline(__always) package var float: Float { Float(self) }
    @inline(__always) package var double: Double { self }
}
