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

/// The name of a device, by its older name: `kAudioObjectPropertyName`.
public var kAudioDevicePropertyDeviceNameCFString: AudioObjectPropertySelector { kAudioObjectPropertyName }
/// The maker of a device, by its older name: `kAudioObjectPropertyManufacturer`.
public var kAudioDevicePropertyDeviceManufacturerCFString: AudioObjectPropertySelector {
    kAudioObjectPropertyManufacturer
}
