/// Turns packets of one stream into frames.
///
/// A decoder belongs to one reader and is used by one thread at a time.
package protocol PacketDecoder: AnyObject {
    /// Decodes whole packets.
    ///
    /// - Parameters:
    ///   - packets: The packets' bytes, one after the other.
    ///   - packetCount: How many there are.
    ///   - block: Receives the frames; has room for `packetCount` packets from `firstFrame` on.
    ///   - firstFrame: Frame of the block that receives the first one.
    /// - Returns: Frames decoded.
    /// - Throws: `malformed` if the packets are damaged.
    func decode(_ packets: UnsafeRawBufferPointer, packetCount: Int, into block: SampleBlock, atFrame firstFrame: Int)
        throws(MediaError) -> Int

    /// Forgets what earlier packets left behind, as after a jump.
    func reset()
}

/// One codec: its code, its name, and how to make its decoder.
package struct Codec: Sendable {
    /// The data format in Core Audio's codes (`AudioFormatID`).
    package let id: FourCC
    /// Its name for people.
    package let name: String
    /// Makes a decoder of a format and its cookie; nil if it is only known by name.
    package let makeDecoder: (@Sendable (MediaFormat, [UInt8]?) throws(MediaError) -> any PacketDecoder)?
}

/// All codecs.
///
/// A new one is a folder and a line here.
package enum Codecs {
    /// The registry.
    package static let all: [Codec] = [
        Codec(id: .linearPCM, name: "Linear PCM", makeDecoder: SampleDecoder.make),
        Codec(id: .muLaw, name: "µ-law 2:1", makeDecoder: SampleDecoder.make),
        Codec(id: .aLaw, name: "A-law 2:1", makeDecoder: SampleDecoder.make),
        Codec(id: .appleIMA4, name: "IMA 4:1", makeDecoder: nil),
        Codec(id: "alac", name: "Apple Lossless", makeDecoder: nil),
        Codec(id: "aac ", name: "MPEG-4 AAC", makeDecoder: nil),
        Codec(id: ".mp3", name: "MPEG Layer 3", makeDecoder: nil),
        Codec(id: .microsoft(0x02), name: "Microsoft ADPCM", makeDecoder: nil),
        Codec(id: .microsoft(0x11), name: "DVI/Intel IMA ADPCM", makeDecoder: nil),
        Codec(id: .microsoft(0x31), name: "GSM 6.10", makeDecoder: nil),
    ]

    /// The codec of a code; nil if it is not known.
    package static func named(_ id: FourCC) -> Codec? { all.first { $0.id == id } }

    /// Makes the decoder of a format.
    ///
    /// - Throws: `unsupported` if no codec of the registry decodes it.
    package static func decoder(for format: MediaFormat, cookie: [UInt8]?) throws(MediaError) -> any PacketDecoder {
        guard let codec = named(format.codec) else {
            throw .unsupported(.dataFormat("\(format.codec) is not decoded here"))
        }
        guard let make = codec.makeDecoder else {
            throw .unsupported(.dataFormat("\(codec.name) (\(format.codec)) is not decoded here"))
        }
        return try make(format, cookie)
    }
}

/// The decoder of formats whose packets are single frames of samples.
final class SampleDecoder: PacketDecoder {
    private let encoding: SampleEncoding

    private init(_ encoding: SampleEncoding) { self.encoding = encoding }

    @Sendable static func make(_ format: MediaFormat, _: [UInt8]?) throws(MediaError) -> any PacketDecoder {
        guard let encoding = format.encoding else {
            throw .unsupported(.dataFormat("\(format.codec) without a sample encoding"))
        }
        return SampleDecoder(encoding)
    }

    func decode(_ packets: UnsafeRawBufferPointer, packetCount: Int, into block: SampleBlock, atFrame firstFrame: Int)
        -> Int
    {
        precondition(
            packets.count >= packetCount * block.channelCount * encoding.byteCount, "packets are missing bytes")
        guard let base = packets.baseAddress else { return 0 }
        SampleCodec.decode(encoding, base, frameCount: packetCount, into: block, atFrame: firstFrame)
        return packetCount
    }

    func reset() {}
}
