import Foundation

/// A program of the package, or an outside tool, run to its end.
struct ProgramRun {
    var status: Int32
    var bytes: Data
    var output: String { String(decoding: bytes, as: UTF8.self) }
    var complaint: String

    /// The folder with the package's programs: the tests' own.
    static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    static func isBuilt(_ name: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent(name).path)
    }

    /// Where an outside tool is, if it is installed.
    static func outside(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program of the package, or one at a path.
    init(
        _ program: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
    ) throws {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.executableURL =
            program.hasPrefix("/")
            ? URL(fileURLWithPath: program) : Self.folder.appendingPathComponent(program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let (said, complained) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (said, complained)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // Neither is ever longer than a pipe holds, or it is the first.
        bytes = said.fileHandleForReading.readDataToEndOfFile()
        complaint = String(decoding: complained.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}

/// A folder that goes away with the test.
final class Scratch {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-tools-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// A WAVE file of 16 bits: a different sine in each channel, at half of full scale.
    func sine(_ name: String, rate: Int = 44100, channels: Int = 2, phase: Double = 0, frames: Int) throws -> String {
        var bytes = Data()
        func little(_ value: Int, _ count: Int) {
            for shift in 0..<count { bytes.append(UInt8(value >> (8 * shift) & 0xFF)) }
        }
        let size = frames * channels * 2
        bytes.append(contentsOf: Array("RIFF".utf8))
        little(36 + size, 4)
        bytes.append(contentsOf: Array("WAVEfmt ".utf8))
        little(16, 4)
        little(1, 2)
        little(channels, 2)
        little(rate, 4)
        little(rate * channels * 2, 4)
        little(channels * 2, 2)
        little(16, 2)
        bytes.append(contentsOf: Array("data".utf8))
        little(size, 4)
        for frame in 0..<frames {
            for channel in 0..<channels {
                let hertz = 441.0 * Double(channel + 1)
                let value = 16384 * sin(phase + 2 * .pi * hertz * Double(frame) / Double(rate))
                little(Int(value.rounded()) & 0xFFFF, 2)
            }
        }
        try bytes.write(to: folder.appendingPathComponent(name))
        return path(name)
    }
}
