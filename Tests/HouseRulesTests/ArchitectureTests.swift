import Testing

/// The page of the house names every thread that is made.
@Suite struct ArchitectureTests {
    /// The label of a queue, or else the name of the file that starts a thread.
    private static let threads: [String] = House.files.filter {
        $0.isSwift && $0.isIn("Sources/Rooms", "Sources/Frameworks")
    }
    .flatMap { file -> [String] in
        let labels = file.text.matches(of: /DispatchQueue\(label: "([^"]+)"/).map { String($0.output.1) }
        let starts = /\b(startThread(IfPossible)?\s*[({]|SerialThread\(\)|pthread_create\()/
        let isRoomOfThreads = file.isIn("Sources/Rooms/SordinoWork")
        let made = !isRoomOfThreads && file.code.contains(starts) ? [String(file.name.dropLast(6))] : []
        return labels + made
    }

    @Test func threadsAreFound() {
        #expect(
            Set(["org.sordino.bus", "org.sordino.callbacks", "BusConnection", "VirtualPacer"]).isSubset(
                of: Self.threads))
    }

    @Test(arguments: Set(threads).sorted())
    func everyThreadStandsInTheTable(thread: String) throws {
        let table = try House.read("Documentation/architecture.md").split(separator: "\n").filter { $0.hasPrefix("| ") }
        #expect(table.contains { $0.contains(thread) }, "\(thread) is not in the table of threads")
    }
}
