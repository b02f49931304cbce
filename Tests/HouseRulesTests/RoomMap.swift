import Foundation

/// The table `rooms` of Package.swift, read as text: what the manifest says is what the rules hold the files to.
struct RoomMap {
    struct Row {
        let name: String
        let kind: String
        let floor: Int
        let uses: [String]
        let path: String
    }
    let rows: [Row]

    init(manifest: String) {
        // The table ends with the first bracket that stands alone.
        let table = manifest.split(separator: "let rooms: [Room] = [").last?.split(separator: "\n]").first ?? ""
        rows = table.split(separator: "Room(").dropFirst().compactMap { piece -> Row? in
            let text = String(piece)
            guard let name = text.firstMatch(of: #/^\s*name:\s*"([^"]+)"/#)?.1,
                let kind = text.firstMatch(of: #/kind:\s*\.(\w+)/#)?.1,
                let floor = text.firstMatch(of: #/floor:\s*(-?\d+)/#).flatMap({ Int($0.1) }),
                let uses = text.firstMatch(of: #/uses:\s*\[([^\]]*)\]/#)?.1
            else { return nil }
            let folder = Self.folders[String(kind)] ?? "Sources"
            let ownPath = text.firstMatch(of: #/path:\s*"([^"]+)"/#).map { String($0.1) }
            return Row(
                name: String(name), kind: String(kind), floor: floor,
                uses: uses.matches(of: #/"([^"]+)"/#).map { String($0.1) },
                path: ownPath ?? "\(folder)/\(name)")
        }
    }

    private static let folders = [
        "headers": "Sources/Shims", "shim": "Sources/Shims", "room": "Sources/Rooms",
        "framework": "Sources/Frameworks", "command": "Sources/Commands", "example": "Examples",
        "testSupport": "Tests/Support", "testProgram": "Tests/Support", "peer": "Benchmarks", "benchmark": "Benchmarks",
        "fuzz": "Fuzz",
    ]

    func row(named name: String) -> Row? { rows.first { $0.name == name } }

    /// The row in whose folder this file lies; of two, the deeper folder.
    func row(of path: String) -> Row? {
        rows.filter { path.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }
    }

    /// This room and everything below that it stands on.
    func closure(of name: String) -> Set<String> {
        var reached = Set<String>()
        var pending = [name]
        while let next = pending.popLast() {
            guard reached.insert(next).inserted else { continue }
            pending += row(named: next)?.uses ?? []
        }
        return reached
    }
}
