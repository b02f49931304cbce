/// Puts headers together byte by byte.
package struct ByteBuilder {
    /// What has been put so far.
    package private(set) var bytes: [UInt8] = []

    /// Starts empty.
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

    /// Appends zero bytes until `bytes.count` is a multiple of `alignment`.
    package mutating func pad(to alignment: Int) {
        while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
    }
}
