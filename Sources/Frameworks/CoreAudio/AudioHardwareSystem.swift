import AVAudioTypes
import Foundation

/// The system of the hardware: its devices, its default devices and the settings of the program.
public final class AudioHardwareSystem: AudioHardwareObject, @unchecked Sendable {
    /// The system of the program.
    public static let shared = AudioHardwareSystem(id: AudioObjectID(kAudioObjectSystemObject))

    /// Makes the system, with its own number instead of the given one.
    public required init(id: AudioObjectID) { super.init(id: AudioObjectID(kAudioObjectSystemObject)) }

    // MARK: Devices

    /// All devices of the system.
    public var devices: [AudioHardwareDevice] {
        get throws { try objects(kAudioHardwarePropertyDevices, AudioHardwareDevice.self) }
    }
    /// The device that records by default; nil for none.
    public var defaultInputDevice: AudioHardwareDevice? {
        get throws { try found(value(kAudioHardwarePropertyDefaultInputDevice), AudioHardwareDevice.self) }
    }
    /// The device that plays by default; nil for none.
    public var defaultOutputDevice: AudioHardwareDevice? {
        get throws { try found(value(kAudioHardwarePropertyDefaultOutputDevice), AudioHardwareDevice.self) }
    }
    /// The device that plays the sounds of the system by default; nil for none.
    public var defaultSoundEffectsDevice: AudioHardwareDevice? {
        get throws { try found(value(kAudioHardwarePropertyDefaultSystemOutputDevice), AudioHardwareDevice.self) }
    }
    /// All clocks that are no devices.
    public var clocks: [AudioHardwareClock] {
        get throws { try objects(kAudioHardwarePropertyClockDeviceList, AudioHardwareClock.self) }
    }
    /// The programs of the device; without the session service the calling one alone.
    public var processes: [AudioHardwareProcess] {
        get throws { try objects(kAudioHardwarePropertyProcessObjectList, AudioHardwareProcess.self) }
    }

    /// Returns the device of a unique name; nil for none.
    public func device(forUID uid: String) throws -> AudioHardwareDevice? {
        try found(translated(kAudioHardwarePropertyTranslateUIDToDevice, uid), AudioHardwareDevice.self)
    }
    /// Returns the clock of a unique name; nil for none.
    public func clock(forUID uid: String) throws -> AudioHardwareClock? {
        try found(translated(kAudioHardwarePropertyTranslateUIDToClockDevice, uid), AudioHardwareClock.self)
    }
    /// Returns the program of a process; nil for none.
    public func process(for pid: pid_t) throws -> AudioHardwareProcess? {
        let qualifier = withUnsafeBytes(of: pid) { Data($0) }
        return try found(
            value(kAudioHardwarePropertyTranslatePIDToProcessObject, given: qualifier), AudioHardwareProcess.self)
    }

    func translated(_ selector: Selector, _ text: String) throws -> AudioObjectID {
        let object = text as NSString
        return try withExtendedLifetime(object) {
            let pointer = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
            return try value(selector, given: withUnsafeBytes(of: pointer) { Data($0) })
        }
    }

    /// Sets the device that records by default; the user alone does that here, so it throws.
    public func setDefaultInputDevice(_ device: AudioHardwareDevice) throws {
        try set(kAudioHardwarePropertyDefaultInputDevice, device.id)
    }
    /// Sets the device that plays by default; the user alone does that here, so it throws.
    public func setDefaultOutputDevice(_ device: AudioHardwareDevice) throws {
        try set(kAudioHardwarePropertyDefaultOutputDevice, device.id)
    }
    /// Sets the device that plays the sounds of the system; the user alone does that here, so it throws.
    public func setDefaultSoundEffectsDevice(_ device: AudioHardwareDevice) throws {
        try set(kAudioHardwarePropertyDefaultSystemOutputDevice, device.id)
    }

    // MARK: Aggregate devices

    /// Puts devices together to one, as `AudioHardwareCreateAggregateDevice` does.
    public func makeAggregateDevice(description: [String: Any]) throws -> AudioHardwareAggregateDevice? {
        var id = AudioObjectID(kAudioObjectUnknown)
        try AudioHardwareError.check(AudioHardwareCreateAggregateDevice(description as NSDictionary, &id))
        return AudioHardwareAggregateDevice(id: id)
    }
    /// Takes a device apart that the program has put together.
    public func destroyAggregateDevice(_ device: AudioHardwareAggregateDevice) throws {
        try AudioHardwareError.check(AudioHardwareDestroyAggregateDevice(device.id))
    }

