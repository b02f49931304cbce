// Compares two reports of the conformance tests: swift run conformance-compare FIRST.json SECOND.json
//
// Ends with 1 if an assertion holds on one of the systems only, with 2 if a report cannot be read.

import ConformanceReport
import Foundation

func stop(_ message: String) -> Never {
    FileHandle.standardError.write(Data("conformance-compare: \(message)\n".utf8))
    exit(2)
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2 else { stop("usage: conformance-compare FIRST.json SECOND.json") }
let reports = arguments.map { path in
    do { return try Report(contentsOf: URL(fileURLWithPath: path)) } catch { stop("\(path): \(error)") }
}
let comparison = Comparison(reports[0], reports[1])
// Reports come from strangers: characters that steer a terminal are shown as what they are.
for line in comparison.lines {
    print(
        line.unicodeScalars.map { $0 != "\n" && $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0) }
            .joined())
}
let counts = reports.map(\.entries.count)
if let least = counts.min(), let most = counts.max(), least < most / 2 {
    stop("one report has \(least) statements and the other \(most): one of the runs is not whole")
}
exit(comparison.assertionsDiffer ? 1 : 0)
