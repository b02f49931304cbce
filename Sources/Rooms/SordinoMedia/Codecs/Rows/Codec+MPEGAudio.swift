/// The three layers of MPEG audio.
extension Codec {
    static let mp1: Codec = Codec(
        id: ".mp1", name: "MPEG Layer 1", decoding: .own(OwnCodecs.mpegAudio(layer: 1, .mp1)),
        packets: layer { _ in 384 },
        caf: CAFMapping(isHeld: false))
    static let mp2: Codec = Codec(
        id: ".mp2", name: "MPEG Layer 2", decoding: .own(OwnCodecs.mpegAudio(layer: 2, .mp2)),
        packets: layer { _ in 1152 },
        caf: CAFMapping(isHeld: false))
    static let mp3: Codec = Codec(
        id: ".mp3", name: "MPEG Layer 3", decoding: .own(OwnCodecs.mpegAudio(layer: 3, .mp3)),
        packets: layer(framesOfLayer3),
        wave: WAVEMapping(tag: 0x55, framer: { WAVEPackedFramer() }),
        mpeg4: MPEG4Mapping(
            entry: MPEG4Mapping.described, aliases: [".mp3", .microsoft(0x55)], objectTypes: [0x69, 0x6B],
            fileTypes: [MPEG4Kind.plain.fileType],
            take: { entry, _ in
                let isOfLowRate = entry.objectType == 0x69
                entry.set(".mp3", isOfLowRate ? 576 : framesOfLayer3(entry.format.sampleRate))
            },
            put: { description, bitRate, entry in
                let type: UInt8 = description.format.sampleRate < 32000 ? 0x69 : 0x6B
                entry.fullBox("esds") { $0.put(AudioSpecificConfig.cookie([], objectType: type, bitRate: bitRate)) }
            }))

    @Sendable private static func framesOfLayer3(_ sampleRate: Double) -> Int {
        sampleRate > 0 && sampleRate < 32000 ? 576 : 1152
    }

    /// 2881 bytes are the longest frame that a header can announce.
    private static func layer(_ frames: @escaping @Sendable (Double) -> Int) -> PacketTraits {
        PacketTraits(differ: true, usualFrameCount: frames, byteLimit: { _, _ in 2881 })
    }
}

extension MPEGAudioHeader {
    /// The codec in Core Audio's codes.
    package var codec: FourCC { layer == 1 ? Codec.mp1.id : layer == 2 ? Codec.mp2.id : Codec.mp3.id }

    /// The stream's format, from the header.
    var format: MediaFormat {
        MediaFormat(
            codec: codec, sampleRate: Double(sampleRate), channelCount: channelCount, bytesPerPacket: 0,
            framesPerPacket: frameCount)
    }
}
