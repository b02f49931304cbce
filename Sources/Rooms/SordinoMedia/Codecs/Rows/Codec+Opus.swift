/// The row of Opus in the registry of codecs.
extension Codec {
    static let opus: Codec = Codec(
        id: "opus", name: "Opus", decoding: .library(.opus), encoding: .library(.opus),
        packets: PacketTraits(
            differ: true, usualFrameCount: { _ in 960 },
            // 1275 bytes are the largest frame of a stream, RFC 6716, 3.2.1.
            byteLimit: { format, frames in 1277 * format.channelCount * max(1, (frames + 959) / 960) },
            // 80 ms, RFC 7845, 4.6.
            rollDistance: { max(1, (3840 + $0.framesPerPacket - 1) / max(120, $0.framesPerPacket)) }),
        clock: OpusHead.ticksPerSecond,
        range: EncodingRange(
            sampleRates: [8000, 12000, 16000, 24000, 48000], channelLimit: 8,
            bitRates: [6000] + EncodingRange.usualBitRates, bitRatesPerChannel: { _ in 6000...256_000 }),
        readCookie: OpusHead.format,
        mpeg4: MPEG4Mapping(
            entry: "Opus", box: ("dOps", 0), fileTypes: MPEG4Kind.stationaryTypes,
            take: { entry, offset throws(MediaError) in
                entry.set(Codec.opus.id, nil)
                entry.format.sampleRate = 48000
                guard let cookie = entry.cookie, cookie.count >= 11 else {
                    throw .malformed(at: offset, because: "the header of the Opus stream is missing")
                }
                entry.format.channelCount = Int(cookie[1])
                entry.preskip = Int64(cookie[2]) << 8 | Int64(cookie[3])
            },
            put: { description, _, entry in
                let head = OpusHead.bytes(description.format, description.cookie)
                guard head.count >= 19 else { return }
                entry.box("dOps") { $0.put(OpusHead.inMPEG4(head)) }
            }),
        ogg: .opus)
}

extension OggMapping {
    /// Opus: RFC 7845, 3 and 5.
    static let opus: OggMapping = OggMapping(
        marker: Array("OpusHead".utf8), leastByteCount: 19, statesPriming: true,
        headerCount: { _ in 2 },
        take: { headers, offset, properties throws(MediaError) in
            let head = headers[0]
            guard head[8] & 0xF0 == 0 else { throw .unsupported(.dataFormat("Opus of version \(head[8])")) }
            let format = MediaFormat(
                codec: Codec.opus.id, sampleRate: OpusHead.ticksPerSecond, channelCount: Int(head[9]),
                bytesPerPacket: 0, framesPerPacket: 0)
            properties.format = try format.checked(at: offset)
            properties.cookie = head
            properties.primingFrameCount = Int64(head[10]) | Int64(head[11]) << 8
            VorbisComment.take(headers[1], after: 8, &properties)
            return OpusFrames()
        },
        writing: OggMapping.Writing(
            head: { OpusHead.bytes($0.format, $0.cookie) },
            first: { head, primingTicks in OpusHead.skipping(primingTicks, head) },
            comment: { Array("OpusTags".utf8) + $0 }))
}

/// Counts the frames of Opus packets, at 48 kHz.
///
/// Source: RFC 6716, 3.1.
struct OpusFrames: OggFrameCounter {
    func frameCount(_ first: RawSpan) -> Int? {
        guard first.byteCount > 0, !Self.isHeader(first) else { return nil }
        let contents = Int(first.byte(0))
        let sizes: [Int] =
            switch contents >> 3 {
            case 0..<12: [480, 960, 1920, 2880]
            case 12..<16: [480, 960, 480, 960]
            default: [120, 240, 480, 960]
            }
        let each = sizes[contents >> 3 & 3]
        switch contents & 3 {
        case 0: return each
        case 1, 2: return 2 * each
        default:
            guard first.byteCount >= 2 else { return nil }
            // No packet lasts longer than 120 ms.
            return min(5760, each * Int(first.byte(1) & 63))
        }
    }

    /// Returns whether a packet is a header, which some streams repeat.
    private static func isHeader(_ packet: RawSpan) -> Bool {
        guard packet.byteCount >= 8 else { return false }
        return packet.code(0) == "Opus" && ["Head", "Tags"].contains(packet.code(4))
    }
}
