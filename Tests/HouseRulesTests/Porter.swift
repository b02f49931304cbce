import Foundation
import Testing

/// Runs `sordino-port` on folders of a few files.
struct Porter {
    static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        try start("\(House.root)/Scripts/sordino-port", arguments)
    }

    /// Runs a command of the shell, in which `$0` is the program and `$1` the folder.
    static func shell(_ command: String, _ folder: String) throws -> (status: Int32, output: String) {
        try start("/bin/sh", ["-c", command, "\(House.root)/Scripts/sordino-port", folder])
    }

    private static func start(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    /// A folder with these files, for as long as `body` takes.
    static func withPackage(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("port-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try body(folder.path)
    }

    static func places(_ output: String, of file: String = "Player.swift") -> [Int] {
        output.split(separator: "\n").filter { $0.hasPrefix("\(file):") }
            .compactMap { Int($0.split(separator: ":")[1]) }
    }

    static func applied(_ text: String) throws -> String {
        var made = ""
        try withPackage(["Player.swift": text]) { folder in
            _ = try run(["--apply", folder])
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/Player.swift"))
            made = String(decoding: data, as: UTF8.self)
        }
        return made
    }
}
