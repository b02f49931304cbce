import AVAudioTypes
import AudioToolbox
import Foundation
import SordinoEngine

/// A property of an object, found in the same way for every function.
private struct AskedProperty {
    enum What {
        /// The answer is computed from a value that the caller passes in.
        case conversion(HardwareConversion)
        case value(PropertyValue)
    }

    let hardware = Hardware.current
    let object: HardwareObject
    let address: AudioObjectPropertyAddress
    let what: What

    /// Finds the property.
    ///
    /// - Throws: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`.
    init(
        _ number: AudioObjectID, _ address: UnsafePointer<AudioObjectPropertyAddress>,
        _ qualifierSize: UInt32 = 0, _ qualifier: UnsafeRawPointer? = nil
    ) throws(HardwareRefusal) {
        guard let object = hardware.object(number) else { throw HardwareRefusal(kAudioHardwareBadObjectError) }
        (self.object, self.address) = (object, address.pointee)
        if let conversion = HardwareConversion(self.address.mSelector) {
            guard HardwareConversion.isThere(hardware, object, self.address) else {
                throw HardwareRefusal(kAudioHardwareUnknownPropertyError)
            }
            what = .conversion(conversion)
            return
        }
        let bytes = qualifier.map { UnsafeRawBufferPointer(start: $0, count: Int(qualifierSize)) }
        guard let value = HardwareProperties(hardware).value(object, self.address, bytes) else {
            throw HardwareRefusal(kAudioHardwareUnknownPropertyError)
        }
        what = .value(value)
    }
}

/// An error of a function of the hardware, with the status that it returns.
private struct HardwareRefusal: Error {
    let status: OSStatus
    init(_ status: OSStatus) { self.status = status }
}

/// Runs the body of a function, and turns its error into a status.
private func answer(_ body: () throws(HardwareRefusal) -> OSStatus) -> OSStatus {
    do throws(HardwareRefusal) { return try body() } catch { return error.status }
}

/// Returns whether an object has a property.
public func AudioObjectHasProperty(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>
) -> Bool {
    (try? AskedProperty(inObjectID, inAddress)) != nil
}

/// Returns whether a property can be set.
///
/// - Parameter outIsSettable: Receives whether it can be set.
/// - Returns: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`.
@discardableResult
public func AudioObjectIsPropertySettable(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ outIsSettable: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    answer { () throws(HardwareRefusal) in
        let asked = try AskedProperty(inObjectID, inAddress)
        outIsSettable.pointee = DarwinBoolean(
            HardwareProperties.isSettable(asked.hardware, asked.object, asked.address))
        return noErr
    }
}

/// Returns the size of a property in bytes.
///
/// - Parameters:
///   - inQualifierDataSize: Bytes of the qualifier, 0 without one.
///   - inQualifierData: What narrows the question.
///   - outDataSize: Receives the bytes.
/// - Returns: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`.
@discardableResult
public func AudioObjectGetPropertyDataSize(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer { () throws(HardwareRefusal) in
        switch try AskedProperty(inObjectID, inAddress, inQualifierDataSize, inQualifierData).what {
        case .conversion(let conversion): outDataSize.pointee = conversion.byteCount
        case .value(let value): outDataSize.pointee = value.byteCount
        }
        return noErr
    }
}

/// Returns the value of a property.
///
/// - Parameters:
///   - inQualifierDataSize: Bytes of the qualifier, 0 without one.
///   - inQualifierData: What narrows the question, such as a pointer to a text.
///   - ioDataSize: The room at `outData`; receives the bytes that were written. Of a list as many items as fit are
///     given.
///   - outData: Receives the value. Texts and lists of objects are the caller's to release.
/// - Returns: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`,
///   `kAudioHardwareBadPropertySizeError`.
@discardableResult
public func AudioObjectGetPropertyData(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ ioDataSize: UnsafeMutablePointer<UInt32>,
    _ outData: UnsafeMutableRawPointer
) -> OSStatus {
    answer { () throws(HardwareRefusal) in
        let asked = try AskedProperty(inObjectID, inAddress, inQualifierDataSize, inQualifierData)
        switch asked.what {
        case .conversion(let conversion):
            return conversion.convert(asked.hardware, asked.object, asked.address, ioDataSize, outData)
        case .value(let value):
            return value.copy(&ioDataSize.pointee, to: outData) ? noErr : kAudioHardwareBadPropertySizeError
        }
    }
}

