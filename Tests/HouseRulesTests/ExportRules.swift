import Testing

/// A Swift function with a C name is `package` or `public`: an optimised library exports no others.
@Suite struct ExportTests {
    private static func hidden(_ file: SourceFile) -> [Substring] {
        var isNamed = false
        return file.text.split(separator: "\n").filter { line in
            let code = line.drop { $0 == " " }
            defer { isNamed = code.hasPrefix("@c(") || isNamed && code.hasPrefix("@") }
            let words = code.split(separator: " ")
            guard isNamed || code.hasPrefix("@c("), let word = words.firstIndex(of: "func") else { return false }
            return !words[..<word].contains { ["package", "public"].contains($0) }
        }
    }

    @Test func everyFunctionWithACNameIsExported() {
        let found = House.files.filter { $0.isIn("Sources") }.flatMap(Self.hidden)
        #expect(found == [], "write package or public before func")
    }

    @Test func aHiddenFunctionIsFound() {
        func hidden(_ text: String) -> Int { Self.hidden(SourceFile(path: "Sources/X/X.swift", text: text)).count }
        #expect(hidden("@c(MIDISend)\n@available(*, deprecated)\nfunc send() {}") == 1)
        #expect(hidden("@c(MIDISend) func send() {}") == 1)
        #expect(hidden("@c(MIDISend)\npackage func send() {}\nfunc other() {}") == 0)
    }
}
