import AVAudioTypes
import Foundation
import SordinoRealtime

/// The error of a function of the hardware, as the Swift classes throw it: a status.
public struct AudioHardwareError: Error, Hashable, Sendable {
    /// The status, such as `kAudioHardwareUnknownPropertyError`.
    public let error: OSStatus
    /// Makes an error of a status.
    public init(_ error: OSStatus) { self.error = error }

    static func check(_ status: OSStatus) throws {
        if status != noErr { throw AudioHardwareError(status) }
    }
}

/// Receives changes of properties.
public protocol PropertyListenerDelegate: AnyObject {
    /// Called after properties of an object have changed, on the queue that was given with them.
    func propertiesChanged(properties: [AudioObjectPropertyAddress])
}

/// The direction of a stream.
public enum AudioHardwareDirection: Sendable {
    case input
    case output
}

/// An object of the hardware by its number, from whose properties all others come.
///
/// Properties are read when they are asked for, and throw `AudioHardwareError` where the object does not have them.
/// - Thread: any but the audio thread.
open class AudioHardwareObject: @unchecked Sendable {
    /// The number of the object.
    public let id: AudioObjectID
    private struct Listening {
        var delegates: [any PropertyListenerDelegate] = []
        var blocks:
            [(address: AudioObjectPropertyAddress, queue: DispatchQueue?, block: AudioObjectPropertyListenerBlock)] = []
    }
    private let listening = Guarded(Lent(Listening()))

    /// Makes an object of a number, which is not checked.
    public required init(id: AudioObjectID) { self.id = id }

    // MARK: Properties of all objects

    /// The class above the object's class.
    public var baseClassID: AudioClassID { get throws { try value(kAudioObjectPropertyBaseClass) } }
    /// The class of the object.
    public var classID: AudioClassID { get throws { try value(kAudioObjectPropertyClass) } }
    /// The object that this one belongs to; nil for the system.
    public var owner: AudioHardwareObject? {
        get throws { try found(value(kAudioObjectPropertyOwner), AudioHardwareObject.self) }
    }
    /// The objects that belong to this one.
    public var ownedObjects: [AudioHardwareObject] {
        get throws { try objects(kAudioObjectPropertyOwnedObjects, AudioHardwareObject.self) }
    }
    /// The name for display.
    public var name: String { get throws { try text(kAudioObjectPropertyName) } }
    /// The name of the model.
    public var modelName: String { get throws { try text(kAudioObjectPropertyModelName) } }
    /// The name of the maker.
    public var manufacturer: String { get throws { try text(kAudioObjectPropertyManufacturer) } }
    /// The serial number of the hardware.
    public var serialNumber: String { get throws { try text(kAudioObjectPropertySerialNumber) } }
    /// The version of the firmware.
    public var firmwareVersion: String { get throws { try text(kAudioObjectPropertyFirmwareVersion) } }
    /// The bundle of the plug-in that made the object.
    public var creatorBundleID: String { get throws { try text(kAudioObjectPropertyCreator) } }
    /// Indicates whether the hardware draws attention to itself, by a light for example.
    public var isIdentifying: Bool { get throws { try flag(kAudioObjectPropertyIdentify) } }

    /// Sets the name for display.
    public func setName(_ name: String) throws { try setText(kAudioObjectPropertyName, name) }
    /// Sets the bundle of the plug-in that made the object.
    public func setCreatorBundleID(_ creatorBundleID: String) throws {
        try setText(kAudioObjectPropertyCreator, creatorBundleID)
    }
    /// Sets whether the hardware draws attention to itself.
    public func setIsIdentifying(_ isIdentifying: Bool) throws {
        try set(kAudioObjectPropertyIdentify, UInt32(isIdentifying ? 1 : 0))
    }

    // MARK: Any property

    /// Returns whether the object has a property.
    public func hasProperty(address: AudioObjectPropertyAddress) -> Bool {
        var address = address
        return AudioObjectHasProperty(id, &address)
    }

    /// Returns whether a property can be set.
    public func isPropertySettable(address: AudioObjectPropertyAddress) throws -> Bool {
        var address = address
        var isSettable = DarwinBoolean(false)
        try AudioHardwareError.check(AudioObjectIsPropertySettable(id, &address, &isSettable))
        return isSettable.boolValue
    }

