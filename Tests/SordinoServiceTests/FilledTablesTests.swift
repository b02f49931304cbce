import Foundation
import SordinoPipeWire
import Testing

@testable import SordinoBus
@testable import SordinoDevice
@testable import SordinoService

/// Tables of what strangers call themselves: each is filled beyond its bound, and what is new is still taken in.
struct FilledTablesTests {
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("filled-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test func volumesOfThousandsOfProgramsLeaveTheNewest() throws {
        let place = try folder()
        defer { try? FileManager.default.removeItem(at: place) }
        let volumes = ProgramVolumes(folder: place.path)
        let volume = ProgramVolume(factor: 0.5, isMuted: true)
        for number in 0..<3 * ProgramVolumes.limit { volumes.remember(volume, of: "program \(number)") }
        volumes.end()
        #expect(volumes["program \(3 * ProgramVolumes.limit - 1)"] == volume)
        #expect(volumes["program 0"] == .untouched)
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(files.count == ProgramVolumes.limit)
        // The next service reads them.
        let next = ProgramVolumes(folder: place.path)
        #expect(next["program \(2 * ProgramVolumes.limit)"] == volume)
    }

    @Test func answersOfThousandsOfProgramsLeaveTheNewest() {
        let words = RememberedWords(known: ["allow"])
        for number in 0..<2 * RememberedWords.most {
            words.set("program:/usr/bin/\(number)", "allow")
            #expect(words.word("program:/usr/bin/\(number)") == "allow")
        }
        #expect(words.all.count == RememberedWords.most)
        words.reset()
        #expect(words.all.isEmpty)
    }
}