/// Sets a property by changing a preference of the audio session.
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
    answer { () throws(HardwareRefusal) in
        let asked = try AskedProperty(inObjectID, inAddress)
        guard HardwareProperties.isSettable(asked.hardware, asked.object, asked.address) else {
            throw HardwareRefusal(kAudioHardwareUnsupportedOperationError)
        }
        let status = HardwareProperties.set(
            asked.hardware, asked.object, asked.address, UnsafeRawBufferPointer(start: inData, count: Int(inDataSize)))
        asked.hardware.look()
        return status
    }
}

/// Prints an object and its properties to the standard output, for people.
public func AudioObjectShow(_ inObjectID: AudioObjectID) {
    let hardware = Hardware.current
    let what =
        switch hardware.object(inObjectID) {
        case nil: "none"
        case .system: "the system, \(hardware.numbers.devices.count) devices"
        case .process(let app): "the program \(hardware.program(app)?.name ?? "")"
        case .tap(let uid): "the tap \(uid)"
        case .control(let device, let control): "\(control.rawValue) of \(device.name)"
        case .device(let device):
            "the device \(device.name) (\(device.uid)), \(device.inputs.count) in, \(device.outputs.count) out"
        case .stream(let device, let isInput, let index):
            "stream \(index) \(isInput ? "from" : "to") \(device.name)"
        }
    FileHandle.standardOutput.write(Data("AudioObjectID \(inObjectID): \(what)\n".utf8))
}

// MARK: - Listeners

/// Adds a function that is called after changes of a property, on a secondary thread.
///
/// - Parameters:
///   - inAddress: The property; wildcards match several.
///   - inListener: The function.
///   - inClientData: The pointer passed to the function.
/// - Returns: `kAudioHardwareBadObjectError` for an object that does not exist.
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

/// Removes the listener that `AudioObjectAddPropertyListener` added with the same arguments.
@discardableResult
public func AudioObjectRemovePropertyListener(
    _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
    _ inListener: @escaping AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    let meant = Hardware.Ear.function(inListener, inClientData)
    Hardware.current.unlisten(inObjectID, inAddress.pointee) { $0.isSame(as: meant) }
    return noErr
}

/// Adds a block that is called after changes of a property.
///
/// - Parameters:
///   - inAddress: The property; wildcards match several.
///   - inDispatchQueue: Where it is called; nil for a thread of Sordino's.
///   - inListener: The block.
/// - Returns: `kAudioHardwareBadObjectError` for an object that does not exist.
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

/// Removes the first listener block for the same object, address and queue: single blocks cannot be compared.
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
///   - inDescription: A unique name, a name, and the lists of devices and of taps: `kAudioAggregateDeviceUIDKey` and so
///     on. The streams of the taps follow those of the devices; a tap that is not there has none until it is made.
///   - outDeviceID: Receives its number.
/// - Returns: `kAudioHardwareIllegalOperationError` for a description without a unique name or with one that is taken,
///   or with a device that is not there.
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
    let taps = (inDescription[kAudioAggregateDeviceTapListKey] as? [[String: Any]] ?? [])
        .compactMap { $0[kAudioSubTapUIDKey] as? String }
    guard taps.count <= DeviceNumbers.mostTaps,
        ([uid, made.name] + taps).allSatisfy({ $0.utf8.count <= ProgramTaps.mostNameBytes })
    else { return kAudioHardwareIllegalOperationError }
    guard hardware.numbers.add(made, tapUIDs: taps) else { return kAudioHardwareIllegalOperationError }
    outDeviceID.pointee = hardware.number(of: made)
    hardware.look()
    return noErr
}

/// Removes a device that `AudioHardwareCreateAggregateDevice` made, and stops its functions.
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
