import Foundation
import Testing

/// Files that are installed beside the programs keep up with them.
@Suite struct PackagingTests {
    private static let systemdAnalyze = "/usr/bin/systemd-analyze"

    /// The units of systemd among the files of packages; those of D-Bus end alike.
    private static var units: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(House.root)/Packaging")) ?? []
        return names.filter { $0.hasSuffix(".service") && !$0.hasPrefix("org.") }.sorted()
    }

    /// Runs systemd-analyze for a user's unit.
    private func analyze(_ words: [String]) throws -> (said: String, status: Int32) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("units-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.systemdAnalyze)
        process.arguments = words
        process.environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PATH": "/usr/bin:/bin"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (said, process.terminationStatus)
    }

    @Test func thereAreUnits() { #expect(Self.units == ["audiosessiond.service", "musicplayerd.service"]) }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: systemdAnalyze), "systemd-analyze is not installed"),
        arguments: units)
    func aUnitIsExposedByTwoAndAHalfAtMost(unit: String) throws {
        let (said, status) = try analyze([
            "security", "--offline=true", "--no-pager", "--threshold=25", "\(House.root)/Packaging/\(unit)",
        ])
        #expect(status == 0, "\(said)")
        #expect(said.contains("Overall exposure level"))
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: systemdAnalyze), "systemd-analyze is not installed"),
        arguments: units)
    func systemdUnderstandsEveryLineOfAUnit(unit: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("unit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Another program stands for the one that need not be installed here.
        let text = try House.read("Packaging/\(unit)")
        let program = "/usr/bin/" + unit.replacing(".service", with: "")
        #expect(text.contains("ExecStart=\(program)"))
        let file = folder.appendingPathComponent(unit)
        try text.replacing(program, with: "/bin/true").write(to: file, atomically: true, encoding: .utf8)
        let (said, status) = try analyze(["verify", "--user", "--man=no", file.path])
        #expect(status == 0 && !said.contains("\(unit):"), "\(said)")
        // It finds a line that is wrong.
        try text.replacing(program, with: "/bin/true\nUnknownLine=yes").write(
            to: file, atomically: true, encoding: .utf8)
        #expect(try analyze(["verify", "--user", "--man=no", file.path]).said.contains("UnknownLine"))
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

    /// The outputs that there are, also those with names that a shell would carry out.
    @Test(arguments: [["/usr/bin/bash", "/bin/bash"], [fish]])
    func shellsOfferTheOutputsAndCarryOutNoName(places: [String]) throws {
        guard let shell = places.first(where: FileManager.default.isExecutableFile) else { return }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("completion-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let trap = folder.appendingPathComponent("trap").path
        let uids = ["raop_sink.room", "speaker", "$(touch \(trap))", "`touch \(trap)`"]
        let audioctl = folder.appendingPathComponent("audioctl")
        let lines = uids.map { "{\"uid\":\"\($0)\",\"why\":\"the device's own\"}\n" }
        try Data(lines.joined().utf8).write(to: folder.appendingPathComponent("lines"))
        try Data("#!/bin/sh\n[ \"$2\" = outputs ] && cat '\(folder.path)/lines'\n".utf8).write(to: audioctl)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: audioctl.path)
        let isFish = shell == Self.fish
        let script =
            isFish
            ? "source '\(House.root)/Packaging/audioctl.fish'; complete -C 'audioctl play-to '"
            : """
            source '\(House.root)/Packaging/audioctl.bash'
            COMP_WORDS=(audioctl play-to ""); COMP_CWORD=2; _audioctl; printf '%s\\n' "${COMPREPLY[@]}"
            # As a person who takes the third one and presses the return key.
            eval "set -- ${COMPREPLY[*]: -2}"; printf 'taken %s\\n' "$@"
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: shell)
        process.arguments = [isFish ? "--no-config" : "--norc", "-c", script]
        process.environment = ["PATH": "\(folder.path):/usr/bin:/bin", "HOME": folder.path]
        let pipe = Pipe()
        (process.standardOutput, process.standardInput) = (pipe, FileHandle.nullDevice)
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        for word in ["local", "without", "raop_sink.room", "speaker"] {
            #expect(said.split(separator: "\n").contains { $0.hasPrefix(word) }, "\(word): \(said)")
        }
        if !isFish { #expect(said.contains("taken $(touch \(trap))\n") && said.contains("taken `touch \(trap)`\n")) }
        #expect(!FileManager.default.fileExists(atPath: trap))
    }
}
