import CAudioToolbox

/// A shelf above a corner of at least 10 kHz.
package final class HighShelf: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_HighShelfFilter)

    /// Makes one at its initial values.
    package init() {
        super.init(
            .highShelf, Self.identity, name: "AUHighShelfFilter",
            parameters: [
                ParameterSpec(
                    kHighShelfParam_CutOffFrequency, "cutoffFrequency", "Cutoff Frequency", .hertz, 10_000...22_050,
                    10_000,
                    flags: [.ordinary, .displayLogarithmic, .upToNyquist]),
                ParameterSpec(kHighShelfParam_Gain, "gain", "Gain", .decibels, -40...40, 0),
            ])
    }
}
