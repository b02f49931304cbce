import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes
import Foundation
import SordinoMIDIPorts

private func makeDevice(
    _ name: CFString, _ manufacturer: CFString, _ model: CFString, _ isExternal: Bool,
    _ out: UnsafeMutablePointer<MIDIDeviceRef>
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        let (name, manufacturer) = (try checkedName(name), try checkedName(manufacturer))
        let model = try checkedName(model)
        out.pointee = try MIDIPlace.current.system.change { setup throws(MIDIFailure) in
            try setup.makeDevice(name: name, manufacturer: manufacturer, model: model, isExternal: isExternal)
        }
    }
}

/// Makes a device that belongs to the program; `MIDISetupAddDevice` shows it to other programs.
///
/// - Parameter owner: Nil: there are no drivers in the process.
/// - Returns: 0, or -50 for an owner.
@discardableResult
public func MIDIDeviceCreate(
    _ owner: MIDIDriverRef?, _ name: CFString, _ manufacturer: CFString, _ model: CFString,
    _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>
) -> OSStatus {
    guard owner == nil else { return MIDIStatus.parameter }
    return makeDevice(name, manufacturer, model, false, outDevice)
}

/// Makes the description of a device that is plugged in behind another, which `MIDISetupAddExternalDevice` shows.
///
/// - Returns: 0.
@discardableResult
public func MIDIExternalDeviceCreate(
    _ name: CFString, _ manufacturer: CFString, _ model: CFString, _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>
) -> OSStatus { makeDevice(name, manufacturer, model, true, outDevice) }

/// Removes a device that the program made.
///
/// - Returns: 0, `kMIDIObjectNotFound`, or `kMIDINotPermitted` for a device of others.
@discardableResult
public func MIDIDeviceDispose(_ device: MIDIDeviceRef) -> OSStatus {
    change { setup throws(MIDIFailure) in try setup.disposeDevice(device) }
}

/// Adds an entity of MIDI 1.0 with endpoints to a device.
///
/// - Parameters:
///   - numSourceEndpoints: 0 to 64, and as many destinations.
/// - Returns: 0, `kMIDIObjectNotFound`, or -50 for other numbers.
@discardableResult
public func MIDIDeviceAddEntity(
    _ device: MIDIDeviceRef, _ name: CFString, _ embedded: Bool, _ numSourceEndpoints: Int,
    _ numDestinationEndpoints: Int, _ newEntity: UnsafeMutablePointer<MIDIEntityRef>
) -> OSStatus {
    MIDIDeviceNewEntity(device, name, ._1_0, embedded, numSourceEndpoints, numDestinationEndpoints, newEntity)
}

/// Adds an entity with endpoints of one protocol to a device.
///
/// - Returns: As `MIDIDeviceAddEntity`.
@discardableResult
public func MIDIDeviceNewEntity(
    _ device: MIDIDeviceRef, _ name: CFString, _ protocol: MIDIProtocolID, _ embedded: Bool,
    _ numSourceEndpoints: Int, _ numDestinationEndpoints: Int, _ newEntity: UnsafeMutablePointer<MIDIEntityRef>
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        guard let speaks = `protocol`.midiProtocol else { throw .parameter }
        let name = try checkedName(name)
        newEntity.pointee = try MIDIPlace.current.system.change { setup throws(MIDIFailure) in
            try setup.addEntity(
                to: device, name: name, isEmbedded: embedded, sources: numSourceEndpoints,
                destinations: numDestinationEndpoints, speaks: speaks.rawValue)
        }
    }
}

/// Removes an entity from its device.
///
/// - Returns: 0 or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIDeviceRemoveEntity(_ device: MIDIDeviceRef, _ entity: MIDIEntityRef) -> OSStatus {
    change { setup throws(MIDIFailure) in try setup.removeEntity(entity, from: device) }
}

/// Adds or removes endpoints of an entity until it has so many.
///
/// - Returns: 0, `kMIDIObjectNotFound`, or -50 for numbers outside of 0 to 64.
@discardableResult
public func MIDIEntityAddOrRemoveEndpoints(
    _ entity: MIDIEntityRef, _ numSourceEndpoints: Int, _ numDestinationEndpoints: Int
) -> OSStatus {
    change { setup throws(MIDIFailure) in
        try setup.setEndpoints(of: entity, sources: numSourceEndpoints, destinations: numDestinationEndpoints)
    }
}

/// Shows a device that the program made to all programs.
///
/// - Returns: 0, `kMIDIObjectNotFound`, or -50 for one that is shown already or is an external one.
@discardableResult
public func MIDISetupAddDevice(_ device: MIDIDeviceRef) -> OSStatus {
    change { setup throws(MIDIFailure) in try setup.list(device, isExternal: false) }
}

/// Hides a device that the program made from other programs.
///
/// - Returns: 0, `kMIDIObjectNotFound`, or `kMIDINotPermitted` for a device of others.
@discardableResult
public func MIDISetupRemoveDevice(_ device: MIDIDeviceRef) -> OSStatus {
    change { setup throws(MIDIFailure) in try setup.unlist(device, isExternal: false) }
}

/// Shows an external device in the system.
///
/// - Returns: As `MIDISetupAddDevice`.
@discardableResult
public func MIDISetupAddExternalDevice(_ device: MIDIDeviceRef) -> OSStatus {
    change { setup throws(MIDIFailure) in try setup.list(device, isExternal: true) }
}

/// Takes an external device from the system.
///
/// - Returns: 0 or `kMIDIObjectNotFound`.
@discardableResult
public func MIDISetupRemoveExternalDevice(_ device: MIDIDeviceRef) -> OSStatus {
    change { setup throws(MIDIFailure) in try setup.unlist(device, isExternal: true) }
}
