import AVAudioTypes
import AudioToolbox
import Foundation
import SordinoEngine

/// Returns whether an object has a property.
public func AudioObjectHasProperty(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>
) -> Bool {
    let hardware = Hardware.current
    guard let object = hardware.object(inObjectID) else { return false }
    if HardwareConversion(inAddress.pointee.mSelector) != nil {
        return HardwareConversion.isThere(hardware, object, inAddress.pointee)
    }
    return HardwareProperties(hardware).value(object, inAddress.pointee) != nil
}

/// Says whether a property can be set.
///
/// - Parameter outIsSettable: Receives it.
/// - Returns: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`.
@discardableResult
public func AudioObjectIsPropertySettable(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ outIsSettable: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    let hardware = Hardware.current
    guard let object = hardware.object(inObjectID) else { return kAudioHardwareBadObjectError }
    guard AudioObjectHasProperty(inObjectID, inAddress) else { return kAudioHardwareUnknownPropertyError }
    outIsSettable.pointee = DarwinBoolean(HardwareProperties.isSettable(hardware, object, inAddress.pointee))
    return noErr
}

/// Says how many bytes a property takes.
///
/// - Parameters:
///   - inQualifierDataSize: Bytes of what narrows the question, 0 for nothing.
///   - inQualifierData: What narrows the question.
///   - outDataSize: Receives the bytes.
/// - Returns: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`.
@discardableResult
public func AudioObjectGetPropertyDataSize(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    let hardware = Hardware.current
    guard let object = hardware.object(inObjectID) else { return kAudioHardwareBadObjectError }
    if let conversion = HardwareConversion(inAddress.pointee.mSelector) {
        outDataSize.pointee = conversion.byteCount
        return noErr
    }
    let qualifier = inQualifierData.map { UnsafeRawBufferPointer(start: $0, count: Int(inQualifierDataSize)) }
    guard let value = HardwareProperties(hardware).value(object, inAddress.pointee, qualifier) else {
        return kAudioHardwareUnknownPropertyError
    }
    outDataSize.pointee = value.byteCount
    return noErr
}

/// Gives a property's value.
///
/// - Parameters:
///   - inQualifierDataSize: Bytes of what narrows the question, 0 for nothing.
///   - inQualifierData: What narrows the question, such as a pointer to a text.
///   - ioDataSize: The room at `outData`; receives the bytes that were written. Of a list as many items as fit are given.
///   - outData: Receives the value. Texts and lists of objects are the caller's to release.
/// - Returns: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`, `kAudioHardwareBadPropertySizeError`.
@discardableResult
public func AudioObjectGetPropertyData(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ ioDataSize: UnsafeMutablePointer<UInt32>,
    _ outData: UnsafeMutableRawPointer
) -> OSStatus {
    let hardware = Hardware.current
    guard let object = hardware.object(inObjectID) else { return kAudioHardwareBadObjectError }
    if let conversion = HardwareConversion(inAddress.pointee.mSelector) {
        return conversion.convert(hardware, object, inAddress.pointee, ioDataSize, outData)
    }
    let qualifier = inQualifierData.map { UnsafeRawBufferPointer(start: $0, count: Int(inQualifierDataSize)) }
    guard let value = HardwareProperties(hardware).value(object, inAddress.pointee, qualifier) else {
        return kAudioHardwareUnknownPropertyError
    }
    guard value.copy(&ioDataSize.pointee, to: outData) else { return kAudioHardwareBadPropertySizeError }
    return noErr
}

/// Sets a property: a wish of the program's audio session.
///
/// - Returns: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`,
///   `kAudioHardwareUnsupportedOperationError` for one that cannot be set, `kAudioHardwareBadPropertySizeError`,
///   `kAudioDeviceUnsupportedFormatError`; `kAudioHardwareIllegalOperationError` if the session refuses.
@discardableResult
public func AudioObjectSetPropertyData(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ inDataSize: UInt32,
    _ inData: UnsafeRawPointer
) -> OSStatus {
    let hardware = Hardware.current
    guard let object = hardware.object(inObjectID) else { return kAudioHardwareBadObjectError }
    guard AudioObjectHasProperty(inObjectID, inAddress) else { return kAudioHardwareUnknownPropertyError }
    guard HardwareProperties.isSettable(hardware, object, inAddress.pointee) else {
        return kAudioHardwareUnsupportedOperationError
    }
    let status = HardwareProperties.set(
        hardware, object, inAddress.pointee, UnsafeRawBufferPointer(start: inData, count: Int(inDataSize)))
    hardware.look()
    return status
}

/// Writes an object and what it has to the standard output, for people.
public func AudioObjectShow(_ inObjectID: AudioObjectID) {
    let hardware = Hardware.current
    let what =
        switch hardware.object(inObjectID) {
        case nil: "none"
        case .system: "the system, \(hardware.numbers.devices.count) devices"
        case .process: "the program \(hardware.client.declaration.name)"
        case .device(let device):
            "the device \(device.name) (\(device.uid)), \(device.inputs.count) in, \(device.outputs.count) out"
        case .stream(let device, let isInput, let index):
            "stream \(index) \(isInput ? "from" : "to") \(device.name)"
        }
    FileHandle.standardOutput.write(Data("AudioObjectID \(inObjectID): \(what)\n".utf8))
}

