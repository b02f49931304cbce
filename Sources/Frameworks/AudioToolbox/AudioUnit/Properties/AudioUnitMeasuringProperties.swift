import AVAudioTypes
import CoreAudioTypes
import SordinoGraph

// Measurements of the sound that passes through a unit, beside its meter parameters.

extension AudioUnitMeterClipping {
    /// Indicates whether a sample was infinite; never here, since such samples are replaced by silence before mixing.
    public var sawInfinity: DarwinBoolean {
        get { DarwinBoolean(__sawInfinity != 0) }
        set { __sawInfinity = newValue.boolValue ? 1 : 0 }
    }

    /// Indicates whether a sample was not a number; never here, since such samples are replaced by silence before
    /// mixing.
    public var sawNotANumber: DarwinBoolean {
        get { DarwinBoolean(__sawNotANumber != 0) }
        set { __sawNotANumber = newValue.boolValue ? 1 : 0 }
    }

    /// Makes a measurement of one bus: the peak since the last one, as an amplitude, and the two indications.
    public init(peakValueSinceLastCall: Float32, sawInfinity: DarwinBoolean, sawNotANumber: DarwinBoolean) {
        self.init(
            peakValueSinceLastCall: peakValueSinceLastCall, __sawInfinity: sawInfinity.boolValue ? 1 : 0,
            __sawNotANumber: sawNotANumber.boolValue ? 1 : 0)
    }
}

extension UnitProperty {
    static var measurements: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioUnitProperty_MeterClipping: value(
                AudioUnitMeterClipping.self,
                read: { place throws(UnitPropertyError) in
                    guard (place.unit.backing as? ProcessorBacking)?.unit is MultiChannelMixer else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
                    }
                    let switches = try place.meterSwitches
                    let bus = place.scope == kAudioUnitScope_Input ? place.element : MeterSwitches.inputLimit
                    return AudioUnitMeterClipping(
                        peakValueSinceLastCall: switches.clips.takePeak(bus), sawInfinity: false,
                        sawNotANumber: false)
                }),
            kAudioUnitProperty_ParameterHistoryInfo: value(
                AudioUnitParameterHistoryInfo.self,
                read: { place throws(UnitPropertyError) in
                    let parameters = place.unit.parameterTree?.allParameters ?? []
                    guard parameters.contains(where: { $0.flags.contains(.flag_MeterReadOnly) }) else {
                        throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
                    }
                    let rate = place.unit.outputBusses.count > 0 ? place.unit.outputBusses[0].format.sampleRate : 44_100
                    let blocks = rate / Double(max(place.unit.maximumFramesToRender, 1))
                    // At most the refresh rate of a screen, and a display of a few seconds.
                    return AudioUnitParameterHistoryInfo(
                        updatesPerSecond: Float32(min(blocks, 60)), historyDurationInSeconds: 5)
                }),
        ]
    }
}
