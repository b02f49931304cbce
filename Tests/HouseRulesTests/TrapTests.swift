import Foundation
import Testing

/// The places where a number from outside could stop the program are counted, and the counts do not grow.
@Suite struct TrapTests {
    private static let list = "Tests/HouseRulesTests/Traps.txt"

    /// The counts of a list by file and kind.
    private static func counts(_ list: String) -> [String: Int] {
        list.split(separator: "\n").reduce(into: [:]) { counts, line in
            guard let space = line.lastIndex(of: " "), let count = Int(line[line.index(after: space)...]) else {
                return
            }
            counts[String(line[..<space])] = count
        }
    }

    private static func listed() throws -> String {
        let script = Process()
        script.executableURL = URL(fileURLWithPath: "/bin/sh")
        script.arguments = ["\(House.root)/Scripts/traps"]
        let output = Pipe()
        script.standardOutput = output
        try script.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        script.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func theListOfTrapsOnlyShrinks() throws {
        let known = Self.counts(try House.read(Self.list))
        let found = Self.counts(try Self.listed())
        #expect(found.count > 100, "the script finds nothing")
        for (place, count) in found.sorted(by: { $0.key < $1.key }) where count > known[place] ?? 0 {
            Issue.record("\(place): \(count), and \(known[place] ?? 0) in the list: make it an error, or a bound")
        }
        for (place, count) in known.sorted(by: { $0.key < $1.key }) where count > found[place] ?? 0 {
            Issue.record("\(place): \(found[place] ?? 0) of \(count) are left: Scripts/traps > \(Self.list)")
        }
    }
}