    /// Returns the size of a property in bytes.
    ///
    /// - Parameter qualifier: What narrows the question.
    public func propertyDataSize(address: AudioObjectPropertyAddress, qualifier: Data? = nil) throws -> Int {
        var address = address
        var size: UInt32 = 0
        try withBytes(of: qualifier) {
            try AudioHardwareError.check(
                AudioObjectGetPropertyDataSize(id, &address, UInt32($0.count), $0.baseAddress, &size))
        }
        return Int(size)
    }

    /// Returns the bytes of a property; objects in them are the caller's to release.
    ///
    /// - Parameter qualifier: What narrows the question.
    public func propertyData(address: AudioObjectPropertyAddress, qualifier: Data? = nil) throws -> Data {
        var size = UInt32(clamping: try propertyDataSize(address: address, qualifier: qualifier))
        var address = address
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(16, Int(size)), alignment: 16)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { throw AudioHardwareError(kAudioHardwareUnspecifiedError) }
        try withBytes(of: qualifier) {
            try AudioHardwareError.check(
                AudioObjectGetPropertyData(id, &address, UInt32($0.count), $0.baseAddress, &size, base))
        }
        return Data(bytes: base, count: Int(size))
    }

    /// Sets a property to bytes.
    ///
    /// - Parameter qualifier: What narrows the question.
    public func setPropertyData(address: AudioObjectPropertyAddress, qualifier: Data? = nil, data: Data) throws {
        var address = address
        try withBytes(of: qualifier) { qualifier in
            try withBytes(of: data) { bytes in
                guard let base = bytes.baseAddress else { throw AudioHardwareError(kAudioHardwareBadPropertySizeError) }
                try AudioHardwareError.check(
                    AudioObjectSetPropertyData(
                        id, &address, UInt32(qualifier.count), qualifier.baseAddress, UInt32(bytes.count), base))
            }
        }
    }

    private func withBytes<Result>(
        of data: Data?, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        guard let data, !data.isEmpty else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try data.withUnsafeBytes(body)
    }

    // MARK: Listeners

    private func change<Result>(_ body: (inout Listening) -> Result) -> Result {
        listening.withLock { kept in
            var listening = kept.value
            defer { kept = Lent(listening) }
            return body(&listening)
        }
    }

    /// The receivers of changes of the properties that `addListener` names.
    public var delegates: [any PropertyListenerDelegate] {
        get { listening.withLock { $0.value.delegates } }
        set { change { $0.delegates = newValue } }
    }

    /// Reports changes of properties to the delegates.
    ///
    /// - Parameters:
    ///   - properties: The properties; wildcards match several.
    ///   - dispatchQueue: The queue on which the delegates are called; nil for a secondary thread.
    public func addListener(
        forProperties properties: [AudioObjectPropertyAddress], dispatchQueue: DispatchQueue? = nil
    ) throws {
        for var address in properties {
            let block: AudioObjectPropertyListenerBlock = { [weak self] count, addresses in
                let changed = (0..<Int(count)).map { addresses[$0] }
                for delegate in self?.delegates ?? [] { delegate.propertiesChanged(properties: changed) }
            }
            try AudioHardwareError.check(AudioObjectAddPropertyListenerBlock(id, &address, dispatchQueue, block))
            change { $0.blocks.append((address, dispatchQueue, block)) }
        }
    }

    /// Reports changes of properties no longer.
    ///
    /// - Parameter dispatchQueue: The queue that `addListener` was given.
    public func removeListener(
        forProperties properties: [AudioObjectPropertyAddress], dispatchQueue: DispatchQueue? = nil
    ) throws {
        for var address in properties {
            let block = change { listening -> AudioObjectPropertyListenerBlock? in
                let index = listening.blocks.firstIndex {
                    $0.address.isSame(as: address) && $0.queue === dispatchQueue
                }
                return index.map { listening.blocks.remove(at: $0).block }
            }
            guard let block else { continue }
            try AudioHardwareError.check(AudioObjectRemovePropertyListenerBlock(id, &address, dispatchQueue, block))
        }
    }
}

