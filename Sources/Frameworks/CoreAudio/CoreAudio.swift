@_exported import CCoreAudio
@_exported import CoreAudioTypes

// The names by which programs bridge Foundation's types, for the names and descriptions of hardware objects.
@_exported import typealias AVAudioTypes.CFArray
@_exported import typealias AVAudioTypes.CFDictionary
@_exported import typealias AVAudioTypes.CFString

/// The identifier of a function of a device: a number in the type of a function pointer, which cannot be called.
public typealias AudioDeviceIOProcID = AudioDeviceIOProc

/// The number of a hardware object, under the name that audio units use.
public typealias AUAudioObjectID = AudioObjectID

/// Receives captured frames and delivers frames to play: the time now, the input with its time, the output with its
/// time.
public typealias AudioDeviceIOBlock = (
    _ inNow: UnsafePointer<AudioTimeStamp>, _ inInputData: UnsafePointer<AudioBufferList>,
    _ inInputTime: UnsafePointer<AudioTimeStamp>, _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
    _ inOutputTime: UnsafePointer<AudioTimeStamp>
) -> Void

/// Called when properties have changed, with their number and their addresses.
public typealias AudioObjectPropertyListenerBlock = (
    _ inNumberAddresses: UInt32, _ inAddresses: UnsafePointer<AudioObjectPropertyAddress>
) -> Void

// Keys of the dictionaries that describe aggregate devices.

/// The unique name of an aggregate device; a text.
public let kAudioAggregateDeviceUIDKey = "uid"
/// The display name of an aggregate device; a text.
public let kAudioAggregateDeviceNameKey = "name"
/// The devices of an aggregate device; a list of dictionaries.
public let kAudioAggregateDeviceSubDeviceListKey = "subdevices"
/// The device whose clock an aggregate device uses; a unique name.
///
/// All devices use one clock here.
public let kAudioAggregateDeviceMainSubDeviceKey = "master"
/// The device whose clock an aggregate device uses, under its former name.
public let kAudioAggregateDeviceMasterSubDeviceKey = "master"
/// Indicates whether the device is private to this program; a number.
///
/// It has no effect, since all aggregate devices are private here.
public let kAudioAggregateDeviceIsPrivateKey = "private"
/// Indicates whether all devices play the same channels; a number.
///
/// It has no effect: each device always plays its own channels here.
public let kAudioAggregateDeviceIsStackedKey = "stacked"
/// The unique name of a device in the list of an aggregate device; a text.
public let kAudioSubDeviceUIDKey = "uid"
/// The name of a device in the list of an aggregate device; a text.
public let kAudioSubDeviceNameKey = "name"
/// Indicates whether the drift of a device's clock is compensated; a number.
///
/// It has no effect, since all devices have one clock here.
public let kAudioSubDeviceDriftCompensationKey = "drift"

/// The clock that an aggregate device uses; a unique name.
///
/// It has no effect, since all devices use one clock here.
public let kAudioAggregateDeviceClockDeviceKey = "clock"
/// The taps of an aggregate device; a list of dictionaries.
public let kAudioAggregateDeviceTapListKey = "taps"
/// Indicates whether the device waits for sound in a tap before it starts; a number.
///
/// It has no effect: the device starts at once, and its taps are silent until there is sound.
public let kAudioAggregateDeviceTapAutoStartKey = "tapautostart"
/// The input channels of a device in an aggregate device; a number.
///
/// It has no effect: all channels belong to the aggregate device.
public let kAudioSubDeviceInputChannelsKey = "channels-in"
/// The output channels of a device in an aggregate device; a number.
///
/// It has no effect: all channels belong to the aggregate device.
public let kAudioSubDeviceOutputChannelsKey = "channels-out"
/// The additional latency of the input of a device in an aggregate device, in frames; a number.
///
/// It has no effect.
public let kAudioSubDeviceExtraInputLatencyKey = "latency-in"
/// The additional latency of the output of a device in an aggregate device, in frames; a number.
///
/// It has no effect.
public let kAudioSubDeviceExtraOutputLatencyKey = "latency-out"
/// The quality of drift compensation; a number.
///
/// It has no effect, since all devices have one clock here.
public let kAudioSubDeviceDriftCompensationQualityKey = "drift quality"
/// The unique name of a tap in the list of an aggregate device; a text.
public let kAudioSubTapUIDKey = "uid"
/// The additional latency of the input of a tap, in frames; a number.
///
/// It has no effect.
public let kAudioSubTapExtraInputLatencyKey = "latency-in"
/// The additional latency of the output of a tap, in frames; a number.
///
/// It has no effect.
public let kAudioSubTapExtraOutputLatencyKey = "latency-out"
/// Indicates whether the drift of a tap is compensated; a number.
///
/// It has no effect, since all programs have one clock here.
public let kAudioSubTapDriftCompensationKey = "drift"
/// The quality of a tap's drift compensation; a number.
///
/// It has no effect, since all programs have one clock here.
public let kAudioSubTapDriftCompensationQualityKey = "drift quality"
/// The unique name of a device of end points; a text.
public let kAudioEndPointDeviceUIDKey = "uid"
/// The display name of a device of end points; a text.
public let kAudioEndPointDeviceNameKey = "name"
/// The end points of a device; a list of dictionaries.
public let kAudioEndPointDeviceEndPointListKey = "endpoints"
/// The end point whose clock a device uses; a unique name.
public let kAudioEndPointDeviceMainEndPointKey = "main"
/// The end point whose clock a device uses, under its former name.
public let kAudioEndPointDeviceMasterEndPointKey = "master"
/// Indicates whether a device of end points is private to the program; a number.
public let kAudioEndPointDeviceIsPrivateKey = "private"
/// The unique name of an end point; a text.
public let kAudioEndPointUIDKey = "uid"
/// The display name of an end point; a text.
public let kAudioEndPointNameKey = "name"
/// The input channels of an end point; a number.
public let kAudioEndPointInputChannelsKey = "channels-in"
/// The output channels of an end point; a number.
public let kAudioEndPointOutputChannelsKey = "channels-out"
/// The run loop mode of notifications, which come on a secondary thread here.
public let kAudioHardwareRunLoopMode = "com.apple.audio.CoreAudio"

/// The name of a device, by its older name: `kAudioObjectPropertyName`.
public var kAudioDevicePropertyDeviceNameCFString: AudioObjectPropertySelector { kAudioObjectPropertyName }
/// The maker of a device, by its older name: `kAudioObjectPropertyManufacturer`.
public var kAudioDevicePropertyDeviceManufacturerCFString: AudioObjectPropertySelector {
    kAudioObjectPropertyManufacturer
}

/// How far the system may go to save power for a program; it has no effect here.
public enum AudioHardwarePowerHint: UInt32, Sendable {
    case none = 0
    case favorSavingPower = 1
}

/// Ends all use of the hardware by the program, whose functions are removed.
///
/// The hardware is there again with the next call.
@discardableResult
public func AudioHardwareUnload() -> OSStatus {
    Hardware.current.unload()
    return noErr
}
