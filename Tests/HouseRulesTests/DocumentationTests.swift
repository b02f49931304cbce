import Foundation
import Testing

/// The pages keep up with the sources: their examples are built, their links lead somewhere.
@Suite struct DocumentationTests {
    /// Every page, in order of the paths.
    private static let pages: [String] = {
        let folders = ["", "Documentation/", "Examples/", ".github/", "Scripts/", "Packaging/", "Conformance/"]
        return folders.flatMap { folder -> [String] in
            let path = "\(House.root)/\(folder)"
            let found =
                folder.isEmpty
                ? (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
                : FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            return found.filter { $0.hasSuffix(".md") && !$0.contains(".build/") }.map { folder + $0 }
        }.sorted()
    }()

    @Test func thePagesAreFound() {
        #expect(Self.pages.count > 25)
        #expect(Self.pages.contains("README.md") && Self.pages.contains("Documentation/README.md"))
    }

    // MARK: Links

    @Test(arguments: pages)
    func everyLinkLeadsSomewhere(page: String) throws {
        let folder = URL(fileURLWithPath: "\(House.root)/\(page)").deletingLastPathComponent()
        for link in Markdown.links(try House.read(page)) where !link.contains("://") && !link.hasPrefix("mailto:") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let target =
                parts[0].isEmpty
                ? "\(House.root)/\(page)" : folder.appendingPathComponent(parts[0]).standardizedFileURL.path
            #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link) does not exist")
            guard parts.count == 2, target.hasSuffix(".md") else { continue }
            let anchors = Markdown.anchors((try? String(contentsOfFile: target, encoding: .utf8)) ?? "")
            #expect(anchors.contains(parts[1]), "\(page): \(link) names no heading")
        }
    }

