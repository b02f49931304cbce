import Foundation
import Testing

/// The words that make comments and pages hard to read are counted, and the counts do not grow.
@Suite struct EnglishTests {
    private static let list = "Tests/HouseRulesTests/English.txt"

    private static func script(_ arguments: [String] = []) throws -> String {
        let script = Process()
        script.executableURL = URL(fileURLWithPath: "\(House.root)/Scripts/english")
        script.arguments = arguments
        script.environment = ProcessInfo.processInfo.environment.filter { $0.key != "SORDINO_WRITE_LIMITS" }
        let output = Pipe()
        script.standardOutput = output
        try script.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        script.waitUntilExit()
        try #require(script.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The counts by rule and folder, such as "nobody Tests".
    private static func counts(_ list: String) -> [String: Int] {
        list.split(separator: "\n").reduce(into: [:]) { counts, line in
            let words = line.split(separator: " ")
            guard words.count == 3, let count = Int(words[2]) else { return }
            counts["\(words[0]) \(words[1])"] = count
        }
    }

    @Test func hardWordsOnlyBecomeFewer() throws {
        let limits = Self.counts(try House.read(Self.list))
        let found = Self.counts(try Self.script())
        #expect(Set(limits.keys) == Set(found.keys), "SORDINO_WRITE_LIMITS=1 Scripts/english")
        for (place, count) in found.sorted(by: { $0.key < $1.key }) {
            let limit = limits[place] ?? 0
            if count > limit {
                Issue.record("\(place): \(count), and \(limit) are allowed: Scripts/english --list \(place)")
            } else if count < limit {
                Issue.record("\(place): \(count) of \(limit) are left: SORDINO_WRITE_LIMITS=1 Scripts/english")
            }
        }
    }

    /// The script finds each kind of word in comments, MARKs and prose, and not in code or strings.
    @Test func theScriptFindsWhatItCounts() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("english-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Scripts", "Sources", "Tests", "Examples", "Benchmarks", "Fuzz", "Documentation"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let copy = folder.appendingPathComponent("Scripts/english")
        try FileManager.default.copyItem(atPath: "\(House.root)/Scripts/english", toPath: copy.path)
        // Written apart, so that this file itself holds none of the words.
        let source = [
            "/" + "// Wh" + "at stands here is one, so" + "mebody he" + "ars of it.",
            "let a = \"// who" + "ever\" // it go" + "es on",
            "// MARK: Wh" + "o", "let wis" + "hes = 1", "", "/" + "// Takes bits.", "func b() {}",
            "/" + "// - Thr" + "ows: What of the sta" + "ge's makes it wi" + "sh.",
        ]
        try source.joined(separator: "\n").write(
            to: folder.appendingPathComponent("Sources/a.swift"), atomically: true, encoding: .utf8)
        try "# Wh\("at")\n\n```\nnob\("ody")\n```\n\nA `nob\("ody")` of wh\("atever").\n".write(
            to: folder.appendingPathComponent("Documentation/a.md"), atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = copy
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let counts = Self.counts(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
        process.waitUntilExit()
        #expect(
            counts.filter { $0.value > 0 } == [
                "what-who Sources": 2, "nobody Sources": 1, "hears Sources": 1, "goes-on Sources": 1, "wish Sources": 1,
                "throws Sources": 1, "of-the-s Sources": 1, "short-doc Sources": 1, "what-who Documentation": 1,
                "nobody Documentation": 1,
            ])
    }
}
