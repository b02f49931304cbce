import AVAudioTypes
import CoreAudioTypes
import SordinoGraph

// What a unit measures of the sound that goes through it, beside its parameters.

/// The clipping of a metered bus of a multichannel mixer since the last read: an `AudioUnitMeterClipping`; read only.
///
/// Nothing until `kAudioUnitProperty_MeteringMode` is on for the bus. The sound of a mixer is floats, which do not clip: a
/// peak above 1 will where they become whole numbers.
public var kAudioUnitProperty_MeterClipping: AudioUnitPropertyID { 3011 }

/// How often the meters among a unit's parameters should be read, and how much of them a graph shows: an
/// `AudioUnitParameterHistoryInfo`; read only, of units that have meters.
public var kAudioUnitProperty_ParameterHistoryInfo: AudioUnitPropertyID { 53 }

/// The clipping of a bus since the last read.
public struct AudioUnitMeterClipping {
    /// The highest sample that is a number, linear.
    public var peakValueSinceLastCall: Float32
    /// Indicates whether a sample was infinite; never here, since what a source sends that is no number is silent before it
    /// is mixed.
    public var sawInfinity: DarwinBoolean
    /// Indicates whether a sample was not a number; never here, likewise.
    public var sawNotANumber: DarwinBoolean

    /// A bus that has seen nothing.
    public init() { (peakValueSinceLastCall, sawInfinity, sawNotANumber) = (0, false, false) }

    /// A bus that has seen something.
    public init(peakValueSinceLastCall: Float32, sawInfinity: DarwinBoolean, sawNotANumber: DarwinBoolean) {
        self.peakValueSinceLastCall = peakValueSinceLastCall
        self.sawInfinity = sawInfinity
        self.sawNotANumber = sawNotANumber
    }
}

/// The recommended rate of reading meters, and the extent of their graph.
public struct AudioUnitParameterHistoryInfo {
    /// Readings a second: one for each block that the unit renders, 60 at most.
    public var updatesPerSecond: Float32
    /// Seconds of readings that are kept for a graph.
    public var historyDurationInSeconds: Float32

    /// No readings.
    public init() { (updatesPerSecond, historyDurationInSeconds) = (0, 0) }

    /// Readings.
    public init(updatesPerSecond: Float32, historyDurationInSeconds: Float32) {
        self.updatesPerSecond = updatesPerSecond
        self.historyDurationInSeconds = historyDurationInSeconds
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
                    // Eyes see no more than a screen shows, and a graph of a few seconds.
                    return AudioUnitParameterHistoryInfo(
                        updatesPerSecond: Float32(min(blocks, 60)), historyDurationInSeconds: 5)
                }),
        ]
    }
}
