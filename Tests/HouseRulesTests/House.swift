import Foundation

/// The package on disk, found from where this file lies.
enum House {
    static let root: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.path
    }()

    static let map: RoomMap = RoomMap(manifest: (try? read("Package.swift")) ?? "")

    /// Every Swift, C and header file of these folders, in order of their paths.
    static let files: [SourceFile] = paths.filter { path in
        [".swift", ".c", ".h"].contains { path.hasSuffix($0) }
    }.compactMap { path in (try? read(path)).map { SourceFile(path: path, text: $0) } }

    /// Every path in the folders that hold sources.
    static let paths: [String] = [
        "Sources", "Tests", "Examples", "Benchmarks", "Fuzz", "Conformance/Sources", "Conformance/Tests",
    ].flatMap { folder in
        let found = FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []
        return found.filter { !$0.contains(".build/") }.map { "\(folder)/\($0)" }
    }.sorted()

    static func read(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }
}
