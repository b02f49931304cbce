import Foundation
import Testing

/// The modules that programs contain: those that they import, and what these stand on.
struct LinkedModulesTests {
    /// Returns which modules have symbols in a program.
    private func modules(_ names: [String], of program: String) throws -> [String] {
        let url = try #require(Programs.named(program))
        let bytes = try Data(contentsOf: url, options: .mappedIfSafe)
        // Source: Swift's name mangling: `$s`, then each name behind its length.
        return names.filter { bytes.range(of: Data("$s\($0.utf8.count)\($0)".utf8)) != nil }
    }

    /// The frameworks beside `AVFAudio` and those that it brings: `AudioToolbox`, `CoreMIDI` and `CoreMedia`, as on Apple's systems.
    private static let kit = ["Accelerate", "MediaToolbox", "AVFoundation", "CoreAudio", "CoreAudioKit", "os"]

    @Test(.enabled(if: Programs.canBeSimulated, "the programs are not there"))
    func aProgramOfAVFAudioAloneHasNothingOfTheKit() throws {
        #expect(try modules(["AVFAudio", "AudioToolbox"], of: "speech-model-input") == ["AVFAudio", "AudioToolbox"])
        #expect(try modules(Self.kit, of: "speech-model-input") == [])
        #expect(try modules(["CoreMedia", "AVFoundation"], of: "asset-examples") == ["CoreMedia", "AVFoundation"])
    }
}