    @Test func everyPageIsInTheIndex() throws {
        let linked = Set(Markdown.links(try House.read("Documentation/README.md")).map { $0.prefix { $0 != "#" } })
        for page in Self.pages where page.hasPrefix("Documentation/") && page != "Documentation/README.md" {
            #expect(
                linked.contains(page.dropFirst("Documentation/".count)), "\(page) is not in Documentation/README.md")
        }
    }

    @Test func headingsBecomeAnchors() {
        let anchors = Markdown.anchors(
            "# A `b` & C\n\n## Who may, what?\n\n## Who may, what?\n\n```\n# no heading\n```\n")
        #expect(anchors == ["a-b--c", "who-may-what", "who-may-what-1"])
        #expect(Markdown.links("[a](b.md#c) `[no](x)` ![p](q.png)\n```\n[no](y)\n```\n") == ["b.md#c", "q.png"])
    }

    // MARK: Examples

    /// A fence that follows `<!-- from: PATH -->` stands in that file line by line, with any indentation.
    @Test(arguments: pages)
    func everyExampleStandsInTheFileThatItNames(page: String) throws {
        for example in Markdown.examples(try House.read(page)) {
            let source = try House.read(example.path).split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            let shown = example.lines.map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(!shown.isEmpty)
            let isThere = source.indices.contains { source[$0...].starts(with: shown) }
            #expect(isThere, "\(page): the example differs from \(example.path):\n\(shown.joined(separator: "\n"))")
        }
    }

    /// Pages for newcomers show no Swift that is not built.
    @Test(
        arguments: pages.filter {
            [
                "README.md", "Documentation/porting.md", "Documentation/simulator.md",
                "Documentation/managed-device.md", "Documentation/recorder.md",
            ].contains($0)
        })
    func newcomersSeeOnlyCodeThatIsBuilt(page: String) throws {
        let lines = try House.read(page).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line == "```swift" {
            let before = index > 0 ? lines[index - 1] : ""
            let isMarked = ["<!-- from: ", "<!-- ten-lines: ", "<!-- manifest", "<!-- apple"].contains {
                before.hasPrefix($0)
            }
            #expect(isMarked, "\(page):\(index + 1) shows code that no test builds")
        }
    }

    // MARK: Environment

    /// Variables that are no switches of Sordino: macros of C and of the compiler.
    private static let macros: Set = ["SORDINO_PIPEWIRE", "SORDINO_DBUS", "SORDINO_FFMPEG"]

    @Test func theTableOfEnvironmentVariablesIsComplete() throws {
        let text = try House.read("Documentation/environment-variables.md")
        let table = try #require(
            text.firstMatch(of: #/<!-- environment -->(.*?)<!-- \/environment -->/#.dotMatchesNewlines()))
        let rows = table.1.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let listed = Set(
            rows.flatMap { $0.split(separator: "|")[0].matches(of: #/`([A-Z_]+)`/#).map { String($0.1) } })

        // The sources, the scripts and the manifest; C's macros begin alike, so headers stay out.
        var texts = House.files.filter { $0.isSwift && !$0.path.hasSuffix("DocumentationTests.swift") }.map(\.text)
        texts += try ["Package.swift", "Makefile"].map(House.read)
        // Folders of Scripts hold modules of a script.
        for script in try FileManager.default.subpathsOfDirectory(atPath: "\(House.root)/Scripts") {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(House.root)/Scripts/\(script)", isDirectory: &isFolder)
            if !isFolder.boolValue && !script.hasSuffix(".pyc") { texts.append(try House.read("Scripts/\(script)")) }
        }
        var used: Set<String> = []
        for text in texts {
            used.formUnion(text.matches(of: #/\b(SORDINO_[A-Z]+(?:_[A-Z]+)*)\b/#).map { String($0.1) })
        }
        // Variables of the system that the sources read.
        for file in House.files where file.isSwift && file.isIn("Sources") {
            used.formUnion(
                file.text.matches(of: #/(?:getenv\("|environment(?:\["|\("))([A-Z_]+)"/#).map { String($0.1) })
        }
        used.subtract(Self.macros)
        #expect(
            used.subtracting(listed).isEmpty, "not in environment-variables.md: \(used.subtracting(listed).sorted())")
        for name in listed {
            #expect(
                texts.contains { $0.contains(name) }, "environment-variables.md names \(name), which nothing reads")
        }
    }

    // MARK: Rules

    /// A rule that a program or a developer meets has a row in the page of rules.
    @Test func everyRuleThatTheSourcesNameIsExplained() throws {
        let page = try House.read("Documentation/rules.md")
        let explained = page.matches(of: #/(?m)^\| `([^`]+)` \| (.*) \|$/#)
        let numbers = explained.map { String($0.1) }
        #expect(Set(numbers).count == numbers.count, "a rule is explained twice")
        for row in explained { #expect(row.2.hasSuffix(".") || row.2.hasSuffix(".)"), "\(row.1): no sentence") }
        let chapter = #/§[0-9]+(?:\.[0-9]+)?|\bR[1-7]\.[0-9]+|"own [0-9]+"/#
        var named: Set<String> = []
        for file in House.files where file.isSwift && file.isIn("Sources") {
            named.formUnion(file.text.matches(of: chapter).map { String($0.0).filter { $0 != "\"" } })
        }
        #expect(named.count > 60)
        #expect(named.subtracting(numbers).isEmpty, "not in rules.md: \(named.subtracting(numbers).sorted())")
    }

    // MARK: The package's lines

    /// The lines as they are printed, with the version of this release and products that exist.
    @Test func thePackageLinesNameThisReleaseAndItsProducts() throws {
        let manifest = try manifest()
        let release = try #require(
            House.read("Sources/Commands/SordinoCommandLine/Release.swift")
                .firstMatch(of: #/static let version = "(.*)"/#)
        ).1
        #expect(manifest.contains("from: \"\(release)\""))
        let products = manifest.matches(of: #/\.product\(name: "(\w+)", package: "sordino"/#).map { String($0.1) }
        #expect(!products.isEmpty)
        for product in products {
            #expect(House.map.rows.contains { $0.name == product && $0.kind == "framework" }, "\(product)")
        }
    }

    private static let swift = ["/usr/bin/swift", "/usr/local/bin/swift"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// A package with these lines takes Sordino from a repository that has the release's tag.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "\(House.root)/.git") && swift != nil,
            "this is no repository, or swift is not installed"))
    func thePackageLinesResolveAgainstATag() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let package = folder.appendingPathComponent("Player")
        let sources = package.appendingPathComponent("Sources/Player")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try "print(1)\n".write(to: sources.appendingPathComponent("main.swift"), atomically: true, encoding: .utf8)

        let repository = folder.appendingPathComponent("sordino.git").path
        try run("/usr/bin/env", ["git", "clone", "-q", "--bare", "--depth", "1", "file://\(House.root)", repository])
        let version = try #require(manifest().firstMatch(of: #/from: "([0-9.]+)"/#)).1
        try run("/usr/bin/env", ["git", "-C", repository, "tag", "-f", String(version)])
        let lines = try manifest().replacing(#/url: "[^"]*"/#) { _ in "url: \"file://\(repository)\"" }
        try lines.write(to: package.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
        try run(
            try #require(Self.swift),
            [
                "package", "--package-path", package.path, "--cache-path", folder.appendingPathComponent("cache").path,
                "resolve",
            ])
        let pins = try String(contentsOf: package.appendingPathComponent("Package.resolved"), encoding: .utf8)
        #expect(pins.contains("\"version\" : \"\(version)\""), "\(pins)")
    }

    private func manifest() throws -> String {
        let text = try House.read("README.md")
        let match = text.firstMatch(of: #/<!-- manifest -->\n```swift\n(.*?)```/#.dotMatchesNewlines())
        return String(try #require(match).1)
    }

    private func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(arguments.joined(separator: " ")):\n\(said)")
    }
}
