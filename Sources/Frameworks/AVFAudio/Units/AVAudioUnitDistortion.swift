import AudioToolbox
import Foundation
import SordinoGraph

/// Distorts: decimation, polynomial, ring modulation, soft clipping and a short delay, by presets.
open class AVAudioUnitDistortion: AVAudioUnitEffect, @unchecked Sendable {
    /// Makes a distortion of the first preset at -6 dB and half the mix.
    public init() {
        super.init(processor: .required(DistortionUnit.identity))
        unit.choose(factoryPreset: AVAudioUnitDistortionPreset.drumsBitBrush.rawValue)
        preGain = -6
        wetDryMix = 50
    }

    /// Takes on a preset's values.
    open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) {
        unit.choose(factoryPreset: preset.rawValue)
    }

    /// Decibels before the distortion, -80 to 20; -6 at first.
    open var preGain: Float {
        get { parameter(UInt64(kDistortionParam_SoftClipGain)) }
        set { setParameter(UInt64(kDistortionParam_SoftClipGain), to: newValue) }
    }

    /// Percent of the distorted sound in the output, 0 to 100; 50 at first.
    open var wetDryMix: Float {
        get { parameter(UInt64(kDistortionParam_FinalMix)) }
        set { setParameter(UInt64(kDistortionParam_FinalMix), to: newValue) }
    }
}

/// The ways in which a distortion distorts.
public enum AVAudioUnitDistortionPreset: Int, Sendable {
    case drumsBitBrush = 0
    case drumsBufferBeats = 1
    case drumsLoFi = 2
    case multiBrokenSpeaker = 3
    case multiCellphoneConcert = 4
    case multiDecimated1 = 5
    case multiDecimated2 = 6
    case multiDecimated3 = 7
    case multiDecimated4 = 8
    case multiDistortedFunk = 9
    case multiDistortedCubed = 10
    case multiDistortedSquared = 11
    case multiEcho1 = 12
    case multiEcho2 = 13
    case multiEchoTight1 = 14
    case multiEchoTight2 = 15
    case multiEverythingIsBroken = 16
    case speechAlienChatter = 17
    case speechCosmicInterference = 18
    case speechGoldenPi = 19
    case speechRadioTower = 20
    case speechWaves = 21
}
