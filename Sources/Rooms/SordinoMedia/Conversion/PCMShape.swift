import CoreAudioTypes
import SordinoSignal

/// The shape of frames of samples in memory, as precisely as Core Audio's struct can state it.
package struct PCMShape: Equatable, Sendable {
    /// The storage of each sample.
    package var encoding: SampleEncoding
    /// Indicates whether one buffer holds all channels, frame by frame; otherwise each has its own.
    package var isInterleaved: Bool
    /// Bits of a sample that carry signal.
    package var bitCount: Int
    /// Bits by which full scale lies below the top of the sample: 8 for 24 bits in the low end of 32, 7 for 8.24 fixed
    /// point.
    package var headroomBitCount: Int
    /// Indicates whether integers of more than eight bits have silence in their middle instead of at 0.
    package var isOffset: Bool
    /// Indicates whether samples above full scale are kept: those of 8.24 fixed point.
    package var isFixedPoint: Bool

    /// Samples that fill their bytes.
    package init(_ encoding: SampleEncoding, isInterleaved: Bool) {
        self.encoding = encoding
        self.isInterleaved = isInterleaved
        bitCount = encoding.byteCount * 8
        headroomBitCount = 0
        isOffset = false
        isFixedPoint = false
    }

    /// Makes the shape that a description of linear PCM, µ-law or A-law states; nil for shapes that no samples have.
    package init?(_ description: AudioStreamBasicDescription) {
        let channelCount = Int(description.mChannelsPerFrame)
        guard channelCount > 0, channelCount <= MediaFormat.channelLimit else { return nil }
        switch FourCC(rawValue: description.mFormatID) {
        case .muLaw: self.init(.muLaw, isInterleaved: true)
        case .aLaw: self.init(.aLaw, isInterleaved: true)
        case .linearPCM: self.init(linear: description)
        default: return nil
        }
    }

    private init?(linear description: AudioStreamBasicDescription) {
        let byteCount = Int(description.bytesPerSample)
        let bits = Int(description.mBitsPerChannel)
        guard byteCount > 0, bits > 0, bits <= 8 * byteCount else { return nil }
        let order: ByteOrder = description.isBigEndian ? .big : .little
        if description.isFloat {
            guard bits == 8 * byteCount, let encoding = SampleEncoding.float(byteCount: byteCount, order) else {
                return nil
            }
            self.init(encoding, isInterleaved: description.isInterleaved)
            return
        }
        let isSigned = description.isSignedInteger
        let isUnsignedByte = byteCount == 1 && !isSigned
        guard byteCount <= 4,
            let encoding = isUnsignedByte ? .uint8 : SampleEncoding.signedInteger(byteCount: byteCount, order)
        else { return nil }
        self.init(encoding, isInterleaved: description.isInterleaved)
        isOffset = !isSigned && byteCount > 1
        bitCount = bits
        let fraction =
            (description.mFormatFlags & kLinearPCMFormatFlagsSampleFractionMask)
            >> kLinearPCMFormatFlagsSampleFractionShift
        if fraction > 0 {
            guard fraction < bits else { return nil }
            headroomBitCount = 8 * byteCount - 1 - Int(fraction)
            isFixedPoint = true
        } else if bits < 8 * byteCount, description.mFormatFlags & kAudioFormatFlagIsAlignedHigh == 0 {
            headroomBitCount = 8 * byteCount - bits
        }
    }

    /// Indicates whether samples are plain: no bits left over, no shift, no offset.
    package var isPlain: Bool { headroomBitCount == 0 && !isOffset && bitCount == encoding.byteCount * 8 }

    /// The kind of number that holds such samples without loss, and cheaply.
    var exactKind: SampleBlock.Kind {
        switch encoding {
        case .uint8, .int8, .int16, .int24, .float32, .muLaw, .aLaw: .float32
        case .int32: .int32
        case .int64, .float64: .float64
        }
    }

    /// Bytes of one frame in one buffer.
    package func bytesPerFrame(channelCount: Int) -> Int { encoding.byteCount * (isInterleaved ? channelCount : 1) }

    /// Buffers of a list of such frames.
    package func bufferCount(channelCount: Int) -> Int { isInterleaved ? 1 : channelCount }
}
