/// Reads Sony's Wave64.
///
/// A size of the audio of 0, of all ones, or beyond the end means "to the end", as writers leave it that were cut off.
/// Source: Sony Pictures Digital, "Sony Wave64 File Format".
package struct Wave64Parser: ContainerParser {
    private enum State: Sendable {
        case fileHeader
        case chunkHeader
        case format(byteCount: Int)
        case fact(byteCount: Int)
        case rest(Int64)
        case data(Int64?)
        case end
    }

    package private(set) var properties = MediaProperties(fileType: "W64f")
    private var state = State.fileHeader

    /// Starts at the first byte of the file.
    package init() {}

    /// Returns whether the first 12 bytes are those of a Wave64 file.
    package static func recognises(_ head: RawSpan) -> Bool {
        head.byteCount >= 12 && head.array(0..<12) == Array(Wave64Chunk.riff.prefix(12))
    }

    package var demand: ParserDemand {
        switch state {
        case .fileHeader: .bytes(Wave64Chunk.headByteCount + 16)
        case .chunkHeader: .bytes(Wave64Chunk.headByteCount)
        case .format(let byteCount), .fact(let byteCount): .bytes(byteCount)
        case .rest(let byteCount): .skip(byteCount)
        case .data(let byteCount): .media(byteCount)
        case .end: .end
        }
    }

    package var expectation: String {
        switch state {
        case .fileHeader: "the riff header"
        case .chunkHeader: properties.format == nil ? "the fmt chunk" : "the data chunk"
        case .format: "the fmt chunk"
        case .fact: "the fact chunk"
        case .rest: "the \(properties.chunks.last?.id ?? "last") chunk"
        case .data, .end: "the audio data"
        }
    }

    /// Takes the next piece: file header, chunk header or chunk body.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch state {
        case .fileHeader:
            guard bytes.array(0..<16) == Wave64Chunk.riff, bytes.array(24..<40) == Wave64Chunk.wave else {
                throw .malformed(at: offset, because: "there is no Wave64 header")
            }
            state = .chunkHeader
        case .chunkHeader:
            try takeChunkHeader(bytes, at: offset)
        case .format(let byteCount):
            let description = try WAVEFormat(bytes, at: offset, isBigEndian: false)
            properties.format = try description.format.checked(at: offset)
            properties.formatOffset = offset
            properties.layout = description.layout
            if let framer = Codecs.named(description.format.codec)?.wave?.framer {
                properties.packets = .framed(framer())
            }
            if description.format.encoding == nil { properties.cookie = bytes.array(0..<bytes.byteCount) }
            skipRest(of: byteCount)
        case .fact(let byteCount):
            // Only needed where packets do not count frames.
            if let format = properties.format, format.encoding == nil {
                let count: Int64 = bytes.little(0)
                if count >= 0 { properties.validFrameCount = count }
            }
            skipRest(of: byteCount)
        case .rest, .data, .end:
            preconditionFailure("a Wave64 parser got bytes that it had not asked for")
        }
    }

    /// Goes on to the next chunk.
    package mutating func passed() {
        switch state {
        case .rest: state = .chunkHeader
        case .data(let byteCount?):
            let padding = Wave64Chunk.padding(byteCount)
            state = padding > 0 ? .rest(padding) : .chunkHeader
        case .data(nil): state = .end
        case .fileHeader, .chunkHeader, .format, .fact, .end:
            preconditionFailure("a Wave64 parser was told of bytes that it had not let pass")
        }
    }

    /// The bytes of a body that was taken begin at a multiple of 8, as its head does.
    private mutating func skipRest(of byteCount: Int) {
        let left = bodyByteCount - Int64(byteCount) + Wave64Chunk.padding(bodyByteCount)
        state = left > 0 ? .rest(left) : .chunkHeader
    }

    /// Of the chunk that is read.
    private var bodyByteCount: Int64 = 0

    private mutating func takeChunkHeader(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        guard properties.chunks.count < ParserLimits.chunkCount else {
            if properties.dataStart != nil {
                state = .end
            } else {
                throw .limit("the file has more chunks than are read")
            }
            return
        }
        let (name, claimed) = (bytes.array(0..<16), bytes.little(16, Int64.self))
        let start = offset + Int64(Wave64Chunk.headByteCount)
        if name == Wave64Chunk.data, properties.dataStart == nil {
            properties.dataStart = start
            // 24 is the head alone: an empty file; a smaller size stands in a file that was not finished.
            let isKnown = claimed >= Int64(Wave64Chunk.headByteCount) && claimed < .max
            properties.dataByteCount = isKnown ? claimed - Int64(Wave64Chunk.headByteCount) : nil
            properties.chunks.append(.init(id: "data", start: start, byteCount: properties.dataByteCount))
            state = properties.dataByteCount == 0 ? .chunkHeader : .data(properties.dataByteCount)
            return
        }
        guard claimed >= Int64(Wave64Chunk.headByteCount), claimed < 1 << 62 else {
            // Behind the audio nothing is needed any more.
            guard properties.dataStart == nil else {
                state = .end
                return
            }
            throw .malformed(at: offset + 16, because: "a chunk of \(claimed) bytes; its head alone has 24")
        }
        bodyByteCount = claimed - Int64(Wave64Chunk.headByteCount)
        properties.chunks.append(.init(id: bytes.code(0), start: start, byteCount: bodyByteCount))
        let piece = Int(min(bodyByteCount, Int64(ParserLimits.pieceByteCount)))
        if name == Wave64Chunk.format, properties.format == nil, piece > 0 {
            state = .format(byteCount: piece)
        } else if name == Wave64Chunk.fact, piece >= 8 {
            state = .fact(byteCount: 8)
        } else {
            skipRest(of: 0)
        }
    }
}
