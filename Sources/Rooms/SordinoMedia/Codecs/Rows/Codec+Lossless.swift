import CoreAudioTypes
import SordinoCodecs

/// Apple Lossless and FLAC.
extension Codec {
    static let alac: Codec = Codec(
        id: "alac", name: "Apple Lossless", decoding: .own(OwnCodecs.alac), encoding: .own(OwnCodecs.alacEncoding),
        packets: lossless,
        range: EncodingRange(
            channelLimit: 8, isLossless: true, layoutTags: (1...8).map { ALACLayout.tag(channelCount: $0) }),
        isLossless: true, usualFileType: "m4af",
        readCookie: { ALACConfig.inside($0).flatMap { ALACConfig($0) }?.format },
        mpeg4: MPEG4Mapping(
            entry: "alac", box: ("alac", 4), fileTypes: MPEG4Kind.stationaryTypes,
            isDescribed: { ALACConfig.inside($0) != nil },
            take: { entry, offset throws(MediaError) in
                guard let bytes = entry.cookie.flatMap(ALACConfig.inside), let config = ALACConfig(bytes) else {
                    throw .malformed(at: offset, because: "the description of the Apple Lossless stream is missing")
                }
                entry.set("alac", max(1, min(config.framesPerPacket, PacketLimits.frameCount)))
                if config.sampleRate > 0 { entry.format.sampleRate = Double(config.sampleRate) }
                entry.format.channelCount = config.channelCount
                entry.format.bitsPerChannel = min(32, config.bitsPerChannel)
                entry.format.codecFlags = FLACStreamInfo.flag(bitsPerChannel: config.bitsPerChannel)
            },
            put: { description, _, entry in
                guard let config = description.cookie.flatMap(ALACConfig.inside) else { return }
                entry.fullBox("alac") { $0.put(config) }
            }))

    static let flac: Codec = Codec(
        id: "flac", name: "FLAC", decoding: .own(OwnCodecs.flac), encoding: .own(OwnCodecs.flacEncoding),
        packets: lossless,
        // The orders of RFC 9639, 9.1.3; six and one are stated as a mask in the file.
        range: EncodingRange(
            channelLimit: 8, isLossless: true,
            layoutTags: [
                kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_MPEG_3_0_A,
                kAudioChannelLayoutTag_Quadraphonic, kAudioChannelLayoutTag_MPEG_5_0_A,
                kAudioChannelLayoutTag_MPEG_5_1_A, kAudioChannelLayoutTag_MPEG_6_1_A, kAudioChannelLayoutTag_WAVE_7_1,
            ]), isLossless: true, usualFileType: "flac",
        readCookie: { cookie in
            var format = FLACStreamInfo.inside(cookie).flatMap { FLACStreamInfo($0) }?.format
            // The depth is in the flags.
            format?.bitsPerChannel = 0
            return format
        },
        caf: CAFMapping(storedCookie: { FLACStreamInfo.inside($0).map(FLACStreamInfo.cookie) ?? $0 }),
        mpeg4: MPEG4Mapping(
            entry: "fLaC", box: ("dfLa", 0), fileTypes: MPEG4Kind.stationaryTypes,
            isDescribed: { FLACStreamInfo.inside($0) != nil },
            take: { entry, offset throws(MediaError) in
                guard let bytes = entry.cookie.flatMap(FLACStreamInfo.inside), let info = FLACStreamInfo(bytes) else {
                    throw .malformed(at: offset, because: "the description of the FLAC stream is missing")
                }
                entry.set("flac", nil)
                entry.format = info.format
                entry.cookie = FLACStreamInfo.cookie(bytes)
            },
            put: { description, _, entry in
                guard let info = description.cookie.flatMap(FLACStreamInfo.inside) else { return }
                entry.fullBox("dfLa") { $0.put([0x80, 0, 0, UInt8(FLACStreamInfo.byteCount)] + info) }
            }),
        ogg: .flac)

    /// The packets of a lossless codec: incompressible sound is stored unchanged, behind a short header.
    private static let lossless = PacketTraits.differing(frames: 4096) { format, frames in
        let bits = format.bitsPerChannel > 0 ? format.bitsPerChannel : 32
        return (frames * format.channelCount * (bits + 1) + 7) / 8 + 64 + 8 * format.channelCount
    }
}

extension ALACConfig {
    /// The packets' format, from the description.
    var format: MediaFormat {
        var format = MediaFormat(
            codec: Codec.alac.id, sampleRate: Double(sampleRate), channelCount: channelCount, bytesPerPacket: 0,
            framesPerPacket: framesPerPacket)
        format.codecFlags = FLACStreamInfo.flag(bitsPerChannel: bitsPerChannel)
        return format
    }
}

extension FLACStreamInfo {
    /// The packets' format, from the description.
    var format: MediaFormat {
        let isFixed = blockSizes.lowerBound == blockSizes.upperBound
        var format = MediaFormat(
            codec: Codec.flac.id, sampleRate: Double(sampleRate), channelCount: channelCount, bytesPerPacket: 0,
            framesPerPacket: isFixed ? blockSizes.upperBound : 0, bitsPerChannel: bitsPerChannel)
        format.codecFlags = Self.flag(bitsPerChannel: bitsPerChannel)
        return format
    }
}

extension OggMapping {
    private static let flacMarker: [UInt8] = [0x7F] + Array("FLAC".utf8)
    private static let flacVersion: [UInt8] = [1, 0, 0, 1]
    private static let flacBlock: [UInt8] = Array("fLaC".utf8) + [0, 0, 0, UInt8(FLACStreamInfo.byteCount)]

    /// FLAC: RFC 9639, 10.1.
    ///
    /// The description lies behind a marker of nine bytes and FLAC's own four.
    static let flac: OggMapping = OggMapping(
        marker: flacMarker, leastByteCount: 51,
        // None stands for a number that is not known: then there are the comments.
        headerCount: { 1 + max(1, Int($0.big(7, UInt16.self))) },
        take: { headers, offset, properties throws(MediaError) in
            let block = Array(headers[0].dropFirst(17).prefix(FLACStreamInfo.byteCount))
            guard let info = FLACStreamInfo(block) else {
                throw .malformed(at: offset, because: "the stream's description contradicts itself")
            }
            properties.format = try info.format.checked(at: offset)
            properties.layout = info.layout
            properties.cookie = FLACStreamInfo.cookie(block)
            for header in headers.dropFirst() where header.first.map({ $0 & 0x7F == 4 }) == true {
                VorbisComment.take(header, after: 4, &properties)
            }
            return FLACFrames()
        },
        writing: OggMapping.Writing(
            head: { description throws(MediaError) in
                guard let info = description.cookie.flatMap(FLACStreamInfo.inside) else {
                    throw .unsupported(.dataFormat("\(description.format.name) in an Ogg file"))
                }
                return info
            },
            updated: { head, summary in
                summary.cookie.flatMap(FLACStreamInfo.inside).map {
                    FLACStreamInfo.counting(summary.validFrameCount, $0)
                } ?? head
            },
            first: { head, _ in flacMarker + flacVersion + flacBlock + head },
            comment: { tags in
                let kind: [UInt8] = [0x84]
                return kind + [16, 8, 0].map { UInt8(truncatingIfNeeded: tags.count >> $0) } + tags
            }))
}

/// Counts the frames of FLAC's packets.
struct FLACFrames: OggFrameCounter {
    func frameCount(_ first: RawSpan) -> Int? { FLACFrameHeader(first)?.blockSize }
}
