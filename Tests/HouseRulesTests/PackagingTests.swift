import Foundation
import Testing

/// Files that are installed beside the programs keep up with them.
@Suite struct PackagingTests {
    private static let systemdAnalyze = "/usr/bin/systemd-analyze"

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: systemdAnalyze), "systemd-analyze is not installed"))
    func theUnitIsExposedByTwoAndAHalfAtMost() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.systemdAnalyze)
        process.arguments = [
            "security", "--offline=true", "--no-pager", "--threshold=25",
            "\(House.root)/Packaging/audiosessiond.service",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
        #expect(said.contains("Overall exposure level"))
    }

    @Test func everyCommandIsInstalledWithItsManualPage() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "\(House.root)/Sources/Commands")
        let commands = folders.filter {
            FileManager.default.fileExists(atPath: "\(House.root)/Sources/Commands/\($0)/main.swift")
        }
        let line = try #require(
            House.read("Scripts/install").split(separator: "\n").first { $0.hasPrefix("programs=") })
        let installed = line.dropFirst("programs=".count).filter { $0 != "\"" }.split(separator: " ").map(String.init)
        #expect(installed.sorted() == commands.sorted())
        for command in commands {
            let page = try House.read("Documentation/\(command).1")
            #expect(page.contains("\\-\\-version") && page.contains("\\-\\-help"), "\(command).1")
        }
    }

    /// The commands that `audioctl --help` names, from the text in its source and the rows of events.
    private func commands() throws -> Set<String> {
        let source = try House.read("Sources/Commands/audioctl/Arguments.swift")
        let preface = try #require(source.components(separatedBy: "preface: \"\"\"").dropFirst().first)
        let text = try #require(preface.components(separatedBy: "\"\"\"").first)
        let rows = try House.read("Sources/Rooms/SordinoStories/EventRows.swift")
        var commands = Set(
            rows.matches(of: #/EventRow\(\s*"([a-z]+)",(?: command: "([a-z]+)",)?(?: isShown: true,)? help:/#).map {
                String($0.2 ?? $0.1)
            })
        for line in text.split(separator: "\n")
        where line.hasPrefix("              ") && !line.hasPrefix("               ") {
            // One line may name two: "plug NAME, unplug NAME".
            for part in line.components(separatedBy: "  ").first(where: { !$0.isEmpty })?.components(separatedBy: ", ")
                ?? []
            {
                if let word = part.split(whereSeparator: \.isWhitespace).first { commands.insert(String(word)) }
            }
        }
        return commands
    }

    @Test(arguments: ["audioctl.bash", "audioctl.zsh", "audioctl.fish"])
    func completionsKnowEveryCommand(file: String) throws {
        let commands = try commands()
        #expect(commands.isSuperset(of: ["status", "doctor", "simulate", "call", "plug", "unplug", "reset"]))
        let words = Set(try House.read("Packaging/\(file)").split { !$0.isLetter && $0 != "-" }.map(String.init))
        #expect(commands.subtracting(words).isEmpty, "\(file): \(commands.subtracting(words).sorted())")
    }

    private static let fish = "/usr/bin/fish"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: fish), "fish is not installed"))
    func fishOffersEveryCommand() throws {
        func offered(_ line: String) throws -> Set<String> {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Self.fish)
            process.arguments = [
                "--no-config", "-c", "source '\(House.root)/Packaging/audioctl.fish'; complete -C '\(line)'",
            ]
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            return Set(said.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) })
        }
        #expect(try offered("audioctl ") == commands())
        #expect(try offered("audioctl call ") == ["accept", "decline", "end", "ring"])
        #expect(try offered("audioctl -o x policy ") == ["check", "diff", "reload", "show"])
    }
}
