import SordinoRealtime
import SordinoSignal

/// The storage of one sample of linear or companded audio.
package enum SampleEncoding: Equatable, Hashable, Sendable {
    /// Eight bits, 128 is silence (WAVE, AIFC `raw `).
    case uint8
    /// Eight bits, two's complement.
    case int8
    case int16(ByteOrder)
    /// Two's complement in three bytes.
    case int24(ByteOrder)
    case int32(ByteOrder)
    case int64(ByteOrder)
    case float32(ByteOrder)
    case float64(ByteOrder)
    /// ITU-T G.711, North America and Japan.
    case muLaw
    /// ITU-T G.711, used outside North America and Japan.
    case aLaw

    /// Bytes of one sample.
    package var byteCount: Int {
        switch self {
        case .uint8, .int8, .muLaw, .aLaw: 1
        case .int16: 2
        case .int24: 3
        case .int32, .float32: 4
        case .int64, .float64: 8
        }
    }

    /// Indicates whether samples are floating point.
    package var isFloat: Bool {
        switch self {
        case .float32, .float64: true
        default: false
        }
    }

    /// Indicates whether samples are uncompressed numbers.
    package var isLinear: Bool { self != .muLaw && self != .aLaw }

    /// Indicates whether the highest byte comes first; false for single bytes.
    package var isBigEndian: Bool {
        switch self {
        case .int16(let order), .int24(let order), .int32(let order), .int64(let order), .float32(let order),
            .float64(let order):
            order == .big
        case .uint8, .int8, .muLaw, .aLaw: false
        }
    }

    /// Signed integers of `byteCount` bytes; nil where there are none.
    package static func signedInteger(byteCount: Int, _ order: ByteOrder) -> SampleEncoding? {
        switch byteCount {
        case 1: .int8
        case 2: .int16(order)
        case 3: .int24(order)
        case 4: .int32(order)
        case 8: .int64(order)
        default: nil
        }
    }

    /// Floating point numbers of `byteCount` bytes; nil where there are none.
    package static func float(byteCount: Int, _ order: ByteOrder) -> SampleEncoding? {
        switch byteCount {
        case 4: .float32(order)
        case 8: .float64(order)
        default: nil
        }
    }
}

extension SampleEncoding: CustomStringConvertible {
    /// The encoding for people: "16-bit little-endian integers".
    package var description: String {
        let order = byteCount == 1 ? "" : isBigEndian ? " big-endian" : " little-endian"
        return switch self {
        case .uint8: "8-bit unsigned integers"
        case .int8: "8-bit integers"
        case .int16, .int24, .int32, .int64: "\(byteCount * 8)-bit\(order) integers"
        case .float32, .float64: "\(byteCount * 8)-bit\(order) floating point"
        case .muLaw: "µ-law"
        case .aLaw: "A-law"
        }
    }
}

/// The format of a stream of packets: codec, rate, channels, and the relation of packets to frames.
package struct MediaFormat: Equatable, Sendable {
    /// The maximum number of channels.
    package static var channelLimit: Int { SoundLimits.channelCounts.upperBound }

    /// The codec, in Core Audio's codes: `lpcm`, `ulaw`, `ima4`, `alac`, ...
    package var codec: FourCC
    /// The rate, in frames a second.
    package var sampleRate: Double
    /// Channels, interleaved in the file.
    package var channelCount: Int
    /// The storage of samples, for codecs whose packets are single frames of samples; nil for the others.
    package var encoding: SampleEncoding?
    /// Bits of a sample that carry signal; 0 for compressed formats.
    ///
    /// May be less than the encoding's bytes hold.
    package var bitsPerChannel: Int
    /// Bytes of each packet; 0 if they differ.
    package var bytesPerPacket: Int
    /// Frames of each packet; 0 if they differ.
    package var framesPerPacket: Int
    /// The codec's own flags, as the container has them; 0 for linear PCM, whose flags follow from `encoding`.
    package var codecFlags: UInt32 = 0

    /// The format for people: "16-bit little-endian integers, 2 channels, 44100.0 Hz".
    package var name: String {
        let samples = encoding.map { "\($0)" } ?? Codecs.named(codec)?.name ?? "\(codec)"
        return "\(samples), \(channelCount) channels, \(sampleRate) Hz"
    }

    /// Makes a format whose packets are single frames of samples.
    ///
    /// - Parameters:
    ///   - encoding: How each sample is stored.
    ///   - bits: Bits that carry signal; all of them by default.
    package init(_ encoding: SampleEncoding, sampleRate: Double, channelCount: Int, bits: Int? = nil) {
        codec =
            switch encoding {
            case .muLaw: .muLaw
            case .aLaw: .aLaw
            default: .linearPCM
            }
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.encoding = encoding
        bitsPerChannel = bits ?? encoding.byteCount * 8
        bytesPerPacket = encoding.byteCount * channelCount
        framesPerPacket = 1
    }

    /// Makes a format of a codec whose packets have to be decoded.
    package init(
        codec: FourCC, sampleRate: Double, channelCount: Int, bytesPerPacket: Int, framesPerPacket: Int,
        bitsPerChannel: Int = 0
    ) {
        self.codec = codec
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        encoding = nil
        self.bitsPerChannel = bitsPerChannel
        self.bytesPerPacket = bytesPerPacket
        self.framesPerPacket = framesPerPacket
    }

    /// Indicates whether the bytes and the frames of a packet lie within `SoundLimits`.
    package var hasPossiblePackets: Bool {
        (0...SoundLimits.packetByteCount).contains(bytesPerPacket)
            && (0...SoundLimits.packetFrameCount).contains(framesPerPacket)
    }

    /// Refuses numbers that no audio has.
    ///
    /// - Parameter offset: Byte of the description, for the error.
    /// - Throws: `malformed` for no channels or an impossible rate, `limit` for values beyond `SoundLimits`.
    package func checked(at offset: Int64) throws(MediaError) -> MediaFormat {
        guard channelCount > 0 else { throw .malformed(at: offset, because: "the format has no channels") }
        guard channelCount <= Self.channelLimit else {
            throw .limit("\(channelCount) channels; at most \(Self.channelLimit) are read")
        }
        guard sampleRate.isFinite, sampleRate > 0 else {
            throw .malformed(at: offset, because: "the sample rate is \(sampleRate)")
        }
        guard SoundLimits.accepts(sampleRate: sampleRate) else {
            let (least, most) = (Int(SoundLimits.sampleRates.lowerBound), Int(SoundLimits.sampleRates.upperBound))
            throw .limit("a sample rate of \(sampleRate) Hz; \(least) to \(most) Hz are read")
        }
        guard hasPossiblePackets else {
            throw .limit(
                "packets of \(bytesPerPacket) bytes and \(framesPerPacket) frames; at most "
                    + "\(SoundLimits.packetByteCount) bytes and \(SoundLimits.packetFrameCount) frames are read")
        }
        return self
    }
}

extension FourCC {
    package static let linearPCM: FourCC = "lpcm"
    package static let muLaw: FourCC = "ulaw"
    package static let aLaw: FourCC = "alaw"
    package static let appleIMA4: FourCC = "ima4"

    /// A codec known by a number of Microsoft's registry: 'ms' and the number.
    package static func microsoft(_ tag: UInt16) -> FourCC { FourCC(rawValue: 0x6D73_0000 | UInt32(tag)) }
}
