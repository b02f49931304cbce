import CStructLayouts
import CoreAudio
import StructLayouts
import Testing

/// The structs of the hardware lie in memory as C has them.
@Suite struct StructLayoutTests {
    static let inC = StructLayout.ofC(CStructLayoutsOfCoreAudio())

    static let inSwift = [
        StructLayout(AudioObjectPropertyAddress.self),
        StructLayout(AudioHardwareIOProcStreamUsage.self),
        StructLayout(AudioStreamRangedDescription.self),
    ]

    @Test(arguments: inSwift) func aStructLiesInMemoryAsInC(layout: StructLayout) {
        #expect(layout == Self.inC[layout.name])
    }

    /// A struct that is declared later has to be compared as well.
    @Test func everyStructIsCompared() throws {
        let declared = try DeclaredStructs.names(shims: ["CCoreAudio"], frameworks: ["CoreAudio"])
        #expect(declared == Set(Self.inSwift.map(\.name)))
    }
}
