import Foundation
import Testing

/// `afinfo` on MIDI files.
@Suite(.enabled(if: ProgramRun.isBuilt("afinfo"), "afinfo was not built")) struct MIDIInfoTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Two tracks: a name and a tempo of 100; two notes of one beat each, on channels 1 and 10.
    private var bytes: [UInt8] {
        let tempo: [UInt8] = [
            0, 0xFF, 3, 4, 0x54, 0x75, 0x6E, 0x65, 0, 0xFF, 0x51, 3, 0x09, 0x27, 0xC0, 0, 0xFF, 0x58, 4, 3, 2, 24, 8, 0,
            0xFF, 0x2F, 0,
        ]
        let notes: [UInt8] = [
            0, 0x90, 60, 100, 96, 60, 0, 0, 0x99, 36, 90, 96, 36, 0, 0, 0xFF, 0x2F, 0,
        ]
        return Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 2, 0, 96] + Array("MTrk".utf8) + [
            0, 0, 0, UInt8(tempo.count),
        ]
            + tempo + Array("MTrk".utf8) + [0, 0, 0, UInt8(notes.count)] + notes
    }

    @Test func aMIDIFileIsToldLineByLine() throws {
        let file = scratch.path("tune.mid")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        let run = try ProgramRun("afinfo", [file])
        #expect(run.status == 0)
        #expect(
            run.output == """
                File:           \(file)
                File type ID:   midi
                Num Tracks:     2
                ----
                Format:         type 1, 96 ticks per quarter note
                estimated duration: 1.200000 sec
                title: Tune
                time signature: 3/4
                tempo: 100.000 beats per minute at beat 0.000
                track  1: "Tune" 4 events, 0 notes
                track  2: 5 events, 2 notes, channels 1 10
                ----

                """)
        #expect(try ProgramRun("afinfo", ["-b", file]).output.hasSuffix("1.200 sec, format:  MIDI, type 1\n"))
        let json = try ProgramRun("afinfo", ["-j", file]).bytes
        let list = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        #expect(list[0]["timeSignature"] as? String == "3/4")
        #expect((list[0]["tracks"] as? [[String: Any]])?.map { $0["notes"] as? Int } == [0, 2])
    }

    @Test func aMIDIFileBecomesAFileOfSound() throws {
        let file = scratch.path("tune.mid")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        let run = try ProgramRun("afconvert", ["-d", "LEF32", file, scratch.path("tune.wav")])
        #expect(run.status == 0)
        let sound = try Data(contentsOf: URL(fileURLWithPath: scratch.path("tune.wav")))
        // Two beats at 100 a minute, 8 bytes a frame; what dies away comes on top.
        #expect(sound.count > Int(1.2 * 44_100) * 8)
        #expect(sound.dropFirst(4_096).contains { $0 != 0 })
        let none = try ProgramRun("afconvert", ["--bank", file, file, scratch.path("none.wav")])
        #expect(none.status == 1, "a bank that is none")
    }

    @Test func whatIsWrongInAMIDIFileIsTold() throws {
        let file = scratch.path("short.mid")
        try Data(bytes.dropLast(5)).write(to: URL(fileURLWithPath: file))
        let run = try ProgramRun("afinfo", [file])
        #expect(run.status == 0)
        #expect(run.output.contains("warning: at byte"))
        let none = scratch.path("none.mid")
        try Data(bytes.prefix(9)).write(to: URL(fileURLWithPath: none))
        let refused = try ProgramRun("afinfo", [none])
        #expect(refused.status == 1)
        #expect(refused.complaint.hasPrefix("afinfo: "))
    }
}
