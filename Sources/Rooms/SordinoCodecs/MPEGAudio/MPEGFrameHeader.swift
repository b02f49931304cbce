/// The first four bytes of a frame of MPEG audio, as far as decoding needs them.
///
/// Source: ISO/IEC 11172-3, 2.4.1.3 and 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3; "MPEG 2.5" halves the rates once more.
package struct MPEGFrameHeader: Equatable, Sendable {
    /// 1, 2 or 3.
    package let layer: Int
    /// Indicates whether the frame follows MPEG-1; otherwise it has one of the lower sampling rates.
    package let isFirst: Bool
    /// Index of the sampling rate: 44100, 48000, 32000, then their halves, then their quarters.
    package let rateIndex: Int
    /// Bits a second; 0 for a free format.
    package let bitRate: Int
    /// Indicates whether the frame has one slot more.
    package let isPadded: Bool
    /// Indicates whether a checksum of two bytes follows the header.
    package let isProtected: Bool
    /// Two channels, joint, two independent ones, one: 0 to 3.
    let mode: Int
    /// The bits that say how channels are joined.
    let modeExtension: Int

    /// Reads a header from its first bit.
    ///
    /// - Returns: nil if there are fewer than four bytes, or if they are no header.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 4 else { return nil }
        let word = UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
        guard word >> 21 == 0x7FF else { return nil }
        let version = Int(word >> 19 & 3)
        let layerCode = Int(word >> 17 & 3)
        let bitRateCode = Int(word >> 12 & 15)
        let rateCode = Int(word >> 10 & 3)
        guard version != 1, layerCode != 0, bitRateCode != 15, rateCode != 3 else { return nil }
        layer = 4 - layerCode
        isFirst = version == 3
        rateIndex = rateCode + (version == 3 ? 0 : version == 2 ? 3 : 6)
        bitRate = Int(Self.kilobits[(isFirst ? 4 - layerCode : layerCode == 3 ? 4 : 5) - 1][bitRateCode]) * 1000
        isPadded = word >> 9 & 1 == 1
        isProtected = word >> 16 & 1 == 0
        mode = Int(word >> 6 & 3)
        modeExtension = Int(word >> 4 & 3)
    }

    private static let kilobits: [[UInt16]] = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// The rate, in frames a second.
    package var sampleRate: Int {
        let full = rateIndex % 3 == 0 ? 44100 : rateIndex % 3 == 1 ? 48000 : 32000
        return full >> (rateIndex / 3)
    }

    /// Channels, 1 or 2.
    package var channelCount: Int { mode == 3 ? 1 : 2 }

    /// Frames of audio in the packet: 384, 576 or 1152.
    package var frameCount: Int { layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152 }

    /// Bytes of the frame, header included; nil for a free format.
    package var byteCount: Int? {
        guard bitRate > 0 else { return nil }
        let slot = layer == 1 ? 4 : 1
        return (frameCount / 8 * bitRate / sampleRate / slot + (isPadded ? 1 : 0)) * slot
    }

    /// Bytes before the audio of layer III or the allocation of the others: the header, and the checksum if present.
    var headByteCount: Int { isProtected ? 6 : 4 }

    /// Bytes of the side information of layer III.
    var sideByteCount: Int { isFirst ? (mode == 3 ? 17 : 32) : mode == 3 ? 9 : 17 }

    /// Granules of layer III.
    var granuleCount: Int { isFirst ? 2 : 1 }

    /// Indicates whether layer III codes the sum and the difference of the channels.
    var hasMidSide: Bool { mode == 1 && modeExtension & 2 != 0 }

    /// Indicates whether layer III may code bands once for both channels.
    var hasIntensity: Bool { mode == 1 && modeExtension & 1 != 0 }

    /// The first subband that layers I and II code once for both channels; 32 if all are coded for each.
    var jointBound: Int { mode == 1 ? 4 * (modeExtension + 1) : 32 }
}
