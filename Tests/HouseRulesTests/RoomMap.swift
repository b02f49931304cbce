import Foundation

/// The table `map` of Package.swift, read as text: what the manifest says is what the rules hold the files to.
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
        let table = manifest.components(separatedBy: "let map = \"\"\"\n").last?.components(separatedBy: "\"\"\"").first
        let lines = (table ?? "").replacing("\\\n", with: " ").split(separator: "\n")
        rows = lines.compactMap { line -> Row? in
            let halves = line.split(separator: ":", maxSplits: 1)
            let words = halves[0].split(separator: " ").map(String.init)
            guard words.count >= 3, let floor = Int(words[0]) else { return nil }
            let folder = Self.folders[words[1]] ?? "Sources"
            let ownPath = words.first { $0.hasPrefix("path=") }?.dropFirst("path=".count)
            return Row(
                name: words[2], kind: words[1], floor: floor,
                uses: halves.dropFirst().flatMap { $0.split(separator: " ").map(String.init) },
                path: ownPath.map(String.init) ?? "\(folder)/\(words[2])")
        }
    }

    private static let folders = [
        "headers": "Sources/Shims", "shim": "Sources/Shims", "room": "Sources/Rooms",
        "framework": "Sources/Frameworks", "library": "Sources/Libraries", "command": "Sources/Commands",
        "example": "Examples",
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
