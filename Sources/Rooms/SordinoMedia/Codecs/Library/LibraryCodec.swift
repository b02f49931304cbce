import CAVCodec
import SordinoSignal

/// The description of a codec for libavcodec, and the form of its output.
package struct LibraryCodec: Sendable {
    /// The form of a decoder's output.
    enum Output: Sendable {
        case float32
        case int16
        /// Integers of 16 or 32 bits, for the bits that the format states.
        case lossless
    }

    /// The library's decoders, the first that is there is taken.
    let decoderNames: [String]
    /// The decoders in the order that a stream's first byte suggests, where one of them is better for some streams.
    var preferredNames: (@Sendable (UInt8) -> [String])?
    /// The decoders for packets that come without a container, as over a network: those that make up for lost ones.
    var liveNames: [String]?
    /// The largest number of channels that the codec supports.
    let channelLimit: Int
    let output: Output
    /// Frames that a packet gives at most.
    let frameLimit: Int
    /// Packets after which a decoder that started in the middle of the stream gives the same as one that started at its
    /// beginning.
    let prerollPacketCount: Int
    /// Packets at the beginning of a stream that are all decoded for a jump among them.
    ///
    /// For decoders with an endless memory: their own noise continues from packet to packet, or predictors never fade
    /// out entirely. 0 for those that forget within the pre-roll.
    var exactPacketCount: Int64 = 0
    /// Options of the codec in the library.
    var options: [(key: String, value: String)] = []
    /// Indicates whether rate and channels are known only after decoding.
    var isKnownByDecoding = false
    /// The codec that a stream turns out to be, where its own code only stands for the way it is packed.
    var heardAs: FourCC?
    /// The library's bits per coded sample, where they differ from the format's.
    var bitsPerCodedSample: Int?
    /// Bytes of a part by its first byte, where a packet may hold several parts that the library takes one by one.
    var partByteCount: (@Sendable (UInt8) -> Int)?
    /// The codec's header in the library's form, from the format and the cookie that a container has.
    let extradata: @Sendable (MediaFormat, [UInt8]?) throws(MediaError) -> [UInt8]

    /// Indicates whether a decoder is there; loads the library.
    package var isAvailable: Bool { decoderNames.contains { cav_has_decoder($0) } }

    /// Makes a decoder.
    ///
    /// - Throws: `unsupported` if the library is not there or does not decode this.
    func make(_ format: MediaFormat, _ cookie: [UInt8]?) throws(MediaError) -> any PacketDecoder {
        try LibraryDecoder(self, format, extradata: extradata(format, cookie), isLive: cookie == nil)
    }

    func kind(_ format: MediaFormat) -> SampleBlock.Kind {
        switch output {
        case .float32: .float32
        case .int16: .int16
        case .lossless: (1...16).contains(format.bitsPerChannel) ? .int16 : .int32
        }
    }

    func framesPerPacketLimit(_ format: MediaFormat) -> Int {
        max(frameLimit, min(format.framesPerPacket, PacketLimits.frameCount))
    }

    /// Lends options in the library's form; it reads the words while it opens a codec.
    static func withOptions(
        _ options: [(key: String, value: String)], _ body: (UnsafePointer<cav_option>?, Int) -> Int32
    ) -> Int32 {
        let words = options.map { (Array($0.key.utf8CString), Array($0.value.utf8CString)) }
        func with(_ index: Int, _ found: [cav_option]) -> Int32 {
            guard index < words.count else {
                return found.withUnsafeBufferPointer { body($0.baseAddress, found.count) }
            }
            return words[index].0.withUnsafeBufferPointer { key in
                words[index].1.withUnsafeBufferPointer { value in
                    guard let key = key.baseAddress, let value = value.baseAddress else { return Int32(CAV_ABSENT) }
                    return with(index + 1, found + [cav_option(key: key, value: value)])
                }
            }
        }
        return with(0, [])
    }

    /// An error of the library in words.
    static func text(_ error: Int32) -> String {
        var bytes = [CChar](repeating: 0, count: 128)
        cav_describe(error, &bytes, bytes.count)
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
