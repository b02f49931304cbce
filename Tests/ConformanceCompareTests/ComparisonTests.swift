import ConformanceReport
import Foundation
import Testing

/// Reports of two systems, and what is said about their differences.
@Suite struct ComparisonTests {
    private func report(_ system: String, _ entries: [String: Report.Entry]) -> Report {
        Report(system: system, version: "1", entries: entries)
    }

    private let mac: [String: Report.Entry] = [
        "same": .init(value: "1", expected: "1", passed: true),
        "nearly": .init(value: "0.5000001", expected: "0.5 within 0.001", passed: true),
        "length": .init(value: "1000", expected: "1000", passed: true),
        "pan": .init(value: "0.5 0"),
        "volume": .init(value: "0.5"),
        "only": .init(value: "1"),
    ]
    private let linux: [String: Report.Entry] = [
        "same": .init(value: "1", expected: "1", passed: true),
        "nearly": .init(value: "0.4999999", expected: "0.5 within 0.001", passed: true),
        "length": .init(value: "999", expected: "1000", passed: false),
        "pan": .init(value: "0.354 0"),
        "volume": .init(value: "0.5"),
        "other": .init(value: "2"),
    ]

    @Test func assertionsThatHoldOnOneSystemComeFirst() {
        let comparison = Comparison(report("macOS", mac), report("Linux", linux))
        #expect(comparison.assertionsDiffer)
        #expect(comparison.differences.map(\.name) == ["length", "pan"])
        #expect(
            comparison.differences[0].words == "holds on macOS (1); on Linux (1) it is 999, asked for was 1000")
        #expect(comparison.differences[1].words == "0.5 0 on macOS (1), 0.354 0 on Linux (1)")
        #expect(comparison.onlyInFirst == ["only"] && comparison.onlyInSecond == ["other"])
        #expect(comparison.lines.last == "1 assertions hold on one system only; 1 recorded values differ.")
        #expect(comparison.lines.contains("recorded: pan\n    0.5 0 on macOS (1), 0.354 0 on Linux (1)"))
    }

    @Test func theOrderOfTheReportsMakesNoDifferenceToTheVerdict() {
        let comparison = Comparison(report("Linux", linux), report("macOS", mac))
        #expect(comparison.assertionsDiffer)
        #expect(
            comparison.differences[0].words == "holds on macOS (1); on Linux (1) it is 999, asked for was 1000")
    }

    @Test func equalReportsHaveNoDifference() {
        let comparison = Comparison(report("macOS", mac), report("Linux", mac))
        #expect(!comparison.assertionsDiffer && comparison.differences.isEmpty)
        #expect(comparison.lines == ["0 assertions hold on one system only; 0 recorded values differ."])
    }

    @Test func whatFailsOnBothInAnotherWayIsNoDifferenceOfAssertions() {
        let first = ["x": Report.Entry(value: "1", expected: "3", passed: false)]
        let second = ["x": Report.Entry(value: "2", expected: "3", passed: false)]
        let comparison = Comparison(report("macOS", first), report("Linux", second))
        #expect(!comparison.assertionsDiffer)
        #expect(comparison.differences.map(\.words) == ["fails on both: 1 on macOS (1), 2 on Linux (1)"])
    }

    @Test func aReportIsWrittenAndReadBack() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var entries = linux
        entries["<b> & co"] = .init(value: "a < b", expected: "b", passed: false)
        let written = report("Linux", entries)
        try written.write(to: folder)
        #expect(try Report(contentsOf: folder.appendingPathComponent("report.json")) == written)
        #expect(written.failures == ["<b> & co", "length"] && written.recordedCount == 3)
        let page = try String(contentsOf: folder.appendingPathComponent("report.html"), encoding: .utf8)
        #expect(page.contains("<h2>Failed: 2</h2>") && page.contains("&lt;b&gt; &amp; co"))
        #expect(page.contains("<h2>Recorded: 3</h2>") && page.contains("<h2>Passed: 2</h2>"))
    }

    /// The program, run as a user runs it.
    @Test(arguments: [("length", 1), ("pan", 0)])
    func theProgramSaysItInItsStatus(name: String, expected: Int32) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("compare-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let pair = [report("macOS", mac.filter { $0.key == name }), report("Linux", linux.filter { $0.key == name })]
        for (index, report) in pair.enumerated() { try report.write(to: folder.appendingPathComponent("\(index)")) }
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("conformance-compare")
        let process = Process()
        process.executableURL = program
        process.arguments = [0, 1].map { folder.appendingPathComponent("\($0)/report.json").path }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == expected)
        #expect(said.contains(name))
    }
}
