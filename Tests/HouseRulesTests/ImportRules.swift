/// The rules about who may import what.
enum ImportRules {
    /// Rooms that are mathematics and decisions: no clock, no files, no threads.
    static let pureRooms: Set = ["SordinoPolicy", "SordinoSignal"]
    /// Pure but for one file at its edge, which reads and writes files.
    static let edges = ["SordinoMedia": "Sources/Rooms/SordinoMedia/Bytes/FileBytes.swift"]

    /// Modules from outside the package that a room may use.
    private static let openToRooms: Set = ["Glibc", "FoundationEssentials", "Synchronization", "Dispatch"]
    private static let openToPureRooms: Set = ["Synchronization"]

    /// Each import of one of our modules is an arrow of the map; the compiler alone lets transitive ones pass.
    static func arrows(_ file: SourceFile, _ map: RoomMap) -> [Violation] {
        guard file.isSwift, let row = map.row(of: file.path) else { return [] }
        return file.imports.compactMap { imported in
            guard map.row(named: imported.module) != nil, imported.module != row.name,
                !row.uses.contains(imported.module)
            else { return nil }
            return Violation(
                path: file.path, line: imported.line,
                says: "\(row.name) imports \(imported.module), which its row on the map does not name")
        }
    }

    /// A test sees its room, what that stands on, and what supports tests.
    static func testArrows(_ file: SourceFile, _ map: RoomMap) -> [Violation] {
        let parts = file.path.split(separator: "/")
        guard file.isSwift, parts.count > 2, parts[0] == "Tests", parts[1].hasSuffix("Tests") else { return [] }
        let room = String(parts[1].dropLast("Tests".count))
        guard map.row(named: room) != nil else { return [] }
        let support = map.rows.filter { $0.kind == "testSupport" }.map(\.name)
        let seen = map.closure(of: room).union(support)
        return file.imports.compactMap { imported in
            guard map.row(named: imported.module) != nil, !seen.contains(imported.module) else { return nil }
            return Violation(
                path: file.path, line: imported.line, says: "\(room)'s tests import \(imported.module) from above it")
        }
    }

    /// Foundation is for what programs import and for commands: it costs each program 10 ms and 15 MB at start.
    static func foundation(_ file: SourceFile, _ map: RoomMap) -> [Violation] {
        guard file.isSwift, let row = map.row(of: file.path), row.kind == "room" else { return [] }
        let open = pureRooms.contains(row.name) || isInside(file, row) ? openToPureRooms : openToRooms
        return file.imports.compactMap { imported in
            guard map.row(named: imported.module) == nil, !open.contains(imported.module) else { return nil }
            return Violation(
                path: file.path, line: imported.line, says: "\(imported.module) in the room \(row.name)")
        }
    }

    /// Returns whether the file lies inside a room that is pure but for its edge.
    private static func isInside(_ file: SourceFile, _ row: RoomMap.Row) -> Bool {
        guard let edge = edges[row.name] else { return false }
        return file.path != edge
    }
}