    // MARK: Settings of the program

    /// Indicates whether the input of all devices is silent for the program.
    public var isProcessInputMuted: Bool { get throws { try flag(kAudioHardwarePropertyProcessInputMute) } }
    /// Indicates whether the program is starting or ending.
    public var isInitializingOrExiting: Bool { get throws { try flag(kAudioHardwarePropertyIsInitingOrExiting) } }
    /// Indicates whether stereo is mixed to mono.
    public var shouldMixStereoToMono: Bool { get throws { try flag(kAudioHardwarePropertyMixStereoToMono) } }
    /// Indicates whether the processor may sleep while sound plays; it has no effect here.
    public var allowsSleeping: Bool { get throws { try flag(kAudioHardwarePropertySleepingIsAllowed) } }
    /// Indicates whether idle hardware may be given up; it has no effect here.
    public var allowsUnloading: Bool { get throws { try flag(kAudioHardwarePropertyUnloadingIsAllowed) } }
    /// Indicates whether devices are reserved for the program by themselves; it has no effect here.
    public var allowsHogMode: Bool { get throws { try flag(kAudioHardwarePropertyHogModeIsAllowed) } }
    /// How far the system may go to save power; it has no effect here.
    public var powerHint: AudioHardwarePowerHint {
        get throws { AudioHardwarePowerHint(rawValue: try value(kAudioHardwarePropertyPowerHint)) ?? .none }
    }

    /// Makes the input of all devices silent for the program.
    public func setIsProcessInputMuted(_ isMuted: Bool) throws {
        try set(kAudioHardwarePropertyProcessInputMute, UInt32(isMuted ? 1 : 0))
    }
    /// Mixes stereo to mono; the user alone does that here, so it throws.
    public func setShouldMixStereoToMono(_ mixes: Bool) throws {
        try set(kAudioHardwarePropertyMixStereoToMono, UInt32(mixes ? 1 : 0))
    }
    /// Sets whether the processor may sleep while sound plays.
    public func setAllowsSleeping(_ allows: Bool) throws {
        try set(kAudioHardwarePropertySleepingIsAllowed, UInt32(allows ? 1 : 0))
    }
    /// Sets whether idle hardware may be given up.
    public func setAllowsUnloading(_ allows: Bool) throws {
        try set(kAudioHardwarePropertyUnloadingIsAllowed, UInt32(allows ? 1 : 0))
    }
    /// Sets whether devices are reserved for the program by themselves.
    public func setAllowsHogMode(_ allows: Bool) throws {
        try set(kAudioHardwarePropertyHogModeIsAllowed, UInt32(allows ? 1 : 0))
    }
    /// Sets how far the system may go to save power.
    public func setPowerHint(_ hint: AudioHardwarePowerHint) throws {
        try set(kAudioHardwarePropertyPowerHint, hint.rawValue)
    }

    /// Ends all use of the hardware by the program.
    public func unload() throws { try AudioHardwareError.check(AudioHardwareUnload()) }
}

/// A program of the device.
public final class AudioHardwareProcess: AudioHardwareObject, @unchecked Sendable {
    /// The bundle of the program.
    public var bundleID: String { get throws { try text(kAudioProcessPropertyBundleID) } }
    /// The number of the process.
    public var pid: pid_t { get throws { try value(kAudioProcessPropertyPID) } }
    /// The devices on which a function of the program runs; of another program the default ones while it plays or records.
    public var devices: [AudioHardwareDevice] {
        get throws { try objects(kAudioProcessPropertyDevices, AudioHardwareDevice.self) }
    }
    /// Indicates whether the program plays or records.
    public var isRunning: Bool { get throws { try flag(kAudioProcessPropertyIsRunning) } }
    /// Indicates whether the program records.
    public var isRunningInput: Bool { get throws { try flag(kAudioProcessPropertyIsRunningInput) } }
    /// Indicates whether the program plays.
    public var isRunningOutput: Bool { get throws { try flag(kAudioProcessPropertyIsRunningOutput) } }
}
