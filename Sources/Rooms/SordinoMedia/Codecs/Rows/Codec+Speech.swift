/// The rows of the codecs of telephones.
extension Codec {
    static let amrNarrow: Codec = amr("samr", "AMR Narrow Band", .amrNarrow, rate: 8000, frames: 160, byteLimit: 32)
    static let amrWide: Codec = amr("sawb", "AMR Wide Band", .amrWide, rate: 16000, frames: 320, byteLimit: 61)

    static let ilbc: Codec = Codec(
        id: "ilbc", name: "iLBC", decoding: .own(OwnCodecs.ilbc), encoding: .own(OwnCodecs.ilbcEncoding),
        packets: PacketTraits(uniform: (160, 38)),
        range: EncodingRange(sampleRates: [8000], channelLimit: 1, bitRates: [13_333, 15_200]) { _ in 13_333...15_200 })

    static let gsm: Codec = Codec(
        id: "agsm", name: "GSM 6.10", decoding: .library(.gsm), packets: PacketTraits(usualFrameCount: { _ in 160 }),
        mpeg4: MPEG4Mapping(entry: "agsm", take: { entry, _ in entry.setUnits("agsm", 160, 33) }))
    static let microsoftGSM: Codec = Codec(
        id: .microsoft(0x31), name: "Microsoft GSM 6.10", decoding: .library(.microsoftGSM),
        wave: WAVEMapping(tag: 0x31, statesFrames: true),
        mpeg4: MPEG4Mapping(
            entry: .microsoft(0x31), take: { entry, _ in entry.setUnits(.microsoft(0x31), 320, 65) }))

    private static func amr(
        _ id: FourCC, _ name: String, _ library: LibraryCodec, rate: Double, frames: Int, byteLimit: Int
    ) -> Codec {
        Codec(
            id: id, name: name, decoding: .library(library),
            packets: .differing(frames: frames) { _, _ in byteLimit },
            mpeg4: MPEG4Mapping(
                entry: id, box: ("damr", 0), fileTypes: MPEG4Kind.mobileTypes,
                take: { entry, _ in
                    // A packet holds as many frames of speech as the description states.
                    let count = entry.cookie.flatMap { $0.count >= 9 ? Int($0[8]) : nil } ?? 1
                    entry.set(id, frames * max(1, min(count, 15)))
                    entry.format.sampleRate = rate
                    entry.format.channelCount = 1
                },
                put: { description, _, entry in
                    entry.box("damr") { box in
                        if let cookie = description.cookie, cookie.count == 9 { return box.put(cookie) }
                        // The maker, a version, all modes, and one frame in a sample.
                        box.put(Array("Sord".utf8) + [0, rate == 8000 ? 0x81 : 0x83, 0xFF, 0, 1])
                    }
                }))
    }
}
