import Testing

/// Variables of the XDG Base Directory Specification are read by `BaseFolders` alone, which ignores relative paths.
@Suite struct BaseFolderTests {
    /// Files with another reason to name one of them.
    private static let others: Set = [
        "Sources/Rooms/SordinoRealtime/BaseFolders.swift",
        // The folder in which PipeWire's library looks, as that library finds it.
        "Sources/Rooms/SordinoPipeWire/FolderWatch+Socket.swift", "Sources/Commands/audioctl/Doctor.swift",
        // A key in a file.
        "Sources/Rooms/SordinoLibrary/LibraryPlaces.swift",
        // The variables that are kept of an environment.
        "Sources/Rooms/SordinoDevice/Programs/ProcessDeclaration.swift",
    ]

    private static func lines(_ file: SourceFile) -> [Int] {
        file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().filter { _, line in
            let isComment = line.drop { $0 == " " }.hasPrefix("//")
            return !isComment && ["\"XDG_", "\"STATE_DIRECTORY"].contains { line.contains($0) }
        }.map { $0.offset + 1 }
    }

    @Test func onlyOneFileReadsThem() {
        let readers = House.files.filter { $0.isSwift && $0.isIn("Sources") && !Self.lines($0).isEmpty }.map(\.path)
        #expect(Set(readers).subtracting(Self.others).isEmpty, "\(readers): see BaseFolders")
        #expect(Self.others.subtracting(readers).isEmpty)
    }

    @Test func aReaderIsFound() {
        let file = SourceFile(path: "Sources/Rooms/X/A.swift", text: "let a = 1\nlet b = getenv(\"XDG_DATA_HOME\")")
        #expect(Self.lines(file) == [2])
    }
}
