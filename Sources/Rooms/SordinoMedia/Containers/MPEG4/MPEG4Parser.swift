/// Reads the MPEG-4 family (m4a, m4b, mp4, 3gp, mov): the first audio track of the file.
///
/// Tables may lie before or behind the audio, and fragments may follow; a stream needs them before. Tables are kept as
/// they are stored.
/// Sources: ISO/IEC 14496-12, 8; Apple, "QuickTime File Format Specification".
package struct MPEG4Parser: ContainerParser {
    /// A table that may be longer than a piece.
    enum Table: Sendable {
        case sizes
        case compactSizes(bits: Int, count: Int64)
        case chunkOffsets(isWide: Bool)
        case chunkRuns, times
        case run(MPEG4Fragments.Run)

        /// Bytes of an entry, or of so many that none is cut.
        var entryByteCount: Int {
            switch self {
            case .sizes: 4
            case .compactSizes: 2
            case .chunkOffsets(let isWide): isWide ? 8 : 4
            case .chunkRuns: 12
            case .times: 8
            case .run(let run): max(1, run.entryByteCount)
            }
        }
    }

    enum State: Sendable {
        case header
        case wideHeader(FourCC, start: Int64)
        case body(FourCC, byteCount: Int)
        case tableHead(FourCC, byteCount: Int)
        case table(Table, left: Int64)
        /// Looks whether a `meta` box has a version.
        case look
        case version
        case skip(Int64)
        case media(Int64?)
        case end
    }

    /// A box whose boxes are being read.
    private struct Open: Sendable {
        var code: FourCC
        var end: Int64
    }

    /// The known properties, except the packets.
    var known = MediaProperties(fileType: "mp4f")
    /// The track whose boxes are being read.
    var track = MPEG4Track()
    /// The number of the audio track that is read, from 0.
    private(set) var wantedTrack = 0
    /// The audio track that is read.
    var chosen: MPEG4Track?
    /// Tracks of text, one of which may hold the chapters' names.
    var textTracks: [MPEG4Track] = []
    private static let textTrackLimit = 8
    /// The positions of the chapter names, and the beginnings of the chapters.
    var chapterPlaces: [MPEG4ChapterPlace] = []
    var fragments = MPEG4Fragments()
    /// The time scale of the movie: ticks in a second.
    var movieTimescale: Double = 0
    /// iTunes' text about priming and padding.
    var gapless: String?
    /// The priming and the number of frames to be heard, once the tables are there; in frames of the format.
    var window: (priming: Int64, heard: Int64?)?
    private var state = State.header
    private var open: [Open] = []
    private var position: Int64 = 0
    /// The position of the first `mdat`.
    private var mediaStart: Int64?
    /// Bytes of a box whose boxes may nest no deeper.
    private static let depthLimit = 16

    /// Starts at the first byte of the file.
    package init() {}

    package mutating func choose(track: Int) -> Bool {
        wantedTrack = track
        return true
    }

    /// Returns whether the first bytes are those of a file of the family; old ones begin with any box.
    package static func recognises(_ head: RawSpan) -> Bool {
        guard head.byteCount >= 8 else { return false }
        let size = head.big(0, UInt32.self)
        let isBox = size >= 8 || size == 1
        return switch head.code(4) {
        case "ftyp", "moov", "mdat", "wide", "styp", "pnot", "moof": isBox || size == 0
        case "free", "skip": isBox
        default: false
        }
    }

    package var properties: MediaProperties {
        var properties = known
        guard let chosen, let entry = chosen.entry, chosen.isSettled else {
            if properties.format != nil { properties.dataStart = mediaStart }
            return properties
        }
        if entry.format.encoding == nil {
            properties.packets = .table(chosen.table)
            properties.dataStart = chosen.table.packetCount > 0 ? chosen.table.place(ofPacket: 0).offset : mediaStart
            properties.dataByteCount = chosen.table.sizes.byteCount(before: .max)
            properties.packetCount = chosen.table.packetCount
        } else {
            properties.dataStart = chosen.pieces.first?.lowerBound ?? mediaStart
            properties.dataByteCount = chosen.pieceByteCount
            properties.pieces = chosen.pieces.count > 1 ? chosen.pieces : []
        }
        if let window {
            properties.primingFrameCount = window.priming
            let all = chosen.table.frameCount
            if let heard = window.heard, all > window.priming, heard < all - window.priming {
                properties.validFrameCount = heard
                properties.remainderFrameCount = all - window.priming - heard
            }
        }
        return properties
    }

    package var demand: ParserDemand {
        // Requests no bytes, so that the next call throws the stored error even at the end of the input.
        if late != nil { return .peek(0) }
        return switch state {
        case .header, .wideHeader: .bytes(8)
        case .look: .peek(8)
        case .version: .bytes(4)
        case .body(_, let byteCount), .tableHead(_, let byteCount): .bytes(byteCount)
        case .table(let table, let left): .bytes(Self.piece(of: left, table.entryByteCount))
        case .skip(let byteCount): .skip(byteCount)
        case .media(let byteCount): .media(byteCount)
        case .end: .end
        }
    }

    private static func piece(of left: Int64, _ entryByteCount: Int) -> Int {
        let whole = ParserLimits.pieceByteCount / entryByteCount * entryByteCount
        return Int(min(left, Int64(whole)))
    }

    package var expectation: String {
        if known.format == nil { return "the description of an audio track" }
        return open.last.map { "the \($0.code) box" } ?? "the audio"
    }

    /// Takes a box's header, its body or a piece of its table.
    package mutating func take(_ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        if let late { throw late }
        position = offset + Int64(bytes.byteCount)
        switch state {
        case .header:
            let size = Int64(bytes.big(0, UInt32.self))
            let code = bytes.code(4)
            if size == 1 {
                guard room >= 8 else { throw .malformed(at: offset, because: "the \(code) box ends before its size") }
                state = .wideHeader(code, start: offset)
            } else {
                try enter(code, byteCount: size == 0 ? nil : size, headerByteCount: 8, at: offset)
            }
        case .wideHeader(let code, let start):
            let size = Int64(clamping: bytes.big(0, UInt64.self))
            try enter(code, byteCount: size, headerByteCount: 16, at: start)
        case .body(let code, _):
            try takeBody(code, bytes, at: offset)
            try leave()
        case .tableHead(let code, _):
            try takeTableHead(code, bytes)
        case .look:
            position = offset
            let isPlain = bytes.byteCount >= 8 && ["hdlr", "keys", "ilst", "mhdr"].contains(bytes.code(4))
            state = isPlain ? .header : .version
        case .version: try leave()
        case .table(let table, let left):
            try takeTable(table, bytes)
            let rest = left - Int64(bytes.byteCount)
            if rest > 0 { state = .table(table, left: rest) } else { try leave() }
        case .skip, .media, .end:
            preconditionFailure("an MPEG-4 parser got bytes that it had not asked for")
        }
    }

    /// Begins a table of so many entries, or as many as there is room for.
    mutating func begin(_ table: Table, count: Int64) throws(MediaError) {
        let entry = Int64(table.entryByteCount)
        let left = min(room / entry, count) * entry
        if left > 0 { state = .table(table, left: left) } else { try leave() }
    }

    /// Demands a second part of a table's head.
    mutating func beginHead(_ code: FourCC, byteCount: Int) { state = .tableHead(code, byteCount: byteCount) }

    /// Continues behind the bytes that have passed.
    package mutating func passed() {
        switch state {
        case .skip(let byteCount), .media(.some(let byteCount)): position += byteCount
        case .media(nil):
            state = .end
            return
        case .header, .wideHeader, .body, .tableHead, .table, .look, .version, .end:
            preconditionFailure("an MPEG-4 parser was told of bytes that it had not let pass")
        }
        // Closing a box may find that its tables contradict each other. The error is stored, and `take` throws it.
        do throws(MediaError) { try leave() } catch {
            late = error
            state = .header
        }
    }

    private var late: MediaError?

    /// Bytes left of the innermost box.
    var room: Int64 { (open.last?.end ?? .max) - position }

    /// Opens a box: descends into it, demands its bytes or skips it.
    private mutating func enter(
        _ code: FourCC, byteCount: Int64?, headerByteCount: Int64, at start: Int64
    ) throws(MediaError) {
        if let byteCount, byteCount < headerByteCount {
            throw .malformed(at: start, because: "the \(code) box has a size of \(byteCount)")
        }
        let limit = open.last?.end ?? .max
        var end = limit
        if let byteCount {
            let (sum, isOver) = start.addingReportingOverflow(byteCount)
            // A box that is longer than the one around it ends with that.
            end = isOver ? limit : min(sum, limit)
        }
        let left = end - position
        if open.isEmpty { try note(code, left, isOpenEnded: byteCount == nil, at: start) }
        if code == "mdat", open.isEmpty {
            takeMedia(byteCount == nil ? nil : left)
            return
        }
        open.append(.init(code: code, end: end))
        guard left > 0 else { return try leave() }
        switch code {
        case "moov", "trak", "mdia", "minf", "stbl", "edts", "tref", "udta", "mvex", "ilst", "traf", "moof":
            guard open.count <= Self.depthLimit, isOfUse(code) else { return skip(left) }
            begin(code, at: start)
            state = .header
        case "meta":
            guard open.count <= Self.depthLimit else { return skip(left) }
            // QuickTime's has no version before its boxes.
            state = left >= 8 ? .look : .skip(left)
        case "ftyp", "mvhd", "tkhd", "mdhd", "hdlr", "elst", "stsd", "chpl", "chap", "trex", "tfhd":
            body(code, left)
        case "stsz", "stz2", "stco", "co64", "stsc", "stts", "trun":
            let headByteCount = tableHeadByteCount(code)
            guard isTableOfUse(code), left >= headByteCount else { return skip(left) }
            state = .tableHead(code, byteCount: Int(headByteCount))
        default:
            let isTag = parent == "ilst" && MPEG4Tags.isOfUse(code) || parent == "udta" && MPEG4Tags.isOf3GP(code)
            if isTag, left <= Int64(ParserLimits.pieceByteCount) { body(code, left) } else { skip(left) }
        }
    }

    private mutating func skip(_ byteCount: Int64) {
        state = byteCount > 0 ? .skip(byteCount) : .header
    }

    private mutating func body(_ code: FourCC, _ byteCount: Int64) {
        state = .body(code, byteCount: Int(min(byteCount, Int64(ParserLimits.pieceByteCount))))
    }

    /// Lists a box of the outermost level.
    private mutating func note(
        _ code: FourCC, _ byteCount: Int64, isOpenEnded: Bool, at start: Int64
    ) throws(MediaError) {
        guard known.chunks.count < ParserLimits.chunkCount else {
            throw .limit("the file has more boxes than are read")
        }
        known.chunks.append(.init(id: code, start: position, byteCount: isOpenEnded ? nil : byteCount))
        if code == "moof" { fragments.beginFragment(at: start) }
    }

    /// Lets the audio pass, or so much of it as lies in one piece.
    private mutating func takeMedia(_ byteCount: Int64?) {
        mediaStart = mediaStart ?? position
        guard chosen?.pieces.isEmpty == false else {
            state = .media(byteCount)
            return
        }
        let end = byteCount.map { position + $0 } ?? .max
        open.append(.init(code: "mdat", end: end))
        if goToPiece(before: end) { return }
        if byteCount == nil { state = .end } else { skip(end - position) }
    }

    /// Goes on with the next piece of the samples that begins at or behind this place, if one does before the end.
    private mutating func goToPiece(before end: Int64) -> Bool {
        guard var track = chosen else { return false }
        chosen = nil
        defer { chosen = track }
        while track.passedPieceCount < track.pieces.count {
            let piece = track.pieces[track.passedPieceCount]
            if piece.lowerBound >= end { return false }
            if piece.lowerBound > position {
                state = .skip(piece.lowerBound - position)
                return true
            }
            track.passedPieceCount += 1
            if piece.lowerBound == position {
                state = .media(min(Int64(piece.count), end - position))
                return true
            }
        }
        return false
    }

    /// The box around the innermost one.
    var parent: FourCC? { open.count >= 2 ? open[open.count - 2].code : nil }

    /// Continues with the next box: first come the ends of finished boxes, and the rest of a box that is not used.
    mutating func leave() throws(MediaError) {
        while let last = open.last {
            let left = last.end - position
            if last.code == "mdat", open.count == 1, goToPiece(before: last.end) { return }
            let holdsBoxes = Self.isParent(last.code)
            if left >= 8, holdsBoxes { break }
            if left > 0 {
                // An mdat that goes to the end has no rest.
                state = last.end == .max ? .end : .skip(left)
                return
            }
            open.removeLast()
            try close(last.code)
        }
        state = .header
    }

    private static func isParent(_ code: FourCC) -> Bool {
        switch code {
        case "moov", "trak", "mdia", "minf", "stbl", "edts", "tref", "udta", "mvex", "ilst", "traf", "moof", "meta":
            true
        default: false
        }
    }

    /// Begins a box that stands for something.
    private mutating func begin(_ code: FourCC, at start: Int64) {
        if code == "trak" { track = MPEG4Track() }
    }

    /// Returns whether the boxes of a box are looked at.
    private func isOfUse(_ code: FourCC) -> Bool {
        switch code {
        case "trak": chosen == nil || chosen?.isSettled == false && textTracks.count < Self.textTrackLimit
        case "minf", "stbl": isTrackOfUse
        case "moov": chosen == nil
        case "moof", "traf": chosen?.isSettled == true
        default: true
        }
    }

    private func isTableOfUse(_ code: FourCC) -> Bool {
        code == "trun" ? parent == "traf" && fragments.isInTrack : parent == "stbl" && isTrackOfUse
    }

    /// Indicates whether the track is the sound, or a text that may name its chapters.
    private var isTrackOfUse: Bool { track.isAudio ? chosen == nil : track.isText }

    private func tableHeadByteCount(_ code: FourCC) -> Int64 { code == "stsz" || code == "stz2" ? 12 : 8 }
}
