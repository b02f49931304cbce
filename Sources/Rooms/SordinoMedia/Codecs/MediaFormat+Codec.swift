/// Properties of a format by the registry of codecs.
extension MediaFormat {
    /// Indicates whether packets of the codec differ in size.
    package var hasDifferingPackets: Bool { Codecs.named(codec)?.packets.differ ?? false }

    /// Frames a second of the decoded sound, if the codec determines them; else the format's rate.
    var clock: Double { Codecs.named(codec)?.clock ?? sampleRate }

    /// Returns the format that a codec's cookie describes; nil if the codec has none or the cookie describes none.
    ///
    /// - Parameter codec: The codec; an unknown code stands for any stream that MPEG-4 describes.
    package static func described(by cookie: [UInt8], codec: FourCC) -> MediaFormat? {
        (Codecs.named(codec) ?? .aac).readCookie?(cookie)
    }

    /// Returns the format that a packet's own header describes: MPEG audio, AAC in ADTS, AC-3; nil for others.
    package static func described(byPacket packet: [UInt8]) -> MediaFormat? {
        let bytes = packet.span.bytes
        guard packet.count >= 7 else { return nil }
        if let header = ADTSHeader(bytes) {
            let config = header.config
            return MediaFormat(
                codec: config.codec, sampleRate: Double(config.sampleRate), channelCount: config.channelCount ?? 2,
                bytesPerPacket: 0, framesPerPacket: config.framesPerPacket)
        }
        return MPEGAudioHeader(bytes.big(0, UInt32.self))?.format ?? AC3Header(bytes, at: 0)?.format
    }

    /// Frames of a packet where the codec has a usual number; 0 where it has none.
    package static func usualFramesPerPacket(of codec: FourCC, sampleRate: Double) -> Int {
        Codecs.named(codec)?.packets.usualFrameCount(sampleRate) ?? 0
    }

    /// Packets before a wanted one that a decoder has to see; nil if it needs none.
    package var rollDistance: Int? { Codecs.named(codec)?.packets.rollDistance(self) }

    /// Bytes that a packet of the format takes at most.
    package var packetByteLimit: Int {
        if bytesPerPacket > 0 { return bytesPerPacket }
        let frames = framesPerPacket > 0 ? framesPerPacket : 4096
        return Codecs.named(codec)?.packets.byteLimit(self, frames) ?? 1 << 16
    }
}
