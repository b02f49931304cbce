/// Reads WAVE: RIFF and its 64-bit forms RF64 and BW64, and the rare big-endian RIFX.
///
/// Declared sizes are cut to the bytes that exist: a data size of 0 in a file whose RIFF size does not reach
/// past it, 0xFFFFFFFF, and sizes beyond the end all mean "to the end", as writers leave them that were cut off.
/// Sources: Microsoft "Multimedia Programming Interface and Data Specifications 1.0"; EBU Tech 3306 (RF64);
/// ITU-R BS.2088 (BW64).
package struct WAVEParser: ContainerParser {
    private enum State: Sendable {
        case fileHeader
        case chunkHeader
        case body(FourCC, byteCount: Int64)
        case rest(Int64)
        case data(Int64?)
        case end
    }

    package private(set) var properties = MediaProperties(fileType: "WAVE")
    private var state = State.fileHeader
    private var isBigEndian = false
    /// Bytes that the RIFF header claims to follow it.
    private var riffByteCount: Int64 = 0
    private var wideDataByteCount: Int64?
    private var wideByteCounts: [FourCC: Int64] = [:]
    private var cues: [MediaMarker] = []
    private var labels = WAVEMarkers.Labels()

    /// Starts at the first byte of the file.
    package init() {}

    /// Returns whether the first 12 bytes are those of a WAVE file.
    package static func recognises(_ head: RawSpan) -> Bool {
        guard head.byteCount >= 12, head.code(8) == "WAVE" else { return false }
        return ["RIFF", "RIFX", "RF64", "BW64"].contains(head.code(0))
    }

    package var demand: ParserDemand {
        switch state {
        case .fileHeader: .bytes(12)
        case .chunkHeader: .bytes(8)
        case .body(_, let byteCount): .bytes(Int(min(byteCount, Int64(ParserLimits.pieceByteCount))))
        case .rest(let byteCount): .skip(byteCount)
        case .data(let byteCount): .media(byteCount)
        case .end: .end
        }
    }

    package var expectation: String {
        switch state {
        case .fileHeader: "the RIFF header"
        case .chunkHeader: properties.format == nil ? "the fmt chunk" : "the data chunk"
        case .body(let id, _): "the \(id) chunk"
        case .rest: "the \(properties.chunks.last?.id ?? "last") chunk"
        case .data, .end: "the audio data"
        }
    }

    /// Takes the next piece: file header, chunk header or chunk body.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch state {
        case .fileHeader:
            try takeFileHeader(bytes, at: offset)
        case .chunkHeader:
            try takeChunkHeader(bytes, at: offset)
        case .body(let id, let byteCount):
            try takeBody(id, bytes, at: offset)
            let left = byteCount - Int64(bytes.byteCount) + byteCount % 2
            state = left > 0 ? .rest(left) : .chunkHeader
        case .rest, .data, .end:
            preconditionFailure("a WAVE parser got bytes that it had not asked for")
        }
    }

    /// Goes on to the next chunk.
    package mutating func passed() {
        switch state {
        case .rest: state = .chunkHeader
        case .data(let byteCount?): state = byteCount % 2 == 1 ? .rest(1) : .chunkHeader
        case .data(nil): state = .end
        case .fileHeader, .chunkHeader, .body, .end:
            preconditionFailure("a WAVE parser was told of bytes that it had not let pass")
        }
    }

    private mutating func takeFileHeader(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        guard Self.recognises(bytes) else {
            throw .malformed(at: offset, because: "there is no RIFF header of the type WAVE")
        }
        isBigEndian = bytes.code(0) == "RIFX"
        if bytes.code(0) == "RF64" || bytes.code(0) == "BW64" { properties.fileType = bytes.code(0) }
        riffByteCount = Int64(number(bytes, 4, UInt32.self))
        state = .chunkHeader
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
        let claimed = number(bytes, 4, UInt32.self)
        let start = offset + 8
        var byteCount = Int64(claimed)
        if claimed == .max, let wide = wideByteCounts[id] { byteCount = wide }
        if id == "data", properties.dataStart == nil {
            startData(claimed: claimed, at: start)
            return
        }
        properties.chunks.append(.init(id: id, start: start, byteCount: byteCount))
        let isWanted =
            switch id {
            case "fmt ": properties.format == nil
            case "ds64", "LIST", "fact", "cue ", "bext", "id3 ", "ID3 ": true
            default: false
            }
        if isWanted, byteCount > 0 {
            state = .body(id, byteCount: byteCount)
        } else {
            let padded = byteCount + byteCount % 2
            state = padded > 0 ? .rest(padded) : .chunkHeader
        }
    }

    private mutating func startData(claimed: UInt32, at start: Int64) {
        properties.dataStart = start
        let isUnfinished = claimed == 0 && riffByteCount <= start - 8
        if claimed == .max {
            properties.dataByteCount = wideDataByteCount
        } else if !isUnfinished {
            properties.dataByteCount = Int64(claimed)
        }
        properties.chunks.append(.init(id: "data", start: start, byteCount: properties.dataByteCount))
        state = properties.dataByteCount == 0 ? .chunkHeader : .data(properties.dataByteCount)
    }

    private mutating func takeBody(_ id: FourCC, _ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch id {
        case "fmt ": try takeFormat(bytes, at: offset)
        case "ds64": takeWideSizes(bytes)
        case "LIST": takeList(bytes)
        case "cue ":
            cues = WAVEMarkers.cues(bytes, isBigEndian: isBigEndian)
            WAVEMarkers.settle(cues, labels, &properties)
        case "bext": WAVEBroadcast.take(bytes, &properties)
        case "id3 ", "ID3 ": ID3Tag.take(whole: bytes, &properties)
        default:
            // `fact` counts frames; it is only needed where packets do not.
            if bytes.byteCount >= 4, let format = properties.format, format.encoding == nil {
                properties.validFrameCount = Int64(number(bytes, 0, UInt32.self))
            }
        }
    }

    private mutating func takeWideSizes(_ bytes: RawSpan) {
        guard bytes.byteCount >= 24 else { return }
        riffByteCount = number(bytes, 0)
        let dataByteCount: Int64 = number(bytes, 8)
        // A negative size cannot be meant; without a size the audio goes to the end.
        if dataByteCount >= 0 { wideDataByteCount = dataByteCount }
        guard bytes.byteCount >= 28 else { return }
        let count = min(Int(number(bytes, 24, UInt32.self)), (bytes.byteCount - 28) / 12, 64)
        for index in 0..<count {
            let size: Int64 = number(bytes, 28 + 12 * index + 4)
            if size >= 0, size < .max - 1 { wideByteCounts[bytes.code(28 + 12 * index)] = size }
        }
    }

    private mutating func takeList(_ bytes: RawSpan) {
        if bytes.byteCount >= 4, bytes.code(0) == "adtl" {
            labels.take(bytes, isBigEndian: isBigEndian)
            WAVEMarkers.settle(cues, labels, &properties)
        }
        guard bytes.byteCount >= 4, bytes.code(0) == "INFO" else { return }
        var at = 4
        while at + 8 <= bytes.byteCount, properties.info.count < ParserLimits.infoCount {
            let id = bytes.code(at)
            let byteCount = Int(number(bytes, at + 4, UInt32.self))
            guard byteCount <= bytes.byteCount - at - 8 else { return }
            let value = bytes.text(at + 8..<at + 8 + byteCount)
            if let key = WAVEInfo.key(of: id), !value.isEmpty, !properties.info.contains(where: { $0.key == key }) {
                properties.info.append(.init(key: key, value: value))
            }
            at += 8 + byteCount + byteCount % 2
        }
    }

    private mutating func takeFormat(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        let description = try WAVEFormat(bytes, at: offset, isBigEndian: isBigEndian)
        properties.format = try description.format.checked(at: offset)
        properties.formatOffset = offset
        properties.layout = description.layout
        if let framer = Codecs.named(description.format.codec)?.wave?.framer { properties.packets = .framed(framer()) }
        if description.format.encoding == nil { properties.cookie = bytes.array(0..<bytes.byteCount) }
    }

    private func number<T: FixedWidthInteger & BitwiseCopyable>(_ bytes: RawSpan, _ at: Int, _: T.Type = T.self) -> T {
        isBigEndian ? bytes.big(at) : bytes.little(at)
    }
}
