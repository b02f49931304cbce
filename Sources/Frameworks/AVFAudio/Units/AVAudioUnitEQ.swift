import AudioToolbox
import Foundation
import SordinoGraph

/// An equaliser of any number of bands, one after the other.
open class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {
    /// The bands; all of them are bypassed at first.
    public private(set) var bands: [AVAudioUnitEQFilterParameters] = []

    /// Makes an equaliser.
    ///
    /// - Parameter numberOfBands: 1 or more.
    public init(numberOfBands: Int) {
        super.init(processor: NBandEQ(bandCount: numberOfBands))
        bands = (0..<numberOfBands).map { AVAudioUnitEQFilterParameters(of: self, band: UInt64($0)) }
    }

    /// Makes an equaliser of one band.
    public convenience init() { self.init(numberOfBands: 1) }

    /// Decibels for the whole, -96 to 24; 0 at first.
    open var globalGain: Float {
        get { parameter(UInt64(kAUNBandEQParam_GlobalGain)) }
        set { setParameter(UInt64(kAUNBandEQParam_GlobalGain), to: newValue) }
    }
}

/// One band of an equaliser, or the filter behind an environment's reverberation.
///
/// Keeps its values as long as its owner lives.
open class AVAudioUnitEQFilterParameters: NSObject, @unchecked Sendable {
    private let read: @Sendable (AudioUnitParameterID) -> Float
    private let write: @Sendable (AudioUnitParameterID, Float) -> Void

    /// Makes a view of a band's values, which are asked for by the parameter of band 0.
    init(
        read: @escaping @Sendable (AudioUnitParameterID) -> Float,
        write: @escaping @Sendable (AudioUnitParameterID, Float) -> Void
    ) {
        (self.read, self.write) = (read, write)
    }

    convenience init(of equaliser: AVAudioUnitEQ, band: UInt64) {
        self.init(
            read: { [weak equaliser] in equaliser?.parameter(UInt64($0) + band) ?? 0 },
            write: { [weak equaliser] in equaliser?.setParameter(UInt64($0) + band, to: $1) })
    }

    private subscript(parameter: AudioUnitParameterID) -> Float {
        get { read(parameter) }
        set { write(parameter, newValue) }
    }

    /// The filter of the band; initially `.parametric`.
    open var filterType: AVAudioUnitEQFilterType {
        get { AVAudioUnitEQFilterType(rawValue: Int(self[kAUNBandEQParam_FilterType])) ?? .parametric }
        set { self[kAUNBandEQParam_FilterType] = Float(newValue.rawValue) }
    }

    /// Hertz of the centre, or of the edge, 20 to half the sample rate.
    open var frequency: Float {
        get { self[kAUNBandEQParam_Frequency] }
        set { self[kAUNBandEQParam_Frequency] = newValue }
    }

    /// Octaves, 0.05 to 5; used by parametric, band-pass, band-stop and resonant filters.
    open var bandwidth: Float {
        get { self[kAUNBandEQParam_Bandwidth] }
        set { self[kAUNBandEQParam_Bandwidth] = newValue }
    }

    /// Decibels, -96 to 24; 0 at first; used by parametric and shelving filters.
    open var gain: Float {
        get { self[kAUNBandEQParam_Gain] }
        set { self[kAUNBandEQParam_Gain] = newValue }
    }

    /// Indicates whether the band does nothing; true at first.
    open var bypass: Bool {
        get { self[kAUNBandEQParam_BypassBand] >= 0.5 }
        set { self[kAUNBandEQParam_BypassBand] = newValue ? 1 : 0 }
    }
}

/// The filter of an equaliser's band.
public enum AVAudioUnitEQFilterType: Int, Sendable {
    case parametric = 0
    case lowPass = 1
    case highPass = 2
    case resonantLowPass = 3
    case resonantHighPass = 4
    case bandPass = 5
    case bandStop = 6
    case lowShelf = 7
    case highShelf = 8
    case resonantLowShelf = 9
    case resonantHighShelf = 10
}
