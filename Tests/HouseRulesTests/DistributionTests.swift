import Foundation
import Testing

/// The scripts that make Sordino ready for other distributions, under commands that the tests play.
@Suite struct DistributionTests {
    /// Runs a script of the repository.
    func run(
        _ script: String, _ arguments: [String] = [], in folder: URL? = nil, environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(House.root)/Scripts/\(script)")
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = folder }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    /// A folder with these programs of the shell, before all others in `PATH`.
    func withCommands(_ commands: [String: String], _ body: ([String: String]) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("world-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in commands {
            let file = folder.appendingPathComponent(name)
            try Data("#!/bin/sh\n\(text)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        try body(["PATH": "\(folder.path):\(path)"])
    }

    /// Debian 13 has libcurl4t64, and a package of the old name that cannot be had.
    private static let debian13 = [
        "id": "echo 0",
        "dpkg-query": "for last; do :; done; [ \"$last\" = libcurl4t64 ] && echo installed",
        "apt-cache": """
        case $2 in
            libasound2) printf 'x:\\n  Candidate: (none)\\n' ;;
            libasound2t64 | sox) printf 'x:\\n  Candidate: 1.0\\n' ;;
        esac
        """,
        "apt-get": "echo apt-get \"$@\"",
    ]

    @Test func aLibraryUnderItsNameOfDebian13IsNotMissing() throws {
        try withCommands(Self.debian13) { world in
            let run = try run("install-missing", ["libcurl4"], environment: world)
            #expect(run.status == 0)
            #expect(run.output.isEmpty, "\(run.output)")
        }
    }

    @Test func aLibraryThatIsMissingIsInstalledUnderTheNameThatTheArchiveHas() throws {
        try withCommands(Self.debian13) { world in
            let run = try run("install-missing", ["libcurl4", "libasound2", "sox"], environment: world)
            #expect(run.status == 0)
            #expect(run.output.contains(" libasound2t64 sox\n"), "\(run.output)")
        }
    }

    @Test func thePackagesThatRecipesNameAreInTheList() throws {
        // Debian's own archive is asked only where it is known: that is slow, and the other test of it is `make package`.
        try withCommands(["apt-cache": "exit 0"]) { world in
            let run = try run("package-names", environment: world)
            #expect(run.status == 0, "\(run.output)")
        }
    }

    @Test func aMisspeltPackageIsFound() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("packaging-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: "\(House.root)/Packaging"), to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let recipe = folder.appendingPathComponent("fedora/sordino.spec")
        let text = try String(contentsOf: recipe, encoding: .utf8)
        try Data(text.replacing("pipewire-devel", with: "pipwire-devel").utf8).write(to: recipe)
        try withCommands(["apt-cache": "exit 0"]) { world in
            let run = try run(
                "package-names", environment: world.merging(["SORDINO_PACKAGING": folder.path]) { $1 })
            #expect(run.status != 0)
            #expect(run.output.contains("fedora: in no list: pipwire-devel"), "\(run.output)")
        }
    }

    @Test func recipesBearTheVersionOfTheSources() throws {
        let source = try House.read("Sources/Commands/SordinoCommandLine/Release.swift")
        let version = try #require(source.firstMatch(of: #/static let version = "([^"]*)"/#)).1
        #expect(
            try House.read("Packaging/fedora/sordino.spec").contains(
                "Version:        \(version.replacing("-", with: "~"))\n"))
        #expect(
            try House.read("Packaging/arch/PKGBUILD").contains("pkgver=\(version.replacing("-", with: "_"))\n"))
    }

    @Test(arguments: ["", "1", "v1.2.3", "1.2.3.4", "0.0.1", "7.7.7"])
    func aReleaseThatCannotBeIsRefused(version: String) throws {
        let run = try run("release", ["--dry", version])
        #expect(run.status != 0)
        #expect(run.output.hasPrefix("release: "), "\(run.output)")
    }

    @Test func theMatrixSaysWhatItLacks() throws {
        try withCommands(["id": "echo 1000"]) { world in
            let slice = try run("distributions", ["--slice"], environment: world)
            #expect(slice.status == 0)
            #expect(slice.output == "distributions: skipped: it needs root, which makes the roots.\n")
            let all = try run("distributions", ["13"], environment: world)
            #expect(all.status == 1)
        }
        #expect(try run("distributions", ["14"]).status == 2)
    }

    private static let hasClang = ["/usr/bin/clang", "/opt/swift/usr/bin/clang", "/usr/bin/cc"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Encodes and decodes with the installed libavcodec, and compares the table of its structures with the installed headers.
    @Test(.enabled(if: hasClang, "there is no C compiler"))
    func theShimFitsTheInstalledLibrary() throws {
        let run = try run("codecs")
        if run.output.contains("is not installed") { return print("skipped: \(run.output)") }
        #expect(run.status == 0, "\(run.output)")
    }
}
