/// One bell with a quality.
package final class ParametricEQ: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity("aufx", "pmeq")

    /// Makes one at its initial values.
    package init() {
        super.init(
            .parametric, Self.identity, name: "AUParametricEQ",
            parameters: [
                ParameterSpec(
                    0, "centerFrequency", "Center Frequency", .hertz, 20...22_050, 2000,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(1, "q", "Q", .hertz, 0.1...20, 1),
                ParameterSpec(2, "gain", "Gain", .decibels, -20...20, 0),
            ])
    }
}
