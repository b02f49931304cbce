/// Where the tables of a bank lie in its file, and that all of their records are there.
struct SoundFontTables: Sendable {
    /// Records of one size.
    struct Records: Sendable {
        var start = 0
        var count = 0
        let size: Int

        /// The first byte of a record.
        func offset(_ index: Int) -> Int { start + index * size }
    }

    private(set) var name = ""
    private(set) var presets = Records(size: 38)
    private(set) var presetBags = Records(size: 4)
    private(set) var presetModulators = Records(size: 10)
    private(set) var presetGenerators = Records(size: 4)
    private(set) var instruments = Records(size: 22)
    private(set) var instrumentBags = Records(size: 4)
    private(set) var instrumentModulators = Records(size: 10)
    private(set) var instrumentGenerators = Records(size: 4)
    private(set) var samples = Records(size: 46)
    /// The bytes of all samples.
    private(set) var sampleData = 0..<0
    /// The lower eight bits of all samples, one byte each; empty for samples of 16 bits.
    private(set) var lowBytes = 0..<0

    /// Goes through the chunks.
    init(_ bytes: RawSpan) throws(MediaError) {
        guard SoundFont.recognises(bytes) else { throw .unsupported(.fileType("the file is not a SoundFont bank")) }
        var offset = 12
        while let chunk = RIFFChunk(bytes, at: offset, end: bytes.byteCount) {
            if chunk.id == "LIST", chunk.body.count >= 4 {
                takeList(bytes.code(chunk.body.lowerBound), bytes, chunk.body.lowerBound + 4..<chunk.body.upperBound)
            }
            offset = chunk.next
        }
        let needed: [(Records, String)] = [
            (presets, "phdr"), (presetBags, "pbag"), (instruments, "inst"), (instrumentBags, "ibag"),
            (samples, "shdr"),
        ]
        // Another count of bytes than of samples: the bank is one of 16 bits (section 6.2).
        if lowBytes.count < sampleData.count / 2 { lowBytes = 0..<0 }
        for (records, chunk) in needed where records.count == 0 {
            throw .malformed(at: 12, because: "the SoundFont bank has no \(chunk) chunk")
        }
    }

    private mutating func takeList(_ kind: FourCC, _ bytes: RawSpan, _ range: Range<Int>) {
        var offset = range.lowerBound
        while let chunk = RIFFChunk(bytes, at: offset, end: range.upperBound) {
            take(kind, chunk.id, bytes, chunk.body)
            offset = chunk.next
        }
    }

    private mutating func take(_ list: FourCC, _ id: FourCC, _ bytes: RawSpan, _ body: Range<Int>) {
        func place(_ records: inout Records) {
            (records.start, records.count) = (body.lowerBound, body.count / records.size)
        }
        switch (list, id) {
        case ("INFO", "INAM"): name = bytes.text(body.prefix(256))
        case ("sdta", "smpl"): sampleData = body.lowerBound % 2 == 0 ? body : 0..<0
        case ("sdta", "sm24"): lowBytes = body
        case ("pdta", "phdr"): place(&presets)
        case ("pdta", "pbag"): place(&presetBags)
        case ("pdta", "pmod"): place(&presetModulators)
        case ("pdta", "pgen"): place(&presetGenerators)
        case ("pdta", "inst"): place(&instruments)
        case ("pdta", "ibag"): place(&instrumentBags)
        case ("pdta", "imod"): place(&instrumentModulators)
        case ("pdta", "igen"): place(&instrumentGenerators)
        case ("pdta", "shdr"): place(&samples)
        default: break
        }
    }
}

/// A chunk of a RIFF file, cut to the bytes that exist.
struct RIFFChunk {
    let id: FourCC
    let body: Range<Int>
    /// Where the next chunk begins.
    let next: Int

    /// Reads the header at an offset; nil where there is none before `end`.
    init?(_ bytes: RawSpan, at offset: Int, end: Int) {
        guard offset >= 0, offset <= end - 8, end <= bytes.byteCount else { return nil }
        id = bytes.code(offset)
        let size = Int(bytes.little(offset + 4, UInt32.self))
        body = offset + 8..<min(offset + 8 + size, end)
        next = body.upperBound + size % 2
    }
}

extension MappedBytes {
    /// A little-endian number at an offset that has been checked.
    ///
    /// Not by a span: the optimiser of Swift 6.3.1 ends with "Found ownership error" where one is borrowed from an
    /// object in a function that returns early.
    func number<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: T.Type) -> T {
        T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
    }

    /// The text in a range, up to the first zero.
    @inline(never)
    func text(_ range: Range<Int>) -> String { bytes.bytes.text(range) }
}
