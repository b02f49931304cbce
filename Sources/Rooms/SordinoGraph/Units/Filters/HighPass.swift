/// A second-order high pass whose resonance is the gain at the cutoff.
package final class HighPass: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity("aufx", "hpas")

    /// Makes one at its initial values.
    package init() {
        super.init(
            .highPass, Self.identity, name: "AUHipass",
            parameters: [
                ParameterSpec(
                    0, "cutoffFrequency", "Cutoff Frequency", .hertz, 10...22_050, 6900,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(1, "resonance", "Resonance", .decibels, -20...40, 0),
            ])
    }
}
