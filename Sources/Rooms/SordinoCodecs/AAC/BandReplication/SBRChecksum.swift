/// Computes the checksum of SBR payloads: the polynomial x^10 + x^9 + x^5 + x^4 + x + 1 from zero.
///
/// Source: ISO/IEC 14496-3, 4.5.2.8.1.
package enum SBRChecksum {
    /// Returns the checksum of the bits from the place of `input` to `end`; past the packet's end they are zeros.
    package static func value(_ input: BitInput, to end: Int) -> Int {
        var reader = input
        var sum = 0
        var left = end - input.position
        while left > 0 {
            let width = min(8, left)
            let bits = reader.bits(width)
            for shift in stride(from: width - 1, through: 0, by: -1) {
                let top = (sum >> 9 ^ bits >> shift) & 1
                sum = (sum << 1 & 0x3FF) ^ (top == 1 ? 0x233 : 0)
            }
            left -= width
        }
        return sum
    }
}
