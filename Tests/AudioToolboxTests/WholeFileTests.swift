import AudioToolbox
import Foundation
import Testing

/// Files that are read as a whole: bounded, and only regular ones.
@Suite struct WholeFileTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("whole-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func code(_ url: URL, limit: Int) -> Int? {
        do {
            _ = try WholeFile.data(url, limit: limit)
            return nil
        } catch {
            return (error as NSError).code
        }
    }

    @Test func aFileIsReadUpToTheLimit() throws {
        try withFolder { folder in
            let file = folder.appendingPathComponent("a")
            try Data(0..<100).write(to: file)
            #expect(try WholeFile.data(file, limit: 100) == Data(0..<100))
            #expect(code(file, limit: 99) == CocoaError.Code.fileReadTooLarge.rawValue)
            #expect(code(folder.appendingPathComponent("b"), limit: 1) == CocoaError.Code.fileReadNoSuchFile.rawValue)
            let pipe = folder.appendingPathComponent("pipe")
            mkfifo(pipe.path, 0o600)
            for url in [pipe, folder, URL(fileURLWithPath: "/dev/zero")] {
                #expect(code(url, limit: 100) == CocoaError.Code.fileReadUnknown.rawValue, "\(url.path)")
            }
            let remote = try #require(URL(string: "http://example.org/a"))
            #expect(code(remote, limit: 100) == CocoaError.Code.fileReadUnsupportedScheme.rawValue)
        }
    }

    /// Sparse files of a terabyte, a MIDI file and a preset by their names.
    @Test func filesOfAnySizeAreRefused() throws {
        try withFolder { folder in
            for name in ["a.mid", "a.aupreset"] {
                let file = folder.appendingPathComponent(name)
                try Data("MThd".utf8).write(to: file)
                #expect(truncate(file.path, 1 << 40) == 0)
            }
            var sequence: MusicSequence?
            #expect(NewMusicSequence(&sequence) == noErr)
            let made = try #require(sequence)
            defer { DisposeMusicSequence(made) }
            let url = folder.appendingPathComponent("a.mid") as CFURL
            #expect(MusicSequenceFileLoad(made, url, .midiType, []) != noErr)
            #expect(
                code(folder.appendingPathComponent("a.aupreset"), limit: WholeFile.byteLimit)
                    == CocoaError.Code.fileReadTooLarge.rawValue)
        }
    }
}
