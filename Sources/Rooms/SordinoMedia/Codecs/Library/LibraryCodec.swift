import CAVCodec
import SordinoSignal

/// What libavcodec has to be told of a codec, and what comes out of it.
package struct LibraryCodec: Sendable {
    /// What a decoder delivers.
    enum Output: Sendable {
        case float32
        case int16
        /// As many bits as the format says: in 16 or in 32.
        case lossless
    }

    /// The library's decoders, the first that is there is taken.
    let decoderNames: [String]
    /// Channels that the codec knows at most.
    let channelLimit: Int
    let output: Output
    /// Frames that a packet gives at most.
    let frameLimit: Int
    /// Packets after which a decoder that was thrown into the stream gives what it would have given.
    let prerollPacketCount: Int
    /// Whether only decoding tells the rate and the channels.
    var isKnownByDecoding = false
    /// The codec that a stream turns out to be, where its own code only stands for the way it is packed.
    var heardAs: FourCC?
    /// What the library calls bits per coded sample, where it is not the format's.
    var bitsPerCodedSample: Int?
    /// Bytes of a part by its first byte, where a packet may hold several parts that the library takes one by one.
    var partByteCount: (@Sendable (UInt8) -> Int)?
    /// The codec's header in the library's form, from the format and the cookie that a container has.
    let extradata: @Sendable (MediaFormat, [UInt8]?) throws(MediaError) -> [UInt8]

    /// Whether a decoder is there; loads the library.
    package var isAvailable: Bool { decoderNames.contains { cav_has_decoder($0) } }

    /// Makes a decoder.
    ///
    /// - Throws: `unsupported` if the library is not there or does not decode this.
    func make(_ format: MediaFormat, _ cookie: [UInt8]?) throws(MediaError) -> any PacketDecoder {
        try LibraryDecoder(self, format, extradata: extradata(format, cookie))
    }

    func outputEncoding(_ format: MediaFormat) -> SampleEncoding {
        switch output {
        case .float32: .float32(.native)
        case .int16: .int16(.native)
        case .lossless: (1...16).contains(format.bitsPerChannel) ? .int16(.native) : .int32(.native)
        }
    }

    func framesPerPacketLimit(_ format: MediaFormat) -> Int {
        max(frameLimit, min(format.framesPerPacket, PacketLimits.frameCount))
    }

    /// An error of the library in words.
    static func text(_ error: Int32) -> String {
        var bytes = [CChar](repeating: 0, count: 128)
        cav_describe(error, &bytes, bytes.count)
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
