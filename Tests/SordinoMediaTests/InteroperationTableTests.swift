import Foundation
import SordinoMedia
import Testing

/// The table of Documentation/media.md: what we write is read by others, and the other way round.
@Suite struct InteroperationTableTests {
    static let hasTools =
        OutsideTool.path("ffmpeg") != nil && OutsideTool.path("sox") != nil && OutsideTool.hasLibrary

    static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Documentation/media.md")
    private static let begin = "<!-- interoperation -->\n"
    private static let end = "\n<!-- /interoperation -->"

    /// Runs a test for each of some cells on both cores.
    private static func cells<Row: Sendable>(
        _ count: Int, _ cell: @Sendable @escaping (Int) throws -> Row
    ) async throws -> [Row] {
        try await withThrowingTaskGroup(of: (Int, Row).self) { group in
            for index in 0..<count { group.addTask { (index, try cell(index)) } }
            var rows: [Int: Row] = [:]
            for try await (index, row) in group { rows[index] = row }
            return (0..<count).compactMap { rows[$0] }
        }
    }

    @Test(.enabled(if: hasTools, "ffmpeg, sox or libavcodec is not there"))
    func theTableSaysWhatIsSo() async throws {
        let kinds = InteroperationKind.ours
        let written = try await Self.cells(kinds.count) { index in
            try InteroperationKind.ours[index].read(with: ["ffmpeg", "sox"]).map(\.description)
        }
        let foreign = ForeignFile.byFFmpeg + ForeignFile.bySox
        let read = try await Self.cells(foreign.count) { index in
            do {
                return try (ForeignFile.byFFmpeg + ForeignFile.bySox)[index].read().description
            } catch let error as MediaError {
                return Interoperation.differs("\(error)").description
            }
        }
        var lines = [
            "",
            "A test makes this section (`SORDINO_REGENERATE=1 swift test --filter InteroperationTable`) with ffmpeg 5.1"
                + " and sox 14.4.2. For CAF, FLAC and some other types sox uses external libraries"
                + " (libsndfile, libFLAC).",
            "",
            "*identical*: every sample is the same. *≤ 1 LSB*: the difference from ffmpeg's decoding of the same file"
                + " is within a 16-bit step, root mean square. *-*: the program does not support such files. *scaled*:"
                + " sox asks libsndfile for integers although the file contains floating-point samples. The rate, the"
                + " channels and, where the file states it, the length are right in every row.",
            "", "### Written by Sordino", "", "| file | data | read by ffmpeg | read by sox |", "|---|---|---|---|",
        ]
        for (kind, cells) in zip(kinds, written) {
            lines.append("| \(kind.file) | \(kind.data) | \(cells[0]) | \(cells[1]) |")
        }
        lines += ["", "### Written by others", "", "| by | file | data | read by Sordino |", "|---|---|---|---|"]
        for (file, cell) in zip(foreign, read) {
            lines.append("| \(file.tool) | \(file.file) | \(file.data) | \(cell) |")
        }
        let text = lines.joined(separator: "\n") + "\n"
        for line in lines where line.contains("differs") { Issue.record("\(line)") }
        var page = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(page.range(of: Self.begin)).upperBound
        let stop = try #require(page.range(of: Self.end)).lowerBound
        var committed = String(page[start..<stop])
        if ProcessInfo.processInfo.environment["SORDINO_REGENERATE"] != nil {
            committed = text
            page.replaceSubrange(start..<stop, with: text)
            try page.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        // Other versions may know more or less.
        let versions = try [("ffmpeg", "-version"), ("sox", "--version")].map { tool, option in
            String(decoding: try OutsideTool.run(tool, [option]).prefix(60), as: UTF8.self)
        }
        guard versions[0].contains("ffmpeg version 5.1"), versions[1].contains("14.4.2") else { return }
        let (old, new) = (committed.split(separator: "\n"), text.split(separator: "\n"))
        for line in new where !old.contains(line) { Issue.record("not in the committed table: \(line)") }
        for line in old where !new.contains(line) { Issue.record("only in the committed table: \(line)") }
    }
}
