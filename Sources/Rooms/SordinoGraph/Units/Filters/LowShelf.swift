import CAudioToolbox

/// A shelf below a corner of at most 200 Hz.
package final class LowShelf: FilterUnit, @unchecked Sendable {
    /// An effect of this subtype.
    package static let identity = UnitIdentity(type: kAudioUnitType_Effect, subtype: kAudioUnitSubType_LowShelfFilter)

    /// Makes one at its initial values.
    package init() {
        super.init(
            .lowShelf, Self.identity, name: "AULowShelfFilter",
            parameters: [
                ParameterSpec(
                    kAULowShelfParam_CutoffFrequency, "cutoffFrequency", "Cutoff Frequency", .hertz, 10...200, 80),
                ParameterSpec(kAULowShelfParam_Gain, "gain", "Gain", .decibels, -40...40, 0),
            ])
    }
}
