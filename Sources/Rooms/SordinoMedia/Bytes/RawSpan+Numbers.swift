/// Numbers at byte offsets of a span. Offsets are checked by the span itself; a caller asks only for bytes whose
/// presence it has checked.
extension RawSpan {
    /// The byte at `offset`.
    package func byte(_ offset: Int) -> UInt8 { unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self) }

    /// A big-endian integer at `offset`.
    package func big<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: T.Type = T.self) -> T {
        T(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: T.self))
    }

    /// A little-endian integer at `offset`.
    package func little<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: T.Type = T.self) -> T {
        T(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: T.self))
    }

    /// The four-character code at `offset`.
    package func code(_ offset: Int) -> FourCC { FourCC(rawValue: big(offset)) }

    /// The bytes of a range, copied.
    package func array(_ range: Range<Int>) -> [UInt8] {
        extracting(range).withUnsafeBytes { [UInt8]($0) }
    }

    /// The text in a range up to the first zero byte; bytes that are not UTF-8 are read as Latin-1, which old writers
    /// used.
    package func text(_ range: Range<Int>) -> String {
        let bytes = array(range).prefix { $0 != 0 }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// A four-character code, such as a chunk's name.
package struct FourCC: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The four bytes as a big-endian number.
    package var rawValue: UInt32

    /// Makes a code from its number.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes a code from four ASCII characters.
    package init(stringLiteral text: StaticString) {
        precondition(text.utf8CodeUnitCount == 4, "a four-character code has four characters")
        rawValue = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The four characters, with dots for unprintable ones.
    package var description: String {
        var text = "'"
        for shift in [24, 16, 8, 0] as [UInt32] {
            let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
            text.unicodeScalars.append(Unicode.Scalar((32..<127).contains(byte) ? byte : 46))
        }
        return text + "'"
    }
}
