import CoreAudioTypes

/// The value of a property on its way to the memory that a client of the C-style interfaces offers.
package enum PropertyValue {
    /// Bytes that have to fit as a whole.
    case bytes([UInt8])
    /// A row of items of so many bytes; as many as fit are handed over.
    case items([UInt8], itemByteCount: Int)
    /// Bytes that are only made when there is room for them, since the client has to release what they point to.
    case made(byteCount: Int, () -> [UInt8])
    /// An object that the client has to release: its pointer.
    case object(AnyObject)

    /// A value of fixed size.
    package static func value<Value: BitwiseCopyable>(_ value: Value) -> PropertyValue {
        .bytes(withUnsafeBytes(of: value) { Array($0) })
    }

    /// A row of values.
    package static func array<Value: BitwiseCopyable>(_ values: [Value]) -> PropertyValue {
        .items(values.withUnsafeBytes { Array($0) }, itemByteCount: MemoryLayout<Value>.stride)
    }

    /// Bytes that all of it takes.
    package var byteCount: UInt32 {
        switch self {
        case .bytes(let bytes), .items(let bytes, _): UInt32(clamping: bytes.count)
        case .made(let byteCount, _): UInt32(clamping: byteCount)
        case .object: UInt32(MemoryLayout<UnsafeRawPointer>.size)
        }
    }

    /// Copies the value.
    ///
    /// - Parameters:
    ///   - size: Room at `target`; afterwards the bytes that were written.
    ///   - target: Receives them.
    /// - Returns: Whether there was room.
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
