import SordinoSignal

/// Numbers that look random and are the same in every run.
struct Seeded {
    var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func bits() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func below(_ limit: Int) -> Int { Int(bits() >> 33) % limit }

    /// A sample in -1 ..< 1.
    mutating func sample() -> Float { Float(Int32(truncatingIfNeeded: bits() >> 32)) / 2_147_483_648 }

    mutating func samples(_ count: Int) -> [Float] { (0..<count).map { _ in sample() } }
}

/// Planes with their list of pointers; freed at the end.
final class Planes {
    let channelCount: Int
    let frameCount: Int
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    init(channelCount: Int, frameCount: Int) {
        self.channelCount = channelCount
        self.frameCount = frameCount
        pointers = .allocate(capacity: channelCount)
        for channel in 0..<channelCount {
            pointers[channel] = .allocate(capacity: frameCount)
            pointers[channel].initialize(repeating: 0, count: frameCount)
        }
    }

    convenience init(_ channels: [[Float]]) {
        self.init(channelCount: channels.count, frameCount: channels[0].count)
        for (channel, samples) in channels.enumerated() {
            for (frame, sample) in samples.enumerated() { pointers[channel][frame] = sample }
        }
    }

    deinit {
        for channel in 0..<channelCount { pointers[channel].deallocate() }
        pointers.deallocate()
    }

    subscript(channel: Int) -> [Float] {
        Array(UnsafeBufferPointer(start: pointers[channel], count: frameCount))
    }
}

extension Array where Element == Float {
    /// Bits that tell two samples apart even where `==` does not: NaNs and the sign of zero.
    var bitPatterns: [UInt32] { map(\.bitPattern) }
}