extension AudioHardwareObject: Hashable {
    /// Returns whether two objects have the same number.
    public static func == (one: AudioHardwareObject, other: AudioHardwareObject) -> Bool { one.id == other.id }
    /// Adds the number to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

// Reading and setting of properties for the classes.
extension AudioHardwareObject {
    typealias Selector = AudioObjectPropertySelector
    typealias Scope = AudioObjectPropertyScope

    static func address(_ selector: Selector, _ scope: Scope) -> AudioObjectPropertyAddress {
        AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: 0)
    }

    func value<Value: BitwiseCopyable>(
        _ selector: Selector, _ scope: Scope = kAudioObjectPropertyScopeGlobal, given: Data? = nil
    ) throws -> Value {
        let data = try propertyData(address: Self.address(selector, scope), qualifier: given)
        guard data.count >= MemoryLayout<Value>.size else {
            throw AudioHardwareError(kAudioHardwareBadPropertySizeError)
        }
        return data.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
    }

    func values<Value: BitwiseCopyable>(
        _ selector: Selector, _ scope: Scope = kAudioObjectPropertyScopeGlobal
    ) throws -> [Value] {
        let data = try propertyData(address: Self.address(selector, scope))
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / MemoryLayout<Value>.stride).map {
                bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Value>.stride, as: Value.self)
            }
        }
    }

    func flag(_ selector: Selector, _ scope: Scope = kAudioObjectPropertyScopeGlobal) throws -> Bool {
        try value(selector, scope) as UInt32 != 0
    }

    func number(_ selector: Selector, _ scope: Scope = kAudioObjectPropertyScopeGlobal) throws -> Int {
        Int(try value(selector, scope) as UInt32)
    }

    /// The object of Core Foundation that a property consists of.
    func object<Object: AnyObject>(_ selector: Selector, given: Data? = nil) throws -> Object {
        let pointer: UInt = try value(selector, given: given)
        guard let pointer = UnsafeRawPointer(bitPattern: pointer),
            let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue() as? Object
        else { throw AudioHardwareError(kAudioHardwareUnspecifiedError) }
        return object
    }

    func text(_ selector: Selector, given: Data? = nil) throws -> String {
        "\(try object(selector, given: given) as NSString)"
    }

    func set<Value: BitwiseCopyable>(
        _ selector: Selector, _ value: Value, _ scope: Scope = kAudioObjectPropertyScopeGlobal
    ) throws {
        try setPropertyData(
            address: Self.address(selector, scope), data: withUnsafeBytes(of: value) { Data($0) })
    }

    func setText(_ selector: Selector, _ text: String) throws {
        let object = text as NSString
        try withExtendedLifetime(object) {
            try set(selector, UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
        }
    }

    func objects<Object: AudioHardwareObject>(
        _ selector: Selector, _: Object.Type, _ scope: Scope = kAudioObjectPropertyScopeGlobal
    ) throws -> [Object] {
        try (values(selector, scope) as [AudioObjectID]).compactMap { found($0, Object.self) }
    }

    /// The object of a number, of the class that suits it; nil for no number.
    func found<Object: AudioHardwareObject>(_ id: AudioObjectID, _: Object.Type) -> Object? {
        guard id != kAudioObjectUnknown else { return nil }
        let kinds: [AudioClassID: AudioHardwareObject.Type] = [
            kAudioSystemObjectClassID: AudioHardwareSystem.self, kAudioDeviceClassID: AudioHardwareDevice.self,
            kAudioAggregateDeviceClassID: AudioHardwareAggregateDevice.self,
            kAudioStreamClassID: AudioHardwareStream.self, kAudioProcessClassID: AudioHardwareProcess.self,
            kAudioTapClassID: AudioHardwareTap.self,
            kAudioVolumeControlClassID: AudioHardwareControl.self, kAudioMuteControlClassID: AudioHardwareControl.self,
            kAudioDataSourceControlClassID: AudioHardwareControl.self,
        ]
        let kind = (try? AudioHardwareObject(id: id).classID).flatMap { kinds[$0] }
        return kind?.init(id: id) as? Object ?? Object(id: id)
    }
}
