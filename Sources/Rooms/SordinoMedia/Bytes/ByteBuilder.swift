/// Puts headers together byte by byte.
package struct ByteBuilder {
    /// The bytes so far.
    package private(set) var bytes: [UInt8] = []

    /// Makes a builder without bytes.
    package init() {}

    /// Appends bytes as they are.
    package mutating func put(_ more: [UInt8]) { bytes += more }

    /// Appends a four-character code.
    package mutating func put(_ code: FourCC) { big(code.rawValue) }

    /// Appends an integer, highest byte first.
    package mutating func big<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends an integer, lowest byte first.
    package mutating func little<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends a box of MPEG-4: its size, its code and the bytes that `body` appends.
    package mutating func box(_ code: FourCC, _ body: (inout ByteBuilder) -> Void) {
        let start = bytes.count
        big(UInt32(0))
        put(code)
        body(&self)
        replace(UInt32(clamping: bytes.count - start), at: start)
    }

    /// Appends a box whose body begins with a version and flags, all 0.
    package mutating func fullBox(_ code: FourCC, _ body: (inout ByteBuilder) -> Void) {
        box(code) { box in
            box.big(UInt32(0))
            body(&box)
        }
    }

    /// Writes an integer, highest byte first, over four bytes that are there.
    package mutating func replace(_ value: UInt32, at offset: Int) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
    }

    /// Returns the bytes that `body` appends.
    package static func of(_ body: (inout ByteBuilder) -> Void) -> [UInt8] {
        var builder = ByteBuilder()
        body(&builder)
        return builder.bytes
    }

    /// Makes room for so many more bytes.
    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// Appends zero bytes until `bytes.count` is a multiple of `alignment`.
    package mutating func pad(to alignment: Int) {
        while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
    }
}
