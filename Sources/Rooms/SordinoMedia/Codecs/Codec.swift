/// One row of the registry of codecs: its code and name, how its packets are decoded and made, and how each container
/// that has a way of its own holds them.
///
/// All facts about a codec stand in its row; containers, converters and tools read them there.
package struct Codec: Sendable {
    /// The way of decoding.
    package enum Decoding: Sendable {
        /// Packets are single frames of samples: `SampleCodec` converts them where they lie.
        case samples
        /// Packets go through a decoder, made for a format and its cookie.
        case packets(@Sendable (MediaFormat, [UInt8]?) throws(MediaError) -> any PacketDecoder)
        /// Packets go through a decoder of Sordino's own, or through libavcodec's.
        case own(OwnDecoding)
        /// Packets go through libavcodec, if it is there.
        case library(LibraryCodec)
        /// The codec is known by name only.
        case none
    }

    /// The way of encoding.
    package enum Encoding: Sendable {
        /// Packets are single frames of samples: `SampleCodec` converts them.
        case samples
        /// Frames go through an encoder, made for a format and encoding options.
        case packets(@Sendable (MediaFormat, EncodingOptions) throws(MediaError) -> any PacketEncoder)
        /// Frames go through an encoder of Sordino's own, or through libavcodec's.
        case own(OwnEncoding)
        /// Frames go through libavcodec, if it is there.
        case library(LibraryEncoding)
        /// Nothing here encodes it.
        case none
    }

    /// The data format in Core Audio's codes (`AudioFormatID`).
    package let id: FourCC
    /// Its name for people.
    package let name: String
    /// The way in which its packets are decoded.
    package var decoding: Decoding
    /// The way in which its packets are encoded.
    package var encoding = Encoding.none
    /// Properties of every packet, independent of the container.
    var packets = PacketTraits()
    /// Frames a second of every decoded stream, where that does not depend on the format; nil for the format's rate.
    var clock: Double?
    /// The choices that its encoder offers; nil if there are none.
    var range: EncodingRange?
    /// Indicates whether decoding gives back the encoded samples exactly.
    package var isLossless = false
    /// Indicates whether it belongs to the AAC family, whose streams may hold more than their container states.
    package var isAAC = false
    /// The kind of file that usually holds it.
    package var usualFileType: FourCC = "caff"
    /// Reads the format that a cookie describes; nil for codecs whose cookies describe none.
    var readCookie: (@Sendable ([UInt8]) -> MediaFormat?)?
    /// The representation in WAVE files; nil where they name the codec by Microsoft's number alone.
    var wave: WAVEMapping?
    /// The representation in CAF files.
    var caf = CAFMapping()
    /// The representation in the MPEG-4 family; nil if it has none.
    var mpeg4: MPEG4Mapping?
    /// The representation in Ogg; nil if it has none.
    var ogg: OggMapping?

    /// Indicates whether this machine encodes it now; may load libavcodec to find out.
    package var isEncoded: Bool {
        switch encoding {
        case .samples, .packets, .own: true
        case .library(let library): library.isAvailable
        case .none: false
        }
    }

    /// Indicates whether this machine decodes it now; may load libavcodec to find out.
    package var isDecoded: Bool {
        switch decoding {
        case .samples, .packets, .own: true
        case .library(let codec): codec.isAvailable
        case .none: false
        }
    }

    /// Indicates whether something here decodes it and something encodes it.
    var isComplete: Bool {
        if case .none = decoding { return false }
        if case .none = encoding { return false }
        return true
    }

    /// Channels that its decoder gives at most; nil if there is no limit.
    package var decodedChannelLimit: Int? {
        switch decoding {
        case .library(let library): library.channelLimit
        case .own(let own): own.channelLimit
        case .packets: 2
        case .samples, .none: nil
        }
    }

    /// The format of its packets as its encoder makes them.
    package func usualFormat(sampleRate: Double, channelCount: Int) -> MediaFormat {
        if let encoding = packets.sample {
            return MediaFormat(encoding, sampleRate: sampleRate, channelCount: channelCount)
        }
        return MediaFormat(
            codec: id, sampleRate: sampleRate, channelCount: channelCount,
            bytesPerPacket: (packets.uniform?.bytesPerChannel ?? 0) * channelCount,
            framesPerPacket: packets.uniform?.frameCount ?? 0)
    }
}

/// Properties of every packet of a codec, independent of the container.
struct PacketTraits: Sendable {
    /// The storage of samples, for codecs with only one.
    var sample: SampleEncoding?
    /// Frames of a packet and bytes of each of its channels, of codecs whose packets are all alike.
    var uniform: (frameCount: Int, bytesPerChannel: Int)?
    /// Indicates whether packets differ in size.
    var differ = false
    /// Frames of a packet where there is a usual number, given a rate; 0 where there is none.
    var usualFrameCount: @Sendable (Double) -> Int = { _ in 0 }
    /// Bytes that a packet takes at most, of a format and so many frames.
    var byteLimit: @Sendable (MediaFormat, Int) -> Int = { _, _ in 1 << 16 }
    /// Packets before a wanted one that a decoder has to see; nil if it needs none.
    var rollDistance: @Sendable (MediaFormat) -> Int? = { _ in nil }

    /// Traits of packets that differ in size and usually have so many frames.
    static func differing(
        frames: Int, byteLimit: @escaping @Sendable (MediaFormat, Int) -> Int = { _, _ in 1 << 16 }
    ) -> PacketTraits {
        PacketTraits(differ: true, usualFrameCount: { _ in frames }, byteLimit: byteLimit)
    }
}
