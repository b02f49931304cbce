import CoreAudioTypes
import SordinoDevice
import SordinoEngine
import SordinoSession

// When a unit of the hardware begins, and what its times count from.

/// The start that a unit of the hardware is to make: an `AudioOutputUnitStartAtTimeParams`; write only.
///
/// Holds for the next `AudioOutputUnitStart` alone: until that time the input is left and the output is silent. A start in
/// the middle of a block begins with the next.
public var kAudioOutputUnitProperty_StartTime: AudioUnitPropertyID { 2004 }

/// Indicates whether sample times begin at 0 with each start: a `UInt32`, 1 at first; else they go on along the device's own
/// line.
///
/// Holds from the next start on.
public var kAudioOutputUnitProperty_StartTimestampsAtZero: AudioUnitPropertyID { 2007 }

/// The device that a unit of the hardware uses, an `AudioDeviceID`: at first the one that the session's route leads to.
///
/// Holds from the next start on, until the unit is disposed of. `kAudioUnitErr_InvalidPropertyValue` for a number that is no
/// device's; 0 brings the session's route back.
public var kAudioOutputUnitProperty_CurrentDevice: AudioUnitPropertyID { 2000 }

/// The start of a unit of the hardware.
public struct AudioOutputUnitStartAtTimeParams {
    /// The time, by its host time if that is valid, else by its sample time.
    public var mTimestamp: AudioTimeStamp
    /// Flags that Apple hands on to the device; none is needed.
    public var mFlags: UInt32

    /// A start at once.
    public init() { (mTimestamp, mFlags) = (AudioTimeStamp(), 0) }

    /// A start.
    public init(mTimestamp: AudioTimeStamp, mFlags: UInt32) {
        self.mTimestamp = mTimestamp
        self.mFlags = mFlags
    }
}

extension UnitProperty {
    static var starts: [AudioUnitPropertyID: UnitProperty] {
        [
            kAudioOutputUnitProperty_StartTime: value(
                AudioOutputUnitStartAtTimeParams.self,
                write: { place, start throws(UnitPropertyError) in try place.remote.startTime = start.mTimestamp }),
            kAudioOutputUnitProperty_CurrentDevice: value(
                UInt32.self, read: { place throws(UnitPropertyError) in try place.deviceNumber },
                write: { place, number throws(UnitPropertyError) in try place.chooseDevice(number) }),
            kAudioOutputUnitProperty_StartTimestampsAtZero: value(
                UInt32.self, read: { place throws(UnitPropertyError) in try place.remote.startsTimeAtZero ? 1 : 0 },
                write: { place, value throws(UnitPropertyError) in try place.remote.startsTimeAtZero = value != 0 }),
        ]
    }
}

extension UnitPropertyPlace {
    /// The number of the device that the unit uses; 0 where there is none.
    fileprivate var deviceNumber: UInt32 {
        get throws(UnitPropertyError) {
            let numbers = DeviceNumbers.of(.current)
            if let claim = try remote.claim { return numbers.number(ofDevice: claim.device.uid) }
            let port = AppContext.current.client.device.defaultOutputUID
            let device = numbers.devices.first { device in device.outputs.contains { $0.uid == port } }
            return device.map { numbers.number(ofDevice: $0.uid) } ?? 0
        }
    }

    fileprivate func chooseDevice(_ number: UInt32) throws(UnitPropertyError) {
        let remote = try remote
        guard number != 0 else {
            remote.claim = nil
            return
        }
        guard let device = DeviceNumbers.of(.current).device(number) else {
            throw UnitPropertyError(kAudioUnitErr_InvalidPropertyValue)
        }
        remote.claim = PortClaim(device, context: .current)
    }

    /// The hardware's unit.
    fileprivate var remote: RemoteIO {
        get throws(UnitPropertyError) {
            guard let backing = unit.backing as? RemoteIOBacking else {
                throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
            }
            return backing.remote
        }
    }
}
