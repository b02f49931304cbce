import Testing

/// A program with threads is not copied (`fork`): locks that its threads held would stay held.
///
/// `COwnProcess` starts it again.
@Suite struct CopyTests {
    /// The voice's process, which has one thread.
    private static let others: Set = ["Sources/Shims/CSpeech/CSpeech.c"]

    private static func copies(_ file: SourceFile) -> Bool {
        file.text.split(separator: "\n").contains { line in
            !line.drop { $0 == " " }.hasPrefix("//") && ["= fork(", "(fork("].contains { line.contains($0) }
        }
    }

    @Test func noProgramWithThreadsIsCopied() {
        let found = Set(House.files.filter { $0.isIn("Sources") && Self.copies($0) }.map(\.path))
        #expect(found == Self.others, "\(found): see COwnProcess")
    }

    @Test func aCopyIsFound() {
        #expect(Self.copies(SourceFile(path: "Sources/Shims/X/X.c", text: "  const pid_t child = fork();")))
        #expect(!Self.copies(SourceFile(path: "Sources/Shims/X/X.c", text: "  // A copy = fork() would wait.")))
    }
}
