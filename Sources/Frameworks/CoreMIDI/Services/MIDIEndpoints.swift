import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes
import Foundation
import SordinoMIDI
import SordinoMIDIPorts

private func makeEndpoint(
    _ client: MIDIClientRef, _ name: CFString, _ id: MIDIProtocolID,
    _ out: UnsafeMutablePointer<MIDIEndpointRef>, _ receiver: () throws(MIDIFailure) -> MIDIReceiver?
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        guard let speaks = id.midiProtocol else { throw .parameter }
        let made = try receiver()
        out.pointee = try MIDIPlace.current.system.makeVirtual(
            client: client, name: try checkedName(name), speaks: speaks, receiver: made)
    }
}

/// Makes a virtual source that sends one protocol: other programs connect with it.
///
/// - Returns: 0, `kMIDIInvalidClient`, or -50 for an unknown protocol.
@discardableResult
public func MIDISourceCreateWithProtocol(
    _ client: MIDIClientRef, _ name: CFString, _ protocol: MIDIProtocolID,
    _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus { makeEndpoint(client, name, `protocol`, outSrc) { () throws(MIDIFailure) in nil } }

/// Makes a virtual source of MIDI 1.0.
///
/// - Returns: 0 or `kMIDIInvalidClient`.
@discardableResult
public func MIDISourceCreate(
    _ client: MIDIClientRef, _ name: CFString, _ outSrc: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus { makeEndpoint(client, name, ._1_0, outSrc) { () throws(MIDIFailure) in nil } }

/// Makes a virtual destination that takes universal packets of one protocol: other programs send to it.
///
/// - Parameter readBlock: Called on a thread of the MIDI system's; its second value is nil.
/// - Returns: 0, `kMIDIInvalidClient`, or -50 for an unknown protocol.
@discardableResult
public func MIDIDestinationCreateWithProtocol(
    _ client: MIDIClientRef, _ name: CFString, _ protocol: MIDIProtocolID,
    _ outDest: UnsafeMutablePointer<MIDIEndpointRef>, _ readBlock: @escaping MIDIReceiveBlock
) -> OSStatus {
    makeEndpoint(client, name, `protocol`, outDest) { () throws(MIDIFailure) in
        try eventReceiver(`protocol`, readBlock)
    }
}

/// Makes a virtual destination that takes bytes of MIDI 1.0.
///
/// - Returns: 0 or `kMIDIInvalidClient`.
@discardableResult
public func MIDIDestinationCreate(
    _ client: MIDIClientRef, _ name: CFString, _ readProc: @escaping MIDIReadProc,
    _ refCon: UnsafeMutableRawPointer?, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>
) -> OSStatus {
    makeEndpoint(client, name, ._1_0, outDest) { () throws(MIDIFailure) in byteReceiver(readProc, refCon) }
}

/// Makes a virtual destination that takes bytes of MIDI 1.0.
///
/// - Returns: 0 or `kMIDIInvalidClient`.
@discardableResult
public func MIDIDestinationCreateWithBlock(
    _ client: MIDIClientRef, _ name: CFString, _ outDest: UnsafeMutablePointer<MIDIEndpointRef>,
    _ readBlock: @escaping MIDIReadBlock
) -> OSStatus { makeEndpoint(client, name, ._1_0, outDest) { () throws(MIDIFailure) in byteReceiver(readBlock) } }

/// Removes a virtual endpoint that the program made.
///
/// - Returns: 0, `kMIDIUnknownEndpoint`, or `kMIDINotPermitted` for one of others.
@discardableResult
public func MIDIEndpointDispose(_ endpt: MIDIEndpointRef) -> OSStatus {
    change { setup throws(MIDIFailure) in try setup.disposeVirtual(endpt) }
}

/// Changes the objects, and returns how it ended.
func change(_ body: (inout MIDISetup) throws(MIDIFailure) -> Void) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in try MIDIPlace.current.system.change(body) }
}

/// Looks at the objects; nil where there is nothing to find.
func look<Result: Sendable>(_ body: (MIDISetup) -> Result?) -> Result? {
    (try? MIDIPlace.current.system.read { body($0) }) ?? nil
}

/// Returns an element of a list; 0 for a place outside of it.
private func element(_ place: Int, of list: (MIDISetup) -> [MIDIObjectID]) -> MIDIObjectRef {
    look { setup in
        let all = list(setup)
        return all.indices.contains(place) ? all[place] : nil
    } ?? 0
}

// MARK: Lists

