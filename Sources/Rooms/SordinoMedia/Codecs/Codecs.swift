/// One codec: its code, its name, and how its packets are decoded.
package struct Codec: Sendable {
    /// What decoding takes.
    package enum Decoding: Sendable {
        /// Packets are single frames of samples: `SampleCodec` converts them where they lie.
        case samples
        /// Packets go through a decoder, made for a format and its cookie.
        case packets(@Sendable (MediaFormat, [UInt8]?) throws(MediaError) -> any PacketDecoder)
        /// Packets go through libavcodec, if it is there.
        case library(LibraryCodec)
        /// The codec is known by name only.
        case none
    }

    /// The data format in Core Audio's codes (`AudioFormatID`).
    package let id: FourCC
    /// Its name for people.
    package let name: String
    /// What encoding takes.
    package enum Encoding: Sendable {
        /// Packets are single frames of samples: `SampleCodec` converts them.
        case samples
        /// Frames go through an encoder, made for a format and what is asked of it.
        case packets(@Sendable (MediaFormat, EncodingOptions) throws(MediaError) -> any PacketEncoder)
        /// Frames go through libavcodec, if it is there.
        case library(LibraryEncoding)
        /// Nothing here encodes it.
        case none
    }

    /// How its packets are decoded.
    package let decoding: Decoding
    /// How they are made.
    package let encoding: Encoding

    init(id: FourCC, name: String, decoding: Decoding, encoding: Encoding = .none) {
        self.id = id
        self.name = name
        self.decoding = decoding
        self.encoding = encoding
    }

    /// Whether this machine encodes it now; may load libavcodec to find out.
    package var isEncoded: Bool {
        switch encoding {
        case .samples, .packets: true
        case .library(let library): library.isAvailable
        case .none: false
        }
    }

    /// Whether this machine decodes it now; may load libavcodec to find out.
    package var isDecoded: Bool {
        switch decoding {
        case .samples, .packets: true
        case .library(let codec): codec.isAvailable
        case .none: false
        }
    }
}

/// The registry of codecs, in no order that matters.
///
/// A new one is a folder and a line here.
package enum Codecs {
    /// All that are known.
    package static let all: [Codec] = [
        Codec(id: .linearPCM, name: "Linear PCM", decoding: .samples, encoding: .samples),
        Codec(id: .muLaw, name: "µ-law 2:1", decoding: .samples, encoding: .samples),
        Codec(id: .aLaw, name: "A-law 2:1", decoding: .samples, encoding: .samples),
        Codec(
            id: .appleIMA4, name: "IMA 4:1", decoding: .packets(IMA4Decoder.make),
            encoding: .packets(IMA4Encoder.make)),
        Codec(id: "alac", name: "Apple Lossless", decoding: .library(.alac), encoding: .library(.alac)),
        Codec(id: "flac", name: "FLAC", decoding: .library(.flac), encoding: .library(.flac)),
        Codec(id: "aac ", name: "MPEG-4 AAC", decoding: .library(.aac), encoding: .library(.aac)),
        Codec(id: "aach", name: "MPEG-4 High Efficiency AAC", decoding: .library(.aac)),
        Codec(id: "aacp", name: "MPEG-4 High Efficiency AAC Version 2", decoding: .library(.aac)),
        Codec(id: "aacl", name: "MPEG-4 Low Delay AAC", decoding: .library(.aac)),
        Codec(id: "aace", name: "MPEG-4 Enhanced Low Delay AAC", decoding: .library(.aac)),
        Codec(id: "latm", name: "MPEG-4 AAC in LATM", decoding: .library(.latm)),
        Codec(id: "aacf", name: "MPEG-4 Enhanced Low Delay AAC with SBR", decoding: .none),
        Codec(id: ".mp1", name: "MPEG Layer 1", decoding: .library(.mp1)),
        Codec(id: ".mp2", name: "MPEG Layer 2", decoding: .library(.mp2)),
        Codec(id: ".mp3", name: "MPEG Layer 3", decoding: .library(.mp3)),
        Codec(id: "opus", name: "Opus", decoding: .library(.opus), encoding: .library(.opus)),
        Codec(id: "vorb", name: "Vorbis", decoding: .library(.vorbis)),
        Codec(id: "ac-3", name: "AC-3", decoding: .library(.ac3)),
        Codec(id: "ec-3", name: "Enhanced AC-3", decoding: .library(.eac3)),
        Codec(id: "samr", name: "AMR Narrow Band", decoding: .library(.amrNarrow)),
        Codec(id: "sawb", name: "AMR Wide Band", decoding: .library(.amrWide)),
        Codec(id: "agsm", name: "GSM 6.10", decoding: .library(.gsm)),
        Codec(id: .microsoft(0x02), name: "Microsoft ADPCM", decoding: .library(.microsoftADPCM)),
        Codec(id: .microsoft(0x11), name: "DVI/Intel IMA ADPCM", decoding: .library(.dviADPCM)),
        Codec(id: .microsoft(0x31), name: "Microsoft GSM 6.10", decoding: .library(.microsoftGSM)),
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
        case .library(let library): return try library.make(format, cookie)
        case .samples, .none:
            throw .unsupported(.dataFormat("\(codec.name) (\(format.codec)) is not decoded here"))
        }
    }

    /// Makes the encoder of a format; nil if its packets are samples.
    ///
    /// - Throws: `unsupported` if no codec of the registry encodes it; what the codec says of the format.
    package static func encoder(
        for format: MediaFormat, _ options: EncodingOptions = EncodingOptions()
    ) throws(MediaError) -> (any PacketEncoder)? {
        switch named(format.codec)?.encoding {
        case .samples where format.encoding != nil: return nil
        case .packets(let make): return try make(format, options)
        case .library(let library): return try library.make(format, options)
        case .samples, .some(.none), nil:
            throw .unsupported(.dataFormat("\(format.codec) is not encoded here"))
        }
    }
}
