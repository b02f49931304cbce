/// One way in which a file stores a sample: the same list as `SampleEncoding`, as types, so that loops are compiled for
/// each.
protocol StoredSample {
    /// Bytes of one sample.
    static var byteCount: Int { get }
    /// The sample at `bytes`.
    static func load<Memory: MemorySample>(_ bytes: UnsafeRawPointer, as _: Memory.Type) -> Memory
    /// Puts a sample at `bytes`.
    static func store<Memory: MemorySample>(_ sample: Memory, at bytes: UnsafeMutableRawPointer)
}

/// The byte order of a number, as a type.
protocol StoredOrder {
    /// A number in this machine's order from the stored one, and back.
    static func swapped<Number: FixedWidthInteger>(_ number: Number) -> Number
}

enum LittleFirst: StoredOrder {
    @inline(__always) static func swapped<Number: FixedWidthInteger>(_ number: Number) -> Number { number.littleEndian }
}

enum BigFirst: StoredOrder {
    @inline(__always) static func swapped<Number: FixedWidthInteger>(_ number: Number) -> Number { number.bigEndian }
}

enum StoredUInt8: StoredSample {
    static let byteCount = 1
    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        M(justified: (Int32(bytes.load(as: UInt8.self)) - 128) << 24)
    }
    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: UInt8(truncatingIfNeeded: sample.integer(bits: 8) + 128), as: UInt8.self)
    }
}

enum StoredInt8: StoredSample {
    static let byteCount = 1
    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        M(justified: Int32(bytes.load(as: Int8.self)) << 24)
    }
    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: Int8(truncatingIfNeeded: sample.integer(bits: 8)), as: Int8.self)
    }
}

enum StoredInt16<Order: StoredOrder>: StoredSample {
    static var byteCount: Int { 2 }
    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        M(justified: Int32(Order.swapped(bytes.loadUnaligned(as: Int16.self))) << 16)
    }
    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: Order.swapped(Int16(truncatingIfNeeded: sample.integer(bits: 16))), as: Int16.self)
    }
}

enum StoredInt24<Order: StoredOrder>: StoredSample {
    static var byteCount: Int { 3 }
    @inline(__always) private static var isLittle: Bool { Order.self == LittleFirst.self }
    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        let low = UInt32(bytes.load(fromByteOffset: isLittle ? 0 : 2, as: UInt8.self))
        let middle = UInt32(bytes.load(fromByteOffset: 1, as: UInt8.self))
        let high = UInt32(bytes.load(fromByteOffset: isLittle ? 2 : 0, as: UInt8.self))
        return M(justified: Int32(bitPattern: high << 24 | middle << 16 | low << 8))
    }
    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        let value = UInt32(bitPattern: sample.integer(bits: 24))
        bytes.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: isLittle ? 0 : 2, as: UInt8.self)
        bytes.storeBytes(of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: 1, as: UInt8.self)
        bytes.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: isLittle ? 2 : 0, as: UInt8.self)
    }
}

enum StoredInt32<Order: StoredOrder>: StoredSample {
    static var byteCount: Int { 4 }
    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        M(justified: Order.swapped(bytes.loadUnaligned(as: Int32.self)))
    }
    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: Order.swapped(sample.integer(bits: 32)), as: Int32.self)
    }
}

enum StoredInt64<Order: StoredOrder>: StoredSample {
    static var byteCount: Int { 8 }
    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        M(sample: Double(Order.swapped(bytes.loadUnaligned(as: Int64.self))) * 0x1p-63)
    }
    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        let value = sample.double * 0x1p63
        let clamped: Int64 = value >= 0x1p63 ? .max : value >= -0x1p63 ? Int64(value) : value == value ? .min : 0
        bytes.storeBytes(of: Order.swapped(clamped), as: Int64.self)
    }
}

enum StoredFloat32<Order: StoredOrder>: StoredSample {
    static var byteCount: Int { 4 }
    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        M(sample: Float(bitPattern: Order.swapped(bytes.loadUnaligned(as: UInt32.self))))
    }
    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: Order.swapped(sample.float.bitPattern), as: UInt32.self)
    }
}

enum StoredFloat64<Order: StoredOrder>: StoredSample {
    static var byteCount: Int { 8 }
    @inline(__always) static func load<M: MemorySample>(_ bytes: UnsafeRawPointer, as _: M.Type) -> M {
        M(sample: Double(bitPattern: Order.swapped(bytes.loadUnaligned(as: UInt64.self))))
    }
    @inline(__always) static func store<M: MemorySample>(_ sample: M, at bytes: UnsafeMutableRawPointer) {
        bytes.storeBytes(of: Order.swapped(sample.double.bitPattern), as: UInt64.self)
    }
}
