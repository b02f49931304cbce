import AudioToolbox
import Foundation
import SordinoGraph

/// Adds the reverberation of a room to its input.
open class AVAudioUnitReverb: AVAudioUnitEffect, @unchecked Sendable {
    /// The share of the room in the output.
    private static let mix: UInt64 = 0

    /// Makes a reverb of a medium hall.
    public init() {
        super.init(processor: .required(ReverbUnit.identity))
        loadFactoryPreset(.mediumHall)
    }

    /// Takes on a room; the mix stays.
    open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) {
        let kept = wetDryMix
        unit.choose(factoryPreset: preset.rawValue)
        wetDryMix = kept
    }

    /// Percent of the room in the output, 0 to 100.
    open var wetDryMix: Float {
        get { parameter(Self.mix) }
        set { setParameter(Self.mix, to: newValue) }
    }
}

/// The rooms of a reverb.
public enum AVAudioUnitReverbPreset: Int, Sendable {
    case smallRoom = 0
    case mediumRoom = 1
    case largeRoom = 2
    case mediumHall = 3
    case largeHall = 4
    case plate = 5
    case mediumChamber = 6
    case largeChamber = 7
    case cathedral = 8
    case largeRoom2 = 9
    case mediumHall2 = 10
    case mediumHall3 = 11
    case largeHall2 = 12
}
