/// WAVE, AIFF and CAF written anew: all other chunks first, the audio last.
struct ChunkRewrite {
    private let scan: MediaScan.Result
    private let form: ChunkForm
    private let changes: MediaRewriter.Changes

    init(_ scan: MediaScan.Result, _ form: ChunkForm, _ changes: MediaRewriter.Changes) {
        self.scan = scan
        self.form = form
        self.changes = changes
    }

    private var isCAF: Bool { form == .caf }
    private var isWAVE: Bool { form.isWAVE }

    /// The description of the new file.
    private var description: MediaDescription {
        var description = MediaDescription(scan.format, info: changes.info ?? scan.properties.info)
        description.markers = changes.markers ?? scan.properties.markers
        description.regions = changes.regions ?? scan.properties.regions
        description.timeCodeType = scan.properties.timeCodeType
        return description
    }

    func write(_ output: inout RewriteOutput) throws(MediaError) {
        let chunks = scan.properties.chunks
        let head = try output.bytes(0..<(isCAF ? 8 : 12))
        guard form != .wave(isWide: false) || head.starts(with: "RIFF".utf8) else {
            throw .unsupported(.operation("big-endian WAVE files (RIFX) cannot be edited"))
        }
        try output.put(head)
        let audio = form.audio
        let replaced = replacedChunks
        var wideSizesAt: Int64?
        for chunk in chunks where chunk.id != audio {
            if isFiller(chunk.id) || replaced.contains(chunk.id) { continue }
            let byteCount = chunk.byteCount ?? 0
            if chunk.id == "LIST", try isReplacedList(chunk, output) { continue }
            if chunk.id == "ds64" { wideSizesAt = output.position + 8 }
            try putHead(chunk.id, byteCount, &output)
            try output.copy(chunk.start..<chunk.start + byteCount)
            if !isCAF, byteCount % 2 == 1 { try output.put([0]) }
        }
        try output.put(fresh)
        // The audio and the fields before it: an edit count, or an offset that becomes 0.
        let byteCount = scan.dataByteCount
        let extra: [UInt8] =
            isCAF
            ? try output.bytes(scan.dataStart - 4..<scan.dataStart)
            : isWAVE ? [] : [UInt8](repeating: 0, count: 8)
        let claimed = byteCount + Int64(extra.count)
        let isWide = form == .wave(isWide: true)
        guard isCAF || isWide || claimed + output.position < Int64(UInt32.max) else {
            throw .limit("the file would become larger than its 32-bit sizes can state")
        }
        try putHead(audio, isWide ? Int64(UInt32.max) : claimed, &output)
        try output.put(extra)
        try output.copy(scan.dataStart..<scan.dataStart + byteCount)
        if !isCAF, byteCount % 2 == 1 { try output.put([0]) }
        guard !isCAF else { return }
        let all = output.position - 8
        if isWide {
            guard let wideSizesAt else {
                throw .unsupported(.operation("the file has no room for 64-bit sizes (a ds64 chunk)"))
            }
            try output.replace(little(all) + little(byteCount), at: wideSizesAt)
        } else {
            let size = UInt32(clamping: all)
            try output.replace(isWAVE ? little(size) : ByteBuilder.of { $0.big(size) }, at: 4)
        }
    }

    private func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] { ByteBuilder.of { $0.little(value) } }

    private func isFiller(_ id: FourCC) -> Bool {
        // A chunk that keeps room for 64-bit sizes has such a name too; the new file may not need it.
        ["free", "JUNK", "junk", "FLLR", "PAD "].contains(id)
    }

    /// Chunks that are written afresh.
    private var replacedChunks: Set<FourCC> {
        var ids: Set<FourCC> = []
        if changes.info != nil { ids.formUnion(isCAF ? ["info"] : isWAVE ? [] : AIFFInfo.names.map(\.id)) }
        if changes.markers != nil || changes.regions != nil {
            ids.formUnion(isCAF ? ["mark", "regn", "strg"] : isWAVE ? ["cue "] : ["MARK"])
        }
        return ids
    }

    /// Returns whether a `LIST` chunk of WAVE is replaced, by the type of the list.
    private func isReplacedList(
        _ chunk: MediaProperties.Chunk, _ output: RewriteOutput
    ) throws(MediaError) -> Bool {
        let type = try output.bytes(chunk.start..<chunk.start + 4)
        if type.elementsEqual("INFO".utf8) { return changes.info != nil }
        return type.elementsEqual("adtl".utf8) && (changes.markers != nil || changes.regions != nil)
    }

    /// The chunks with the changes.
    private var fresh: [UInt8] {
        let description = description
        var bytes: [UInt8] = []
        if changes.info != nil {
            bytes +=
                isCAF
                ? CAFWriter.infoChunk(description.info)
                : isWAVE ? WAVEWriter.infoChunk(description.info) : AIFFWriter.textChunks(description)
        }
        if changes.markers != nil || changes.regions != nil {
            bytes +=
                isCAF
                ? CAFMarkers.chunks(description)
                : isWAVE ? WAVEMarkers.chunks(description) : AIFFMarkers.chunk(description)
        }
        return bytes
    }

    private func putHead(_ id: FourCC, _ byteCount: Int64, _ output: inout RewriteOutput) throws(MediaError) {
        let size = UInt32(clamping: byteCount)
        try output.put(
            ByteBuilder.of { builder in
                builder.put(id)
                if isCAF { builder.big(byteCount) } else if isWAVE { builder.little(size) } else { builder.big(size) }
            })
    }
}
