/// A second-order band pass with 0 dB at its centre.
package final class BandPass: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity("aufx", "bpas")

    /// Makes one at its initial values.
    package init() {
        super.init(
            .bandPass, Self.identity, name: "AUBandpass",
            parameters: [
                ParameterSpec(
                    0, "centerFrequency", "Center Frequency", .hertz, 20...22_050, 5000,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(1, "bandwidth", "Bandwidth", .cents, 100...12_000, 600),
            ])
    }
}
