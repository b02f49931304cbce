/// What a codec takes and gives, as far as that is known without asking it.
extension Codec {
    /// Channels that its decoder gives at most; nil if there is no limit.
    package var decodedChannelLimit: Int? {
        switch decoding {
        case .library(let library): library.channelLimit
        case .packets: 2
        case .samples, .none: nil
        }
    }
}

extension MediaFormat {
    /// Whether packets differ in size, whatever the container says.
    package var hasDifferingPackets: Bool {
        switch codec {
        case "aac ", "aach", "aacp", "aacl", "aace", "aacf", "latm", ".mp1", ".mp2", ".mp3", "alac", "flac", "opus",
            "vorb",
            "samr", "sawb", "ec-3", "ac-3":
            true
        default: false
        }
    }

    /// What a codec's cookie tells of the format; nil if the codec has none or it does not tell.
    package static func described(by cookie: [UInt8], codec: FourCC) -> MediaFormat? {
        switch codec {
        case "alac":
            guard let bytes = ALACConfig.inside(cookie), let config = ALACConfig(bytes) else { return nil }
            var format = MediaFormat(
                codec: codec, sampleRate: Double(config.sampleRate), channelCount: config.channelCount,
                bytesPerPacket: 0, framesPerPacket: config.framesPerPacket)
            format.codecFlags = FLACStreamInfo.flag(bitsPerChannel: config.bitsPerChannel)
            return format
        case "flac":
            guard let bytes = FLACStreamInfo.inside(cookie), let info = FLACStreamInfo(bytes) else { return nil }
            let blocks = info.blockSizes
            var format = MediaFormat(
                codec: codec, sampleRate: Double(info.sampleRate), channelCount: info.channelCount, bytesPerPacket: 0,
                framesPerPacket: blocks.lowerBound == blocks.upperBound ? blocks.lowerBound : 0)
            format.codecFlags = FLACStreamInfo.flag(bitsPerChannel: info.bitsPerChannel)
            return format
        default:
            guard let bytes = AudioSpecificConfig.inside(cookie), let config = AudioSpecificConfig(bytes) else {
                return nil
            }
            let isDoubled = config.hasReplication && config.extendedSampleRate > 0
            return MediaFormat(
                codec: config.codec, sampleRate: Double(isDoubled ? config.extendedSampleRate : config.sampleRate),
                channelCount: config.channelCount ?? max(1, config.programChannelCount), bytesPerPacket: 0,
                framesPerPacket: config.framesPerPacket)
        }
    }

    /// What a packet with a header of its own tells: MPEG audio, AAC in ADTS, AC-3; nil for others.
    package static func described(byPacket packet: [UInt8]) -> MediaFormat? {
        let bytes = packet.span.bytes
        guard packet.count >= 7 else { return nil }
        if let header = ADTSHeader(bytes) {
            let config = header.config
            return MediaFormat(
                codec: config.codec, sampleRate: Double(config.sampleRate), channelCount: config.channelCount ?? 2,
                bytesPerPacket: 0, framesPerPacket: config.framesPerPacket)
        }
        if let header = MPEGAudioHeader(bytes.big(0, UInt32.self)) {
            return MediaFormat(
                codec: header.codec, sampleRate: Double(header.sampleRate), channelCount: header.channelCount,
                bytesPerPacket: 0, framesPerPacket: header.frameCount)
        }
        if let header = AC3Header(bytes, at: 0) {
            return MediaFormat(
                codec: header.isEnhanced ? "ec-3" : "ac-3", sampleRate: Double(header.sampleRate),
                channelCount: header.channelCount, bytesPerPacket: 0, framesPerPacket: header.frameCount)
        }
        return nil
    }

    /// Frames of a packet where the codec has a usual number; 0 where it has none.
    package static func usualFramesPerPacket(of codec: FourCC, sampleRate: Double) -> Int {
        switch codec {
        case "lpcm", "ulaw", "alaw": 1
        case "aac ", "latm": 1024
        case "aach", "aacp": 2048
        case "aacl", "aace", "aacf": 512
        case ".mp1": 384
        case ".mp2": 1152
        case ".mp3": sampleRate > 0 && sampleRate < 32000 ? 576 : 1152
        case "alac", "flac": 4096
        case "ac-3", "ec-3": 1536
        case "samr", "agsm": 160
        case "sawb": 320
        case "ima4": 64
        case "opus": 960
        default: 0
        }
    }
}
