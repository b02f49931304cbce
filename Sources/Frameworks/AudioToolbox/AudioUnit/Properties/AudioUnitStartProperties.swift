import CoreAudioTypes
import SordinoDevice
import SordinoEngine
import SordinoSession

// The start time, the time origin and the device of an output unit.

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
    /// The number of the device that the unit uses; 0 for none.
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

    /// The engine's object for an output unit; throws `kAudioUnitErr_InvalidProperty` for any other unit.
    fileprivate var remote: RemoteIO {
        get throws(UnitPropertyError) {
            guard let backing = unit.backing as? RemoteIOBacking else {
                throw UnitPropertyError(kAudioUnitErr_InvalidProperty)
            }
            return backing.remote
        }
    }
}
