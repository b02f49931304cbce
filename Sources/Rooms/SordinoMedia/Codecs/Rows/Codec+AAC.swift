import CoreAudioTypes

/// Advanced Audio Coding, of every kind.
extension Codec {
    static let aac: Codec = aac(
        "aac ", "MPEG-4 AAC", frames: 1024, encoding: .own(OwnCodecs.aacEncoding))
    static let highEfficiencyAAC: Codec = aac(
        "aach", "MPEG-4 High Efficiency AAC", frames: 2048, encoding: .own(OwnCodecs.highEfficiencyAACEncoding),
        range: replicated(bitRates: 12_000...48_000, layoutTags: allLayoutTags))
    static let highEfficiencyAAC2: Codec = aac(
        "aacp", "MPEG-4 High Efficiency AAC Version 2", frames: 2048,
        encoding: .own(OwnCodecs.highEfficiencyAAC2Encoding),
        range: replicated(
            bitRates: 8_000...24_000, channelCounts: 2...2, layoutTags: [kAudioChannelLayoutTag_Stereo]))
    static let lowDelayAAC: Codec = aac(
        "aacl", "MPEG-4 Low Delay AAC", frames: 512, encoding: .own(OwnCodecs.lowDelayAACEncoding))
    static let enhancedLowDelayAAC: Codec = aac(
        "aace", "MPEG-4 Enhanced Low Delay AAC", frames: 512,
        encoding: .own(OwnCodecs.enhancedLowDelayAACEncoding))
    static let enhancedLowDelayAACWithSBR: Codec = aac(
        "aacf", "MPEG-4 Enhanced Low Delay AAC with SBR", frames: 1024,
        encoding: .own(OwnCodecs.replicatedLowDelayAACEncoding),
        range: replicated(bitRates: 16_000...48_000, layoutTags: numberedLayoutTags))
    static let extendedHighEfficiencyAAC: Codec = aac(
        "usac", "MPEG-D USAC (Extended High Efficiency AAC)", frames: 1024, decoding: .none)
    static let latm: Codec = Codec(
        id: "latm", name: "MPEG-4 AAC in LATM", decoding: .library(.latm), packets: .differing(frames: 1024),
        readCookie: AudioSpecificConfig.format, caf: CAFMapping(isHeld: false))

    private static func aac(
        _ id: FourCC, _ name: String, frames: Int, decoding: Decoding = .own(OwnCodecs.aac),
        encoding: Encoding = .none, range: EncodingRange? = nil
    ) -> Codec {
        // A channel may take 6144 bits for each packet of 1024 frames, ISO/IEC 14496-3, 4.5.3.
        var packets = PacketTraits.differing(frames: frames) { format, _ in 768 * format.channelCount }
        packets.rollDistance = { _ in 1 }
        var codec = Codec(
            id: id, name: name, decoding: decoding, encoding: encoding, packets: packets, isAAC: true,
            usualFileType: "m4af", readCookie: AudioSpecificConfig.format, mpeg4: .aac)
        if case .own = encoding {
            // The flags are the object type of low complexity.
            codec.caf = CAFMapping(usualFlags: 2)
            codec.range =
                range
                ?? EncodingRange(
                    sampleRates: AudioSpecificConfig.sampleRates.map(Double.init).sorted(), channelLimit: 8,
                    bitRates: EncodingRange.usualBitRates,
                    layoutTags: frames == 1024 ? allLayoutTags : numberedLayoutTags,
                    bitRatesPerChannel: { rate in
                        let least = max(8000, rate / 2)
                        return least...max(least, min(6 * rate, 256_000))
                    })
        }
        return codec
    }

    /// The range of encoders whose core runs at half the rate, by the bits a second of a channel.
    private static func replicated(
        bitRates: ClosedRange<Double>, channelCounts: ClosedRange<Int> = 1...8, layoutTags: [UInt32]
    ) -> EncodingRange {
        EncodingRange(
            sampleRates: [16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000],
            channelLimit: channelCounts.upperBound, fewestChannels: channelCounts.lowerBound,
            bitRates: EncodingRange.usualBitRates, layoutTags: layoutTags, bitRatesPerChannel: { _ in bitRates })
    }

    /// The layouts that have a channel configuration: ISO/IEC 14496-3, table 1.19.
    private static let numberedLayoutTags: [UInt32] = [
        kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_AAC_3_0,
        kAudioChannelLayoutTag_AAC_4_0, kAudioChannelLayoutTag_AAC_5_0, kAudioChannelLayoutTag_AAC_5_1,
        kAudioChannelLayoutTag_AAC_6_1, kAudioChannelLayoutTag_AAC_7_1, kAudioChannelLayoutTag_AAC_7_1_B,
        kAudioChannelLayoutTag_AAC_7_1_C,
    ]

    /// Those, and the layouts that a program config element states.
    private static let allLayoutTags =
        numberedLayoutTags + [
            kAudioChannelLayoutTag_AAC_Quadraphonic, kAudioChannelLayoutTag_AAC_6_0, kAudioChannelLayoutTag_AAC_7_0,
            kAudioChannelLayoutTag_AAC_Octagonal,
        ]
}

extension AudioSpecificConfig {
    /// Returns the format that a cookie describes; nil if it is no configuration of AAC.
    @Sendable static func format(_ cookie: [UInt8]) -> MediaFormat? {
        guard let bytes = inside(cookie), let config = AudioSpecificConfig(bytes) else { return nil }
        let isDoubled = config.hasReplication && config.extendedSampleRate > 0
        return MediaFormat(
            codec: config.codec, sampleRate: Double(isDoubled ? config.extendedSampleRate : config.sampleRate),
            channelCount: config.channelCount ?? max(1, config.programChannelCount), bytesPerPacket: 0,
            framesPerPacket: config.framesPerPacket)
    }
}

extension MPEG4Mapping {
    /// All kinds of AAC, which the configuration in the descriptor of the elementary stream distinguishes.
    static let aac: MPEG4Mapping = MPEG4Mapping(
        entry: described, objectTypes: [0x40, 0x66, 0x67, 0x68], fileTypes: MPEG4Kind.all.map(\.fileType),
        take: { entry, _ in
            let bytes = entry.cookie.flatMap { AudioSpecificConfig.inside($0) }
            guard let bytes, let config = AudioSpecificConfig(bytes) else { return entry.set(Codec.aac.id, 1024) }
            entry.config = config
            entry.set(config.codec, config.framesPerPacket)
            let isDoubled = config.hasReplication && config.extendedSampleRate > config.sampleRate
            entry.format.sampleRate = Double(isDoubled ? config.extendedSampleRate : config.sampleRate)
            let listed = config.programChannelCount > 0 ? config.programChannelCount : nil
            entry.format.channelCount = config.channelCount ?? listed ?? entry.format.channelCount
        },
        put: { description, bitRate, entry in
            let told = description.cookie.flatMap(AudioSpecificConfig.inside)
            let config = told ?? AudioSpecificConfig(description.format).bytes
            entry.fullBox("esds") { $0.put(AudioSpecificConfig.cookie(config, bitRate: bitRate)) }
        })
}
