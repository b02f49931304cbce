/// Turns packets of one stream into interleaved linear samples; a decoder belongs to one reader, on one thread at a time.
package protocol PacketDecoder: AnyObject {
    /// How the samples that `decode` delivers are stored: linear, in this machine's order.
    var outputEncoding: SampleEncoding { get }

    /// Frames that one packet gives at most.
    var framesPerPacketLimit: Int { get }

    /// Packets before the wanted one that have to be decoded after a jump, so that nothing is heard of it.
    var prerollPacketCount: Int { get }

    /// Decodes one packet.
    ///
    /// - Parameters:
    ///   - packet: The packet's bytes.
    ///   - samples: Receives the frames, interleaved; has room for `framesPerPacketLimit` of them.
    /// - Returns: Frames decoded.
    /// - Throws: `malformed` if the packet is damaged; `at` counts from the packet's first byte.
    func decode(
        _ packet: UnsafeRawBufferPointer, into samples: UnsafeMutableRawBufferPointer
    ) throws(MediaError) -> Int

    /// Forgets what earlier packets left behind, as after a jump.
    func reset()
}

/// One codec: its code, its name, and how its packets are decoded.
package struct Codec: Sendable {
    /// What decoding takes.
    package enum Decoding: Sendable {
        /// Packets are single frames of samples: `SampleCodec` converts them where they lie.
        case samples
        /// Packets go through a decoder, made for a format and its cookie.
        case packets(@Sendable (MediaFormat, [UInt8]?) throws(MediaError) -> any PacketDecoder)
        /// The codec is known by name only.
        case none
    }

    /// The data format in Core Audio's codes (`AudioFormatID`).
    package let id: FourCC
    /// Its name for people.
    package let name: String
    /// How its packets are decoded.
    package let decoding: Decoding
}

/// The registry of codecs, in no order that matters.
///
/// A new one is a folder and a line here.
package enum Codecs {
    /// All that are known.
    package static let all: [Codec] = [
        Codec(id: .linearPCM, name: "Linear PCM", decoding: .samples),
        Codec(id: .muLaw, name: "µ-law 2:1", decoding: .samples),
        Codec(id: .aLaw, name: "A-law 2:1", decoding: .samples),
        Codec(id: .appleIMA4, name: "IMA 4:1", decoding: .packets(IMA4Decoder.make)),
        Codec(id: "alac", name: "Apple Lossless", decoding: .none),
        Codec(id: "aac ", name: "MPEG-4 AAC", decoding: .none),
        Codec(id: ".mp3", name: "MPEG Layer 3", decoding: .none),
        Codec(id: .microsoft(0x02), name: "Microsoft ADPCM", decoding: .none),
        Codec(id: .microsoft(0x11), name: "DVI/Intel IMA ADPCM", decoding: .none),
        Codec(id: .microsoft(0x31), name: "GSM 6.10", decoding: .none),
    ]

    /// The codec of a code; nil if it is not known.
    package static func named(_ id: FourCC) -> Codec? { all.first { $0.id == id } }

    /// Makes the decoder of a format; nil if its packets are samples.
    ///
    /// - Throws: `unsupported` if no codec of the registry decodes it; what the codec says of the format.
    package static func decoder(for format: MediaFormat, cookie: [UInt8]?) throws(MediaError) -> (any PacketDecoder)? {
        guard let codec = named(format.codec) else {
            throw .unsupported(.dataFormat("\(format.codec) is not decoded here"))
        }
        switch codec.decoding {
        case .samples where format.encoding != nil: return nil
        case .packets(let make): return try make(format, cookie)
        case .samples, .none:
            throw .unsupported(.dataFormat("\(codec.name) (\(format.codec)) is not decoded here"))
        }
    }
}
