import CAudioToolbox

/// A second-order high pass whose resonance is the gain at the cutoff.
package final class HighPass: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_HighPassFilter)

    /// Makes one at its initial values.
    package init() {
        super.init(
            .highPass, Self.identity, name: "AUHipass",
            parameters: [
                ParameterSpec(
                    kHipassParam_CutoffFrequency, "cutoffFrequency", "Cutoff Frequency", .hertz, 10...22_050, 6900,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(kHipassParam_Resonance, "resonance", "Resonance", .decibels, -20...40, 0),
            ])
    }
}
