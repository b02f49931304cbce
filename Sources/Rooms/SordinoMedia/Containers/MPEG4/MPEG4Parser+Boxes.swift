/// The contents of a file's boxes.
extension MPEG4Parser {
    /// Takes a box that is read in one piece.
    mutating func takeBody(_ code: FourCC, _ bytes: RawSpan, at offset: Int64) throws(MediaError) {
        let isWide = bytes.byteCount > 0 && bytes.byte(0) == 1
        switch code {
        case "ftyp" where bytes.byteCount >= 4: known.fileType = MPEG4Kind.fileType(bytes.code(0))
        case "mvhd" where bytes.byteCount >= (isWide ? 24 : 16):
            movieTimescale = Double(bytes.big(isWide ? 20 : 12, UInt32.self))
        case "tkhd" where bytes.byteCount >= (isWide ? 24 : 16): track.id = bytes.big(isWide ? 20 : 12)
        case "mdhd" where bytes.byteCount >= (isWide ? 24 : 16):
            track.timescale = Double(bytes.big(isWide ? 20 : 12, UInt32.self))
        case "hdlr" where bytes.byteCount >= 12 && parent == "mdia":
            track.isAudio = bytes.code(8) == "soun"
            track.isText = ["text", "sbtl", "subt"].contains(bytes.code(8))
        case "chap" where bytes.byteCount >= 4 && parent == "tref": track.chapterTrack = bytes.big(0)
        case "elst": track.takeEdits(bytes)
        case "stsd" where track.isAudio && parent == "stbl":
            track.entry = try MPEG4SampleEntry(bytes, at: offset)
            known.formatOffset = offset
        case "chpl": known.chapters = MPEG4Tags.chapters(bytes)
        case "trex": fragments.takeDefaults(bytes)
        case "tfhd": fragments.takeHead(bytes, track: chosen?.id ?? 0)
        case _ where parent == "udta": MPEG4Tags.take3GP(code, bytes, &known)
        default:
            guard parent == "ilst" else { return }
            gapless = MPEG4Tags.take(code, bytes, &known) ?? gapless
        }
    }

    /// Takes the head of a table, up to its first entry, and demands the entries next.
    mutating func takeTableHead(_ code: FourCC, _ bytes: RawSpan) throws(MediaError) {
        let count = bytes.byteCount >= 8 ? Int64(bytes.big(4, UInt32.self)) : 0
        switch code {
        case "stsz":
            let each = bytes.big(4, UInt32.self)
            let count = Int64(bytes.big(8, UInt32.self))
            if each == 0 { return try begin(.sizes, count: count) }
            track.table.takeSize(each: each, count: count)
        case "stz2":
            let bits = Int(bytes.byte(7))
            let count = Int64(bytes.big(8, UInt32.self))
            guard bits == 4 || bits == 8 || bits == 16 else { break }
            // In entries of two bytes; the last may be half of one.
            return try begin(.compactSizes(bits: bits, count: count), count: (count * Int64(bits) + 15) / 16)
        case "stco", "co64": return try begin(.chunkOffsets(isWide: code == "co64"), count: count)
        case "stsc": return try begin(.chunkRuns, count: count)
        case "stts": return try begin(.times, count: count)
        case "trun":
            let run = fragments.beginRun(bytes)
            fragments.run = run
            guard run.headByteCount > 0 else { return try beginEntries(run, nil) }
            guard room >= Int64(run.headByteCount) else { break }
            return beginHead("tru2", byteCount: run.headByteCount)
        default:
            if let run = fragments.run { return try beginEntries(run, bytes) }
        }
        try leave()
    }

    private mutating func beginEntries(_ run: MPEG4Fragments.Run, _ head: RawSpan?) throws(MediaError) {
        chosen?.table.beginRun(at: fragments.start(of: run, head))
        if run.entryByteCount > 0 { return try begin(.run(run), count: run.count) }
        chosen?.table.appendToRun(size: run.size, duration: run.duration, count: run.count)
        try leave()
    }

