import AudioToolbox
import Foundation
import Testing

/// A structure and what C says about it.
struct StructureRow: Sendable, CustomTestStringConvertible {
    let name: String
    let found: [Int]
    let expected: [Int]

    init<Structure>(_ type: Structure.Type, size: Int, alignment: Int) {
        name = String(describing: type)
        found = [MemoryLayout<Structure>.size, MemoryLayout<Structure>.stride, MemoryLayout<Structure>.alignment]
        expected = [size, size, alignment]
    }

    var testDescription: String { name }
}

extension Conformance {
    /// Structures lie in memory as in C: programs pass their sizes, and files hold some of them.
    @Suite struct Structures {
        @Test(arguments: structureTable)
        func aStructureIsAsLargeAsInC(row: StructureRow) {
            check("size, stride and alignment of \(row.name)", row.found, is: row.expected)
        }
    }
}
