/// The loudspeakers of Apple Lossless: one layout for each number of channels.
///
/// Source: Apple, "ALAC Magic Cookie Description"; the encoder of the reference.
package enum ALACLayout {
    /// Core Audio's tags, for 1 to 8 channels: mono, stereo, MPEG 3.0 B, 4.0 B, 5.0 D, 5.1 D, AAC 6.1, MPEG 7.1 B.
    private static let tags: [UInt32] = [
        100 << 16 | 1, 101 << 16 | 2, 114 << 16 | 3, 116 << 16 | 4, 120 << 16 | 5, 124 << 16 | 6, 142 << 16 | 7,
        127 << 16 | 8,
    ]

    /// Elements of a packet: true for a pair of channels.
    private static let elements: [[Bool]] = [
        [false], [true], [false, true], [false, true, false], [false, true, true], [false, true, true, false],
        [false, true, true, false, false], [false, true, true, true, false],
    ]

    private static let places: [[Int]] = [
        [0], [0, 1], [2, 0, 1], [2, 0, 1, 3], [2, 0, 1, 3, 4], [2, 0, 1, 4, 5, 3], [2, 0, 1, 4, 5, 6, 3],
        [2, 6, 7, 0, 1, 4, 5, 3],
    ]

    /// Core Audio's tag of the layout of so many channels; 0 if there are not 1 to 8.
    package static func tag(channelCount: Int) -> UInt32 {
        tags.indices.contains(channelCount - 1) ? tags[channelCount - 1] : 0
    }

    private static let masks: [UInt32] = [0x4, 0x3, 0x7, 0x107, 0x37, 0x3F, 0x13F, 0xFF]

    /// The loudspeakers of so many channels as the bits of a WAVE channel mask; nil if there are not 1 to 8.
    package static func waveMask(channelCount: Int) -> UInt32? {
        masks.indices.contains(channelCount - 1) ? masks[channelCount - 1] : nil
    }

    /// For each channel of the stream, its place among the channels in the order of WAVE: centre, left, right of the
    /// stream are 2, 0, 1 there.
    ///
    /// - Parameter channelCount: 1 to 8; empty for other numbers.
    package static func wavePlaces(channelCount: Int) -> [Int] {
        places.indices.contains(channelCount - 1) ? places[channelCount - 1] : []
    }

    /// For each channel of the stream, its place among the loudspeakers of a mask; a single pair of surrounds may be the
    /// back or the side one.
    ///
    /// - Returns: None if the mask has other loudspeakers than the one layout of so many channels.
    package static func places(mask: UInt32) -> [Int] {
        let count = mask.nonzeroBitCount
        guard let own = waveMask(channelCount: count) else { return [] }
        if mask == own { return wavePlaces(channelCount: count) }
        guard mask & 0x30 == 0, mask & 0x600 == 0x600, mask & ~0x600 | 0x30 == own else { return [] }
        let bits = (0..<18).filter { mask >> UInt32($0) & 1 == 1 }
        let ownBits = (0..<18).filter { own >> UInt32($0) & 1 == 1 }
        return wavePlaces(channelCount: count).map { place in
            let bit = ownBits[place]
            return bits.firstIndex(of: bit == 4 || bit == 5 ? bit + 5 : bit) ?? place
        }
    }

    /// The elements of a packet, in order: true stands for two channels, false for one.
    static func pairs(channelCount: Int) -> [Bool] {
        elements.indices.contains(channelCount - 1) ? elements[channelCount - 1] : []
    }
}