    /// Takes entries of a table.
    mutating func takeTable(_ table: Table, _ bytes: RawSpan) throws(MediaError) {
        switch table {
        case .sizes: track.table.takeSizes(bytes)
        case .compactSizes(let bits, let count): track.table.takeSizes(bytes, bits: bits, count: count)
        case .chunkOffsets(let isWide): track.table.takeChunkOffsets(bytes, isWide: isWide)
        case .chunkRuns: track.table.takeChunkRuns(bytes)
        case .times: track.table.takeTimes(bytes)
        case .run(let run):
            for at in stride(from: 0, to: bytes.byteCount - run.entryByteCount + 1, by: run.entryByteCount) {
                let duration = run.hasDuration ? bytes.big(at, UInt32.self) : run.duration
                let size = run.hasSize ? bytes.big(at + (run.hasDuration ? 4 : 0), UInt32.self) : run.size
                chosen?.table.appendToRun(size: size, duration: duration)
            }
        }
    }

    /// Draws the conclusions from a box that is over.
    mutating func close(_ code: FourCC) throws(MediaError) {
        switch code {
        case "trak" where track.isAudio:
            known.audioTrackCount += 1
            if track.entry != nil, chosen == nil, known.audioTrackCount > wantedTrack { chosen = track }
            track = MPEG4Track()
        case "trak" where track.isText:
            textTracks.append(track)
            track = MPEG4Track()
        case "moov" where chosen?.isSettled != true:
            try settle()
            findChapters()
        case "moof": findWindow()
        default: break
        }
    }

    /// Puts the tables of `moov` together.
    private mutating func settle() throws(MediaError) {
        // Taken out, so that its tables are not copied.
        guard var track = chosen, let entry = track.entry else {
            throw .unsupported(.dataFormat("the file has no audio track"))
        }
        chosen = nil
        track.settleRate()
        try track.table.settle(unit: entry.unit, at: known.formatOffset)
        let format = track.entry?.format ?? entry.format
        if format.encoding != nil {
            track.pieces = track.table.pieces
            track.pieceByteCount = track.pieces.reduce(0) { $0 + Int64($1.count) }
            track.edits = []
        }
        track.isSettled = true
        chosen = track
        known.format = format
        known.cookie = entry.cookie
        known.layout = entry.layout
        findWindow()
    }

    /// Finds where the names of the chapters lie.
    private mutating func findChapters() {
        guard let id = chosen?.chapterTrack, var text = textTracks.first(where: { $0.id == id }) else { return }
        textTracks = []
        guard (try? text.table.settle(unit: nil, at: known.formatOffset)) != nil, text.timescale > 0 else { return }
        for packet in 0..<min(text.table.packetCount, Int64(ParserLimits.infoCount)) {
            let (offset, byteCount) = text.table.place(ofPacket: packet)
            guard offset >= 0, byteCount >= 2 else { continue }
            chapterPlaces.append(
                .init(
                    startSeconds: Double(text.table.times.time(ofPacket: packet)) / text.timescale, offset: offset,
                    byteCount: min(byteCount, 1 << 12)))
        }
    }

    /// Finds the frames that are to be heard: by iTunes' own text if it fits the packets, else by the edits.
    private mutating func findWindow() {
        guard let chosen, chosen.isSettled else { return }
        if let gapless, let stated = MPEG4Tags.gapless(gapless) {
            let all = chosen.table.frameCount
            let sum = stated.priming + stated.remainder + stated.valid
            // The numbers may count frames without spectral band replication.
            for scale in [1, 2] as [Int64] where sum * scale == all {
                window = (stated.priming * scale, stated.valid * scale)
                // An odd number of frames stands in the edits alone.
                let edited = chosen.heard(movieTimescale: movieTimescale)
                if let heard = edited.heard, edited.priming == window?.priming,
                    abs(heard - stated.valid * scale) < scale
                {
                    window?.heard = heard
                }
                return
            }
        }
        window = chosen.heard(movieTimescale: movieTimescale)
    }
}