/// Returns the number of sources in the system that are not private.
public func MIDIGetNumberOfSources() -> Int { look { $0.visibleSources.count } ?? 0 }
/// Returns a source by its place; 0 for none.
public func MIDIGetSource(_ sourceIndex0: Int) -> MIDIEndpointRef { element(sourceIndex0) { $0.visibleSources } }
/// Returns the number of destinations in the system that are not private.
public func MIDIGetNumberOfDestinations() -> Int { look { $0.visibleDestinations.count } ?? 0 }
/// Returns a destination by its place; 0 for none.
public func MIDIGetDestination(_ destIndex0: Int) -> MIDIEndpointRef { element(destIndex0) { $0.visibleDestinations } }
/// Returns the number of devices in the system.
public func MIDIGetNumberOfDevices() -> Int { look { $0.devices.count } ?? 0 }
/// Returns a device by its place; 0 for none.
public func MIDIGetDevice(_ deviceIndex0: Int) -> MIDIDeviceRef { element(deviceIndex0) { $0.devices } }
/// Returns the number of external devices, which programs describe.
public func MIDIGetNumberOfExternalDevices() -> Int { look { $0.externalDevices.count } ?? 0 }
/// Returns an external device by its place; 0 for none.
public func MIDIGetExternalDevice(_ deviceIndex0: Int) -> MIDIDeviceRef {
    element(deviceIndex0) { $0.externalDevices }
}

/// Returns the number of entities of a device.
public func MIDIDeviceGetNumberOfEntities(_ device: MIDIDeviceRef) -> Int {
    look { $0.object(device, .device)?.children.count } ?? 0
}
/// Returns an entity of a device by its place; 0 for none.
public func MIDIDeviceGetEntity(_ device: MIDIDeviceRef, _ entityIndex0: Int) -> MIDIEntityRef {
    element(entityIndex0) { $0.object(device, .device)?.children ?? [] }
}
/// Returns the number of an entity's sources.
public func MIDIEntityGetNumberOfSources(_ entity: MIDIEntityRef) -> Int {
    look { $0.object(entity, .entity) == nil ? 0 : $0.endpoints(of: entity, .source).count } ?? 0
}
/// Returns a source of an entity by its place; 0 for none.
public func MIDIEntityGetSource(_ entity: MIDIEntityRef, _ sourceIndex0: Int) -> MIDIEndpointRef {
    element(sourceIndex0) { $0.object(entity, .entity) == nil ? [] : $0.endpoints(of: entity, .source) }
}
/// Returns the number of an entity's destinations.
public func MIDIEntityGetNumberOfDestinations(_ entity: MIDIEntityRef) -> Int {
    look { $0.object(entity, .entity) == nil ? 0 : $0.endpoints(of: entity, .destination).count } ?? 0
}
/// Returns a destination of an entity by its place; 0 for none.
public func MIDIEntityGetDestination(_ entity: MIDIEntityRef, _ destIndex0: Int) -> MIDIEndpointRef {
    element(destIndex0) { $0.object(entity, .entity) == nil ? [] : $0.endpoints(of: entity, .destination) }
}

/// Finds the device of an entity.
///
/// - Returns: 0 or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIEntityGetDevice(
    _ inEntity: MIDIEntityRef, _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>?
) -> OSStatus {
    guard let device = look({ $0.object(inEntity, .entity)?.parent }) else { return kMIDIObjectNotFound }
    outDevice?.pointee = device
    return noErr
}

/// Finds the entity of an endpoint.
///
/// - Returns: 0, or `kMIDIObjectNotFound` for virtual endpoints, which have none.
@discardableResult
public func MIDIEndpointGetEntity(
    _ inEndpoint: MIDIEndpointRef, _ outEntity: UnsafeMutablePointer<MIDIEntityRef>?
) -> OSStatus {
    let found = look { setup -> MIDIObjectID? in
        guard let endpoint = setup.object(inEndpoint, .source, .destination), endpoint.belongsToEntity else {
            return nil
        }
        return endpoint.parent
    }
    guard let found else { return kMIDIObjectNotFound }
    outEntity?.pointee = found
    return noErr
}

/// Keeps two pointers with an endpoint.
///
/// - Returns: 0 or `kMIDIUnknownEndpoint`.
@discardableResult
public func MIDIEndpointSetRefCons(
    _ endpt: MIDIEndpointRef, _ ref1: UnsafeMutableRawPointer?, _ ref2: UnsafeMutableRawPointer?
) -> OSStatus {
    change { setup throws(MIDIFailure) in
        try setup.setReferences((UInt(bitPattern: ref1), UInt(bitPattern: ref2)), of: endpt)
    }
}

/// Reads the two pointers that are kept with an endpoint.
///
/// - Returns: 0 or `kMIDIUnknownEndpoint`.
@discardableResult
public func MIDIEndpointGetRefCons(
    _ endpt: MIDIEndpointRef, _ ref1: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ ref2: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
    guard let references = look({ $0.object(endpt, .source, .destination)?.references }) else {
        return kMIDIUnknownEndpoint
    }
    ref1?.pointee = UnsafeMutableRawPointer(bitPattern: references.0)
    ref2?.pointee = UnsafeMutableRawPointer(bitPattern: references.1)
    return noErr
}
