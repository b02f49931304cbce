import Testing

/// A literal that becomes a `FourCC` has four characters: any other one stops the program where it is used.
@Suite struct FourCodeTests {
    @Test func everyLiteralOfACodeHasFourCharacters() {
        let files = House.files.filter { $0.isIn("Sources") && $0.path.hasSuffix(".swift") }
        func names(_ declaration: Regex<(Substring, Substring)>) -> Set<Substring> {
            Set(files.flatMap { $0.text.matches(of: declaration).map(\.1) })
        }
        // Names that are a code everywhere.
        let codes = names(#/\b(\w+): FourCC\b/#).subtracting(names(#/\b(\w+): (?:Sub|Static)?[sS]tring\b/#))
        #expect(codes.count > 10)
        var count = 0
        for file in files where file.text.contains("FourCC") || file.text.contains("SordinoMedia") {
            let uses = file.text.matches(
                of: #/(?m)(?:^|[^.\w])(\w+)(?:: FourCC\??)?(?::| =| ==| !=) "((?:[^"\\]|\\.)*)"/#)
            for use in uses where codes.contains(use.1) {
                count += 1
                if use.2.utf8.count != 4 { Issue.record("\(file.path): \(use.0)") }
            }
        }
        #expect(count > 10)
    }
}
