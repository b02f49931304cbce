import SordinoSignal

/// A bank of instruments in the form of Downloadable Sounds, level 1 or 2 (`.dls`).
///
/// Waves of 16 bits stay where they are in the file; those of 8 bits are copied. Articulations are brought into the
/// terms of SoundFont.
/// - Source: Downloadable Sounds Level 1 (MMA, 1999) and Level 2.2 (MMA, 2006).
package final class DLSBank: Sendable {
    /// The name stored in the bank.
    package let name: String
    /// The programs, by bank and number.
    package let instruments: [(number: ProgramNumber, instrument: Instrument)]

    /// Regions of the whole bank.
    private static let regionLimit = 1 << 16

    /// Reads a mapped file.
    ///
    /// - Throws: `unsupported` if it is no bank of this kind.
    package init(_ data: MappedBytes) throws(MediaError) {
        let bytes = data.bytes.bytes
        guard Self.recognises(bytes) else { throw .unsupported(.fileType("the file is not a DLS bank")) }
        let top = RIFFList(bytes, 12..<bytes.byteCount)
        name = top.list("INFO").flatMap { $0.text("INAM", in: data) } ?? ""
        let waves = DLSWaves(data, top)
        var made: [(number: ProgramNumber, instrument: Instrument)] = []
        var regionCount = 0
        for chunk in top.list("lins")?.lists ?? [] where chunk.kind == "ins " && regionCount < Self.regionLimit {
            let parts = RIFFList(bytes, chunk.body)
            guard let header = parts.chunk("insh"), header.count >= 12 else { continue }
            let locale = bytes.little(header.lowerBound + 4, UInt32.self)
            let program = Int(bytes.little(header.lowerBound + 8, UInt32.self) & 0x7F)
            let shared = DLSArticulation(data, parts)
            var zones: [InstrumentZone] = []
            for region in parts.list("lrgn")?.lists ?? [] where region.kind == "rgn " || region.kind == "rgn2" {
                guard regionCount < Self.regionLimit else { break }
                regionCount += 1
                let inner = RIFFList(bytes, region.body)
                let own = DLSArticulation(data, inner)
                if let zone = waves.zone(inner, own.isEmpty ? shared : own) { zones.append(zone) }
            }
            let name = parts.list("INFO").flatMap { $0.text("INAM", in: data) } ?? ""
            made.append((Self.number(locale, program), Instrument(name: name, zones: zones)))
        }
        instruments = made.sorted { $0.number < $1.number }
    }

    /// Maps the bank at a path.
    package convenience init(path: String) throws(MediaError) { try self.init(MappedBytes(path: path)) }

    /// Returns whether a file that begins so is a bank of this kind.
    package static func recognises(_ head: RawSpan) -> Bool {
        head.byteCount >= 12 && head.code(0) == "RIFF" && head.code(8) == "DLS "
    }

    /// The bank in SoundFont's numbers: percussion in the highest bit, two halves of seven bits.
    private static func number(_ locale: UInt32, _ program: Int) -> ProgramNumber {
        if locale & 0x8000_0000 != 0 { return ProgramNumber(bank: 128, program: program) }
        let (high, low) = (Int(locale >> 8 & 0x7F), Int(locale & 0x7F))
        return SoundBankFile.number(program: program, high: high, low: low)
    }
}

/// The chunks of a list.
struct RIFFList {
    /// A list within it.
    struct Inner {
        let kind: FourCC
        let body: Range<Int>
        let lists: [(kind: FourCC, body: Range<Int>)]

        /// A chunk of text.
        func text(_ id: FourCC, in data: MappedBytes) -> String? {
            let bytes = data.bytes.bytes
            return RIFFList(bytes, body).chunk(id).map { bytes.text($0.prefix(256)) }
        }
    }

    private(set) var chunks: [(id: FourCC, body: Range<Int>)] = []
    private(set) var lists: [(kind: FourCC, body: Range<Int>)] = []
    private var inners: [FourCC: Inner] = [:]

    /// Goes through the chunks of a range, and the names of those in lists.
    init(_ bytes: RawSpan, _ range: Range<Int>, isDeep: Bool = true) {
        var offset = range.lowerBound
        while let chunk = RIFFChunk(bytes, at: offset, end: range.upperBound) {
            if chunk.id == "LIST", chunk.body.count >= 4 {
                let kind = bytes.code(chunk.body.lowerBound)
                let body = chunk.body.lowerBound + 4..<chunk.body.upperBound
                lists.append((kind, body))
                if isDeep {
                    let below = RIFFList(bytes, body, isDeep: false)
                    inners[kind] = Inner(kind: kind, body: body, lists: below.lists)
                }
            } else {
                chunks.append((chunk.id, chunk.body))
            }
            offset = chunk.next
        }
    }

    /// The first chunk of a name.
    func chunk(_ id: FourCC) -> Range<Int>? { chunks.first { $0.id == id }?.body }

    /// A list of a kind.
    func list(_ kind: FourCC) -> Inner? { inners[kind] }
}
