import Testing

/// The statements of Conformance/ build with Xcode: they know Apple's modules, and nothing of this package.
@Suite struct ConformanceRuleTests {
    private static let files = House.files.filter { $0.isSwift && $0.isIn("Conformance/Tests") }
    private static let modules: Set = [
        "AVFAudio", "AudioToolbox", "CoreAudioTypes", "CoreMIDI", "Accelerate", "Foundation", "Testing", "os",
        "ConformanceReport",
    ]

    @Test func theStatementsAreFound() {
        #expect(Self.files.count > 25)
        #expect(Self.files.contains { $0.path.hasSuffix("ConformanceTests/EngineTests.swift") })
    }

    @Test func noOtherModuleIsImported() {
        for file in Self.files {
            let others = file.imports.map(\.module).filter { !Self.modules.contains($0) }
            #expect(others.isEmpty, "\(file.path) imports \(others)")
        }
    }

    @Test func nothingIsNamedAfterThisPackage() {
        for file in Self.files {
            #expect(!file.text.contains("Sordino") && !file.text.contains("SORDINO"), "\(file.path)")
        }
    }

    /// Both manifests compile the same folder, with the same modules and in the same mode of the language.
    @Test func bothManifestsAgree() throws {
        let own = try House.read("Conformance/Package.swift")
        let house = try House.read("Package.swift")
        let row = try #require(house.split(separator: "\n").first { $0.contains(" ConformanceTests path=") })
        #expect(row.contains("path=Conformance/Tests/ConformanceTests language=5"))
        #expect(own.contains(".swiftLanguageMode(.v5)"))
        for module in Self.modules.subtracting(["Foundation", "Testing", "ConformanceReport"]) {
            #expect(own.contains("\"\(module)\""), "Conformance/Package.swift lacks \(module)")
        }
    }
}
