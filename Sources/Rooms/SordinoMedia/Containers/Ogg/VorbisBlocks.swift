/// The block sizes of a Vorbis stream, which its packets refer to.
///
/// Source: Xiph.Org, "Vorbis I specification", 4.2.2, 4.2.4 (modes) and 4.3.
struct VorbisBlocks: OggFrameCounter {
    private let sizes: [Int]
    /// Indicates whether a mode uses the long blocks.
    private let isLong: [Bool]
    private var previous = 0

    /// Reads the first and the last of the three headers; nil if they are not headers of Vorbis.
    init?(identification: [UInt8], setup: [UInt8]) {
        guard identification.count >= 30 else { return nil }
        sizes = [1 << Int(identification[28] & 15), 1 << Int(identification[28] >> 4)]
        guard sizes[0] >= 64, sizes[0] <= sizes[1], sizes[1] <= 8192 else { return nil }
        // The modes are the last thing in the header, so they are found from its end: a flag of 1, then 41 bits for
        // each mode, of which 32 are 0, and before them their number.
        func bit(_ index: Int) -> Int { Int(setup[index / 8] >> UInt8(index % 8) & 1) }
        var end = setup.count * 8
        while end > 0, bit(end - 1) == 0 { end -= 1 }
        end -= 1
        /// Bits up to a place, which is moved before them.
        func bits(_ count: Int, _ at: inout Int) -> Int {
            var value = 0
            for _ in 0..<count {
                at -= 1
                value = value << 1 | bit(at)
            }
            return value
        }
        var at = end
        var flags: [Bool] = []
        var found: [Bool]?
        while at >= 97, flags.count < 64 {
            guard bits(8, &at) < 64, bits(16, &at) == 0, bits(16, &at) == 0 else { break }
            flags.insert(bits(1, &at) == 1, at: 0)
            var before = at
            if bits(6, &before) + 1 == flags.count { found = flags }
        }
        guard let found else { return nil }
        isLong = found
    }

    /// Frames of a packet: a quarter of its block and of the one before it.
    mutating func frameCount(_ bytes: RawSpan) -> Int? {
        guard bytes.byteCount > 0, bytes.byte(0) & 1 == 0 else { return nil }
        let first = bytes.byte(0)
        var width = 0
        while 1 << width < isLong.count { width += 1 }
        let mode = Int(first >> 1) & ((1 << width) - 1)
        guard mode < isLong.count else { return nil }
        let size = sizes[isLong[mode] ? 1 : 0]
        defer { previous = size }
        return previous == 0 ? 0 : (previous + size) / 4
    }
}
