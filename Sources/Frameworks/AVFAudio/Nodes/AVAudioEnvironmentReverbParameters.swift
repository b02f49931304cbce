import AudioToolbox
import Foundation
import SordinoGraph
import SordinoSignal

/// The reverberation that the sources of an environment share, each by its `reverbBlend`.
open class AVAudioEnvironmentReverbParameters: NSObject, @unchecked Sendable {
    private let environment: Environment

    /// One filter behind the reverberation, bypassed by default; 800 Hz, 3 octaves, 0 dB, parametric.
    public let filterParameters: AVAudioUnitEQFilterParameters

    init(of environment: Environment) {
        self.environment = environment
        filterParameters = AVAudioUnitEQFilterParameters(
            read: { environment.values.filter[$0] },
            write: { parameter, value in
                environment.change { values in
                    values.filter[parameter] = value
                    values.roomNumber &+= 1
                }
            })
        super.init()
        loadFactoryReverbPreset(.smallRoom)
    }

    /// Indicates whether there is any; false by default.
    open var enable: Bool {
        get { environment.values.isReverbOn }
        set { environment.change { $0.isReverbOn = newValue } }
    }

    /// Decibels of the reverberation, -40 to 40; 0 by default.
    open var level: Float {
        get { environment.values.reverbLevel }
        set { environment.change { $0.reverbLevel = newValue.held(in: -40...40) } }
    }

    /// Takes on a room; filter and level stay.
    open func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) {
        guard let room = ReverbPreset.all.first(where: { $0.number == preset.rawValue }) else { return }
        environment.change { values in
            values.room = room.settings
            values.roomNumber &+= 1
        }
    }
}

extension EnvironmentFilter {
    /// A value by the parameter of an equaliser's band.
    fileprivate subscript(parameter: AudioUnitParameterID) -> Float {
        get {
            switch parameter {
            case kAUNBandEQParam_BypassBand: isBypassed ? 1 : 0
            case kAUNBandEQParam_FilterType: kind
            case kAUNBandEQParam_Frequency: hertz
            case kAUNBandEQParam_Gain: decibels
            default: octaves
            }
        }
        set {
            switch parameter {
            case kAUNBandEQParam_BypassBand: isBypassed = newValue >= 0.5
            case kAUNBandEQParam_FilterType: kind = newValue.held(in: 0...10)
            case kAUNBandEQParam_Frequency: hertz = newValue.held(in: 10...20_000)
            case kAUNBandEQParam_Gain: decibels = newValue.held(in: -18...18)
            default: octaves = newValue.held(in: 0.05...4)
            }
        }
    }
}
