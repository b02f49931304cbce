import Accelerate
import CStructLayouts
import StructLayouts
import Testing

/// The structs lie in memory as C has them: programs view arrays as planes.
@Suite struct StructLayoutTests {
    static let inC = StructLayout.ofC(CStructLayoutsOfAccelerate())

    static let inSwift = [
        StructLayout(DSPComplex.self),
        StructLayout(DSPDoubleComplex.self),
        StructLayout(DSPSplitComplex.self),
        StructLayout(DSPDoubleSplitComplex.self),
        StructLayout(vDSP_int24.self),
        StructLayout(vDSP_uint24.self),
    ]

    @Test(arguments: inSwift) func aStructLiesInMemoryAsInC(layout: StructLayout) {
        #expect(layout == Self.inC[layout.name])
    }

    /// A struct that is declared later has to be compared as well.
    @Test func everyStructIsCompared() throws {
        let declared = try DeclaredStructs.names(shims: ["CAccelerate"], frameworks: ["Accelerate"])
        #expect(declared == Set(Self.inSwift.map(\.name)))
    }
}
