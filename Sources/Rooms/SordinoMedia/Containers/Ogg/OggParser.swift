/// Reads Ogg with Opus, Vorbis or FLAC: the headers of the first such stream; its packets are walked over by `OggFramer`.
///
/// Sources: RFC 3533, RFC 7845 (Opus), RFC 9639, 10.1 (FLAC), Xiph.Org, "Vorbis I specification", A.
package struct OggParser: ContainerParser {
    private enum State: Sendable {
        /// A page of the headers: so many bytes of it are wanted to tell.
        case header(Int)
        case skip(Int64)
        case page(Int)
        /// The first page of audio, which tells when the clock starts.
        case firstPage(Int)
        case audio
        case end
    }

    package private(set) var properties = MediaProperties(fileType: "Oggf")
    private var state = State.header(OggPage.headByteCount)
    private var serial: UInt32?
    private var codec: FourCC = "opus"
    private var isOpus: Bool { codec == "opus" }
    private var flac: FLACStreamInfo?
    /// Packets of headers that the stream has.
    private var headerCount = 2
    private var headers: [[UInt8]] = []
    private var partial: [UInt8] = []
    private var blocks: VorbisBlocks?
    private var audioStart: Int64 = 0

    /// Starts at the first page.
    package init() {}

    /// Whether the first bytes are those of a page.
    package static func recognises(_ head: RawSpan) -> Bool {
        head.byteCount >= 8 && head.code(0) == "OggS" && head.byte(4) == 0
    }

    package var demand: ParserDemand {
        switch state {
        case .header(let byteCount), .firstPage(let byteCount): .peek(byteCount)
        case .page(let byteCount): .bytes(byteCount)
        case .skip(let byteCount): .skip(byteCount)
        case .audio: .media(nil)
        case .end: .end
        }
    }

    package var expectation: String { "the headers of its stream" }

    /// Takes a page of the headers, or looks at the first of the audio.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch state {
        case .header(let wanted):
            guard bytes.byteCount >= wanted else {
                throw .malformed(at: offset + Int64(bytes.byteCount), because: "it ends before \(expectation)")
            }
            guard let needed = OggPage.byteCountNeeded(bytes) else {
                throw .malformed(at: offset, because: "no page of Ogg")
            }
            state = needed > bytes.byteCount ? .header(needed) : .page(needed)
        case .page:
            guard let page = OggPage(bytes) else {
                throw .malformed(at: offset, because: "the checksum of a page of headers is wrong")
            }
            state = .header(OggPage.headByteCount)
            audioStart = offset + Int64(page.byteCount)
            try takeHeaders(page, bytes, at: offset)
        case .firstPage(let wanted): takeFirstPage(wanted, bytes, at: offset)
        case .skip, .audio, .end: preconditionFailure("an Ogg parser got bytes that it had not asked for")
        }
    }

    /// Hears that the audio has passed.
    package mutating func passed() { state = .end }

    private mutating func takeHeaders(_ page: OggPage, _ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        if serial == nil {
            guard page.isFirst else { throw .unsupported(.dataFormat("Ogg without Opus, Vorbis or FLAC")) }
            let body = bytes.extracting(page.headerByteCount..<page.byteCount)
            if body.byteCount >= 19, body.array(0..<8) == Array("OpusHead".utf8) {
                codec = "opus"
            } else if body.byteCount >= 30, body.array(0..<7) == [1] + Array("vorbis".utf8) {
                (codec, headerCount) = ("vorb", 3)
            } else if body.byteCount >= 51, body.array(0..<5) == [0x7F] + Array("FLAC".utf8) {
                codec = "flac"
                // None stands for a number that is not known: then there are the comments.
                headerCount = 1 + max(1, Int(body.big(7, UInt16.self)))
            } else {
                return
            }
            serial = page.serial
        }
        guard page.serial == serial else { return }
        var at = page.headerByteCount
        for index in OggPage.headByteCount..<page.headerByteCount {
            let count = Int(bytes.byte(index))
            partial += bytes.array(at..<at + count)
            at += count
            guard partial.count <= PacketLimits.byteCount else { throw .limit("a header of more than 4 MiB") }
            if count < 255 {
                headers.append(partial)
                partial = []
            }
        }
        guard headers.count >= headerCount else {
            guard headers.count < 1 << 12 else { throw .limit("more headers than are read") }
            return
        }
        switch codec {
        case "opus": try takeOpus(at: offset)
        case "flac": try takeFLAC(at: offset)
        default: try takeVorbis(at: offset)
        }
        state = .firstPage(OggPage.headByteCount)
    }

    private mutating func takeOpus(at offset: Int64) throws(MediaError) {
        let head = headers[0]
        guard head.count >= 19 else { throw .malformed(at: offset, because: "the header of Opus is too short") }
        guard head[8] & 0xF0 == 0 else { throw .unsupported(.dataFormat("Opus of version \(head[8])")) }
        let format = MediaFormat(
            codec: "opus", sampleRate: 48000, channelCount: Int(head[9]), bytesPerPacket: 0, framesPerPacket: 0)
        properties.format = try format.checked(at: offset)
        properties.cookie = head
        properties.primingFrameCount = Int64(head[10]) | Int64(head[11]) << 8
        takeComments(headers[1], after: 8)
    }

    /// The description behind a marker of nine bytes, the comments in a block of FLAC's own.
    private mutating func takeFLAC(at offset: Int64) throws(MediaError) {
        let block = Array(headers[0].dropFirst(17).prefix(FLACStreamInfo.byteCount))
        guard let info = FLACStreamInfo(block) else {
            throw .malformed(at: offset, because: "the stream's description contradicts itself")
        }
        flac = info
        properties.format = try info.format.checked(at: offset)
        properties.layout = info.layout
        properties.cookie = FLACStreamInfo.cookie(block)
        for header in headers.dropFirst() where header.first.map({ $0 & 0x7F == 4 }) == true {
            takeComments(header, after: 4)
        }
    }

    private mutating func takeVorbis(at offset: Int64) throws(MediaError) {
        let head = headers[0]
        guard let blocks = VorbisBlocks(identification: head, setup: headers[2]) else {
            throw .malformed(at: offset, because: "the headers of Vorbis contradict themselves")
        }
        self.blocks = blocks
        let rate = head[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
        let format = MediaFormat(
            codec: "vorb", sampleRate: Double(rate), channelCount: Int(head[11]), bytesPerPacket: 0, framesPerPacket: 0)
        properties.format = try format.checked(at: offset)
        // The decoder does not need the comments, which may hold pictures.
        let comments = [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
        properties.cookie = [2, UInt8(30), UInt8(comments.count)] + head.prefix(30) + comments + headers[2]
        takeComments(headers[1], after: 7)
    }

    private mutating func takeComments(_ header: [UInt8], after count: Int) {
        guard header.count > count else { return }
        VorbisComment.take(header.span.bytes.extracting(count..<header.count), &properties)
    }

    /// Finds when the clock starts: streams that were cut out of others do not begin at 0.
    private mutating func takeFirstPage(_ wanted: Int, _ bytes: RawSpan, at offset: Int64) {
        if bytes.byteCount >= wanted, let needed = OggPage.byteCountNeeded(bytes), needed > bytes.byteCount {
            state = .firstPage(needed)
            return
        }
        var codec = blocks.map { OggCodec.vorbis($0) } ?? (flac == nil ? .opus : .flac)
        let fresh = codec
        var start: Int64 = 0
        if let page = OggPage(bytes), page.serial == serial, page.granule >= 0, !page.isLast {
            var frames: Int64 = 0
            var at = page.headerByteCount
            var byteCount = 0
            for index in OggPage.headByteCount..<page.headerByteCount {
                byteCount += Int(bytes.byte(index))
                guard bytes.byte(index) < 255 else { continue }
                frames += Int64(codec.frameCount(bytes.extracting(at..<at + byteCount)) ?? 0)
                at += byteCount
                byteCount = 0
            }
            // Less than its frames means that some at the beginning are not to be heard.
            if page.granule < frames, !isOpus { properties.primingFrameCount = frames - page.granule }
            start = page.granule - frames
            if start < 0, isOpus { start = 0 }
        }
        properties.packets = .framed(OggFramer(serial: serial ?? 0, codec: fresh, startGranule: start))
        properties.dataStart = audioStart
        properties.chunks = [.init(id: "OggS", start: audioStart, byteCount: nil)]
        state = .audio
    }
}
