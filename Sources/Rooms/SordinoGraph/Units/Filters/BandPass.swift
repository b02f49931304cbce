import CAudioToolbox

/// A second-order band pass with 0 dB at its centre.
package final class BandPass: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_BandPassFilter)

    /// Makes one at its initial values.
    package init() {
        super.init(
            .bandPass, Self.identity, name: "AUBandpass",
            parameters: [
                ParameterSpec(
                    kBandpassParam_CenterFrequency, "centerFrequency", "Center Frequency", .hertz, 20...22_050, 5000,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(kBandpassParam_Bandwidth, "bandwidth", "Bandwidth", .cents, 100...12_000, 600),
            ])
    }
}
