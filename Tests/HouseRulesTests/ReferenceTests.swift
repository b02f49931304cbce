import Foundation
import Testing

/// The catalogs of the reference keep up with the sources; `make docs` compares signatures too.
@Suite struct ReferenceTests {
    private static let frameworks = House.map.rows.filter { $0.kind == "framework" }.map(\.name).sorted()

    /// The pages of all catalogs.
    private static let pages: [String] = House.paths.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }

    @Test(arguments: frameworks)
    func everyFrameworkHasALandingPage(framework: String) throws {
        let page = try House.read("Sources/Frameworks/\(framework)/\(framework).docc/\(framework).md")
        #expect(page.hasPrefix("# ``\(framework)``\n"), "the landing page bears the module's name")
        #expect(page.contains("\n## Topics\n"))
    }

    /// Words that the framework's sources declare, and every word of the C headers that it re-exports.
    private static let declared: [String: Set<String>] = {
        let declaration = #/\b(?:func|var|let|class|struct|enum|protocol|typealias|case)\s+`?(\w+)/#
        let headers = [
            "CoreAudioTypes": "CCoreAudioTypes", "AudioToolbox": "CAudioToolbox", "CoreMedia": "CCoreMedia",
            "CoreMIDI": "CCoreMIDI", "CoreAudio": "CCoreAudio", "Accelerate": "CAccelerate", "OpenAL": "COpenAL",
        ]
        var names: [String: Set<String>] = [:]
        for framework in frameworks {
            var found: Set<String> = [framework]
            for file in House.files where file.isIn("Sources/Frameworks/\(framework)") {
                found.formUnion(file.text.matches(of: declaration).map { String($0.1) })
            }
            if let shim = headers[framework] {
                for file in House.files where file.isIn("Sources/Shims/\(shim)/include") {
                    found.formUnion(file.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
                }
            }
            names[framework] = found
        }
        return names
    }()

    @Test(arguments: pages)
    func everySymbolOfACatalogIsDeclared(page: String) throws {
        let framework = String(page.split(separator: "/")[2])
        let declared = try #require(Self.declared[framework])
        let links = try House.read(page).matches(of: #/``([^`]+)``/#).map { String($0.1) }
        for link in links {
            for part in link.split(separator: "/") {
                let name = String(part.prefix { $0 != "(" })
                #expect(declared.contains(name), "\(page): \(link) is not declared in \(framework)")
            }
        }
    }

    /// `doc:/Guide/NAME` is a page of Documentation/, `doc:NAME` one of the same catalog.
    @Test(arguments: pages)
    func everyPageThatACatalogNamesExists(page: String) throws {
        let folder = page.split(separator: "/").dropLast().joined(separator: "/")
        for link in try House.read(page).matches(of: #/<doc:([^>#]+)[^>]*>/#).map({ String($0.1) }) {
            let target =
                link.hasPrefix("/Guide/")
                ? "Documentation/\(link.dropFirst("/Guide/".count)).md" : "\(folder)/\(link).md"
            #expect(FileManager.default.fileExists(atPath: "\(House.root)/\(target)"), "\(page): \(link)")
        }
    }

    /// A page that no other page of its catalog names cannot be found from the landing page.
    @Test func everyPageOfACatalogIsReachable() throws {
        for page in Self.pages {
            let parts = page.split(separator: "/").map(String.init)
            let name = String(parts[4].dropLast(3))
            guard name != parts[2] else { continue }
            let landing = try House.read(parts.prefix(4).joined(separator: "/") + "/\(parts[2]).md")
            #expect(landing.contains("<doc:\(name)>"), "\(page) is not on the landing page")
        }
    }
}
