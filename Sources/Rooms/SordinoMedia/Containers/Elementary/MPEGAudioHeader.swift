/// The four bytes before each frame of MPEG audio.
///
/// Source: ISO/IEC 11172-3, 2.4.1.3 and 2.4.2.3; ISO/IEC 13818-3 for the lower rates; "MPEG 2.5" halves them once more.
package struct MPEGAudioHeader: Equatable, Sendable {
    /// 1, 2 or 3.
    package var layer: Int
    /// Indicates whether the rates are those of MPEG-1.
    package var isFirst: Bool
    /// Frames of audio a second.
    package var sampleRate: Int
    /// Bits a second; 0 for a free format.
    package var bitRate: Int
    /// Channels, 1 or 2.
    package var channelCount: Int
    /// Indicates whether the frame has one slot more.
    package var isPadded: Bool
    /// Indicates whether two bytes of checksum follow the header.
    package var isProtected: Bool
    /// Copyright, origin and emphasis, which a stream does not change.
    private var marks: UInt32

    /// Reads a header; nil if the bytes are no header.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 4 else { return nil }
        self.init(UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3]))
    }

    /// Reads a header as a number, its first byte the highest.
    package init?(_ word: UInt32) {
        guard word >> 21 == 0x7FF else { return nil }
        let version = Int(word >> 19 & 3)
        let layerCode = Int(word >> 17 & 3)
        let rateCode = Int(word >> 12 & 15)
        let frequencyCode = Int(word >> 10 & 3)
        // The last is an emphasis that is not defined.
        guard version != 1, layerCode != 0, rateCode != 15, frequencyCode != 3, word & 3 != 2 else { return nil }
        layer = 4 - layerCode
        isFirst = version == 3
        let full = [44100, 48000, 32000][frequencyCode]
        sampleRate = version == 3 ? full : version == 2 ? full / 2 : full / 4
        bitRate = Self.bitRates[isFirst ? layer - 1 : layer == 1 ? 3 : 4][rateCode] * 1000
        channelCount = word >> 6 & 3 == 3 ? 1 : 2
        isPadded = word >> 9 & 1 == 1
        isProtected = word >> 16 & 1 == 0
        marks = word & 15
    }

    private static let bitRates = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Frames of audio in it.
    package var frameCount: Int { layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152 }

    /// Bytes of a slot, in which lengths are counted.
    package var slotByteCount: Int { layer == 1 ? 4 : 1 }

    /// Bytes from this header to the next; nil for a free format.
    package var byteCount: Int? {
        guard bitRate > 0 else { return nil }
        return (frameCount / 8 * bitRate / sampleRate / slotByteCount + (isPadded ? 1 : 0)) * slotByteCount
    }

    /// Bytes of the side information behind the header of layer 3, where the bytes of a Xing header come.
    package var sideByteCount: Int { isFirst ? (channelCount == 1 ? 17 : 32) : channelCount == 1 ? 9 : 17 }

    /// Returns whether two headers stand in one stream for certain, where anything else could come as well: fields that
    /// may change from frame to frame in theory and do not in files have to be the same.
    func isAlike(_ other: MPEGAudioHeader) -> Bool {
        continues(other) && channelCount == other.channelCount && isProtected == other.isProtected
            && marks == other.marks
    }

    /// Returns whether two headers can stand in one stream: channels may differ, since joint stereo codes come and go.
    package func continues(_ other: MPEGAudioHeader) -> Bool {
        layer == other.layer && isFirst == other.isFirst && sampleRate == other.sampleRate
            && (bitRate == 0) == (other.bitRate == 0)
    }
}
