import AVAudioTypes
import CoreAudioTypes
import Foundation

extension AUPreset {
    /// The name of the preset, for display.
    public var presetName: Unmanaged<CFString>? {
        get { __presetName.map { .fromOpaque($0) } }
        set { __presetName = newValue?.toOpaque() }
    }

    /// Makes a preset: a number from 0 for a factory preset, a negative one for a user preset.
    public init(presetNumber: Int32, presetName: Unmanaged<CFString>?) {
        self.init(presetNumber: presetNumber, __presetName: presetName?.toOpaque())
    }
}
