import Foundation
import SordinoMedia
import SordinoSignal
import Testing

@Suite struct SFZTextTests {
    @Test func regionsHaveWhatTheirGroupsSet() {
        let text = SFZText(
            """
            // A comment.
            <control> default_path=Samples/
            <global> ampeg_release=0.5 volume=-3
            <group> lovel=1 hivel=64 // softer
            <region> sample=soft piano C4.wav key=60
            <region> sample=other.wav lokey=c#4 hikey=72 volume=2
            <group> lovel=65
            <region>sample=loud.wav
            """)
        #expect(text.defaultPath == "Samples/")
        #expect(text.regions.count == 3)
        #expect(text.regions[0]["sample"] == "soft piano C4.wav")
        #expect(text.regions[0]["key"] == "60")
        #expect(text.regions.map { $0["hivel"] } == ["64", "64", nil])
        #expect(text.regions.map { $0["volume"] } == ["-3", "2", "-3"])
        #expect(text.regions.allSatisfy { $0["ampeg_release"] == "0.5" })
    }

    @Test func definesAndIncludesAreReplaced() {
        let text = SFZText(
            """
            #define $KEY 61
            #define $KEYHIGH 99
            /* a comment
            <region> sample=none.wav */ #include "more.sfz"
            <group> lokey=$KEY
            #include "more.sfz"
            """, include: { $0 == "more.sfz" ? "<region> sample=a.wav hikey=$KEYHIGH" : nil })
        #expect(text.regions.count == 2)
        #expect(text.regions.map { $0["lokey"] } == [nil, "61"])
        #expect(text.regions.map { $0["hikey"] } == ["99", "99"])
    }

    @Test func aFileThatIncludesItselfEnds() {
        let text = SFZText("#include \"self\"", include: { _ in "<region> sample=x.wav\n#include \"self\"" })
        #expect(text.regions.count == 64)
    }

    @Test func whatIsNoInstrumentIsNothing() {
        #expect(SFZText("").regions.isEmpty)
        #expect(SFZText("<region").regions.isEmpty)
        #expect(SFZText("= = = <> <region> =").regions.count == 1)
    }

    /// A recording of a hundred frames, as a WAVE file.
    static var recording: [UInt8] {
        func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
            (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let format = number(1, 2) + number(1, 2) + number(48_000, 4) + number(96_000, 4) + number(2, 2) + number(16, 2)
        let frames = [UInt8](repeating: 64, count: 200)
        let body = [UInt8]("WAVEfmt ".utf8) + number(16, 4) + format + [UInt8]("data".utf8) + number(200, 4) + frames
        return [UInt8]("RIFF".utf8) + number(body.count, 4) + body
    }

    @Test func wildNumbersNeitherTrapNorLeadOutOfTheRecording() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sfz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.recording).write(to: folder.appending(path: "a.wav"))
        let file = folder.appending(path: "a.sfz")
        let opcodes = [
            "volume", "pan", "tune", "transpose", "offset", "end", "lovel", "hivel", "key", "lokey", "loop_start",
            "loop_end", "cutoff", "resonance", "ampeg_attack", "ampeg_sustain", "fileg_depth", "seq_position",
        ]
        for opcode in opcodes {
            for number in ["nan", "inf", "-inf", "1e30", "-1e30", "\(Int.max)", "\(Int.min)", "-1", "100"] {
                try Data("<region> sample=a.wav \(opcode)=\(number)".utf8).write(to: file)
                guard let instrument = try? SFZInstrument.read(path: file.path) else { continue }
                for zone in instrument.zones {
                    #expect(zone.sample.frameCount <= 100 && zone.sample.loop.upperBound <= zone.sample.frameCount)
                    #expect(zone.velocities.upperBound <= 127 && zone.keys.upperBound <= 127)
                }
            }
        }
    }
}
