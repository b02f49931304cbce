import AVAudioTypes
import Foundation

/// An object with a clock: a device, or a clock without streams, of which there are none here.
open class AudioHardwareClock: AudioHardwareObject, @unchecked Sendable {
    /// The name that is unique and stable over time.
    public var uid: String { get throws { try text(kAudioDevicePropertyDeviceUID) } }
    /// The way by which the device is connected, such as `kAudioDeviceTransportTypeUSB`.
    public var transportType: UInt32 { get throws { try value(kAudioDevicePropertyTransportType) } }
    /// The number of the clock that devices with the same number share; 0 for unknown.
    public var clockDomain: UInt32 { get throws { try value(kAudioDevicePropertyClockDomain) } }
    /// Indicates whether the device is there.
    public var isAlive: Bool { get throws { try flag(kAudioDevicePropertyDeviceIsAlive) } }
    /// Indicates whether a function of the program runs on the device.
    public var isRunning: Bool { get throws { try flag(kAudioDevicePropertyDeviceIsRunning) } }
    /// The latency of the input in frames.
    public var inputLatency: Int {
        get throws { try number(kAudioDevicePropertyLatency, kAudioObjectPropertyScopeInput) }
    }
    /// The latency of the output in frames.
    public var outputLatency: Int {
        get throws { try number(kAudioDevicePropertyLatency, kAudioObjectPropertyScopeOutput) }
    }
    /// The rate in hertz.
    public var nominalSampleRate: Double { get throws { try value(kAudioDevicePropertyNominalSampleRate) } }
    /// The rates at which the device runs, in hertz.
    public var availableNominalSampleRates: [AudioValueRange] {
        get throws { try values(kAudioDevicePropertyAvailableNominalSampleRates) }
    }
    /// The levels, switches and choices of the device.
    public var controls: [AudioHardwareControl] {
        get throws { try objects(kAudioObjectPropertyControlList, AudioHardwareControl.self) }
    }
    /// Sets the rate in hertz.
    public func setNominalSampleRate(_ rate: Double) throws { try set(kAudioDevicePropertyNominalSampleRate, rate) }
}

/// A device, which plays or records.
open class AudioHardwareDevice: AudioHardwareClock, @unchecked Sendable {
    private static let input = kAudioObjectPropertyScopeInput
    private static let output = kAudioObjectPropertyScopeOutput

    /// The model by a unique name.
    public var modelUID: String { get throws { try text(kAudioDevicePropertyModelUID) } }
    /// The program that configures the device, by its bundle.
    public var configurationApplication: String {
        get throws { try text(kAudioDevicePropertyConfigurationApplication) }
    }
    /// A picture of the device; nil without one.
    public var icon: URL? { get throws { (try object(kAudioDevicePropertyIcon) as NSURL) as URL } }
    /// The devices of the same hardware.
    public var relatedDevices: [AudioHardwareDevice] {
        get throws { try objects(kAudioDevicePropertyRelatedDevices, AudioHardwareDevice.self) }
    }
    /// The streams of both directions.
    public var streams: [AudioHardwareStream] {
        get throws { try objects(kAudioDevicePropertyStreams, AudioHardwareStream.self) }
    }
    /// Indicates whether the device is hidden from lists.
    public var isHidden: Bool { get throws { try flag(kAudioDevicePropertyIsHidden) } }
    /// Indicates whether a function of any program runs on the device.
    public var isRunningInAProcess: Bool { get throws { try flag(kAudioDevicePropertyDeviceIsRunningSomewhere) } }
    /// Indicates whether the device may record by default.
    public var canBeDefaultInputDevice: Bool {
        get throws { try flag(kAudioDevicePropertyDeviceCanBeDefaultDevice, Self.input) }
    }
    /// Indicates whether the device may play by default.
    public var canBeDefaultOutputDevice: Bool {
        get throws { try flag(kAudioDevicePropertyDeviceCanBeDefaultDevice, Self.output) }
    }
    /// Indicates whether the device may play the sounds of the system.
    public var canBeDefaultSoundEffectsDevice: Bool {
        get throws { try flag(kAudioDevicePropertyDeviceCanBeDefaultSystemDevice, Self.output) }
    }

    // MARK: Blocks

    /// The rate as it is measured, in hertz.
    public var actualSampleRate: Double { get throws { try value(kAudioDevicePropertyActualSampleRate) } }
    /// The frames of a block.
    public var bufferFrameSize: Int { get throws { try number(kAudioDevicePropertyBufferFrameSize) } }
    /// The least and the most frames of a block.
    public var bufferFrameSizeRange: AudioValueRange {
        get throws { try value(kAudioDevicePropertyBufferFrameSizeRange) }
    }
    /// Indicates whether blocks differ in size: they do not.
    public var usesVariableBufferFrameSizes: Bool {
        get throws { hasProperty(address: Self.address(kAudioDevicePropertyUsesVariableBufferFrameSizes, 0x676C_6F62)) }
    }
    /// The share of a block's time that the program may use, 0 to 1.
    public var ioCycleUsage: Float { get throws { try value(kAudioDevicePropertyIOCycleUsage) } }
    /// The frames behind the hardware from which the input can be read.
    public var inputSafetyOffset: Int { get throws { try number(kAudioDevicePropertySafetyOffset, Self.input) } }
    /// The frames ahead of the hardware at which the output can be written.
    public var outputSafetyOffset: Int { get throws { try number(kAudioDevicePropertySafetyOffset, Self.output) } }
    /// Sets the frames of a block.
    public func setBufferFrameSize(_ size: Int) throws {
        try set(kAudioDevicePropertyBufferFrameSize, UInt32(clamping: size))
    }

