/// AC-3 and Enhanced AC-3.
extension Codec {
    static let ac3: Codec = Codec(
        id: "ac-3", name: "AC-3", decoding: .library(.ac3),
        packets: .differing(frames: 1536) { _, _ in 3840 },
        mpeg4: MPEG4Mapping(
            entry: "ac-3", box: ("dac3", 0), objectTypes: [0xA5], fileTypes: [MPEG4Kind.plain.fileType],
            take: { entry, _ in entry.set("ac-3", 1536) },
            put: { description, _, entry in
                if let cookie = description.cookie { entry.box("dac3") { $0.put(cookie) } }
            }))
    static let enhancedAC3: Codec = Codec(
        id: "ec-3", name: "Enhanced AC-3", decoding: .library(.eac3),
        packets: .differing(frames: 1536) { _, _ in 4096 },
        mpeg4: MPEG4Mapping(
            entry: "ec-3", box: ("dec3", 0), objectTypes: [0xA6], fileTypes: [MPEG4Kind.plain.fileType],
            take: { entry, _ in entry.set("ec-3", nil) },
            put: { description, _, entry in
                if let cookie = description.cookie { entry.box("dec3") { $0.put(cookie) } }
            }))
}

extension AC3Header {
    /// What the header tells of the stream.
    var format: MediaFormat {
        MediaFormat(
            codec: isEnhanced ? Codec.enhancedAC3.id : Codec.ac3.id, sampleRate: Double(sampleRate),
            channelCount: channelCount, bytesPerPacket: 0, framesPerPacket: frameCount)
    }
}
