/// Reads Ogg: the headers of the first stream of a codec that it holds; its packets are walked over by `OggFramer`.
///
/// Source: RFC 3533; each codec's mapping stands in its `OggMapping`.
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
    private var mapping: OggMapping?
    /// Packets of headers that the stream has.
    private var headerCount = 2
    private var headers: [[UInt8]] = []
    private var partial: [UInt8] = []
    private var counter: (any OggFrameCounter)?
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
            guard page.isFirst else {
                let names = Codecs.all.filter { $0.ogg != nil }.map(\.name).joined(separator: ", ")
                throw .unsupported(.dataFormat("Ogg without a stream of \(names)"))
             }
            let body = bytes.extracting(page.headerByteCount..<page.byteCount)
            guard let found = Codecs.ogg(beginning: body) else { return }
            mapping = found
            headerCount = found.headerCount(body)
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
        guard headers[0].count >= mapping?.leastByteCount ?? 0 else {
            throw .malformed(at: offset, because: "the header of the stream is too short")
        }
        counter = try mapping?.take(headers, offset, &properties)
        state = .firstPage(OggPage.headByteCount)
    }

    /// Finds when the clock starts: streams that were cut out of others do not begin at 0.
    private mutating func takeFirstPage(_ wanted: Int, _ bytes: RawSpan, at offset: Int64) {
        if bytes.byteCount >= wanted, let needed = OggPage.byteCountNeeded(bytes), needed > bytes.byteCount {
            state = .firstPage(needed)
            return
        }
        guard let fresh = counter else { return }
        var counter = fresh
        let statesPriming = mapping?.statesPriming == true
        var start: Int64 = 0
        if let page = OggPage(bytes), page.serial == serial, page.granule >= 0, !page.isLast {
            var frames: Int64 = 0
            var at = page.headerByteCount
            var byteCount = 0
            for index in OggPage.headByteCount..<page.headerByteCount {
                byteCount += Int(bytes.byte(index))
                guard bytes.byte(index) < 255 else { continue }
                frames += Int64(counter.frameCount(bytes.extracting(at..<at + byteCount)) ?? 0)
                at += byteCount
                byteCount = 0
            }
            // Less than its frames means that some at the beginning are not to be heard.
            if page.granule < frames, !statesPriming { properties.primingFrameCount = frames - page.granule }
            start = page.granule - frames
            if start < 0, statesPriming { start = 0 }
        }
        properties.packets = .framed(OggFramer(serial: serial ?? 0, counter: fresh, startGranule: start))
        properties.dataStart = audioStart
        properties.chunks = [.init(id: "OggS", start: audioStart, byteCount: nil)]
        state = .audio
    }
}
