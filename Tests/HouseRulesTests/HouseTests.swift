import Foundation
import Testing

/// The rules, held against every file of the package.
@Suite struct HouseTests {
    @Test func theHouseIsFoundAndRead() {
        #expect(House.map.rows.count > 15)
        #expect(House.files.count > 30)
        #expect(House.files.contains { $0.path == "Tests/HouseRulesTests/HouseTests.swift" })
    }

    @Test func noFileIsTooLong() { expectNone(House.files.flatMap(FileRules.length)) }

    @Test func noCompiledProgramLiesAmongTheSources() throws {
        let top = try FileManager.default.contentsOfDirectory(atPath: House.root)
        let compiled = (top + House.paths).filter { path in
            guard let file = FileHandle(forReadingAtPath: "\(House.root)/\(path)") else { return false }
            return (try? file.read(upToCount: 4)) == Data([0x7F, 0x45, 0x4C, 0x46])
        }
        #expect(compiled == [])
    }

    @Test func everyNameNamesAThing() { expectNone(House.paths.flatMap(FileRules.name)) }

    @Test func noForbiddenWord() { expectNone(House.files.flatMap(FileRules.forbiddenWords)) }

    @Test func nothingIsLeftOver() { expectNone(House.files.flatMap(FileRules.leftovers)) }

    @Test func everythingOnTheAudioThreadIsMarked() { expectNone(House.files.flatMap(RealtimeRules.marks)) }

    @Test func everythingThatIsUsedOnTheAudioThreadStandsWhereTheCompilerChecksIt() {
        let checked = RenderUseRules.checked(House.files)
        let found = House.files.flatMap { RenderUseRules.unchecked($0, checked) }
        expectNone(found)
    }

    @Test func theAudioThreadImportsNothingThatBlocks() { expectNone(House.files.flatMap(RealtimeRules.imports)) }

    @Test func theMarkedHoleStandsInThreeFiles() { expectNone(House.files.flatMap(RealtimeRules.holes)) }

    @Test func everyImportIsAnArrowOfTheMap() {
        expectNone(House.files.flatMap { ImportRules.arrows($0, House.map) })
        expectNone(House.files.flatMap { ImportRules.testArrows($0, House.map) })
    }

    @Test func roomsStayLight() { expectNone(House.files.flatMap { ImportRules.foundation($0, House.map) }) }

    @Test func everyVisibleDeclarationSaysWhatItIs() {
        let explained = House.files.reduce(into: Set<String>()) {
            $0.formUnion(DocumentationRules.requirements(of: $1))
        }
        expectNone(House.files.flatMap { DocumentationRules.comments($0, explained: explained) })
    }

    @Test func statusesOfCMayBeLeftUnread() { expectNone(House.files.flatMap(ImportedCallRules.statuses)) }

    @Test func loopsWaitForNoStranger() {
        let own = LoopRules.declared(House.files)
        expectNone(House.files.flatMap { LoopRules.waits($0, own: own) })
        #expect(LoopRules.leftOver(House.files).isEmpty)
    }

    @Test func oneOfAThingStandsInTheSingular() { expectNone(House.files.flatMap(CountRules.plurals)) }

    @Test func limitsOfTimeAreForWhatHangs() { expectNone(House.files.flatMap(TestRules.limitTime)) }
    @Test func everyTestExpectsSomething() { expectNone(TestRules.expectNothing(House.files)) }

    @Test func everyArrowPointsDown() {
        for row in House.map.rows {
            for used in row.uses {
                let lower = House.map.row(named: used)
                #expect(lower != nil, "\(row.name) uses \(used), which is not on the map")
                if let lower { #expect(lower.floor < row.floor, "\(row.name) uses \(used) of floor \(lower.floor)") }
            }
        }
    }

    @Test func everyFolderIsOnTheMapAndEveryRoomHasAFolder() {
        for row in House.map.rows where row.kind != "peer" {
            #expect(House.paths.contains { $0.hasPrefix(row.path + "/") }, "\(row.name) has no folder \(row.path)")
        }
        for file in House.files where file.isSwift && !file.isIn("Tests", "Conformance/Tests") {
            #expect(House.map.row(of: file.path) != nil, "\(file.path) belongs to no room of the map")
        }
    }
}

/// Fails with every violation, one per line.
private func expectNone(_ violations: [Violation], _ location: SourceLocation = #_sourceLocation) {
    #expect(violations.isEmpty, "\n\(violations.map(\.description).joined(separator: "\n"))", sourceLocation: location)
}
