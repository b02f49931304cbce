import Foundation
import MusicFiles
import RunningProgram
import SordinoLibrary
import Testing

/// A process that writes the index is killed in the middle of a write, again and again: what it had said to be kept is there.
@Suite(
    .enabled(if: RunningProgram.isBuilt("library-witness"), "library-witness was not built"), .serialized,
    .timeLimit(.minutes(60)))
struct KilledIndexTests {
    @Test func nothingThatWasKeptIsLostWhenTheWriterIsKilled() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sordino-killed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let music = folder.appendingPathComponent("Music")
        try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
        for number in 0..<6 {
            let bytes = TaggedSound.wave([(name: "TIT2", text: "Song \(number)")])
            try Data(bytes).write(to: music.appendingPathComponent("\(number).wav"))
        }
        // The number of writes of a run that is not killed.
        let whole = try run(folder.appendingPathComponent("whole"), music, "-1")
        guard let writes = whole.last.flatMap({ $0.hasPrefix("writes ") ? Int($0.dropFirst(7)) : nil }) else {
            Issue.record("the witness could not write: \(whole)")
            return
        }
        #expect(writes > 20)
        let count = ProcessInfo.processInfo.environment["SORDINO_SOAK"] == nil ? 40 : 200
        for trial in 0..<count {
            let place = folder.appendingPathComponent("\(trial)")
            // All writes in turn, evenly over a run.
            let kept = try run(place, music, "\(1 + trial * writes / count)")
            let library = MusicLibrary(LibraryPlaces(folders: [music.path], index: place.path + "/library.sqlite"))
            #expect(
                library.failure == nil
                    && !FileManager.default.fileExists(atPath: place.path + "/library.sqlite.damaged"))
            let table = library.table
            for line in kept where line.hasPrefix("kept ") {
                let row = UInt64(line.dropFirst(5)).flatMap { table.row(of: $0) }
                #expect(row.map { table.number(.rating, $0) } == 4, "killed at write \(1 + trial * writes / count)")
            }
            // The next run finds all songs.
            try library.scan()
            #expect(library.table.count == 6)
        }
    }

    @Test func aFullDiskIsSaidOnceAndEverythingIsMadeUpForLater() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let song = folder.url.appendingPathComponent("song.wav")
        try Data(TaggedSound.wave([(name: "TIT2", text: "New")])).write(to: song)
        try Data(TaggedSound.wave([(name: "TIT2", text: "Old")])).write(
            to: folder.music.appendingPathComponent("1.wav"))
        let said = try run(folder.url, folder.music, "full", song.path)
        let full = "the index of the library at \(folder.url.path)/library.sqlite: database or disk is full"
        #expect(said.contains("refused: \(full)"))
        #expect(said.contains("full: 1 songs, played 0") && said.contains("free: 3 songs, played 3"))
        #expect(said.filter { $0.hasPrefix("sordino: ") }.count == 1, "\(said)")
        #expect(said.contains { $0.hasPrefix("sordino: \(full); ") })
    }

    @Test func aWholeIndexInAFolderThatCannotBeWrittenIsRead() throws {
        let folder = try Folder()
        let data = folder.url.appendingPathComponent("data")
        defer {
            chmod(data.path, 0o755)
            folder.remove()
        }
        for number in 0..<3 {
            try Data(TaggedSound.wave([(name: "TIT2", text: "Song \(number)")])).write(
                to: folder.music.appendingPathComponent("\(number).wav"))
        }
        _ = try run(data, folder.music, "-1")
        chmod(data.path + "/library.sqlite", 0o444)
        chmod(data.path, 0o555)
        chmod(folder.music.path, 0o555)
        let said = try run(data, folder.music, "read-only")
        #expect(said.contains("songs 3") && said.contains { $0.hasPrefix("path \(folder.music.path)/") }, "\(said)")
        #expect(said.filter { $0.hasPrefix("refused: the index of the library") }.count == 2, "\(said)")
        #expect(
            said.filter { $0.hasPrefix("sordino: ") && $0.hasSuffix("; the library stays as it was written last") }
                .count == 1)
    }

    /// A folder of music, and room beside it.
    private struct Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-index-\(UUID().uuidString)")
        var music: URL { url.appendingPathComponent("Music") }

        init() throws { try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true) }

        func remove() {
            chmod(music.path, 0o755)
            try? FileManager.default.removeItem(at: url)
        }
    }

    /// Runs the witness to its end; returns what it said.
    private func run(_ place: URL, _ music: URL, _ words: String...) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: RunningProgram.path("library-witness"))
        process.arguments = [place.path + "/library.sqlite", music.path] + words
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
