/// A reproducible stream of numbers (SplitMix64): the same seed gives the same numbers on every machine.
package struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    /// Starts the stream of a seed.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// Damages bytes in the ways that break parsers: extreme numbers, cuts, repetitions, chunks out of their order.
package struct ByteMutation {
    private var numbers: SeededNumbers

    /// Starts the damages of a seed.
    package init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    /// A damaged copy of `bytes`, by one to six damages.
    ///
    /// - Parameter headByteCount: Most damages fall into so many first bytes, where the headers are.
    package mutating func damaged(_ bytes: [UInt8], headByteCount: Int = 256) -> [UInt8] {
        var copy = bytes
        for _ in 0..<Int.random(in: 1...6, using: &numbers) { damage(&copy, headByteCount) }
        return copy
    }

    /// A number below `limit`, for callers that have choices of their own to make.
    package mutating func choice(below limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &numbers) }

    private static let extremes: [UInt32] = [
        0, 1, 2, 3, 4, 7, 8, 9, 12, 16, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0x7FFF_FFFF,
        0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF,
    ]

    private static let wideExtremes: [UInt64] = [
        1 << 32, 1 << 62, 0x7FFF_FFFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF_FFF8, 1 << 63, 0xFFFF_FFFF_FFFF_FFFF,
        0xFFFF_FFFF_FFFF_FFFE, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000, 0x0000_FFFF_FFFF_FFFF,
    ]

    private mutating func damage(_ bytes: inout [UInt8], _ headByteCount: Int) {
        guard !bytes.isEmpty else {
            bytes = [UInt8(truncatingIfNeeded: numbers.next())]
            return
        }
        let isInHead = choice(below: 4) > 0
        let at = choice(below: isInHead ? min(headByteCount, bytes.count) : bytes.count)
        switch choice(below: 9) {
        case 0: bytes[at] ^= 1 << UInt8(choice(below: 8))
        case 1: bytes[at] = UInt8(truncatingIfNeeded: numbers.next())
        case 2, 3: put(Self.extremes[choice(below: Self.extremes.count)], at, &bytes, isBig: choice(below: 2) == 0)
        case 4:
            let extreme = Self.wideExtremes[choice(below: Self.wideExtremes.count)]
            let isBig = choice(below: 2) == 0
            put(UInt32(truncatingIfNeeded: isBig ? extreme >> 32 : extreme), at, &bytes, isBig: isBig)
            put(UInt32(truncatingIfNeeded: isBig ? extreme : extreme >> 32), at + 4, &bytes, isBig: isBig)
        case 8: bytes.removeSubrange(at...)
        case 5: bytes.removeSubrange(at..<min(bytes.count, at + 1 + choice(below: 40)))
        case 6: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 1 + choice(below: 40))], at: at)
        default:
            // Two equally long stretches change places.
            let other = choice(below: bytes.count)
            let count = min(choice(below: 40), bytes.count - max(at, other))
            for index in 0..<count { bytes.swapAt(at + index, other + index) }
        }
    }

    private func put(_ value: UInt32, _ at: Int, _ bytes: inout [UInt8], isBig: Bool) {
        for index in 0..<4 where at + index < bytes.count {
            let shift = UInt32(isBig ? 3 - index : index) * 8
            bytes[at + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }
}
