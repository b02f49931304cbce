import SordinoCodecs

/// Reads AIFF and AIFF-C.
///
/// The audio may come before its description (`SSND` before `COMM`); a file can be read then, a stream cannot.
/// Sources: Apple, "Audio Interchange File Format" 1.3 (1989) and AIFF-C draft (1991).
package struct AIFFParser: ContainerParser {
    private enum State: Sendable {
        case fileHeader
        case chunkHeader
        case body(FourCC, byteCount: Int64)
        case soundHeader(claimed: UInt32)
        case gap(Int64, audioAt: Int64, byteCount: Int64?)
        case rest(Int64)
        case data(Int64?, padByteCount: Int64)
        case end
    }

    package private(set) var properties = MediaProperties(fileType: "AIFF")
    private var state = State.fileHeader
    /// Bytes that the FORM header claims to follow it.
    private var formByteCount: Int64 = 0

    /// Starts at the first byte of the file.
    package init() {}

    /// Returns whether the first 12 bytes are those of an AIFF or AIFF-C file.
    package static func recognises(_ head: RawSpan) -> Bool {
        guard head.byteCount >= 12, head.code(0) == "FORM" else { return false }
        return head.code(8) == "AIFF" || head.code(8) == "AIFC"
    }

    package var demand: ParserDemand {
        switch state {
        case .fileHeader: .bytes(12)
        case .chunkHeader, .soundHeader: .bytes(8)
        case .body(_, let byteCount): .bytes(Int(min(byteCount, Int64(ParserLimits.pieceByteCount))))
        case .gap(let byteCount, _, _), .rest(let byteCount): .skip(byteCount)
        case .data(let byteCount, _): .media(byteCount)
        case .end: .end
        }
    }

    package var expectation: String {
        switch state {
        case .fileHeader: "the FORM header"
        case .chunkHeader: properties.format == nil ? "the COMM chunk" : "the SSND chunk"
        case .body(let id, _): "the \(id) chunk"
        case .soundHeader, .gap: "the SSND chunk"
        case .rest: "the \(properties.chunks.last?.id ?? "last") chunk"
        case .data, .end: "the audio data"
        }
    }

    /// Takes the next piece: file header, chunk header or chunk body.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch state {
        case .fileHeader:
            guard Self.recognises(bytes) else {
                throw .malformed(at: offset, because: "there is no FORM header of the type AIFF or AIFC")
            }
            properties.fileType = bytes.code(8)
            formByteCount = Int64(bytes.big(4, UInt32.self))
            state = .chunkHeader
        case .chunkHeader:
            try takeChunkHeader(bytes, at: offset)
        case .body(let id, let byteCount):
            try takeBody(id, bytes, at: offset)
            let left = byteCount - Int64(bytes.byteCount) + byteCount % 2
            state = left > 0 ? .rest(left) : .chunkHeader
        case .soundHeader(let claimed):
            try takeSoundHeader(bytes, at: offset, claimed: claimed)
        case .gap, .rest, .data, .end:
            preconditionFailure("an AIFF parser got bytes that it had not asked for")
        }
    }

    /// Goes on to the next chunk.
    package mutating func passed() {
        switch state {
        case .gap(_, let start, let byteCount): startData(at: start, byteCount)
        case .rest: state = .chunkHeader
        case .data(.some, let padByteCount): state = padByteCount > 0 ? .rest(padByteCount) : .chunkHeader
        case .data(nil, _): state = .end
        case .fileHeader, .chunkHeader, .body, .soundHeader, .end:
            preconditionFailure("an AIFF parser was told of bytes that it had not let pass")
        }
    }

    private mutating func takeChunkHeader(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        guard properties.chunks.count < ParserLimits.chunkCount else {
            if properties.dataStart != nil {
                state = .end
            } else {
                throw .limit("the file has more chunks than are read")
            }
            return
        }
        let id = bytes.code(0)
        let claimed = bytes.big(4, UInt32.self)
        let byteCount = Int64(claimed)
        properties.chunks.append(.init(id: id, start: offset + 8, byteCount: byteCount))
        if id == "SSND", properties.dataStart == nil {
            state = .soundHeader(claimed: claimed)
            return
        }
        let isWanted =
            switch id {
            case "COMM": properties.format == nil
            case "CHAN", "MARK", "ID3 ": true
            default: AIFFInfo.key(of: id) != nil
            }
        if isWanted, byteCount > 0 {
            state = .body(id, byteCount: byteCount)
        } else {
            let padded = byteCount + byteCount % 2
            state = padded > 0 ? .rest(padded) : .chunkHeader
        }
    }

    private mutating func takeSoundHeader(_ bytes: RawSpan, at offset: Int64, claimed: UInt32) throws(MediaError) {
        let gap = Int64(bytes.big(0, UInt32.self))
        let isUnfinished = claimed < 8 && formByteCount <= offset - 8
        let byteCount: Int64? = isUnfinished || claimed == .max ? nil : Int64(claimed) - 8 - gap
        if let byteCount, byteCount < 0, claimed >= 8 {
            throw .malformed(
                at: offset, because: "the audio begins \(gap) bytes into an SSND chunk that has \(claimed - 8)")
        }
        let audioByteCount = byteCount.map { max(0, $0) }
        if gap > 0 {
            state = .gap(gap, audioAt: offset + 8 + gap, byteCount: audioByteCount)
        } else {
            startData(at: offset + 8, audioByteCount)
        }
    }

    private mutating func startData(at start: Int64, _ byteCount: Int64?) {
        properties.dataStart = start
        properties.dataByteCount = byteCount
        settlePackets()
        guard let byteCount else {
            state = .data(nil, padByteCount: 0)
            return
        }
        // The pad byte belongs to the chunk, which is 8 bytes and the gap longer than the audio.
        let chunkByteCount = properties.chunks.last { $0.id == "SSND" }?.byteCount ?? 0
        let pad = chunkByteCount % 2
        if byteCount > 0 {
            state = .data(byteCount, padByteCount: pad)
        } else {
            state = pad > 0 ? .rest(pad) : .chunkHeader
        }
    }

    /// Decides the packets of iLBC, of which the file states only how many there are.
    private mutating func settlePackets() {
        guard properties.format?.codec == Codec.ilbc.id else { return }
        let packetCount = properties.packetCount ?? 0
        let isLong = packetCount > 0 && (properties.dataByteCount ?? 0) / 50 >= packetCount
        let mode: ILBCMode = isLong ? .milliseconds30 : .milliseconds20
        properties.format?.bytesPerPacket = mode.packetByteCount
        properties.format?.framesPerPacket = mode.framesPerPacket
    }

    private mutating func takeBody(_ id: FourCC, _ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch id {
        case "COMM":
            let common = try AIFFFormat(bytes, at: offset, isCompressedForm: properties.fileType == "AIFC")
            properties.format = try common.format.checked(at: offset)
            properties.formatOffset = offset
            if common.format.encoding == nil { properties.packetCount = common.frameCount }
            settlePackets()
            if properties.layout == nil {
                properties.layout = AIFFFormat.layout(channelCount: common.format.channelCount)
            }
        case "CHAN":
            if let layout = ChannelLayout(bigEndian: bytes) { properties.layout = layout }
        case "MARK": properties.markers = AIFFMarkers.markers(bytes)
        case "ID3 ": ID3Tag.take(whole: bytes, &properties)
        default:
            let value = bytes.text(0..<bytes.byteCount)
            if let key = AIFFInfo.key(of: id), !value.isEmpty, properties.info.count < ParserLimits.infoCount,
                !properties.info.contains(where: { $0.key == key })
            {
                properties.info.append(.init(key: key, value: value))
            }
        }
    }
}

/// The names of AIFF's text chunks, against those of Core Audio's info dictionary.
package enum AIFFInfo {
    /// Pairs of both names, in the order in which they are written.
    package static let names: [(id: FourCC, key: String)] = [
        ("NAME", "title"), ("AUTH", "artist"), ("(c) ", "copyright"), ("ANNO", "comments"),
    ]

    /// The dictionary's key for a chunk; nil for chunks that are not text.
    package static func key(of id: FourCC) -> String? { names.first { $0.id == id }?.key }
}
