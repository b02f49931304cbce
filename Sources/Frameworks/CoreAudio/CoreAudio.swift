@_exported import CCoreAudio
@_exported import CoreAudioTypes

// The names by which programs bridge Foundation's types, as the objects of hardware have names and descriptions.
@_exported import typealias AVAudioTypes.CFArray
@_exported import typealias AVAudioTypes.CFDictionary
@_exported import typealias AVAudioTypes.CFString

/// Names a function that a device calls: a number that looks like a function and is none.
public typealias AudioDeviceIOProcID = AudioDeviceIOProc

/// Names an object of hardware, as units do.
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
/// The name of an aggregate device for people; a text.
public let kAudioAggregateDeviceNameKey = "name"
/// The devices of an aggregate device; a list of dictionaries.
public let kAudioAggregateDeviceSubDeviceListKey = "subdevices"
/// The device whose clock an aggregate device uses; a unique name.
///
/// All devices use one clock here.
public let kAudioAggregateDeviceMainSubDeviceKey = "master"
/// The device whose clock an aggregate device uses, under its former name.
public let kAudioAggregateDeviceMasterSubDeviceKey = "master"
/// Indicates whether only this program sees the device; a number.
///
/// It is always so here.
public let kAudioAggregateDeviceIsPrivateKey = "private"
/// Indicates whether all devices play the same; a number.
///
/// They play side by side here.
public let kAudioAggregateDeviceIsStackedKey = "stacked"
/// The unique name of a device in the list of an aggregate device; a text.
public let kAudioSubDeviceUIDKey = "uid"
/// The name of a device in the list of an aggregate device; a text.
public let kAudioSubDeviceNameKey = "name"
/// Indicates whether a device's clock is brought to that of the others; a number.
///
/// Nothing has to be done for it here.
public let kAudioSubDeviceDriftCompensationKey = "drift"

/// The name of a device, by its older name: `kAudioObjectPropertyName`.
public var kAudioDevicePropertyDeviceNameCFString: AudioObjectPropertySelector { kAudioObjectPropertyName }
/// The maker of a device, by its older name: `kAudioObjectPropertyManufacturer`.
public var kAudioDevicePropertyDeviceManufacturerCFString: AudioObjectPropertySelector {
    kAudioObjectPropertyManufacturer
}
