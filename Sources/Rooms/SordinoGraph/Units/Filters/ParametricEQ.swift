import CAudioToolbox

/// One bell with a quality.
package final class ParametricEQ: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_ParametricEQ)

    /// Makes one at its initial values.
    package init() {
        super.init(
            .parametric, Self.identity, name: "AUParametricEQ",
            parameters: [
                ParameterSpec(
                    kParametricEQParam_CenterFreq, "centerFrequency", "Center Frequency", .hertz, 20...22_050, 2000,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(kParametricEQParam_Q, "q", "Q", .hertz, 0.1...20, 1),
                ParameterSpec(kParametricEQParam_Gain, "gain", "Gain", .decibels, -20...20, 0),
            ])
    }
}
