import AllocationProbe
import ByteMutation
import Foundation
import SordinoSignal
import Testing

@testable import SordinoMedia

/// Banks that claim more work than their bytes are worth: what is done grows with the bytes, not with the counts that they claim.
@Suite struct BankBoundsTests {
    // MARK: Texts

    @Test func namesThatStandForNamesAreBounded() {
        // Ten of ten of ten: 10^7 letters in one line.
        var text = ""
        for level in 0..<7 {
            text += "#define $d0\(level) " + String(repeating: "$d0\(level + 1)", count: 10) + "\n"
        }
        text += "#define $d07 x\n<region> sample=s.wav key=60 foo=$d00\n<region> sample=t.wav\n"
        let read = SFZText(text)
        #expect(read.workByteCount <= 20 * text.utf8.count + 1 << 17)
        // The line that goes too far is left out, the others are read.
        #expect(read.regions.map { $0["sample"] } == ["t.wav"])
    }

    @Test func namesMayStandForNames() {
        let text = SFZText(
            """
            #define $FOLDER piano
            #define $SOUND $FOLDER/soft
            <region> sample=$SOUND.wav key=$NONE
            """)
        #expect(text.regions.first?["sample"] == "piano/soft.wav")
        #expect(text.regions.first?["key"] == "$NONE")
        // One that stands for itself ends.
        #expect(SFZText("#define $A $A$A\n<region> sample=$A").regions.count <= 1)
    }

    @Test func manyCommentsInOneLineTakeOnePass() {
        let text = "<region> sample=s.wav " + String(repeating: "/**/", count: 1 << 18) + " key=61"
        let read = SFZText(text)
        #expect(read.regions.first?["key"] == "61")
        #expect(read.workByteCount <= 4 * text.utf8.count)
    }

    @Test func regionsShareWhatTheirGroupsSet() {
        let opcodes = (0..<500).map { "name\($0)=\($0)" }.joined(separator: " ")
        let text = "<global> \(opcodes)\n<group> \(opcodes)\n" + String(repeating: "<region>", count: 10_000)
        var read: SFZText?
        let bytes = countingHeapBytes { read = SFZText(text) }
        #expect(read?.regions.count == 10_000)
        #expect(read?.regions.last?["name499"] == "499")
        #expect(bytes <= 64 * text.utf8.count, "\(bytes) bytes for \(text.utf8.count)")
    }

    // MARK: Banks

    /// A bank of 16 kB whose one program has a thousand zones, each of an instrument of a thousand zones.
    private static func squared(_ count: Int, start: Int) -> [UInt8] {
        var writer = SoundFontWriter(name: "Squared")
        let sample = writer.add(.init("s", (0..<100).map { Int16($0) }, sampleRate: 44_100))
        let zones = (0..<count).map { _ in
            SoundFontWriter.Zone(sample, generators: [(Generator.startOffset, start)])
        }
        let instrument = writer.addInstrument("All", zones)
        for program in 0..<4 {
            writer.addPreset(
                "All", ProgramNumber(bank: 0, program: program), (0..<count).map { _ in .init(instrument) })
        }
        return writer.bytes
    }

    @Test(arguments: [0, 200]) func zonesOfZonesAreBounded(start: Int) throws {
        let bytes = Self.squared(1_000, start: start)
        let font = try SoundFont(MappedBytes(bytes))
        var levels = ZoneLevels(font.tables, font.data)
        let whole = levels.work.left
        #expect(whole <= 1 << 18 + 4 * bytes.count)
        let programs = font.instruments(&levels)
        #expect(programs.count == 4)
        #expect(levels.work.left < whole)
        let zones = programs.reduce(0) { $0 + $1.instrument.zones.count }
        #expect(zones * 17 <= whole)
        // One program alone is bounded too.
        #expect(font.instrument(font.presets[0]).zones.count <= SoundFont.zoneLimit)
    }

    @Test func whatAnOrdinaryBankNeedsIsThere() throws {
        let font = try SoundFont(MappedBytes(SoundFontTests.bank().bytes))
        #expect(font.instruments().map(\.instrument.zones.count) == [1, 3])
    }

    @Test func waveThatLiesInAnotherIsCopiedOnlyOnce() throws {
        // Lists that begin within each other's data, each with all bytes up to the end as a wave of eight bits.
        let nested = 200
        func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
            (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] { [UInt8](id.utf8) + number(body.count, 4) + body }
        let format = number(1, 2) + number(1, 2) + number(8_000, 4) + number(8_000, 4) + number(1, 2) + number(8, 2)
        var wave: [UInt8] = []
        var offsets: [Int] = []
        for _ in 0..<nested {
            let inner = [UInt8]("wave".utf8) + chunk("fmt ", format) + chunk("data", wave + [0, 0])
            wave = chunk("LIST", inner)
        }
        var offset = 0
        for _ in 0..<nested {
            offsets.append(offset)
            offset += 8 + 4 + 24 + 8
        }
        let table = number(8, 4) + number(nested, 4) + offsets.flatMap { number($0, 4) }
        let body = chunk("ptbl", table) + chunk("LIST", [UInt8]("wvpl".utf8) + wave)
        let file = [UInt8]("RIFF".utf8) + number(body.count + 4, 4) + [UInt8]("DLS ".utf8) + body
        let data = MappedBytes(file)
        let top = RIFFList(data.bytes.bytes, 12..<file.count)
        #expect(DLSWaves(data, top).copiedByteCount <= file.count)
    }

    // MARK: Recordings

    @Test func aRecordingInMemoryIsBoundedByItsBytes() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bounds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "bomb.flac")
        let bomb = SilentFLAC.bytes(frameCount: 200, channelCount: 1)
        try Data(bomb).write(to: file)
        // 13 million frames in 4,000 bytes.
        #expect(throws: MediaError.self) { try SoundBankFile.zones(path: file.path, limit: 1 << 27) }
        try Data(SilentFLAC.bytes(frameCount: 2, channelCount: 1)).write(to: file)
        #expect(try SoundBankFile.zones(path: file.path, limit: 1 << 27).first?.sample.frameCount == 131_070)
    }
}
