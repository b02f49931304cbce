/// A second-order low pass whose resonance is the gain at the cutoff.
package final class LowPass: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity("aufx", "lpas")

    /// Makes one at its initial values.
    package init() {
        super.init(
            .lowPass, Self.identity, name: "AULowpass",
            parameters: [
                ParameterSpec(
                    0, "cutoffFrequency", "Cutoff Frequency", .hertz, 10...22_050, 6900,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(1, "resonance", "Resonance", .decibels, -20...40, 0),
            ])
    }
}