    // MARK: Channels

    /// The streams that record, as buffers without memory.
    public var inputStreamConfiguration: [AudioBuffer] { get throws { try configuration(Self.input) } }
    /// The streams that play, as buffers without memory.
    public var outputStreamConfiguration: [AudioBuffer] { get throws { try configuration(Self.output) } }
    /// The two channels that record stereo, from 1.
    public var preferredInputChannelsForStereo: [UInt32] {
        get throws { try values(kAudioDevicePropertyPreferredChannelsForStereo, Self.input) }
    }
    /// The two channels that play stereo, from 1.
    public var preferredOutputChannelsForStereo: [UInt32] {
        get throws { try values(kAudioDevicePropertyPreferredChannelsForStereo, Self.output) }
    }

    private func configuration(_ scope: Scope) throws -> [AudioBuffer] {
        let data = try propertyData(address: Self.address(kAudioDevicePropertyStreamConfiguration, scope))
        return data.withUnsafeBytes { bytes in
            stride(from: 8, to: bytes.count - MemoryLayout<AudioBuffer>.size + 1, by: MemoryLayout<AudioBuffer>.stride)
                .map { place in
                    AudioBuffer(
                        mNumberChannels: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self),
                        mDataByteSize: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self), mData: nil)
                }
        }
    }

    // MARK: Reserving

    /// The process that has reserved the device; -1 for none.
    public var hogModePID: pid_t { get throws { try value(kAudioDevicePropertyHogMode) } }
    /// Reserves the device for the program, or releases it.
    ///
    /// - Returns: The process that has it now; -1 for none.
    @discardableResult
    public func toggleHogMode() throws -> pid_t {
        try set(kAudioDevicePropertyHogMode, try hogModePID == -1 ? getpid() : pid_t(-1))
        return try hogModePID
    }

    // MARK: Running

    /// The present time of the device, which runs.
    public var currentTime: AudioTimeStamp {
        get throws {
            var time = AudioTimeStamp()
            try AudioHardwareError.check(AudioDeviceGetCurrentTime(id, &time))
            return time
        }
    }
    /// Converts between frames of the device and host times.
    public func translateTime(_ time: AudioTimeStamp) throws -> AudioTimeStamp {
        var (time, result) = (time, AudioTimeStamp())
        try AudioHardwareError.check(AudioDeviceTranslateTime(id, &time, &result))
        return result
    }
    /// Starts the calls of a function.
    public func start(IOProcID: AudioDeviceIOProcID?) throws {
        try AudioHardwareError.check(AudioDeviceStart(id, IOProcID))
    }
    /// Stops the calls of a function.
    public func stop(IOProcID: AudioDeviceIOProcID?) throws {
        try AudioHardwareError.check(AudioDeviceStop(id, IOProcID))
    }
}

/// A device that the program has put together.
public final class AudioHardwareAggregateDevice: AudioHardwareDevice, @unchecked Sendable {
    /// The devices in it that are there.
    public var activeSubdevices: [AudioHardwareClock] {
        get throws { try objects(kAudioAggregateDevicePropertyActiveSubDeviceList, AudioHardwareDevice.self) }
    }
    /// All devices in it that are known, in their order.
    public var subdevices: [AudioHardwareClock] {
        get throws {
            let uids: NSArray = try object(kAudioAggregateDevicePropertyFullSubDeviceList)
            return try uids.compactMap {
                try ($0 as? String).flatMap { try AudioHardwareSystem.shared.device(forUID: $0) }
            }
        }
    }
    /// The device whose clock the others follow; nil for none.
    public var clockSource: AudioHardwareObject? {
        get throws {
            try AudioHardwareSystem.shared.device(forUID: text(kAudioAggregateDevicePropertyMainSubDevice))
        }
    }
    /// The parts of the device, by the keys of `AudioHardwareCreateAggregateDevice`.
    public var composition: [String: Any] {
        get throws { (try object(kAudioAggregateDevicePropertyComposition) as NSDictionary) as? [String: Any] ?? [:] }
    }
}

