/// One row of the registry of codecs: its code and name, how its packets are decoded and made, and how each container
/// that has a way of its own holds them.
///
/// What a codec is said to be anywhere in Sordino stands here; containers, converters and tools ask the row.
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

    /// The data format in Core Audio's codes (`AudioFormatID`).
    package let id: FourCC
    /// Its name for people.
    package let name: String
    /// How its packets are decoded.
    package var decoding: Decoding
    /// How they are made.
    package var encoding = Encoding.none
    /// What holds for every packet, whatever a container says.
    var packets = PacketTraits()
    /// Frames a second of every decoded stream, whatever it was made from; nil for the format's rate.
    var clock: Double?
    /// What its encoder lets choose; nil if nothing is chosen.
    var range: EncodingRange?
    /// Whether decoding gives back what was encoded.
    package var isLossless = false
    /// Whether it belongs to the AAC family, whose streams may hold more than their container says.
    package var isAAC = false
    /// The kind of file that usually holds it.
    package var usualFileType: FourCC = "caff"
    /// Reads the format that a cookie tells; nil for codecs whose cookies tell none.
    var readCookie: (@Sendable ([UInt8]) -> MediaFormat?)?
    /// How WAVE files hold it; nil where they name it by Microsoft's number alone.
    var wave: WAVEMapping?
    /// How CAF files hold it.
    var caf = CAFMapping()
    /// How the MPEG-4 family holds it; nil if it does not.
    var mpeg4: MPEG4Mapping?
    /// How Ogg holds it; nil if it does not.
    var ogg: OggMapping?

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

    /// Whether something here decodes it and something encodes it.
    var isComplete: Bool {
        if case .none = decoding { return false }
        if case .none = encoding { return false }
        return true
    }

    /// Channels that its decoder gives at most; nil if there is no limit.
    package var decodedChannelLimit: Int? {
        switch decoding {
        case .library(let library): library.channelLimit
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

/// What holds for every packet of a codec, whatever a container says.
struct PacketTraits: Sendable {
    /// How samples are stored, of codecs with one way to store them.
    var sample: SampleEncoding?
    /// Frames of a packet and bytes of each of its channels, of codecs whose packets are all alike.
    var uniform: (frameCount: Int, bytesPerChannel: Int)?
    /// Whether packets differ in size.
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
