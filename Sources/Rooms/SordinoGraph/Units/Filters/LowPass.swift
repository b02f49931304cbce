import CAudioToolbox

/// A second-order low pass whose resonance is the gain at the cutoff.
package final class LowPass: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_LowPassFilter)

    /// Makes one at its initial values.
    package init() {
        super.init(
            .lowPass, Self.identity, name: "AULowpass",
            parameters: [
                ParameterSpec(
                    kLowPassParam_CutoffFrequency, "cutoffFrequency", "Cutoff Frequency", .hertz, 10...22_050, 6900,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(kLowPassParam_Resonance, "resonance", "Resonance", .decibels, -20...40, 0),
            ])
    }
}