/// A stream of a device: the channels of one port.
public final class AudioHardwareStream: AudioHardwareObject, @unchecked Sendable {
    /// Indicates whether the stream records or plays.
    public var direction: AudioHardwareDirection {
        get throws { try flag(kAudioStreamPropertyDirection) ? .input : .output }
    }
    /// Indicates whether the stream is in use.
    public var isActive: Bool { get throws { try flag(kAudioStreamPropertyIsActive) } }
    /// The kind of the far end, such as `kAudioStreamTerminalTypeHeadphones`.
    public var terminalType: UInt32 { get throws { try value(kAudioStreamPropertyTerminalType) } }
    /// The channel of the device that is the first of the stream, from 1.
    public var startingChannel: Int { get throws { try number(kAudioStreamPropertyStartingChannel) } }
    /// The latency in frames.
    public var latency: Int { get throws { try number(kAudioStreamPropertyLatency) } }
    /// The format in which the program has the frames.
    public var virtualFormat: AudioStreamBasicDescription {
        get throws { try value(kAudioStreamPropertyVirtualFormat) }
    }
    /// The format in which the hardware has the frames.
    public var physicalFormat: AudioStreamBasicDescription {
        get throws { try value(kAudioStreamPropertyPhysicalFormat) }
    }
    /// The formats that the program's frames may have.
    public var availableVirtualFormats: [AudioStreamRangedDescription] {
        get throws { try values(kAudioStreamPropertyAvailableVirtualFormats) }
    }
    /// The formats that the hardware's frames may have.
    public var availablePhysicalFormats: [AudioStreamRangedDescription] {
        get throws { try values(kAudioStreamPropertyAvailablePhysicalFormats) }
    }
    /// Sets whether the stream is in use; all are here, so it throws.
    public func setIsActive(_ isActive: Bool) throws {
        try set(kAudioStreamPropertyIsActive, UInt32(isActive ? 1 : 0))
    }
    /// Sets the format in which the program has the frames; the rate alone can change.
    public func setVirtualFormat(_ format: AudioStreamBasicDescription) throws {
        try set(kAudioStreamPropertyVirtualFormat, format)
    }
    /// Sets the format in which the hardware has the frames; the rate alone can change.
    public func setPhysicalFormat(_ format: AudioStreamBasicDescription) throws {
        try set(kAudioStreamPropertyPhysicalFormat, format)
    }
}

/// A level, a switch or a choice of a device.
public final class AudioHardwareControl: AudioHardwareObject, @unchecked Sendable {
    /// The level, 0 to 1.
    public var volumeScalarValue: Float { get throws { try value(kAudioLevelControlPropertyScalarValue) } }
    /// The level in decibels.
    public var volumeDecibelValue: Float { get throws { try value(kAudioLevelControlPropertyDecibelValue) } }
    /// The least and the greatest level in decibels.
    public var volumeDecibelRange: AudioValueRange { get throws { try value(kAudioLevelControlPropertyDecibelRange) } }
    /// Indicates whether the switch is on.
    public var booleanValue: Bool { get throws { try flag(kAudioBooleanControlPropertyValue) } }
    /// The choices that are made, by their numbers.
    public var selectedItems: [UInt32] { get throws { try values(kAudioSelectorControlPropertyCurrentItem) } }
    /// The choices that there are, by their numbers.
    public var availableItems: [UInt32] { get throws { try values(kAudioSelectorControlPropertyAvailableItems) } }

    /// Returns the name of a choice.
    public func selectorItemName(fromID id: UInt32) throws -> String {
        try text(kAudioSelectorControlPropertyItemName, given: withUnsafeBytes(of: id) { Data($0) })
    }
    /// Returns the decibels of a level from 0 to 1.
    public func convertToDecibels(fromScalar scalar: Float) throws -> Float {
        try converted(kAudioLevelControlPropertyConvertScalarToDecibels, scalar)
    }
    /// Returns the level, 0 to 1, of decibels.
    public func convertToScalar(fromDecibels decibels: Float) throws -> Float {
        try converted(kAudioLevelControlPropertyConvertDecibelsToScalar, decibels)
    }

    private func converted(_ selector: Selector, _ given: Float) throws -> Float {
        var address = Self.address(selector, kAudioObjectPropertyScopeGlobal)
        var (value, size) = (given, UInt32(MemoryLayout<Float>.size))
        try AudioHardwareError.check(AudioObjectGetPropertyData(id, &address, 0, nil, &size, &value))
        return value
    }

    /// Sets the level, 0 to 1.
    public func setVolumeScalarValue(_ value: Float) throws { try set(kAudioLevelControlPropertyScalarValue, value) }
    /// Sets the level in decibels.
    public func setVolumeDecibelValue(_ value: Float) throws { try set(kAudioLevelControlPropertyDecibelValue, value) }
    /// Turns the switch on or off.
    public func setBooleanValue(_ value: Bool) throws {
        try set(kAudioBooleanControlPropertyValue, UInt32(value ? 1 : 0))
    }
    /// Makes a choice, by its number.
    public func setSelectedItems(_ items: [UInt32]) throws {
        guard let first = items.first else { throw AudioHardwareError(kAudioHardwareIllegalOperationError) }
        try set(kAudioSelectorControlPropertyCurrentItem, first)
    }
}
