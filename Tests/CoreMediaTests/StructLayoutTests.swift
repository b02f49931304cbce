import CStructLayouts
import CoreMedia
import StructLayouts
import Testing

/// The structs lie in memory as C has them, aligned to four bytes.
@Suite struct StructLayoutTests {
    static let inC = StructLayout.ofC(CStructLayoutsOfCoreMedia())

    static let inSwift = [
        StructLayout(CMTime.self),
        StructLayout(CMTimeRange.self),
        StructLayout(CMTimeMapping.self),
        StructLayout(CMSampleTimingInfo.self),
        StructLayout(CMBlockBufferCustomBlockSource.self),
    ]

    /// Types that Swift has alone.
    static let withoutC: Set<String> = [
        "CMBufferCallbacks"  // its functions take objects, which C functions here cannot
    ]

    @Test(arguments: inSwift) func aStructLiesInMemoryAsInC(layout: StructLayout) {
        #expect(layout == Self.inC[layout.name])
    }

    /// A struct that is declared later has to be compared as well.
    @Test func everyStructIsCompared() throws {
        let declared = try DeclaredStructs.names(shims: ["CCoreMedia"], frameworks: ["CoreMedia"])
        #expect(declared.subtracting(Self.withoutC) == Set(Self.inSwift.map(\.name)))
    }
}
