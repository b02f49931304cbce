import AVAudioTypes
import CCoreMIDI
import CoreAudioTypes
import Foundation
import SordinoMIDIPorts

extension MIDIPropertyValue {
    /// The value as programs are given it.
    var object: AnyObject {
        switch self {
        case .integer(let value): NSNumber(value: value)
        case .text(let text): NSString(string: text)
        case .bytes(let bytes): NSData(bytes: bytes, length: bytes.count)
        case .list(let values): NSArray(array: values.map(\.object))
        case .dictionary(let values):
            NSDictionary(
                objects: values.values.map(\.object), forKeys: values.keys.map { NSString(string: $0) })
        }
    }

    /// Reads a value that the program passed in; nil for a type that no property list holds, or for deep nesting.
    init?(_ object: Any, depth: Int = 0) {
        guard depth < 16 else { return nil }
        switch object {
        case let text as String: self = .text(text)
        case let text as NSString: self = .text(text as String)
        case let number as NSNumber: self = .integer(number.int32Value)
        case let data as Data: self = .bytes(Array(data))
        case let data as NSData: self = .bytes(Array(data as Data))
        case let list as [Any]:
            let values = list.compactMap { MIDIPropertyValue($0, depth: depth + 1) }
            guard values.count == list.count else { return nil }
            self = .list(values)
        case let list as NSArray: self.init(list.map { $0 }, depth: depth)
        case let dictionary as NSDictionary:
            var values: [String: MIDIPropertyValue] = [:]
            for (key, value) in dictionary {
                guard let key = key as? String, let value = MIDIPropertyValue(value, depth: depth + 1) else {
                    return nil
                }
                values[key] = value
            }
            self = .dictionary(values)
        case let dictionary as [String: Any]: self.init(dictionary as NSDictionary, depth: depth)
        default: return nil
        }
    }
}

/// Reads a property and passes it to a function that returns whether its type is the requested one.
private func read(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ take: (MIDIPropertyValue) -> Bool
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        let name = propertyID as String
        let value = try MIDIPlace.current.system.read { setup throws(MIDIFailure) in try setup.property(name, of: obj) }
        if !take(value) { throw .wrongPropertyType }
    }
}

private func write(_ obj: MIDIObjectRef, _ propertyID: CFString, _ value: MIDIPropertyValue?) -> OSStatus {
    guard let value else { return MIDIStatus.parameter }
    let name = propertyID as String
    return change { setup throws(MIDIFailure) in try setup.setProperty(name, of: obj, to: value) }
}

/// Reads a number; entities and endpoints have the properties of their device as well.
///
/// - Returns: 0, `kMIDIObjectNotFound`, `kMIDIUnknownProperty` or `kMIDIWrongPropertyType`.
@discardableResult
public func MIDIObjectGetIntegerProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ outValue: UnsafeMutablePointer<Int32>
) -> OSStatus {
    read(obj, propertyID) { value in
        guard case .integer(let number) = value else { return false }
        outValue.pointee = number
        return true
    }
}

/// Sets a number.
///
/// - Returns: 0, `kMIDIObjectNotFound`, or `kMIDIIDNotUnique` for a unique id that another object has.
@discardableResult
public func MIDIObjectSetIntegerProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ value: Int32
) -> OSStatus { write(obj, propertyID, .integer(value)) }

/// Reads a text.
///
/// - Parameter str: Set to the text; the caller owns it.
/// - Returns: As `MIDIObjectGetIntegerProperty`.
@discardableResult
public func MIDIObjectGetStringProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ str: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
    read(obj, propertyID) { value in
        guard case .text(let text) = value else { return false }
        str.pointee = .passRetained(NSString(string: text))
        return true
    }
}

/// Sets a text.
///
/// - Returns: 0 or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectSetStringProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ str: CFString
) -> OSStatus { write(obj, propertyID, .text(str as String)) }

/// Reads data.
///
/// - Parameter outData: Set to the data; the caller owns it.
/// - Returns: As `MIDIObjectGetIntegerProperty`.
@discardableResult
public func MIDIObjectGetDataProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
    read(obj, propertyID) { value in
        guard case .bytes(let bytes) = value else { return false }
        outData.pointee = .passRetained(NSData(bytes: bytes, length: bytes.count))
        return true
    }
}

/// Sets data.
///
/// - Returns: 0 or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectSetDataProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ data: CFData
) -> OSStatus { write(obj, propertyID, .bytes(Array(data as Data))) }

/// Reads a dictionary.
///
/// - Parameter outDict: Set to the dictionary; the caller owns it.
/// - Returns: As `MIDIObjectGetIntegerProperty`.
@discardableResult
public func MIDIObjectGetDictionaryProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ outDict: UnsafeMutablePointer<Unmanaged<CFDictionary>?>
) -> OSStatus {
    read(obj, propertyID) { value in
        guard case .dictionary = value, let dictionary = value.object as? NSDictionary else { return false }
        outDict.pointee = .passRetained(dictionary)
        return true
    }
}

/// Sets a dictionary.
///
/// - Returns: 0, `kMIDIObjectNotFound`, or -50 for values that are no property list.
@discardableResult
public func MIDIObjectSetDictionaryProperty(
    _ obj: MIDIObjectRef, _ propertyID: CFString, _ dict: CFDictionary
) -> OSStatus { write(obj, propertyID, MIDIPropertyValue(dict)) }

/// Reads all properties of an object.
///
/// - Parameters:
///   - outProperties: Set to a dictionary; the caller owns it.
///   - deep: Whether devices show their entities, and these their sources and destinations.
/// - Returns: 0 or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectGetProperties(
    _ obj: MIDIObjectRef, _ outProperties: UnsafeMutablePointer<Unmanaged<CFTypeRef>?>, _ deep: Bool
) -> OSStatus {
    MIDIStatus.of { () throws(MIDIFailure) in
        let all = try MIDIPlace.current.system.read { setup throws(MIDIFailure) in
            try setup.properties(of: obj, isDeep: deep)
        }
        outProperties.pointee = .passRetained(MIDIPropertyValue.dictionary(all).object)
    }
}

/// Removes a property.
///
/// - Returns: 0, `kMIDIObjectNotFound`, `kMIDIUnknownProperty`; `kMIDINotPermitted` for name and unique id.
@discardableResult
public func MIDIObjectRemoveProperty(_ obj: MIDIObjectRef, _ propertyID: CFString) -> OSStatus {
    let name = propertyID as String
    return change { setup throws(MIDIFailure) in try setup.removeProperty(name, of: obj) }
}

/// Finds an object by its unique id.
///
/// - Returns: 0 or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectFindByUniqueID(
    _ inUniqueID: MIDIUniqueID, _ outObject: UnsafeMutablePointer<MIDIObjectRef>?,
    _ outObjectType: UnsafeMutablePointer<MIDIObjectType>?
) -> OSStatus {
    guard let object = look({ $0.object(uniqueID: inUniqueID) }) else { return kMIDIObjectNotFound }
    outObject?.pointee = object.id
    outObjectType?.pointee = object.kind.type(isExternal: object.isExternal)
    return noErr
}
