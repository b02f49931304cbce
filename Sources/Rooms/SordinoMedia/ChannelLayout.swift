/// The loudspeaker that each channel is meant for, in the terms of Core Audio's `AudioChannelLayout`.
package struct ChannelLayout: Equatable, Sendable {
    /// One channel described alone.
    package struct Channel: Equatable, Sendable {
        /// Core Audio's label (`AudioChannelLabel`).
        package var label: UInt32
        /// Core Audio's flags: which coordinates are used.
        package var flags: UInt32
        /// Position, in the terms of `flags`.
        package var coordinates: (Float, Float, Float)

        /// Describes a channel by its label.
        package init(label: UInt32, flags: UInt32 = 0, coordinates: (Float, Float, Float) = (0, 0, 0)) {
            self.label = label
            self.flags = flags
            self.coordinates = coordinates
        }

        /// Equal in label, flags and position.
        package static func == (left: Channel, right: Channel) -> Bool {
            left.label == right.label && left.flags == right.flags && left.coordinates == right.coordinates
        }
    }

    /// `UseChannelDescriptions`: `channels` lists the loudspeakers.
    package static let useDescriptions: UInt32 = 0
    /// `UseChannelBitmap`: `bitmap` holds the loudspeakers.
    package static let useBitmap: UInt32 = 0x1_0000

    /// Core Audio's tag; its low 16 bits count the channels, except for the two special tags.
    package var tag: UInt32
    /// One bit per loudspeaker, the same bits as a WAVE file's channel mask.
    package var bitmap: UInt32 = 0
    /// The channels one by one; used with `useDescriptions`.
    package var channels: [Channel] = []

    /// A layout named by a tag.
    package init(tag: UInt32) { self.tag = tag }

    /// A layout of a bit per loudspeaker.
    package init(bitmap: UInt32) {
        tag = Self.useBitmap
        self.bitmap = bitmap
    }

    /// A layout of single channels.
    package init(channels: [Channel]) {
        tag = Self.useDescriptions
        self.channels = channels
    }

    /// Channels that the layout describes.
    package var channelCount: Int {
        switch tag {
        case Self.useDescriptions: channels.count
        case Self.useBitmap: bitmap.nonzeroBitCount
        default: Int(tag & 0xFFFF)
        }
    }

    /// The standard tag of one or two channels; nil for more, which need an explicit layout.
    package static func usual(channelCount: Int) -> ChannelLayout? {
        switch channelCount {
        case 1: ChannelLayout(tag: 100 << 16 | 1)  // Mono
        case 2: ChannelLayout(tag: 101 << 16 | 2)  // Stereo
        default: nil
        }
    }

    /// Numbered channels without a place (`DiscreteInOrder`).
    package static func discrete(channelCount: Int) -> ChannelLayout {
        ChannelLayout(tag: 147 << 16 | UInt32(truncatingIfNeeded: channelCount & 0xFFFF))
    }

    /// Reads the body that a CAF `chan` and an AIFC `CHAN` chunk share: tag, bitmap, and counted descriptions of 20
    /// bytes.
    ///
    /// - Returns: nil if the count of descriptions does not fit the bytes.
    package init?(bigEndian bytes: RawSpan) {
        guard bytes.byteCount >= 12 else { return nil }
        tag = bytes.big(0)
        bitmap = bytes.big(4)
        let count = Int(bytes.big(8, UInt32.self))
        guard count <= (bytes.byteCount - 12) / 20 else { return nil }
        channels = (0..<count).map { index in
            let at = 12 + 20 * index
            return Channel(
                label: bytes.big(at), flags: bytes.big(at + 4),
                coordinates: (
                    Float(bitPattern: bytes.big(at + 8)), Float(bitPattern: bytes.big(at + 12)),
                    Float(bitPattern: bytes.big(at + 16))
                ))
        }
    }

    /// The body of a CAF `chan` or an AIFC `CHAN` chunk.
    package var bigEndianBytes: [UInt8] {
        var builder = ByteBuilder()
        builder.big(tag)
        builder.big(bitmap)
        builder.big(UInt32(channels.count))
        for channel in channels {
            builder.big(channel.label)
            builder.big(channel.flags)
            builder.big(channel.coordinates.0.bitPattern)
            builder.big(channel.coordinates.1.bitPattern)
            builder.big(channel.coordinates.2.bitPattern)
        }
        return builder.bytes
    }
}

extension ChannelLayout {
    /// The layout as a WAVE channel mask; nil if its channels are not in the mask's order or have no bit there.
    package var waveMask: UInt32? {
        switch tag {
        case Self.useBitmap: return bitmap
        case Self.useDescriptions: return Self.mask(channels.map(\.label))
        default: return Self.labels[tag >> 16].flatMap(Self.mask)
        }
    }

    /// Labels 1...18 are the mask's bits 0...17, which have to rise.
    private static func mask(_ labels: [UInt32]) -> UInt32? {
        var mask: UInt32 = 0
        for label in labels {
            guard (1...18).contains(label) else { return nil }
            let bit: UInt32 = 1 << (label - 1)
            guard bit > mask else { return nil }
            mask |= bit
        }
        return mask
    }

    /// The channels of those tags whose order a WAVE file can state, by the tag's upper half.
    private static let labels: [UInt32: [UInt32]] = [
        101: [1, 2],  // Stereo
        108: [1, 2, 5, 6],  // Quadraphonic
        113: [1, 2, 3],  // MPEG_3_0_A
        117: [1, 2, 3, 5, 6],  // MPEG_5_0_A
        121: [1, 2, 3, 4, 5, 6],  // MPEG_5_1_A
        125: [1, 2, 3, 4, 5, 6, 9],  // MPEG_6_1_A
        126: [1, 2, 3, 4, 5, 6, 7, 8],  // MPEG_7_1_A
    ]
}
