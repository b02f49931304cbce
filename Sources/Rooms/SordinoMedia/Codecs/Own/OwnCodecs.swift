import SordinoCodecs
import SordinoRealtime

extension ALACDecoder: StreamDecoding {}
extension FLACDecoder: StreamDecoding {}
extension MPEGAudioDecoder: StreamDecoding {}
extension ILBCDecoder: StreamDecoding {}
extension AACDecoder: StreamDecoding {}

/// The decoders of SordinoCodecs, as rows of the registry name them.
enum OwnCodecs {
    static let alac = OwnDecoding(
        make: { format, cookie throws(MediaError) in
            guard let bytes = cookie.flatMap(ALACConfig.inside) else { throw missing("Apple Lossless") }
            // The atoms of old files are not the cookie's; the layout behind its 24 bytes is the container's.
            let parsed = try media { () throws(CodecError) in try ALACCookie(bytes) }
            let limit = min(max(1, parsed.framesPerPacket), PacketLimits.frameCount)
            return try OwnDecoder(
                format, bits: min(32, max(1, parsed.bitsPerChannel)), frameLimit: limit, preroll: 0,
                order: ALACLayout.wavePlaces(channelCount: format.channelCount),
                layout: { _ in
                    format.channelCount > 2
                        ? ALACLayout.waveMask(channelCount: format.channelCount).map { ChannelLayout(bitmap: $0) } : nil
                },
                make: { ALACDecoder(parsed) })
        }, library: .alac, channelLimit: 8)

    static let flac = OwnDecoding(
        make: { format, cookie throws(MediaError) in
            guard let bytes = cookie.flatMap(FLACStreamInfo.inside) else { throw missing("FLAC") }
            let parsed = try media { () throws(CodecError) in try FLACDescription(bytes) }
            return try OwnDecoder(
                format, bits: min(32, max(4, parsed.bitsPerChannel)), frameLimit: 65535, preroll: 0,
                checking: { FLACDecoder(parsed, checksSignature: true) },
                // A damaged description may state other channels than the packets have.
                outcome: {
                    PacketOutcome(
                        codec: format.codec, sampleRate: format.sampleRate, channelCount: $0.channelCount, layout: nil)
                },
                make: { FLACDecoder(parsed) })
        }, library: .flac, channelLimit: 8)

    static func mpegAudio(layer: Int, _ library: LibraryCodec) -> OwnDecoding {
        OwnDecoding(
            make: { format, _ throws(MediaError) in
                let channelCount = try checked(format, channelLimit: 2)
                return try OwnDecoder(
                    format, frameLimit: MPEGAudioDecoder.framesPerPacketLimit,
                    preroll: MPEGAudioDecoder.prerollPacketCount(
                        layer: layer, sampleRate: Int(min(format.sampleRate, 48000)), channelCount: channelCount),
                    make: { () throws(CodecError) in try MPEGAudioDecoder(channelCount: channelCount) })
            }, library: library, channelLimit: 2)
    }

    static let ilbc = OwnDecoding(
        make: { format, _ throws(MediaError) in
            _ = try checked(format, channelLimit: 1)
            let usual = format.framesPerPacket == 240 ? ILBCMode.milliseconds30 : .milliseconds20
            let byteCount = format.bytesPerPacket > 0 ? format.bytesPerPacket : usual.packetByteCount
            let mode = try media { () throws(CodecError) in try ILBCMode(packetByteCount: byteCount) }
            return try OwnDecoder(
                format, frameLimit: mode.framesPerPacket, preroll: 4, exactPacketCount: 500,
                make: { ILBCDecoder(mode: mode) })
        }, library: nil, channelLimit: 1)

    static let aac = OwnDecoding(
        make: { format, cookie throws(MediaError) in
            _ = try checked(format, channelLimit: 48)
            let bytes = cookie.flatMap(AudioSpecificConfig.inside) ?? AudioSpecificConfig(format).bytes
            if let type = AudioSpecificConfig(bytes)?.objectType, let kind = AudioSpecificConfig.undecoded[type] {
                throw .unsupported(.dataFormat("there is no decoder for \(kind), audio object type \(type) of MPEG-4"))
            }
            let parsed = try media { () throws(CodecError) in try AACConfiguration(parsing: bytes) }
            return try OwnDecoder(
                format, frameLimit: 2048, preroll: 12,
                // The generator of noise runs on through the stream, as libavcodec's does.
                exactPacketCount: 430, layout: layout(of:),
                outcome: { outcome(of: $0, in: format) },
                make: { () throws(CodecError) in
                    let decoder = try AACDecoder(
                        configuration: parsed, bandReplication: { settings in BandReplicator(settings) })
                    decoder.hasNoiseOfPackets = false
                    return decoder
                })
        }, library: .aac, channelLimit: 48)

    /// The facts that a packet of AAC shows beyond its configuration: band replication that nothing announced.
    private static func outcome(of decoder: AACDecoder, in format: MediaFormat) -> PacketOutcome {
        var codec = format.codec
        if codec == Codec.aac.id, Double(decoder.sampleRate) >= 2 * format.sampleRate {
            let isParametric = format.channelCount == 1 && decoder.channelCount == 2
            codec = isParametric ? Codec.highEfficiencyAAC2.id : Codec.highEfficiencyAAC.id
        }
        return PacketOutcome(
            codec: codec, sampleRate: Double(decoder.sampleRate), channelCount: decoder.channelCount,
            layout: layout(of: decoder), isPreliminary: decoder.isStereoUndecided)
    }

    /// The loudspeakers of a decoder's planes; nil for up to two channels.
    private static func layout(of decoder: AACDecoder) -> ChannelLayout? {
        // Loudspeakers are numbered in the order of WAVE's bits.
        let mask = decoder.loudspeakers.reduce(0 as UInt32) { $1 == .other ? $0 : $0 | 1 << UInt32($1.rawValue) }
        return decoder.channelCount > 2 && mask.nonzeroBitCount == decoder.channelCount
            ? ChannelLayout(bitmap: mask) : nil
    }

    /// The channels of a format that a decoder can be made for.
    private static func checked(_ format: MediaFormat, channelLimit: Int) throws(MediaError) -> Int {
        guard (1...channelLimit).contains(format.channelCount), SoundLimits.accepts(sampleRate: format.sampleRate),
            format.hasPossiblePackets
        else { throw .unsupported(.dataFormat("\(format.name)")) }
        return format.channelCount
    }

    private static func missing(_ name: String) -> MediaError {
        .malformed(at: 0, because: "the description of the \(name) stream is missing")
    }

    /// Makes something of SordinoCodecs, with the errors of this room.
    static func media<Made>(_ make: () throws(CodecError) -> Made) throws(MediaError) -> Made {
        do throws(CodecError) { return try make() } catch { throw MediaError(error) }
    }
}
