/// Sound for tests: deterministic numbers and planes.
struct LosslessSignals {
    private var state: UInt64

    init(seed: UInt64) { state = seed | 1 }

    /// The next number: 64 bits of xorshift.
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    /// A number below `limit`.
    mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % max(1, limit) }

    private static func cut(_ value: Int64, _ bits: Int) -> Int32 {
        let most = Int64(1) << Int64(bits - 1)
        return Int32(max(-most, min(most - 1, value)))
    }

    /// Noise, something like music, silence, squares of full scale, a ramp, clicks and lowered resolution, one after the
    /// other, alike in all channels but not the same.
    mutating func medley(channelCount: Int, bits: Int, frameCount: Int) -> [[Int32]] {
        let full = Double(1 << (bits - 1))
        var planes = [[Int32]](repeating: [], count: channelCount)
        var swing = (0.0, 1.0, 0.0, 1.0)
        for frame in 0..<frameCount {
            // Two oscillators without a sine function.
            swing.0 += 0.031 * swing.1
            swing.1 -= 0.031 * swing.0
            swing.2 += 0.173 * swing.3
            swing.3 -= 0.173 * swing.2
            let part = frame * 8 / max(1, frameCount)
            let common = Double(Int32(truncatingIfNeeded: next())) / 2_147_483_648
            for channel in 0..<channelCount {
                let own = Double(Int32(truncatingIfNeeded: next())) / 2_147_483_648
                let tone = 0.5 * swing.0 + 0.3 * swing.2 / Double(channel + 1)
                let value: Double =
                    switch part {
                    case 0: own
                    case 1: 0.9 * tone + 0.001 * common + 0.0005 * own
                    case 2: 0
                    case 3: frame / 50 % 2 == 0 ? 1 : -1
                    case 4: 0.05 * tone + 0.0001 * own
                    case 5: Double(frame % 1000) / 1000 - 0.5
                    case 6: frame % 997 == 0 ? own : 0
                    default: (0.7 * tone * 16).rounded() / 16
                    }
                planes[channel].append(Self.cut(Int64((value * full).rounded()), bits))
            }
        }
        return planes
    }
}

/// Calls `body` for each block of `length` frames of planes.
func blocks(
    _ planes: [[Int32]], _ length: Int, _ body: (UnsafeBufferPointer<UnsafePointer<Int32>>, Int) throws -> Void
) rethrows {
    let frameCount = planes.first?.count ?? 0
    let joined = Array(planes.joined())
    try joined.withUnsafeBufferPointer { samples in
        guard let base = samples.baseAddress else { return }
        var start = 0
        while start < frameCount {
            let count = min(length, frameCount - start)
            let pointers = planes.indices.map { base + ($0 * frameCount + start) }
            try pointers.withUnsafeBufferPointer { try body($0, count) }
            start += count
        }
    }
}
