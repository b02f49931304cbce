import Foundation
import Testing

/// The places where a number from outside could stop the program, and those where the compiler does not check what
/// threads share, are counted, and the counts do not grow.
@Suite struct TrapTests {

    /// The counts of a list by file and kind.
    private static func counts(_ list: String) -> [String: Int] {
        list.split(separator: "\n").reduce(into: [:]) { counts, line in
            guard let space = line.lastIndex(of: " "), let count = Int(line[line.index(after: space)...]) else {
                return
            }
            counts[String(line[..<space])] = count
        }
    }

    private static func listed(by name: String) throws -> String {
        let script = Process()
        script.executableURL = URL(fileURLWithPath: "/bin/sh")
        script.arguments = ["\(House.root)/Scripts/\(name)"]
        let output = Pipe()
        script.standardOutput = output
        try script.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        script.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("traps", "Traps.txt", 100, "make it an error, or a bound"),
        ("unchecked", "Unchecked.txt", 20, "let the compiler check the type: CONTRIBUTING.md"),
    ])
    func theListOnlyShrinks(_ script: String, _ file: String, _ least: Int, _ advice: String) throws {
        let list = "Tests/HouseRulesTests/\(file)"
        let known = Self.counts(try House.read(list))
        let found = Self.counts(try Self.listed(by: script))
        #expect(found.count > least, "the script finds nothing")
        for (place, count) in found.sorted(by: { $0.key < $1.key }) where count > known[place] ?? 0 {
            Issue.record("\(place): \(count), and \(known[place] ?? 0) in the list: \(advice)")
        }
        for (place, count) in known.sorted(by: { $0.key < $1.key }) where count > found[place] ?? 0 {
            Issue.record("\(place): \(found[place] ?? 0) of \(count) are left: Scripts/\(script) > \(list)")
        }
    }
}
