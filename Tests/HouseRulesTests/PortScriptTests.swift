import Foundation
import Testing

/// `Scripts/port` finds what does not build on Linux, and nothing else.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"))
struct PortScriptTests {
    private static let program = """
        import Foundation
        import Darwin
        import AudioToolbox.AudioFile
        #if canImport(UIKit)
        import UIKit
        #endif
        // import Combine
        let text = "@objc #selector"
        /* import AppKit
           import Metal */
        class Player: NSObject {
            @objc func changed() {}
            let session = URLSession.shared
        }
        #if os(iOS)
        import Combine
        #endif
        """

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(House.root)/Scripts/port")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    /// A folder with this file, for as long as `body` takes.
    private func withPackage(_ text: String, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("port-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appendingPathComponent("Player.swift"))
        try body(folder.path)
    }

    @Test func whatDoesNotBuildIsFoundWithItsLine() throws {
        try withPackage(Self.program) { folder in
            let (status, output) = try run([folder])
            #expect(status == 1)
            let places = output.split(separator: "\n").filter { $0.hasPrefix("Player.swift:") }
                .compactMap { Int($0.split(separator: ":")[1]) }
            #expect(places == [1, 2, 3, 12, 15], "\(output)")
            #expect(output.contains("5 places in 1 files; --patch changes 1 files."))
        }
    }

    @Test func thePatchChangesWhatIsMechanicalAndNothingElse() throws {
        try withPackage(Self.program) { folder in
            let (_, patch) = try run(["--patch", folder])
            let added = patch.split(separator: "\n").filter { $0.hasPrefix("+") && !$0.hasPrefix("+++") }.map {
                $0.dropFirst()
            }
            #expect(
                added == [
                    "#if canImport(FoundationNetworking)", "    import FoundationNetworking", "#endif",
                    "#if canImport(Darwin)", "    import Darwin", "#else", "    import Glibc", "#endif",
                    "import AudioToolbox",
                ])
            #expect(try String(contentsOfFile: "\(folder)/Player.swift", encoding: .utf8) == Self.program)
        }
    }

    @Test func addressesOfObjectsThatEndWithTheirExpressionAreFound() throws {
        let program = """
            import AudioToolbox
            let gone = Unmanaged.passUnretained(URL(fileURLWithPath: path) as CFURL)
            let kept = url as CFURL
            let here = Unmanaged.passUnretained(kept)
            """
        try withPackage(program) { folder in
            let (status, output) = try run([folder])
            #expect(status == 1 && output.contains("Player.swift:2:") && output.contains("1 places"), "\(output)")
        }
    }

    @Test func loggersAndNamesOfDarwinNeedAnImport() throws {
        let text = """
            import AVFoundation
            let log = Logger(subsystem: "a", category: "b")
            let now = mach_absolute_time()
            """
        try withPackage(text) { folder in
            let (_, output) = try run([folder])
            #expect(output.contains("Player.swift:1: Logger") && output.contains("1 places"), "\(output)")
            let (_, patch) = try run(["--patch", folder])
            #expect(patch.contains(" import AVFoundation\n+import os\n"), "\(patch)")
        }
        try withPackage("import Foundation\nlet now = mach_absolute_time()\n") { folder in
            let (_, output) = try run([folder])
            #expect(output.contains("Player.swift:2:") && output.contains("1 places"), "\(output)")
        }
        try withPackage("import os\nimport AVFAudio\nlet log = Logger(subsystem: name, category: name)\n") { folder in
            let (status, _) = try run([folder])
            #expect(status == 0)
        }
    }

    @Test func aPackageWithNothingToChangeEndsWell() throws {
        try withPackage("import AVFAudio\n") { folder in
            let (status, output) = try run([folder])
            #expect(status == 0 && output == "0 places in 0 files; --patch changes 0 files.\n")
        }
        let (misused, _) = try run([])
        let (absent, _) = try run(["/nowhere/at/all"])
        #expect(misused == 64 && absent == 66)
    }

    @Test func devicesTapsAndObserversByStringsAreFound() throws {
        let text = """
            import AudioToolbox
            let system = AudioObjectID(kAudioObjectSystemObject)
            player.addObserver(self, forKeyPath: name, options: .new, context: nil)
            let tap = CATapDescription()
            """
        try withPackage(text) { folder in
            let (_, output) = try run([folder])
            let places = output.split(separator: "\n").filter { $0.hasPrefix("Player.swift:") }
                .compactMap { Int($0.split(separator: ":")[1]) }
            #expect(places == [1, 3, 4], "\(output)")
            let (_, patch) = try run(["--patch", folder])
            #expect(patch.contains("+import CoreAudio\n import AudioToolbox\n"), "\(patch)")
        }
    }
}
