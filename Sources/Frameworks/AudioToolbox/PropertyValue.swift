import CoreAudioTypes

/// The value of a property, to be copied to the memory of a caller of the C interfaces.
package enum PropertyValue {
    /// Bytes that have to fit completely.
    case bytes([UInt8])
    /// An array of items of a size in bytes; as many as fit are copied.
    case items([UInt8], itemByteCount: Int)
    /// Bytes that are made only when they are copied, since the client has to release the objects in them.
    case made(byteCount: Int, () -> [UInt8])
    /// The pointer of an object that the client has to release.
    case object(AnyObject)

    /// Makes a value of fixed size.
    package static func value<Value: BitwiseCopyable>(_ value: Value) -> PropertyValue {
        .bytes(withUnsafeBytes(of: value) { Array($0) })
    }

    /// Makes an array of values.
    package static func array<Value: BitwiseCopyable>(_ values: [Value]) -> PropertyValue {
        .items(values.withUnsafeBytes { Array($0) }, itemByteCount: MemoryLayout<Value>.stride)
    }

    /// The size of the whole value, in bytes.
    package var byteCount: UInt32 {
        switch self {
        case .bytes(let bytes), .items(let bytes, _): UInt32(clamping: bytes.count)
        case .made(let byteCount, _): UInt32(clamping: byteCount)
        case .object: UInt32(MemoryLayout<UnsafeRawPointer>.size)
        }
    }

    /// Copies the value to memory.
    ///
    /// - Parameters:
    ///   - size: Room at `target` in bytes; afterwards the bytes written.
    ///   - target: Receives the value.
    /// - Returns: Whether there was enough room.
    package func copy(_ size: inout UInt32, to target: UnsafeMutableRawPointer) -> Bool {
        switch self {
        case .bytes(let bytes):
            guard Int(size) >= bytes.count else { return false }
            target.copyBytes(bytes)
            size = UInt32(bytes.count)
        case .items(let bytes, let itemByteCount):
            let count = min(bytes.count, Int(size) / itemByteCount * itemByteCount)
            guard count > 0 || bytes.isEmpty else { return false }
            target.copyBytes(Array(bytes.prefix(count)))
            size = UInt32(count)
        case .made(let byteCount, let make):
            guard Int(size) >= byteCount else { return false }
            target.copyBytes(make())
            size = UInt32(byteCount)
        case .object(let object):
            guard Int(size) >= MemoryLayout<UnsafeRawPointer>.size else { return false }
            target.storeBytes(of: Unmanaged.passRetained(object).toOpaque(), as: UnsafeMutableRawPointer.self)
            size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        }
        return true
    }
}

extension UnsafeMutableRawPointer {
    fileprivate func copyBytes(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { if let base = $0.baseAddress { copyMemory(from: base, byteCount: $0.count) } }
    }
}

extension UnsafeRawPointer {
    /// Returns the object whose address is stored here, as for Core Foundation's types; nil if there is none.
    package func object<Object: AnyObject>(as type: Object.Type) -> Object? { ClientObject.object(at: self, as: type) }
}
