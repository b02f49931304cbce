import AllocationProbe
import ByteMutation
import Testing

@testable import SordinoMedia

/// Files made to cost the most: bytes that are read and memory that is kept grow with the bytes that are there.
@Suite struct WorstCaseTests {
    /// A file and its name.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    /// Counts what is read of a file in memory.
    private final class CountedSource: ByteSource {
        let name = "counted"
        private let source: MemoryByteSource
        private(set) var byteCountRead: Int64 = 0
        private(set) var readCount = 0

        init(_ bytes: [UInt8]) { source = MemoryByteSource(bytes) }

        func byteCount() throws(MediaError) -> Int64 { try source.byteCount() }

        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
            let count = try source.read(into: buffer, at: offset)
            byteCountRead += Int64(count)
            readCount += 1
            return count
        }
    }

    private static func big(_ value: Int, _ byteCount: Int = 4) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * (byteCount - 1 - $0))) }
    }

    private static func little(_ value: Int, _ byteCount: Int = 4) -> [UInt8] { big(value, byteCount).reversed() }

    /// A box of MPEG-4.
    private static func box(_ id: String, _ body: [UInt8]) -> [UInt8] { big(body.count + 8) + [UInt8](id.utf8) + body }

    /// The seed of a name, with bytes behind a place.
    private static func seed(_ name: String) -> [UInt8] { SeedFiles.all().first { $0.name == name }?.bytes ?? [] }

    private static let size = 1 << 17

    /// As many of some bytes as make a file of the usual size.
    private static func repeated(_ bytes: [UInt8], behind start: [UInt8] = []) -> [UInt8] {
        start + [[UInt8]](repeating: bytes, count: max(1, size / max(1, bytes.count))).flatMap { $0 }
    }

    static let cases: [Case] = {
        let riff = [UInt8]("RIFF".utf8) + little(size) + [UInt8]("WAVE".utf8)
        let form = [UInt8]("FORM".utf8) + big(size) + [UInt8]("AIFC".utf8)
        let caf = [UInt8]("caff".utf8) + [0, 1, 0, 0]
        var cases = [
            Case(name: "WAVE: empty chunks", bytes: repeated([UInt8]("junk".utf8) + little(0), behind: riff)),
            Case(name: "AIFC: empty chunks", bytes: repeated([UInt8]("ANNO".utf8) + big(0), behind: form)),
            Case(name: "CAF: empty chunks", bytes: repeated([UInt8]("free".utf8) + big(0, 8), behind: caf)),
            Case(
                name: "MPEG-4: empty boxes",
                bytes: repeated(box("free", []), behind: box("ftyp", [0x4D, 0x34, 0x41, 0x20, 0, 0, 0, 0]))),
            Case(
                name: "FLAC: blocks of padding",
                bytes: repeated(
                    [1, 0, 0, 0],
                    behind: Array(SilentFLAC.bytes(frameCount: 0, channelCount: 1).prefix(42)).replacingFirstFlag())),
            Case(name: "FLAC: silence", bytes: SilentFLAC.bytes(frameCount: size / 35, channelCount: 8)),
            Case(
                name: "FLAC: beginnings of frames",
                bytes: repeated(
                    [0xFF, 0xF8, 0x69, 0x18, 0], behind: Array(SilentFLAC.bytes(frameCount: 1, channelCount: 2)))),
            Case(name: "MPEG audio: beginnings of frames", bytes: repeated([0xFF, 0xFB], behind: seed("cbr.mp3"))),
            Case(
                name: "ADTS: beginnings of frames",
                bytes: repeated([0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC], behind: seed("adts.aac"))),
            Case(name: "AC-3: beginnings of frames", bytes: repeated([0x0B, 0x77], behind: seed("five.ac3"))),
            Case(
                name: "E-AC-3: streams of one programme",
                bytes: repeated(
                    [0x0B, 0x77, 0x40, 0x07, 0x34, 0x80] + [UInt8](repeating: 0, count: 10),
                    behind: seed("enhanced.eac3"))),
            Case(
                name: "Ogg: empty pages",
                bytes: repeated([UInt8]("OggS".utf8) + [UInt8](repeating: 0, count: 23), behind: seed("opus.opus"))),
            Case(name: "Ogg: capture patterns", bytes: repeated([UInt8]("OggS".utf8), behind: seed("vorbis.ogg"))),
            Case(
                name: "ID3: fields of nothing",
                bytes: [UInt8]("ID3".utf8) + [4, 0, 0, 0, 7, 0x7F, 0x7F]
                    + repeated([UInt8]("TIT2".utf8) + [0, 0, 0, 1, 0, 0, 0]) + seed("cbr.mp3")),
            Case(name: "AMR: packets of one byte", bytes: repeated([0x7C], behind: [UInt8]("#!AMR\n".utf8))),
        ]
        // Tables that claim the most entries, in boxes of their own size.
        let movie = seed("aac.m4a")
        for table in ["stsz", "stts", "stsc", "stco"] {
            var bytes = movie
            if let place = (4..<bytes.count - 20).first(where: { Array(bytes[$0..<$0 + 4]) == [UInt8](table.utf8) }) {
                let count = place + (table == "stsz" ? 12 : 8)
                bytes.replaceSubrange(count..<count + 4, with: big(0xFFFF_FFFF))
                if table == "stts" { bytes.replaceSubrange(count + 4..<count + 8, with: big(0xFFFF_FFFF)) }
            }
            cases.append(Case(name: "MPEG-4: \(table) of 4 milliards", bytes: bytes))
        }
        return cases
    }()

    @Test(.enabled(if: !SeedFiles.all().isEmpty, "Fuzz/Seeds is not beside these sources"), arguments: cases)
    func readingCostsWhatTheBytesAreWorth(worst: Case) throws {
        let source = CountedSource(worst.bytes)
        var kept: MediaReader?
        var packetCount = 0
        let heap = countingHeapBytes {
            guard let reader = try? MediaReader(source) else { return }
            kept = reader
            _ = reader.frameCount
            guard let packets = try? reader.makePacketSource() else { return }
            while packetCount < 1 << 20, let packet = try? packets.next() {
                packetCount += 1
                #expect(packet.bytes.count <= worst.bytes.count)
            }
        }
        let count = worst.bytes.count
        // Opening, counting and walking read everything a few times over.
        #expect(source.byteCountRead <= Int64(8 * count + 1 << 20), "\(source.byteCountRead) of \(count)")
        #expect(source.readCount <= count + 1_000, "\(source.readCount) reads of \(count) bytes")
        #expect(packetCount <= count)
        #expect(heap <= 32 * count + 4 << 20, "\(heap) bytes for \(count)")
        withExtendedLifetime(kept) {}
    }
}

extension [UInt8] {
    /// A FLAC file's first block, which is not the last any more.
    fileprivate func replacingFirstFlag() -> [UInt8] {
        var copy = self
        copy[4] = 0
        return copy
    }
}
