/// The row of Vorbis in the registry of codecs.
extension Codec {
    static let vorbis: Codec = Codec(
        id: "vorb", name: "Vorbis", decoding: .library(.vorbis), packets: .differing(frames: 0),
        mpeg4: MPEG4Mapping(
            entry: MPEG4Mapping.described, objectTypes: [0xDD],
            take: { entry, _ in
                entry.set("vorb", nil)
                entry.cookie = entry.cookie.flatMap { AudioSpecificConfig.inside($0) }
            }),
        ogg: .vorbis)
}

extension OggMapping {
    /// Vorbis: Xiph.Org, "Vorbis I specification", A.
    static let vorbis: OggMapping = OggMapping(
        marker: [1] + Array("vorbis".utf8), leastByteCount: 30, headerCount: { _ in 3 },
        take: { headers, offset, properties throws(MediaError) in
            let head = headers[0]
            guard let blocks = VorbisBlocks(identification: head, setup: headers[2]) else {
                throw .malformed(at: offset, because: "the headers of Vorbis contradict themselves")
            }
            let rate = head[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
            let format = MediaFormat(
                codec: Codec.vorbis.id, sampleRate: Double(rate), channelCount: Int(head[11]), bytesPerPacket: 0,
                framesPerPacket: 0)
            properties.format = try format.checked(at: offset)
            // The decoder does not need the comments, which may hold pictures.
            let comments = [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
            properties.cookie = [2, UInt8(30), UInt8(comments.count)] + head.prefix(30) + comments + headers[2]
            VorbisComment.take(headers[1], after: 7, &properties)
            return blocks
        })
}
