/// Reads streams that have no container but their own frames, and tags before them: MPEG audio, ADTS, LOAS, AC-3,
/// GSM, and FLAC behind an ID3 tag.
///
/// Bytes before the first frame are skipped, up to a limit.
package struct ElementaryParser: ContainerParser {
    private enum State: Sendable {
        /// Looking whether a tag begins here.
        case start
        case tag(left: Int)
        /// Looking for the first frame in so many bytes.
        case search(Int)
        case garbage(Int)
        /// Looking at the whole first frame of MPEG audio.
        case firstFrame(MPEGAudioFramer, Int)
        case description(MPEGAudioFramer, Int)
        /// Looking at the first frame of LOAS.
        case multiplex(Int)
        case audio
        case end
    }

    /// The number of bytes in which the first frame is searched for.
    private static let searchLimit = 1 << 17

    private var own = MediaProperties(fileType: "MPG3")
    private var state = State.start
    private var inner: (any ContainerParser)?
    private var searched = 0
    private var hasTag = false
    private var unsynchronised = ID3Tag()

    /// Starts at the first byte.
    package init() {}

    /// Returns whether the first bytes are a tag or the beginning of a frame.
    package static func recognises(_ head: RawSpan) -> Bool {
        guard head.byteCount >= 4 else { return false }
        if ID3Tag.begins(head) { return true }
        return MPEGAudioHeader(head.big(0, UInt32.self)) != nil || ADTSHeader(head) != nil
            || AC3Header(head, at: 0) != nil || LOASHeader(head, at: 0) != nil
    }

    package var properties: MediaProperties {
        guard var properties = inner?.properties else { return own }
        properties.info = own.info + properties.info
        return properties
    }

    package var demand: ParserDemand {
        if let inner { return inner.demand }
        return switch state {
        case .start: .peek(10)
        case .tag(let left): .peek(min(left, ParserLimits.pieceByteCount))
        case .search(let count): .peek(count)
        case .garbage(let count): .skip(Int64(count))
        case .firstFrame(_, let count), .multiplex(let count): .peek(count)
        case .description(_, let count): .skip(Int64(count))
        case .audio: .media(nil)
        case .end: .end
        }
    }

    package var expectation: String { inner?.expectation ?? (hasTag ? "the ID3 tag" : "the first frame") }

    /// Takes the next bytes of a tag, of the search or of the inner parser.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        if inner != nil {
            try inner?.take(bytes, at: offset)
            return
        }
        switch state {
        case .start: takeStart(bytes, at: offset)
        case .tag(let left): takeTag(bytes, left, at: offset)
        case .search(let count): try search(bytes, isEnd: bytes.byteCount < count, at: offset)
        case .firstFrame(let framer, let count): begin(framer, bytes, count, at: offset)
        case .multiplex: try begin(multiplex: bytes, at: offset)
        case .garbage, .description, .audio, .end:
            preconditionFailure("an elementary parser got bytes that it had not asked for")
        }
    }

    /// Goes on behind a tag, garbage or the frame that describes the stream.
    package mutating func passed() {
        if inner != nil {
            inner?.passed()
            return
        }
        switch state {
        case .garbage: state = afterGarbage
        case .description, .firstFrame: state = .audio
        case .audio: state = .end
        case .start, .tag, .search, .multiplex, .end:
            preconditionFailure("an elementary parser was told of bytes that it had not let pass")
        }
    }

    private var afterGarbage = State.start

    private mutating func skip(_ count: Int, then next: State) {
        afterGarbage = next
        state = count > 0 ? .garbage(count) : next
    }

    // Tags.

    private mutating func takeStart(_ bytes: RawSpan, at offset: Int64) {
        guard bytes.byteCount == 10, let byteCount = ID3Tag.byteCount(bytes) else {
            state = .search(ElementaryStream.firstLook)
            return
        }
        hasTag = true
        unsynchronised = ID3Tag(bytes)
        own.chunks.append(.init(id: "ID3 ", start: offset, byteCount: Int64(byteCount)))
        skip(10, then: byteCount > 10 ? .tag(left: byteCount - 10) : .start)
    }

    private mutating func takeTag(_ bytes: RawSpan, _ left: Int, at offset: Int64) {
        // A tag that reaches beyond the end leaves no audio; the search then throws.
        let used = min(left, max(1, unsynchronised.take(bytes, isAll: bytes.byteCount >= left, &own)))
        if left <= used || bytes.isEmpty {
            skip(left, then: .start)
        } else {
            skip(used, then: .tag(left: left - used))
        }
    }

    // The first frame.

    private mutating func search(_ bytes: RawSpan, isEnd: Bool, at offset: Int64) throws(MediaError) {
        let before = ElementaryStream.Before(
            byteCount: searched, hasTag: hasTag, isStrict: searched > 0 || !hasTag && offset > 0)
        switch ElementaryStream.find(bytes, isEnd: isEnd, before) {
        case .more(let count): state = .search(ElementaryStream.look(count, after: bytes))
        case .nothing(let count):
            searched += count
            guard !isEnd, searched < Self.searchLimit else {
                throw .unsupported(.fileType("no audio frame of a format that can be read was found"))
            }
            skip(count, then: .search(ElementaryStream.nextLook))
        case .mpeg(let at, let framer, let byteCount):
            own.fileType = framer.first.layer == 1 ? "MPG1" : framer.first.layer == 2 ? "MPG2" : "MPG3"
            own.format = framer.first.format
            own.formatOffset = offset + Int64(at)
            skip(at, then: .firstFrame(framer, byteCount))
        case .adts(let at, let framer):
            let config = framer.first.config
            own.fileType = "adts"
            // A stream that lists its channels one by one is decoded to learn them.
            own.format = MediaFormat(
                codec: config.codec, sampleRate: Double(config.sampleRate), channelCount: config.channelCount ?? 2,
                bytesPerPacket: 0, framesPerPacket: 1024)
            own.formatOffset = offset + Int64(at)
            own.cookie = AudioSpecificConfig.cookie(config.bytes)
            own.packets = .framed(framer)
            own.dataStart = offset + Int64(at)
            skip(at, then: .audio)
        case .ac3(let at, let header):
            own.fileType = header.isEnhanced ? "ec-3" : "ac-3"
            own.format = header.format
            own.packets = .framed(SyncFramer(header))
            own.dataStart = offset + Int64(at)
            skip(at, then: .audio)
        case .loas(let at, let byteCount):
            own.fileType = "loas"
            skip(at, then: .multiplex(byteCount))
        case .gsm(let at):
            own.fileType = "gsm "
            own.format = MediaFormat(
                codec: "agsm", sampleRate: 8000, channelCount: 1, bytesPerPacket: 33, framesPerPacket: 160)
            own.dataStart = offset + Int64(at)
            skip(at, then: .audio)
        case .flac(let at):
            inner = nil
            let parser = FLACParser()
            if at == 0 { inner = parser } else { skip(at, then: .search(ElementaryStream.firstLook)) }
        }
    }

    private mutating func begin(multiplex bytes: RawSpan, at offset: Int64) throws(MediaError) {
        guard let header = LOASHeader(bytes, at: 0),
            let (config, count) = LOASHeader.config(bytes.array(0..<bytes.byteCount))
        else { throw .unsupported(.dataFormat("AAC in a multiplex of several streams")) }
        own.format = MediaFormat(
            codec: "latm", sampleRate: Double(config.sampleRate), channelCount: config.channelCount ?? 2,
            bytesPerPacket: 0, framesPerPacket: count * (config.hasShortFrames ? 960 : 1024))
        own.packets = .framed(SyncFramer(header))
        own.dataStart = offset
        state = .audio
    }

    private mutating func begin(_ framer: MPEGAudioFramer, _ bytes: RawSpan, _ byteCount: Int, at offset: Int64) {
        var framer = framer
        var start = offset
        if let xing = XingHeader(bytes, framer.first) {
            start += Int64(byteCount)
            let stated = xing.packetCount.map { $0 * Int64(framer.first.frameCount) }
            if let stated { framer.stated = (stated, max(0, (xing.byteCount ?? 0) - Int64(byteCount))) }
            framer.places = xing.places
            if let delay = xing.delay, let padding = xing.padding {
                // Every decoder of layer 3 is late by 528 frames, and one more.
                own.primingFrameCount = Int64(delay + 529)
                // A file that was cut has lost its padding, so that the length is kept where it is known.
                if let stated {
                    own.validFrameCount = max(0, stated - Int64(delay + padding))
                } else {
                    own.remainderFrameCount = Int64(max(0, padding - 529))
                }
            }
            if let encoder = xing.encoder, !encoder.isEmpty, !own.info.contains(where: { $0.key == "source encoder" }) {
                own.info.append(.init(key: "source encoder", value: encoder))
            }
            state = .description(framer, min(byteCount, bytes.byteCount))
        } else {
            state = .audio
        }
        own.packets = .framed(framer)
        own.dataStart = start
    }
}