// MARK: - Listeners

/// Calls a function when a property changes, on a thread of Sordino's.
///
/// - Parameters:
///   - inAddress: The property; wildcards stand for several.
///   - inListener: The function.
///   - inClientData: Handed to it.
/// - Returns: `kAudioHardwareBadObjectError` for an object that is not there.
@discardableResult
public func AudioObjectAddPropertyListener(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inListener: @escaping AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    let hardware = Hardware.current
    guard hardware.object(inObjectID) != nil else { return kAudioHardwareBadObjectError }
    hardware.listen(inObjectID, inAddress.pointee, .function(inListener, inClientData))
    return noErr
}

/// Ends what `AudioObjectAddPropertyListener` began with the same arguments.
@discardableResult
public func AudioObjectRemovePropertyListener(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inListener: @escaping AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    let meant = Hardware.Ear.function(inListener, inClientData)
    Hardware.current.unlisten(inObjectID, inAddress.pointee) { $0.isSame(as: meant) }
    return noErr
}

/// Calls a block when a property changes.
///
/// - Parameters:
///   - inAddress: The property; wildcards stand for several.
///   - inDispatchQueue: Where it is called; nil for a thread of Sordino's.
///   - inListener: The block.
/// - Returns: `kAudioHardwareBadObjectError` for an object that is not there.
@discardableResult
public func AudioObjectAddPropertyListenerBlock(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inDispatchQueue: DispatchQueue?, _ inListener: @escaping AudioObjectPropertyListenerBlock
) -> OSStatus {
    let hardware = Hardware.current
    guard hardware.object(inObjectID) != nil else { return kAudioHardwareBadObjectError }
    hardware.listen(inObjectID, inAddress.pointee, .block(inDispatchQueue, inListener))
    return noErr
}

/// Ends a listening that was begun for the same object, address and queue: the first one, since blocks cannot be told apart.
@discardableResult
public func AudioObjectRemovePropertyListenerBlock(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inDispatchQueue: DispatchQueue?, _ inListener: @escaping AudioObjectPropertyListenerBlock
) -> OSStatus {
    let meant = Hardware.Ear.block(inDispatchQueue, inListener)
    Hardware.current.unlisten(inObjectID, inAddress.pointee) { $0.isSame(as: meant) }
    return noErr
}

// MARK: - Aggregate devices

/// Puts devices together to one, whose channels are those of all of them side by side.
///
/// - Parameters:
///   - inDescription: A unique name, a name, and the list of devices: `kAudioAggregateDeviceUIDKey` and so on.
///   - outDeviceID: Receives its number.
/// - Returns: `kAudioHardwareIllegalOperationError` for a description without a unique name or with one that is taken, or with
///   a device that is not there.
@discardableResult
public func AudioHardwareCreateAggregateDevice(
    _ inDescription: CFDictionary, _ outDeviceID: UnsafeMutablePointer<AudioObjectID>
) -> OSStatus {
    let hardware = Hardware.current
    guard let uid = inDescription[kAudioAggregateDeviceUIDKey] as? String, !uid.isEmpty else {
        return kAudioHardwareIllegalOperationError
    }
    var made = SoundDevice(
        uid: uid, name: inDescription[kAudioAggregateDeviceNameKey] as? String ?? uid, outputs: [], inputs: [])
    for entry in inDescription[kAudioAggregateDeviceSubDeviceListKey] as? [[String: Any]] ?? [] {
        guard let part = entry[kAudioSubDeviceUIDKey] as? String,
            let device = hardware.numbers.devices.first(where: { $0.uid == part })
        else { return kAudioHardwareIllegalOperationError }
        made.outputs += device.outputs
        made.inputs += device.inputs
    }
    guard hardware.numbers.add(made) else { return kAudioHardwareIllegalOperationError }
    outDeviceID.pointee = hardware.number(of: made)
    hardware.look()
    return noErr
}

/// Forgets a device that `AudioHardwareCreateAggregateDevice` made; what runs on it stops.
///
/// - Returns: `kAudioHardwareBadDeviceError` for any other.
@discardableResult
public func AudioHardwareDestroyAggregateDevice(_ inDeviceID: AudioObjectID) -> OSStatus {
    let hardware = Hardware.current
    guard let device = hardware.numbers.device(inDeviceID), hardware.numbers.isAggregate(device.uid) else {
        return kAudioHardwareBadDeviceError
    }
    hardware.forget(inDeviceID)
    guard hardware.numbers.removeAggregate(device.uid) else { return kAudioHardwareBadDeviceError }
    hardware.look()
    return noErr
}
