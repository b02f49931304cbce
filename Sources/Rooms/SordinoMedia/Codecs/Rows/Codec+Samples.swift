/// Codecs whose packets are samples, or hold four bits for each.
extension Codec {
    static let linearPCM: Codec = Codec(
        id: .linearPCM, name: "Linear PCM", decoding: .samples, encoding: .samples,
        packets: PacketTraits(usualFrameCount: { _ in 1 }), usualFileType: "WAVE")
    static let muLaw: Codec = Codec(
        id: .muLaw, name: "µ-law 2:1", decoding: .samples, encoding: .samples,
        packets: PacketTraits(sample: .muLaw, usualFrameCount: { _ in 1 }))
    static let aLaw: Codec = Codec(
        id: .aLaw, name: "A-law 2:1", decoding: .samples, encoding: .samples,
        packets: PacketTraits(sample: .aLaw, usualFrameCount: { _ in 1 }))

    static let ima4: Codec = Codec(
        id: .appleIMA4, name: "IMA 4:1", decoding: .packets(IMA4Decoder.make), encoding: .packets(IMA4Encoder.make),
        packets: PacketTraits(uniform: (64, 34), usualFrameCount: { _ in 64 }),
        range: EncodingRange(channelLimit: MediaFormat.channelLimit),
        mpeg4: MPEG4Mapping(
            entry: .appleIMA4,
            take: { entry, _ in entry.setUnits(.appleIMA4, 64, 34 * entry.format.channelCount) }))

    static let microsoftADPCM: Codec = adaptive(0x02, "Microsoft ADPCM", .microsoftADPCM)
    static let dviADPCM: Codec = adaptive(0x11, "DVI/Intel IMA ADPCM", .dviADPCM)

    private static func adaptive(_ tag: UInt16, _ name: String, _ library: LibraryCodec) -> Codec {
        Codec(
            id: .microsoft(tag), name: name, decoding: .library(library),
            wave: WAVEMapping(tag: tag, statesFrames: true),
            mpeg4: MPEG4Mapping(
                entry: .microsoft(tag),
                take: { entry, _ in
                    guard entry.framesPerUnit > 0, entry.bytesPerUnit > 0 else { return }
                    entry.setUnits(.microsoft(tag), entry.framesPerUnit, entry.bytesPerUnit)
                }))
    }
}
