import Foundation
import Testing

/// Lists of files for `afconvert`, shared by workers that are killed.
@Suite(.enabled(if: ProgramRun.isBuilt("afconvert"), "afconvert was not built")) struct ManifestTests {
    private static let fileCount = 60
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Inputs of different lengths, and a list that makes Apple Lossless files of them in a folder.
    private func list(into folder: String) throws -> String {
        var lines = ["# made by a test", ""]
        for number in 0..<Self.fileCount {
            let name = "in \(number).wav"
            if !FileManager.default.fileExists(atPath: scratch.path(name)) {
                _ = try scratch.sine(name, channels: 1 + number % 2, frames: 3_000 + 1_117 * number)
            }
            lines.append("\(name)\t\(folder)/\(number % 3)/out \(number).caf")
        }
        try lines.joined(separator: "\n").write(toFile: scratch.path("list"), atomically: true, encoding: .utf8)
        return "list"
    }

    private func outputs(_ folder: String) throws -> [String: Data] {
        let root = scratch.folder.appendingPathComponent(folder)
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            let url = root.appendingPathComponent(name)
            if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                found[name] = try Data(contentsOf: url)
            }
        }
        return found
    }

    private func worker(_ list: String, _ words: String...) throws -> Process {
        let process = Process()
        process.executableURL = ProgramRun.folder.appendingPathComponent("afconvert")
        process.arguments = ["-f", "caff", "-d", "ima4", "--manifest", list] + words
        process.currentDirectoryURL = scratch.folder
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        return process
    }

    @Test func workersThatAreKilledChangeNothingInTheOutcome() throws {
        let whole = try ProgramRun(
            "afconvert", ["-f", "caff", "-d", "ima4", "--manifest", try list(into: "whole")], in: scratch.folder)
        #expect(whole.status == 0, "\(whole.output)")
        #expect(
            whole.output.split(separator: "\n").filter { $0.contains("\"state\":\"made\"") }.count == Self.fileCount)
        let expected = try outputs("whole")
        #expect(expected.count == Self.fileCount)

        let shared = try list(into: "shared")
        for round in 1...6 {
            // Two at once; both die when some more files are there.
            let workers = [try worker(shared), try worker(shared)]
            let wanted = round * Self.fileCount / 8
            while workers.contains(where: \.isRunning) {
                let there = (try? outputs("shared").keys.filter { $0.hasSuffix(".caf") }.count) ?? 0
                if there >= wanted { break }
            }
            for process in workers where process.isRunning { kill(process.processIdentifier, SIGKILL) }
            for process in workers { process.waitUntilExit() }
        }
        let last = try ProgramRun(
            "afconvert", ["-f", "caff", "-d", "ima4", "--manifest", shared], in: scratch.folder)
        #expect(last.status == 0, "\(last.output)")
        #expect(last.output.split(separator: "\n").count == Self.fileCount)
        #expect(try outputs("shared") == expected)
        // Once more there is nothing to do.
        let again = try ProgramRun(
            "afconvert", ["-f", "caff", "-d", "ima4", "--manifest", shared], in: scratch.folder)
        #expect(again.output.split(separator: "\n").allSatisfy { $0.contains("\"state\":\"there\"") })
    }

    @Test func sharesAreTheWholeTogether() throws {
        let list = try list(into: "shares")
        for index in 0..<3 {
            let run = try ProgramRun(
                "afconvert", ["-f", "caff", "-d", "ima4", "--shard", "\(index)/3", "--manifest", list],
                in: scratch.folder)
            #expect(run.status == 0)
            #expect(run.output.split(separator: "\n").count == Self.fileCount / 3)
            #expect(try outputs("shares").count == (index + 1) * Self.fileCount / 3)
        }
        for wrong in ["3/3", "-1/3", "1", "a/b", "0/0"] {
            let run = try ProgramRun("afconvert", ["--shard", wrong, "--manifest", list], in: scratch.folder)
            #expect(run.status == 2, "\(wrong)")
        }
    }

    @Test func aFileThatFailsIsToldAndStopsNoOther() throws {
        _ = try scratch.sine("good.wav", frames: 1_000)
        try Data("no sound".utf8).write(to: scratch.folder.appendingPathComponent("bad.wav"))
        let lines = ["bad.wav\tout/bad.caf", "missing.wav\tout/missing.caf", "only one name", "good.wav\tout/good.caf"]
        try lines.joined(separator: "\n").write(toFile: scratch.path("list"), atomically: true, encoding: .utf8)
        let run = try ProgramRun("afconvert", ["--manifest", "list"], in: scratch.folder)
        #expect(run.status == 1)
        let records = try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(records.map { $0["state"] as? String } == ["failed", "failed", "failed", "made"])
        #expect((records[0]["error"] as? String)?.contains("bad.wav") == true)
        #expect(records[3]["frames"] as? Int == 1_000)
        #expect(try outputs("out").keys.sorted() == ["good.caf"])
        #expect(try ProgramRun("afconvert", ["--manifest", "nowhere"], in: scratch.folder).status == 1)
        #expect(try ProgramRun("afconvert", ["--manifest", "list", "good.wav"], in: scratch.folder).status == 2)
    }

    /// Through a pipe in both directions, with the type told by the option and by the sound itself.
    @Test func standardStreamsAreFiles() throws {
        let sound = try scratch.sine("in.wav", frames: 20_000)
        let direct = try ProgramRun("afconvert", ["-f", "caff", "-d", "ima4", "in.wav", "out.caf"], in: scratch.folder)
        #expect(direct.status == 0)
        let afconvert = ProgramRun.folder.appendingPathComponent("afconvert").path
        let piped = try ProgramRun(
            "/bin/sh", ["-c", "cat \"$0\" | \"$1\" -v -f caff -d ima4 - - | cat", sound, afconvert])
        #expect(piped.bytes == (try Data(contentsOf: scratch.folder.appendingPathComponent("out.caf"))))
        let empty = try ProgramRun("afconvert", ["-f", "caff", "-", "-"])
        #expect(empty.status == 1 && empty.bytes.isEmpty && !empty.complaint.isEmpty)
        // A name that looks like an option.
        try FileManager.default.copyItem(atPath: sound, toPath: scratch.path("-v"))
        #expect(try ProgramRun("afconvert", ["-f", "caff", "--", "-v", "-o"], in: scratch.folder).status == 0)
        #expect(FileManager.default.fileExists(atPath: scratch.path("-o")))
    }
}
