/// Reads Ogg: the headers of the first stream of a codec that it holds; its packets are walked over by `OggFramer`.
///
/// Source: RFC 3533; each codec's mapping stands in its `OggMapping`.
package struct OggParser: ContainerParser {
    private enum State: Sendable {
        /// A page of the headers; so many bytes of it are needed next.
        case header(Int)
        /// The first page of audio, from which the start of the clock follows.
        case firstPage(Int)
        /// A page that has been looked at, and whether the headers are complete.
        case page(Int, isComplete: Bool)
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
    /// Packets of headers that end on the page where the audio begins.
    private var headersBeforeAudio = 0

    /// Starts at the first page.
    package init() {}

    /// Returns whether the first bytes are those of a page.
    package static func recognises(_ head: RawSpan) -> Bool {
        head.byteCount >= 8 && head.code(0) == "OggS" && head.byte(4) == 0
    }

    package var demand: ParserDemand {
        switch state {
        case .header(let byteCount), .firstPage(let byteCount): .peek(byteCount)
        case .page(let byteCount, _): .skip(Int64(byteCount))
        case .audio: .media(nil)
        case .end: .end
        }
    }

    package var expectation: String { "the headers of its stream" }

    /// Looks at a page of the headers, or at the first of the audio.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        switch state {
        case .header(let wanted):
            guard bytes.byteCount >= wanted else {
                throw .malformed(at: offset + Int64(bytes.byteCount), because: "the file ends before \(expectation)")
            }
            guard let needed = OggPage.byteCountNeeded(bytes) else {
                try skipStrays(bytes, at: offset, isComplete: false)
                return
            }
            guard needed <= bytes.byteCount else {
                state = .header(needed)
                return
            }
            guard let page = OggPage(bytes) else {
                throw .malformed(at: offset, because: "the checksum of a header page is wrong")
            }
            try takeHeaders(page, bytes, at: offset)
        case .firstPage(let wanted):
            if bytes.byteCount > 0, OggPage.byteCountNeeded(bytes) == nil, strayByteCount < Self.strayLimit {
                try skipStrays(bytes, at: offset, isComplete: true)
            } else {
                takeFirstPage(wanted, bytes, at: offset)
            }
        case .page, .audio, .end: preconditionFailure("an Ogg parser got bytes that it had not asked for")
        }
    }

    /// Continues behind a page, or ends behind the audio.
    package mutating func passed() {
        guard case .page(_, let isComplete) = state else {
            state = .end
            return
        }
        state = isComplete ? .firstPage(OggPage.headByteCount) : .header(OggPage.headByteCount)
    }

    /// The maximum number of bytes between pages that are skipped before the audio.
    private static let strayLimit = 1 << 16
    private var strayByteCount = 0

    /// Skips bytes that begin no page, up to the next byte that may begin one.
    private mutating func skipStrays(_ bytes: RawSpan, at offset: Int64, isComplete: Bool) throws(MediaError) {
        var count = 1
        while count < bytes.byteCount, bytes.byte(count) != 0x4F { count += 1 }
        strayByteCount += count
        guard strayByteCount <= Self.strayLimit else { throw .malformed(at: offset, because: "there is no Ogg page") }
        state = .page(count, isComplete: isComplete)
    }

    private mutating func takeHeaders(_ page: OggPage, _ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        state = .page(page.byteCount, isComplete: false)
        if page.isFirst, page.serial == serial {
            // The header is repeated: the later one counts.
            (headers, partial) = ([], [])
        }
        if serial == nil {
            guard page.isFirst else {
                let names = Codecs.all.filter { $0.ogg != nil }.map(\.name).joined(separator: ", ")
                throw .unsupported(.dataFormat("the Ogg file has no stream of \(names)"))
            }
            let body = bytes.extracting(page.headerByteCount..<page.byteCount)
            guard let found = Codecs.ogg(beginning: body) else { return }
            mapping = found
            headerCount = found.headerCount(body)
            serial = page.serial
        }
        guard page.serial == serial else { return }
        var at = page.headerByteCount
        var index = OggPage.headByteCount
        var endedHere = 0
        while index < page.headerByteCount, headers.count < headerCount {
            let count = Int(bytes.byte(index))
            partial += bytes.array(at..<at + count)
            at += count
            index += 1
            guard partial.count <= PacketLimits.byteCount else { throw .limit("a header of more than 4 MiB") }
            if count < 255 {
                headers.append(partial)
                partial = []
                endedHere += 1
            }
        }
        guard headers.count >= headerCount else {
            guard headers.count < 1 << 12 else { throw .limit("the file has more headers than are read") }
            return
        }
        guard headers[0].count >= mapping?.leastByteCount ?? 0 else {
            throw .malformed(at: offset, because: "the header of the stream is too short")
        }
        counter = try mapping?.take(headers, offset, &properties)
        if index < page.headerByteCount {
            // The audio begins on the page where the headers end.
            headersBeforeAudio = endedHere
            takeFirstPage(bytes.byteCount, bytes, at: offset)
        } else {
            state = .page(page.byteCount, isComplete: true)
        }
    }

    /// Finds when the clock starts: streams that were cut out of others do not begin at 0.
    private mutating func takeFirstPage(_ wanted: Int, _ bytes: RawSpan, at offset: Int64) {
        if bytes.byteCount >= wanted, let needed = OggPage.byteCountNeeded(bytes), needed > bytes.byteCount {
            state = .firstPage(needed)
            return
        }
        guard let fresh = counter else { return }
        let first = OggPage(bytes)
        if let first, first.isFirst, first.serial == serial, headersBeforeAudio == 0 {
            state = .page(first.byteCount, isComplete: true)
            return
        }
        var counter = fresh
        let statesPriming = mapping?.statesPriming == true
        var start: Int64 = 0
        if let page = first, page.serial == serial, page.granule >= 0, !page.isLast {
            var frames: Int64 = 0
            var at = page.headerByteCount
            var byteCount = 0
            var headersLeft = headersBeforeAudio
            for index in OggPage.headByteCount..<page.headerByteCount {
                byteCount += Int(bytes.byte(index))
                guard bytes.byte(index) < 255 else { continue }
                if headersLeft > 0 {
                    headersLeft -= 1
                } else {
                    frames += Int64(counter.frameCount(bytes.extracting(at..<at + byteCount)) ?? 0)
                }
                at += byteCount
                byteCount = 0
            }
            // Less than its frames means that some at the beginning are not to be heard.
            if page.granule < frames, !statesPriming { properties.primingFrameCount = frames - page.granule }
            start = page.granule - frames
            if start < 0, statesPriming { start = 0 }
        }
        properties.packets = .framed(
            OggFramer(serial: serial ?? 0, counter: fresh, startGranule: start, headerCount: headersBeforeAudio))
        properties.dataStart = offset
        properties.chunks = [.init(id: "OggS", start: offset, byteCount: nil)]
        state = .audio
    }
}
