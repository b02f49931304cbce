import AVAudioTypes
import CoreAudioTypes
import Foundation

extension AUPreset {
    /// For people.
    public var presetName: Unmanaged<CFString>? {
        get { __presetName.map { .fromOpaque($0) } }
        set { __presetName = newValue?.toOpaque() }
    }

    /// A preset.
    public init(presetNumber: Int32, presetName: Unmanaged<CFString>?) {
        self.init(presetNumber: presetNumber, __presetName: presetName?.toOpaque())
    }
}
